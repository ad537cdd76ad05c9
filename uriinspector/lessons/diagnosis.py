"""Find the causes of a wrong answer: the mistakes that give exactly this answer."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import eq, ne

from uriinspector.analysis.unpack import decode_escapes
from uriinspector.core.appearance import common_ends
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import Message, NamedTuple, listed, message
from uriinspector.core.parse import parse
from uriinspector.core.reference import recompose
from uriinspector.lessons.mistake import (
    FIVE,
    NONE,
    SAME_DOCUMENT,
    Components,
    Mistake,
    components,
    quoted,
)
from uriinspector.lessons.mistakes.hosts import (
    ANY_NAME,
    BY_CODE,
    HOST_NAME,
    HOSTS,
    MOST_LAYERS,
    LinkQuestion,
    plain,
    same_host,
)
from uriinspector.lessons.mistakes.pairs import (
    DIFFERENCES,
    DOTS,
    RESOLVING,
    SOURCES,
    Pair,
    who_agrees,
)
from uriinspector.lessons.mistakes.table import REPEATED, named
from uriinspector.readers.browser import host_in_browsers

# A word counts as misspelled if at most this many adjacent characters, and at most half of it, are
# wrong.
MOST_MISSPELLED = 2
WORD = expression(r"[^\W_]*")
# Longer answers are not examined for two mistakes at once.
LONGEST = 2_000
# Scheme, userinfo, host, port and the rest, as in a link.
HOST_IN_ANSWER = expression(
    r"((?:[A-Za-z][\w+.-]*:)?//)?(?:([^/?#]*)@)?(\[[^\]]*\]|[^:/?#@\\]*)(:\d*)?([/?#\\].*)?",
    re.DOTALL,
)


class Diagnosis(NamedTuple):
    """The reasons why an answer is wrong.

    ``causes`` are alternative explanations of the answer or, if ``is_joint``, mistakes made
    together. ``also`` has the codes of other alternatives, and of programs that give the same
    result. ``near`` are closing sentences, based on the clauses in ``cites``.
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
            return message("Your answer contains two mistakes.")
        if self.count_of_causes < 3:
            return message("Two possible causes.")
        count = str(self.count_of_causes)
        return message("Two of {count} possible causes:", count=count)

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
    wanted = None if answer == NONE else answer
    wrong = wrong_targets(pair)
    by_code = {each.code: each for each, texts in reversed(wrong) if wanted in texts}
    likewise = tuple(causes_of(SOURCES, pair, lambda text: text == wanted, pair.edition))
    also = codes_of(likewise)
    if by_code:
        return alternatives(tuple(reversed(by_code.values())), also)
    if likewise:
        return Diagnosis(likewise[:1], also[1:])
    target = pair.target
    if target is None:
        is_current = pair.is_current
        words = "The reference means the current document." if is_current else "There is no target."
        return Diagnosis(near=(message(words),))
    given, right = components(answer), components(target)
    differ = [at for at in range(5) if given[at] != right[at]]
    if len(answer) <= LONGEST:
        if answer not in {SAME_DOCUMENT, NONE} and (two := _two_at_once(given, right, wrong)):
            return joint_diagnosis(two)
        if difference := DIFFERENCES.get(_difference(answer, target, differ)):
            return Diagnosis((difference,))
    return Diagnosis(near=(_wrong_components(given, differ),))


def of_mistake(
    code: str, reason: Message, cite: str = "", near: tuple[Message, ...] = ()
) -> Diagnosis:
    """Return the diagnosis of a single mistake, with a reason written for this answer."""
    return Diagnosis((Mistake(code, reason, (cite,) if cite else ()),), near=near)


def joint_diagnosis(mistakes: tuple[Mistake, ...]) -> Diagnosis:
    """Return the diagnosis for mistakes that together give an answer."""
    return Diagnosis(mistakes, codes_of(mistakes[1:]), is_joint=bool(mistakes))


def codes_of(mistakes: Iterable[Mistake]) -> tuple[str, ...]:
    return tuple(each.code for each in mistakes)


