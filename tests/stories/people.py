"""The files and links of the four users: a mail with twelve links, a page, a pair, a link."""

LINKS = [
    ("https://www.bank.example@login.evil.test/", "www.bank.example"),
    ("http://0x7f.1/pay", "Pay now"),
    ("https://xn--exmple-4nf.test/", "example.test"),
    *((f"https://news.example/{number}", f"Item {number}") for number in range(1, 10)),
]
ANCHORS = "".join(f'<p><a href="{link}">{words}</a></p>\n' for link, words in LINKS)
MAIL = (
    "From: Bank <service@bank.example>\nTo: me@corp.example\nSubject: Your account\n"
    "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
    f"<html><body>{ANCHORS}</body></html>\n"
)
PAGE = (
    '<!doctype html><html><head><base href="https://docs.example/guide/"><title>G</title></head>\n'
    '<body><a href="../api/v2#top">API</a><a href="http://docs.example/%7Euser">me</a>\n'
    '<a href="javascript:void(0)">menu</a></body></html>\n'
)
BASE, REFERENCE, TARGET = "http://a/b/c/d;p?q", "../g", "http://a/b/g"
LINK = "https://www.paypal.com@evil.test/login"
VERDICT = "Goes to evil.test, not paypal.com"
