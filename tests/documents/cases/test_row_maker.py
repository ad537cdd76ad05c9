"""RowMaker gives the same rows as row_of for each link."""

from tests.for_each import for_each
from uriinspector.documents.cases.link_row import row_of
from uriinspector.documents.cases.row_columns import RowMaker
from uriinspector.documents.scan import scan

VALUES = (
    *("https://www.example.com/a?b#c", "../img/x.png", "http://paypal.com@evil.example/", "#top"),
    *("", " /blank ", "mailto:ann@work.example", "javascript:alert(1)", "//host.example/", "?q=1"),
    *("https://xn--bnk-6cd.example/login", "https://t.co/abc", "http://0x7f.1/", "www.site.test"),
    *("https://safe.example/?u=https%3A%2F%2Fevil.example%2F", "http://ex&auml;mple.com/", "tel:1"),
)
PLACES = (
    '<a href="{}">link</a>', '<a href="{}">https://www.bank.example/login</a>',
    '<a href="{}">Sign in to PayPal</a>', '<img src="{}" srcset="{} 1x, https://cdn.example/2 2x">',
    '<form action="{}"><input type=password></form>',
    '<form action="{}"><button formaction="{}">x</button></form>',
    '<svg><a xlink:href="{}">x</a></svg>',
    '<a href="https://www.example.com/" ping="{} http://count.example/">x</a>',
    '<meta http-equiv=refresh content="0;url={}">', '<script>location = "{}"</script>',
    '<template><a href="{}">t</a></template>',
)  # fmt: skip
HEADS = (
    "",
    "<base href='https://mail.example/news/'>",
    "<link rel=canonical href=https://www.bank.example/>",
)
BODY = "".join(place.replace("{}", value) for value in VALUES for place in PLACES) * 2
MAIL = (
    "From: Bank <mail@bank.example>\nTo: you@work.example\nContent-Base: https://bank.example/\n"
    "Subject: x\nMIME-Version: 1.0\nContent-Type: {}\n\n{}"
)
DOCUMENTS = {
    **{f"page {head[:9]}": (f"<!doctype html>{head}{BODY}", "a.html") for head in HEADS},
    "a mail": (MAIL.format("text/html", BODY), "a.eml"),
    "a mail of text": (MAIL.format("text/plain", " \n".join(VALUES * 3)), "a.eml"),
    "a list": ("\n".join(VALUES * 4), "a.txt"),
    "a log": ("".join(f'GET "{each}" 200, {each}\n' for each in VALUES * 3), "a.log"),
}


@for_each("base", None, "https://home.example/dir/page.html")
@for_each("most", 4, 1 << 16)
@for_each("name", *DOCUMENTS)
def test_row_maker_agrees_with_row_of(name: str, most: int, base: str | None) -> None:
    text, hint = DOCUMENTS[name]
    document = scan(text.encode(), name=hint, base=base, protect=("bank.example",))
    maker = RowMaker(3, most)
    assert len(document.links) > 20
    assert list(maker.rows(document.links)) == [row_of(link, 3) for link in document.links]


@for_each("edition", "1994", "1997", "2003", "2005")
def test_row_maker_agrees_with_row_of_in_every_edition(edition: str) -> None:
    document = scan(BODY.encode(), name="a.html", base="https://b.example/c", edition=edition)
    rows = RowMaker(0).rows(document.links)
    assert list(rows) == [row_of(each, 0) for each in document.links]


@for_each("most, kept", (0, 2), (1, 2), (2, 2), (3, 2), (4, 4), (10, 10))
def test_row_maker_cache_is_bounded(most: int, kept: int) -> None:
    text = "".join(f"http://h{number}.example/ " for number in range(100))
    maker = RowMaker(0, most)
    maker.rows(scan(text.encode()).links)
    assert len(maker._young) + len(maker._old) == kept  # noqa: SLF001
