"""Every form in which an inspection is handed on: the table that menus and commands go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.export.html import html
from uriinspector.export.json import json
from uriinspector.export.markdown import markdown
from uriinspector.export.recipient import without_recipient
from uriinspector.export.report import Report, report
from uriinspector.export.svg.face import FACE, Face
from uriinspector.export.svg.picture import svg
from uriinspector.export.tongue import Tongue, english

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.inspection import Inspection


class Wishes(NamedTuple):
    """How it is wanted: links to the letter, without recipient data; pictures in which theme.

    ``say`` tells what is for people in a ``language``; machines are told English.
    """

    exact: bool = False
    without_recipient: bool = False
    theme: str = "light"
    face: Face = FACE
    say: Tongue = english
    language: str = "en"


class Material(NamedTuple):
    """What is handed on, as it is wished; ``removed`` counts what was taken out before, if asked.

    ``notes`` say so in words.
    """

    inspection: Inspection
    wishes: Wishes
    removed: int | None = None
    notes: tuple[str, ...] = ()


class Format(NamedTuple):
    """One form: its name, the ending of its files, what it is, and what writes it.

    ``is_exact``: for machines, to the letter whatever is wished.
    """

    name: str
    ending: str
    title: str
    write: Callable[[Material], str]
    is_exact: bool = False


def _report(given: Material) -> Report:
    wishes = given.wishes
    return report(
        given.inspection,
        exact=wishes.exact,
        notes=given.notes,
        say=wishes.say,
        language=wishes.language,
    )


def _markdown(given: Material) -> str:
    return markdown(_report(given))


def _html(given: Material) -> str:
    return html(_report(given))


def _json(given: Material) -> str:
    return json(given.inspection, removed=given.removed)


def _svg(given: Material) -> str:
    wishes = given.wishes
    return svg(
        given.inspection, wishes.theme, exact=wishes.exact, notes=given.notes, face=wishes.face
    )


FORMATS = {
    each.name: each
    for each in (
        Format("markdown", "md", "Report in Markdown", _markdown),
        Format("html", "html", "Report as a page", _html),
        Format("json", "json", "JSON for machines, exact", _json, is_exact=True),
        Format("svg", "svg", "Annotated picture", _svg),
    )
}


def material(inspection: Inspection, wishes: Wishes) -> Material:
    """What is handed on, whatever the form: without recipient data if that is wished."""
    if not wishes.without_recipient:
        return Material(inspection, wishes)
    cleaned = without_recipient(inspection)
    return Material(cleaned.inspection, wishes, cleaned.removed, (cleaned.note,))


def handed_on(inspection: Inspection, form: str, wishes: Wishes | None = None) -> str:
    """The inspection in a form."""
    return FORMATS[form].write(material(inspection, wishes or Wishes()))