def _two_at_once(
    given: Components, target: Components, wrong: list[tuple[Mistake, frozenset[str | None]]]
) -> tuple[Mistake, ...]:
    """Return two mistakes in different components that together give the answer.

    They are searched for separately: one mistake must give the target with some components of the
    answer, such as query and fragment, and the other must give the target with the remaining
    components.
    """

    def first(parts: tuple[str | None, ...]) -> Mistake | None:
        scheme, authority, path, query, fragment = parts
        text = recompose(scheme, authority, path or "", query, fragment)
        found = (each for each, texts in wrong if text in texts)
        return None if parts == target else next(found, None)

    for split in ((3, 4), (3,), (4,), (0, 1)):
        inside = tuple(given[at] if at in split else target[at] for at in range(5))
        outside = tuple(target[at] if at in split else given[at] for at in range(5))
        one, other = first(outside), first(inside)
        if one and other and one != other:
            return (one, other)
    return ()


def _difference(answer: str, target: str, differ: list[int]) -> str:
    """Return the code of a simple difference between an answer and the target, or ""."""
    if "".join(answer.split()) == target:
        return "space-in-target"
    hosts = {parse(each, edition="2005").host for each in (answer, target)}
    if differ == [1] and len(hosts) == 1:
        return "authority-mixed"
    paths = (components(answer)[2], components(target)[2])
    return difference_in_segments(*paths) if differ == [2] else ""


def difference_in_segments(path: str, right: str) -> str:
    """Return the code of a simple difference between the segments of two paths, or ""."""
    own, others = path.split("/"), right.split("/")
    if DOTS & set(own) and not DOTS & set(others):
        return "dots-remain"
    for some, more, code in ((own, others, "segments-missing"), (others, own, "segments-added")):
        left = iter(more)
        if all(each in left for each in some):
            return code
    if sorted(own) == sorted(others):
        return "segments-reordered"
    is_long = len(own) == len(others) > 2
    return "segment-changed" if is_long and sum(map(ne, own, others)) == 1 else ""


def _wrong_components(given: Components, differ: list[int]) -> Message:
    """Return a message that names the wrong components, for answers with an unknown cause."""
    if given[0] is None:
        return message("Your answer is not a whole target: it has no scheme.")
    names = [message(FIVE[at]) for at in differ]
    if len(names) == 1:
        return message("Wrong component: {part}.", part=names[0])
    return message("Wrong components: {parts}.", parts=listed(names))


def diagnosed(
    mistakes: Iterable[Mistake],
    given: object,
    answer: str | None,
    near: Message | None = None,
    is_same: Callable[[str | None, str | None], bool] = eq,
) -> Diagnosis:
    """Return the reasons why an answer is wrong: all mistakes that give it or, if there are none,
    ``near``.
    """
    causes = tuple(causes_of(mistakes, given, partial(is_same, answer), "2005"))
    return alternatives(causes) if causes else Diagnosis(near=(near,) if near else ())


def of_host(link: LinkQuestion, answer: str | None) -> Diagnosis:
    """Return the reasons why an answer is not the host or the registrable domain.

    If no mistake gives the answer, judge the host in it without the surrounding text.
    """
    found = _of_name(link, answer)
    split = HOST_IN_ANSWER.fullmatch(answer) if answer and not found.causes else None
    if not split or not link.key:
        return found
    scheme, _, name, port, rest = split.groups()
    if same_host(name, link.key):
        code = "whole-link" if scheme or rest else "with-port" if port else "userinfo-with-host"
    elif same_host("".join(name.split()), link.key):
        code = "space-in-host"
    elif host_in_browsers(name) == link.key:
        code = "address-not-decimal"
    elif same_host(OTHER_DOTS.sub(".", name if answer is None else answer), link.key):
        code = "other-dot"
    elif sorted(plain(name).split(".")) == sorted(plain(link.key).split(".")):
        code = "labels-reordered"
    elif host_kind(name) == host_kind(link.key) == "ipv4":
        code = "wrong-numbers"
    else:
        return found if name == answer else _of_name(link, name)
    return Diagnosis((BY_CODE[code],))


