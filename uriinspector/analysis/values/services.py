"""Parts of a link whose meanings are documented by the service."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from uriinspector.analysis.consent_endpoints import ENDPOINTS, WIDE
from uriinspector.analysis.parameters import (
    CONSENT,
    Meaning,
    PlacePattern,
    ServiceRow,
    ServiceTable,
)
from uriinspector.analysis.values.candidates import (
    FRAGMENT,
    HOST,
    LONGEST_NAME,
    PATH,
    QUERY,
    Datum,
    Decoded,
    InnerDatum,
    Within,
)
from uriinspector.analysis.values.decoder import fact
from uriinspector.analysis.values.value import PARAMETER, POSSIBLE, TIME, quoted, shown_time
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import EVIDENCE, Marked, Message, NamedTuple, Part, message
from uriinspector.core.percent import decoded
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import pairs
from uriinspector.core.schemes.urn_namespaces import utc

# Component, name and index of a part, as in ``Datum``.
Key = tuple[str, str, int]
WEB = frozenset({"http", "https", ""})
LABEL = "label"
# The maximum number of parameters examined in a link.
MOST_PARAMETERS = 200


class PlacedMeaning(NamedTuple):
    """The meaning that a row gives to a part of a link; ``text`` is its decoded text."""

    row: ServiceRow
    meaning: Meaning
    text: str


class MatchedLink:
    """The rows that match a link, and the meanings of its parts."""

    def __init__(self, table: ServiceTable, link: Reference) -> None:
        self.parameters: dict[str, str] = {}
        self.purpose: ServiceRow | None = None
        self._meanings: dict[Key, PlacedMeaning] = {}
        self._link = link
        self._host = lowered(link.host or "").removesuffix(".")
        if not self._host or lowered(link.scheme or "") not in WEB:
            return
        if "\\" in (link.authority or ""):
            return  # browsers read it as "/", which ends the host
        query = list(self._pairs(Part.QUERY, QUERY))
        fragment = list(self._pairs(Part.FRAGMENT, FRAGMENT))
        for key, text in query:
            self.parameters.setdefault(key[1], text)
        for key, text in fragment:
            self.parameters.setdefault(f"#{key[1]}", text)
        rows = table.candidates(self._host, self.parameters)
        if rows:
            self._pairs_of = {QUERY: query, FRAGMENT: fragment}
            for row in rows:
                self._ask(row)

    def of(self, datum: Datum) -> PlacedMeaning | None:
        return self._meanings.get((datum.part, datum.name, datum.index))

    def text_of(self, name: str, row: ServiceRow) -> str | None:
        meaning = row.meaning_of(lowered(name))
        return next(
            (each.text for each in self._meanings.values() if each.meaning is meaning), None
        )

    def _pairs(self, part: Part, component: str) -> Iterator[tuple[Key, str]]:
        text = self._link.text
        span = self._link.span(part)
        for index, (name, value) in enumerate(pairs(text, span)):
            if index >= MOST_PARAMETERS:
                break
            if value is not None and 0 < name.end - name.start <= LONGEST_NAME:
                called = lowered(name.of(text).removeprefix("amp;"))
                yield (component, called, index), decoded(value.of(text).replace("+", " "))

    def _ask(self, row: ServiceRow) -> None:
        """Record the meanings that a row gives to the parts of the link, if it matches."""
        places = self._places(row)
        if places is None or not all(self.parameters.get(name) for name in row.needs):
            return
        if row.says and self.purpose is None:
            self.purpose = row
        for key, name, text in places:
            self._enter(key, row, row.values[name], text)
        for component, mark in ((QUERY, ""), (FRAGMENT, "#")):
            for key, text in self._pairs_of[component]:
                meaning = row.meaning_of(mark + key[1])
                if meaning and text and meaning.allows(text):
                    self._enter(key, row, meaning, text)

    def _enter(self, key: Key, row: ServiceRow, meaning: Meaning, text: str) -> None:
        self._meanings.setdefault(key, PlacedMeaning(row, meaning, text))

    def _places(self, row: ServiceRow) -> list[tuple[Key, str, str]] | None:
        """Return the values of the row's placeholders; None if the link does not match the
        row.
        """
        path = self._link.path
        if row.endpoints:
            endpoint = ENDPOINTS[self._host]
            pattern = endpoint.consent if row.endpoints == CONSENT else endpoint.device
            return [] if pattern and pattern.fullmatch(path) else None
        result: list[tuple[Key, str, str]] = []
        fragment = row.fragment_pattern
        labels = row.host_patterns
        is_plain = not labels or self._host in row.hosts
        wanted = (
            (labels, self._host, HOST, LABEL, is_plain),
            (row.path_patterns, path, PATH, "", not row.paths),
            ((fragment,) if fragment else (), self._link.fragment, FRAGMENT, "", not fragment),
        )
        for patterns, text, component, name, is_any in wanted:
            if is_any:
                continue
            places = _first(patterns, text, row)
            if places is None:
                return None
            result += [((component, name, index), place, value) for index, place, value in places]
        return result


def _first(
    patterns: tuple[PlacePattern, ...], text: str | None, row: ServiceRow
) -> list[tuple[int, str, str]] | None:
    """Return the values of the first pattern that matches with allowed values, or None."""
    for pattern in patterns if text is not None else ():
        match = pattern.expression.fullmatch(text or "")
        if match is None:
            continue
        values = [(index, name, decoded(match[name])) for name, index in pattern.runs]
        if all(row.values[name].allows(value) for _, name, value in values):
            return values
    return None


# Unix seconds from 1995 to 2100; all services here are younger.
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
    """A value as read: its kind, its form for programs, and its wording in sentences."""

    value: str
    text: str
    kind: str = PARAMETER
    # True for the program's own words, which are translated.
    is_term: bool = False
    inner: tuple[InnerDatum, ...] = ()
    is_duration: bool = False


class Around(NamedTuple):
    meaning: Meaning
    parameters: dict[str, str]


def plain(text: str, _: Around) -> ValueText:
    """Return the text unchanged."""
    return ValueText(text, quoted(text))


def words(text: str, around: Around) -> ValueText | None:
    """Read one of the row's listed words; None for other text."""
    known = around.meaning.words
    word = known.get(text) or known.get(text.lower())
    return ValueText(text, word, is_term=True) if word else None


