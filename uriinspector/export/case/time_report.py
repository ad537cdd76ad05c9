"""What a report on a case tells of times: the surest of them, in their order."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.analysis.values.value import LIKELY, POSSIBLE
from uriinspector.analysis.values.words import shown_time
from uriinspector.core.model import NamedTuple
from uriinspector.export.case.report_words import named
from uriinspector.export.case.timeline import link_times, message_times

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.export.case.case_model import CaseExport, CaseLink
    from uriinspector.export.case.report_words import ReportWords
    from uriinspector.export.case.timeline import CaseTime

# More rows are folded where that can be done, and many more are only counted.
FOLDED, ROWS = 12, 40
DOUBTS = {LIKELY: 1, POSSIBLE: 2}
LEFT_OUT = "1 more time is in the table of times.", "{count} more times are in the table of times."


class TimeLine(NamedTuple):
    """A time: how sure it is, what it is, the text that says so, and where that is.

    ``meaning`` goes on behind ``when``, which ends in a comma where one is needed.
    """

    confidence: str
    when: str
    meaning: str
    text: str
    place: str


class TimeReport(NamedTuple):
    """The times there is room for, and words on the others."""

    lines: tuple[TimeLine, ...]
    left_out: str

    @property
    def is_folded(self) -> bool:
        """Whether there are so many that the rest of the report is hard to reach."""
        return len(self.lines) > FOLDED


def time_report(
    case: CaseExport, files: int, links: Iterable[CaseLink], say: ReportWords
) -> TimeReport:
    """The times in these links, and in the messages of so many files."""
    messages = (message_times(file, number) for number, file in enumerate(case.files[:files]))
    times = sorted(
        chain.from_iterable(chain(messages, map(link_times, links))),
        key=lambda each: (DOUBTS.get(each.confidence, 0), each.time),
    )
    shown = sorted(times[:ROWS], key=lambda each: each.time)
    left = len(times) - len(shown)
    return TimeReport(
        tuple(_line(each, case, say) for each in shown),
        say.count(left, *LEFT_OUT) if left else "",
    )


def _line(each: CaseTime, case: CaseExport, say: ReportWords) -> TimeLine:
    tell = say.tell
    when, meaning = shown_time(each.time), say.line((each.phrase,))
    rest = meaning.removeprefix(when) if meaning.startswith(when) else f", {meaning}"
    comma, meaning = "," if rest.startswith(",") else "", rest.lstrip(", ")
    if not each.time.endswith("Z"):
        meaning = f"{meaning}, {tell('no time zone')}"
    file = case.files[each.file]
    where = [named(file.name, say)] if len(case.files) > 1 else []
    if len(file.parts) > 1:
        where.append(tell("part {part}", part=say(each.part)))
    if each.line is not None:
        where.append(tell("line {line}", line=each.line))
    return TimeLine(
        tell(each.confidence), f"{when}{comma}", meaning, say(each.text), ", ".join(where)
    )
