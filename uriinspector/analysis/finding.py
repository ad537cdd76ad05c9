"""Findings, and the headlines of verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

from uriinspector.analysis.safe_text import visible, visible_host
from uriinspector.core.characters import name as character_name
from uriinspector.core.expression import expression
from uriinspector.core.model import (
    EVIDENCE,
    HOST,
    SERVICE,
    CharacterName,
    Json,
    JsonFields,
    Marked,
    Message,
    NamedTuple,
    json_of,
    message,
)

if TYPE_CHECKING:
    # Adjusts the findings of a text to the place where it is.
    Weigh: TypeAlias = Callable[[str, tuple["Finding", ...]], tuple["Finding", ...]]


INFO, LOW, MEDIUM, HIGH = "info", "low", "medium", "high"
SEVERITIES = (INFO, LOW, MEDIUM, HIGH)
RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}
# The arguments of sentences without placeholders.
NO_ARGS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Fix(JsonFields):
    """A derived text that shows the same link without the problem."""

    title: str
    text: str


class Finding(NamedTuple):
    """A finding; ``template`` is a whole sentence with named placeholders for ``args``.

    ``plain_template`` is the sentence without technical terms, empty if ``template`` needs none.
    ``of`` names the text that the span is in: the value itself, the shown text or the source.
    ``also`` contains the same finding at other places; all of them are reported as one.
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
    plain_template: str = ""

    @property
    def message(self) -> Message:
        """The sentence for experts; its arguments are marked by their names."""
        return self._filled(self.template)

    @property
    def plain(self) -> Message:
        """The sentence for readers who do not know technical terms."""
        if not self.plain_template:
            return self.message
        args = {name: _plain(name, text) for name, text in self.args.items()}
        return self._filled(self.plain_template, args)

    def _filled(self, template: str, args: Mapping[str, str] | None = None) -> Message:
        args = self.args if args is None else args
        return message(template, **{name: _marked(name, text) for name, text in args.items()})

    def to_dict(self) -> Json:
        record = json_of(self, "code severity start end of title plain message cites fix")
        return record | {"also": [json_of(each, "start end") for each in self.also]}


# An IPv6 address that maps an IPv4 address, as browsers write it (RFC 4291 2.5.5.2).
MAPPED = expression(r"\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]")
# A character as messages for experts name it.
CODE_POINT = expression(r'(?:"." \()?U\+([0-9A-F]{4,6})((?: [A-Z0-9-]+)*)\)?')


def _plain(name: str, text: str) -> str:
    """Return an argument for readers unfamiliar with character names, IPv6 and "xn--"."""
    if isinstance(text, Message) and name == "inner":
        return _plain("char", text)
    if name in {"char", "chars"} and "U+" in text:
        if isinstance(text, Message):
            args = {
                key: _plain("char", value) if isinstance(value, str) else value
                for key, value in text.args.items()
            }
            return message(text.template, **args)
        if whole := CODE_POINT.fullmatch(text):
            return _character(whole)
        return CODE_POINT.sub(_character, text)
    if name == "address":
        return _ipv4_of(f"[{text}]") or text
    if name == "spelled":
        return letters_of(text) or text
    return with_letters(text) if name in {"site", "host"} and "xn--" in text else text


def _character(match: re.Match[str]) -> str:
    """Return the character itself if it is visible, and its name."""
    char = chr(int(match[1], 16))
    name = CharacterName((match[2].strip() or character_name(char)).lower())
    is_visible = visible(char) == char and not char.isspace()
    return message('"{char}" ({name})', char=char, name=name) if is_visible else name


def with_letters(host: str, kind: str = HOST) -> str:
    """Return a host in its own letters, followed by its form with "xn--"; or an address, followed
    by the IPv4 address in it. If the letters may be read as ASCII, that form comes first.
    """
    shown = visible_host(host)
    if address := _ipv4_of(host):
        return f"{shown} ({address})"
    if letters := letters_of(host):
        if _looks_latin(letters):
            return f"{shown} ({letters})"
        args = {"letters": Marked(letters, kind), "code": Marked(shown, kind)}
        return message("{letters} (computers write: {code})", **args)
    if "xn--" in host and (script := _script_of(host)):
        code = Marked(shown, kind)
        return message("{code} (a name in other letters: {script})", code=code, script=script)
    return shown


