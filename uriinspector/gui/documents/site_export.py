"""What was written of a site, copied to where it is wanted; beside the window, and without Qt."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.regular_files import open_regular
from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from threading import Event

CHUNK = 1 << 20


class SiteExportResult(NamedTuple):
    """The file, and why it was not written."""

    path: Path
    problem: str = ""


class CopyStoppedError(Exception):
    """Nobody waits for it any more."""


def copied(paths: tuple[Path, Path], stopped: Event) -> SiteExportResult:
    """Write the second file as the first one is."""
    source, path = paths
    try:
        with suppress(CopyStoppedError), open_regular(source) as octets, replacing(path) as file:
            while chunk := octets.read(CHUNK):
                if stopped.is_set():
                    raise CopyStoppedError
                file.write(chunk)
    except (OSError, ValueError) as trouble:
        return SiteExportResult(path, getattr(trouble, "strerror", None) or str(trouble))
    return SiteExportResult(path)
