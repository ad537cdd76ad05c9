"""Limits of output: longer texts are cut, and omitted rows are counted."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.cli.conftest import Command
from tests.for_each import for_each


class Clipped(NamedTuple):
    """A text of any length, and the maximum length up to which it is shown whole."""

    arguments: Callable[[str], tuple[str, ...]]
    text: Callable[[int], str]
    longest: int
    given: Callable[[str], bytes] = lambda _: b""
    less: int = 2  # how many letters are cut if there is one too many


def url(size: int) -> str:
    return "http://h/".ljust(size, "q")


def in_page(text: str) -> bytes:
    return f"<a href='{text}'>x</a>".encode()


def in_subject(text: str) -> bytes:
    return f"From: a@b.test\nSubject: {text}\n\nx".encode()


CLIPPED = {
    "normalize": Clipped(lambda text: ("normalize", text), url, 2_000),
    "values": Clipped(lambda text: ("values", text), url, 400),
    "resolve": Clipped(lambda text: ("resolve", "http://b.test/", text), url, 2_000),
    "base": Clipped(lambda text: ("resolve", text, "http://b.test/"), url, 2_000),
    "target": Clipped(lambda text: ("--base", "http://b.test/", text), url, 1_000),
    "compare": Clipped(lambda text: ("compare", text, text + "/"), url, 400),
    "findings": Clipped(
        *(lambda _: ("scan", "-", "--exact"), lambda size: "http://0x7f.1/".ljust(size, "q")),
        *(300, in_page),
    ),
    "subject": Clipped(lambda _: ("scan", "-"), lambda size: "q" * size, 300, in_subject, less=1),
}


@for_each("name", *CLIPPED)
def test_text_up_to_its_limit_is_shown_in_full(name: str, uriinspect: Command) -> None:
    row = CLIPPED[name]

    def shown(size: int) -> int:
        text = row.text(size)
        arguments = ("--color", "never", *row.arguments(text))
        out = uriinspect(*arguments, given=row.given(text), columns=200).out
        return max(map(len, re.findall("q+", re.sub(r"\s+", "", out)))) - text.count("q")

    assert shown(row.longest) == 0
    assert shown(row.longest + 1) == -row.less  # the ellipsis may need room as well


MESSAGE = "From: a@b.test\nSubject: x\n"


def attachments(count: int) -> bytes:
    part = "--b\nContent-Type: application/x-unknown; name=a{}.bin\n{}\n\nTVoAAA==\n"
    parts = "".join(part.format(at, "Content-Transfer-Encoding: base64") for at in range(count))
    return f"{MESSAGE}Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n".encode()


def messages(count: int) -> bytes:
    return b"".join(b"From x@y Sun Nov 22 10:00:00 2026\nSubject: a\n\nx\n\n" for _ in range(count))


def hops(count: int) -> bytes:
    return ("Received: by a.test; no date\n" * count + f"{MESSAGE}\nx").encode()


def sites(count: int) -> bytes:
    return "".join(f"<a href='http://a{at}.test/'>x</a>" for at in range(count)).encode()


class Counted(NamedTuple):
    """Input with any number of items, the text for each in the output, and the note on the
    omitted ones.
    """

    given: Callable[[int], bytes]
    mark: str
    most: int
    more: str
    arguments: tuple[str, ...] = ("scan", "-")


COUNTED = {
    "attachments": Counted(attachments, "Attachment: ", 20, ""),
    "messages": Counted(messages, "Message 1", 10, "1 more message: use --json"),
    "hops": Counted(hops, "Received, according to the header", 12, "", ("scan", "--full", "-")),
    "parts": Counted(attachments, ": unsupported format", 20, "1 more"),
}


@for_each("name", *COUNTED)
def test_items_are_listed_up_to_the_limit_and_then_counted(name: str, uriinspect: Command) -> None:
    row = COUNTED[name]

    def out(count: int) -> str:
        arguments = ("--color", "never", *row.arguments)
        return uriinspect(*arguments, given=row.given(count), columns=200).out

    whole, beyond = out(row.most), out(row.most + 1)
    assert whole.count(row.mark) == beyond.count(row.mark) == row.most
    assert "more" not in whole
    assert row.more in beyond


def site_with(folder: Path, pages: int, links: int) -> Path:
    """Create a site with this number of unlinked pages and of broken links."""
    folder.mkdir()
    (folder / "index.html").write_text("".join(f"<a href={at}.html>x</a>" for at in range(links)))
    for at in range(pages):
        (folder / f"page{at}.html").write_text("<p>")
    return folder


@for_each("pages, links", (19, 29), (20, 29), (19, 30))
def test_site_report_lists_a_limited_number_of_findings_and_pages(
    pages: int, links: int, tmp_path: Path, uriinspect: Command
) -> None:
    """There are thirty findings: those of the links, and one for all unlinked pages."""
    root = str(site_with(tmp_path / "site", pages, links))
    out = uriinspect("scan", "--site", root, columns=200).out
    findings, _, rest = out.partition("Pages with findings")
    assert findings.count("missing-file") == min(links, 29 + (links > 29))
    assert ("more: use --format site-json" in findings) == (links > 29)
    assert rest.count(".html") == min(pages + 1, 20)
    assert ("more: use --format site-csv" in rest) == (pages > 19)


@for_each("count", 10, 11)
def test_number_of_unread_files_of_a_site_is_limited(
    count: int, tmp_path: Path, uriinspect: Command
) -> None:
    root = site_with(tmp_path / "site", 0, 0)
    for at in range(count):
        (root / f"link{at}.html").symlink_to(tmp_path)
    out = uriinspect("scan", "--site", str(root), columns=200).out
    assert out.count(": symbolic link") == 10
    assert ("1 more: use --format site-json" in out) == (count > 10)


@for_each("count, status", ("0", 2), ("1", 0), ("100", 0), ("101", 2))
def test_number_of_links_in_a_spot_round_is_limited(
    count: str, status: int, uriinspect: Command
) -> None:
    answer = uriinspect("spot", "--count", count, "ABC-123", given=b"x\n" * 101)
    assert (answer.status == 2) == (status == 2)
    assert ("--count must be a number from 1 to 100" in answer.err) == (status == 2)


@for_each("at", 4_094, 4_095, 4_096, 4_097)
def test_length_of_compared_texts_is_limited(at: int, uriinspect: Command) -> None:
    """All differences are listed, even if the texts are too long to show."""
    texts = ["a" * at + letter for letter in "bc"]
    out = uriinspect("--color", "never", "compare", *texts, columns=200).out
    assert out.count("^") == int(at < 4_096)
    assert f"A  {at}-{at + 1}  U+0062" in out


@for_each("columns, shown", (71, False), (72, True))
def test_grammar_names_are_shown_in_wide_terminals(
    columns: int, shown: bool, uriinspect: Command
) -> None:
    assert ("path-abempty" in uriinspect("http://a.test/b", columns=columns).out) == shown


@for_each("count", 16, 17)
def test_number_of_differences_shown_is_limited(count: int, uriinspect: Command) -> None:
    out = uriinspect("--color", "never", "compare", "ab" * count, "aB" * count).out
    assert out.count("  A  ") == 16 + 1
    assert ("\n  1 more: use --json\n" in out) == (count > 16)


MUTED = "38;2;154;161;174m"  # of the dark theme


@for_each(
    "arguments, given, rest",
    (("compare", "ab" * 18, "aB" * 18), b"", "  2 more: use --json"),
    (("scan", "-"), sites(42), "  2 more: use --json"),
    (("scan", "-"), attachments(22), "  2 more: use --json"),
    (("scan", "-"), messages(12), "  2 more messages: use --json"),
    (("tree", "/a" * 500), b"", "more rows: use --json"),
    (("http://a/?" + "&".join(f"e=a{at}@b.test" for at in range(60)),), b"", "use --json"),
    (("resolve", "http://a/", "x/../" * 99), b"", "more similar steps"),
    (("h" * 9_000,), b"", " more characters"),
    (("http://h/" + "q" * 2_000,), b"", " more characters \u2026"),
)
def test_counts_of_omitted_rows_are_dimmed(
    arguments: tuple[str, ...], given: bytes, rest: str, uriinspect: Command
) -> None:
    out = uriinspect("--color", "always", "--theme", "dark", *arguments, given=given).out
    rows = [row for row in out.splitlines() if rest in row]
    assert rows
    for row in rows:
        assert row.startswith(f"\x1b[{MUTED}"), row
        assert row.endswith("\x1b[0m")
