"""mailto: the examples of RFC 1738, RFC 2368 and RFC 6068, and dangerous links."""

from hypothesis import given

from tests.core.schemes.rows import (
    BRISK,
    actions,
    dossier,
    everything_holds,
    faults,
    fields,
    notes,
    tails,
)
from tests.core.schemes.scheme_results import dossier as dossier_1994
from tests.core.schemes.scheme_results import notes as notes_of
from tests.for_each import for_each
from uriinspector.core.compare import compare

LATER = ["1997", "2003", "2005"]
every_later_edition = for_each("edition", *LATER)
OPEN, NOTHING = "open a new message", "nothing"

# The examples of RFC 6068 2 and 6: fields, and what the new message shows.
EXAMPLES = {
    "mailto:chris@example.com": ([("to", "chris@example.com")], ["show To: chris@example.com"]),
    "mailto:infobot@example.com?subject=current-issue": (
        [("to", "infobot@example.com"), ("subject", "current-issue")],
        ["show To: infobot@example.com", "show Subject: current-issue"],
    ),
    "mailto:infobot@example.com?body=send%20current-issue": (
        [("to", "infobot@example.com"), ("body", "send current-issue")],
        ["show To: infobot@example.com", "show Body: send current-issue"],
    ),
    "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index": (
        [("to", "infobot@example.com"), ("body", "send current-issue\r\nsend index")],
        ["show To: infobot@example.com", r"show Body: send current-issue\r\nsend index"],
    ),
    "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E": (
        [("to", "list@example.org"), ("in-reply-to", "<3469A91.D10AF4C@example.com>")],
        ["show To: list@example.org", "show In-reply-to: <3469A91.D10AF4C@example.com>"],
    ),
    "mailto:majordomo@example.com?body=subscribe%20bamboo-l": (
        [("to", "majordomo@example.com"), ("body", "subscribe bamboo-l")],
        ["show To: majordomo@example.com", "show Body: subscribe bamboo-l"],
    ),
    "mailto:joe@example.com?cc=bob@example.com&body=hello": (
        [("to", "joe@example.com"), ("cc", "bob@example.com"), ("body", "hello")],
        ["show To: joe@example.com", "show Cc: bob@example.com", "show Body: hello"],
    ),
    "mailto:addr1@an.example,addr2@an.example": (
        [("to", "addr1@an.example"), ("to", "addr2@an.example")],
        ["show To: addr1@an.example, addr2@an.example"],
    ),
    "mailto:?to=addr1@an.example,addr2@an.example": (
        [("to", "addr1@an.example"), ("to", "addr2@an.example")],
        ["show To: addr1@an.example, addr2@an.example"],
    ),
    "mailto:addr1@an.example?to=addr2@an.example": (
        [("to", "addr1@an.example"), ("to", "addr2@an.example")],
        ["show To: addr1@an.example, addr2@an.example"],
    ),
    "mailto:gorby%25kremvax@example.com": ([("to", "gorby%kremvax@example.com")],
        ["show To: gorby%kremvax@example.com"]),
    "mailto:unlikely%3Faddress@example.com?blat=foop": (
        [("to", "unlikely?address@example.com"), ("blat", "foop")],
        ["show To: unlikely?address@example.com", "show Blat: foop"],
    ),
    "mailto:Mike%26family@example.org": ([("to", "Mike&family@example.org")],
        ["show To: Mike&family@example.org"]),
    "mailto:%22not%40me%22@example.org": ([("to", '"not@me"@example.org')],
        ['show To: "not@me"@example.org']),
    "mailto:%22oh%5C%5Cno%22@example.org": ([("to", r'"oh\\no"@example.org')],
        [r'show To: "oh\\\\no"@example.org']),
    "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org": (
        [("to", r'"\\\"it' + "'" + r's\ ugly\\\""@example.org')],
        [r'show To: "\\\\\\"it' + "'" + r's\\ ugly\\\\\\""@example.org'],
    ),
    "mailto:user@example.org?subject=caf%C3%A9": (
        [("to", "user@example.org"), ("subject", "caf\u00e9")],
        ["show To: user@example.org", r"show Subject: caf\xc3\xa9"],
    ),
    "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D": (
        [("to", "user@example.org"), ("subject", "=?utf-8?Q?caf=C3=A9?=")],
        ["show To: user@example.org", "show Subject: =?utf-8?Q?caf=C3=A9?="],
    ),
    "mailto:user@example.org?subject=%3D%3Fiso-8859-1%3FQ%3Fcaf%3DE9%3F%3D": (
        [("to", "user@example.org"), ("subject", "=?iso-8859-1?Q?caf=E9?=")],
        ["show To: user@example.org", "show Subject: =?iso-8859-1?Q?caf=E9?="],
    ),
    "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9": (
        [("to", "user@example.org"), ("subject", "caf\u00e9"), ("body", "caf\u00e9")],
        ["show To: user@example.org", r"show Subject: caf\xc3\xa9", r"show Body: caf\xc3\xa9"],
    ),
    "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO": (
        [("to", "user@\u7d0d\u8c46.example.org"), ("subject", "Test"), ("body", "NATTO")],
        [r"show To: user@\xe7\xb4\x8d\xe8\xb1\x86.example.org", "show Subject: Test",
            "show Body: NATTO"],
    ),
}  # fmt: skip