# Greek, Cyrillic, Armenian and Cherokee letters, many of which look like Latin ones.
LIKE_LATIN = expression("[\u0370-\u058f\u13a0-\u13ff\uab70-\uabbf]")
LATIN = expression("[a-z]")


def _looks_latin(letters: str) -> bool:
    """Return True if a host may be read as ASCII: as a whole, or since it mixes scripts."""
    from uriinspector.analysis.international.scripts import skeleton

    labels = letters.split(".")
    mixes = any(LIKE_LATIN.search(each) and LATIN.search(each) for each in labels)
    has_ending = LIKE_LATIN.search(labels[-1]) and LATIN.search(letters)
    return mixes or bool(has_ending) or skeleton(letters).isascii()


def _script_of(host: str) -> str:
    """Return the script of a host whose letters cannot be shown, as they run from right to left."""
    from uriinspector.analysis.international.scripts import script_name, script_runs
    from uriinspector.readers.browser import host_in_unicode

    letters = "".join(filter(str.isalpha, host_in_unicode(host)))
    hidden = "".join(char for char in letters if visible(char) != char)
    return script_name(script_runs(hidden)[0][0]) if hidden else ""


def _ipv4_of(host: str) -> str:
    """Return the IPv4 address in an IPv4-mapped IPv6 address, or ""."""
    digits = MAPPED.fullmatch(host)
    if digits is None:
        return ""
    number = int(digits[1], 16) << 16 | int(digits[2], 16)
    return ".".join(str(octet) for octet in number.to_bytes(4, "big"))


def letters_of(host: str) -> str:
    """Return the Unicode form of a host with "xn--"; "" if there is none that can be shown."""
    if "xn--" not in host:
        return ""
    from uriinspector.readers.browser import host_in_unicode

    letters = host_in_unicode(host)
    return letters if letters != host and visible_host(letters) == letters else ""


def _marked(name: str, text: str) -> str:
    """Mark an argument from outside as evidence; words from our own lists become messages."""
    if isinstance(text, Message):
        return text
    if name in OWN_ARGUMENTS:
        return message(text)
    return Marked(text, EVIDENCE) if name in OUTSIDE else text


def one_for_each_cause(findings: list[Finding]) -> tuple[Finding, ...]:
    """Join findings with the same message, keeping the first and listing the others in
    ``also``.
    """
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
    """Yield each finding without its ``also``, then all findings that were in there."""
    others: list[Finding] = []
    for each in findings:
        others += each.also
        yield each._replace(also=()) if each.also else each
    yield from others


def severity_order(each: Finding) -> int:
    """Return a sort key: the worst first."""
    return -RANK[each.severity]


def finding_order(each: Finding) -> tuple[int, int, int]:
    """Return a sort key: the worst first, then by position."""
    return -RANK[each.severity], each.start, each.end


def worst_severity(severities: Iterable[str | None]) -> str | None:
    return max(filter(None, severities), key=RANK.__getitem__, default=None)


# Arguments that are words of the program, from fixed lists.
OWN_ARGUMENTS = frozenset({"default", "expected", "how", "meaning", "protocol", "range", "told"})
# Arguments with text from outside, or with an address made from it.
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
# Services on the route are inserted between the two parts of a headline.
HEADLINE = "{opening}{via}{ending}"


def headline(opening: Message, ending: str) -> Message:
    """Return a headline of two parts, with room for the services on the route."""
    return message(HEADLINE, opening=opening, via="", ending=ending)


def opening_of(sentence: Message) -> Message:
    """Return the first part of a headline."""
    opening = sentence.args["opening"] if sentence.template == HEADLINE else sentence
    return cast("Message", opening)


def through(sentence: Message, services: tuple[str, ...]) -> Message:
    """Insert the services on the route into a headline."""
    if not services:
        return sentence
    ending = sentence.args["ending"] if sentence.template == HEADLINE else ""
    *front, last = services
    via = message(", via {last}", last=Marked(last, SERVICE))
    if front:
        others = Marked(", ".join(front), SERVICE)
        via = message(", via {front} and {last}", front=others, last=Marked(last, SERVICE))
    return message(HEADLINE, opening=opening_of(sentence), via=via, ending=ending)
