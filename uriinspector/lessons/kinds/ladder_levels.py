"""On which level of the comparison do two texts become equal?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from ipaddress import IPv4Address

from uriinspector.core.model import NamedTuple, message
from uriinspector.lessons.diagnosis import UNKNOWN_CHOICE, UNNAMED, of_choice
from uriinspector.lessons.draw import Draw, Pool
from uriinspector.lessons.mistakes import sameness
from uriinspector.lessons.mistakes.sameness import (
    LEVELS,
    NOT_SHOWN,
    ComparedPair,
    level_reasons,
    rule_cites,
)
from uriinspector.lessons.question import (
    AnswerChoice,
    Judged,
    Question,
    QuestionKind,
    Wishes,
    chosen,
    letters_of,
)
from uriinspector.lessons.tricks import rest


class BuiltPair(NamedTuple):
    """Two links, and the level of the comparison on which they become equal."""

    level: str
    one: str
    other: str


def other_number(pool: Pool) -> BuiltPair:
    """An address, and another spelling of it: for RFC 3986 that is a name."""
    address, end = pool.take("addresses"), rest(pool)
    number = int(IPv4Address(address))
    first, second, *_ = address.split(".")
    spelling = pool.draw.choice(
        (
            str(number),
            f"0x{number:08x}",
            f"{first}.{second}.{number & 0xFFFF}",
            ".".join(f"0{int(each):o}" for each in address.split(".")),
        )
    )
    return BuiltPair(NOT_SHOWN, f"http://{address}{end}", f"http://{spelling}{end}")


def other_address(pool: Pool) -> BuiltPair:
    """Two addresses."""
    end = rest(pool)
    one, other = pool.take("addresses"), pool.take("addresses")
    return BuiltPair(NOT_SHOWN, f"http://{one}{end}", f"http://{other}{end}")


def address_case(pool: Pool) -> BuiltPair:
    """The hexadecimal digits of an address in upper case."""
    address, end = pool.take("addresses6"), rest(pool)
    return BuiltPair("case", f"http://{address}{end}", f"http://{address.upper()}{end}")


def address_port(pool: Pool) -> BuiltPair:
    """An address with the port that the scheme has anyway."""
    address, end = pool.take(pool.draw.choice(("addresses", "addresses6"))), rest(pool)
    return BuiltPair("scheme", f"http://{address}{end}", f"http://{address}:80{end}")


def encoded_digit(pool: Pool) -> BuiltPair:
    """A digit of an address with percent-encoding."""
    address, end = pool.take("addresses"), rest(pool)
    written = f"{address[:-1]}%{ord(address[-1]):X}"
    return BuiltPair("percent-encoding", f"http://{address}{end}", f"http://{written}{end}")


def urn(pool: Pool) -> str:
    """A name in the namespace for examples (RFC 6963)."""
    return f"urn:example:{pool.take('dirs')}:{pool.take('names')}"


def scheme_case(pool: Pool) -> BuiltPair:
    """ "urn" in upper case."""
    name = urn(pool)
    return BuiltPair("case", name, name.replace("urn", "URN", 1))


def namespace_case(pool: Pool) -> BuiltPair:
    """The namespace in upper case (RFC 8141 3.1)."""
    name = urn(pool)
    return BuiltPair("scheme", name, name.replace("example", "EXAMPLE", 1))


def escape_case(pool: Pool) -> BuiltPair:
    """A percent-encoded character in lower case."""
    name = f"{urn(pool)}%2F{pool.take('names')}"
    return BuiltPair("case", name, name.replace("%2F", "%2f"))


def name_case(pool: Pool) -> BuiltPair:
    """The name in the namespace in upper case."""
    name = urn(pool)
    at = name.rindex(":")
    return BuiltPair(NOT_SHOWN, name, name[:at] + name[at:].upper())


def encoded_letter(pool: Pool) -> BuiltPair:
    """A letter of the name with percent-encoding: names are compared as they are written."""
    name = urn(pool)
    at = name.rindex(":") + 1
    return BuiltPair(NOT_SHOWN, name, f"{name[:at]}%{ord(name[at]):X}{name[at + 1 :]}")


def ignored_ending(pool: Pool) -> BuiltPair:
    """A component that does not take part in the comparison of names (RFC 8141 3.1)."""
    name = urn(pool)
    end = pool.draw.choice(("?=", "?+", "#")) + pool.take("fragments")
    return BuiltPair("scheme", name, f"{name}{end}")


PAIRS: Mapping[str, Sequence[Callable[[Pool], BuiltPair]]] = {
    "addresses": (
        other_number,
        other_number,
        other_address,
        address_case,
        address_port,
        encoded_digit,
    ),
    "names": (
        scheme_case,
        namespace_case,
        escape_case,
        name_case,
        encoded_letter,
        ignored_ending,
    ),
}

NAME = "rung"
CHOICES = (
    AnswerChoice("string", message("As they are, character by character")),
    AnswerChoice("case", message("After case normalization")),
    AnswerChoice("percent-encoding", message("After percent-encoding normalization")),
    AnswerChoice("dot-segments", message("After removing dot segments")),
    AnswerChoice("scheme", message("After normalization by the rules of the scheme")),
    AnswerChoice(NOT_SHOWN, message("None of these levels makes them equal")),
)


def question(given: Mapping[str, str]) -> Question:
    """A question about two texts."""
    values = {"a": given["a"], "b": given["b"], "edition": given.get("edition") or "2005"}
    asks = message(
        "On which level do the two become equal first, in the {year} edition?",
        year=values["edition"],
    )
    level = ComparedPair(values["a"], values["b"], values["edition"]).key
    asked = Question(NAME, values, asks, "", choices=CHOICES)
    return replace(asked, key=letters_of((level,), asked))


def draw_question(draw: Draw, wishes: Wishes) -> Question | None:
    """A link, and the same one changed on one level; the change and the comparison agree."""
    pool = Pool(draw)
    if wishes.pairs:
        return _of_pair(*draw.choice(PAIRS[wishes.pairs])(pool), draw, wishes.edition)
    host, directory, name = pool.take("hosts"), pool.take("dirs"), pool.take("names")
    query = f"?{pool.take('queries')}&{pool.take('queries')}" if draw.chance(2) else ""
    level = draw.choice(wishes.levels or (*LEVELS[1:], NOT_SHOWN, NOT_SHOWN))
    one = f"http://{host}/{directory}/{name}{query}"
    other = _changed(level, host, directory, name, query, draw)
    if draw.chance(3) and level in {"percent-encoding", "dot-segments", "scheme"}:
        other = other.replace(host, host.upper(), 1)  # a difference below the level
    texts = draw.sample((one, other), 2)
    drawn = question({"a": texts[0], "b": texts[1], "edition": wishes.edition})
    return drawn if chosen(drawn, drawn.key) == level and one != other else None


def _of_pair(level: str, one: str, other: str, draw: Draw, edition: str) -> Question | None:
    """Two texts that were built to become equal on a level; the comparison agrees."""
    texts = draw.sample((one, other), 2)
    drawn = question({"a": texts[0], "b": texts[1], "edition": edition})
    return drawn if chosen(drawn, drawn.key) == level and one != other else None


def _changed(level: str, host: str, directory: str, name: str, query: str, draw: Draw) -> str:
    path = f"/{directory}/{name}"
    if level == "case":
        return draw.choice((f"HTTP://{host}{path}{query}", f"http://{host.title()}{path}{query}"))
    if level == "percent-encoding":
        at = draw.number(len(name))
        encoded = f"%{ord(name[at]):02X}"
        return f"http://{host}/{directory}/{name[:at]}{encoded}{name[at + 1 :]}{query}"
    if level == "dot-segments":
        form = draw.choice((f"/{directory}/./{name}", f"/x/../{directory}/{name}", f"/.{path}"))
        return f"http://{host}{form}{query}"
    if level == "scheme":
        return f"http://{host}:80{path}{query}"
    return draw.choice(
        (
            f"https://{host}{path}{query}",
            f"http://{host}{path}/{query}",
            f"http://{host}/{directory.title()}/{name}{query}",
            f"http://{host}/{directory}%2F{name}{query}",
            f"http://{host}{path}?{'&'.join(query[1:].split('&')[::-1])}",
            f"http://{host}{path}{query}#top",
            f"http://{host}{path}{query or '?'}",
            f"http://{'' if host.startswith('www.') else 'www.'}{host}{path}{query}",
        )
    )


def judge(asked: Question, answer: str) -> Judged:
    """By the letter, or the name of the level."""
    if not answer.strip():
        return Judged(None)
    code = chosen(asked, answer)
    if code is None:
        return Judged(False, UNKNOWN_CHOICE)
    given = asked.given
    pair = ComparedPair(given["a"], given["b"], given["edition"])
    is_right = code == pair.key
    diagnosis = UNNAMED if is_right else of_choice(sameness.ROWS, pair, code, given["edition"])
    reasons = level_reasons(pair, code)
    return Judged(is_right, diagnosis._replace(near=reasons, cites=rule_cites(pair)))


KIND = QuestionKind(NAME, draw_question, question, judge)
