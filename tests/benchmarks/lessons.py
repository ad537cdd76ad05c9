"""What is promised of lessons, counted: python -m tests.benchmarks.lessons [QUESTIONS].

Ambiguous keys by kind, how many wrong answers have one cause alone, how often a wrong text is named
for nothing, and how fast questions are drawn and answers judged.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from importlib import util
from typing import TYPE_CHECKING

from tests.lessons.witness import transformed
from uriinspector import inspect
from uriinspector.core.parse import parse
from uriinspector.lessons.kinds.table import KINDS, drawn, judged
from uriinspector.lessons.link_question import LinkQuestion, same_host
from uriinspector.lessons.marked_link import MarkedLink
from uriinspector.lessons.mistakes.table import HOSTS, PARTS, RESOLVING, SOURCES
from uriinspector.lessons.pair import Pair
from uriinspector.readers import browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.lessons.mistake import Mistake
    from uriinspector.lessons.question import Question

RESERVED = re.compile(
    r"(?:[a-z0-9-]+\.)*(?:example|test|invalid)\.?|(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+"
    r"|\[2001:db8:[0-9a-f:]*\]"
)
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789/.?#=:"
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?")
GROUPS = {"scheme": 2, "authority": 4, "path": 5, "query": 7, "fragment": 9}


def target_agrees(question: Question) -> bool:
    """5.2.2 written down once more, and uritools where it is there."""
    base, reference = question.given["base"], question.given["reference"]
    keys = {question.key, transformed(base, reference)[0]}
    if util.find_spec("uritools"):
        from uritools import urijoin  # type: ignore[import-not-found,unused-ignore]

        keys.add(urijoin(base, reference, strict=True))
    return len(keys) == 1


def host_agrees(question: Question) -> bool:
    """The verdict of the whole inspection, and the parser of browsers."""
    text, base = question.given["text"], question.given["base"] or None
    read = browser.read(text, base).host if question.key != "none" else "none"
    return question.key == (inspect(text, base=base).verdict.host or "none") == read


def site_agrees(question: Question) -> bool:
    """Reserved endings are their own suffix: the last two labels."""
    text, base = question.given["text"], question.given["base"] or None
    host = browser.read(text, base).host or ""
    return question.key == ".".join(host.rstrip(".").split(".")[-2:])


def mark_agrees(question: Question) -> bool:
    """The expression of appendix B; the authority is split by hand."""
    match = APPENDIX_B.match(question.given["text"])
    part = question.given["part"]
    authority = (match[4] if match else None) or ""
    userinfo, at, rest = authority.rpartition("@")
    host, colon, port = rest.partition(":")
    values = {"userinfo": userinfo if at else None, "host": host, "port": port if colon else None}
    text = match[GROUPS[part]] if match and part in GROUPS else values.get(part)
    return question.key == ("none" if text is None else text or "empty")


def origin_agrees(question: Question) -> bool:
    """5.2.2 written down once more."""
    origins = transformed(question.given["base"], question.given["reference"])[1]
    return question.key == " ".join(origins)


AGREES: dict[str, Callable[[Question], bool]] = {
    "target": target_agrees,
    "where": host_agrees,
    "site": site_agrees,
    "mark": mark_agrees,
    "origin": origin_agrees,
}


def real_hosts(question: Question) -> list[str]:
    """Hosts of given texts that are not reserved."""
    given = question.given
    hosts = [parse(given.get(name, "")).host or "" for name in ("base", "text", "reference")]
    base = given.get("base") or "https://a.example/"
    texts = (given.get("text") or base, given.get("reference") or base)
    hosts += [browser.read(text, base).host or "" for text in texts]
    return [each for each in hosts if each and not is_reserved(each)]


def is_reserved(host: str) -> bool:
    """Whether nobody has it: the spellings of an address are what browsers make of them."""
    if RESERVED.fullmatch(host):
        return True
    read = browser.read(f"http://{host}/").host
    return read is not None and read != host and RESERVED.fullmatch(read) is not None


def wrong_answers(question: Question) -> dict[str, set[str]]:
    """Every wrong answer by the mistakes that give it."""
    mistakes, given, equals = families(question)
    answers: dict[str, set[str]] = {}
    for mistake in mistakes:
        if mistake.since > question.given.get("edition", "2005"):
            continue
        for wrong in mistake.wrong(given):
            text = "none" if wrong is None else wrong
            if not equals(text, question.key):
                answers.setdefault(text, set()).add(mistake.code)
    return answers


def families(
    question: Question,
) -> tuple[Iterable[Mistake], object, Callable[[str, str], bool]]:
    """The mistakes that are tried on a question, what they work on, and when answers are equal."""
    given = question.given
    if question.kind == "target":
        pair = Pair(given["base"], given["reference"], given["edition"])
        return RESOLVING, pair, str.__eq__
    if question.kind == "mark":
        from uriinspector.core.model import Part

        return PARTS, MarkedLink(given["text"], Part(given["part"])), str.__eq__
    return HOSTS, LinkQuestion(given["text"], given["base"], question.kind == "site"), same_host


def keys(kind: str, count: int) -> None:
    """Ambiguous and real ones among drawn questions."""
    start = time.perf_counter()
    ambiguous, real, texts = 0, 0, set()
    for number in range(count):
        question = drawn(kind, f"count-{number}")
        ambiguous += not AGREES[kind](question)
        real += bool(real_hosts(question))
        texts.add(tuple(question.given.values()))
    rate = count / (time.perf_counter() - start)
    print(  # noqa: T201
        f"{kind}: {ambiguous} of {count:,} ambiguous, {real} with a real host, "
        f"{len(texts):,} distinct, {rate:,.0f}/s with witnesses"
    )


def causes(kind: str, count: int) -> None:
    """Wrong answers with one cause alone, and how often each mistake occurs."""
    alone, total, occurs, both = 0, 0, Counter[str](), Counter[str]()
    for number in range(count):
        for codes in wrong_answers(drawn(kind, f"count-{number}")).values():
            total += 1
            alone += len(codes) == 1
            occurs.update(codes)
            if len(codes) > 1:
                both[" = ".join(sorted(codes))] += 1
    rare = sorted(occurs.items(), key=lambda each: each[1])[:6]
    print(f"{kind}: {alone:,} of {total:,} wrong answers with one cause ({alone / total:.1%})")  # noqa: T201
    mistakes = {"target": RESOLVING, "mark": PARTS}.get(kind, HOSTS)
    never = sorted({each.code for each in mistakes} - set(occurs))
    print(f"  rarest: {rare}; never: {never}; together: {both.most_common(12)}")  # noqa: T201


def false_names(kind: str, count: int) -> None:
    """Keys with one character changed that are named for a mistake."""
    chance, named, sources = random.Random(26), Counter[str](), {each.code for each in SOURCES}
    for number in range(count):
        question = drawn(kind, f"count-{number}")
        at = chance.randrange(len(question.key))
        text = question.key[:at] + chance.choice(LETTERS) + question.key[at + chance.randrange(2) :]
        judgement = judged(question, text)
        if judgement.right is False and judgement.diagnosis.mistake:
            named[judgement.diagnosis.mistake] += 1
    only = sum(named[code] for code in sources)
    print(  # noqa: T201
        f"{kind}: {sum(named.values())} of {count:,} changed keys named "
        f"({sum(named.values()) / count:.2%}), {only} for a source alone: {named.most_common(5)}"
    )


def speed(kind: str, count: int) -> None:
    """Drawing alone, and judging a wrong answer."""
    start = time.perf_counter()
    questions = [drawn(kind, f"speed-{number}") for number in range(count)]
    drawing = time.perf_counter() - start
    start = time.perf_counter()
    for question in questions:
        judged(question, f"{question.key}zz")
    judging = time.perf_counter() - start
    print(f"{kind}: {count / drawing:,.0f} drawn/s, {count / judging:,.0f} unnamed answers/s")  # noqa: T201


def main() -> None:
    """All of it, so many questions a kind."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    for kind in KINDS:
        keys(kind, count)
    for kind in ("target", "where", "site", "mark"):
        causes(kind, max(count // 10, 100))
    for kind in ("target", "where", "mark"):
        false_names(kind, min(count, 5_000))
    for kind in KINDS:
        speed(kind, min(count, 600))


if __name__ == "__main__":
    main()
