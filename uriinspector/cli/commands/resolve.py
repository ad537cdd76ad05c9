"""The command "resolve": a reference's target, the steps to it, and what other editions give."""

import argparse
from collections.abc import Iterator

from uriinspector import EDITIONS
from uriinspector.analysis.variants import (
    Variant,
    VariantAnswer,
    browser_answer,
    variant_answers,
    variant_of,
)
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import (
    BLANK,
    Block,
    Row,
    clipped,
    line,
    paragraph,
    run,
    section,
    table,
)
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import Resolution, resolve
from uriinspector.core.reference import Buffer, Step, has_two_buffers
from uriinspector.export.judged_answers import outcome
from uriinspector.readers.reading import Reading

# The maximum number of steps to show: long paths take one or two per segment.
MOST_STEPS = 60
LONGEST, LONGEST_SHOWN = 200, 2_000


class ShownResolution(NamedTuple):
    """The resolution to show, with the results of other variants and browsers."""

    resolution: Resolution
    chosen: Variant
    answers: tuple[VariantAnswer, ...]
    browser: Reading


def run_edition(options: argparse.Namespace, base: str, text: str, edition: str) -> Resolution:
    """Resolve according to one edition, with the command-line options."""
    return resolve(
        base, text, edition=edition, strict=not options.lenient, above_root=options.above_root
    )


def run_all(options: argparse.Namespace) -> dict[str, Resolution]:
    """Resolve according to every edition."""
    base, text = options.base_uri, options.reference
    return {edition: run_edition(options, base, text, edition) for edition in EDITIONS}


def status_of(resolution: Resolution) -> int:
    """Return 1 if the reference has no target, otherwise 0."""
    return int(resolution.target is None and not resolution.same_document)


def _lines(shown: ShownResolution) -> Iterator[Block]:
    resolution = shown.resolution
    yield table(
        [
            ("base", clipped(resolution.base, LONGEST_SHOWN)),
            ("reference", clipped(resolution.reference, LONGEST_SHOWN)),
            (run("target", "strong"), run(clipped(outcome(resolution), LONGEST_SHOWN), "strong")),
        ],
        "muted",
        indent=0,
    )
    yield from section(f"Steps ({resolution.edition} edition)")
    for each in resolution.steps[:MOST_STEPS]:
        yield from _step(each, has_two=has_two_buffers(resolution.edition))
    if len(resolution.steps) > MOST_STEPS:
        yield line(run(f"  {len(resolution.steps) - MOST_STEPS} more similar steps", "muted"))
    yield from section("All editions")
    yield table(_rows(shown), "", "muted")
    for answer in shown.answers:
        if answer.remark:
            yield BLANK
            yield paragraph(f"{answer.variant.title}: {answer.remark}", 2, "muted")


def _rows(shown: ShownResolution) -> Iterator[Row]:
    usual = outcome(shown.resolution)
    answers = [
        (each.variant, each.variant.title, outcome(each.resolution)) for each in shown.answers
    ]
    browsers = shown.browser.serialized or "(none: rejected)"
    for way, title, text in (*answers, (None, "Browsers (WHATWG)", browsers)):
        same = "same" if text == usual else "differs"
        yield (title, "" if way == shown.chosen else same, clipped(text, LONGEST))


def _step(each: Step, *, has_two: bool) -> Iterator[Block]:
    """Yield the clause of a step, its note, and its result."""
    yield table([(each.rule.ljust(11), clipped(each.note, LONGEST))], "clause")
    after = each.after
    if isinstance(after, Buffer) and not has_two:
        after = after.output + after.input
    if isinstance(after, Buffer):
        states = (("output", after.output), ("input", after.input))
        rows = ((" " * 11, name, clipped(text, LONGEST)) for name, text in states)
        yield table(rows, "", "muted")
    elif after is not None:
        part = each.part.value if each.part else "strong"
        yield table([(" " * 11, clipped(after, LONGEST))], "", part)


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print the resolution, or the JSON for all editions."""
    base, text = options.base_uri, options.reference
    others = run_all(options)
    resolution = others[options.edition]
    chosen = variant_of(options.edition, strict=not options.lenient, above_root=options.above_root)
    answers, read = variant_answers(base, text, chosen), browser_answer(base, text)
    if options.json:
        record = resolution.to_dict()
        record["editions"] = {edition: each.to_dict() for edition, each in others.items()}
        record["variants"] = [each.to_dict() for each in answers]
        record["browser"] = read.to_dict()
        screen.json(record)
    else:
        screen.write(_lines(ShownResolution(resolution, chosen, answers, read)))
    return status_of(resolution)
