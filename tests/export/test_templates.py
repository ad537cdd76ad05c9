"""Templates: placeholders, quoting and refused files."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.export.texts import DECEPTIVE, ROUTE
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.export.options import RefusedError
from uriinspector.export.templates import (
    LONGEST,
    MOST_TEMPLATES,
    PLACES,
    QUOTINGS,
    Template,
    fill,
    read_templates,
    shipped_templates,
    templates,
)


def made(text: str, quoting: str = "text") -> Template:
    row = f"title = 'x'\nquoting = '{quoting}'\ntext = {json.dumps(text)}\n"
    return read_templates(f"[template.own]\n{row}")["own"]


def filled(text: str, link: str = ROUTE, quoting: str = "text", date: str | None = None) -> str:
    return fill(made(text, quoting), inspect(link), date=date)


def test_shipped_templates_have_titles_and_quotings() -> None:
    found = shipped_templates()
    assert set(found) == {
        "splunk", "elastic", "sentinel", "virustotal", "urlscan", "sigma", "ticket",
    }  # fmt: skip
    assert all(each.title for each in found.values())
    assert {each.quoting for each in found.values()} <= set(QUOTINGS.values())


@for_each(
    "place, value",
    ("{host}", "bit[.]ly"), ("{site}", "bit[.]ly"), ("{fetched}", "hxxps://bit[.]ly/3xAbCd"),
    ("{severity}", "low"), ("{date}", "2026-11-21"),
    ("{url}", "hxxps://www[.]google[.]com/url?q=https%3A%2F%2Fbit[.]ly%2F3xAbCd&sa=D"),
    ("{defanged}", "hxxps://www[.]google[.]com/url?q=https%3A%2F%2Fbit[.]ly%2F3xAbCd&sa=D"),
    ("{sha256}", sha256(ROUTE.encode()).hexdigest()),
    ("{verdict}", "Goes to bit[.]ly first, via Google; "),
    ("{findings}", "info: Routed through a service (8 to 22)"),
    ("{{host}} {{{host}}}", "{host} {bit[.]ly}"),
)  # fmt: skip
def test_template_placeholder_is_filled(place: str, value: str) -> None:
    assert filled(place, date="2026-11-21").startswith(value)


def test_every_template_placeholder_is_filled_or_missing() -> None:
    text = " ".join(f"{{{place}}}" for place in PLACES)
    assert "{" not in filled(text, DECEPTIVE, date="2026-11-21")
    assert filled("{host} {site} {fetched}", "mailto:a@b.test") == "none none none"
    assert filled("{findings}", "http://www.example.com/") == "none"
    with pytest.raises(RefusedError, match=r"own: this link has no value for \{host\}"):
        filled('"{host}"', "mailto:a@b.test", "splunk")
    with pytest.raises(RefusedError, match=r"own: no date given for \{date\}"):
        filled("{date}")


@for_each(
    "quoting, value, written",
    ("splunk", 'a"b\\c*', 'a\\"b\\\\c*'),
    ("sentinel", 'a"b\\c', 'a\\"b\\\\c'),
    ("elastic", 'a"\\\u202e\U0001f600\U000e0041\n',
        'a\\"\\\\\\u202e\U0001f600\\udb40\\udc41\\u000a'),
    ("lucene", 'a" OR x:"', 'a\\" OR x:\\"'),
    ("json", 'a"\\\u202e\n\u00e9', 'a\\"\\\\\\u202e\\n\\u00e9'),
    ("text", "http://a.test/\n\u202e", "hxxp://a[.]test/‹U+000A›‹U+202E›"),
    ("markdown", "see http://a.test/ *now*", "see `hxxp://a[.]test/ *now*`"),
)  # fmt: skip
def test_template_value_is_escaped_for_its_quotes(quoting: str, value: str, written: str) -> None:
    assert QUOTINGS[quoting].write(value) == written


@for_each("quoting", "splunk", "sentinel")
@for_each("char", "\n", "\u202e", "\u200b", "\x1b")
def test_characters_a_query_cannot_contain_are_refused(quoting: str, char: str) -> None:
    with pytest.raises(RefusedError, match=r"own: \{url\}: U\+.* cannot be written"):
        filled('"{url}"', f"http://a.test/{char}", quoting)


@given(st.text())
def test_json_string_round_trips(text: str) -> None:
    assert json.loads(filled('["{url}"]', text, "json")) == [text]


def test_findings_in_a_query_stay_on_one_line() -> None:
    found = filled('"{findings}"', DECEPTIVE, "splunk")
    assert "\n" not in found
    assert found.count("; ") == 1
    assert filled("{findings}", DECEPTIVE, "markdown").count("\n- ") == 1


@for_each(
    "source, why",
    ("[template", "not valid TOML"),
    ("x = 1", '"x" is unknown here'),
    ("template = 1", r"\[template.NAME\] is missing"),
    ("[template]\na = 1", "a: title, quoting and text must be strings"),
    ("[template.'a b']\ntitle = ''", '"a b": names can contain only'),
    ("[template.a]\ntitle = 1", "a: title, quoting and text must be strings"),
    ("[template.a]\ntitle = ''", "a: quoting is missing"),
    ("[template.a]\ntitle=''\nquoting='text'\ntext=''\nmore=''", "a: more is unknown"),
    ("[template.a]\ntitle=''\nquoting='sql'\ntext=''", 'a: quoting "sql" is unknown; available:'),
)
def test_invalid_template_file_is_refused(source: str, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        read_templates(source)


def test_templates_are_limited_in_length_and_number() -> None:
    with pytest.raises(RefusedError, match="longer than 20,000 characters"):
        made("x" * (LONGEST + 1))
    rows = "".join(f"[template.a{at}]\n" for at in range(MOST_TEMPLATES + 1))
    with pytest.raises(RefusedError, match="more than 200"):
        read_templates(rows)


@for_each(
    "text, why",
    ("{nothing}", r"unknown placeholder \{nothing\}; available: \{host\}, "),
    ("a\n{host.__class__}", "line 2: write a literal brace twice"),
    ("{}", "line 1: write a literal brace"), ("{host", "line 1: write a literal brace"),
    ("}", "line 1: write a literal brace"), ("{0}", "unknown placeholder"),
)  # fmt: skip
def test_unknown_placeholder_is_refused(text: str, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        made(text)


@for_each(
    "text, why",
    ("x={host}", "must be inside double quotes"),
    ("'{host}'", "must be inside double quotes"),
    ('"a" {host} "b"', "must be inside double quotes"),
    ('"a\\" {host}', "a quote is not closed"),
    ('\\"{host}\\"', "must be inside double quotes"),
    ("'\"' {host}", "must be inside double quotes"),
    ('"{host}', "a quote is not closed"),
    ('"a\n{host}"', "a quote is not closed before the end of a line"),
    ('@"{host}"', "has no escapes"),
    ("@'x' \"{host}\"", "has no escapes"),
)
def test_placeholder_outside_quotes_is_refused(text: str, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        made(text, "splunk")
    assert made(text, "text")


@for_each("text", '"{host}"', '"a {host} \\" {site}"', '\'"\' "{host}"', '"\'{host}"')
def test_placeholder_inside_quotes_is_accepted(text: str) -> None:
    assert made(text, "splunk").pieces[1] == "host"


def test_own_templates_are_merged_over_the_shipped_ones() -> None:
    own = "[template.ticket]\ntitle = 'mine'\nquoting = 'text'\ntext = '''\n{host}\n'''\n"
    found = templates(own)
    assert len(found) == len(shipped_templates())
    assert fill(found["ticket"], inspect("http://a.example/")) == "a[.]example\n"
    assert len(templates(own.replace("ticket", "other"))) == len(shipped_templates()) + 1
    assert templates() == shipped_templates()
