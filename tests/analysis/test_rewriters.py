"""Links rewritten by services: the link inside is read, or known only to the service."""

from base64 import b64encode, urlsafe_b64encode

import pytest

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.rewriter_decoders import DECODERS, KINDS, Rewriter
from uriinspector.analysis.rewriters import (
    Rewriters,
    inside,
    rewriters,
    rows_from,
    shipped_rewriters,
)
from uriinspector.core.parse import parse

PAGE = "https://www.example.org/a?b=1"
ESC = "https%3A%2F%2Fwww.example.org%2Fa%3Fb%3D1"
B64 = b64encode(PAGE.encode()).decode()
URL64 = urlsafe_b64encode(PAGE.encode()).decode().rstrip("=")
MANDRILL = b64encode(
    b'{"s":"x","v":1,"p":"{\\"u\\":1,\\"v\\":1,'
    b'\\"url\\":\\"https:\\\\\\/\\\\\\/www.example.org\\\\\\/a?b=1\\"}"}'
).decode()
CUSTOMER_IO = urlsafe_b64encode(
    b'{"email_id":"x","href":"https://www.example.org/a?b=1","link_id":1}'
).decode()

READ = {
    "Microsoft Safe Links": f"https://eur01.safelinks.protection.outlook.com/?url={ESC}&data=05%7C02&sdata=x&reserved=0",
    "Microsoft Safe Links for Teams": f"https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url={ESC}&locale=en",
    "Proofpoint 1": f"https://urldefense.proofpoint.com/v1/url?u={ESC}&k=a&r=b&m=c&s=d",
    "Proofpoint 2": "https://urldefense.proofpoint.com/v2/url?u=https-3A__www.example.org_a-3Fb-3D1&d=DwMFaQ&c=a&r=b&m=c&s=d&e=",
    "Proofpoint 3": f"https://urldefense.com/v3/__{PAGE}__;!!Abc!Def$",
    "Proofpoint 3, one taken out": "https://urldefense.com/v3/__https://www.example.org/a*b=1__;Pw!!Abc!Def$",
    "Proofpoint 3, some taken out": "https://urldefense.com/v3/__https://www.example**Fb=1__;Lm9yZy9hPw!!Abc$",
    "Proofpoint 3, one slash left": "https://urldefense.us/v3/__https:/www.example.org/a?b=1__;!!Abc!Def$",
    "Barracuda": f"https://linkprotect.cudasvc.com/url?a={ESC}&c=E,1,x&typo=1",
    "Cisco": f"https://secure-web.cisco.com/1AbC-dEf/{ESC}",
    "Symantec": f"https://clicktime.symantec.com/3AbC?u={ESC}",
    "Trend Micro": f"https://ca-1234.trendmicro.com/wis/clicktime/v1/query?url={ESC}&umid=1&auth=2",
    "FireEye": f"https://protect2.fireeye.com/v1/url?k=1&q=1&e=2&u={ESC}",
    "Sophos": f"https://eu-central-1.protection.sophos.com/?d=example.org&u={B64}&p=m&i=x",
    "Check Point": f"https://url.avanan.click/v2/___{PAGE}___.YXAzOm",
    "Check Point, a newer form": f"https://url.avanan.click/v2/r01/___{PAGE}___.YXAzOm",
    "Customer.io": f"https://e.customeriomail.com/e/c/{CUSTOMER_IO}/abc",
    "Google Business": f"https://business.google.com/website_shared/launch_bw.html?f={PAGE}",
    "Google Ads, the older form": f"https://ad.doubleclick.net/ddm/clk/1;2;x?{PAGE}",
    "Google Maps": f"https://maps.google.co.uk/url?q={ESC}",
    "Proofpoint 2 out of a page's source": "https://urldefense.com/v2/url?d=D&amp;u=https-3A__www.example.org_a-3Fb-3D1&amp;c=x",
    "Partnerize": f"https://prf.hn/click/camref:1/destination:{ESC}",
    "Trustwave": f"https://scanmail.trustwave.com/?c=1&d=2&u={ESC}",
    "Postmark": "https://click.pstmrk.it/3s/www.example.org%2Fa%3Fb%3D1/Abc/Def/x",
    "Mandrill": f"https://mandrillapp.com/track/click/123/www.example.org?p={MANDRILL}",
    "Amazon SES": "https://a1b2.r.us-east-1.awstrack.me/L0/https:%2F%2Fwww.example.org%2Fa%3Fb%3D1/1/0100/x=1",
    "Google": f"https://www.google.com/url?sa=t&q={ESC}&usg=x",
    "Google, another country": f"https://www.google.co.uk/url?url={ESC}",
    "Google Ads": f"https://www.googleadservices.com/pagead/aclk?sa=L&adurl={ESC}",
    "YouTube": f"https://www.youtube.com/redirect?event=video&q={ESC}",
    "Facebook": f"https://lm.facebook.com/l.php?u={ESC}&h=AT0",
    "Instagram": f"https://l.instagram.com/?u={ESC}&e=AT0",
    "LinkedIn": f"https://www.linkedin.com/safety/go?url={ESC}&trk=x",
    "Reddit": f"https://out.reddit.com/t3_abc?url={ESC}&token=x",
    "Steam": f"https://steamcommunity.com/linkfilter/?u={ESC}",
    "VK": f"https://vk.com/away.php?to={ESC}",
    "Slack": f"https://slack-redir.net/link?url={ESC}",
    "Bing": f"https://www.bing.com/ck/a?!&&p=1&u=a1{URL64}&ntb=1",
    "DuckDuckGo": f"https://duckduckgo.com/l/?uddg={ESC}&rut=1",
    "Yahoo": f"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU={ESC}/RK=2/RS=x-",
    "Tumblr": f"https://t.umblr.com/redirect?z={ESC}&t=x",
    "href.li": f"https://href.li/?{PAGE}",
    "Disqus": f"https://disq.us/url?url={ESC}%3AAbCdEfGhIjKlMnOpQrStUvWxYz&cuid=1",
    "Rakuten": f"https://click.linksynergy.com/deeplink?id=1&mid=2&murl={ESC}",
    "AMP viewer": "https://www.google.com/amp/s/www.example.org/a?b=1",
    "AMP cache": "https://www-example-org.cdn.ampproject.org/c/s/www.example.org/a?b=1",
    "AMP cache, a picture": "https://www-example-org.cdn.ampproject.org/ii/w1000/s/www.example.org/a?b=1",
    "Google Translate": "https://www-example-org.translate.goog/a?b=1&_x_tr_sl=de&_x_tr_tl=en",
    "Google Translate, the old form": f"https://translate.google.de/translate?sl=auto&u={ESC}",
    "Bing Translator": f"https://www.translatetheweb.com/?from=&to=en&a={ESC}",
    "Internet Archive": f"https://web.archive.org/web/20200101000000/{PAGE}",
    "Google Cache": "https://webcache.googleusercontent.com/search?q=cache:abcdefghijkl:www.example.org/a%3Fb%3D1",
    "12ft": f"https://12ft.io/{PAGE}",
    "Jina, no scheme": "https://r.jina.ai/www.example.org/a?b=1",
    "CORS Anywhere": f"https://cors-anywhere.herokuapp.com/{PAGE}",
    "AllOrigins": f"https://api.allorigins.win/raw?url={ESC}",
}  # fmt: skip


