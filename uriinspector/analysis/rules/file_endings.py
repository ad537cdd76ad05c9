"""Rules about files that run when opened, including names that also have a document's ending."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.rules.dot_segments import has_segments
from uriinspector.analysis.triggers import DOUBLE, RUNS, last_ending
from uriinspector.core.model import Span
from uriinspector.core.percent import decoded


def double_extension(facts: Facts) -> Iterator[Hit]:
    """Find names like "report.pdf.exe": a document's ending before a program's."""
    for span in _names(facts):
        match = DOUBLE.search(decoded(span.of(facts.text)))
        if match:
            yield Hit(*span, args={"shown": match[1], "found": match[2]})


def runnable_file(facts: Facts) -> Iterator[Hit]:
    if not has_segments(facts):
        return
    path = facts.path_span
    ending = last_ending(facts.text, *path)
    if ending in RUNS:
        variant = "remote" if ending == "rdp" else ""
        yield Hit(
            path.end - len(ending) - 1, path.end, variant=variant, args={"found": f".{ending}"}
        )


def _names(facts: Facts) -> Iterator[Span]:
    if not facts.is_web and facts.effective_scheme != "file":
        return
    start, end = facts.path_span
    yield Span(max(start, facts.text.rfind("/", start, end) + 1), end)
    for _, value in facts.query_pairs():
        if value is not None:
            yield value


RULES = (
    Rule(
        "double-extension",
        MEDIUM,
        "Double file extension",
        {"": 'The name looks like a "{shown}" file, but ends in "{found}", which can run code.'},
        ("MITRE T1036.007",),
        double_extension,
        when="may_run",
    ),
    Rule(
        "runnable-file",
        LOW,
        "Possible program file",
        {
            "": 'The path ends in "{found}". If it names a file, that file can run, install or '
            "contain a program.",
            "remote": 'The path ends in "{found}". Such a file connects to another computer and '
            "can share your drives with it.",
        },
        ("MITRE T1204.002",),
        runnable_file,
        plain={
            "": 'A name that ends in "{found}". If it is a file, it can run, install or contain a '
            "program.",
            "remote": 'A name that ends in "{found}". Such a file connects to another computer '
            "and can share your drives.",
        },
        when="may_run",
    ),
)
