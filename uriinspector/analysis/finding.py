"""Findings, and the templates of their words.

A piece says what it is (a host, a name that people read instead of it, evidence, a plain word): a
window can set it in its own way and need not search a finished sentence for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.model import Json, JsonFields, Message, NamedTuple

if TYPE_CHECKING:
    # The findings of a text as they count where it is.
    Weigh: TypeAlias = Callable[[str, tuple["Finding", ...]], tuple["Finding", ...]]


INFO, LOW, MEDIUM, HIGH = "info", "low", "medium", "high"
SEVERITIES = (INFO, LOW, MEDIUM, HIGH)
RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}
# For a sentence without places.
NO_ARGS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Fix(JsonFields):
    """A derived text that shows the same link without what was found; the original stays."""

    title: str
    text: str


class Finding(NamedTuple):
    """One finding; ``template`` is a whole sentence with named places for ``args``.

    ``of`` says which text the span lies in: the value itself, the shown text, or the source.
    ``also`` holds the same finding at other places: it is one thing to say.
    """

    code: str
    severity: str
    start: int
    end: int
    title: str
    template: str
    cites: tuple[str, ...]
    args: Mapping[str, str] = NO_ARGS
    fix: Fix | None = None
    of: str = "value"
    also: tuple[Finding, ...] = ()

    @property
    def message(self) -> str:
        """The sentence, in English."""
        return self.template.format_map(self.args)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "code": self.code,
            "severity": self.severity,
            "start": self.start,
            "end": self.end,
            "of": self.of,
            "title": self.title,
            "message": self.message,
            "cites": list(self.cites),
            "fix": self.fix.to_dict() if self.fix else None,
            "also": [{"start": each.start, "end": each.end} for each in self.also],
        }


def one_for_each_cause(findings: list[Finding]) -> tuple[Finding, ...]:
    """What is said of several places, said once where the first of them is."""
    causes: dict[object, list[Finding]] = {}
    for each in findings:
        cause = (each.code, each.severity, each.template, tuple(each.args.values()))
        causes.setdefault(cause, []).append(each)
    if len(causes) == len(findings):
        return tuple(findings)
    return tuple(
        each._replace(also=tuple(others)) if others else each for each, *others in causes.values()
    )


def one_for_each_place(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Each alone, then the same once more for every other place that it is said of."""
    others: list[Finding] = []
    for each in findings:
        others += each.also
        yield each._replace(also=()) if each.also else each
    yield from others


def finding_order(each: Finding) -> tuple[int, int, int]:
    """The worst first, then in the order of the text."""
    return -RANK[each.severity], each.start, each.end


def worst_severity(severities: Iterable[str | None]) -> str | None:
    """The worst of them; None where nothing was found."""
    return max(filter(None, severities), key=RANK.__getitem__, default=None)


# What a piece is: a word of ours, where a link goes, what people read instead of it, what it looks
# like, where other programs go, a service on the way, any other text from outside, and what fills
# a place with a word of ours, so that it is told in the other language too.
TERM = "term"
WORD, HOST, INSTEAD, LIKE, OTHER, SERVICE, EVIDENCE = (
    *("word", "host", "instead", "like", "other", "service", "evidence"),
)
# The arguments of findings that are words of ours out of a list.
OURS = frozenset({"default", "expected", "how", "meaning", "protocol", "range", "told"})
# The arguments of findings that hold text from outside, or an address made of it.
OUTSIDE = frozenset(
    {
        "address",
        "changes",
        "found",
        "host",
        "inner",
        "known",
        "like",
        "mapped",
        "octet",
        "other",
        "plain",
    }
    | {"scheme", "shown", "site"}
)
_parse = Formatter().parse


class PhrasePiece(NamedTuple):
    """A run of a sentence, and what it is."""

    text: str
    kind: str = WORD


class Arg(NamedTuple):
    """What fills a place of a template."""

    name: str
    text: str
    kind: str = WORD


class Phrase(NamedTuple):
    """A template in English, and what fills its places; as it stands, the template is a key."""

    template: str
    args: tuple[Arg, ...] = ()

    @property
    def text(self) -> str:
        """The whole, in English."""
        template, args = self
        if not args:
            return template
        if len(args) == 1:
            [(name, text, _)] = args
            return template.replace(f"{{{name}}}", text)
        return template.format_map({name: text for name, text, _ in args})

    def pieces(self, translate: Callable[[str], str] = str) -> Iterator[PhrasePiece]:
        """The runs of the sentence in order, its template put through ``translate``."""
        places = {arg.name: arg for arg in self.args}
        for words, name, _, _ in _parse(translate(self.template)) if self.args else ():
            if words:
                yield PhrasePiece(words)
            if name is not None:
                arg = places[name]
                if arg.kind == TERM:
                    yield PhrasePiece(translate(arg.text))
                else:
                    yield PhrasePiece(arg.text, arg.kind)
        if not self.args and self.template:
            yield PhrasePiece(translate(self.template))


# A sentence may be made of several phrases: the services on the way stand in the midst of it.
Line = tuple[Phrase, ...]


def joined(line: Line) -> str:
    """The sentence, in English."""
    return line[0].text if len(line) == 1 else "".join([phrase.text for phrase in line])


def pieces(line: Line, translate: Callable[[str], str] = str) -> Iterator[PhrasePiece]:
    """The runs of a sentence in order."""
    for phrase in line:
        yield from phrase.pieces(translate)


def listed(names: Iterable[str]) -> Phrase:
    """The services on the way, in a row."""
    *front, last = names
    if not front:
        return Phrase(", via {last}", (Arg("last", last, SERVICE),))
    args = (Arg("front", ", ".join(front), SERVICE), Arg("last", last, SERVICE))
    return Phrase(", via {front} and {last}", args)


def phrase_of(finding: Finding) -> Phrase:
    """What a finding says."""
    args = (Arg(name, text, _kind_of(name, text)) for name, text in finding.args.items())
    return Phrase(finding.template, tuple(args))


def _kind_of(name: str, text: str) -> str:
    """What fills a place of a finding; a message is always in words of ours."""
    if name in OURS or isinstance(text, Message):
        return TERM
    return EVIDENCE if name in OUTSIDE else WORD


NOTHING = Phrase("")


class Sentence(NamedTuple):
    """A headline in two pieces: the services on the way are named between them."""

    opening: Phrase
    ending: Phrase = NOTHING

    @property
    def lead(self) -> str:
        """What stands before the services, in English."""
        return self.opening.text

    @property
    def tail(self) -> str:
        """What stands behind them, in English."""
        return self.ending.text

    def line(self, services: tuple[str, ...]) -> Line:
        """The phrases of the whole headline."""
        between = (listed(services),) if services else ()
        line = (self.opening, *between)
        return (*line, self.ending) if self.ending.template else line

    def through(self, services: tuple[str, ...]) -> str:
        """The whole headline, in English."""
        if services:
            return joined(self.line(services))
        opening, ending = self
        return opening.text + ending.text if ending.template else opening.text
