"""Faults of drawn questions: python -m tests.benchmarks.drawn_questions [QUESTIONS] [KIND ...].

Counts, for each kind, keys that an independent computation contradicts, keys that are not judged
right, and questions with a host that someone could own. 100,000 of all kinds take about an hour.
With "spread" among the kinds, the questions are those on sheets of a pack with "material = 2".
"""

import re
import sys
import time
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from tests.lessons.question_kinds import ASKED, JOINED, drawn_question
from tests.lessons.second_opinions import AGREES
from uriinspector.core.parse import parse
from uriinspector.lessons.kinds.table import judged
from uriinspector.lessons.pack import sheet_of
from uriinspector.lessons.pack_file import read_pack
from uriinspector.lessons.question import Question
from uriinspector.readers import browser

USUAL = 2_000
ON_SHEET = 20
SPREAD = """pack = 1
id = "school.example/count"
version = 1
title = "Count"
material = 2
[[item]]
id = "{kind}"
kind = "{kind}"
{of}count = {count}
"""
SHOWN = 3  # faulty questions to print
RESERVED = re.compile(
    r"(?:[a-z0-9_-]+\.)*(?:example|test|invalid)\.?|(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"
    r"|\[2001:db8:[0-9a-f:]*\]",
    re.IGNORECASE,
)
# After a scheme, or at the start of a text or value: two slashes in a path start no host.
AUTHORITY = re.compile(r"(?:^|[A-Za-z][\w+.-]*:|[=\"'(])//([^/?#\"'<>\s\\]*)")


def real_hosts(question: Question) -> list[str]:
    """Return the unreserved hosts in the given values, the key and the choices."""
    return [each for each in set(hosts_of(question)) if each and not is_reserved(each)]


def hosts_of(question: Question) -> Iterator[str]:
    """Yield the hosts of all texts, as read by RFC 3986 and by browsers."""
    given = question.given
    base = given.get("base") or given.get("url") or "https://a.example/"
    choices = (each.code for each in question.choices)
    texts = [*given.values(), question.key, *choices]
    for text in texts:
        for found in (*AUTHORITY.findall(text), *AUTHORITY.findall(unquote(text))):
            yield parse(f"//{found}").host or ""
    for name in ("text", "reference"):
        if given.get(name):
            yield browser.read(given[name], base).host or ""


def is_reserved(host: str) -> bool:
    """Return True if no one can own the host; addresses are normalized as browsers do."""
    if RESERVED.fullmatch(host):
        return True
    read = browser.read(f"http://{host}/").host
    return read is not None and read != host and RESERVED.fullmatch(read) is not None


def on_sheets(kind: str, number: int) -> Iterator[Question]:
    """Draw questions as on the sheets of a class, with material spread over each sheet."""
    name, of = JOINED.get(kind, kind), f'of = "{kind}"\n' if kind in JOINED else ""
    pack = read_pack(SPREAD.format(kind=name, of=of, count=ON_SHEET))
    for student in range(-(-number // ON_SHEET)):
        yield from (row.question for row in sheet_of(pack, f"student {student}").rows)


def alone(kind: str, number: int) -> Iterator[Question]:
    """Draw questions from a separate seed each."""
    return (drawn_question(kind, f"count-{each}") for each in range(number))


def count(kind: str, number: int, draw: Callable[[str, int], Iterator[Question]]) -> bool:
    """Print the counts of one kind; return True if all are 0."""
    start = time.perf_counter()
    wrong: dict[str, list[Question]] = {"contradicted": [], "not right": [], "real host": []}
    texts = set()
    for question in draw(kind, number):
        texts.add(tuple(question.given.values()))
        if not AGREES[kind](question):
            wrong["contradicted"].append(question)
        if judged(question, question.key).right is not True:
            wrong["not right"].append(question)
        if real_hosts(question):
            wrong["real host"].append(question)
    seconds = time.perf_counter() - start
    counts = ", ".join(f"{len(found)} {name}" for name, found in wrong.items())
    print(  # noqa: T201
        f"{kind}: {number:,} drawn, {counts}; {len(texts):,} distinct; {seconds:,.0f} s", flush=True
    )
    for name, found in wrong.items():
        for question in found[:SHOWN]:
            print(f"  {name}: {dict(question.given)} -> {question.key}")  # noqa: T201
    return not any(wrong.values())


def main() -> int:
    """Count the faults of all kinds, or of those named."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    kinds = [each for each in sys.argv[2:] if each != "spread"]
    draw = on_sheets if "spread" in sys.argv else alone
    are_right = [count(kind, number, draw) for kind in kinds or ASKED]
    return 0 if all(are_right) else 1


if __name__ == "__main__":
    sys.exit(main())
