"""Mistakes in writing a reference that should lead to a target or meet conditions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from uriinspector import EDITIONS
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.rules.table import RULES
from uriinspector.core.compare import compare
from uriinspector.core.host import host_kind
from uriinspector.core.model import EVIDENCE, Marked, Message, NamedTuple, Part, message
from uriinspector.core.parse import parse
from uriinspector.lessons.mistake import by_code, leads, rows
from uriinspector.lessons.mistakes.pairs import Text, TextPieces
from uriinspector.lessons.mistakes.sameness import LEVELS

UP = "../"


class WrittenWay:
    """A right reference to the requested target, and the base that it is resolved against."""

    def __init__(self, base: str, way: str) -> None:
        self.way = Text(way)
        self.r = TextPieces(way)
        self.b = TextPieces(base)
        self.base_path = self.b.path
        self.page_name = self.base_path.rpartition("/")[2]

    @property
    def is_merged(self) -> bool:
        """True if the path is appended to the base's directory."""
        return not self.r.origin and self.r.path[:1] not in {"", "/"}

    @property
    def has_other_host(self) -> bool:
        return self.r.host != self.b.host

    @property
    def has_other_scheme(self) -> bool:
        return bool(self.r.scheme) and self.r.scheme != self.b.scheme

    @property
    def undotted(self) -> str:
        """The reference without "./" if its first segment would be read as a scheme."""
        bare = self.way.removeprefix("./")
        return bare if TextPieces(bare).scheme else self.way

    def fewer_ups(self) -> Iterator[str]:
        rest = self.way.partition(UP)
        while rest[:2] == ("", UP):
            yield rest[2]
            rest = rest[2].partition(UP)

    def repeated_folders(self) -> Iterator[str]:
        """Yield references that begin with the base's folder, so that it is repeated."""
        folders = self.base_path.split("/")[1:-1]
        for at in range(max(len(folders) - 3, 0), len(folders)):
            yield f"{'/'.join(folders[at:])}/{self.way}"


