"""Texts formed like a host, and texts that only resemble one."""

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.verdict import marked_site

ADDRESS_BAR = {
    "paypal.com": "https://", "paypal.com.": "https://", "PayPal.com/x": "https://",
    "example.com?x=y": "https://", "example.com#x": "https://", "www.allegro.pl": "https://",
    "allegro.com.pl": "https://", "allegro.pl/oferta": "https://", "x.github.io": "https://",
    "user@example.com/login": "https://", "user@example.com:8080": "https://",
    "printer.local/x": "https://", "xn--bcher-kva.example": "https://",
    "\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444": "https://",
    "paypal\u3002com": "https://", "localhost": "http://", "localhost/x": "http://",
    "app.localhost:3000": "http://", "10.0.0.1:8080": "http://", "10.0.0.1/24": "http://",
    "0x7f.0.0.1": "http://", "0x7f000001/x": "http://", "[::1]": "http://",
    "[fe80::1]:80": "http://", "intranet:8080/x": "http://",
}  # fmt: skip
CALM = (
    *("", ".", "..", "...", "a", "a/b", "docs/x.html", "../a/b.html", "./example.com", "/a.com"),
    *("index.html", "main.c", "node.js", "1.2.3", "1.2", "3.14", "e.g.", "i.e.", "etc.", "v1.2.3"),
    *("12.05.2024", "2024/10/12", "2130706433", "0x7f000001", "10:30", "main.py:20",
        "main.rs:42:5"),
    *("image@2x.png", "lodash@4.17.21", "@scope/name", "@example.com", "a@b",
        "git@github.com:u/r.git"),
    *("doi:10.1000/182", "isbn:978-3", "rfc:3986", "c:\\a", "c:/a", "example.com:99999", "a..com"),
    *("*.example.com", "a,b.com", "$x.com", "[abc]", "#example.com", "?example.com"),
    *("two words.com", "com", "co.uk", "urn:a:b", "data:,example.com", "javascript:a.com"),
)  # fmt: skip
FILES = (
    *("readme.md", "setup.py", "report.zip", "x.sh", "main.rs", "index.pl?id=1",
        "README.md#install"),
    *("Foo.app/Contents/MacOS", "style.css.map", "login.do", "main.py?x"),
    *("a-file.app", "a-file.bz", "a-file.cab", "a-file.cc", "a-file.gd", "a-file.java"),
    *("a-file.mk", "a-file.mov", "a-file.pl", "a-file.pm", "a-file.ps", "a-file.properties"),
    *("a-file.pub", "a-file.so", "a-file.tf"),
)  # fmt: skip


# The ends of headlines for names and addresses that no page can mean as a file.
RESERVED = ("(a device on the local network)", "(the device you open it on)", "for examples)")


@for_each("text, prefix", *ADDRESS_BAR.items())
def test_host_in_an_address_bar_is_completed(text: str, prefix: str) -> None:
    inspection = inspect(text)
    assert inspection.derived is not None
    assert inspection.derived.how == "address-bar"
    assert inspection.derived.text == prefix + text
    site, headline = marked_site(inspection.verdict.host or ""), inspection.verdict.headline
    if headline.endswith(RESERVED):
        assert headline.startswith((f"Goes to {site} (", "Names b\xfccher.example ("))
    else:
        assert headline.startswith(f"Typed into a browser, goes to {site}")


@for_each("text", *CALM)
def test_text_that_is_not_a_host_is_not_completed(text: str) -> None:
    inspection = inspect(text)
    assert inspection.derived is None
    assert "address bar" not in inspection.verdict.headline


@for_each("text", *FILES)
def test_ambiguous_file_or_host_name_has_info_severity(text: str) -> None:
    inspection = inspect(text)
    assert inspection.derived is None
    assert inspection.verdict.severity == "info"
    assert inspection.verdict.headline.startswith(
        "In a page, browsers read the text as a file name; an address bar can"
    )


def test_headline_for_an_email_address_starts_an_email() -> None:
    verdict = inspect("me@example.com?subject=x").verdict
    assert verdict.headline.startswith("In an email app, starts an email to me@example.com; as a")
    assert verdict.host is None


def test_text_with_two_slashes_uses_the_scheme_of_the_page() -> None:
    assert inspect("//a.test.com/x").verdict.headline == (
        "Goes to test.com; the start, such as https, comes from the page"
    )
    assert inspect("//a.example/x").verdict.headline == "Names a.example (reserved for examples)"
    assert inspect("//bit.ly/x").verdict.headline.startswith("Goes to bit.ly first")
    assert inspect("//").derived is None


def test_headline_names_the_scheme_found_by_the_grammar() -> None:
    assert inspect("intranet:8080/a").verdict.headline == (
        "Typed into a browser, goes to intranet; some programs take it for a link of type intranet"
    )
    assert "goes to bit.ly first; as a" in inspect("bit.ly/abc").verdict.headline


@for_each("piece", "a.", "a@", "1.", ":", "[", "0x1.", "a:1/")
def test_bare_host_search_takes_linear_time(piece: str) -> None:
    assert is_linear_over(inspect, lambda size: piece * (size // len(piece)), 20_000)
