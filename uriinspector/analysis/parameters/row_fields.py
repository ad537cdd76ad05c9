"""Rows of services as they are written down, each field checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uriinspector.analysis.confidence import CONFIDENCES
from uriinspector.analysis.host_rows import suffix_owner, under_suffixes
from uriinspector.analysis.parameters.place_pattern import PLACE, faults
from uriinspector.analysis.parameters.service_row import (
    ANYWHERE,
    ENDPOINTS_OF,
    FORMS,
    READER_NAMES,
    Meaning,
    ServiceRow,
)
from uriinspector.analysis.rewriters.table import is_list_of_texts
from uriinspector.core.expression import lowered
from uriinspector.core.model import message

if TYPE_CHECKING:
    from collections.abc import Iterator

Fields = dict[str, Any]
TEXTS = ("name", "source", "fragment", "says", "confidence", "endpoints")
LISTS = ("hosts", "path", "needs")
FIELDS = {*TEXTS, *LISTS, "values", "exclude", "examples"}
OF_MEANING = ("means", "form", "reader", "after", "split", "confidence")


def service_row(fields: Fields, suffixes: dict[str, list[str]], words: Fields) -> ServiceRow:
    """The row; ValueError says what is wrong with it."""
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
    """What is wrong with a row, the first thing first."""
    yield from _of_types(fields)
    yield from _of_choices(fields, {"confidence": CONFIDENCES, "endpoints": ENDPOINTS_OF})
    yield from _of_patterns(fields, suffixes)
    exclude = fields.get("exclude", {})
    if not isinstance(exclude, dict) or not all(map(is_list_of_texts, exclude.values())):
        yield message("exclude is a table of lists of texts")
    values = fields.get("values", {})
    if not isinstance(values, dict) or not (values or fields.get("says")):
        yield message("values is a table, and not empty without says")
    for key, value in values.items():
        yield from _of_value(key, value, words)
    if not _are_examples(fields.get("examples", {})):
        yield message("examples is a table of tables of texts")
    for place in sorted(set(exclude) - set(values)):
        yield message("{name} is excluded, but not in values", name=place)
    if ANYWHERE in fields["hosts"] and not (fields.get("endpoints") or _has_parameters(fields)):
        yield message('with hosts = ["*"] alone, needs or query parameters find the row')


def _has_parameters(fields: Fields) -> bool:
    """Whether a row for any host can be found by the names of parameters."""
    values = fields.get("values", {})
    in_query = bool(values) and not any(key.startswith("#") for key in values)
    return len(fields["hosts"]) == 1 and (bool(fields.get("needs")) or in_query)


def _of_types(fields: Fields) -> Iterator[str]:
    if strange := set(fields) - FIELDS:
        yield message("no field is called {names}", names=", ".join(sorted(strange)))
    for name in TEXTS:
        if not isinstance(fields.get(name, ""), str):
            yield message("{name} is a text", name=name)
    for name in LISTS:
        value = fields.get(name, [])
        if not is_list_of_texts([value] if name == "path" and isinstance(value, str) else value):
            yield message("{name} is a list of texts", name=name)
    if not (fields.get("name") and fields.get("hosts") and fields.get("source")):
        yield message("name, hosts and source are needed")


def _are_examples(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(each, dict) and is_list_of_texts(list(each.values())) for each in value.values()
    )


def _of_choices(fields: Fields, choices: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for name, allowed in choices.items():
        if fields.get(name, allowed[0]) not in allowed:
            yield message("{name} is one of {allowed}", name=name, allowed=", ".join(allowed))


def _of_patterns(fields: Fields, suffixes: dict[str, list[str]]) -> Iterator[str]:
    paths = _listed(fields.get("path", ()))
    marked = [(host, ".") for host in fields["hosts"]] + [(path, "/") for path in paths]
    for text, mark in (*marked, (fields.get("fragment", ""), "/")):
        if faults(text, mark):
            yield message("{text}: one place in a segment or label, each once", text=text)
    for host in fields["hosts"]:
        if host.endswith(".*") and suffix_owner(host) not in suffixes:
            yield message("no suffixes are listed for {name}", name=suffix_owner(host))
        if "{" in host and "." not in host.rpartition("}")[2]:
            yield message("{text}: a place needs a domain behind it", text=host)
    for path in paths:
        if not path.startswith("/"):
            yield message("{text}: a path begins with a slash", text=path)
    places = set(PLACE.findall(" ".join(text for text, _ in marked)))
    for place in sorted(places - set(fields.get("values", {}))):
        yield message("{name} is a place, but not in values", name=place)


def _of_value(key: str, value: object, words: Fields) -> Iterator[str]:
    if isinstance(value, str):
        if not value:
            yield message("{name}: means is needed", name=key)
        return
    if not isinstance(value, dict) or not isinstance(value.get("means"), str) or not value["means"]:
        yield message("{name}: means is needed", name=key)
        return
    if strange := set(value) - {*OF_MEANING, "words"}:
        yield message("no field is called {names}", names=", ".join(sorted(strange)))
    for name, text in _texts(value):
        if not isinstance(text, str):
            yield message("{name} is a text", name=name)
    choices = {"form": tuple(FORMS), "reader": READER_NAMES, "confidence": CONFIDENCES}
    yield from _of_choices(value, choices)
    known = value.get("words", {})
    if isinstance(known, str):
        known = words.get(known)
    if not isinstance(known, dict) or not is_list_of_texts(list(known.values())):
        yield message("{name}: words is a table of texts, or the name of one", name=key)