@every_later_edition
@for_each("text", *EXAMPLES)
def test_mailto_examples_of_rfc_6068_are_described(text: str, edition: str) -> None:
    found, shown = EXAMPLES[text]
    answer = dossier(text, edition)
    assert fields(answer) == found
    assert actions(answer) == [OPEN, *shown, NOTHING]
    assert answer.valid
    assert notes(text, edition, level="danger") == []


def test_mailto_header_name_is_decoded() -> None:
    assert fields(dossier("mailto:?b%43c=a@b")) == [("bcc", "a@b")]
    assert fields(dossier("mailto:?x%0A=a")) == [(r"x\n", "a")]


@every_later_edition
@for_each(
    "text, found",
    # to = addr-spec *("," addr-spec )
    ("mailto:,a@b", [("to", "")]),
    ("mailto:a@b,,c@d", [("to", "")]),
    ("mailto:a@b,,,,", [("to", ",,,")]),
    # hfields = "?" hfield *( "&" hfield )
    ("mailto:?", [("hfield", "")]),
    ("mailto:?a=b&&c=d", [("hfield", "")]),
    ("mailto:?a=b&&&", [("hfield", "&&")]),
    # hfield = hfname "=" hfvalue
    ("mailto:?subject", [("hfield", "")]),
    ("mailto:?subject&a=b", [("hfield", "")]),
    # hfname and hfvalue
    ("mailto:?a/b=c", [("hfname", "/")]), ("mailto:?a|b=c", [("hfname", "|")]),
    ("mailto:?a%=c", [("hfname", "%")]), ("mailto:?%FF=c", [("hfname", "%FF")]),
    ("mailto:?a=b c", [("hfvalue", " ")]), ("mailto:?a=%zz", [("hfvalue", "%")]),
    ("mailto:?a=b%E9c%C3", [("hfvalue", "%E9"), ("hfvalue", "%C3")]),
    ("mailto:?a=%41%E9%E8%41", [("hfvalue", "%E9%E8")]),
    ("mailto:joe@example.com?cc=bob@example.com?body=hello", [("hfvalue", "?"), ("hfvalue", "=")]),
    # addr-spec = local-part "@" domain
    ("mailto:joe", [("addr-spec", "")]), ("mailto:joe@", [("addr-spec", "")]),
    ("mailto:@b", [("addr-spec", "")]), ("mailto:a@b@c", [("addr-spec", "@")]),
    ("mailto:a%40b@c", [("addr-spec", "%40")]), ("mailto:%FF@b", [("addr-spec", "%FF")]),
    # characters that must be escaped
    ("mailto:a b@c", [("addr-spec", " ")]),
    ("mailto:a;b@c", [("addr-spec", ";")]),
    ("mailto:a&b=c@d", [("addr-spec", "&"), ("addr-spec", "=")]),
    ("mailto:a/b@c", [("addr-spec", "/")]),
    ("mailto://a@b", [("addr-spec", "//")]),
    ("mailto:caf\u00e9@b", [("addr-spec", "\u00e9")]),
    ("mailto:a%@b", [("addr-spec", "%")]),
    ("mailto:%22a,b%22@c", [("addr-spec", ",")]),
    # dot-atom-text
    ("mailto:.a@b", [("addr-spec", ".")]),
    ("mailto:a..b@c", [("addr-spec", "..")]),
    ("mailto:a.@b.", [("addr-spec", "."), ("addr-spec", ".")]),
    ("mailto:a(b)@c", [("addr-spec", "("), ("addr-spec", ")")]),
    ("mailto:a%20b@c%3A", [("addr-spec", "%20"), ("addr-spec", "%3A")]),
    ("mailto:a%2C%2Cb@c", [("addr-spec", "%2C%2C")]),
    # quoted-string
    ("mailto:%22a@b", [("addr-spec", ""), ("addr-spec", "")]),
    ("mailto:%22a%22b@c", [("addr-spec", "b")]),
    ("mailto:%22a%22b", [("addr-spec", "b"), ("addr-spec", "")]),
    ("mailto:%22a%22", [("addr-spec", "")]),
    ("mailto:%22a%20b%22@c", [("addr-spec", "%20")]),
    ("mailto:%22a%0Ab%5C%22@c", [("addr-spec", "%0A"), *[("addr-spec", "")] * 2]),
    # domain = dot-atom-text / "[" *dtext-no-obs "]"
    ("mailto:a@%5B::1", [("addr-spec", "")]),
    ("mailto:a@%5B1%5C2%5D", [("addr-spec", "%5C")]),
    ("mailto:a@%5B1%5Dx", [("addr-spec", "x")]),
    # the fragment follows the generic syntax
    ("mailto:a@b#x^", [("fragment", "^")]),
)  # fmt: skip
def test_faults_of_mailto_links_are_reported(
    text: str, found: list[tuple[str, str]], edition: str
) -> None:
    answer = faults(text, edition)
    if "#" in text:
        assert [where for _, where in answer] == [where for _, where in found]
    else:
        assert answer == found