def of_strange_name(link: LinkQuestion, answer: str | None) -> Diagnosis:
    """Return the reason why a name that no mistake gives is wrong: it may not be in the link."""
    texts = (each.casefold() for each in (link.text, link.base, link.key or ""))
    name = plain(answer or "")
    is_strange = name and not any(name in decode_escapes(each, MOST_LAYERS) for each in texts)
    return Diagnosis((BY_CODE["not-in-link"],)) if is_strange else Diagnosis(near=(NOT_THE_NAME,))


def of_additions(answer: str, right: str) -> Diagnosis | None:
    """Return the diagnosis if the answer is the right text with characters added."""
    left = iter(answer)
    is_longer = right and all(each in left for each in right)
    return Diagnosis(named("characters-added")) if is_longer else None


def _of_name(link: LinkQuestion, answer: str | None) -> Diagnosis:
    """Return the mistakes that give this name."""
    for mistakes in (HOSTS, ANY_NAME):
        found = diagnosed(mistakes, link, answer, is_same=link.is_same)
        if found.causes:
            return found
    return Diagnosis(near=(NOT_THE_NAME,))


OTHER_DOTS = expression(r"[,;:]|[ \t]*\.[ \t]*|\.{2,}|[ \t]+")
NOT_THE_NAME = message("Your answer is not the name that was asked for.")
NOT_THE_COMPONENT = message("Your answer is not the component that was asked for.")


def misspelled(answer: str, key: str, *, is_host: bool = False) -> Diagnosis | None:
    """Return the diagnosis if a few characters of a word are wrong, or one label differs."""
    texts = (plain(answer), plain(key)) if is_host else (answer, key)
    given, right = texts
    start, end = common_ends(given, right)
    wrong, missed = (text[start : len(text) - end] for text in texts)
    length = _word_length(right[:start][::-1]) + _word_length(right[start:])
    different = max(len(wrong), len(missed))
    is_case = wrong.lower() == missed.lower()
    is_small = different <= MOST_MISSPELLED and length >= 2 * different
    if (is_small or is_case) and (wrong + missed).isalnum():
        one, other = (
            quoted(text[max(start - 2, 0) : len(text) - max(end - 2, 0)]) for text in texts
        )
        code = "misspelled"
        if is_host:
            code = "misspelled-host"
        elif "%" in right[max(start - 2, 0) : start + 1]:
            code = "other-byte"
        elif is_case:
            code = "letter-case"
        reason = message(MISSPELLED[code], written=one, right=other)
        return of_mistake(code, reason)
    mark = "." if is_host else "/"
    labels, others = (text.split(mark) for text in texts)
    changed = [other for own, other in zip(labels, others, strict=False) if own != other]
    is_alike = len(labels) == len(others) and 0 < len(changed) < len(labels)
    if is_host and is_alike and HOST_NAME.fullmatch(given):
        code = "label-changed"
    elif is_alike and len(changed) == 1 and labels[:3] == others[:3]:
        code = "segment-changed"
    else:
        return None
    reason = message(MISSPELLED[code], right=quoted(mark.join(changed)))
    return of_mistake(code, reason)


MISSPELLED = {
    "misspelled-host": "You misspelled the name: {written}. Correct: {right}.",
    "other-byte": "You wrote a different byte: {written}. Correct: {right}.",
    "letter-case": "You changed the letter case: {written}. Correct: {right}.",
    "misspelled": "You made a spelling mistake: {written}. Correct: {right}.",
    "label-changed": "You changed a part of the name. Correct: {right}.",
    "segment-changed": "One segment of the path is wrong. Correct: {right}.",
}


def _word_length(text: str) -> int:
    word = WORD.match(text)
    return word.end() if word else 0


def alternatives(causes: tuple[Mistake, ...], also: tuple[str, ...] = ()) -> Diagnosis:
    """Return the diagnosis for alternative causes, without those that repeat another one."""
    others = codes_of(causes[1:])
    return Diagnosis(unlike(causes), (*others, *also), count_of_causes=len(causes))


def of_choice(
    mistakes: Iterable[Mistake], given: object, answer: str, year: str = "2005"
) -> Diagnosis:
    """Return the reasons why a choice is wrong."""
    causes = tuple(causes_of(mistakes, given, lambda wrong: wrong == answer, year))
    return Diagnosis(causes[:1], codes_of(causes[1:]))
