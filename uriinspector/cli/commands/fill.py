"""The command "fill": lists the templates, or fills one from a link."""

import argparse
from collections.abc import Iterator
from datetime import date

from uriinspector.cli.arguments import opened, refuse
from uriinspector.cli.output_file import material_of, write_out
from uriinspector.cli.screen import Screen, complain
from uriinspector.cli.styled_line import BLANK, Block, heading, paragraph, table
from uriinspector.export.options import ExportOptions, RefusedError
from uriinspector.export.templates import LONGEST_FILE, Template, fill, templates


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print the filled template; if it cannot be filled, nothing is printed."""
    try:
        known = templates(_own(options.templates) if options.templates else None)
    except RefusedError as fault:
        refuse(f"{options.templates}: {fault}")
    if options.name is None:
        screen.write(_overview(known))
        return 0
    template = known.get(options.name)
    if template is None:
        refuse(f'no template "{options.name}"; available: {", ".join(known)}')
    if options.uri is None:
        refuse("missing LINK")
    wishes = ExportOptions(without_recipient=options.without_recipient)
    export_material = material_of(options, wishes)
    try:
        text = fill(template, export_material.inspection, date=_date(options.date))
    except RefusedError as fault:
        refuse(str(fault))
    write_out(text, options.output, screen)
    for note in export_material.notes:
        complain(note)
    return 0


def _own(file: str) -> str:
    with opened(file) as source:
        octets = source.read(LONGEST_FILE + 1)
    if len(octets) > LONGEST_FILE:
        refuse(f"{file}: too long for a template file")
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        refuse(f"{file}: {fault}")


def _date(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        refuse(f'"{text}" is not a date such as 2026-11-21')


def _overview(known: dict[str, Template]) -> Iterator[Block]:
    yield heading(f"Templates ({len(known)})")
    yield table(((name, each.title) for name, each in known.items()), "", "muted")
    yield BLANK
    yield paragraph('Run "uriinspect fill NAME LINK" to fill in a template.')
