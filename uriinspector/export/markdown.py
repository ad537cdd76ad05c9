"""Write a report in Markdown that looks the same when rendered: no links, images or foreign markup.

Escaping with backslashes is not enough, because programs also turn names and addresses in the
rendered text into links. So every word that contains more than letters and ordinary punctuation is
in a code span, which all Markdown programs leave alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.export.layout import ReportWriter, Row, case_layout, link_layout
from uriinspector.export.options import ExportMaterial, ExportOptions
from uriinspector.export.report import SCOPE, Remark, Report, ReportLayer, report_of

if TYPE_CHECKING:
    from uriinspector.analysis.versions import VersionRow
    from uriinspector.export.case.case_model import CaseExport
    from uriinspector.export.case.case_report import CaseNote, SiteReport, TargetReport, TimeReport

# Letters and digits, joined by hyphens or apostrophes, between ordinary punctuation. Numbers with
# dots as thousands separators have at most two, so that IP addresses do not match.
WORD = (
    r"U\+[0-9A-F]{4,6}|[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3}){1,2})"
    r"|[^\W_]+(?:[-'\u2019/][^\W_]+)*"
)
BEFORE, BEHIND = r"[(\"\u201e]*", r"[\").,;:!?\u201c\u2026]*"
PLAIN = expression(rf"{BEFORE}(?:{WORD}){BEHIND}|[-\u2013\u00b7\u2192]")
# Punctuation that may surround a code span.
AROUND = expression(r"([(\"\u201e]*)(.*?)([\").,;:!?\u201c]*)", re.DOTALL)
OPENING, CLOSING = frozenset('("\u201e'), frozenset('").,;:!?\u201c')
TICKS = expression("`+")


def markdown(given: ExportMaterial) -> str:
    report = report_of(given)
    return "".join(link_layout(report, MarkdownWriter(report.say)))


def case_markdown(case: CaseExport, options: ExportOptions) -> Iterator[str]:
    return case_layout(case, options, MarkdownWriter(options.say))


def code(text: str) -> str:
    """Return a code span; its fence is longer than any run of backticks in the text."""
    if not text.strip(" "):
        return "(empty)" if not text else "(only spaces)"
    fence = "`" * (max(map(len, TICKS.findall(text)), default=0) + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def prose(text: str) -> str:
    """Return a sentence, with runs of unusual words in code spans."""
    runs = _runs(text.split(" "))
    return " ".join(" ".join(words) if plain else _quoted(" ".join(words)) for plain, words in runs)


def _runs(words: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Group adjacent words of the same kind; code spans end at punctuation and quotation marks."""
    run: list[str] = []
    was_plain = True
    for word in words:
        is_plain = not word or PLAIN.fullmatch(word) is not None
        if run and (is_plain != was_plain or (not is_plain and _is_break(run[-1], word))):
            yield was_plain, run
            run = []
        run.append(word)
        was_plain = is_plain
    yield was_plain, run


def _is_break(before: str, after: str) -> bool:
    """Return True if punctuation at the end of one word or the start of the next separates
    them.
    """
    closes = before[-1:] in CLOSING and any(map(str.isalnum, before))
    return closes or (after[:1] in OPENING and any(map(str.isalnum, after)))


def _quoted(run: str) -> str:
    match = AROUND.fullmatch(run)
    before, middle, after = match.groups() if match else ("", run, "")
    return before + code(middle) + after if middle else code(run)


# List item prefixes by kind of list; nested links have their own.
MARKS = {"ul": "- ", "ol": "{number}. ", "nested": ""}


