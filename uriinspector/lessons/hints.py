"""Hints on a question, in four steps.

A hint depends on more than the kind of question: the host of a link can depend on an "@", on the
base, or on the ASCII form of a letter.

Hints are not written for individual questions: each is made from the question's given texts.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.compare import compare
from uriinspector.core.expression import expression
from uriinspector.core.model import CASE, DOTS, ESCAPES, SCHEME, Message, NamedTuple, message
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded
from uriinspector.lessons.answer_lines import (
    answer_lines,
    evidence_phrase,
    leading_lines,
    solved_lines,
)
from uriinspector.lessons.draw import seed_of
from uriinspector.lessons.kinds.scenes import SCENES
from uriinspector.lessons.kinds.table import drawn
from uriinspector.lessons.mistake import components
from uriinspector.lessons.mistakes.hosts import LinkQuestion
from uriinspector.lessons.question import Question, Wishes

# An address in any spelling that browsers accept: one to four numbers.
NUMBERS = expression(r"(?i)(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\.?")
DOTTED = expression(r"(?:^|/)\.{1,2}(?:/|$)")
NESTED = expression(r"(?i)(?::|%(?:25)*3A)(?:/|%(?:25)*2F){2}")
OF_AUTHORITY = frozenset({"authority", "userinfo", "host", "port"})
# The level of comparison whose clauses apply to each form.
LEVELS = {"case": CASE, "encoded": ESCAPES, "dots": DOTS, "port": SCHEME}
# Tricks that can produce another link of the same form.
TRICKS: Mapping[str, tuple[str, ...]] = {
    "backslash": ("backslash",),
    "userinfo": ("userinfo", "password", "login"),
    "two-slashes": ("network-path",),
    "relative": ("relative-name",),
    "no-authority": ("no-host", "name"),
    "no-host": ("no-host", "name"),
    "letters": ("look-alike", "own-letters", "punycode"),
    "number": ("rare-ip",),
    "encoded": ("encoded-host",),
}


def form_of(question: Question) -> str:
    """Return the form that selects a question's hints; empty if its kind alone selects them."""
    form = FORMS.get(question.kind)
    return form(question.given) if form is not None else ""


def _of_reference(given: Mapping[str, str]) -> str:
    scheme, authority, path, query, _ = components(given["reference"])
    if scheme is not None:
        return "scheme"
    if authority is not None:
        return "authority"
    if not path:
        return "empty" if query is None else "query"
    if path.startswith("/"):
        return "root"
    return "dots" if {".", ".."} & set(path.split("/")) else "path"


def _of_component(given: Mapping[str, str]) -> str:
    """Return the form of a component; its delimiters depend on whether there is an authority."""
    part = given["part"]
    has_authority = components(given["text"])[1] is not None
    return part if has_authority or part not in {*OF_AUTHORITY, "path"} else f"{part}-alone"


def _of_link(given: Mapping[str, str]) -> str:
    if given.get("of") in SCENES:
        return given["of"]
    if given.get("of"):
        return _of_nested(given)
    text = given["text"]
    if "\\" in text:
        return "backslash"
    scheme, authority, *_ = components(text)
    if authority is None:
        return "relative" if scheme is None else "no-authority"
    if LinkQuestion(text, given.get("base", "")).host is None:
        return "no-host"
    if "@" in authority:
        return "userinfo"
    if scheme is None:
        return "two-slashes"
    host = parse(text, edition="2005").host or ""
    if not host.isascii() or any(each[:4].lower() == "xn--" for each in host.split(".")):
        return "letters"
    if NUMBERS.fullmatch(host):
        return "number"
    return "encoded" if "%" in host else ""


def _of_two(given: Mapping[str, str]) -> str:
    """Return the form of a comparison: the way in which the texts differ."""
    a, b = given["a"], given["b"]
    if all(each[:4].lower() == "urn:" for each in (a, b)):
        return "names"
    if a.casefold() == b.casefold():
        return "case"
    if _plain(a) == _plain(b):
        return "encoded"
    if any(DOTTED.search(components(each)[2]) for each in (a, b)):
        return "dots"
    one, other = (parse(each, edition="2005") for each in (a, b))
    if one.port != other.port:
        return "port"
    if (one.query or "") == (other.query or "") and one.query != other.query:
        return "empty"
    hosts = [each.host or "" for each in (one, other)]
    return "number" if hosts[0] != hosts[1] and all(map(NUMBERS.fullmatch, hosts)) else ""


def _plain(text: str) -> str:
    return decoded(text).casefold()


def _of_nested(given: Mapping[str, str]) -> str:
    """Return the form for a nested link: the component that contains it."""
    _, _, path, query, fragment = components(given["text"])
    held = {"path": path, "query": query, "fragment": fragment}
    forms = (f"inner-{name}" for name, text in held.items() if text and NESTED.search(text))
    return next(forms, "inner")


FORMS = {
    "target": _of_reference,
    "editions": lambda given: "scheme" if components(given["reference"])[0] else "",
    "mark": _of_component,
    "where": _of_link,
    "steps": lambda given: given.get("of", ""),
    "rung": _of_two,
}

