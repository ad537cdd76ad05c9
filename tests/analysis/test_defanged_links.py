"""Links defanged by other people in many ways, and texts that only resemble them."""

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.defang import defang, refang, still_defanged
from uriinspector.analysis.inspection import inspect

HOST = "a.example"
LINK = "http://a.example/x"
NAMES = (
    *("a[.]example", "a(.)example", "a{.}example", "a<.>example", "a[.example", "a.]example"),
    *("a].example", "a.[example", "a].[example", "a[[.]]example", "a[dot]example", "a(DOT)example"),
    *("a [.] example", "a [ . ] example", "a\\.example", "a^.example", "a\uff3b.\uff3dexample"),
    *("a[,]example", "a(punkt)example", "a[punto]example", "a(.]example"),
)
SCHEMES = (
    *("hxxp://", "hXXp://", "h**p://", "hxtp://", "htxp://", "h__p__", "meow://", "xxxx://"),
    *("hxxp[:]//", "hxxp[://]", "http[:]//", "http(:)//", "http{://}", "[http]://", "(http)://"),
    *("http ://", "http:// ", "http//", "http__", "http:__", "http!://", "http&://", "http%3A//"),
    "hxxp:\\\\",
)
OTHERS = {
    "hxxps://a[.]example": "https://a.example", "HXXPS://A[.]EXAMPLE": "HTTPS://A.EXAMPLE",
    "ftx://a.example/x": "ftp://a.example/x", "fxp://a[.]example": "ftp://a.example",
    "sftx://a.example": "sftp://a.example",
    "tcp://192[.]168[.]0[.]1:80/x": "tcp://192.168.0.1:80/x",
    "http://192,168,0,1": "http://192.168.0.1",
    "http://example,com/": "http://example.com/",
    "http:// example .com /x": "http://example.com/x",
    "http://a[.]example[/]x": LINK,
    "http://a(.)example(/)x": LINK,
    "hxxp://a[.]example/b[.]html": "http://a.example/b.html",
    "hxxp://adot]example/x": LINK,
    "hxxp://a[dotexample/x": LINK,
    "mailto[:]me[@]a[.]example": "mailto:me@a.example",
    "javascript[:]alert(1)": "javascript:alert(1)",
    "javascript&colon;alert(1)": "javascript:alert(1)",
    "&#106;avascript&#58;alert(1)": "javascript:alert(1)",
    "https&colon;//example.com/a": "https://example.com/a",
    "hxxp://u:p[@]a[.]example:80/": "http://u:p@a.example:80/",
    "foo[-]a[.]example": "foo-a.example", "[www].a.example": "www.a.example",
    "[hxxp://a[.]example/x]": LINK, "<hxxp://a[.]example/x>": LINK,
    "//a[.]example/x": "//a.example/x", "example . com": "example.com",
    "exampleDOTcom": "example.com", "example-dot-com": "example.com",
    "me AT example DOT com": "me@example.com", "me @ example.com": "me@example.com",
    "me[at]example[.]com": "me@example.com", "me at example [dot] com": "me@example.com",
    "me(arroba)example(punto)com": "me@example.com",
    "hxxp://[2001[:]db8[:][:]1]/x": "http://[2001:db8::1]/x",
    "https://example\\(.)com/": "https://example.com/",
}  # fmt: skip
ENCODED = {
    "http%3A%2F%2Fa.example%2Fx": LINK,
    "http%3A%2F%2Fexample%2Ecom%2Fx%3Fa%3Db": "http://example.com/x?a=b",
    "http%3A%2F%2Fexample%2Ecom%2Fx%3Fa%3Db%26c%3Ad%23e": "http://example.com/x?a=b&c:d#e",
    "https%3a%2f%2fa.example%3a8080%2fx": "https://a.example:8080/x",
    "http%3A%2F%2Fpaypal.com%40a.example": "http://paypal.com@a.example",
    "http%3A%2F%2Fu%3Ap%40a.example%3A80%2F%40": "http://u:p@a.example:80/@",
    "https%3A%2F%2F%5B%3A%3A1%5D%3A80%2F": "https://[::1]:80/",
    "https%3A%2F%2Fb%C3%BCcher.example%2F": "https://b\u00fccher.example/",
    # Encoded once by a program: escapes of the original link stay; "%00" is not a character.
    "https%3A%2F%2Fa.example%2Fa%2520b%3Fq%3D%253D%26r%3D%ff%00%20x": (
        "https://a.example/a%20b?q=%3D&r=%ff%00 x"
    ),
    # Encoded several times, as in nested redirects.
    "https%253A%252F%252Fa.example%253A80%252Fb%252520c": "https://a.example:80/b%20c",
    "http%25253A%25252F%25252Fpaypal.com%252540a.example": "http://paypal.com@a.example",
    # Only its beginning is encoded; the rest stays unchanged.
    "http%3A%2F%2Fa.example/a%20b?x=%40": "http://a.example/a%20b?x=%40",
}
CALM = (
    *("a[0].b", "items[0].name", "foo().io", "x.(int)", "test@[192.168.0.1]", "a. [b", "a. (b"),
    *("john.smith(comment)@example.com", "[[Main.Page]]", "{{x.y}}", "{name}.com", "arr[.length"),
    *(r"^https?://(www\.)?example\.com/.*$", "Microsoft .NET", "Hello. World", "red-dot-shop"),
    *("look at example.com", "1,2,3,4", "9,10,11,12", "f(x).com", "print(a.b)", "std::vector<int>"),
    *("https://example.com/?q=[.]", "https://example.com/a[.]b", "http://a,b.com/x",
        "http://my_host/x"),
    *("https://[vF.a]/", "http://[x/", "http://[1.2.3.4]/", "[::1]", "urn:a[.]b",
        "http://a b.com/"),
    *("hxxp://a[.]example/ and hxxp://b[.]example/", "a [.] b and c", "httpdav://a",
        "hcp://a.example"),
    *("http%253A%2F%2Fa.example", "http%3A%252F%252Fa.example", "a%3A%2F%2Fb", "http%3A%2F%2F",
        "http%3A%2F%2F%20%2Fx", "x?u=http%3A%2F%2Fa.example%2F"),
)  # fmt: skip


