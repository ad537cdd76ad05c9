"""Findings about nested links have the right positions and severities."""

from base64 import b64encode

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.facts import Facts
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.nested import leads_on, redirects
from uriinspector.analysis.rules import nested_links
from uriinspector.analysis.rules.nested_links import is_card
from uriinspector.analysis.unpack import decode_escapes, decoded_run, depth, from_base64, from_hex
from uriinspector.analysis.values.walk import decoded_values
from uriinspector.core.parse import parse

RULES = {rule.code: rule for rule in nested_links.RULES}
SAFE = "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fx.test"
MAIL = "carol@corp.example"
MAIL64 = b64encode(MAIL.encode()).decode()
TICKET = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"


def hits_of(code: str, text: str) -> list[tuple[str, str]]:
    """Return the severities and the marked texts of one rule's findings."""
    return [
        (each.severity, text[each.start : each.end])
        for each in inspect(text).findings
        if each.code == code
    ]


SAID = {
    "a link in a query": ("nested-uri", "https://a.test/?x=http://b.test",
        [("info", "http://b.test")]),
    "two links": ("nested-uri", "https://a.test/?x=http://b.test&y=ftp://c.test",
        [("info", "http://b.test"), ("info", "ftp://c.test")]),
    "a link in base64": ("nested-uri", "https://a.test/?x=aHR0cDovL2IudGVzdC8",
        [("info", "aHR0cDovL2IudGVzdC8")]),
    "a redirect": ("open-redirect", "https://a.test/?next=//b.test/", [("low", "//b.test/")]),
    "a redirect in a fragment": ("open-redirect", "https://a.test/#/go?to=https://b.test/",
        [("low", "https://b.test/")]),
    "a redirect to code": ("open-redirect", "https://a.test/?next=javascript:alert(1)",
        [("high", "javascript:alert(1)")]),
    "a redirect at an address": ("open-redirect", "http://192.0.2.1/?next=http://192.0.2.2/",
        [("low", "http://192.0.2.2/")]),
    "a redirect to nowhere": ("open-redirect", "https://a.test/?next=http://b%20c/",
        [("medium", "http://b%20c/")]),
    "the same site": ("open-redirect", "https://www.a.com/?next=https://b.a.com/", []),
    "the same address": ("open-redirect", "http://192.0.2.1/?next=http://192.0.2.1/x", []),
    "a way back that is registered": ("open-redirect",
        "https://a.test/?redirect_uri=https://b.test/", []),
    "a name that means nothing": ("open-redirect", "https://a.test/x?u=https://b.test/", []),
    "the same name where one leaves": ("open-redirect", "https://a.test/out?u=https://b.test/",
        [("low", "https://b.test/")]),
    "a mail": ("open-redirect", "https://a.test/?next=mailto:a@b.test", []),
    "a service goes on by its trade": ("open-redirect", SAFE, []),
    "a service": ("rewriter", SAFE, [("info", "eur01.safelinks.protection.outlook.com")]),
    "a service with nothing inside": ("rewriter", "https://www.google.com/url?sa=t", []),
    "an opaque service": ("rewriter", "https://protect-us.mimecast.com/s/Ab?domain=x.test",
        [("info", "protect-us.mimecast.com")]),
    "an archive is no rewriter": ("rewriter", "https://web.archive.org/web/2020/http://x.test", []),
    "a translation": ("proxy-host", "https://x-test.translate.goog/?_x_tr_sl=de",
        [("info", "x-test.translate.goog")]),
    "an AMP cache": ("proxy-host", "https://x-test.cdn.ampproject.org/c/s/x.test/",
        [("info", "x-test.cdn.ampproject.org")]),
    "an archive": ("proxy-host", "https://web.archive.org/web/2020/http://x.test",
        [("info", "web.archive.org")]),
    "a rewriter is no proxy": ("proxy-host", SAFE, []),
    "a password": ("sensitive-info", "https://a.test/?password=hunter2", [("medium", "hunter2")]),
    "a password, capitals": ("sensitive-info", "https://a.test/?x=1&PWD=hunter2#f",
        [("medium", "hunter2")]),
    "an empty password": ("sensitive-info", "https://a.test/?password=&x=1", []),
    "a token": ("sensitive-info", "https://a.test/#access_token=ya29A0AR&x=1",
        [("low", "ya29A0AR")]),
    "a word for a token": ("sensitive-info", "https://a.test/?token=no", []),
    "a session": ("sensitive-info",
        "https://a.test/a.jsp;jsessionid=1A530637289A03B07199A44E8D531427",
        [("low", "1A530637289A03B07199A44E8D531427")]),
    "a ticket": ("sensitive-info", f"https://a.test/?t={TICKET}", [("low", TICKET)]),
    "a ticket under its name": ("sensitive-info", f"https://a.test/?jwt={TICKET}",
        [("low", TICKET)]),
    "a key by its looks": ("sensitive-info", "https://a.test/?k=AKIAIOSFODNN7EXAMPLE",
        [("low", "AKIAIOSFODNN7EXAMPLE")]),
    "a card": ("sensitive-info", "https://a.test/?card=4111-1111-1111-1111",
        [("medium", "4111-1111-1111-1111")]),
    "no card": ("sensitive-info", "https://a.test/?card=4111111111111112", []),
    "matrix parameters": ("sensitive-info", "https://a.test/cars;color=red", []),
    "a mail in the query": ("recipient-id", "https://a.test/?e=carol%40corp.example",
        [("low", "carol%40corp.example")]),
    "a mail, escaped twice": ("recipient-id", "https://a.test/?e=carol%2540corp.example",
        [("low", "carol%2540corp.example")]),
    "a mail in the path": ("recipient-id", f"https://a.test/x/{MAIL}", [("low", MAIL)]),
    "a mail in the fragment": ("recipient-id", f"https://a.test/#{MAIL}", [("medium", MAIL)]),
    "a mail in base64": ("recipient-id", f"https://a.test/?id={MAIL64}", [("low", MAIL64)]),
    "a mail in base64 in the fragment": ("recipient-id", f"https://a.test/#{MAIL64}",
        [("medium", MAIL64)]),
    "a mail in hexadecimal": ("recipient-id", f"https://a.test/?id={MAIL.encode().hex()}",
        [("low", MAIL.encode().hex())]),
    "a mail in a service's field": ("recipient-id",
        f"{SAFE}&data=05%7C01%7Ccarol%40corp.example%7C0", [("low", "carol%40corp.example")]),
    "a service's field": ("recipient-id", f"{SAFE}&data=05%7C01&x=1", [("low", "05%7C01")]),
    "a first field": ("recipient-id",
        "https://urldefense.proofpoint.com/v1/url?r=abc&u=http://x.test", [("low", "abc")]),
    "a count of recipients": ("recipient-id", "https://a.test/?mc_eid=0a1b2c",
        [("info", "0a1b2c")]),
    "a mail inside of another link is that link's": ("recipient-id",
        "https://a.test/?u=https%3A%2F%2Fpaypal.com%40evil.test%2F", []),
    "an account": ("recipient-id", "https://mastodon.test/@carol@social.test/1", []),
    "a picture for fine screens": ("recipient-id", "https://a.test/logo@2x.png", []),
    "a picture with a name": ("recipient-id", "https://a.test/logo@large.x.png", []),
    "a version": ("recipient-id", "https://unpkg.com/vue@3.4.21/dist/vue.js", []),
    "an email": ("recipient-id", f"mailto:{MAIL}", []),
    "an identifier": ("recipient-id", "https://a.test/3f2504e0-4f89-11d3-9a0c-0305e82c3301", []),
}  # fmt: skip


