"""A folder as a site: the target of each reference, checked against the list of files."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents.site_checks import begun, checked
from tests.for_each import for_each
from uriinspector.documents.site.site_check import SiteAddress, SiteCheck, finding_of

BASE = "https://www.example.org/docs/"


def site(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def reported(check: SiteCheck) -> Iterator[tuple[str, str, str, str]]:
    paths = {each.number: each.path for each in check.store.pages()}
    for each in check.store.findings():
        yield paths[each.page], each.code, each.variant, each.value


def codes(root: Path, html: str, base: str | None = None, page: str = "index.html") -> list[str]:
    """Return the codes of the findings on a page, each with its variant."""
    check = checked(site(root, {page: html}), base)
    return [
        f"{code}:{variant}".rstrip(":")
        for path, code, variant, _ in reported(check)
        if path == page
    ]


FILES: dict[str, str | bytes] = {
    "other.html": '<a href="index.html">x</a><p id="there"><a name="Anchor">y</a><p id="ü b">',
    "deep/page.html": '<a href="../index.html">x</a>',
    "deep/index.html": "<a href=../index.html>x</a><a href=page.html>p</a>",
    "empty/readme.txt": "no index", "css/style.css": "", "Image.PNG": b"", "a b.txt": b"",
    "100%25.txt": b"", "query?x=1": b"",
    "drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg'><g id='part'/></svg>",
    "clean.html": "<a href=index.html>x</a>",
    "caf\u00e9.html": "<a href=index.html>x</a>",
}  # fmt: skip
ALL = "".join(
    f'<a href="{each}">x</a>' for each in ("other.html", "deep/", "clean.html", "café.html")
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return site(tmp_path / "site", FILES)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="other.html">', []),
        ('<a href="./deep/../other.html?q#there">', []),
        ('<a href="missing.html">', ["missing-file"]),
        ('<img src="missing.png">', ["missing-file"]),
        ('<img srcset="missing.png 1x, Image.PNG 2x">', ["missing-file"]),
        ('<p style="background: url(missing.png)">', ["missing-file"]),
        ("<style>p { background: url('missing.png') }</style>", ["missing-file"]),
        ('<a href="/other.html">', []),
        ('<a href="/missing.html">', ["missing-file:rooted"]),
        ('<a href="clean">', ["missing-file:extension"]),
        ('<a href="other.html/">', ["missing-file:slash"]),
        ('<a href="a%20b.txt">', []),
        ('<a href="a b.txt">', []),
        ('<a href="a&#32;b.txt">', []),
        ('<a href="100%25.txt">', ["missing-file:percent"]),
        ('<a href="100%2525.txt">', []),
        ('<a href="query?x=1">', ["missing-file:query"]),
        ('<a href="query%3Fx=1">', []),
        ('<img src="image.png">', ["file-name-case"]),
        ('<a href="Deep/page.html">', ["file-name-case"]),
        ('<a href="cafe\u0301.html">', ["file-name-case:normal"]),
        ('<a href="caf%C3%A9.html">', []), ('<a href="caf%E9.html">', ["missing-file"]),
        ('<a href="other.html#there">', []), ('<a href="other.html#%74here">', []),
        ('<a href="other.html#Anchor">', []), ('<a href="other.html#\u00fc b">', []),
        ('<a href="other.html#%C3%BC%20b">', []), ('<a href="other.html#">', []),
        ('<a href="other.html#top">', []), ('<a href="other.html#TOP">', []),
        ('<a href="other.html#nowhere">', ["missing-fragment"]),
        ('<a href="other.html#There">', ["missing-fragment:case"]),
        ('<a href="other.html#anchor">', ["missing-fragment:case"]),
        ('<a href="other.html#:~:text=x">', []),
        ('<a href="other.html#there:~:text=x">', []),
        ('<a href="other.html#nowhere:~:text=x">', ["missing-fragment"]),
        ('<a href="#nowhere">', ["missing-fragment"]),
        ('<a href="#here"><p id=here>', []),
        ('<a href="#HERE"><p id=here>', ["missing-fragment:case"]),
        ('<a href="#here"><p name=here>', ["missing-fragment"]),
        ('<a href="#here"><template><p id=here></template>', ["missing-fragment"]),
        ('<a href="#here"><!-- <p id=here> -->', ["missing-fragment"]),
        ('<a href="#here"><script>"<p id=here>"</script>', ["missing-fragment"]),
        ('<a href="#here"><textarea><p id=here></textarea>', ["missing-fragment"]),
        ('<a href="#/route">', ["missing-fragment"]),
        ('<a href="#/route"><script src="css/style.css"></script>', []),
        ('<img src="drawing.svg#nothing">', []),
        ('<svg><use href="drawing.svg#part"/></svg>', []),
        ('<svg><use href="drawing.svg#nothing"/></svg>', ["missing-fragment"]),
        ('<img usemap="#map"><map name=map></map>', []),
        ('<a href="empty/">', ["no-folder-index"]), ('<a href="empty">', ["no-folder-index"]),
        ('<a href="deep/">', []), ('<a href="./">', []), ('<a href="">', []),
        ('<a href="../up.html">', ["outside-site"]), ('<a href="..\\up.html">', ["outside-site"]),
        ('<a href="%2E%2e/up.html">', ["outside-site"]),
        ('<a href="../other.html">', ["single-depth:climb"]),
        ('<a href="file:///C:/x.html">', ["outside-site:file"]),
        ('<a href="C:\\x.html">', ["outside-site:file"]),
        ('<a href="https://www.example.org/nothing">', []),
        ('<a href="//www.example.org/nothing">', []), ('<a href="mailto:a@b.example">', []),
        ('<a href="javascript:void(0)">', []), ('<a href="{{ url }}">', []),
        ('<a href="<?php echo $x ?>">', []),
        ('<a href="a%2Fb.html">', ["unchecked-target:name"]),
        ('<form action="send.cgi">', []),
        ('<a href="http://a.example"><a href="https://a.example">', ["mixed-schemes"]),
        ('<link rel=dns-prefetch href="http://a.example"><a href="https://a.example">', []),
        ('<p id=x><p id="x">', ["duplicate-id"]),
        ("<p id=x><p id=X><a name=x>", []),
        ('<base href="deep/"><a href="page.html">', []),
        ('<base href="deep/"><a href="other.html">', ["missing-file"]),
        ('<base href="https://elsewhere.example/"><a href="missing.html">', []),
    ],
)  # fmt: skip
def test_references_of_a_page_at_the_top_are_checked(
    root: Path, html: str, expected: list[str]
) -> None:
    assert codes(root, html if "<base" in html else html + ALL) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="css/style.css">', ["single-depth:root"]),
        ('<a href="../css/style.css">', []),
        ('<a href="../../css/style.css">', ["single-depth:climb"]),
        ('<a href="deep/page.html">', ["single-depth:root"]),
        ('<a href="nothing.css">', ["missing-file"]),
        ('<base href="/"><a href="css/style.css">', []),
        ('<base href="/"><a href="nothing.css">', ["missing-file"]),
    ],
)
def test_references_of_a_page_in_a_folder_are_checked(
    root: Path, html: str, expected: list[str]
) -> None:
    found = codes(root, html, page="deep/new.html")
    assert [each for each in found if each != "orphan-page"] == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f'<a href="{BASE}other.html">', ["own-host-link"]),
        (f'<a href="{BASE}missing.html">', ["own-host-link", "missing-file"]),
        (f'<link rel=canonical href="{BASE}other.html">', []),
        (f'<link rel=canonical href="{BASE}missing.html">', ["missing-file"]),
        ('<a href="//www.example.org/docs/other.html">', ["own-host-link"]),
        ('<a href="http://www.example.org/docs/other.html">', ["mixed-schemes:own"]),
        ('<a href="https://www.example.org:8443/docs/missing.html">', []),
        ('<a href="https://www.example.org/blog/">', ["own-host-link", "outside-site:base"]),
        ('<a href="../blog/">', ["outside-site:base"]),
        ('<a href="../docs/other.html">', []),
        ('<a href="../../docs/other.html">', ["single-depth:climb"]),
        ('<a href="/other.html">', ["outside-site:base"]),
        ('<a href="/docs/other.html">', []),
        ('<a href="/docs/missing.html">', ["missing-file"]),
        ('<a href="/docs">', ["outside-site:base"]),
    ],
)
def test_references_of_a_site_with_an_address_are_checked(
    root: Path, html: str, expected: list[str]
) -> None:
    assert codes(root, html + ALL, BASE) == expected


@for_each(
    "base, root_of_site",
    ("https://www.example.org/docs", "/docs/"),
    ("https://www.example.org/docs/", "/docs/"),
    ("https://www.example.org/docs/index.html", "/docs/"),
    ("https://www.example.org/docs/Index.HTM", "/docs/"),
    ("https://www.example.org/docs/index.php", "/docs/index.php/"),
    ("https://www.example.org/docs/html", "/docs/html/"),
    ("https://www.example.org/x.html/", "/x.html/"),
    ("https://www.example.org", "/"),
)
def test_base_of_a_page_is_its_folder(base: str, root_of_site: str) -> None:
    assert SiteAddress(base).text == f"https://www.example.org{root_of_site}"


def test_base_of_a_site_must_be_a_web_address() -> None:
    for base in ("docs/", "file:///srv/www/", "mailto:a@b.example", "https://"):
        with pytest.raises(ValueError, match=base):
            SiteCheck(".", base)


def test_pages_without_incoming_links_are_reported(root: Path) -> None:
    site(root, {"index.html": ALL, "404.html": "", "alone.html": '<a href="alone.html">'})
    orphans = [path for path, code, _, _ in reported(checked(root)) if code == "orphan-page"]
    assert orphans == ["alone.html"]


def test_error_page_must_work_at_every_depth(root: Path) -> None:
    site(root, {"index.html": ALL, "404.html": '<a href="/other.html"><a href="other.html">'})
    found = [each for each in reported(checked(root)) if each[0] == "404.html"]
    assert found == [("404.html", "single-depth", "error", "other.html")]
    site(root, {"404.html": '<base href="/"><a href="other.html">'})
    assert [each for each in reported(checked(root)) if each[0] == "404.html"] == []


def test_style_sheet_references_are_relative_to_the_style_sheet(root: Path) -> None:
    site(
        root,
        {"index.html": ALL, "css/style.css": "p { background: url(../Image.PNG), url(no.png) }"},
    )
    assert [each[1:] for each in reported(checked(root)) if each[0] == "css/style.css"] == [
        ("missing-file", "", "no.png")
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_special_files_of_a_site_are_unchecked_not_missing(root: Path, tmp_path: Path) -> None:
    elsewhere = site(tmp_path / "elsewhere", {"secret.html": "<p id=x>"})
    (root / "linked.html").symlink_to(elsewhere / "secret.html")
    (root / "folder").symlink_to(elsewhere)
    (root / "broken.html").symlink_to(tmp_path / "nothing")
    os.mkfifo(root / "pipe.html")
    html = "".join(
        f'<a href="{each}">'
        for each in ("linked.html#y", "folder/secret.html", "folder/", "broken.html", "pipe.html")
    )
    check = checked(site(root, {"index.html": ALL + html}))
    assert [each[1:] for each in reported(check)] == [
        ("unchecked-target", "link", "linked.html#y"),
        ("unchecked-target", "link", "folder/secret.html"),
        ("unchecked-target", "link", "folder/"),
        ("unchecked-target", "link", "broken.html"),
        ("unchecked-target", "", "pipe.html"),
    ]
    assert {each.path for each in check.unread} == {
        *("linked.html", "folder", "broken.html", "pipe.html")
    }


def test_only_files_below_the_root_are_opened(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site(tmp_path, {"up.html": "<p id=x>"})
    html = (
        '<a href="../up.html#y"><a href="file:///etc/passwd"><a href="//host.example/share/x.html">'
        '<a href="\\\\host\\share\\x.html"><a href="/../../up.html"><a href="%2e%2e%2fup.html">'
    )
    site(root, {"index.html": html})
    asked: list[str] = []
    names = ("stat", "lstat", "open", "scandir")

    def watched(name: str) -> None:
        original = getattr(os, name)

        def call(path: object, *args: object, **more: object) -> object:
            asked.append(os.fspath(path))  # type: ignore[call-overload]
            return original(path, *args, **more)

        monkeypatch.setattr(os, name, call)

    check = begun(root)
    for each in names:
        watched(each)
    for _ in check.run():
        pass
    assert asked
    assert all(each == str(root) or each.startswith(f"{root}{os.sep}") for each in asked)


def test_file_name_of_a_site_may_be_invalid_utf8(root: Path) -> None:
    try:
        site(root, {os.fsdecode(b"caf\xe9.html"): "<a href=index.html>"})
    except OSError:
        pytest.skip("this system has no such names")
    assert codes(root, '<a href="caf%E9.html">' + ALL) == []
    site(root, {os.fsdecode(b"caf\xe9.html"): "<a href=no.html>"})
    check = checked(root)
    paths = [check.store.page(each.page).path for each in check.store.findings()]
    assert os.fsdecode(b"caf\xe9.html") in paths


@pytest.mark.parametrize("named", ["<form action=no.png></form>", ""])
def test_form_targets_do_not_change_missing_files(root: Path, named: str) -> None:
    """The same reference in a form and an image is judged separately."""
    link = "<img src=no.png>"
    assert codes(root, named + link + ALL) == ["missing-file"]
    assert codes(root, link + named + ALL) == ["missing-file"]
    assert codes(root, named + ALL) == []


def test_file_in_a_parent_folder_is_found(root: Path) -> None:
    site(root, {"deep/near.html": "<p>", "near.txt": ""})
    page = "deep/er/and/page.html"
    assert codes(root, '<a href="near.html">', page=page) == ["orphan-page", "single-depth"]
    assert codes(root, '<a href="near.txt">', page=page) == ["orphan-page", "single-depth:root"]


def test_number_of_listed_unchecked_files_is_limited(root: Path) -> None:
    for at in range(5_001):
        (root / f"{at}.html").symlink_to(root.parent)
    check = checked(root)
    assert (len(check.unread), check.omitted) == (5_000, 1)


def test_site_finding_has_position_and_target(root: Path) -> None:
    site(root, {"index.html": f'<p>\n  <a href="Other.html">x</a>{ALL}'})
    (row,) = checked(root).store.findings()
    assert (row.line, row.column, row.value) == (2, 12, "Other.html")
    finding = finding_of(row)
    assert finding.message.startswith('The file is named "other.html".')
    assert (finding.start, finding.end, finding.of) == (0, 10, "value")


def test_stopped_check_keeps_its_results(root: Path) -> None:
    site(root, {"a.html": '<a href="no.html">', "zzz.html": '<a href="no.html">'})
    check = begun(root)
    for progress in check.run():
        if progress.of and progress.done == 2:
            break
    assert not check.is_whole
    assert [each.value for each in check.store.findings()] == ["no.html", "index.html"]
    assert check.store.totals().number == 2


def test_missing_folder_raises_and_empty_folder_has_no_pages(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError):
        checked(tmp_path / "nothing")
    assert checked(tmp_path).store.totals().number == 0


@pytest.mark.parametrize(
    ("link", "target", "reference", "expected"),
    [
        ("latest", "deep", "latest/page.html", []),
        ("latest", "deep/", "latest/", []),
        ("latest", "./deep", "latest/missing.html", ["missing-file"]),
        ("css/up", "../deep", "css/up/page.html", []),
        ("css/page.html", "../other.html", "css/page.html#there", []),
        ("css/page.html", "../other.html", "css/page.html#no", ["missing-fragment"]),
        ("css/out", "../..", "css/out/x.html", ["unchecked-target:link"]),
        ("css/out", "../../site/deep", "css/out/page.html", ["unchecked-target:link"]),
        ("odd", "deep/../css", "odd/style.css", ["unchecked-target:link"]),
        ("loop", "loop", "loop/x", ["unchecked-target:link"]),
        ("gone", "nothing", "gone", ["missing-file"]),
        ("index.htm", "other.html", "./", []),
    ],
)
def test_symbolic_links_within_the_site_are_followed(
    root: Path, link: str, target: str, reference: str, expected: list[str]
) -> None:
    (root / link).symlink_to(target)
    found = codes(root, f'<a href="{reference}">' + ALL, page="start.html")
    assert [each for each in found if each != "orphan-page"] == expected
