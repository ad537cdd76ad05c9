"""The scanner compared with lexbor, on installed pages and on generated ones."""

import sysconfig
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.documents.html.oracle import ours, theirs
from tests.examples import at_most
from tests.for_each import for_each

FOLDERS = (Path(sysconfig.get_path("purelib")), Path("/usr/share/doc"), Path("/usr/lib"))
MOST = 400


def installed() -> list[Path]:
    """Return the HTML pages of installed packages."""
    found: list[Path] = []
    for folder in FOLDERS:
        pages = (path for path in folder.rglob("*.htm*") if path.is_file())
        found += sorted(pages)[:MOST]
    return found


def numbered(pieces: list[str]) -> bytes:
    """Return a page with distinct references: a parser may make two elements of one tag."""
    made = (piece.replace("{}", str(number)) for number, piece in enumerate(pieces))
    return ("<!doctype html><body>" + "".join(made)).encode()


def test_installed_pages_have_the_same_references_as_in_lexbor() -> None:
    looked_at = 0
    for path in installed():
        page = path.read_bytes()
        try:
            page.decode()
        except UnicodeDecodeError:
            continue  # lexbor only reads UTF-8
        assert ours(page) == theirs(page), path
        looked_at += 1
    # The coverage package alone brings a page.
    assert looked_at


PIECES = (
    *("<a href={}>", "<a href='{}'", ' href="{}"', ">", "<", "/", "=", '"', "'", " ", "\n", "</a>"),
    *("<img src={} ", "alt=", "srcset", "<!--", "-->", "--!>", "<!-->", "<!", "<?", "</", "</ x>"),
    *("<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>"),
    *("</textarea>", "&amp;", "&#x41;", "&copy", "&copy=1", "text", "<p", "<p class=q>", "\0"),
    *("<iframe src={}>", "</iframe>", "<xmp>", "</xmp>", "<A HREF={}>", "<link href={}/>", "\r\n"),
    *("<input formaction={} ", "<blockquote cite={}>", "<noembed>", "</noembed>", "é", "a=b"),
)
SCRIPT_PIECES = (
    "<!--", "-->", "<script>", "</script>", "<a href={}>", "<!-->", "x", "--", "</scrip",
)  # fmt: skip


@settings(max_examples=at_most(800))
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_malformed_pages_have_the_same_references_as_in_lexbor(pieces: list[str]) -> None:
    page = numbered(pieces)
    assert set(ours(page)) == set(theirs(page))


@settings(max_examples=at_most(800))
@given(st.lists(st.sampled_from(SCRIPT_PIECES), max_size=12))
def test_scripts_end_at_the_same_place_as_in_lexbor(pieces: list[str]) -> None:
    page = numbered(["<script>", *pieces])
    assert set(ours(page)) == set(theirs(page))


IN_DRAWINGS = (
    *("<svg>", "</svg>", "<a xlink:href={}>", "</a>", "<title>", "</title>", "<p>", "</p>", "<g>"),
    *("</g>", "<![CDATA[", "]]>", "<a href={}>", "<foreignObject>", "</foreignObject>", "<g/>"),
    *("<use href={} />", "<desc>", "</desc>", "t", "<style>", "</style>", "<div>", "</div>", "<b>"),
    *("</b>", "<span>", "</span>", "<table>", "<tr>", "<td>", "</td>", "</table>", "<h1>", "</h2>"),
    *("<ul>", "<li>", "</li>", "</ul>", "<button>", "</button>", "<math>", "<mtext>", "</math>"),
)


@settings(max_examples=at_most(800))
@given(st.lists(st.sampled_from(IN_DRAWINGS), max_size=12), st.integers(0, 4))
def test_svg_has_the_same_references_as_in_lexbor(pieces: list[str], at: int) -> None:
    page = numbered([*pieces[:at], "<svg>", *pieces[at:]])
    assert set(ours(page)) == set(theirs(page))


@for_each("page", "", "<", "<a", "<a href", "<a href=", '<a href="', "<!--", "</")
def test_unfinished_tag_is_not_a_tag(page: str) -> None:
    assert ours(page.encode()) == theirs(page.encode())