@for_each("code, text, findings", *SAID.values(), ids=SAID)
def test_nested_link_finding_has_severity_and_position(
    code: str, text: str, findings: list[tuple[str, str]]
) -> None:
    assert hits_of(code, text) == findings


def test_every_nesting_layer_is_reported() -> None:
    text = "https://a.test/?x=http://b.test&y=https%3A%2F%2Fc.test#ftp://d.test"
    assert len(inspect(text).nested) == len(hits_of("nested-uri", text)) == 3


WITHOUT = {
    "a parameter": (f"https://a.test/x?a=1&e={MAIL}&b=2#f", "https://a.test/x?a=1&b=2#f"),
    "the only parameter": (f"https://a.test/x?e={MAIL}", "https://a.test/x"),
    "the fragment": (f"https://a.test/x?a=1#{MAIL}", "https://a.test/x?a=1"),
    "a pair of the fragment": (f"https://a.test/#a=1&e={MAIL}", "https://a.test/#a=1"),
    "several": (f"https://a.test/?e={MAIL}&mc_eid=12345&a=1#{MAIL64}", "https://a.test/?a=1"),
    "a service's field": (f"{SAFE}&data=05%7C01&sdata=x", f"{SAFE}&sdata=x"),
}


@for_each("text, rest", *WITHOUT.values(), ids=WITHOUT)
def test_fix_removes_recipient_data(text: str, rest: str) -> None:
    fixes = {
        each.fix.text for each in inspect(text).findings if each.code == "recipient-id" and each.fix
    }
    assert fixes == {rest}


