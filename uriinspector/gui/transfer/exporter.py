"""Export to the clipboard and to files, defanged unless the user asks otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QFontMetricsF, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QFileDialog

from uriinspector.analysis.inspection import Inspection
from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import replacing, why_not
from uriinspector.core.expression import expression
from uriinspector.documents.cases.schema import ENDING as CASE_ENDING
from uriinspector.export.formats import CASE_FORMATS, LINK_FORMATS, material
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportMaterial, ExportOptions, Face, RefusedError
from uriinspector.gui.fonts import interface_font, uri_font
from uriinspector.gui.selection import copied_words, to_clipboard
from uriinspector.gui.text.pieces import defanged_form
from uriinspector.gui.text.translation import language, say
from uriinspector.gui.theme import theme
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from uriinspector.export.templates import Template

    # Asks for a file, given a title, a name and an extension; returns "" if none is chosen.
    Ask = Callable[[str, str, str], str]
    Report = Callable[[str], object]


LONGEST_HOST = 60  # leaves room for the words around the host
UNSAFE = expression(r"[^A-Za-z0-9.-]+")
# File names that Windows reserves for devices, with any extension.
DEVICES = expression(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)


def report_name(inspection: Inspection) -> str:
    """Return a file name from the host, in characters that every file system accepts."""
    host = UNSAFE.sub("-", inspection.verdict.host or "").strip(".-")
    if len(host) > LONGEST_HOST:
        host = host[-LONGEST_HOST:].strip(".-")  # the site is at the end of a host
    if DEVICES.match(host):
        host = f"_{host}"
    return say("{host} report", host=host or say("link"))


def ask_for_file(title: str, name: str, ending: str) -> str:
    """Ask for a file in the platform's dialog; return "" if none was chosen.

    ``name`` has no extension, and may begin with the folder to start in.
    """
    folder = str(Path(name).parent) if Path(name).is_absolute() else ""
    dialog = QFileDialog(QApplication.activeWindow(), title, folder, f"*.{ending}")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(ending)
    dialog.selectFile(f"{Path(name).name}.{ending}")
    result = ""
    while not result and dialog.exec():
        chosen = dialog.selectedFiles()[0]
        whole = with_ending(chosen, ending)
        if whole == chosen or is_remote(whole) or not Path(whole).exists():
            result = whole
        else:
            dialog.selectFile(whole)  # include the extension: the dialog asks before overwriting
    dialog.deleteLater()
    return result


def may_be_written(place: str, complain: Callable[[str], object]) -> bool:
    """Return True if a local path was chosen; complain about a network location."""
    if not is_remote(place):
        return bool(place)
    complain(say("The program never writes to network locations."))
    return False


def with_ending(path: str, ending: str) -> str:
    """Add the extension to a path, unless it already has that of an export format.

    Any other dot is part of the name, as in "www.example.com" and "case 1.2".
    """
    last = path.rpartition(".")[2].casefold()
    return path if last in {ending, *_endings()} else f"{path}.{ending}"


def _endings() -> set[str]:
    links = {each.ending for each in LINK_FORMATS.values()}
    return links | {each.ending for each in CASE_FORMATS.values()} | {CASE_ENDING, "txt", "htm"}


# Maximum number of bytes to read from the user's template file.
LONGEST = 1 << 20


class Exporter:
    """Writes to the clipboard and to files, and reports success or failure.

    With ``without_recipient``, recipient data is removed first; with ``is_english``, exports
    are in English whatever the window's language is.
    """

    def __init__(self, report: Report, complain: Report, ask: Ask = ask_for_file) -> None:
        self.without_recipient = False
        self.is_english = False
        self.own_templates: Path | None = None
        self.form: str | None = None
        self._report = report
        self._complain = complain
        self._ask = ask

    def copy_defanged(self, inspection: Inspection) -> None:
        """Copy the whole text defanged, in the form that is shown."""
        given = self._material(inspection)
        if given is None:
            return
        text = defanged_form(given.inspection, self.form)
        self._copy(text, copied_words(text), given)

    def copy_report(self, inspection: Inspection) -> None:
        given = self._material(inspection)
        if given is None:
            return
        self._copy(LINK_FORMATS["markdown"].write(given), say("Report copied as Markdown."), given)

    def save(self, inspection: Inspection, form: str) -> None:
        """Save an inspection in one of LINK_FORMATS."""
        wanted, given = LINK_FORMATS[form], self._material(inspection)
        if given is None:
            return
        encoded: Callable[[str], bytes] = str.encode
        if wanted.is_drawn:
            given = given._replace(options=given.options._replace(face=face()))
            encoded = png
        self._save(say(wanted.title), wanted.ending, lambda: encoded(wanted.write(given)), given)

    def templates(self) -> dict[str, Template]:
        """Return all templates; if the user's file is invalid, report that and ignore it."""
        from uriinspector.export.templates import shipped_templates, templates

        if self.own_templates is None:
            return shipped_templates()
        try:
            with open_regular(self.own_templates) as file:
                return templates(file.read(LONGEST).decode("utf-8-sig"))
        except FileNotFoundError:
            pass  # the file is optional
        except OSError as trouble:
            self._complain(_trouble(self.own_templates, trouble))
        except (RefusedError, UnicodeDecodeError) as fault:
            self._complain(say("{file}: {why}", file=self.own_templates.name, why=str(fault)))
        return shipped_templates()

    def fill(self, inspection: Inspection, name: str) -> None:
        from uriinspector.export.templates import fill

        template = self.templates().get(name)
        if template is None:
            self._complain(say("Template {name} no longer exists.", name=name))
            return
        given = self._material(inspection)
        if given is None:
            return
        try:
            text = fill(template, given.inspection)
        except RefusedError as fault:
            self._complain(say("Not copied: {why}", why=str(fault)))
            return
        self._copy(text, say("{title} copied.", title=say(template.title)), given)

    def _material(self, inspection: Inspection) -> ExportMaterial | None:
        """Return the material to export; if it is refused, report that and return None."""

        wishes = ExportOptions(without_recipient=self.without_recipient, theme=theme.name)
        if not self.is_english:
            wishes = wishes._replace(say=speaking(language()))
        try:
            return material(inspection, wishes)
        except RefusedError as fault:
            self._complain(say(fault.why))
            return None

    def _copy(self, text: str, words: str, given: ExportMaterial) -> None:
        to_clipboard(text)
        self._report(" ".join((words, *map(say, given.notes))))

    def _save(
        self, title: str, ending: str, content: Callable[[], bytes], given: ExportMaterial
    ) -> None:
        chosen = self._ask(title, report_name(given.inspection), ending)
        if not may_be_written(chosen, self._complain):
            return
        path, octets = Path(chosen), content()
        try:
            with replacing(path) as file:
                file.write(octets)
        except (OSError, ValueError) as trouble:  # ValueError: NUL in the name
            self._complain(_trouble(path, trouble))
            return
        words = say("Saved as {file}.", file=path.name)
        self._report(" ".join((words, *map(say, given.notes))))


