"""Golden file: the inspections of some hundred links.

The file lists its own links: to add one, a text or a text with base and edition, insert it,
rewrite the file with ``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/analysis/test_golden.py``
and review its inspection.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import uriinspector
from tests.golden_files import compare
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.values.value import flattened

FOLDER = Path(__file__).parent / "golden"
LINKS = FOLDER / "links.txt"
HEAD = "== "


def described(text: str, base: str | None = None, edition: str = "2005") -> Iterator[str]:
    """Describe the verdict with reasons and route, the findings, and the decoded values."""
    found = uriinspector.inspect(text, base=base, edition=edition)
    verdict = found.verdict
    yield f"{verdict.severity}: {verdict.headline} | {verdict.detail}"
    for hop in verdict.route:
        sure = "" if hop.known else ", and then nobody knows"
        yield f"  {hop.role} {hop.host} {hop.text!a} {hop.via}".rstrip() + sure
    yield from (f"  {finding(each)}" for each in found.findings)
    for placed in flattened(found.values):
        value, reading = placed.value, placed.reading
        where = f"{value.start}-{value.end} {value.part} {value.name!a} {'/'.join(value.via)}"
        said = f"{reading.value!a}: {str(reading.phrase)!a} [{reading.source}]"
        yield f"  {where.strip()} {reading.confidence} {reading.kind} {reading.decoder} {said}"


def finding(each: Finding) -> str:
    """Describe a finding with clauses, fix and other spans, without messages of the grammar."""
    others = "".join(f", {other.start}-{other.end}" for other in each.also)
    cites = f" [{', '.join(each.cites)}]" if each.cites else ""
    fix = f" | {each.fix.title}: {each.fix.text!a}" if each.fix else ""
    where = f"{each.start}-{each.end}{others} of {each.of}"
    message = f" {each.message}" if each.code != "syntax-error" else ""
    return f"{each.severity} {each.code} {where}: {each.title}.{message}{cites}{fix}"


def links() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each heading with its link: text, and base and edition if given."""
    for line in LINKS.read_text("utf-8").splitlines():
        if line.startswith(HEAD):
            link = ast.literal_eval(line.removeprefix(HEAD))
            yield line, (link,) if isinstance(link, str) else link


def lines() -> Iterator[str]:
    for line, link in links():
        yield line
        yield from described(*link)


def test_inspections_match_the_golden_file() -> None:
    found = "".join(f"{line}\n" for line in lines())
    compare("links.txt", found.encode("utf-8", "backslashreplace").decode(), FOLDER)