def test_path_with_recipient_data_has_no_fix() -> None:
    assert [
        each.fix
        for each in inspect(f"https://a.test/{MAIL}").findings
        if each.code == "recipient-id"
    ] == [None]


def test_fix_shows_the_nested_link() -> None:
    finding = next(each for each in inspect(SAFE).findings if each.code == "rewriter")
    assert [SAFE[each.start : each.end] for each in finding.also] == ["https%3A%2F%2Fx.test"]
    assert finding.fix is not None
    assert finding.fix.title == "Show the link inside"
    assert finding.fix.text == "https://x.test"


@for_each("code", *RULES)
def test_nested_link_rules_have_texts_and_sources(code: str) -> None:
    rule = RULES[code]
    assert rule.title
    assert rule.cites
    assert all(text.endswith((".", "{inner}")) for text in rule.texts.values())


def test_ordinary_links_have_no_nested_findings() -> None:
    for text in ("https://example.com/a/b.html", "https://example.com/?id=5&lang=en#top"):
        assert not {each.code for each in inspect(text).findings} & set(RULES)


@for_each(
    "name, path, known, leads",
    ("url", "/", True, True), ("return_to", "/", True, True), ("redirect_uri", "/", True, False),
    ("u", "/out", True, True), ("u", "/outside", True, False), ("q", "/search", False, False),
    ("color", "/go", False, False),
    *((each, "/", True, False) for each in ("u", "to", "link", "href", "site", "view", "z")),
    *((each, "/", False, False) for each in ("q", "a", "d", "l", "r")),
)  # fmt: skip
def test_redirect_parameters_are_recognized_by_name(
    name: str, path: str, known: bool, leads: bool
) -> None:
    assert redirects(name) is known
    assert leads_on(name, path) is leads


@for_each(
    "value, is_one",
    ("4111111111111111", True), ("4111 1111 1111 1111", True), ("4111%201111%201111%201111", True),
    ("378282246310005", True), ("4111111111111112", False), ("411111", False), ("4" * 100, False),
    ("\u0664111111111111111", False),
)  # fmt: skip
def test_card_number_is_recognized_by_its_check_digit(value: str, is_one: bool) -> None:
    assert is_card(value) is is_one


