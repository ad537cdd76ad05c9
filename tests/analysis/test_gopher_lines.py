"""Gopher requests of one line: injected line ends, and control characters as data."""

from tests.for_each import for_each
from uriinspector import EDITIONS, inspect

CRLF = "%0D%0A"
# A completed form (RFC 1738 3.4.9).
FORM = "gopher://h.test/1a%09b%09%2b%091%0D%0A%2B-1%0D%0Aname%0D%0A.%0D%0A"


def reported(text: str, edition: str = "2005") -> list[tuple[str, str, str]]:
    codes = {"gopher-commands", "encoded-control", "port-unusual", "port-sensitive"}
    findings = inspect(text, edition=edition).findings
    return [(e.code, e.severity, e.cites[0]) for e in findings if e.code in codes]


LINE = [("gopher-commands", "high", "RFC 1738 3.4.1")]


@for_each("edition", *EDITIONS)
@for_each("port", "", ":", ":70", ":070", ":0070")
@for_each("end", "%0A", "%0D", CRLF, "%0a", "%0d%0a", "%0A%0D")
@for_each(
    "item",
    "1a{}b", "1{}", "{}x", "1a?b{}c", "7a%09b{}c", "7a%09{}", "7a?x%09b{}", "1a%09%09!{}x",
    "1a%09b%09+{}", "1a%09b%09+%091x{}",
)  # fmt: skip
def test_line_end_inside_a_gopher_selector_is_an_attack(
    item: str, end: str, port: str, edition: str
) -> None:
    assert reported(f"gopher://h.test{port}/{item.replace('{}', end)}", edition) == LINE


@for_each("edition", *EDITIONS)
@for_each(
    "text",
    FORM,
    FORM.replace("%2B-1", "+-1"),
    "gopher://h.test/7a%09b", "gopher://h.test/1a", "gopher://h.test", "gopher://h.test/0a#%0D%0A",
    "gopher://h.test:070/0a", "prospero://h.test/a%00", "prospero://h.test:1525//pros/a%003;v=1",
    "prospero://h.test/a%00%00", "data:text/plain,a%0D%0Ab%09c", "sms:+15551234567?body=a%0Ab",
    "mailto:a@h.test?body=a%0D%0Ab",
)  # fmt: skip
def test_control_characters_that_a_scheme_allows_are_not_reported(text: str, edition: str) -> None:
    assert reported(text, edition) == []


@for_each("edition", *EDITIONS)
@for_each(
    "text, severity",
    ("gopher://h.test/1a%00b", "low"), ("wais://h.test/d/t/a%00b", "low"), ("data:,%00", "high"),
    ("nntp://h.test/g%0D%0A/1", "high"), ("ftp://h.test/a%0D%0ADELE%20b", "high"),
    ("http://h.test/a%0D%0Ab", "high"), ("prospero://h.test/a%0D%0A", "high"),
    ("sms:+15551234567%0A?body=a", "high"),
)  # fmt: skip
def test_control_characters_that_the_scheme_forbids_are_reported(
    text: str, severity: str, edition: str
) -> None:
    assert {each[:2] for each in reported(text, edition)} == {("encoded-control", severity)}


@for_each("text", "gopher://h.test:25/1a%0D%0Ab", "gopher://h.test:6379/_a%00b")
def test_gopher_line_end_at_another_port_is_reported_as_commands(text: str) -> None:
    findings = {each.code: each for each in inspect(text).findings}
    assert findings["gopher-commands"].severity == "high"
    assert "as a command" in findings["gopher-commands"].message


@for_each("edition", *EDITIONS)
@for_each(
    "text, meaning",
    ("gopher://h.test:70/1", "the default port"), ("gopher://h.test:070/1", "the default port"),
    ("gopher://h.test:71/1", "the default is 70"), ("gopher://h.test/1", "default 70"),
    ("http://h.test:80/", "the default port"), ("https://h.test:0443/", "the default port"),
    ("https://h.test:80/", "the default is 443"), ("ftp://h.test:21/", "the default port"),
    ("wais://h.test:210/d", "the default port"), ("telnet://h.test:23/", "the default port"),
    ("nntp://h.test:119/g/1", "the default port"),
    ("prospero://h.test:1525/a", "the default port"),
)  # fmt: skip
def test_port_in_a_dossier_is_compared_as_a_number(text: str, meaning: str, edition: str) -> None:
    dossier = inspect(text, edition=edition).dossier
    assert dossier
    assert [each.meaning for each in dossier.fields if each.name == "port"] == [meaning]