RUNGS = 4
# The maximum number of draws for another question of the same form.
MOST_TRIES = 40
# The clause for the second hint in editions other than 2005.
RESOLUTION_CITES = {
    "1994": "url-draft-02 Partial form",
    "1997": "url-syntax-05 5.2",
    "2003": "rfc2396bis-01 5.2",
}
COMPONENT_CITES = {"1994": "RFC 1738 3.1", "1997": "url-syntax-05 4.4", "2003": "rfc2396bis-01 B"}
ALGORITHM = frozenset({"target", "steps", "origin", "relative"})
PLAIN_TEXTS = frozenset({"valid", "encode", "decode"})  # in these, "text" is not a link
OF_LINK = "Another link: {text}"
# Templates that show the given texts of another question in a hint.
GIVEN = {
    "base": "Another base: {text}",
    "reference": "Another reference: {text}",
    "target": "Another target: {text}",
    "result": "Another target: {text}",
    "text": "Another text: {text}",
    "a": "Another pair, first text: {text}",
    "b": "Another pair, second text: {text}",
    "url": "URL of another page: {text}",
    "page": "Another page: {text}",
    "ascii": "Host of the other link, in ASCII: {text}",
}


class Hint(NamedTuple):
    """One of four hints: its sentences, and the clause that supports them, or ""."""

    rung: int
    lines: tuple[Message, ...]
    cite: str = ""


class HintRow(NamedTuple):
    """A row of the shipped table; ``cites`` and ``rules`` are for editions other than 2005."""

    look: str
    cite: str
    rule: str
    cites: Mapping[str, str]
    rules: Mapping[str, str]


@cache
def hint_rows() -> Mapping[tuple[str, str], HintRow]:
    """Return the table's rows by kind and form of question."""
    rows = tomllib.loads(shipped_text("lessons/hints.toml"))["hint"]
    return {
        (row["kind"], row.get("when", "")): HintRow(
            row["look"], row["cite"], row["rule"], row.get("cites", {}), row.get("rules", {})
        )
        for row in rows
    }


def hint(question: Question, rung: int, wishes: Wishes, seed: str) -> Hint:
    """Return hint number ``rung``, from 1 to 4; ``seed`` is used to draw another question."""
    row = row_of(question)
    if rung == 1:
        return Hint(1, (message(row.look),))
    if rung == 2:
        year = question.edition
        if question.kind == "rung" and year != "2005":  # each edition has another ladder
            row = hint_rows()["rung", ""]
        rule = row.rules.get(year, row.rule)
        return Hint(2, (message(rule),), _cite_of(question, row_of(question)))
    if rung == 3:
        return Hint(3, tuple(_solved(another_of(question, wishes, seed))))
    return Hint(RUNGS, (*leading_lines(question), *answer_lines(question)))


def row_of(question: Question) -> HintRow:
    """Return the row for the form of the question, or for its kind if there is none."""
    rows, kind = hint_rows(), question.kind
    return rows.get((kind, form_of(question))) or rows[kind, ""]


def _cite_of(question: Question, row: HintRow) -> str:
    """Return the clause of the edition that the question is about."""
    given, edition = question.given, question.edition
    if question.kind in ALGORITHM:
        return RESOLUTION_CITES.get(edition, row.cite)
    if question.kind == "mark":
        return COMPONENT_CITES.get(edition, row.cite)
    name = LEVELS.get(form_of(question), "") if question.kind == "rung" else ""
    rungs = compare(given["a"], given["b"], edition=edition).rungs if name else ()
    clauses = next((each.cites for each in rungs if each.name == name), ())
    return clauses[0] if clauses else row.cites.get(edition, row.cite)


def another_of(question: Question, wishes: Wishes, seed: str) -> Question:
    """Draw another question of the same form, to which the same rule applies."""
    form, given = form_of(question), tuple(question.given.values())
    wishes = replace(wishes, of=question.given.get("of", ""))
    if question.kind == "mark":
        wishes = replace(wishes, parts=(question.given["part"],))
    elif question.kind == "decode":
        wishes = replace(wishes, levels=(question.given["times"],))
    elif question.kind == "where":
        wishes = replace(wishes, tricks=TRICKS.get(form, wishes.tricks))
    other = question
    for number in range(MOST_TRIES):
        other = drawn(question.kind, seed_of(seed, "hint", number), wishes)
        if form_of(other) == form and tuple(other.given.values()) != given:
            return other
    return other


def _solved(question: Question) -> Iterator[Message]:
    """Yield the given texts of another question, and its answer."""
    given = question.given
    for name, template in GIVEN.items():
        if given.get(name):
            is_link = name == "text" and question.kind not in PLAIN_TEXTS
            yield evidence_phrase(OF_LINK if is_link else template, text=given[name])
    if given.get("reference") == "":
        yield message("Another reference: an empty one.")
    yield from question.details
    yield from solved_lines(question)