DECODED = {
    "version 1": ("https://a.test/6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "UUID version 1, created 1998-02-04T22:13:53.1511824Z, MAC address 00:c0:4f:d4:30:c8"),
    "version 4": ("https://a.test/?id=919108f7-52d1-4320-9bac-f847db4148a8", "UUID version 4"),
    "version 6": ("https://a.test/1EC9414C-232A-6B00-B3C8-9F6BDECED846",
        "UUID version 6, created 2022-02-22T19:22:22.0000000Z, random node ID 9f:6b:de:ce:d8:46"),
    "version 7": ("https://a.test/#017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "UUID version 7, created 2022-02-22T19:22:22.000Z"),
    "an older kind": ("https://a.test/6ba7b810-9dad-11d1-00b4-00c04fd430c8",
        "UUID, reserved variant"),
    "a time": ("https://a.test/?t=1700000000&x", "2023-11-14T22:13:20.000Z if read as a Unix time"),
    "a time in thousandths": ("https://a.test/1700000000123",
        "2023-11-14T22:13:20.123Z if read as a Unix time"),
}  # fmt: skip


@for_each("text, meaning", *DECODED.values(), ids=DECODED)
def test_identifiers_and_times_are_decoded(text: str, meaning: str) -> None:
    [value] = decoded_values(parse(text))
    assert value.meaning == meaning
    assert value.to_dict()["kind"] == value.kind


def test_other_numbers_are_not_times() -> None:
    assert decoded_values(parse("https://a.test/12345?x=9999999999&y=2999999999999999")) == ()
    assert decoded_values(parse("https://a.test/?t=2999999999&u=2999999999999")) != ()
    assert len(decoded_values(parse("https://a.test/" + "1700000000/" * 100))) == 64


PEELED = [
    ("a", 1, "a"), ("%41", 0, "%41"), ("%41", 1, "A"), ("%2541", 1, "%41"), ("%2541", 2, "A"),
    ("%252541%41", 2, "%41A"), ("%25", 1, "%"), ("%2525", 2, "%"), ("%C3%A4%E4", 1, "Ã¤ä"),
    ("%C3%A4", 1, "ä"), ("%25C3%25A4", 2, "ä"), ("100%", 1, "100%"), ("%zz", 1, "%zz"),
]  # fmt: skip


@for_each("text, times, plain", *PEELED)
def test_nested_escapes_are_decoded_repeatedly(text: str, times: int, plain: str) -> None:
    assert decode_escapes(text, times) == plain


def test_decoded_characters_keep_their_positions() -> None:
    text = "x%C3%A4y%2541%"
    found = decoded_run(text)
    assert found.text == "xäy%41%"
    places = [text[slice(*found.place(at, at + 1))] for at in range(len(found.text))]
    assert "".join(places) == text
    assert places[1] == "%C3%A4"
    assert found.place(3, 6) == (8, 13)


@for_each("escape, times", ("%41", 1), ("%2541", 2), ("%252541", 3))
def test_escape_depth_is_counted(escape: str, times: int) -> None:
    assert depth(escape) == times


@for_each(
    "value, text",
    ("YWJj", "abc"), ("YWI=", "ab"), ("YWI", "ab"), ("YWI%3D", "ab"), ("a", None), ("/w==", None),
    ("AAAA", None), ("a b", None), ("YQ" * 10_000, None), ("w6Q", "ä"),
)  # fmt: skip
def test_base64_decodes_to_text_or_none(value: str, text: str | None) -> None:
    assert from_base64(value) == text


@for_each("value, text", ("616263", "abc"), ("61626", None), ("ff", None), ("x", None))
def test_hexadecimal_decodes_to_text_or_none(value: str, text: str | None) -> None:
    assert from_hex(value) == text


HOSTILE = [
    "a@", "a@b.", "%40a.", "&password=", "eyJ.eyJ", "AIza", "ab@", "25", "&e=YUBiLmRl", "40", "-",
    "&uid=1234", "1700000000/",
]  # fmt: skip


@for_each("frame", "http://h.test/{}", "http://h.test/?{}", "http://h.test/#{}")
@for_each("piece", *HOSTILE)
def test_nested_link_rules_take_linear_time(piece: str, frame: str) -> None:
    def work(text: str) -> None:
        facts = Facts(parse(text))
        for rule in RULES.values():
            list(rule.apply(facts))
        decoded_values(facts.reference)

    def text(size: int) -> str:
        return frame.replace("{}", piece * (size // len(piece)))

    assert is_linear_over(work, text, 4_000)
