"""A table of the documented meanings of parameters and path segments in services' links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from uriinspector.analysis.confidence import CONFIDENCES
from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.resource_files import lazy, shipped_text
from uriinspector.analysis.rewriters import (
    choice_problems,
    field_problems,
    is_list_of_texts,
    shipped_suffixes,
    suffix_problems,
)
from uriinspector.analysis.services import HostRows, listed_ends, listed_names, under_suffixes
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, message

PLACE = expression(r"\{([a-z][a-z_]*)\}")
BRACES = expression("[{}]")


class PlacePattern(NamedTuple):
    """A pattern with a group for each placeholder, and the index of its segment or label."""

    expression: re.Pattern[str]
    runs: tuple[tuple[str, int], ...]


@lru_cache(maxsize=4096)
def path_pattern(text: str) -> PlacePattern:
    """Return a pattern for the whole path; "/" at the end allows deeper paths, "*" any ending."""
    is_open = text[-1:] in {"/", "*"}
    expression, runs = _expression(text.removesuffix("*"), "/")
    return PlacePattern(re.compile(expression + (".*+" if is_open else "/?"), re.DOTALL), runs)


@lru_cache(maxsize=4096)
def host_pattern(text: str) -> PlacePattern:
    expression, runs = _expression(text, ".")
    runs = tuple((name, index + 1) for name, index in runs)
    return PlacePattern(re.compile(expression + r"\.?"), runs)


@lru_cache(maxsize=4096)
def fragment_pattern(text: str) -> PlacePattern:
    expression, runs = _expression(text, "/")
    if not text.startswith("/"):
        runs = tuple((name, 0) for name, _ in runs)
    return PlacePattern(re.compile(expression), runs)


def faults(text: str, mark: str) -> bool:
    """Return True if placeholders are malformed, repeated, or several per segment or label."""
    names = PLACE.findall(text)
    runs = text.split(mark)
    return (
        BRACES.search(PLACE.sub("", text)) is not None
        or len(names) != len(set(names))
        or any(len(PLACE.findall(run)) > 1 for run in runs)
    )


def listed_host(text: str) -> str:
    """Return the host for look-ups: the part after the last placeholder, as a wildcard."""
    _, brace, behind = text.rpartition("}")
    if not brace:
        return text
    return "*." + (behind[1:] if behind.startswith(".") else behind.partition(".")[2])


def _expression(text: str, mark: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Build an expression; with one placeholder per run, each run is scanned at most twice."""
    pieces, runs, at = [], [], 0
    for place in PLACE.finditer(text):
        pieces.append(re.escape(text[at : place.start()]))
        pieces.append(f"(?P<{place[1]}>[^{re.escape(mark)}]+)")
        runs.append((place[1], text.count(mark, 0, place.start())))
        at = place.end()
    pieces.append(re.escape(text[at:]))
    return "".join(pieces), tuple(runs)


