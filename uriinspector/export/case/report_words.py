"""What the parts of a report on a case are made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.citation import shown_cite
from uriinspector.analysis.phrase import phrase_of, pieces
from uriinspector.analysis.safe_text import LONGEST, defanged, visible
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.language import Translator, english

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.phrase import Line
    from uriinspector.export.case.case_model import CaseLink

# Endings that are no top-level domains.
FILE_NAME = expression(
    r"[^./\\:@%]{1,120}\.(?:eml|msg|mbox|mht|mhtml|html?|txt|csv|ics|pdf|png|jpe?g|gif|url"
    r"|docx?|xlsx?|pptx?)",
    re.IGNORECASE,
)


class ReportWords:
    """Makes texts from outside ready to be read, and tells ours in a language."""

    def __init__(self, link: Callable[[str], str], translator: Translator = english) -> None:
        self._link = link
        self.tell = translator

    def __call__(self, text: str, most: int = LONGEST) -> str:
        """A text from outside, its links as they are wished."""
        return defanged(text, most, self._link)

    def count(self, count: int, one: str, many: str) -> str:
        """How many there are: ``one`` for exactly one, ``many`` with its place for others."""
        return self.tell(one if count == 1 else many, count=count)

    def line(self, line: Line) -> str:
        """A sentence in phrases."""
        return self("".join(each.text for each in pieces(line, self.tell)))


class Fact(NamedTuple):
    """A name and what stands behind it: a sentence, or a text to be quoted as it is."""

    name: str
    text: str
    is_code: bool = False


class CaseRemark(NamedTuple):
    """A finding; without a severity a word on how many there was no room for."""

    severity: str | None
    code: str
    title: str
    message: str
    cites: tuple[str, ...] = ()


def remarks(findings: Sequence[Finding], say: ReportWords, most: int) -> Iterator[CaseRemark]:
    """The worst findings; one that comes again is told once."""
    values: dict[tuple[str, str], Finding] = {}
    for each in findings:
        values.setdefault((each.code, each.message), each)
    for each in list(values.values())[:most]:
        message = say.line((phrase_of(each),))
        cites = tuple(shown_cite(cite, say.tell("appendix")) for cite in each.cites)
        yield CaseRemark(each.severity, each.code, say.tell(each.title), message, cites)
    if len(values) > most:
        more = say.count(len(values) - most, "1 more finding", "{count} more findings")
        yield CaseRemark(None, "", more, "")


def named(name: str, say: ReportWords) -> str:
    """The name of a file: what no program takes for that of a host stays as it is."""
    return visible(name) if FILE_NAME.fullmatch(name) else say(name)


def written(note: str, say: ReportWords) -> str:
    """What somebody wrote, line by line."""
    return "\n".join(map(say, note.splitlines()))


def counted(count: int, one: str, many: str) -> str:
    """A number and what it counts."""
    return f"{count:,} {one if count == 1 else many}"


def headline(link: CaseLink) -> str:
    """Where a link leads, in a sentence for people."""
    return defanged(link.inspection().verdict.headline)
