"""Mistakes as table rows, and the wrong answers that a row gives to a question."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from operator import attrgetter, contains, eq
from typing import Any, TypeAlias

from uriinspector import EDITIONS
from uriinspector.core.compare import compare, normalize
from uriinspector.core.editions import year1994
from uriinspector.core.expression import expression
from uriinspector.core.listing import LISTINGS
from uriinspector.core.model import EVIDENCE, Marked, Message, NamedTuple, Part, message
from uriinspector.core.parse import ABOVE_ROOT, Resolution, parse, resolve
from uriinspector.core.reference import LETTER_SCHEME, five_parts


class Mistake(NamedTuple):
    """A mistake, and the answers of a learner who makes it.

    ``forms`` are these answers, if the conditions of ``when`` hold. Both name attributes of the
    subject, which is made from the question's given texts, never from its key. A condition is a
    name, or a name compared with a text: equal to it ("="), containing it ("~"), beginning ("^") or
    ending ("$") with it; after "!", the condition must not hold. A form is:

    - a text with placeholders: "{b.origin}{reference}"; after "> " it is a reference to resolve
      against the base before the "> " if there is one;
    - "*" and the name of a method that yields answers, with its argument after a space;
    - None for the answer "none": no target, no host.

    A form can have additional conditions, before " ? ".
    """

    code: str
    reason: Message
    cites: tuple[str, ...] = ()
    since: str = "1994"  # first edition in which the reason is true
    when: str = ""
    forms: tuple[str | None, ...] = ()

    def wrong(self, given: Any) -> Iterator[str | None]:
        """Yield the wrong answers to a question; none if it does not allow this mistake."""
        if holds(self.when, given):
            for form in self.forms:
                yield from _answers_of(form, given)


def rows(*table: tuple[Any, ...]) -> tuple[Mistake, ...]:
    """Return the mistakes of a table, whose columns are the parameters of ``_mistake``."""
    return tuple(_mistake(*each) for each in table)


def _mistake(
    code: str,
    when: str,
    forms: str | tuple[str | None, ...] | None,
    reason: str,
    cite: str = "",
    since: str = "1994",
) -> Mistake:
    """Make a mistake; a single form need not be in a tuple."""
    several = forms if isinstance(forms, tuple) else (forms,)
    return Mistake(code, message(reason), (cite,) if cite else (), since, when, several)


def of_each(
    code: str, when: str, form: str, reason: str, names: Iterable[str]
) -> Iterator[Mistake]:
    """Yield a mistake for each component in ``names``, with the name as its form's argument."""
    for name in map(str, names):
        words = message(reason, part=message(name))
        yield Mistake(code, words, ("RFC 3986 3",), when=when, forms=(f"{form} {name}",))


def by_code(mistakes: Iterable[Mistake]) -> dict[str, Mistake]:
    """Return mistakes by code; of several with the same code, the last."""
    return {each.code: each for each in mistakes}


def holds(conditions: str, given: Any) -> bool:
    """Return True if all conditions hold."""
    return all(test(given) is wanted for test, wanted in _tests(conditions))


CONDITION = expression(r"(!?)([\w.]+)(?:([=~^$])(.*))?")
SIGNS: dict[str, Callable[[Any, str], bool]] = {
    "=": eq,
    "~": contains,
    "^": str.startswith,
    "$": str.endswith,
}


@cache
def _tests(conditions: str) -> tuple[tuple[Callable[[Any], bool], bool], ...]:
    """Return, for each condition, a test and the result that it must have."""
    return tuple(
        _test(*match.groups()) for match in map(CONDITION.match, conditions.split()) if match
    )


def _test(
    negation: str, name: str, sign: str | None, text: str
) -> tuple[Callable[[Any], bool], bool]:
    value, compares = attrgetter(name), SIGNS[sign] if sign else None

    def test(given: Any) -> bool:
        found = value(given)
        return bool(found if compares is None or found is None else compares(found, text))

    return test, not negation