@for_each("name", *NAMES)
def test_every_defanged_dot_is_restored(name: str) -> None:
    for text in (name, f"{name}/x", f"hxxp://{name}/x"):
        inspection = inspect(text)
        assert inspection.derived is not None, text
        assert inspection.verdict.host == HOST, text
        assert "defanged" in {each.code for each in inspection.findings}


@for_each("scheme", *SCHEMES)
def test_every_defanged_scheme_is_restored(scheme: str) -> None:
    inspection = inspect(f"{scheme}a.example/x")
    assert inspection.meant.text == LINK
    assert inspection.verdict.host == HOST


@for_each("text, meant", *OTHERS.items())
def test_defanged_link_is_restored(text: str, meant: str) -> None:
    assert inspect(text).meant.text == meant


@for_each("text, meant", *ENCODED.items())
def test_percent_encoded_link_is_decoded(text: str, meant: str) -> None:
    inspection = inspect(text)
    assert inspection.meant.text == meant
    assert inspection.verdict.host == inspect(meant).verdict.host
    codes = {each.code for each in inspection.findings}
    assert "percent-encoded" in codes
    assert "defanged" not in codes
    assert "The link is written in codes" in inspection.verdict.detail


def test_encoded_and_defanged_link_is_called_defanged() -> None:
    inspection = inspect("hxxps%3A%2F%2Fa[.]example%3A8080%2Fx%20y")
    assert inspection.meant.text == "https://a.example:8080/x%20y"
    assert "percent-encoded" not in {each.code for each in inspection.findings}


@for_each("text", *CALM)
def test_link_that_is_not_defanged_stays_unchanged(text: str) -> None:
    assert inspect(text).meant.text == text
    assert "defanged" not in {each.code for each in inspect(text).findings}


@for_each("text", *NAMES, *OTHERS, *ENCODED, *CALM)
def test_every_form_survives_defanging_and_refanging(text: str) -> None:
    assert refang(defang(text)) == text


def test_words_around_a_defanged_link_are_kept() -> None:
    assert refang("see a[.example and b(.)example.") == "see a.example and b.example."


def test_defanged_links_are_not_defanged_twice() -> None:
    assert still_defanged("hxxp://a[.]example/", defang) == "hxxp://a[.]example/"
    assert still_defanged("<http://a.example/>", defang) == "<hxxp://a[.]example/>"


@for_each(
    "piece", "[.]", "(", "[", "a.", ".]", "\\", "[dot", "dot]", " . ", "%2e", "a[", "hxxp:", "__"
)
def test_refanging_takes_linear_time(piece: str) -> None:
    def text(size: int) -> str:
        return f"hxxp://{piece * (size // len(piece))}"

    assert is_linear_over(inspect, text, 20_000)
