"""A report on a case in Markdown that renders as it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.export.markdown import code, prose
from uriinspector.export.report import NOT_VISITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from uriinspector.export.case.headers import FileTold
    from uriinspector.export.case.report import CaseReport, SiteTold, TargetTold
    from uriinspector.export.case.saying import Fact, Remark


def markdown(made: CaseReport) -> Iterator[str]:
    """The whole report, a line at a time."""
    return (f"{line}\n" for line in _lines(made))


def _lines(made: CaseReport) -> Iterator[str]:
    yield f"# {prose(made.title)}"
    yield ""
    yield f"**Worst finding: {made.severity or 'none'}**, by the texts only: {NOT_VISITED}."
    yield ""
    yield from map(_fact, made.facts)
    yield from ("", "## Sites, worst first")
    for each in made.sites:
        yield from _site(each)
    yield from ("", made.sites_left_out) if made.sites_left_out else ()
    yield from ("", "## Files")
    for file in made.files:
        yield from _file(file)
    yield from ("", made.files_left_out) if made.files_left_out else ()
    yield from ("", "## Not looked at", "")
    yield from (f"- {prose(each)}" for each in made.unexamined)
    yield from ("", "## Made with", "")
    yield "; ".join(f"{each.name} {each.version}" for each in made.rests_on) + "."


def _fact(each: Fact) -> str:
    text = code(each.text) if each.is_code else prose(each.text)
    return f"- {each.name}: {text}"


def _site(site: SiteTold) -> Iterator[str]:
    name = code(site.name.text) if site.name.is_code else prose(site.name.text)
    yield ""
    yield f"### {site.severity or 'no finding'}: {name} ({site.counts})"
    for each in site.targets:
        yield from _target(each)
    yield from ("", site.left_out) if site.left_out else ()


def _target(each: TargetTold) -> Iterator[str]:
    yield ""
    yield f"**{each.severity or 'no finding'}**: {prose(each.headline)}"
    yield ""
    if each.mark:
        yield f"- Marked: **{each.mark}**"
    if each.note:
        yield f"- Note: {_note(each.note)}"
    yield f"- Target: {code(each.target)}"
    yield from map(_fact, each.facts)
    yield from map(_remark, each.findings)


def _note(text: str) -> str:
    """What somebody wrote, in one line."""
    return prose(" ".join(text.split()))


def _remark(each: Remark) -> str:
    if each.severity is None:
        return f"- {each.title}"
    cites = f" ({'; '.join(each.cites)})" if each.cites else ""
    return (
        f"- {each.severity}: {prose(each.title)}, {code(each.code)}. {prose(each.message)}{cites}"
    )


def _file(file: FileTold) -> Iterator[str]:
    yield from ("", f"### {code(file.title)}", "")
    yield from map(_fact, file.facts)
    for each in file.envelopes:
        yield from ("", f"{each.title}:", "")
        yield from map(_fact, each.facts)
    yield from _list("About the file as a whole:", map(_remark, file.findings))
    yield from _list("Parts:", (f"- {prose(each)}" for each in file.parts))
    yield from _list("Not examined:", (f"- {prose(each)}" for each in file.unexamined))


def _list(title: str, rows: Iterable[str]) -> Iterator[str]:
    found = list(rows)
    if found:
        yield from ("", title, "", *found)