def language(text: str, around: Around) -> ValueText | None:
    """Read a language tag (BCP 47), whose first part is the language."""
    tag = LANGUAGE.fullmatch(text)
    word = around.meaning.words.get(tag[1].lower()) if tag else None
    return ValueText(text, word, is_term=True) if word else None


def seconds(text: str, _: Around) -> ValueText | None:
    """Read a duration: "42", "42s", "1h2m3s"."""
    match = DURATION.fullmatch(text)
    if match is None or not text:
        return None
    hours, minutes, rest = (int(each or 0) for each in match.groups())
    count = hours * 3600 + minutes * 60 + rest
    return ValueText(str(count), f"{count:,}", is_duration=True)


def _unix(
    per_second: int, form: re.Pattern[str] = DIGITS, base: int = 10
) -> Callable[[str, Around], ValueText | None]:
    """Return a reader of times in units since 1970; a decimal point is ignored."""

    def read(text: str, _: Around) -> ValueText | None:
        number = int(text.replace(".", ""), base) if form.fullmatch(text) else -1
        plausible = FIRST <= number // per_second < LAST
        return _time(utc(number, per_second)) if plausible else None

    return read


def _time(value: str) -> ValueText:
    return ValueText(value, shown_time(value), TIME)


def iso(text: str, _: Around) -> ValueText | None:
    """Read a date or time in ISO 8601; with a time zone it is converted to UTC."""
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
    """Read seconds as the end of a period that starts at the time in another parameter."""
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
    """Read a credential: key or account, day, region and service, separated by slashes."""
    match = CREDENTIAL.fullmatch(text)
    if match is None:
        return None
    who, day, region, service = match.groups()
    inner = (InnerDatum("credential", who), fact("region", region), fact("service", service))
    return ValueText(who, f"{quoted(who)}, {day[:4]}-{day[4:6]}-{day[6:]}", inner=inner)


READERS: dict[str, Callable[[str, Around], ValueText | None]] = {
    "text": plain,
    "words": words,
    "language": language,
    "seconds": seconds,
    "unix": _unix(1),
    "unix-ms": _unix(1_000),
    "unix-us": _unix(1_000_000),
    "unix-hex": _unix(1, HEXADECIMAL, 16),
    "unix-dot": _unix(1_000_000, FRACTION),
    "iso": iso,
    "until": until,
    "credential": credential,
}