@for_each(
    "text",
    "mailto:a@%5BIPv6:::1%5D", "mailto:!$'*+-_~@a", "mailto:%E2%82%AC@%C3%A9.example",
    "mailto:%22%E2%82%AC%22@b", "mailto:?=", "mailto:?a=!$'()*+,;:@",
)  # fmt: skip
def test_valid_mailto_links_have_no_faults(text: str) -> None:
    assert faults(text) == []


@for_each(
    "text, code, where",
    ("mailto:a@b?subject=x%0D%0ABcc:%20c@d", "header-injection", "x%0D%0ABcc:%20c@d"),
    ("mailto:a@b?subject=x%0Ay", "header-injection", "x%0Ay"),
    ("mailto:a@b?cc=x@y%00", "header-injection", "x@y%00"),
    ("mailto:a@b%0D%0Abcc:c@d", "header-injection", "a@b%0D%0Abcc:c@d"),
    ("mailto:a@b?x%0D%0Abcc=c@d", "header-injection", "x%0D%0Abcc"),
    ("mailto:a@b?bcc=c@d,e@f", "hidden-recipients", "c@d,e@f"),
    ("mailto:a@b?B%43C=c@d", "hidden-recipients", "c@d"),
    ("mailto:a@b?amp;bcc=c@d", "hidden-recipients", "c@d"),
    ("mailto:a@b?attach=%2Fetc%2Fpasswd", "attachment", "%2Fetc%2Fpasswd"),
    ("mailto:a@b?Attachment=x", "attachment", "x"),
    ("mailto:a@b?from=c@d", "unsafe-field", "c@d"),
    ("mailto:a@b?Resent-To=c@d", "unsafe-field", "c@d"),
    ("mailto:a@b?content-type=text%2Fhtml", "unsafe-field", "text%2Fhtml"),
    ("mailto:a@b?body=%00", "escaped-control", "%00"),
)
def test_dangerous_mailto_links_have_danger_notes(text: str, code: str, where: str) -> None:
    assert notes(text, level="danger") == [(code, where)]


