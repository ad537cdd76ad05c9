"""Fill in templates, built-in or the user's, from an inspection.

A template specifies the quoting of its values, and each value is escaped accordingly. If that is
impossible, the result is an error: half a query is worse than none. The filled text is never run or
opened.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias

from uriinspector.analysis.defang import defang
from uriinspector.analysis.finding import Finding
from uriinspector.analysis.list_files import toml_table
from uriinspector.analysis.list_folder import folder_in_use, own_files, read_list
from uriinspector.analysis.list_problems import ListError, ListProblem, text_of
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.safe_text import defanged, drawn, named
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.export.markdown import prose
from uriinspector.export.options import RefusedError, refuse
from uriinspector.export.report import MOST, fetched, final_inspection, site_of

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection


WILDCARDS = expression(r"[\\*?]")
ESCAPED = expression(r'[\\"]')


class Quoting(NamedTuple):
    """A way to escape values and to join several rows.

    Escaping ensures that values cannot add lines. With ``in_quotes``, the escaped values must be
    put between double quotes.
    """

    write: Callable[[str], str]
    in_quotes: bool = True
    before: str = ""
    between: str = "; "

    def rows(self, values: tuple[str, ...]) -> str:
        return self.between.join(self.before + self.write(each) for each in values)


def text(value: str) -> str:
    """Return a text for people, with defanged links and invisible characters made visible."""
    return defanged(value)


def markdown(value: str) -> str:
    return prose(defanged(value))


def json_string(value: str) -> str:
    return json.dumps(value)[1:-1]


def backslashed(value: str) -> str:
    """Escape backslashes and quotes; invisible characters cannot be written and are refused."""
    for char in value:
        if drawn(char) != char:
            refuse(f"{named(char)} cannot be written in this query language")
    return _escaped(value)


def with_numbers(value: str) -> str:
    """Escape backslashes and quotes; write invisible characters as numbers."""
    return "".join(_numbered(char) if drawn(char) != char else char for char in _escaped(value))


def _escaped(value: str) -> str:
    return ESCAPED.sub(r"\\\g<0>", value)


def _numbered(char: str) -> str:
    """Return a character as its UTF-16 code units."""
    octets = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{octets[at : at + 2].hex()}" for at in range(0, len(octets), 2))


def sigma(value: str) -> str:
    """Escape a value for double quotes in YAML, and wildcards for Sigma."""
    return "".join(map(_in_yaml, WILDCARDS.sub(r"\\\g<0>", value)))


def _in_yaml(char: str) -> str:
    if char in '\\"':
        return f"\\{char}"
    if "\ud800" <= char <= "\udfff":
        refuse(f"{named(char)} cannot be written in YAML")
    return char if " " <= char <= "~" else f"\\U{ord(char):08X}"


QUOTINGS = {
    "text": Quoting(text, in_quotes=False, between="\n"),
    "markdown": Quoting(markdown, in_quotes=False, before="- ", between="\n"),
    "json": Quoting(json_string),
    "splunk": Quoting(backslashed),
    # Both languages read "\\u" with four digits as a character, and in quotation marks "*" is
    # not a wildcard.
    "elastic": Quoting(with_numbers),
    "lucene": Quoting(with_numbers),
    "sentinel": Quoting(backslashed),
    "sigma": Quoting(sigma),
}

SHIPPED = "lists/templates.toml"
FIELDS = {"title", "quoting", "text"}
NAME = expression(r"[\w-]{1,40}")
# A placeholder, a doubled brace, or a single brace, which is an error.
BRACE = expression(r"\{(?P<place>[a-z0-9_]+)\}|(?P<double>\{\{|\}\})|(?P<single>[{}])")
# The start or end of a string, or a line end; a quote after a backslash is neither.
QUOTE = expression(r'\\[^\n]|@?["\']|\n')
# Limits on the size and number of templates.
LONGEST, MOST_TEMPLATES = 20_000, 200
LONGEST_FILE = 1 << 20


class Template(NamedTuple):
    """A template, split into pieces: every second one is a placeholder."""

    name: str
    title: str
    quoting: Quoting
    pieces: tuple[str, ...]


def shipped_templates() -> dict[str, Template]:
    """Return the built-in templates, replaced or extended by the user's."""
    result = read_templates(built_in_text(SHIPPED))
    for file, adds in own_files(folder_in_use(), SHIPPED):
        with suppress(OSError, ListError):  # ``UserLists`` reports these errors
            octets = read_list(file)
            if octets is not None:
                own = own_templates(text_of(octets))
                result = result | own if adds else own
    return result


def templates(own: str | None = None) -> dict[str, Template]:
    """Return the available templates, including those in the text of a file."""
    return shipped_templates() | (read_templates(own) if own is not None else {})


def read_templates(source: str) -> dict[str, Template]:
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


def own_templates(text: str) -> dict[str, Template]:
    """Parse a file of templates in the lists folder; raise ListError if it is invalid."""
    toml_table(text)  # checks the limits
    try:
        return read_templates(text)
    except RefusedError as fault:
        raise ListError([ListProblem(0, fault.why)]) from None


# Functions that count the entries of those user lists that are read in this package.
LIST_CHECKS: Mapping[str, Callable[[str], int]] = {SHIPPED: lambda text: len(own_templates(text))}


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
        _check_quoting(name, pieces)
    return Template(name, row["title"], quoting, pieces)


def _one_of(names: Mapping[str, object]) -> str:
    return f"available: {', '.join(names)}"


def _pieces(name: str, text: str) -> Iterator[str]:
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


def _check_quoting(name: str, pieces: tuple[str, ...]) -> None:
    """Refuse placeholders outside double quotes, as values are only escaped for those."""
    state = ""
    for at, piece in enumerate(pieces):
        if at % 2 and state != '"':
            refuse(f"{name}: {{{piece}}} must be inside double quotes")
        for match in QUOTE.finditer("" if at % 2 else piece):
            state = _open_quote(match[0], state, name)
    if state:
        refuse(f"{name}: a quote is not closed")


def _open_quote(mark: str, state: str, name: str) -> str:
    """Return the quotation mark that is still open after this one, or ""."""
    if mark == "\n" and state:
        refuse(f"{name}: a quote is not closed before the end of a line")
    if mark.startswith("@") and not state:
        refuse(f"{name}: {mark}...{mark[1]} has no escapes, so it cannot contain a placeholder")
    if mark.startswith("\\") or mark == "\n":
        return state
    return (mark if not state else "") if mark[-1] == state or not state else state


def fill(template: Template, inspection: Inspection, *, date: str | None = None) -> str:
    """Return the text with all placeholders filled in; raise RefusedError if that is impossible."""
    result = values(inspection, date, for_people=not template.quoting.in_quotes)
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
# Several rows, a single text, or no value.
Value: TypeAlias = "tuple[str, ...] | str | None"


def values(
    inspection: Inspection, date: str | None = None, *, for_people: bool = False
) -> dict[str, Callable[[], Value]]:
    """Return functions that return the placeholders' values, or None."""
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
        # A text for people is later defanged as a whole.
        "defanged": lambda: inspection.text if for_people else defang(inspection.text),
        "date": lambda: date,
    }


def _findings(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    rows = [
        f"{each.severity}: {each.title} ({each.start} to {each.end})" for each in findings[:MOST]
    ]
    if len(findings) > MOST:
        rows.append(f"{len(findings) - MOST:,} more")
    return tuple(rows) or ("none",)
