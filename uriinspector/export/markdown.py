"""Write a report in Markdown that looks the same when rendered: no links, images or foreign markup.

Escaping with backslashes is not enough, as programs also look for names and addresses in the
rendered text. So any word with more than letters and ordinary punctuation is in a code span, which
every Markdown leaves alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.core.expression import expression
from uriinspector.export.language import Language
from uriinspector.export.options import ExportMaterial
from uriinspector.export.report import (
    DEFANGED,
    LEFT_OUT,
    SCOPE,
    TO_THE_LETTER,
    FindingPlace,
    Remark,
    Report,
    ReportStop,
    counted,
    report_of,
    where_of,
)

# Letters and digits, joined by hyphens or apostrophes, between ordinary punctuation. An address
# has more dots than a number in German notation.
WORD = (
    r"U\+[0-9A-F]{4,6}|[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3}){1,2})"
    r"|[^\W_]+(?:[-'\u2019/][^\W_]+)*"
)
BEFORE, BEHIND = r"[(\"\u201e]*", r"[\").,;:!?\u201c\u2026]*"
PLAIN = expression(rf"{BEFORE}(?:{WORD}){BEHIND}|[-\u2013\u00b7]")
# Punctuation that may surround a code span.
AROUND = expression(r"([(\"\u201e]*)(.*?)([\").,;:!?\u201c]*)", re.DOTALL)
OPENING, CLOSING = frozenset('("\u201e'), frozenset('").,;:!?\u201c')
TICKS = expression("`+")


def markdown(given: ExportMaterial) -> str:
    return "\n".join(_lines(report_of(given))) + "\n"


def code(text: str) -> str:
    """Return a code span; its fence is longer than any run of backticks in it."""
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
    """Return True if punctuation separates two words, and is not itself a listed sign."""
    closes = before[-1:] in CLOSING and any(map(str.isalnum, before))
    return closes or (after[:1] in OPENING and any(map(str.isalnum, after)))


def _quoted(run: str) -> str:
    match = AROUND.fullmatch(run)
    before, middle, after = match.groups() if match else ("", run, "")
    return before + code(middle) + after if middle else code(run)


def _lines(report: Report) -> Iterator[str]:
    yield f"# {prose(report.headline)}"
    yield ""
    say = report.say
    yield f"**{say('Severity')}: {say(report.severity or 'none')}**, {say(SCOPE)}."
    yield ""
    yield f"{say('Why')}: {prose(report.detail)}"
    yield ""
    yield from _facts(report)
    yield from _route(report)
    yield from _remarks(report)
    yield from _inside(report)
    yield from _section(say("Not checked"), [prose(each) for each in report.unexamined])
    yield from ("", f"## {say('Created with')}", "")
    yield "; ".join(f"{each.name} {each.version}" for each in report.rests_on) + "."


def _facts(report: Report) -> Iterator[str]:
    say = report.say
    none = say("not present")
    yield f"- {say('Link')}: {code(report.text)}"
    if report.base is not None:
        yield f"- {say('Base')}: {code(report.base)}"
        yield f"- {say('Target')}: {code(report.target or none)}"
    yield f"- {say('Host')}: {code(report.host) if report.host else none}"
    if report.address:
        yield f"- {say('Address')}: {prose(report.address)}"
    yield f"- {say('Registrable domain')}: {code(report.site) if report.site else none}"
    yield f"- {say('Edition')}: {report.edition}"
    yield f"- {say('Notation')}: {say(TO_THE_LETTER if report.is_exact else DEFANGED)}"
    yield from (f"- {prose(each)}" for each in report.notes)


def _route(report: Report) -> Iterator[str]:
    if len(report.route) > 1:
        rows = [_stop(each, report.say) for each in report.route]
        say = report.say
        yield from _section(say("Route"), rows, "{number}. ")


def _stop(each: ReportStop, say: Language) -> str:
    words = say("no host" if each.is_known else "known only to the service")
    host = code(each.host) if each.host else words
    return f"{each.role}: {host}" + (f", in {code(each.text)}" if each.text else "")


def _remarks(report: Report) -> Iterator[str]:
    say = report.say
    yield from ("", f"## {counted(report)}")
    yield from ("",) * bool(report.findings)
    for number, each in enumerate(report.findings):
        yield from ("",) * bool(number)
        yield f"### {say(each.severity or '')}: {prose(each.title)} ({code(each.code)})"
        yield ""
        yield from _remark(each, say)
    for title, remarks in (("Encoding", report.encoding), ("Grammar errors", report.violations)):
        if remarks:
            rows = [f"{_place(each.place, say)}: {prose(each.message)}" for each in remarks]
            yield from _section(say(title), rows)
    if report.corrected:
        yield from _section(say("Corrected link"), [code(report.corrected)])
    if report.left_out:
        yield from ("", say(LEFT_OUT, count=report.left_out))


def _remark(each: Remark, say: Language) -> Iterator[str]:
    yield f"- {say('Location')}: {_place(each.place, say)}"
    if each.place.characters:
        yield f"- {say('Characters')}: {'; '.join(prose(named) for named in each.place.characters)}"
    yield f"- {say('Why')}: {prose(each.message)}"
    if each.detail:
        yield f"- {say('In detail')}: {prose(each.detail)}"
    if each.fix:
        yield f"- {prose(each.fix[0])}: {code(each.fix[1])}"
    if each.cites:
        yield f"- {say('Spec clauses')}: {'; '.join(each.cites)}"


def _place(place: FindingPlace, say: Language) -> str:
    where = where_of(place, say)
    return where if place.start == place.end else f"{where}, {code(place.quoted)}"


def _inside(report: Report) -> Iterator[str]:
    say = report.say
    rows = [
        f"{'  ' * each.depth}- {prose(each.via)}: {code(each.text)}"
        f" ({say(each.severity or 'no finding')}: {prose(each.headline)})"
        for each in report.inside
    ]
    yield from _section(say("Nested links"), rows, "")


def _section(title: str, rows: list[str], mark: str = "- ") -> Iterator[str]:
    if rows:
        yield from ("", f"## {title}", "")
        yield from (mark.format(number=at) + row for at, row in enumerate(rows, 1))
