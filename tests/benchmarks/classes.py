"""Measure what is promised to teachers: python -m tests.benchmarks.classes [NAME [COUNT]] ...

``distinct``: different questions that 30 students get from an item, for each kind and trick.
``packs``: damaged packs, each of which is read or has its faults reported by line.
``moodle``: questions whose XML is well-formed, whose answers are exact, and without live links.
``answers``: the longest time for judging one answer.
"""

import random
import re
import sys
import time
from contextlib import suppress
from itertools import cycle
from statistics import median, quantiles
from xml.etree import ElementTree

from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.export.moodle_quiz import UNMARKED, as_moodle
from uriinspector.export.sheet_forms import SheetForm
from uriinspector.lessons.draw import FIRST_MATERIAL, SPREAD_MATERIAL
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.pack import sheet_of, student_codes
from uriinspector.lessons.pack_file import read_pack
from uriinspector.lessons.question import NoQuestionError
from uriinspector.lessons.tricks import TRICKS
from uriinspector.lessons.wrong_answers import named_answers

STUDENTS, FEWEST = 30, 29
FRAME = 16  # milliseconds
HEAD = 'pack = 1\nid = "school.example/{name}"\nversion = 1\ntitle = "t"\nmaterial = {material}\n'
BARE = re.compile(r"[a-z]+://|www\.|\w@\w", re.IGNORECASE)
SPAN = re.compile(r'<span class="nolink"><code>.*?</code></span>', re.DOTALL)
DAMAGE = '[]{}="\n.#, 1ax\u202e\\\x00'


def distinct(_count: int) -> bool:
    """Draw the first question of an item for each of 30 students."""
    few = []
    asked = [(kind, f'kind = "{kind}"') for kind in KINDS]
    asked += [(f"where-{each}", f'kind = "where"\ntricks = ["{each}"]') for each in TRICKS]
    for material in (FIRST_MATERIAL, SPREAD_MATERIAL):
        for name, lines in asked:
            head = HEAD.format(name=name, material=material)
            pack = read_pack(f'{head}[[item]]\nid = "x"\n{lines}\n')
            rows = [sheet_of(pack, each).rows[0] for each in student_codes(pack, STUDENTS)]
            texts = {tuple(row.question.given.values()) for row in rows}
            if len(texts) < FEWEST:
                few.append(f"{name} (material {material}): {len(texts)}")
    print(  # noqa: T201
        f"distinct: {2 * len(asked)} items, {len(few)} with fewer than {FEWEST}: {few}"
    )
    return not few


def packs(count: int) -> bool:
    """Change, move and remove characters and words of the example pack."""
    chance, example = random.Random(26), shipped_text("lessons/example.toml")
    read, named, drawable, without_line = 0, 0, 0, []
    for _ in range(count):
        text = damaged(example, chance)
        try:
            pack = read_pack(text)
        except ListError as fault:
            named += 1
            lines = text.count("\n") + 1
            without_line += [
                each.reason for each in fault.problems if not 0 <= each.line <= lines
            ] + [each.reason for each in fault.problems if not each.line]
            continue
        read += 1
        if sum(len(item.fixed) or item.count for item in pack.items) < 2 * STUDENTS:
            with suppress(NoQuestionError):
                drawable += bool(sheet_of(pack, "a").rows)
    print(  # noqa: T201
        f"packs: {count:,} texts, {read:,} read ({drawable:,} drawn), {named:,} with named faults, "
        f"{len(without_line)} of the file as a whole: {sorted(set(without_line))[:6]}"
    )
    return True


def damaged(text: str, chance: random.Random) -> str:
    """Return the text with a few random changes."""
    pieces = list(text) if chance.random() < 0.5 else re.split(r"(?<=\s)|(?=\s)", text)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(pieces))
        other = chance.choice((*DAMAGE, *pieces[:: max(len(pieces) // 40, 1)], ""))
        pieces[at : at + chance.randrange(4)] = [other]
    return "".join(pieces)


def moodle(count: int) -> bool:
    """Export random questions and parse the XML."""
    kinds = [kind for kind in KINDS if kind not in UNMARKED]
    faults: list[str] = []
    done, each_time, start = 0, 40, time.perf_counter()
    for number, kind in enumerate(cycle(kinds)):
        if done >= count:
            break
        head = HEAD.format(name=f"moodle{number}", material=FIRST_MATERIAL)
        pack = read_pack(f'{head}[[item]]\nid = "x"\nkind = "{kind}"\n')
        sheets = [sheet_of(pack, student) for student in student_codes(pack, each_time)]
        keys = {row.question.key for sheet in sheets for row in sheet.rows}
        root = ElementTree.fromstring("".join(as_moodle(pack, sheets, SheetForm())))
        found = [each for each in root.iter("question") if each.get("type") != "category"]
        done += len(found)
        if number % len(kinds) == 0:
            print(f"moodle: {done:,} so far, {len(faults)} faults", file=sys.stderr, flush=True)  # noqa: T201
        faults += [f"{kind} {number}: {fault}" for each in found for fault in in_moodle(each, keys)]
    seconds = time.perf_counter() - start
    print(f"moodle: {done:,} questions, {len(faults)} faults: {faults[:5]}; {seconds:,.0f} s")  # noqa: T201
    return not faults


def in_moodle(question: ElementTree.Element, keys: set[str]) -> list[str]:
    """Return the faults of a question."""
    faults = []
    for each in question.iter():
        if each.get("format") == "html":
            text = each.findtext("text") or ""
            rest = SPAN.sub("", text)
            if "href" in rest or BARE.search(rest):
                faults.append(f"a link in {rest[:80]!r}")
    if question.get("type") == "shortanswer":
        right = [
            (each.findtext("text") or "").replace("\\*", "*")
            for each in question.iter("answer")
            if each.get("fraction") == "100"
        ]
        if not right or right[0] not in keys:
            faults.append(f"the answer is {right[:1]}")
    return faults


def answers(count: int) -> bool:
    """Judge right, recognized and unrecognized answers of every kind, one after the other."""
    kinds, number = cycle(KINDS), 0
    times: list[float] = []  # wall clock, and processor time of the program
    spent: list[float] = []
    while len(times) < count:
        kind = next(kinds)
        question = drawn(kind, f"answer-{number}")
        number += 1
        texts = [question.key, f"{question.key}zz"]
        texts += [each.text for each in named_answers(question)[:2]]
        for text in texts:
            start = time.perf_counter(), time.process_time()
            judged(question, text)
            times.append((time.perf_counter() - start[0]) * 1_000)
            spent.append((time.process_time() - start[1]) * 1_000)
    for name, found in (("by the clock", times), ("of work", spent)):
        print(  # noqa: T201
            f"answers {name}: {len(found):,} judged, median {median(found):.2f} ms, 99 of 100 "
            f"within {quantiles(found, n=100)[98]:.2f} ms, longest {max(found):.1f} ms, "
            f"{sum(each > FRAME for each in found)} over {FRAME} ms"
        )
    return max(spent) <= FRAME


PARTS = {"distinct": (distinct, 1), "packs": (packs, 5_000), "moodle": (moodle, 2_000)}
PARTS["answers"] = (answers, 10_000)


def main() -> int:
    """Run all parts, or those named, each with its count."""
    asked = sys.argv[1:]
    names = [each for each in asked if each in PARTS] or list(PARTS)
    good = True
    for name in names:
        part, usual = PARTS[name]
        at = asked.index(name) + 1 if name in asked else len(asked)
        count = int(asked[at]) if at < len(asked) and asked[at].isdecimal() else usual
        good &= part(count)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
