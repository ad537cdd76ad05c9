"""Ways to read the value of a parameter, by the name that a row has for them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, TERM, WORD, Arg, Phrase
from uriinspector.analysis.values.datum import InnerDatum
from uriinspector.analysis.values.value import PARAMETER, TIME
from uriinspector.analysis.values.words import quoted, shown_time
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.parameters.service_row import Meaning

# Seconds since 1970: from 1995 to 2100, which every service here is younger than.
FIRST, LAST = 788_918_400, 4_102_444_800
DIGITS = expression("[0-9]{1,20}")
HEXADECIMAL = expression("[0-9A-Fa-f]{8}")
FRACTION = expression(r"[0-9]{9,10}\.[0-9]{6}")
COMPACT = expression(r"[0-9]{8}T[0-9]{6}Z?")
DURATION = expression(r"(?:([0-9]{1,4})h)?(?:([0-9]{1,5})m)?(?:([0-9]{1,7})s?)?", re.ASCII)
MOST_SECONDS = 100_000_000
LANGUAGE = expression(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8}){0,3}")
CREDENTIAL = expression(r"([^/\s]{4,200})/([0-9]{8})/([a-z0-9-]{2,30})/([a-z0-9-]{2,30})/\w{8,20}")


class ValueText(NamedTuple):
    """What is read: the kind, the value for programs, and what fills the sentence."""

    value: str
    text: str
    kind: str = PARAMETER
    # Words of ours, that have translations.
    is_term: bool = False
    inner: tuple[InnerDatum, ...] = ()
    is_duration: bool = False


class Around(NamedTuple):
    """What else stands in the link."""

    meaning: Meaning
    parameters: dict[str, str]


def plain(text: str, _: Around) -> ValueText:
    """The text as it stands."""
    return ValueText(text, quoted(text))


def words(text: str, around: Around) -> ValueText | None:
    """One of the words of the row; nothing else."""
    known = around.meaning.words
    word = known.get(text) or known.get(text.lower())
    return ValueText(text, word, is_term=True) if word else None


def language(text: str, around: Around) -> ValueText | None:
    """A tag of BCP 47: its first part is the language."""
    tag = LANGUAGE.fullmatch(text)
    word = around.meaning.words.get(tag[1].lower()) if tag else None
    return ValueText(text, word, is_term=True) if word else None


def seconds(text: str, _: Around) -> ValueText | None:
    """A duration: "42", "42s", "1h2m3s"."""
    match = DURATION.fullmatch(text)
    if match is None or not text:
        return None
    hours, minutes, rest = (int(each or 0) for each in match.groups())
    count = hours * 3600 + minutes * 60 + rest
    return ValueText(str(count), f"{count:,}", is_duration=True)


def _unix(text: str, per_second: int) -> ValueText | None:
    if not DIGITS.fullmatch(text) or not FIRST <= int(text) // per_second < LAST:
        return None
    return _time(utc(int(text), per_second))


def _time(value: str) -> ValueText:
    return ValueText(value, shown_time(value), TIME)


def unix_seconds(text: str, _: Around) -> ValueText | None:
    """Seconds since 1970."""
    return _unix(text, 1)


def unix_milliseconds(text: str, _: Around) -> ValueText | None:
    """Milliseconds since 1970."""
    return _unix(text, 1_000)


def unix_microseconds(text: str, _: Around) -> ValueText | None:
    """Microseconds since 1970."""
    return _unix(text, 1_000_000)


def unix_hexadecimal(text: str, _: Around) -> ValueText | None:
    """Seconds since 1970, in hexadecimal digits."""
    return _unix(str(int(text, 16)), 1) if HEXADECIMAL.fullmatch(text) else None


def unix_fraction(text: str, _: Around) -> ValueText | None:
    """Seconds since 1970, with six digits after the point."""
    return _unix(text.replace(".", ""), 1_000_000) if FRACTION.fullmatch(text) else None


def iso(text: str, _: Around) -> ValueText | None:
    """A date or time of ISO 8601; with a zone it is told in UTC."""
    moment = _moment(text)
    return _time(_written(moment, text)) if moment else None


def _written(moment: datetime, text: str) -> str:
    if "T" not in text and " " not in text:
        return moment.date().isoformat()
    if moment.tzinfo is None:
        return moment.isoformat()
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def _moment(text: str) -> datetime | None:
    if not 8 <= len(text) <= 40 or not text.isascii():
        return None
    try:
        return datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None


def until(text: str, around: Around) -> ValueText | None:
    """So many seconds after another parameter's time."""
    begin = around.parameters.get(around.meaning.after, "")
    moment = _moment(begin) if COMPACT.fullmatch(begin) else None
    if moment is None or not DIGITS.fullmatch(text) or int(text) > MOST_SECONDS:
        return None
    try:
        end = moment + timedelta(seconds=int(text))
    except OverflowError:
        return None
    return _time(end.replace(tzinfo=None).isoformat() + "Z")


def credential(text: str, _: Around) -> ValueText | None:
    """Key or account, day, region and service, with slashes between them."""
    match = CREDENTIAL.fullmatch(text)
    if match is None:
        return None
    who, day, region, service = match.groups()
    inner = (
        InnerDatum("credential", who),
        *(_known(name, value) for name, value in (("region", region), ("service", service))),
    )
    return ValueText(who, f"{quoted(who)}, {day[:4]}-{day[4:6]}-{day[6:]}", inner=inner)


def _known(name: str, text: str) -> InnerDatum:
    return InnerDatum(name, text, is_final=True, is_member=True)


READERS: dict[str, Callable[[str, Around], ValueText | None]] = {
    "text": plain,
    "words": words,
    "language": language,
    "seconds": seconds,
    "unix": unix_seconds,
    "unix-ms": unix_milliseconds,
    "unix-us": unix_microseconds,
    "unix-hex": unix_hexadecimal,
    "unix-dot": unix_fraction,
    "iso": iso,
    "until": until,
    "credential": credential,
}


def sentence(means: str, read: ValueText, service: str, *, is_possible: bool) -> Phrase:
    """What is said of a value."""
    kind = TERM if read.is_term else WORD if read.kind == TIME else EVIDENCE
    who = Arg("service", service)
    what = Arg("means", means, TERM)
    if read.is_duration:
        return Phrase("{means}: {count} seconds ({service})", (what, Arg("count", read.text), who))
    args = (what, Arg("value", read.text, kind), who)
    if is_possible:
        return Phrase("{means}: {value}, if {service}", args)
    return Phrase("{means}: {value} ({service})", args)