def sentence(means: str, read: ValueText, service: str, *, is_possible: bool) -> Message:
    what = message(means)
    if read.is_duration:
        return message(
            "{means}: {count} seconds ({service})", means=what, count=read.text, service=service
        )
    value: str = message(read.text) if read.is_term else read.text
    if not read.is_term and read.kind != TIME:
        value = Marked(read.text, EVIDENCE)
    args = {"means": what, "value": value, "service": service}
    if is_possible:
        return message("{means}: {value}, if {service}", **args)
    return message("{means}: {value} ({service})", **args)


PARTS = frozenset({HOST, PATH, QUERY, FRAGMENT})
LETTERS = "letters"
# The maximum number of list items shown separately.
MOST_MEMBERS = 64
SCOPE = "scope"
WIDE_SCOPE = "Scope with broad access"


# The name of readings from the table, which come before decoders as they use the whole link.
SERVICE = "service"


class ServiceReadings:
    """Readings from the table of services; the matches for the last link are cached."""

    def __init__(self, table: ServiceTable) -> None:
        self._table = table
        self._link: Reference | None = None
        self._matched: MatchedLink | None = None

    def of(self, datum: Datum) -> Iterator[Decoded]:
        """Yield the table's reading of a part of the link; nothing for decoded data."""
        if datum.part not in PARTS or datum.link is None:
            return
        if datum.link is not self._link or self._matched is None:
            self._link = datum.link
            self._matched = MatchedLink(self._table, datum.link)
        matched = self._matched
        if datum.part == HOST and not datum.name and matched.purpose:
            yield _purpose(matched.purpose)
        placed = matched.of(datum)
        reading = placed and _decoded(datum, placed, matched.parameters)
        if reading:
            yield reading


def _purpose(row: ServiceRow) -> Decoded:
    args = {"service": row.name, "purpose": message(row.says)}
    phrase = message("{service}: {purpose}", **args)
    return Decoded(PARAMETER, row.says, phrase, row.confidence, source=row.source)


def _decoded(datum: Datum, placed: PlacedMeaning, parameters: dict[str, str]) -> Decoded | None:
    row, meaning = placed.row, placed.meaning
    if meaning.split:
        return _list(datum, placed)
    read = _read(placed.text, Around(meaning, parameters))
    return read and _reading(row, meaning, meaning.means, read)


def _read(text: str, around: Around) -> ValueText | None:
    meaning = around.meaning
    if meaning.reader:
        return READERS[meaning.reader](text, around)
    return (words(text, around) if meaning.words else None) or plain(text, around)


def _reading(row: ServiceRow, meaning: Meaning, means: str, read: ValueText) -> Decoded:
    confidence = meaning.confidence or row.confidence
    phrase = sentence(means, read, row.name, is_possible=confidence == POSSIBLE)
    return Decoded(read.kind, read.value, phrase, confidence, read.inner, row.source)


def _list(datum: Datum, placed: PlacedMeaning) -> Decoded:
    """Read a list of words, as a whole and item by item."""
    row, meaning, text = placed.row, placed.meaning, placed.text
    members = list(text) if meaning.split == LETTERS else text.split(meaning.split)
    around = Around(meaning, {})
    # Items only have their own positions if the text was not decoded.
    is_as_written = text == datum.text
    inner, at = [], 0
    for member in members[:MOST_MEMBERS]:
        read = _read(member, around) if member else None
        if read:
            place = Within(at, datum.placing) if is_as_written else None
            means = _means(meaning, member)
            known = (_reading(row, meaning, means, read),)
            inner.append(InnerDatum("", member, place, known, is_final=True))
        at += len(member) + (0 if meaning.split == LETTERS else len(meaning.split))
    whole = plain(text, around)._replace(inner=tuple(inner) if len(members) > 1 else ())
    if len(members) == 1:
        return _reading(row, meaning, _means(meaning, text), _read(text, around) or whole)
    return _reading(row, meaning, meaning.means, whole)


def _means(meaning: Meaning, member: str) -> str:
    is_wide = meaning.means.lower() == SCOPE and WIDE.search(member)
    return WIDE_SCOPE if is_wide else meaning.means
