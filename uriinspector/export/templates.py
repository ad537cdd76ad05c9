"""Templates: texts with places that are filled in from an inspection, shipped and of one's own.

A template says in which quotes its values stand, and each value is written for them.  Where that
cannot be done, nothing comes out: half a query is worse than none.  The result is text; nothing in
it is run or opened.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias

from uriinspector.analysis.defang import defang
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.final_link import fetched, final_inspection, site_of
from uriinspector.export.quotings import QUOTINGS, Quoting
from uriinspector.export.refusal import RefusedError, refuse
from uriinspector.export.report import MOST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from uriinspector.analysis.finding import Finding
    from uriinspector.analysis.inspection import Inspection

SHIPPED = "lists/templates.toml"
FIELDS = {"title", "quoting", "text"}
NAME = expression(r"[\w-]{1,40}")
# A place, a doubled brace, or a brace that is neither.
BRACE = expression(r"\{(?P<place>[a-z0-9_]+)\}|(?P<double>\{\{|\}\})|(?P<single>[{}])")
# What begins or ends a string, or a line; a quote behind a backslash does neither.
QUOTE = expression(r'\\[^\n]|@?["\']|\n')
# More than this is no template.
LONGEST, MOST_TEMPLATES = 20_000, 200
LONGEST_FILE = 1 << 20


class Template(NamedTuple):
    """One template: its name, what it is, and its text in pieces; every second one is a place."""

    name: str
    title: str
    quoting: Quoting
    pieces: tuple[str, ...]


def shipped_templates() -> dict[str, Template]:
    """Those that come with the program."""
    return read_templates(shipped_text(SHIPPED))


def templates(own: str | None = None) -> dict[str, Template]:
    """Those that are shipped, and the text of a file of one's own merged over them."""
    return shipped_templates() | (read_templates(own) if own is not None else {})


def read_templates(source: str) -> dict[str, Template]:
    """The templates in the text of a file."""
    try:
        result = tomllib.loads(source)
    except tomllib.TOMLDecodeError as fault:
        refuse(f"not valid TOML: {fault}")
    rows = result.pop("template", {})
    strange = sorted(set(result) - {"version", "date"})
    if strange:
        refuse(f'"{strange[0]}" is unknown here; templates begin with [template.NAME]')
    if not isinstance(rows, dict) or len(rows) > MOST_TEMPLATES:
        refuse(f"[template.NAME] is missing, or there are more than {MOST_TEMPLATES}")
    return {name: _template(name, row) for name, row in rows.items()}


# What an update of a shipped list is held to besides its date, by the room that reads it.
UPDATE_CHECKS: Mapping[str, Callable[[str], object]] = {SHIPPED: read_templates}


def _template(name: str, row: Any) -> Template:
    if not NAME.fullmatch(name):
        refuse(f'"{name}": names can contain only letters, digits, "-" and "_"')
    if not isinstance(row, dict) or not all(isinstance(each, str) for each in row.values()):
        refuse(f"{name}: title, quoting and text must be strings")
    if set(row) != FIELDS:
        wrong = sorted(FIELDS.symmetric_difference(row))[0]
        refuse(f"{name}: {wrong} is {'missing' if wrong in FIELDS else 'unknown'}")
    quoting = QUOTINGS.get(row["quoting"])
    if quoting is None:
        refuse(f'{name}: quoting "{row["quoting"]}" is unknown; {_one_of(QUOTINGS)}')
    text = row["text"].removeprefix("\n")
    if len(text) > LONGEST:
        refuse(f"{name}: longer than {LONGEST:,} characters")
    pieces = tuple(_pieces(name, text))
    if quoting.in_quotes:
        _see_that_all_are_quoted(name, pieces)
    return Template(name, row["title"], quoting, pieces)


def _one_of(names: Mapping[str, object]) -> str:
    return f"available: {', '.join(names)}"