class _Places:
    """Lets a template use the attributes of a subject as placeholders."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __getitem__(self, name: str) -> Any:
        return getattr(self.given, name)


def _answers_of(form: str | None, given: Any) -> Iterator[str | None]:
    if form is None:
        yield None
        return
    conditions, mark, text = form.rpartition(" ? ")
    if mark and not holds(conditions, given):
        return
    if text.startswith("*"):
        name, _, argument = text[1:].partition(" ")
        method = getattr(given, name)
        yield from method(argument) if argument else method()
        return
    base, arrow, text = text.rpartition("> ")
    filled = text.format_map(_Places(given))
    if arrow:
        base = base.strip().format_map(_Places(given))
        target = given.resolved(filled, base or None)
        yield from () if target is None else (target,)
    else:
        yield filled


# The five components that the algorithm works on, in order.
FIVE = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)
match = five_parts(LETTER_SCHEME).match
# The texts of these components; None if a component is absent.
Components: TypeAlias = "tuple[str | None, str | None, str, str | None, str | None]"
# The last line of the 1994 edition's algorithm is for cases that its text leaves open.
OPEN_IN_1994 = len(LISTINGS["1994"].lines) - 1
# Answers in words.
NONE, EMPTY, SAME_DOCUMENT = "none", "empty", "same document"
OPEN = "not defined"
LONGEST = 2_000  # longer bases are not normalized


def quoted(text: str) -> Message:
    """Return a text from the question in quotation marks, for use in a message."""
    return message('"{text}"', text=Marked(text, EVIDENCE))


def components(text: str) -> Components:
    """Return the five components, by the expression in RFC 3986 appendix B."""
    scheme, authority, path, query, fragment = match(text).groups()
    return scheme, authority, path or "", query, fragment


def is_defined(resolution: Resolution) -> bool:
    """Return True if the edition decides the case; the 1994 edition leaves some cases open."""
    listing = LISTINGS["1994"]
    return not any(listing.place(step) == OPEN_IN_1994 for step in resolution.steps[-1:])


def other_results(base: str, reference: str) -> Iterator[tuple[str, str]]:
    """Yield each edition whose result differs from that of the 2005 edition, with its result."""
    usual = answer_of(resolve(base, reference))
    for year in EDITIONS[:-1]:
        resolution = resolve(base, reference, edition=year)
        if answer_of(resolution) != usual:
            yield year, answer_of(resolution) if is_defined(resolution) else OPEN


def answer_of(resolution: Resolution) -> str:
    """Return the target, or a word for the reason why there is none."""
    if resolution.target is not None:
        return resolution.target
    return SAME_DOCUMENT if resolution.same_document else NONE


def allowed_resolutions(base: str, reference: str, edition: str) -> Iterator[Resolution]:
    """Yield a resolution for each choice that the edition leaves to programs, default first."""
    bases = normal_forms(base) if edition == "2005" else (base,)
    manners = (True, False) if ":" in reference else (True,)
    choices = ABOVE_ROOT if edition == "2003" and ".." in reference else ABOVE_ROOT[:1]
    for each, is_strict, above_root in product(bases, manners, choices):
        yield resolve(each, reference, edition=edition, strict=is_strict, above_root=above_root)


@lru_cache(maxsize=256)
def normal_forms(base: str) -> tuple[str, ...]:
    """Return a base as written, then after each level of normalization."""
    levels = normalize(parse(base, edition="2005")) if len(base) <= LONGEST else ()
    return tuple(dict.fromkeys((base, *(each.text for each in levels if each.text))))


def allowed_answers(base: str, reference: str, edition: str) -> tuple[str, ...]:
    """Return every result that the edition allows, without duplicates, beginning with the
    program's.

    The 2003 and 2005 editions let a program ignore a scheme that equals that of the base. The 2003
    edition also lets it keep, remove or refuse ".." above the root, and the 2005 edition lets it
    normalize the base first (RFC 3986 5.2.1), and write schemes in lowercase (3.1). The 1994
    edition does not define what is removed first, and treats an empty fragment as none; where it
    leaves a case open, both "no target" and the result of 1997 are accepted. Its rule for a final
    "." is clear.
    """
    ways = list(allowed_resolutions(base, reference, edition))
    answers = list(map(answer_of, ways))
    if edition == "2005":
        parts = (each.partition(":") for each in tuple(answers))
        answers += (f"{scheme.lower()}{colon}{rest}" for scheme, colon, rest in parts)
    if edition == "1994":
        answers += (each.removesuffix("#") for each in tuple(answers))
        answers += year1994.other_targets(base, reference)
        ends_in_dot = reference.partition("#")[0].rpartition("/")[2] == "."
        if not ends_in_dot and not is_defined(ways[0]):
            answers += (NONE, answer_of(resolve(base, reference, edition="1997")))
    return tuple(dict.fromkeys(answers))


def leads(base: str, reference: str, target: str, edition: str) -> bool:
    """Return True if the edition allows a reference to resolve to this target, or to an
    equivalent one.
    """
    answers = allowed_answers(base, reference, edition)
    return target in answers or any(
        compare(each, target, edition=edition).first_equal for each in answers
    )