TABLE = (
    (
        "final-slash-added",
        "r.path !r.path$/ !r.end",
        "{way}/",
        "You added a slash at the end of the path. With it, the path is different.",
        "RFC 3986 6.2.4",
    ),
    (
        "final-slash-left-out",
        "way$/ way.front",
        "{way.front}",
        "You left out the slash at the end of the path. Without it, the path is different.",
        "RFC 3986 6.2.4",
    ),
    (
        "host-without-slashes",
        "way^//",
        ("{way.tail}", "{way.bare}", "{r.host}"),
        'You wrote the host without "//". Without both slashes, it is a segment of a path.',
        "RFC 3986 4.2",
    ),
    (
        "scheme-left-out",
        "has_other_scheme",
        ("{r.rest}", "!has_other_host ? {r.path}{r.end}"),
        "You left out the scheme of the target. The base has a different one.",
        "RFC 3986 5.2.2",
    ),
    (
        "host-left-out",
        "r.host has_other_host",
        ("{r.path}{r.end}", "{r.path.tail}{r.end}"),
        "You left out the host of the target. The base has a different one.",
        "RFC 3986 5.2.2",
    ),
    (
        "dot-slash-left-out",
        "way^./",
        "{undotted}",
        'You left out "./". Without it, the text before the colon is a scheme.',
        "RFC 3986 4.2",
    ),
    (
        "root-slash-left-out",
        "way^/ !way^//",
        "{way.tail}",
        "You left out the first slash. Without it, the path begins in the folder of the base.",
        "RFC 3986 4.2",
    ),
    (
        "delimiter-left-out",
        "way.tail",
        ("way^? ? {way.tail}", "way^# ? {way.tail}"),
        'You left out "?" or "#". Without it, the reference is a path.',
        "RFC 3986 4.2",
    ),
    (
        "folder-repeated",
        "is_merged",
        "*repeated_folders",
        "You wrote a folder of the base again. The reference begins in that folder.",
        "RFC 3986 5.2.3",
    ),
    (
        "page-repeated",
        "page_name !way^/",
        "{page_name}/{way}",
        "You began with the last segment of the base. Merging removes it.",
        "RFC 3986 5.2.3",
    ),
    (
        "up-too-few",
        "is_merged",
        ("*fewer_ups", "way=.. ? ."),
        'You wrote too few ".." segments. The first one goes up from the folder of the base.',
        "RFC 3986 5.2.4",
    ),
    (
        "up-too-many",
        "is_merged",
        (
            "way=.. ? ../..",
            "way=.. ? ../../",
            "way=. ? ..",
            "way=./ ? ..",
            "way=. ? ../",
            "way=./ ? ../",
            "!way=. !way=./ !way=.. ? ../{way}",
            "!way=. !way=./ !way=.. ? ../../{way}",
            "way^./ ? ..{way.tail}",
        ),
        'You wrote too many ".." segments. The path begins in the folder of the base.',
        "RFC 3986 5.2.4",
    ),
    (
        "root-slash-added",
        "!way^/ !r.scheme",
        "/{way}",
        "You put a slash at the start. With it, the path begins at the root.",
        "RFC 3986 4.2",
    ),
    (
        "ends-swapped",
        "r.end",
        (
            "r.query ? {r.whole}#{r.query_text}",
            "r.query ? {r.whole}&{r.query_text}",
            "r.fragment_text ? {r.text}?{r.fragment_text}",
        ),
        'You wrote the wrong delimiter. A query begins with "?", a fragment with "#".',
        "RFC 3986 3",
    ),
    (
        "ending-left-out",
        "r.end",
        ("{r.text}", "r.query ? {r.whole}", "r.query ? {r.whole}{r.fragment}"),
        "You left out the query or the fragment of the target.",
        "RFC 3986 5.2.2",
    ),
)
EFFECT_TABLE = (
    ("leads-to-base", "", (), "This reference leads to the base itself."),
    ("leads-nowhere", "", (), "This reference has no target."),
    (
        "read-as-host",
        "",
        (),
        'After "//", the reference names a host. The target has a different host.',
        "RFC 3986 4.2",
    ),
    ("leads-to-other-host", "", (), "This reference leads to another host.", "RFC 3986 5.2.2"),
    ("slash-missing", "", (), "Only the slash at the end is missing."),
    ("slash-added", "", (), "The only mistake is the slash at the end: it should not be there."),
    (
        "delimiter-too-many",
        "",
        (),
        'You added "?" or "#". Even an empty query or fragment is part of the target.',
        "RFC 3986 5.3",
    ),
    ("end-missing", "", (), "The query or the fragment of the target is missing."),
    (
        "leads-segments-missing",
        "",
        (),
        "This reference leads to a path in which a segment is missing.",
    ),
    ("leads-segments-added", "", (), "This reference leads to a path with an additional segment."),
    (
        "leads-segments-reordered",
        "",
        (),
        "This reference leads to a path whose segments are in a different order.",
    ),
    ("leads-segment-changed", "", (), "This reference leads to a path with a different segment."),
    ("folder-above", "", (), "The reference leads to a folder above the target."),
    (
        "folder-inside",
        "",
        (),
        "The reference leads to a subfolder of the folder that contains the target.",
    ),
    ("leads-elsewhere", "", (), "This reference leads to another target."),
)
EFFECT_ROWS = rows(*EFFECT_TABLE)
EFFECTS = by_code(EFFECT_ROWS)
ROWS = rows(*TABLE)

LONGEST = 2_000
MOST = 20
HOST_KINDS = ("ipv4", "ipv6", "ipvfuture", "reg-name", "empty")
PARTS = tuple(part.value for part in Part)
CODES = tuple(rule.code for rule in RULES)
PAIR, TEXT_AND_LEVEL = ("base", "target"), ("text", "rung")


class Condition(NamedTuple):
    """A kind of condition: its possible values, a test, and sentences for a met and an unmet
    condition.
    """

    values: tuple[str, ...]
    holds: Callable[[str, Any], bool]
    is_met: str  # the requirement, as a sentence
    is_not: str  # the sentence about a text that does not meet it

    def opposite(self) -> Condition:
        """Return the opposite condition, which is met exactly when this one is not."""
        return Condition(
            self.values, lambda text, value: not self.holds(text, value), self.is_not, self.is_met
        )