def _pieces(name: str, text: str) -> Iterator[str]:
    """Texts and places in turn."""
    literal: list[str] = []
    at = 0
    for match in BRACE.finditer(text):
        literal.append(text[at : match.start()])
        at = match.end()
        if match["single"]:
            where = text.count("\n", 0, match.start()) + 1
            refuse(f"{name}: line {where}: write a literal brace twice")
        if match["double"]:
            literal.append(match["double"][0])
            continue
        if match["place"] not in PLACES:
            explanation = f"available: {', '.join(f'{{{each}}}' for each in PLACES)}"
            refuse(f"{name}: unknown placeholder {match[0]}; {explanation}")
        yield "".join(literal)
        yield match["place"]
        literal = []
    yield "".join([*literal, text[at:]])


def _see_that_all_are_quoted(name: str, pieces: tuple[str, ...]) -> None:
    """Values are written for the inside of double quotes: anywhere else they would be code."""
    state = ""
    for at, piece in enumerate(pieces):
        if at % 2 and state != '"':
            refuse(f"{name}: {{{piece}}} must be inside double quotes")
        for match in QUOTE.finditer("" if at % 2 else piece):
            state = _behind(match[0], state, name)
    if state:
        refuse(f"{name}: a quote is not closed")


def _behind(mark: str, state: str, name: str) -> str:
    """The quote that is open behind a mark, if any."""
    if mark == "\n" and state:
        refuse(f"{name}: a quote is not closed before the end of a line")
    if mark.startswith("@") and not state:
        refuse(f"{name}: {mark}...{mark[1]} has no escapes, so it cannot contain a placeholder")
    if mark.startswith("\\") or mark == "\n":
        return state
    return (mark if not state else "") if mark[-1] == state or not state else state


def fill(template: Template, inspection: Inspection, *, date: str | None = None) -> str:
    """The text with every place filled; where that cannot be done nothing comes out."""
    for_people = not template.quoting.in_quotes
    result = values(inspection, date, for_people=for_people)
    written = []
    for at, piece in enumerate(template.pieces):
        written.append(_filled(template, piece, result[piece]()) if at % 2 else piece)
    return "".join(written)


def _filled(template: Template, place: str, value: Value) -> str:
    if value is None and place == "date":
        refuse(f"{template.name}: no date given for {{date}}")
    if value is None and template.quoting.in_quotes:
        refuse(f"{template.name}: this link has no value for {{{place}}}")
    try:
        if isinstance(value, tuple):
            return template.quoting.rows(value)
        return template.quoting.write("none" if value is None else value)
    except RefusedError as fault:
        refuse(f"{template.name}: {{{place}}}: {fault}")


PLACES = (
    *("host", "site", "url", "fetched", "sha256", "verdict", "severity", "findings", "defanged"),
    "date",
)

# Several rows, one text, or nothing to fill in.
Value: TypeAlias = "tuple[str, ...] | str | None"


def values(
    inspection: Inspection, date: str | None = None, *, for_people: bool = False
) -> dict[str, Callable[[], Value]]:
    """A value for each place, made when it is asked for; None where there is none."""
    inspection = inspection.meant
    end = final_inspection(inspection)
    return {
        "host": lambda: end.verdict.host,
        "site": lambda: site_of(end.verdict.host),
        "url": lambda: inspection.text,
        "fetched": lambda: fetched(end),
        "sha256": lambda: sha256(inspection.text.encode("utf-8", "surrogatepass")).hexdigest(),
        "verdict": lambda: inspection.verdict.headline,
        "severity": lambda: inspection.verdict.severity or "none",
        "findings": lambda: _findings(inspection.findings),
        # What people read is defanged as a whole, and not twice.
        "defanged": lambda: inspection.text if for_people else defang(inspection.text),
        "date": lambda: date,
    }


def _findings(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """A line for each."""
    rows = [
        f"{each.severity}: {each.title} ({each.start} to {each.end})" for each in findings[:MOST]
    ]
    if len(findings) > MOST:
        rows.append(f"{len(findings) - MOST:,} more")
    return tuple(rows) or ("none",)
