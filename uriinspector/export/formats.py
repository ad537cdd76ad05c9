"""Every form in which an inspection is handed on: the table that menus and commands go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriinspector.export.html import html
from uriinspector.export.json import json
from uriinspector.export.language import Translator, english
from uriinspector.export.markdown import markdown
from uriinspector.export.recipient_data import without_recipient
from uriinspector.export.report import Report, report
from uriinspector.export.svg.face import FACE, Face
from uriinspector.export.svg.svg_image import svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.analysis.inspection import Inspection


class ExportOptions(NamedTuple):
    """How it is wanted: links to the letter, without recipient data; pictures in which theme.

    ``say`` tells what is for people in a ``language``; machines are told English.
    """

    exact: bool = False
    without_recipient: bool = False
    theme: str = "light"
    face: Face = FACE
    say: Translator = english
    language: str = "en"


class ExportMaterial(NamedTuple):
    """What is handed on, as it is wished; ``removed`` counts what was taken out before, if asked.

    ``notes`` say so in words.
    """

    inspection: Inspection
    options: ExportOptions
    removed: int | None = None
    notes: tuple[str, ...] = ()


class Format(NamedTuple):
    """One form: its name, the ending of its files, what it is, and what writes it.

    ``is_exact``: for machines, to the letter whatever is wished.
    """

    name: str
    ending: str
    title: str
    write: Callable[[ExportMaterial], str]
    is_exact: bool = False


def _report(given: ExportMaterial) -> Report:
    wishes = given.options
    return report(
        given.inspection,
        exact=wishes.exact,
        notes=given.notes,
        say=wishes.say,
        language=wishes.language,
    )


def _markdown(given: ExportMaterial) -> str:
    return markdown(_report(given))


def _html(given: ExportMaterial) -> str:
    return html(_report(given))


def _json(given: ExportMaterial) -> str:
    return json(given.inspection, removed=given.removed)


def _svg(given: ExportMaterial) -> str:
    wishes = given.options
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


def material(inspection: Inspection, options: ExportOptions) -> ExportMaterial:
    """What is handed on, whatever the form: without recipient data if that is wished."""
    if not options.without_recipient:
        return ExportMaterial(inspection, options)
    cleaned = without_recipient(inspection)
    return ExportMaterial(cleaned.inspection, options, cleaned.removed, (cleaned.note,))


def export_as(inspection: Inspection, form: str, wishes: ExportOptions | None = None) -> str:
    """The inspection in a form."""
    return FORMATS[form].write(material(inspection, wishes or ExportOptions()))