class Requirement(NamedTuple):
    """A condition, with the value that it requires."""

    name: str
    value: Any

    @property
    def condition(self) -> Condition:
        return CONDITIONS[self.name]

    def holds(self, text: str) -> bool:
        return self.condition.holds(text, self.value)

    @property
    def wanted(self) -> Message:
        """The condition, as a sentence."""
        return message(self.condition.is_met, **self._args)

    def missed_by(self, text: str) -> Message:
        """Return a sentence about a text that does not meet the condition."""
        is_there = self.name != "empty" or HAS.holds(text, self.value)
        return message((self.condition if is_there else HAS).is_not, **self._args)

    @property
    def _args(self) -> dict[str, str]:
        if isinstance(self.value, dict):
            return {name: Marked(str(text), EVIDENCE) for name, text in self.value.items()}
        text = str(self.value)
        return {"value": message(text) if text in PARTS else text}


def _is_empty(text: str, part: str) -> bool:
    span = parse(text, edition="2005").span(Part(part))
    return span is not None and span.start == span.end


def _is_same(text: str, value: Mapping[str, str]) -> bool:
    first = compare(text, value["text"], edition="2005").first_equal
    return first is not None and LEVELS.index(first) <= LEVELS.index(value["rung"])


VALID = Condition(
    EDITIONS,
    lambda text, year: parse(text, edition=year).valid,
    "The reference matches the grammar of the {value} edition.",
    "The reference does not match the grammar of the {value} edition.",
)
HAS = Condition(
    PARTS,
    lambda text, part: parse(text, edition="2005").span(Part(part)) is not None,
    "Your text has this component: {value}.",
    "Your text does not have this component: {value}.",
)
FINDING = Condition(
    CODES,
    lambda text, code: any(each.code == code for each in inspect(text).findings),
    "The reference has this finding: {value}.",
    "The reference does not have this finding: {value}.",
)
CONDITIONS = {
    "valid": VALID,
    "not_valid": VALID.opposite(),
    "has": HAS,
    "has_not": HAS.opposite(),
    "empty": Condition(
        PARTS,
        _is_empty,
        "This component is present but empty: {value}.",
        "This component is not empty: {value}.",
    ),
    "host_kind": Condition(
        HOST_KINDS,
        lambda text, kind: host_kind(parse(text, edition="2005").host) == kind,
        "The host is of this kind: {value}.",
        "The host is not of this kind: {value}.",
    ),
    "finding": FINDING,
    "no_finding": FINDING.opposite(),
    "length_at_most": Condition(
        (),
        lambda text, count: len(text) <= count,
        "The reference has at most {value} characters.",
        "The reference has more than {value} characters.",
    ),
    "resolves_to": Condition(
        PAIR,
        lambda text, pair: leads(pair["base"], text, pair["target"], "2005"),
        "The reference leads from {base} to {target}.",
        "The reference does not lead from {base} to {target}.",
    ),
    "same_as": Condition(
        TEXT_AND_LEVEL,
        _is_same,
        "The reference becomes equal to {text} at this level or a lower one: {rung}.",
        "At this level, the reference is not equal to {text}: {rung}.",
    ),
}


def requirements(text: str) -> list[Requirement]:
    """Parse conditions from the JSON that is stored with a question."""
    return [Requirement(name, value) for each in json.loads(text) for name, value in each.items()]


def faults(wants: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each unknown name or value in conditions, with the allowed ones."""
    if not isinstance(wants, list) or not 0 < len(wants) <= MOST:
        yield "wants", tuple(CONDITIONS)
        return
    for each in wants:
        if not isinstance(each, dict) or len(each) != 1:
            yield str(each)[:40], tuple(CONDITIONS)
            continue
        name, value = next(iter(each.items()))
        if name not in CONDITIONS:
            yield str(name)[:40], tuple(CONDITIONS)
        elif not is_value(name, value):
            yield str(value)[:40], CONDITIONS[name].values


def is_value(name: str, value: object) -> bool:
    """Return True if a condition can have this value."""
    if name == "length_at_most":
        return type(value) is int and 0 < value <= LONGEST
    if name in {"resolves_to", "same_as"}:
        fields = CONDITIONS[name].values
        if not isinstance(value, dict) or set(value) != set(fields):
            return False
        if not all(isinstance(each, str) and len(each) <= LONGEST for each in value.values()):
            return False
        return name == "resolves_to" or value["rung"] in LEVELS
    return isinstance(value, str) and value in CONDITIONS[name].values