@for_each(
    "text, code, where",
    ("mailto://a@b", "slashes", "//"),
    ("mailto:a@b%2Cc@d", "escaped-comma", "%2C"),
    ("mailto:?cc=addr1%2C%20addr2", "escaped-comma", "%2C"),
    ("mailto:joe@an.example?cc=bob@an.example&amp;body=hello", "html-ampersand", "amp;"),
    ("mailto:a@b?=x", "no-name", ""),
    ("mailto:a@b?subject=x&subject=y", "repeated", "y"),
    ("mailto:a@b?body=x&Body=y", "repeated", "y"),
    ("mailto:a@b?body=x%0Ay", "line-end", "x%0Ay"),
    ("mailto:a@b?body=x%0D%0A%0D", "line-end", "x%0D%0A%0D"),
    ("mailto:a@b?body=%1B", "escaped-control", "%1B"),
    ("mailto:a@b?subject=%1B", "escaped-control", "%1B"),
    ("mailto:a@b#c", "fragment", "#c"),
)
def test_unusual_mailto_links_have_notes(text: str, code: str, where: str) -> None:
    assert notes(text, level="unusual") == [(code, where)]


@for_each(
    "text", "mailto:a@b?body=x%0D%0Ay%09z", "mailto:a@b?keywords=x&references=y&cc=c@d&to=e@f",
    "mailto:%22a%2Cb%22@c", "mailto:a+b@c",
)  # fmt: skip
def test_ordinary_mailto_links_have_no_notes(text: str) -> None:
    assert notes(text) == []


@for_each(
    "text, normal",
    ("mailto:Joe@EXAMPLE.COM", "mailto:Joe@example.com"),
    ("MAILTO:A@B,C@D%C3%89?Subject=X@Y#F", "mailto:A@b,C@d%C3%89?Subject=X@Y#F"),
    ("mailto:%22A@B,C%22@D", "mailto:%22A@B,C%22@d"),
    ("mailto:A@B@C,", "mailto:A@B@C,"),
    ("mailto:%22A@B", "mailto:%22A@B"),
)
def test_mailto_domain_is_case_insensitive(text: str, normal: str) -> None:
    assert dossier(text).normal == normal
    assert dossier(normal).normal == normal
    assert compare(text, normal).first_equal is not None
    assert compare("mailto:Joe@b.c", "mailto:joe@b.c").first_equal is None


def test_mailto_links_of_1994_have_no_header_fields() -> None:
    text = "mailto:a@B?Subject=X"
    assert notes(text, "1994") == [("question-mark", "?Subject=X")]
    assert notes("mailto:abc", "1994") == [("no-address", "abc")]
    assert dossier("mailto:abc", "1994").valid
    assert notes("mailto:a%40c", "1994") == []
    assert notes("mailto:", "1994") == []
    assert notes("mailto:a%25b@c", "1994") == [("gateway", "%25")]
    assert notes("mailto:a%0Ab@c", "1994", level="danger") == [("header-injection", "a%0Ab@c")]
    assert dossier(text, "1994").normal == text
    assert dossier(text, "1994").valid


@BRISK
@given(
    tail=tails("a@B", "%22", '"', "%5C", "\\", ",", "?", "&", "=", "amp;", "bcc", "%0D%0A", "..")
)
def test_describing_mailto_links_never_raises(tail: str) -> None:
    everything_holds(f"mailto:{tail}")
    everything_holds(f"mailto:a@b?subject={tail}")


def test_several_mailto_addresses_are_unusual_in_rfc_1738() -> None:
    assert notes_of(dossier_1994("mailto:a@b.example,c@d.example")) == {"several": "unusual"}
    assert notes_of(dossier_1994("mailto:a@b.example")) == {}
