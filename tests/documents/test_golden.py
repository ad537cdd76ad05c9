"""Golden files of the findings on pages, messages and files."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import uriinspector
from tests.documents.golden_samples import FILES, JSON, MAILS, PAGES, SITE
from tests.documents.site_checks import checked
from tests.documents.test_site import site
from tests.golden_files import compare
from uriinspector.analysis.finding import Finding
from uriinspector.documents.cases.link_row import row_of
from uriinspector.documents.site.site_check import finding_of

FOLDER = Path(__file__).parent / "golden"
PAGE = "http://page.test/dir/p.html"


def finding(each: Finding) -> str:
    cites = ", ".join(each.cites)
    fix = f" | {each.fix.title}: {each.fix.text}" if each.fix else ""
    where = f"{each.start}-{each.end} of {each.of}"
    return f"{each.severity} {each.code} {where}: {each.message} [{cites}]{fix}"


def told(octets: bytes, name: str) -> Iterator[str]:
    document = uriinspector.scan(octets, name=name, base=PAGE if "." not in name else None)
    yield f"== {name}: {document.kind}"
    for link in document.links:
        source = link.source
        where = f"{link.part} {source.line}:{source.column} {source.start}-{source.end}"
        yield f"{where} {link.element} {link.attribute} {link.value!r} -> {link.target!r}"
        yield f"    text {link.text!r}; {link.verdict.severity}: {link.verdict.headline}"
        # Most names here are of those for tests.
        meant = (each for each in link.findings if each.code != "special-name")
        yield from (f"    {finding(each)}" for each in meant)
    for each in document.findings:
        yield f"  {finding(each)}"
    for part in document.not_examined:
        yield f"  not examined: {part.part} {part.type}: {part.reason}"


def lines(samples: Mapping[str, str | bytes]) -> str:
    made = (
        line
        for name, text in samples.items()
        for line in told(text.encode() if isinstance(text, str) else text, name)
    )
    return "".join(f"{line}\n" for line in made)


def test_pages_messages_and_files_match_the_golden_files() -> None:
    pages = {name: f"<!doctype html>\n{text}" for name, text in PAGES.items()}
    compare("pages.txt", lines(pages), FOLDER)
    compare("messages.txt", lines(MAILS), FOLDER)
    compare("files.txt", lines(FILES), FOLDER)


def test_link_rows_match_the_golden_file() -> None:
    samples = {f"{name}.html": text for name, text in PAGES.items()} | MAILS | FILES
    found = []
    for name, text in samples.items():
        octets = text.encode() if isinstance(text, str) else text
        document = uriinspector.scan(octets, name=name, base=PAGE)
        found.append(f"== {name}")
        for link in document.links:
            row = row_of(link, 0)
            cells = {key: value for key, value in row._asdict().items() if value not in (None, "")}
            found.append(", ".join(f"{key}={value!a}" for key, value in cells.items()))
    compare("rows.txt", "".join(f"{each}\n" for each in found), FOLDER)


def test_document_json_matches_the_golden_file() -> None:
    found = {
        name: uriinspector.scan(text.encode(), name=name, base=PAGE).to_dict()
        for name, text in JSON.items()
    }
    compare("json.txt", json.dumps(found, indent=1) + "\n", FOLDER)


def test_site_check_matches_the_golden_file(tmp_path: Path) -> None:
    root, found = site(tmp_path, SITE), []
    for base in ("https://www.site.test/docs/", None):
        check = checked(root, base)
        found.append(f"== at {base}")
        for page in check.store.pages():
            found.append(f"{page!r}")
            for each in check.store.findings():
                if each.page == page.number:
                    found.append(f"  {each!r}")
                    found.append(f"    {finding(finding_of(each))}")
    compare("site.txt", "".join(f"{each}\n" for each in found), FOLDER)
