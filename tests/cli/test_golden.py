"""Golden files of every command, plain and colored.

After intended changes, rewrite them with
``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/cli/test_golden.py`` and review
``git diff tests/cli/golden``.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.analysis.versions import program
from uriinspector.cli.arguments import COMMANDS

GOLDEN = Path(__file__).parent / "golden"
REWRITE = bool(os.environ.get("URIINSPECT_REWRITE_GOLDEN"))
DECEPTIVE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
HEADLINE = f"https://www.bank.example@{'long.' * 12}example/"
SHORT = "https://bit.ly/3xAbCd"
HIDDEN = "https://u@ex\u0430mple.com:8080/a\u202eb%zz?\x1b[31m#"
LONG = "https://www.example.com/" + "segment/" * 40 + "?q=" + "x" * 900 + "#end"
PACKED = "https://a.example/1700000000?d=eyJ1IjoiaHR0cHM6Ly9iLmV4YW1wbGUvP2V4cD0xNzAwMDAwMDAwIn0"
ROWS = b"base,reference,expected\nhttp://a/b/c,../g,http://a/g\nhttp://a/b/c,=1+1,http://a/\n"
# Commands whose output is not wrapped to the terminal.
EXACT = {
    *("defang", "defang-lines", "refang", "batch", "sheet", "check", "report-svg", "fill",
        "fix-diff", "scan-stix", "scan-misp", "fix-json", "check-json", "batch-json", "values-json",
        "explain-json", "resolve-json", "tree-json", "normalize-json", "compare-json",
        "scan-mail-json", "explain-mistake-json", "site-json", "site-csv"),
}  # fmt: skip
# The date of exported cases.
DATED = ("--date", "2026-11-22")
ANSWERS = b"""student;base;reference;answer;ask
ann;http://a.example/b/c?q;../g;http://a.example/b/../g?q;
bob;;https://www.bank.example.x.test/;www.bank.example;host
cem;http://a.example/b/c;g;http://a.example/b/g;target
"""
FAULTY = b"""<!doctype html>
<a href=" a b.html ">spaces</a> <a href="http:\\\\h.example\\e">backslashes</a>
<a href="/%zz%e9?a=1&copy=2">choices</a> <a href="/x|{{ y }}">a placeholder</a>
<script>location = "https://x.example/a|b"</script>
"""
PAGE = b"""<!doctype html>
<a href="http://evil.example.com/">www.paypal.com</a> <a href="../x?y">more</a>
<!-- <a href="http://old.example/"> -->
<form action="http://0x7f.1/"><input type="password"></form>
<img src="a.png" srcset="a.png 1x, b.png 2x">
"""
MAIL = b"""From: "PayPal" <x@evil.example>
Reply-To: other@reply.example
Subject: Invoice
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<a href="http://evil.example/?u=%6a">http://www.paypal.com/</a> <img src="http://[x/">
--b
Content-Type: application/x-unknown; name="a.pdf.exe"
Content-Transfer-Encoding: base64

TVoAAA==
--b--
"""
MANY = b"<!doctype html>" + b"".join(
    b"<a href='http://u%d@h.example/?%d b'>x</a>" % (at % 3, at) for at in range(60)
)
SEVERAL = "see http://a.example/ and\nhttp://b.example@10.0.0.1/x, <https://c.example>"


# A message with a delivery path, and parts of every kind.
ROUTED = (
    b"""Received: from mx.example (mx.example [192.0.2.7]) by in.example;
 Sun, 22 Nov 2026 10:00:30 +0000
