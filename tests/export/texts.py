"""Hostile texts for exports, and the links of golden files."""

DECEPTIVE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
ROUTE = "https://www.google.com/url?q=https%3A%2F%2Fbit.ly%2F3xAbCd&sa=D"
# Everything combined: markup of every kind, terminal escapes, a bidi override, lookalike letters.
ALL = (
    "https://u:p@ex\u0430mple.com:8080/![x](http://b.example/i.png)/[y](javascript:alert(1))"
    "/<script>alert(1)</script>/<img src=x onerror=alert(1)>/`a``b```/**b**/~~~/|c|/# h"
    "/\u202egnp.exe/\x1b[2J\x1b]8;;http://c.example\x07/{host}/{{}}/${x}/%s/]]>/-->/&amp;&lt;"
    "/\r\n=cmd|' /C calc'!A0\n- item\n> quote\n\u2028\u200b\ufeff?q=\"'\\#@team :smile:"
)
# Nested links with values, and a text that is one character too long and has more faults than are
# listed.
INSIDE = (
    "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fgo%3Fu%3D"
    "http%253A%252F%252Fpaypal.com%2540evil.test%252F&data=05%7C02%7Cann%40work.example%7C0"
    "&t=1700000000&d=eyJ1IjoiaHR0cHM6Ly9iLmV4YW1wbGUvP2V4cD0xNzAwMDAwMDAwIn0"
)
LONG = "http://www.a.example:80/" + "</" * 61 + "x" * 1_855
GOLDEN = {"deceptive": DECEPTIVE, "route": ROUTE, "hostile": ALL, "inside": INSIDE, "long": LONG}

HOSTILE = [
    ALL,
    "", " ", "`", "``` ```", "`` ` ``", "http://a`b`.example/`", "![x](http://evil.example/x.png)",
    "[x]: http://evil.example 'y'", "<http://evil.example/>",
    "<img src=http://evil.example/x.png onerror=alert(1)>",
    "www.evil.example and mail@evil.example and http://evil.example",
    "\n# heading\n\n- [ ] task\n\n    code\n\n---\n\n1. one\n",
    "\n\n| a | b |\n|---|---|\n| http://evil.example | x |\n", "javascript:alert(document.domain)",
    "data:text/html,<script>alert(1)</script>",
    "</code></pre></svg></style></title><script>alert(1)</script>",
    "]]><x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;", "&lt;script&gt;&#x3C;&#60;&colon;",
    '" onload="alert(1)" x=\'', '=HYPERLINK("http://evil.example","x")', "+1-1@SUM(A1)|x",
    "\x00\x01\x07\x08\x1b[31m\x7f\x9b31m\x85",
    "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "http://ex\u202eelpma.com/\u2066x\u2069\u200f\u061c",
    "http://\u05d0\u05d1.example/\u0627\u0644", "a\ud800b\udcff\ufffe\uffff\U0010ffff\U000e0041",
    "http://example.com/\u2028\u2029\u00a0\u3000\u2800",
    "{host}{url}{nothing}{{host}}{host.__class__}{0}%(host)s$host", '\\" OR 1=1 | delete *',
    "http://evil.example/?q=`macro`&a=[search index=x]&b=$token$*",
    "@everyone @user #123 :smile: GH-1 user/repo#1",
    "x" * 5_000,
    "http://" + "a." * 2_000 + "example/" + "%41" * 2_000,
    "http://a.example/" + "\u202e" * 3_000,
    "http://a.example/?" + "&".join(f"u{at}=http://b{at}.example/" for at in range(40)),
    "mailto:a@evil.example?body=<b>http://evil.example</b>",
]  # fmt: skip
