"""Mistakes with dot segments, in a target or step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import cached_property

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import resolve
from uriinspector.core.reference import Step, recompose
from uriinspector.core.resolution import remove_dot_segments
from uriinspector.lessons.mistake import Mistake, Pair, no_answers, row

ENCODED_DOT = expression("%2[Ee]")
SLASHES = expression("/{2,}")
NAME_WITH_DOTS = expression(r"(\.*+)([^.](?:.*[^.])?)(\.*)", re.DOTALL)


def dots_left(pair: Pair) -> Iterator[str]:
    """Merged, and nothing removed."""
    if pair.is_merged:
        yield pair.in_directory(pair.reference)


def dots_left_in_root_path(pair: Pair) -> Iterator[str]:
    """Nothing removed from a path that is not merged."""
    scheme, authority, path, query, fragment = pair.parts
    if path and not pair.is_merged:
        own = authority if scheme or authority is not None else pair.base_parts[1]
        yield recompose(scheme or pair.base_parts[0], own, path, query, fragment)


def one_dotdot_only(pair: Pair) -> Iterator[str | None]:
    """Only one of several ".." is followed."""
    if pair.is_merged and pair.levels_up > 1:
        first = pair.segments.index("..")
        others = [each for each in pair.segments[first + 1 :] if each != ".."]
        yield pair.with_path("/".join([*pair.segments[: first + 1], *others]))
        if first == 0:
            up = pair.resolved("..") or ""
            yield up + "/".join(pair.segments[1:]) + pair.ending


def folders_left(pair: Pair) -> int:
    """How many folders of the base no ".." of the reference removes; less than 0 above the root."""
    lowest = depth = pair.directory.count("/") - 1
    for each in pair.segments:
        depth += -1 if each == ".." else each != "."
        lowest = min(lowest, depth)
    return lowest


def climbed_too_far(pair: Pair) -> Iterator[str | None]:
    """One level more than the reference says."""
    if pair.is_merged and pair.levels_up and folders_left(pair) > 0:
        yield pair.with_path(f"../{pair.parts[2]}")


def climbed_at_once(pair: Pair) -> Iterator[str | None]:
    """One level up although there is no ".."."""
    if pair.is_merged and not pair.levels_up and pair.directory.count("/") > 1:
        yield pair.with_path(f"../{pair.parts[2]}")


def above_root_dropped(pair: Pair) -> Iterator[str | None]:
    """What goes above the root is removed, as only the 2005 edition does."""
    if pair.edition in {"1997", "2003"} and pair.is_merged and excess(pair)[0]:
        yield f"{pair.origin}/{'/'.join(excess(pair)[1])}{pair.ending}"


def dots_removed_from_root_path(pair: Pair) -> Iterator[str | None]:
    """Dots are removed from a path that is not merged, as only the 2005 edition does."""
    scheme, authority, path, query, fragment = pair.parts
    if path and not pair.is_merged and pair.edition != "2005":
        own = authority if scheme or authority is not None else pair.base_parts[1]
        without = remove_dot_segments(path)
        yield recompose(scheme or pair.base_parts[0], own, without, query, fragment)


def climbed_too_short(pair: Pair) -> Iterator[str | None]:
    """One level less than the reference says."""
    if pair.is_merged and pair.levels_up:
        segments = list(pair.segments)
        at = segments.index("..")
        segments[at] = "."
        yield pair.with_path("/".join(segments))


def dotdot_is_dot(pair: Pair) -> Iterator[str | None]:
    """ ".." goes nowhere."""
    if pair.levels_up > pair.is_merged:  # of a single one it is climbed-too-short
        yield pair.with_path("/".join("." if each == ".." else each for each in pair.segments))


def dot_is_dotdot(pair: Pair) -> Iterator[str | None]:
    """ "." goes up."""
    if "." in pair.segments:
        yield pair.with_path("/".join(".." if each == "." else each for each in pair.segments))


def excess(pair: Pair) -> tuple[int, list[str]]:
    """How many ".." are left at the root, and the segments behind them."""
    left, rest = 0, pair.directory.split("/")[1:-1]
    *segments, last = pair.segments
    for each in (*segments, last) if last == ".." else segments:
        if each == ".." and rest:
            rest.pop()
        elif each == "..":
            left += 1
        elif each != ".":
            rest.append(each)
    rest.append("" if last in {".", ".."} else last)
    return left, rest


def keep_above_root(pair: Pair) -> Iterator[str | None]:
    """What goes above the root stays in the path."""
    if pair.is_merged and pair.levels_up:
        left, rest = excess(pair)
        if left:
            rest_of_path = "/".join(rest) + pair.ending
            yield from (f"{pair.origin}/{'../' * (left - at)}{rest_of_path}" for at in range(left))
            yield resolve(pair.base, pair.reference, edition="2003").target


def above_root_host(pair: Pair) -> Iterator[str]:
    """What goes above the root removes the host."""
    if pair.is_merged and pair.base_parts[1] is not None and pair.levels_up:
        left, rest = excess(pair)
        if left:
            scheme = pair.base_parts[0]
            yield f"{scheme}://{'/'.join(rest)}{pair.ending}"
            yield f"{scheme}:///{'/'.join(rest)}{pair.ending}"
            yield f"{scheme}:/{'/'.join(rest)}{pair.ending}"


def above_root_refused(pair: Pair) -> Iterator[str | None]:
    """What goes above the root is taken for an error."""
    if pair.is_merged and pair.levels_up and excess(pair)[0]:
        yield None


def final_dot_no_slash(pair: Pair) -> Iterator[str]:
    """A final "." or ".." leaves no slash."""
    target = pair.target_parts
    if target and pair.segments[-1] in {".", ".."} and target[2].endswith("/"):
        yield recompose(target[0], target[1], target[2][:-1], target[3], target[4])


def _without_dots(text: str) -> tuple[str, str]:
    """With the slash that the removal of all segments leaves in front, and without it."""
    without = remove_dot_segments(text)
    return without, without if text.startswith("/") else without.removeprefix("/")


def dots_in_query(pair: Pair) -> Iterator[str | None]:
    """Dots behind "?" are taken for segments."""
    scheme, authority, path, query, fragment = pair.parts
    if query is not None and "." in query:
        for text in _without_dots(query):
            yield pair.resolved(recompose(scheme, authority, path, text, fragment))
        if pair.is_merged:
            merged = remove_dot_segments(f"{pair.directory}{path}?{query}")
            yield pair.origin + merged + ("" if fragment is None else f"#{fragment}")


def dots_in_fragment(pair: Pair) -> Iterator[str | None]:
    """Dots behind "#" are taken for segments."""
    fragment = pair.parts[4]
    if fragment is not None and "." in fragment:
        for text in _without_dots(fragment):
            yield pair.resolved(recompose(*pair.parts[:4], text))
        if pair.is_merged:
            yield pair.origin + remove_dot_segments(pair.directory + pair.reference)


def is_row_of_dots(segment: str) -> bool:
    """Whether a segment has more dots than a dot segment, and nothing else."""
    return len(segment) > 2 and not segment.strip(".")


def dots_in_names(pair: Pair) -> Iterator[str | None]:
    """Dots at the ends of a name are taken for segments."""
    apart, without = [], []
    for each in pair.segments:
        if is_row_of_dots(each):
            apart.append("..")
            continue
        name = NAME_WITH_DOTS.fullmatch(each)
        if each in {"", ".", ".."} or not name:
            apart.append(each)
            without.append(each)
            continue
        apart += [text for text in name.groups() if text]
        without.append(name[2])
    longer = [
        "/".join([".."] * (len(each) - 1)) if is_row_of_dots(each) else each
        for each in pair.segments
    ]
    if longer != pair.segments:
        yield pair.with_path("/".join(longer))
    if apart != pair.segments:
        yield pair.with_path("/".join(apart))
        yield pair.with_path("/".join(without))


def slashes_collapsed(pair: Pair) -> Iterator[str | None]:
    """Two slashes are taken for one."""
    scheme, authority, path, query, fragment = pair.parts
    *front, base_path, base_query, _ = pair.base_parts
    base = recompose(front[0], front[1], SLASHES.sub("/", base_path), base_query)
    own = SLASHES.sub("/", path)
    if (own, base) != (path, pair.base):
        yield pair.resolved(recompose(scheme, authority, own, query, fragment), base)
    target = pair.target_parts
    if target and "//" in target[2]:
        yield recompose(target[0], target[1], SLASHES.sub("/", target[2]), target[3], target[4])


def empty_segment_not_counted(pair: Pair) -> Iterator[str]:
    """ ".." passes over empty segments."""
    if not (pair.is_merged and pair.levels_up and "//" in pair.directory + pair.parts[2]):
        return
    output: list[str] = []
    segments = (pair.directory + pair.parts[2]).split("/")[1:]
    for each in segments:
        if each == "..":
            while output and not output[-1]:
                output.pop()
            del output[-1:]
        elif each != ".":
            output.append(each)
    if segments[-1] in {".", ".."}:
        output.append("")
    yield f"{pair.origin}/{'/'.join(output)}{pair.ending}"


def encoded_dots(pair: Pair) -> Iterator[str | None]:
    """Percent-encoded dots are taken for dots."""
    path = ENCODED_DOT.sub(".", pair.parts[2])
    if path != pair.parts[2]:
        yield pair.with_path(path)


NARROW = (
    row(
        "dots-in-fragment",
        dots_in_fragment,
        "You removed dots from the fragment. Only segments of the path can be dot segments.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-in-query",
        dots_in_query,
        "You removed dots from the query. Only segments of the path can be dot segments.",
        "RFC 3986 5.2.4",
        since="2003",
    ),
    row(
        "escaped-dots",
        encoded_dots,
        'You took "%2E" for a dot. Dot segments are removed without decoding.',
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-in-names",
        dots_in_names,
        "You took dots in a name for a dot segment. A dot segment has one or two dots and "
        "nothing else.",
        "RFC 3986 5.2.4",
    ),
    row(
        "above-root-host",
        above_root_host,
        'You removed the host with "..". The ".." segments act on the path only.',
        "RFC 3986 5.2.4",
        since="1997",
    ),
    row(
        "above-root-kept",
        keep_above_root,
        'You kept a ".." above the root. In this edition it is removed.',
        "RFC 3986 5.4.2",
        since="2005",
    ),
    row(
        "above-root-dropped",
        above_root_dropped,
        'You removed ".." above the root. In this edition it is kept.',
    ),
    row(
        "above-root-refused",
        above_root_refused,
        'You gave no target. Too many ".." segments do not prevent resolution.',
        "RFC 3986 5.4.2",
        since="1997",
    ),
    row(
        "empty-segment-not-counted",
        empty_segment_not_counted,
        'You skipped an empty segment. A ".." removes one segment, even an empty one.',
        "RFC 3986 5.2.4",
    ),
    row(
        "slashes-collapsed",
        slashes_collapsed,
        "You made one slash out of two. The empty segment between them is kept.",
        "RFC 3986 3.3",
    ),
    row(
        "final-dot-no-slash",
        final_dot_no_slash,
        'You left out the final slash. A final "." or ".." leaves a slash at the end.',
        "RFC 3986 5.2.4",
        since="1997",
    ),
    row(
        "one-dotdot-only",
        one_dotdot_only,
        'You followed only one of several ".." segments. Each of them removes a segment.',
        "RFC 3986 5.2.4",
    ),
    row(
        "dot-is-dotdot",
        dot_is_dotdot,
        'You went up at ".". The segment "." stays on the same level.',
        "RFC 3986 3.3",
    ),
    row(
        "climbed-too-short",
        climbed_too_short,
        'You went up one level too few. Each ".." removes one folder.',
        "RFC 3986 5.2.4",
    ),
    row(
        "dotdot-is-dot",
        dotdot_is_dot,
        'You removed ".." without going up. Each ".." removes the segment before it, too.',
        "RFC 3986 5.2.4",
    ),
    row(
        "climbed-too-far",
        climbed_too_far,
        'You went up one level too many. Each ".." removes one folder.',
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-removed-from-root-path",
        dots_removed_from_root_path,
        "You removed dot segments. In this edition, only a path that is merged loses them.",
    ),
    row(
        "dots-left-in-root-path",
        dots_left_in_root_path,
        "You left dot segments in the path. In this edition they are removed from this path, too.",
        "RFC 3986 5.2.2",
        since="2005",
    ),
)
WIDE = (
    row(
        "dots-left",
        dots_left,
        "You left dot segments in the path. They are removed after merging.",
        "RFC 3986 5.2.4",
    ),
    row(
        "climbed-too-far",
        climbed_at_once,
        'You went up one level. Only a ".." segment goes up.',
        "RFC 3986 5.2.4",
    ),
)

RUN_OF_DOTS = re.compile(r"([BC])\1+")
SWAPPED = str.maketrans("BC", "CB")


def rules_of(path: str) -> str:
    """The letters of the rules that remove the dot segments of a path, in their order."""
    steps: list[Step] = []
    remove_dot_segments(path, steps.append)
    return "".join(step.rule[-1] for step in steps)


class DotSteps:
    """A pair, and the path whose dot segments are removed."""

    def __init__(self, base: str, reference: str) -> None:
        self.pair = Pair(base, reference)
        self.path = self.pair.parts[2]
        if self.pair.is_merged:
            self.path = self.pair.directory + self.path

    @cached_property
    def key(self) -> str:
        """The letters of the rules."""
        return rules_of(self.path)

    def after(self, letters: str) -> DotSteps:
        """The same for somebody who has these letters already, by another mistake."""
        other = copy(self)
        other.__dict__["key"] = letters
        return other


def removed_before_merge(given: DotSteps) -> Iterator[str]:
    """The path of the reference alone."""
    if given.pair.is_merged:
        yield rules_of(given.pair.parts[2])


def steps_of_whole_base(given: DotSteps) -> Iterator[str]:
    """The whole path of the base, and that of the reference."""
    if given.pair.is_merged:
        yield rules_of(f"{given.pair.base_parts[2]}/{given.pair.parts[2]}")


def two_segments(given: DotSteps) -> Iterator[str]:
    """Two segments in one step."""
    if "EE" in given.key:
        yield given.key.replace("EE", "E", 1)
        yield given.key.replace("EE", "E")


def forgot_final_slash(given: DotSteps) -> Iterator[str]:
    """The slash that a final dot segment leaves is not moved."""
    if given.path.rpartition("/")[2] in {".", ".."}:
        yield given.key[:-1]


def stopped_early(given: DotSteps) -> Iterator[str]:
    """The last step is missing."""
    if len(given.key) > 1:
        yield given.key[:-1]


def began_late(given: DotSteps) -> Iterator[str]:
    """The first step is missing."""
    if len(given.key) > 1:
        yield given.key[1:]


def swapped(given: DotSteps) -> Iterator[str]:
    """One dot is taken for two, and the other way round."""
    yield given.key.translate(SWAPPED)


def leading_rule(given: DotSteps) -> Iterator[str]:
    """Rule A where the path begins with a slash."""
    if given.path.startswith("/"):
        yield given.key.replace("C", "A").replace("B", "A")
        yield given.key.replace("C", "A")
        yield given.key.replace("B", "A")


def final_rule(given: DotSteps) -> Iterator[str]:
    """Rule D for a final dot segment with a slash before it."""
    if given.path.rpartition("/")[2] in {".", ".."} and "/" in given.path:
        yield f"{given.key[:-2]}D"
        yield f"{given.key[:-2]}DE"


def rule_for_dots(given: DotSteps) -> Iterator[str]:
    """Rule D for every dot segment, or for one kind of them."""
    if given.path.startswith("/"):
        for letters in ("BC", "C", "B"):
            yield given.key.translate(dict.fromkeys(map(ord, letters), "D"))


def dots_as_names(given: DotSteps) -> Iterator[str]:
    """Dot segments are moved like names."""
    for letters in ("BC", "C", "B"):
        yield given.key.translate(dict.fromkeys(map(ord, letters), "E"))


def dots_left_out(given: DotSteps) -> Iterator[str]:
    """No step for a dot segment."""
    for letters in ("BC", "C", "B"):
        yield given.key.translate(dict.fromkeys(map(ord, letters)))


def dots_alone(given: DotSteps) -> Iterator[str]:
    """No steps for segments that are names."""
    yield given.key.replace("E", "")
    if given.key.startswith("EE"):
        yield given.key.lstrip("E")


def dots_last(given: DotSteps) -> Iterator[str]:
    """First all names, then the dot segments."""
    yield "".join(sorted(given.key, key=lambda letter: letter != "E"))


def dots_at_once(given: DotSteps) -> Iterator[str]:
    """One step for dot segments that follow each other."""
    yield RUN_OF_DOTS.sub(r"\1", given.key)
    yield re.sub(r"[BC]{2,}", lambda match: match[0][0], given.key)
    yield re.sub(r"[BC]{2,}", lambda match: match[0][-1], given.key)


def final_step_doubled(given: DotSteps) -> Iterator[str]:
    """A step of rule E after the input is empty."""
    yield f"{given.key}E"


def two_at_once(given: DotSteps, letters: str) -> tuple[Mistake, ...]:
    """Two mistakes, one after the other, that give these letters together."""
    for first in STEP_ROWS:
        for halfway in dict.fromkeys(first.wrong(given)):
            if not halfway or halfway == given.key:
                continue
            then = given.after(halfway)
            for second in STEP_ROWS:
                if second.code != first.code and letters in second.wrong(then):
                    return (first, second)
    return ()


STEP_ROWS = (
    row(
        "removed-before-merge",
        removed_before_merge,
        "You removed the dot segments of the reference alone. First merge it with the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "steps-of-whole-base",
        steps_of_whole_base,
        "You kept the last segment of the base. Merging removes it first.",
        "RFC 3986 5.2.3",
    ),
    row(
        "final-slash-not-moved",
        forgot_final_slash,
        'You stopped too early. The "/" that a final dot segment leaves is moved by rule E.',
        "RFC 3986 5.2.4",
    ),
    row(
        "rule-d-after-slash",
        final_rule,
        'You used rule D. It is only for an input that is "." or "..", without a slash.',
        "RFC 3986 5.2.4",
    ),
    row(
        "rule-a-after-slash",
        leading_rule,
        'You used rule A. It is only for an input that begins with "../" or "./".',
        "RFC 3986 5.2.4",
    ),
    row(
        "rules-swapped",
        swapped,
        "You swapped two rules. Rule B is for one dot, rule C for two.",
        "RFC 3986 5.2.4",
    ),
    row(
        "rule-d-after-slash",
        rule_for_dots,
        'You used rule D. It is only for an input that is "." or "..", without a slash.',
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-as-names",
        dots_as_names,
        "You moved a dot segment with rule E. Rule B or C removes it.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-at-once",
        dots_at_once,
        "You removed several dot segments in one step. Each of them is a step.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dots-last",
        dots_last,
        "You moved all names first. Each step works on the start of the input.",
        "RFC 3986 5.2.4",
    ),
    row(
        "two-segments-at-once",
        two_segments,
        "You moved two segments in one step. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dot-steps-left-out",
        dots_left_out,
        "You left out the step for a dot segment. Rule B or C removes it.",
        "RFC 3986 5.2.4",
    ),
    row(
        "name-steps-left-out",
        dots_alone,
        "You left out segments without dots. Rule E moves each of them in a step.",
        "RFC 3986 5.2.4",
    ),
    row(
        "step-after-the-end",
        final_step_doubled,
        "You added a step. After the last one, the input is empty.",
        "RFC 3986 5.2.4",
    ),
    row(
        "first-step-left-out",
        began_late,
        "You left out the first step.",
        "RFC 3986 5.2.4",
    ),
    row(
        "stopped-early",
        stopped_early,
        "You stopped too early. The steps are repeated until the input is empty.",
        "RFC 3986 5.2.4",
    ),
)

SEPARATOR = " | "


class BufferStep(NamedTuple):
    """One step: both buffers before it, its rule, and both buffers after it."""

    output_before: str
    input_before: str
    letter: str
    output: str
    input: str

    @property
    def text(self) -> str:
        """As it is answered."""
        return self.with_buffers(self.output, self.input)

    def with_buffers(self, output: str, rest: str) -> str:
        """As it is answered with these buffers after it."""
        return SEPARATOR.join((self.letter, output, rest))


def segment_left(step: BufferStep) -> Iterator[str]:
    """The last segment of the output stays."""
    if step.letter == "C" and step.output_before:
        yield step.with_buffers(step.output_before, step.input)


def segment_left_without_name(step: BufferStep) -> Iterator[str]:
    """The name goes, its slash stays."""
    if step.letter == "C" and step.output_before:
        yield step.with_buffers(f"{step.output}/", step.input)


def slash_removed(step: BufferStep) -> Iterator[str]:
    """Nothing is left of the dot segment."""
    if step.letter in "BC" and step.input.startswith("/"):
        yield step.with_buffers(step.output, step.input[1:])


def slash_not_moved(step: BufferStep) -> Iterator[str]:
    """The slash before the segment gets lost."""
    moved = step.output[len(step.output_before) :]
    if step.letter == "E" and moved.startswith("/") and len(moved) > 1:
        yield step.with_buffers(step.output_before + moved[1:], step.input)


def next_slash_moved(step: BufferStep) -> Iterator[str]:
    """The slash after the segment goes along."""
    if step.letter == "E" and step.input.startswith("/"):
        yield step.with_buffers(f"{step.output}/", step.input[1:])


def two_moved(step: BufferStep) -> Iterator[str]:
    """Two segments at once."""
    if step.letter == "E" and step.input:
        end = step.input.find("/", 1)
        end = len(step.input) if end < 0 else end
        yield step.with_buffers(step.output + step.input[:end], step.input[end:])


def all_moved(step: BufferStep) -> Iterator[str]:
    """The whole input at once."""
    if step.letter == "E" and step.input:
        yield step.with_buffers(step.output + step.input, "")


BUFFER_ROWS = (
    row(
        "output-segment-left",
        segment_left,
        'You left the last segment in the output. Rule C removes it with its "/".',
        "RFC 3986 5.2.4",
    ),
    row(
        "output-slash-left",
        segment_left_without_name,
        'You left a "/" in the output. Rule C removes the last segment with its "/".',
        "RFC 3986 5.2.4",
    ),
    row(
        "input-slash-removed",
        slash_removed,
        'You removed the "/" from the input. Rules B and C leave it there.',
        "RFC 3986 5.2.4",
    ),
    row(
        "segment-without-slash",
        slash_not_moved,
        'You moved the segment without its "/". Rule E moves both.',
        "RFC 3986 5.2.4",
    ),
    row(
        "next-slash-moved",
        next_slash_moved,
        'You moved the next "/", too. Rule E stops before it.',
        "RFC 3986 5.2.4",
    ),
    row(
        "next-segment-moved",
        two_moved,
        "You moved the next segment, too. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    row(
        "whole-input-moved",
        all_moved,
        "You moved the whole input. Rule E moves one segment at a time.",
        "RFC 3986 5.2.4",
    ),
    row(
        "dot-segment-moved",
        no_answers,
        "You took rule E for a dot segment. Rules B and C come first.",
        "RFC 3986 5.2.4",
    ),
)
BUFFER_CODES = {each.code: each for each in (*STEP_ROWS, *BUFFER_ROWS)}


def wrong_rule(step: BufferStep, letter: str) -> Mistake | None:
    """The mistake of who takes another rule; None where none is known."""
    if step.letter not in "BC":
        return None
    codes = {"B": "rules-swapped", "C": "rules-swapped", "A": "rule-a-after-slash"}
    codes["E"] = "dot-segment-moved"
    if step.input_before in {"/.", "/.."}:
        codes["D"] = "rule-d-after-slash"
    return BUFFER_CODES[codes[letter]] if letter in codes else None
