"""The contents of reports in every format."""

from importlib import metadata
from urllib.parse import quote

from tests.export.texts import DECEPTIVE, ROUTE
from tests.for_each import for_each
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.versions import head_of, tables
from uriinspector.export.formats import export_as
from uriinspector.export.markdown import prose
from uriinspector.export.options import ExportOptions
from uriinspector.export.report import MOST, fetched, final_inspection, report, site_of

FORMS = ["markdown", "html"]


@for_each("form", *FORMS)
@for_each(
    "text, words",
    (DECEPTIVE, ["Goes to", "10[.]0[.]0[.]1", "not", "private", "7 to 42", "high"]),
    (DECEPTIVE, ["nothing was visited", "RFC 3986", "userinfo-deceptive", "defanged"]),
    (ROUTE, ["Route", "written", "forwarded", "known only to the service", "bit[.]ly"]),
    ("http://ex\u0430mple.com/", ["U+0430", "CYRILLIC SMALL LETTER A at 9", "xn--exmple-4nf"]),
    ("http://a.example/\u202e%zz", ["RIGHT-TO-LEFT OVERRIDE at 17", "18 to 19"]),
    ("http://www.example.co.uk/", ["Registrable domain", "example[.]co[.]uk"]),
    ("http://[x/", ["grammar", "RFC 3986 §3.2.2"]),
    ("mailto:a@b.example", ["Starts an email to", "none"]),
    ("a/b", ["Incomplete link: where it goes depends on the page it is on", "no base was given"]),
)
def test_report_contains_the_expected_text(form: str, text: str, words: list[str]) -> None:
    found = export_as(inspect(text), form)
    assert [word for word in words if word not in found] == []


@for_each("form", *FORMS)
def test_report_names_the_versions_of_its_libraries(form: str) -> None:
    found = export_as(inspect(DECEPTIVE), form)
    for library in ("ada-url", "idna", "publicsuffixlist"):
        assert f"{library} {metadata.version(library)}" in found
    assert f"Unicode {head_of(shipped_text('unicode/scripts.txt'))['unicode']}" in found
    assert len(tables()) > 10


@for_each("form", *FORMS, "svg")
def test_original_links_are_written_on_request(form: str) -> None:
    made = inspect("http://www.example.com/?u=http://b.example/")
    found = export_as(made, form, ExportOptions(exact=True))
    assert "u=http://b.example/" in found
    assert "hxxp" not in found
    assert "[.]" not in found
    assert "original links" in found
    assert "u=hxxp://b[.]example/" in export_as(made, form)


@for_each("form", *FORMS)
def test_marks_of_a_defanged_link_are_quoted_as_they_are(form: str) -> None:
    made = inspect("hxxp://127(.)0[.]0[.]1/a/%zz")
    found = export_as(made, form)
    assert "[.]" in found
    assert not any(each in found for each in ("[[.]]", "[(.)]"))
    assert "127.0" not in found


@for_each(
    "text, base, target",
    ("../g", "http://a.example/b/c/d", "hxxp://a[.]example/b/g"),
    ("#x", "http://a.example/b", "hxxp://a[.]example/b#x"),
    ("g", "a/b", "none: "),
)
def test_report_has_the_target(text: str, base: str, target: str) -> None:
    found = report(inspect(text, base=base)).target
    assert found is not None
    assert found.startswith(target)


def test_same_document_is_shown_as_the_target() -> None:
    made = inspect("#x", base="http://a.example/b", edition="1997")
    assert report(made).target == "the same document"
    assert report(inspect("#x")).target is None


def test_report_on_a_huge_text_is_short() -> None:
    made = inspect("http://a.example/?" + "&".join(f"q={at} <" for at in range(40_000)))
    found = report(made)
    # Faults with one cause are one finding, in however many places they are.
    assert len(found.findings) < 10
    assert len(found.violations) == MOST
    assert found.left_out > 10_000
    assert found.cut > 300_000
    for form in ("markdown", "html", "svg"):
        output = export_as(made, form)
        assert len(output) < 150_000
        assert "more characters" in output


def test_report_lists_nested_links_in_order() -> None:
    text = "http://a.example/?u=http%3A%2F%2Fb.example%2F%3Fu%3Dhttp%253A%252F%252Fc.example%252F"
    inside = report(inspect(text)).inside
    assert [(each.depth, each.text) for each in inside] == [
        (0, "hxxp://b[.]example/?u=http%3A%2F%2Fc[.]example%2F"),
        (1, "hxxp://c[.]example/"),
    ]


def test_report_notes_a_link_nested_too_deep() -> None:
    text = "http://deep.example/"
    for _ in range(10):
        text = f"http://a.example/?u={quote(text, safe='')}"
    found = report(inspect(text))
    assert found.inside[-1].headline == "nested too deeply to read"
    assert any("too deep" in each for each in found.unexamined)


@for_each(
    "text, host, link",
    (ROUTE, "bit.ly", "https://bit.ly/3xAbCd"),
    ("http://u:p@0X7F.1:80/a b?q#f", "127.0.0.1", "http://127.0.0.1/a%20b?q"),
    ("https://a.example:8443", "a.example", "https://a.example:8443/"),
    ("mailto:a@b.example", None, None),
    ("foo://host.example/x", "host.example", "foo://host.example/x"),
    ("http://a b/", None, None),
)
def test_final_host_and_fetched_link_are_those_of_browsers(
    text: str, host: str | None, link: str | None
) -> None:
    end: Inspection = final_inspection(inspect(text))
    assert (end.verdict.host, fetched(end)) == (host, link)


def test_report_on_an_ip_address_has_no_site() -> None:
    assert [site_of(each) for each in (None, "", "10.0.0.1", "[::1]", "com")] == [None] * 5
    assert site_of("a.B.Example.COM") == "example.com"


def test_code_span_in_markdown_ends_with_its_clause() -> None:
    text = 'The host is evil[.]test. "paypal[.]com" is userinfo: the text before "@" is not it.'
    assert prose(text) == (
        'The host is `evil[.]test`. "`paypal[.]com`" is userinfo: the text before "`@`" is not it.'
    )
    assert prose("see a[.]b, c[.]d (e[.]f)") == "see `a[.]b`, `c[.]d` (`e[.]f`)"
    assert prose("expected: . _ ( ) , ; = or") == "expected: `. _ ( ) , ; =` or"
    assert prose("1,099 of 1.099, 12.345.678.") == "1,099 of 1.099, 12.345.678."
    assert prose("192.168.100.200 1.5 1.0999") == "`192.168.100.200 1.5 1.0999`"
    assert prose("see [.] ]( x") == "see `[.] ](` x"


def test_name_of_a_fix_is_escaped_once() -> None:
    assert "Show with &quot;https://&quot;" in export_as(inspect("example.com/a"), "html")