class MarkdownWriter(ReportWriter):
    """The parts of a report in Markdown."""

    def text(self, text: str) -> str:
        return text

    def prose(self, text: str) -> str:
        return prose(text)

    def code(self, text: str) -> str:
        return code(text)

    aside = code

    def opening(
        self, title: str, severity: str | None, label: str, content: str, *_sheets: str
    ) -> str:
        say = self.say
        verdict = f"**{label}: {say(severity or 'none')}**, {say(SCOPE)}."
        return f"# {prose(title)}\n\n{verdict}\n\n{content}"

    def why(self, text: str) -> str:
        return f"{self.say('Why')}: {prose(text)}\n"

    def about(self, report: Report, facts: Iterable[Row]) -> str:
        return self.facts([(self.say("Link"), code(report.text)), *facts])

    def facts(self, rows: Iterable[Row]) -> str:
        return "\n".join(
            f"- {prose(name)}: {value}" if name else f"- {value}" for name, value in rows
        )

    def heading(self, title: str) -> str:
        return f"\n## {title}"

    def section(self, title: str, rows: Iterable[str], kind: str = "ul") -> str:
        marked = (MARKS[kind].format(number=at) + row for at, row in enumerate(rows, 1))
        return "\n".join((self.heading(title), "", *marked))

    def finding(self, each: Remark, places: Iterable[Row], rest: Iterable[Row]) -> str:
        say = self.say
        texts = [(say("Why"), prose(each.message))]
        texts += [(say("Details"), prose(each.detail))] if each.detail else []
        title = f"{say(each.severity or '')}: {prose(each.title)} ({code(each.code)})"
        return f"\n### {title}\n\n{self.facts([*places, *texts, *rest])}"

    def nested(self, each: ReportLayer) -> str:
        verdict = f"{self.say(each.severity or 'no finding')}: {prose(each.headline)}"
        return f"{'  ' * each.depth}- {prose(each.via)}: {code(each.text)} ({verdict})"

    def more(self, words: str) -> str:
        return f"\n{words}"

    def end(self, rests_on: Iterable[VersionRow]) -> str:
        rests = "; ".join(f"{each.name} {each.version}" for each in rests_on)
        return self.section(self.say("Created with"), [f"{rests}."], "nested")

    def site(self, site: SiteReport) -> Iterator[str]:
        severity = self.say(site.severity or "no finding")
        yield f"\n### {severity}: {self.value(site.name)} ({site.counts})"
        yield from map(self._target, site.targets)
        if site.left_out:
            yield self.more(site.left_out)

    def _target(self, each: TargetReport) -> str:
        say = self.say
        severity = say(each.severity or "no finding")
        rows = [(say("Marked as"), f"**{say(each.mark)}**")] if each.mark else []
        rows += [(say("Note"), prose(" ".join(each.note.split())))] if each.note else []
        rows += [(say("Target"), code(each.target)), *map(self.fact, each.facts)]
        listed = self.facts((*rows, *(("", self.remark(found)) for found in each.findings)))
        return f"\n**{severity}**: {prose(each.headline)}\n\n{listed}"

    def remark(self, each: CaseNote) -> str:
        if each.severity is None:
            return each.title
        cites = f" ({'; '.join(each.cites)})" if each.cites else ""
        title = f"{prose(each.title)}, {code(each.code)}"
        return f"{self.say(each.severity)}: {title}. {prose(each.message)}{cites}"

    def times(self, title: str, about: str, times: TimeReport) -> Iterator[str]:
        yield from (self.heading(title), "", about, "")
        for each in times.lines:
            where = f"; {prose(each.place)}" if each.place else ""
            what = f"{each.when} {prose(each.meaning)}"
            yield f"- {each.confidence}: {what}, {code(each.text)}{where}"
        if times.left_out:
            yield self.more(times.left_out)

    def file(self, title: str, facts: Iterable[Row], parts: Iterable[str]) -> Iterator[str]:
        yield f"\n### {code(title)}\n\n{self.facts(facts)}"
        yield from parts

    def part(self, title: str, facts: Iterable[Row]) -> str:
        return f"\n{title}:\n\n{self.facts(facts)}"

    def listed(self, title: str, rows: Iterable[str]) -> str:
        return self.part(title, (("", row) for row in rows))