Received: by relay.example; Sun, 22 Nov 2026 09:00:20 +0000
Received: from pc; no date
"""
    + MAIL
)
SEVERAL_MAILS = b"".join(
    b"From x@y Sun Nov 22 10:00:00 2026\nSubject: %d\n\nx\n\n" % at for at in range(12)
)
# A site with broken references, and a page without.
SITE = {
    "site/index.html": "<!doctype html><title>t</title><p id=a>x <a href='#b'>1</a>"
    "<a href='gone.html'>2</a> <a href='sub/'>3</a> <a href='sub/Page.html#x'>4</a>"
    "<a href='https://other.example/gone'>5</a> <img src='/top.png'><a href='../up.html'>6</a>",
    "site/sub/index.html": "<!doctype html><a href='gone.html'>1</a><a href='/gone.html'>2</a>"
    "<a href='http://www.site.example/gone.html'>3</a><link rel=stylesheet href=a.css>",
    "site/sub/page.html": "<!doctype html><p id=y><a href='../index.html#a'>1</a>",
    "site/sub/a.css": "p { background: url(no.png) }",
    "site/note.txt": "http://a.example/",
    "whole/index.html": "<!doctype html><a href='index.html'>1</a>",
}
# URNs whose components are compared one by one.
URNS = ("urn:isbn:0-451-45052-3?+a?=b#c", "URN:ISBN:0451450523?+d#e")


class Golden(NamedTuple):
    """A run and its golden file."""

    name: str
    arguments: tuple[str, ...]
    columns: int = 80
    given: bytes = b""
    files: Mapping[str, str] = {}


RUNS = (
    Golden("inspect", (DECEPTIVE,)),
    Golden("inspect-narrow", (DECEPTIVE,), 60),
    Golden("inspect-headline", (HEADLINE,), 40),
    Golden("inspect-headline-calm", (f"//{'long.' * 12}example/",), 40),
    Golden("inspect-hidden", (HIDDEN,)),
    Golden("inspect-long", (LONG,)),
    Golden("inspect-base", ("--base", "http://a/b/c/d;p?q", "../g;x=1/y#s")),
    Golden("inspect-full",
        ("--full", "--edition", "1997", "http://a.example/?u=http://b.example/")),
    Golden("inspect-two", ("mailto:me@example.com", "")),
    Golden("inspect-route", (f"https://www.google.com/url?q={SHORT}&sa=D",)),
    Golden("inspect-severe", ("--min-severity", "high", "--exact", DECEPTIVE)),
    Golden("resolve", ("resolve", "http://a/b/c/d;p?q", "../../g?y#s")),
    Golden("resolve-narrow", ("resolve", "--edition", "1997", "http://a/b/c/d;p?q", "?y"), 60),
    Golden("resolve-none", ("resolve", "/a/b", "g")),
    Golden("compare", ("compare", "HTTP://example.com/%7euser", "http://examp1e.com:80/~user")),
    Golden("compare-equal", ("compare", "http://example.com/a/../b", "http://EXAMPLE.com/b")),
    Golden("compare-narrow", ("compare", DECEPTIVE, DECEPTIVE.replace("o", "\u043e")), 60),
    Golden("normalize", ("normalize", "HTTP://User@EXAMPLE.com:80/%7efoo/../a")),
    Golden("normalize-form", ("normalize", "--form", "http://example.com:80/./a", "URN:A:b%2c")),
    Golden("tree", ("tree", "http://[::1]:80/a b?c#d")),
    Golden("tree-1994", ("tree", "--edition", "1994", "gopher://host/11/menu")),
    Golden("explain", ("explain", "userinfo-present")),
    Golden("explain-clause", ("explain", "rfc2396bis-01 3.2")),
    Golden("defang", ("defang", "http://u@[::1]/?to=http://example.com/", "see www.example.com")),
    Golden("defang-lines", ("defang",), given=b"http://a.example/\n\nlast www.example.com"),
    Golden("refang", ("refang", "hxxps://www[.]example[.]com/ (dot) [[.]]")),
    Golden("report-svg", ("report", "--format", "svg", DECEPTIVE)),
    Golden("fill", ("fill", "ticket", "--without-recipient", f"{DECEPTIVE}?uid=12345678")),
    Golden("values", ("values", PACKED, "no values")),
    Golden("fill-none", ("fill",)),
    Golden("lists-unknown", ("lists", "words")),
    Golden("table-missing", ("table", "no-such.csv", "judged.parquet")),
    Golden("desktop-misuse", ("desktop", "--undo", "--file-menus")),
    Golden("batch", ("batch", "resolve", "-"), given=ROWS),
    Golden("check", ("check", "-"), given=ANSWERS),
    Golden("sheet", ("sheet",)),
    Golden("spot", ("spot", "--count", "4", "7K3-F2Q"), given=b"a\nb\nnone\n"),
    Golden("check-sums", ("check", "--by", "mistake", "-"), given=ANSWERS),
    Golden("scan", ("scan", "-", "--base", "https://page.example/"), given=PAGE),
    Golden("scan-stix", ("scan", "-", "--format", "stix", *DATED), given=PAGE),
    Golden("scan-misp", ("scan", "-", "--format", "misp", *DATED), given=PAGE),
    Golden("fix", ("fix", "-"), given=FAULTY),
    Golden("fix-choose", ("fix", "-", "--choose", "invalid-percent=literal"), given=FAULTY),
    Golden("fix-diff", ("fix", "--diff", "-"), given=FAULTY),
    Golden("fix-narrow", ("fix", "--exact", "-"), 60, FAULTY),
    Golden("scan-narrow", ("scan", "-", "--group", "target"), 60, PAGE),
    Golden("scan-mail", ("scan", "-", "--exact"), given=MAIL),
    Golden("scan-mail-json", ("scan", "-", "--json"), given=MAIL),
    Golden("scan-none", ("scan", "-", "--strict"), given=b"no link\n"),
    Golden("scan-many", ("scan", "-", "--fail-on", "low", "--min-severity", "low"), given=MANY),
    Golden("inspect-same", ("--edition", "1997", "--base", "http://a/b", "#s")),
    Golden("inspect-no-target", ("--base", "a/b", "g")),
    Golden("inspect-meant", ("hxxps://www[.]paypa1[.]com/", "<http://a.example/>")),
    Golden("inspect-several", ("--fail-on", "info", SEVERAL, "urn:isbn:0451450523")),
    Golden("compare-json", ("compare", "--json", "http://a/%7e", "HTTP://A:80/~#f")),
    Golden("compare-bases", ("compare", "--base-a", "http://a/b/", "--base-b", "b:", "../c", "d")),
    Golden("normalize-json", ("normalize", "--json", "HTTP://A:80/%7e/../b")),
    Golden("tree-json", ("tree", "--json", "http://a:1/b?c")),
    Golden("tree-none", ("tree", "http://a b/")),
    Golden("resolve-json", ("resolve", "--json", "http://a/b", "../../c")),
    Golden("resolve-lenient",
        ("resolve", "--lenient", "--edition", "1997", "http://a/b", "http:c")),
    Golden("explain-json", ("explain", "--json", "userinfo-present")),
    Golden("explain-unknown", ("explain", "userinfo-presnt")),
    Golden("explain-alone", ("explain", "RFC 3986 5.2.4")),
    Golden("values-json", ("values", "--json", PACKED)),
    Golden("batch-json", ("batch", "--json", "valid", "-"), given=b"uri\nhttp://a/ b\na:b\n"),
    Golden("check-json", ("check", "--json", "-"), given=ANSWERS),
    Golden("check-item", ("check", "--by", "student", "--fail-on", "wrong", "-"), given=ANSWERS),
    Golden("fix-json", ("fix", "--json", "-"), given=FAULTY),
    Golden("fix-none", ("fix", "--check", "-"), given=b"<a href=/x>x</a>"),
    Golden("fix-kinds", ("fix", "--only", "backslash", "--strict", "-"), given=FAULTY),
    Golden("spot-german", ("spot", "--language", "de", "--count", "2", "ABC-123"), given=b"x\n\n"),
    Golden("scan-route", ("scan", "-"), given=ROUTED),
    Golden("scan-mbox", ("scan", "-"), given=SEVERAL_MAILS),
    Golden("sheet-kinds", ("sheet", "--list", "kinds")),
    Golden("sheet-mistakes", ("sheet", "--list", "mistakes")),
    Golden("sheet-tricks", ("sheet", "--list", "tricks")),
    Golden("sheet-conditions", ("sheet", "--list", "conditions")),
    Golden("sheet-lessons", ("sheet", "--list", "lessons")),
    Golden("sheet-mistakes-german", ("sheet", "--list", "mistakes", "--language", "de"), 60),
    Golden("explain-mistake", ("explain", "kept-last-segment")),
    Golden("explain-mistake-json", ("explain", "--json", "kept-last-segment")),
    Golden("explain-answer", ("explain", "edition-left-out")),
    Golden("compare-urns", ("compare", *URNS)),
    Golden("compare-urns-narrow", ("compare", "--urn-edition", "draft2012", *URNS), 60),
    Golden("compare-long", ("compare", LONG, LONG.replace("segment", "Segment", 1))),
    Golden("tree-many", ("tree", "http://a.example/" + "a/" * 400), 60),
    Golden("tree-mailto", ("tree", "mailto:a@b.example?subject=%zz&cc=c d")),
    Golden("site", ("scan", "--site", "site"), files=SITE),
    Golden("site-narrow", ("scan", "--site", "site", "--exact"), 60, files=SITE),
    Golden("site-address", ("scan", "--site", "site", "--base", "http://www.site.example/"),
        files=SITE),
    Golden("site-severe", ("scan", "--site", "site", "--min-severity", "high"), files=SITE),
    Golden("site-whole", ("scan", "--site", "whole"), files=SITE),
    Golden("site-json", ("scan", "--site", "site", "--format", "site-json"), files=SITE),
    Golden("site-csv", ("scan", "--site", "site", "--format", "site-csv"), files=SITE),
    Golden("scan-folder", ("scan", "site/note.txt", "whole/index.html"), files=SITE),
    Golden("fix-folder", ("fix", "--check", "site"), files=SITE),
    Golden("normalize-two", ("normalize", "http://a b/", "//EXAMPLE.com/%7E", "x")),
    Golden("values-long", ("values", LONG.replace("#end", "&t=1700000000&m=%3D%3D"))),
    Golden("check-misuse", ("check", "--key", "alone", "-")),
    Golden("check-format", ("check", "--format", "pdf", "-")),
    Golden("scan-missing", ("scan", "no-such-file.html")),
    Golden("sheet-unknown", ("sheet", "lesson:99")),
    Golden("explain-misuse", ("explain",)),
    Golden("option-unknown", ("resolve", "--editoin", "2005", "a", "b")),
    Golden("resolve-many", ("resolve", "http://a/" + "b/" * 60, "../" * 55 + "c")),
    Golden("explain-practice", ("explain", "missing-file")),
    Golden("explain-habit", ("explain", "shared-host")),
    Golden("inspect-none", ("--exact",)),
    Golden("spot-end", ("spot", "--typed", "--count", "2", "ABC-123")),
    Golden("spot-typed", ("spot", "--typed", "--count", "2", "ABC-123"), given=b"a.example\n"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path) -> Iterator[None]:
    """Change to a folder with the files of all rows; ``uriinspect`` undoes its own changes."""
    for name, text in {name: text for row in RUNS for name, text in row.files.items()}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        yield


@for_each("colour", "never", "always")
@for_each("row", *RUNS)
def test_command_output_matches_the_golden_file(
    row: Golden, colour: str, uriinspect: Command
) -> None:
    chosen = ("--color", colour)
    answer = uriinspect(*chosen, *row.arguments, given=row.given, columns=row.columns)
    found = f"{answer.out}{answer.err}exit status {answer.status}\n"
    found = found.replace(f"URI Inspector {program().version}", "URI Inspector VERSION")
    kept = GOLDEN / f"{row.name}.{'coloured' if colour == 'always' else 'plain'}.txt"
    if REWRITE:
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")


@for_each("row", *RUNS)
def test_plain_output_has_no_escapes_and_fits_the_width(row: Golden, uriinspect: Command) -> None:
    answer = uriinspect(*row.arguments, given=row.given, columns=row.columns)
    for line in answer.out.splitlines():
        assert "\x1b" not in line
        assert "\u202e" not in line
        assert line == line.rstrip()
        if row.name not in EXACT:
            assert len(line) <= row.columns, line


def test_colored_output_differs_only_in_colors(uriinspect: Command) -> None:
    import re

    for row in RUNS:
        plain = uriinspect(*row.arguments, given=row.given, columns=row.columns).out
        coloured = uriinspect(
            "--color", "always", *row.arguments, given=row.given, columns=row.columns
        ).out
        stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
        assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


def test_every_command_has_a_golden_file() -> None:
    assert {row.arguments[0] for row in RUNS} >= set(COMMANDS)