@for_each("text", *READ.values(), ids=READ)
def test_link_inside_a_rewritten_link_is_read(text: str) -> None:
    reference = parse(text)
    row = shipped_rewriters().of(reference)
    assert row is not None
    read = inside(row, reference)
    assert read is not None
    assert read.text == PAGE
    assert 0 <= read.start < read.end <= len(text)


OTHERS = {
    "an http page in AMP": ("https://www.google.com/amp/x.test/a", "http://x.test/a"),
    "a hyphen in a translated name": ("https://my--site-test.translate.goog/",
        "https://my-site.test/"),
    "a translated http page": ("https://x-test.translate.goog/a?_x_tr_sch=http&_x_tr_sl=de#f",
        "http://x.test/a#f"),
    "a picture": ("https://i0.wp.com/x.test/a.png?w=300", "https://x.test/a.png"),
    "a Tor gateway": ("http://abcdef.onion.ly/x?y", "http://abcdef.onion/x?y"),
    "a film": ("https://youtu.be/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
    "a place in a film": ("https://youtu.be/dQw4w9WgXcQ?t=4#x",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4#x"),
    "escaped twice": ("https://www.google.com/url?q=http%253A%252F%252Fx.test", "http://x.test"),
    "stars without characters": ("https://urldefense.com/v3/__http://x.test/*__;!!A",
        "http://x.test/*"),
    "too few characters": ("https://urldefense.com/v3/__http://x.test/**__;Iw!!A",
        "http://x.test/#*"),
    "an underscore in Proofpoint 2": (
        "https://urldefense.proofpoint.com/v2/url?u=http-3A__x.test_a-5Fb",
        "http://x.test/a_b",
    ),
}  # fmt: skip


@for_each("text, page", *OTHERS.values(), ids=OTHERS)
def test_special_cases_of_rewritten_links_are_read(text: str, page: str) -> None:
    assert [each.layer.text for each in inspect(text).nested] == [page]


UNREAD = {
    "no parameter": "https://www.google.com/url?sa=t",
    "an empty one": "https://l.facebook.com/l.php?u=",
    "no link in it": "https://www.google.com/url?q=hello",
    "no base64": "https://www.bing.com/ck/a?u=a1!!!!",
    "another kind of Bing": "https://www.bing.com/ck/a?u=zz",
    "no JSON": "https://mandrillapp.com/track/click/1/x?p=bm90aGluZw",
    "no mark": "https://r.search.yahoo.com/_ylt=A/RV=2",
    "no end": "https://urldefense.com/v3/__http:x.test",
    "no begin": "https://urldefense.com/v3/x__;!!",
    "no closing row": "https://url.avanan.click/v2/___",
    "no host in AMP": "https://www.google.com/amp/s/",
    "no kind in AMP": "https://x.cdn.ampproject.org/",
    "no dots in a translated name": "https://x.translate.goog/",
    "a translated name that is packed otherwise": "https://x-y.translate.goog/?_x_tr_enc=1",
    "no cache": "https://webcache.googleusercontent.com/search?q=x",
    "no query": "https://href.li/",
    "no film": "https://youtu.be/playlist?list=abc",
    "no JSON at Customer.io": "https://e.customeriomail.com/e/c/abc/def",
    "a scheme that is none": "https://url.avanan.click/v2/r01/___mxyux://c.yjxy/___.abc",
    "no name before onion": "https://onion.ly/",
    "nothing of Sophos": "https://x.protection.sophos.com/",
    "nothing of Proofpoint 2": "https://urldefense.proofpoint.com/v2/url?d=1",
    "no address at Cisco": "https://secure-web.cisco.com/1abc",
}


@for_each("text", *UNREAD.values(), ids=UNREAD)
def test_unreadable_rewritten_link_has_no_nested_link(text: str) -> None:
    assert [each for each in inspect(text).nested if each.layer.via == "rewriter"] == []


OPAQUE = [
    "https://protect-us.mimecast.com/s/AbC?domain=example.com",
    "https://url.us.m.mimecastprotect.com/s/AbC", "https://u1.ct.sendgrid.net/ls/click?upn=abc",
    "https://x.us1.list-manage.com/track/click?u=1&id=2&e=3", "https://x1.mjt.lu/lnk/AbC/1/d",
    "https://url.avanan.click/v2/r01/___mxyux://c.yjxy/___.abc",
]  # fmt: skip


@for_each("text", *OPAQUE)
def test_destination_known_only_to_the_service_is_reported(text: str) -> None:
    verdict = inspect(text).verdict
    assert " first" in verdict.headline
    assert verdict.headline.endswith("; the destination is not in the link")
    assert verdict.final_host is None


NOT_THEIRS = [
    "https://safelinks.protection.outlook.com.evil.test/?url=http://x.test",
    "https://www.google.evil.test/url?q=http://x.test",
    "https://www.google.com.evil.test/url?q=http://x.test",
    "https://www.google.com/search?q=http://x.test",
    "https://google/url?q=http://x.test", "https://www.google.icu/url?q=http://x.test",
    "https://www.google.xyz/url?q=http://x.test", "https://www.google.com/urlx?q=http://x.test",
    "https://www.google.com/url/x?q=http://x.test",
    "https://www.facebook.com/l.phpx?u=http://x.test",
    "https://translate.yandex.top/translate?url=http://x.test",
    "https://translate.google.zip/translate?u=http://x.test",
    "https://" + "a." * 200 + "translate.goog/",
    "mailto:www.google.com/url?q=http://x.test",
]  # fmt: skip


@for_each("text", *NOT_THEIRS)
def test_other_hosts_do_not_match_a_service(text: str) -> None:
    assert shipped_rewriters().of(parse(text)) is None


@for_each("tail", "", "/", "/?", "?")
def test_front_page_of_a_rewriter_is_no_redirect(tail: str) -> None:
    headline = inspect(f"https://hubspotlinks.com{tail}").verdict.headline
    assert headline == "Goes to hubspotlinks.com"


def test_claimed_domain_is_reported_as_claimed() -> None:
    [first, *_] = inspect("https://protect-us.mimecast.com/s/AbC?domain=example.com").findings
    assert first.message.endswith("The link claims that the destination is on example.com.")


def test_suffixes_of_rewriters_are_expanded_to_hosts() -> None:
    text = """
    [suffixes]
    ours = ["example", "co.example"]
    [[rewriter]]
    name = "Ours"
    kind = "redirector"
    hosts = ["go.ours.*"]
    path = "/a*"
    """
    [row] = rows_from(text)
    assert row.hosts == ("go.ours.example", "go.ours.co.example")
    assert Rewriters([row]).find("go.ours.co.example", "/abc") == row
    assert Rewriters([row]).find("go.ours.co.example", "/b") is None


@for_each(
    "query", "outlook.com/?url=paypal.com.evil.test%2Flogin",
    "outlook.com/?url=https%3A%2F%2Fwww.paypal.com%40evil.test%2F",
    "outlook.com/?url=https%3A%2F%2Fgood.test&data=paypal.com",
)  # fmt: skip
def test_destination_in_the_link_of_a_service_is_not_called_text_after_the_site(query: str) -> None:
    text = f"https://eur01.safelinks.protection.{query}"
    assert "hostlike-in-query" not in {each.code for each in inspect(text).findings}
    elsewhere = text.replace("outlook.com", "outlook.test")
    assert "hostlike-in-query" in {each.code for each in inspect(elsewhere).findings}


def test_rewriter_hosts_ignore_case_and_a_final_dot() -> None:
    assert shipped_rewriters().of(parse("https://WWW.Google.COM./url?q=http://x.test")) is not None


def test_custom_rewriter_row_takes_precedence() -> None:
    own = Rewriter("Ours", "redirector", ("out.corp.example",), "/go", parameters=("target",))
    text = "https://out.corp.example/go?target=https%3A%2F%2Fevil.test%2F"
    assert (
        inspect(text).verdict.headline
        == "Names corp.example (reserved for examples); can send you on to evil.test"
    )
    verdict = inspect(text, rewriters=rewriters([own])).verdict
    assert verdict.headline == "Names evil.test (reserved for tests), via Ours"
    assert verdict.final_host == "evil.test"
    assert rewriters() is shipped_rewriters()


def test_rewriter_row_is_read_from_a_file() -> None:
    text = """
    [[rewriter]]
    name = "Ours"
    kind = "opaque"
    hosts = ["*.corp.example"]
    """
    [row] = rows_from(text)
    assert (row.name, row.decoder, row.follows) == ("Ours", "opaque", True)
    assert Rewriters([row]).find("a.corp.example", "/") == row
    assert Rewriters([row]).find("corp.example", "/") is None


WRONG = {
    "a field": ('name = "A"\nkind = "proxy"\nhosts = ["a"]\nhost = "b"',
        "A: unknown fields: host"),
    "suffixes of nobody": ('name = "A"\nkind = "proxy"\nhosts = ["www.a.*"]',
        "A: no suffixes are listed for a"),
    "a kind": ('name = "A"\nkind = "x"\nhosts = ["a"]', "A: kind must be one of"),
    "a decoder": ('name = "A"\nkind = "proxy"\nhosts = ["a"]\ndecoder = "x"',
        "A: decoder must be one of"),
    "no hosts": ('name = "A"\nkind = "proxy"', "A: \"name\" and \"hosts\" are required"),
    "no name": ('kind = "proxy"\nhosts = ["a"]',
        "a row without a name: \"name\" and \"hosts\" are required"),
    "a text for a list": ('name = "A"\nkind = "proxy"\nhosts = "a"',
        "A: hosts must be a list of strings"),
    "a list for a text": ('name = "A"\nkind = "proxy"\nhosts = ["a"]\npath = ["b"]',
        "A: path must be a string"),
}  # fmt: skip


@for_each("row, told", *WRONG.values(), ids=WRONG)
def test_invalid_rewriter_row_is_reported(row: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        rows_from(f"[[rewriter]]\n{row}")


def test_rewriter_table_has_version_date_and_every_kind() -> None:
    text = shipped_text("lists/rewriters.toml")
    assert 'version = "' in text
    assert 'date = "' in text
    rows = shipped_rewriters().rows
    assert {row.kind for row in rows} == set(KINDS)
    assert {row.decoder for row in rows} == set(DECODERS)
    assert all(host == host.lower() for row in rows for host in row.hosts)
