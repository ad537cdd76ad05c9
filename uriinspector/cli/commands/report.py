"""The command "report": writes a link as a report, an image or JSON."""

import argparse

from uriinspector.cli.output_file import material_of, write_out
from uriinspector.cli.screen import Screen
from uriinspector.export.formats import LINK_FORMATS
from uriinspector.export.language import speaking
from uriinspector.export.options import ExportOptions


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Write the report; the exit status is always 0."""
    wishes = ExportOptions(
        options.exact,
        options.without_recipient,
        options.theme or "light",
        say=speaking(options.language),
    )
    export_material = material_of(options, wishes)
    write_out(LINK_FORMATS[options.format].write(export_material), options.output, screen)
    return 0
