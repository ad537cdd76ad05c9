"""Find the causes of a wrong answer: the mistakes that give exactly this answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import eq

from uriinspector.core.appearance import common_ends
from uriinspector.core.expression import expression
from uriinspector.core.model import Message, NamedTuple, listed, message
from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import (
    FIVE,
    NO_TARGET,
    SAME_DOCUMENT,
    Components,
    Mistake,
    components,
    quoted,
)
from uriinspector.lessons.mistakes.hosts import ANY_NAME, HOSTS, LinkQuestion, plain
from uriinspector.lessons.mistakes.pairs import RESOLVING, SOURCES, Pair, who_agrees
from uriinspector.lessons.mistakes.table import REPEATED

# A word counts as misspelled if at most this many adjacent characters, and at most half of it, are
# wrong.
MOST_MISSPELLED = 2
WORD = expression(r"[^\W_]*")
# Longer answers are not examined for two mistakes at once.
LONGEST = 2_000
# Scheme, port and path around a host in an answer.
PUT_AROUND = expression(r"^(?:[A-Za-z][\w+.-]*:)?//|^@|(?::\d*)?(?:[/?#].*)?$", re.DOTALL)


class Diagnosis(NamedTuple):
    """The reasons why an answer is wrong.

    ``causes`` are alternative explanations of the answer or, if ``is_joint``, mistakes made
    together. ``also`` has the codes of other alternatives, and of programs with the same
    result. ``near`` are closing sentences, based on the clauses ``cites``.
    """

    causes: tuple[Mistake, ...] = ()
    also: tuple[str, ...] = ()
    is_joint: bool = False
    near: tuple[Message, ...] = ()
    count_of_causes: int = 0  # also counts causes that repeat another one
    cites: tuple[str, ...] = ()

    @property
    def mistake(self) -> str | None:
        """The code of the first cause, if any."""
        return self.causes[0].code if self.causes else None

    @property
    def phrases(self) -> tuple[Message, ...]:
        """The sentences that explain the answer."""
        reasons = [each.reason for each in self.causes[:2]]
        if len(reasons) > 1:
            reasons.insert(0, self._opening())
        return (*reasons, *who_agrees(self.also), *self.near)

    def _opening(self) -> Message:
        """Return the sentence that introduces two reasons."""
        if self.is_joint:
            return message("Two mistakes at once.")
        if self.count_of_causes < 3:
            return message("Two possible causes.")
        count = str(self.count_of_causes)
        return message("{count} possible causes, these two among them.", count=count)

    @property
    def text(self) -> str:
        return " ".join(self.phrases)


UNNAMED = Diagnosis()
UNKNOWN_CHOICE = Diagnosis(near=(message("This answer is not among the choices."),))


def one_by_one(mistakes: Iterable[Mistake]) -> Diagnosis:
    """Return the diagnosis of an answer in several parts: the first mistake, then the others."""
    first, *others = mistakes
    codes = dict.fromkeys(each.code for each in others if each.code != first.code)
    return Diagnosis((first,), tuple(codes), near=tuple(each.reason for each in others))


def causes_of(
    mistakes: Iterable[Mistake], given: object, equals: Callable[[str | None], bool], year: str
) -> Iterator[Mistake]:
    """Yield the mistakes that give a matching answer, without repeating a code."""
    codes = set()
    for mistake in mistakes:
        if mistake.since > year or mistake.code in codes:
            continue
        if any(equals(wrong) for wrong in mistake.wrong(given)):
            codes.add(mistake.code)
            yield mistake


def unlike(causes: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
    """Return the causes, except those that repeat another one."""
    repeated = {code for each in causes for code in REPEATED.get(each.code, "").split()}
    return tuple(each for each in causes if each.code not in repeated)


def wrong_targets(pair: Pair) -> list[tuple[Mistake, frozenset[str | None]]]:
    """Return each mistake that can be made on a pair, with the answers it gives."""
    return [(each, frozenset(each.wrong(pair))) for each in RESOLVING if each.since <= pair.edition]


def of_target(pair: Pair, answer: str) -> Diagnosis:
    """Return the reasons why an answer is not the target."""
    wanted = None if answer == NO_TARGET else answer
    wrong = wrong_targets(pair)
    by_code = {each.code: each for each, texts in reversed(wrong) if wanted in texts}
    likewise = tuple(causes_of(SOURCES, pair, lambda text: text == wanted, pair.edition))
    also = tuple(each.code for each in likewise)
    if by_code:
        return alternatives(tuple(reversed(by_code.values())), also)
    if likewise:
        return Diagnosis(likewise[:1], also[1:])
    together = _two_at_once(pair, answer, wrong)
    near = () if together else tuple(_near(pair, answer))
    others = tuple(each.code for each in together[1:])
    return Diagnosis(together, others, is_joint=bool(together), near=near)


def _two_at_once(
    pair: Pair, answer: str, wrong: list[tuple[Mistake, frozenset[str | None]]]
) -> tuple[Mistake, ...]:
    """Return two mistakes in different components that together give the answer.

    Each is searched for separately: one mistake must give the target with some components of
    the answer, such as query and fragment, and another one must give the target with the other
    components.
    """
    target = pair.target_parts
    if target is None or len(answer) > LONGEST or answer in {SAME_DOCUMENT, NO_TARGET}:
        return ()
    given = components(answer)

    def first(parts: tuple[str | None, ...]) -> Mistake | None:
        scheme, authority, path, query, fragment = parts
        text = recompose(scheme, authority, path or "", query, fragment)
        if text == pair.target:
            return None
        return next((each for each, texts in wrong if text in texts), None)

    for split in ((3, 4), (3,), (4,), (0, 1)):
        inside = tuple(given[at] if at in split else target[at] for at in range(5))
        outside = tuple(target[at] if at in split else given[at] for at in range(5))
        one, other = first(outside), first(inside)
        if one and other and one != other:
            return (one, other)
    return ()


def _near(pair: Pair, answer: str) -> Iterator[Message]:
    """Yield a message that names the wrong components if the cause is unknown."""
    target = pair.target_parts
    if target is None:
        is_current = pair.is_current
        words = "The reference means the current document." if is_current else "There is no target."
        yield message(words)
        return
    given = components(answer)
    if given[0] is None:
        yield message("Your answer is not a whole target: it has no scheme.")
        return
    names = [message(FIVE[at]) for at in wrong_components(given, target)]
    one = message("Wrong component: {part}.", part=names[0])
    yield one if len(names) == 1 else message("Wrong components: {parts}.", parts=listed(names))


def wrong_components(given: Components, target: Components) -> list[int]:
    """Return the indexes of the components that differ."""
    return [at for at in range(5) if given[at] != target[at]]


def diagnosed(
    mistakes: Iterable[Mistake],
    given: object,
    answer: str | None,
    near: Message | None = None,
    is_same: Callable[[str | None, str | None], bool] = eq,
) -> Diagnosis:
    """Return the reasons why an answer is wrong: all mistakes that give it or, without any,
    ``near``.
    """
    causes = tuple(causes_of(mistakes, given, partial(is_same, answer), "2005"))
    return alternatives(causes) if causes else Diagnosis(near=(near,) if near else ())


def of_host(link: LinkQuestion, answer: str | None) -> Diagnosis:
    """Return the reasons why an answer is not the host or the registrable domain."""
    bare = PUT_AROUND.sub("", answer) if answer and "://" in answer else None
    for each in (answer, bare) if bare else (answer,):
        for mistakes in (HOSTS, ANY_NAME):
            found = diagnosed(mistakes, link, each, is_same=link.is_same)
            if found.causes:
                return found
    return Diagnosis(near=(NOT_THE_NAME,))


NOT_THE_NAME = message("This is not the name that was asked for.")
NOT_THE_COMPONENT = message("This is not the component that was asked for.")


def misspelled(answer: str, key: str, *, is_host: bool) -> Diagnosis | None:
    """Return the diagnosis if a few characters of one word are wrong, or one label is different."""
    given, right = (plain(answer), plain(key)) if is_host else (answer, key)
    start, end = common_ends(given, right)
    wrong, missed = given[start : len(given) - end], right[start : len(right) - end]
    length = _word_length(right[:start][::-1]) + _word_length(right[start:])
    different = max(len(wrong), len(missed))
    if different <= MOST_MISSPELLED and length >= 2 * different and (wrong + missed).isalnum():
        there = quoted(right[max(start - 2, 0) : len(right) - end + 2])
        reason = message(
            "You misspelled the name: at character {number}, it is {text}."
            if is_host
            else "You misspelled it: at character {number}, it is {text}.",
            number=str(start + 1),
            text=there,
        )
        return Diagnosis((Mistake("misspelled-host" if is_host else "misspelled", reason),))
    labels = zip(given.split("."), right.split("."), strict=False)
    others = [own for own in labels if own[0] != own[1]] if is_host else []
    if len(others) != 1 or given.count(".") != right.count(".") or "." not in right:
        return None
    changed = message("You changed a part of the name. It is {text}.", text=quoted(others[0][1]))
    return Diagnosis((Mistake("label-changed", changed),))


def _word_length(text: str) -> int:
    word = WORD.match(text)
    return word.end() if word else 0


def alternatives(causes: tuple[Mistake, ...], also: tuple[str, ...] = ()) -> Diagnosis:
    """Return the diagnosis for alternative causes, without those that repeat another one."""
    others = tuple(each.code for each in causes[1:])
    return Diagnosis(unlike(causes), (*others, *also), count_of_causes=len(causes))


def of_choice(
    mistakes: Iterable[Mistake], given: object, answer: str, year: str = "2005"
) -> Diagnosis:
    """Return the reasons why a choice is wrong."""
    causes = tuple(causes_of(mistakes, given, lambda wrong: wrong == answer, year))
    return Diagnosis(causes[:1], tuple(each.code for each in causes[1:]))