def _trouble(path: Path, trouble: Exception) -> str:
    why = why_not(trouble)
    return say("{file}: {why}", file=path.name, why=why)


# Export actions by name, for menus and buttons.
EXPORTS: dict[str, Callable[[Exporter, Inspection], None]] = {
    "copy_defanged": Exporter.copy_defanged,
    "copy_report": Exporter.copy_report,
    **{f"save_{form}": partial(Exporter.save, form=form) for form in LINK_FORMATS},
}
# Device pixels per SVG unit, so that the image is sharp at twice its size.
SCALE = 2
# Text for measuring the average width; it has an unusual number of wide letters.
SAMPLE = "Goes to WWW[.]example[.]com, not 10[.]0[.]0[.]1"
MEASURED = 100


def face() -> Face:
    """Return the installed fonts, with their measured letter widths.

    Qt's SVG renderer finds fonts by family only.
    """
    fixed, words = uri_font(MEASURED), interface_font(MEASURED)
    words.setBold(True)
    return Face(
        fixed=fixed.families()[0],
        words=words.families()[0],
        advance=QFontMetricsF(fixed).horizontalAdvance("0") / MEASURED,
        average=QFontMetricsF(words).horizontalAdvance(SAMPLE) / len(SAMPLE) / MEASURED,
        by_letter=True,
    )


def png(svg: str) -> bytes:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    image = QImage(renderer.defaultSize() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())
