"""What a file that is saved might be called, and in which folder: by the files of the case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.gui.jobs.stream_job import timely_answer
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from uriinspector.documents.cases.link_row import Head
    from uriinspector.gui.documents.open_case import OpenCase

# What no file system takes in a name.
UNFIT = expression(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
LONGEST = 80


def suggested_file(case: OpenCase, what: str, folder: str = "") -> str:
    """A name without an ending: the document and ``what`` is saved of it, in a folder if known.

    ``folder`` is the one that was used last; otherwise that of the document.
    """
    heads = case.heads
    name = " ".join(filter(None, (_document(heads), what))) or "case"
    place = folder or _folder(heads)
    return str(Path(place) / name) if place else name


def _document(heads: list[Head]) -> str:
    """The name of the only file, or of the folder that all files are in."""
    if len(heads) == 1:
        name = Path(heads[0].name).stem or heads[0].name
    else:
        parents = {Path(each.path).parent for each in heads}
        name = parents.pop().name if len(parents) == 1 else ""
    return UNFIT.sub("_", visible(name)).strip(" .")[:LONGEST]


def _folder(heads: list[Head]) -> str:
    """Where the first file is, if that is a folder of this computer that answers."""
    path = heads[0].path if heads else ""
    parent = Path(path).parent
    if not path or is_remote(path) or not parent.is_absolute():
        return ""
    try:
        return str(parent) if timely_answer(parent.is_dir) else ""
    except OSError:
        return ""
