"""The last two labels of all hosts in the shipped lists, as ``analysis/listed_ends.py`` reads them.

Written by ``packaging/manual --write``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.listed_ends import FILE, NAMES
from uriinspector.analysis.parameters import service_table
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.rewriters import table
from uriinspector.analysis.services import LIST as SERVICES
from uriinspector.analysis.services import Services, rows_from

if TYPE_CHECKING:
    from collections.abc import Iterable

RESOURCES = Path(__file__).parents[2] / "resources"
HEAD = "# holds: the last two labels of all hosts in the shipped lists\n# made by: packaging/manual"


def text() -> str:
    """What the file says."""
    rewriters = table.Rewriters(table.rows_from(built_in_text(table.SHIPPED)))
    all_services = Services(rows_from(built_in_text(SERVICES)))
    all_parameters = service_table.ServiceTable(
        service_table.service_rows_from(built_in_text(service_table.LIST))
    )
    rows: dict[str, Iterable[str] | None] = {
        table.SHIPPED: rewriters.ends,
        SERVICES: all_services.ends,
        service_table.LIST: all_parameters.ends,
        NAMES + service_table.LIST: all_parameters.names,
    }
    lines = ("\t".join((name, *sorted(ends or ()))) for name, ends in rows.items())
    return "\n".join((HEAD, *lines, ""))


def write() -> None:
    """Write it where it is read."""
    (RESOURCES / FILE).write_text(text(), "utf-8")
