"""Write the last two labels of all hosts in the shipped lists, for ``analysis/services.py``.

Called by ``packaging/manual --write``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis import parameters, rewriters
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.services import FILE, NAMES, Services, rows_from
from uriinspector.analysis.services import LIST as SERVICES

if TYPE_CHECKING:
    from collections.abc import Iterable

RESOURCES = Path(__file__).parents[2] / "resources"
HEAD = (
    "# contents: the last two labels of all hosts in the built-in lists\n"
    "# made by: packaging/manual"
)


def text() -> str:
    """Return the content of the file."""
    all_rewriters = rewriters.Rewriters(rewriters.rows_from(built_in_text(rewriters.SHIPPED)))
    all_services = Services(rows_from(built_in_text(SERVICES)))
    all_parameters = parameters.ServiceTable(
        parameters.service_rows_from(built_in_text(parameters.LIST))
    )
    rows: dict[str, Iterable[str] | None] = {
        rewriters.SHIPPED: all_rewriters.ends,
        SERVICES: all_services.ends,
        parameters.LIST: all_parameters.ends,
        NAMES + parameters.LIST: all_parameters.names,
    }
    lines = ("\t".join((name, *sorted(ends or ()))) for name, ends in rows.items())
    return "\n".join((HEAD, *lines, ""))


def write() -> None:
    (RESOURCES / FILE).write_text(text(), "utf-8")