# Forms of values, by their names in the table.
FORMS = {
    "digits": expression("[0-9]{1,40}+"),
    "hex": expression("[0-9A-Fa-f]{6,128}+"),
    "letters": expression("[A-Za-z]++"),
    "token": expression("[A-Za-z0-9_-]++"),
    "name": expression("[A-Za-z0-9._-]++"),
    "uuid": expression("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
    "email": expression(r"[^\s@/]{1,64}+@[^\s@/.]++(?:\.[^\s@/.][^\s@/.]*+)++"),
    "click": expression("[A-Za-z0-9._-]{10,1000}+"),
    "linker": expression(r"1\*[a-z0-9]{1,20}\*.{1,2000}", re.DOTALL),
    "region": expression("[a-z]{2}(?:-[a-z]{3,12}){1,2}-[0-9]{1,2}"),
    "invite": expression("(?=[0-9]*[A-Za-z_-])[A-Za-z0-9_-]{8,64}"),
    "username": expression("[A-Za-z0-9_]{3,40}+"),
    "meeting": expression("[a-z]{3}-[a-z]{4}-[a-z]{3}"),
    "video": expression("[A-Za-z0-9_-]{11}"),
    "lines": expression("[0-9]{1,9}(?:C[0-9]{1,9})?(?:-L[0-9]{1,9}(?:C[0-9]{1,9})?)?"),
    "asin": expression("[A-Z0-9]{10}"),
    "sharepoint": expression(":[a-z]:"),
    "discord": expression("@me|[0-9]{15,20}"),
    "domain": expression(r"[\w-]++(?:\.[\w-][\w-]*+)++"),
}
# Readers of values. The default is "words" if the row lists words, otherwise "text".
READER_NAMES = (
    *("text", "words", "language", "seconds", "unix", "unix-ms", "unix-us"),
    *("unix-hex", "unix-dot", "iso", "until", "credential"),
)
# The host of rows that are found by their parameters, on any host.
ANYWHERE = "*"
# Consent and device pages, whose hosts and paths are in the table of endpoints.
CONSENT, DEVICE = "consent", "device"
ENDPOINTS_OF = (CONSENT, DEVICE)
# Rows are sent to other processes, which requires plain dictionaries.
NO_WORDS: Mapping[str, str] = {}
NO_EXAMPLES: Mapping[str, Mapping[str, str]] = {}


class Meaning(NamedTuple):
    """The meaning of a parameter, and the form and reader of its value."""

    means: str
    words: Mapping[str, str] = NO_WORDS
    form: str = ""
    reader: str = ""
    # The parameter with the start of the period; the value is its length.
    after: str = ""
    # The separator of a list; "letters" if each character is an item.
    split: str = ""
    confidence: str = ""
    exclude: tuple[str, ...] = ()

    def allows(self, text: str) -> bool:
        if text in self.exclude:
            return False
        return not self.form or FORMS[self.form].fullmatch(text) is not None


class ServiceRow(NamedTuple):
    """Conditions on host, path, fragment and parameters, and the meanings of placeholders."""

    name: str
    hosts: tuple[str, ...]
    values: dict[str, Meaning]
    source: str
    paths: tuple[str, ...] = ()
    fragment: str = ""
    needs: tuple[str, ...] = ()
    says: str = ""
    confidence: str = "likely"
    endpoints: str = ""
    # Links with the values that the row must find in them, as a test.
    examples: Mapping[str, Mapping[str, str]] = NO_EXAMPLES

    def meaning_of(self, name: str) -> Meaning | None:
        """Return the meaning of a parameter; "name*" applies to all names with this beginning."""
        meaning = self.values.get(name)
        if meaning is None:
            for known, each in self.values.items():
                if known.endswith("*") and name.startswith(known[:-1]):
                    return each
        return meaning

    @property
    def path_patterns(self) -> tuple[PlacePattern, ...]:
        """Patterns for the path, the most specific first; empty if the row allows any path."""
        return tuple(sorted(map(path_pattern, self.paths), key=lambda each: -len(each.runs)))

    @property
    def host_patterns(self) -> tuple[PlacePattern, ...]:
        return tuple(host_pattern(host) for host in self.hosts if "{" in host)

    @property
    def fragment_pattern(self) -> PlacePattern | None:
        """The pattern that the fragment must match; None for any fragment."""
        return fragment_pattern(self.fragment) if self.fragment else None


Fields = dict[str, Any]
TEXTS = ("name", "source", "fragment", "says", "confidence", "endpoints")
LISTS = ("hosts", "path", "needs")
FIELDS = {*TEXTS, *LISTS, "values", "exclude", "examples"}
OF_MEANING = ("means", "form", "reader", "after", "split", "confidence")


def service_row(fields: Fields, suffixes: dict[str, list[str]], words: Fields) -> ServiceRow:
    """Create a row from its fields; ValueError describes the first problem."""
    if problem := next(_problems(fields, suffixes, words), None):
        shown = fields.get("name")
        name = shown if isinstance(shown, str) and shown else "a row without a name"
        raise ValueError(message("{name}: {problem}", name=name, problem=problem))
    exclude = fields.get("exclude", {})
    values = {
        lowered(key): _meaning(value, words, exclude.get(key, ()))
        for key, value in fields.get("values", {}).items()
    }
    hosts = [lowered(each) for each in fields["hosts"]]
    return ServiceRow(
        name=fields["name"],
        hosts=tuple(host for each in hosts for host in under_suffixes(each, suffixes)),
        values=values,
        source=fields["source"],
        paths=_listed(fields.get("path", ())),
        fragment=fields.get("fragment", ""),
        needs=tuple(map(lowered, fields.get("needs", ()))),
        says=fields.get("says", ""),
        confidence=fields.get("confidence", CONFIDENCES[1]),
        endpoints=fields.get("endpoints", ""),
        examples=fields.get("examples", {}),
    )


def _listed(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _meaning(value: str | Fields, words: Fields, exclude: list[str]) -> Meaning:
    if isinstance(value, str):
        return Meaning(value, exclude=tuple(exclude))
    known = value.get("words", {})
    return Meaning(
        **{key: lowered(text) if key == "after" else text for key, text in _texts(value)},
        words=words[known] if isinstance(known, str) else known,
        exclude=tuple(exclude),
    )


def _texts(value: Fields) -> Iterator[tuple[str, str]]:
    return ((key, value[key]) for key in OF_MEANING if key in value)


def _problems(fields: Fields, suffixes: dict[str, list[str]], words: Fields) -> Iterator[str]:
    yield from _of_types(fields)
    yield from choice_problems(fields, {"confidence": CONFIDENCES, "endpoints": ENDPOINTS_OF})
    yield from _of_patterns(fields, suffixes)
    exclude = fields.get("exclude", {})
    if not isinstance(exclude, dict) or not all(map(is_list_of_texts, exclude.values())):
        yield message("exclude must be a table of lists of strings")
    values = fields.get("values", {})
    if not isinstance(values, dict) or not (values or fields.get("says")):
        yield message('values must be a table, and must not be empty unless "says" is given')
    for key, value in values.items():
        yield from _of_value(key, value, words)
    if not _are_examples(fields.get("examples", {})):
        yield message("examples must be a table of tables of strings")
    for place in sorted(set(exclude) - set(values)):
        yield message('{name} is excluded, but is missing from "values"', name=place)
    if ANYWHERE in fields["hosts"] and not (fields.get("endpoints") or _has_parameters(fields)):
        yield message('with hosts = ["*"], a row must have "needs" or query parameters')


def _has_parameters(fields: Fields) -> bool:
    """Return True if a row for any host can be found by the names of its parameters."""
    values = fields.get("values", {})
    in_query = bool(values) and not any(key.startswith("#") for key in values)
    return len(fields["hosts"]) == 1 and (bool(fields.get("needs")) or in_query)


def _of_types(fields: Fields) -> Iterator[str]:
    path = fields.get("path", [])
    listed = fields | {"path": [path] if isinstance(path, str) else path}
    yield from field_problems(listed, FIELDS, TEXTS, LISTS)
    if not (fields.get("name") and fields.get("hosts") and fields.get("source")):
        yield message('"name", "hosts" and "source" are required')


def _are_examples(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(each, dict) and is_list_of_texts(list(each.values())) for each in value.values()
    )


def _of_patterns(fields: Fields, suffixes: dict[str, list[str]]) -> Iterator[str]:
    paths = _listed(fields.get("path", ()))
    marked = [(host, ".") for host in fields["hosts"]] + [(path, "/") for path in paths]
    for text, mark in (*marked, (fields.get("fragment", ""), "/")):
        if faults(text, mark):
            yield message(
                "{text}: a segment or label can have only one placeholder, and each placeholder "
                "can occur only once",
                text=text,
            )
    yield from suffix_problems(fields["hosts"], suffixes)
    for host in fields["hosts"]:
        if "{" in host and "." not in host.rpartition("}")[2]:
            yield message("{text}: a placeholder must be followed by a domain", text=host)
    for path in paths:
        if not path.startswith("/"):
            yield message("{text}: a path must begin with a slash", text=path)
    places = set(PLACE.findall(" ".join(text for text, _ in marked)))
    for place in sorted(places - set(fields.get("values", {}))):
        yield message('{name} is a placeholder, but is missing from "values"', name=place)


def _of_value(key: str, value: object, words: Fields) -> Iterator[str]:
    if isinstance(value, str):
        if not value:
            yield message('{name}: "means" is missing', name=key)
        return
    if not isinstance(value, dict) or not isinstance(value.get("means"), str) or not value["means"]:
        yield message('{name}: "means" is missing', name=key)
        return
    yield from field_problems(value, (*OF_MEANING, "words"), OF_MEANING, ())
    choices = {"form": tuple(FORMS), "reader": READER_NAMES, "confidence": CONFIDENCES}
    yield from choice_problems(value, choices)
    known = value.get("words", {})
    if isinstance(known, str):
        known = words.get(known)
    if not isinstance(known, dict) or not is_list_of_texts(list(known.values())):
        yield message("{name}: words must be a table of strings, or the name of one", name=key)


LIST = "lists/parameters.toml"


class ServiceTable(HostRows[ServiceRow]):
    """Rows of services, the user's before the built-in ones; of equal matches, the first wins."""

    def __init__(
        self,
        rows: Iterable[ServiceRow] | Callable[[], Iterable[ServiceRow]],
        ends: frozenset[str] | None = None,
        names: frozenset[str] | None = None,
    ) -> None:
        """``names`` are the parameters that find a row on any host, if they are already known."""
        super().__init__(rows, ends)
        self._known_names = names

    @lazy
    def names(self) -> frozenset[str]:
        return frozenset(self._by_parameter) if self._known_names is None else self._known_names

    @lazy
    def _rank(self) -> dict[int, int]:
        return {id(row): rank for rank, row in enumerate(self.rows)}

    @lazy
    def _by_parameter(self) -> dict[str, list[ServiceRow]]:
        result: dict[str, list[ServiceRow]] = {}
        for row in self.rows:
            if ANYWHERE in row.hosts and not row.endpoints:
                for name in row.needs[:1] or row.values:
                    result.setdefault(name, []).append(row)
        return result

    def hosts_of(self, row: ServiceRow) -> Iterable[str]:
        if row.endpoints:
            return ENDPOINTS
        return () if ANYWHERE in row.hosts else dict.fromkeys(map(listed_host, row.hosts))

    def __reduce__(self) -> tuple[type[ServiceTable], tuple[tuple[ServiceRow, ...]]]:
        """Send only the rows: ranks depend on object identity, which differs in another process."""
        return ServiceTable, (self.rows,)

    def candidates(self, host: str, names: Iterable[str]) -> list[ServiceRow]:
        """Return the rows for a host, then those found by parameters on any host."""
        by_host = sorted(self.rows_of(host), key=lambda row: self._rank[id(row)])
        anywhere: dict[int, ServiceRow] = {}
        for name in self.names.intersection(names):
            for row in self._by_parameter[name]:
                anywhere[self._rank[id(row)]] = row
        return [*by_host, *(anywhere[rank] for rank in sorted(anywhere))]


def service_rows_from(text: str) -> tuple[ServiceRow, ...]:
    """Parse the rows of a table; ValueError describes the first problem."""
    import tomllib  # most links need no table

    table = tomllib.loads(text)
    suffixes = shipped_suffixes() | table.get("suffixes", {})
    words = table.get("words", {})
    return tuple(service_row(each, suffixes, words) for each in table.get("service", []))


@cache
def shipped_parameters() -> ServiceTable:
    """Return the built-in services; their rows are read when a link may match one."""
    return ServiceTable(_shipped_rows, listed_ends(LIST), listed_names(LIST))


def _shipped_rows() -> tuple[ServiceRow, ...]:
    return service_rows_from(shipped_text(LIST))
