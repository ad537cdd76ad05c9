"""What was decided written: as copies, as a patch, or in place with a backup.  No Qt.

Each file is read again first: one that is another by now is left alone.
"""

from __future__ import annotations

from contextlib import nullcontext
from hashlib import sha256
from itertools import count
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.core.model import NamedTuple, message
from uriinspector.documents.fixes.proposals import (
    OTHER_NOW,
    read_whole,
    unified_diff,
    with_decided,
    write_in_place,
)
from uriinspector.documents.fixes.value_spelling import applied
from uriinspector.gui.fixes.review_stream import ENDED, here_or_there, why_not
from uriinspector.gui.jobs.stream import JobBatch, ProcessEndedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event
    from typing import BinaryIO, TypeAlias

    from uriinspector.documents.fixes.component_fixes import TextFix
    from uriinspector.documents.fixes.proposals import FixRequest
    from uriinspector.documents.fixes.value_spelling import OctetEdit
    from uriinspector.gui.fixes.review_stream import ReviewSource

    # By the number of each link: its value, and what is changed in it.
    Changes: TypeAlias = dict[int, tuple[str, tuple[TextFix, ...]]]

COPY, PATCH, PLACE, RESTORE = "copy", "patch", "place", "restore"
ITSELF = message("this is the file itself")
NOT_A_FILE = message("it was not read from a file")


class DecidedFile(NamedTuple):
    """A file, what it was when it was read, and the changes that were decided."""

    source: ReviewSource
    sha256: str
    changes: Changes


class SaveRequest(NamedTuple):
    """What is saved, in which way, and where: a file for one copy or a patch, else a folder."""

    how: str
    files: tuple[DecidedFile, ...]
    place: Path = Path()


class SaveResult(NamedTuple):
    """A file that was saved: where, how many of its links were changed, or why none was."""

    number: int
    name: str
    place: str = ""
    backup: str = ""
    links: int = 0
    left: int = 0  # links that stayed as they were: their place would have them read otherwise
    problem: str = ""
    stamp: int = 0  # when a file was written in place
    sha256: str = ""  # of what was written in place


class EditedFile(NamedTuple):
    """The edits that changes come to."""

    edits: tuple[OctetEdit, ...]
    links: int
    left: int
    problem: str | None


def saved_batches(request: SaveRequest, stopped: Event) -> Iterator[JobBatch]:
    """Every file in turn; what cannot be written is told, and the next one follows."""
    of = len(request.files)
    is_patch = request.how == PATCH
    # A patch takes the place of what was there once all of it is written.
    with replacing(request.place) if is_patch else nullcontext() as patch:
        for done, file in enumerate(request.files, 1):
            yield JobBatch([_saved(file, request, patch, stopped)], done, of)


def restored_batches(written: tuple[SaveResult, ...], _stopped: Event) -> Iterator[JobBatch]:
    """The old files put back in the place of those that were written."""
    for done, each in enumerate(written, 1):
        yield JobBatch([_restored(each)], done, len(written))


def _restored(written: SaveResult) -> SaveResult:
    """One of them, unless it is another by now."""
    path = Path(written.place)
    try:
        now, old = read_whole(path), read_whole(Path(written.backup))
        if sha256(now).hexdigest() != written.sha256:
            return written._replace(place="", problem=OTHER_NOW)
        write_in_place(path, now, old, None)
        return written._replace(stamp=path.stat().st_mtime_ns)
    except OSError as trouble:
        return written._replace(place="", problem=why_not(trouble))


def edited_files(
    name: str, octets: bytes, changes: Changes, request: FixRequest
) -> Iterator[EditedFile]:
    """The edits of one file."""
    file = with_decided(name, octets, changes, request)
    links = sum(bool(each.edits) for each in file.fixes) if file.edits else 0
    left = sum(each.omitted is not None for each in file.fixes)
    yield EditedFile(file.edits, links, left, file.problem)


def _saved(
    file: DecidedFile, request: SaveRequest, patch: BinaryIO | None, stopped: Event
) -> SaveResult:
    source = file.source
    result = SaveResult(source.number, source.name)
    try:
        octets = source.octets()
        if sha256(octets).hexdigest() != file.sha256:
            return result._replace(problem=OTHER_NOW)
        given = (source.name, octets, file.changes, source.request)
        edited = next(here_or_there(edited_files, given, len(octets), stopped))
        result = result._replace(left=edited.left, links=edited.links)
        if edited.problem or not edited.edits:
            return result._replace(problem=edited.problem or "")
        return _written(result, file, octets, edited, request, patch)
    except (ProcessEndedError, StopIteration):
        return result._replace(problem=ENDED, links=0)
    except (OSError, ValueError) as trouble:
        return result._replace(problem=why_not(trouble), links=0)


def _written(
    result: SaveResult,
    file: DecidedFile,
    octets: bytes,
    edited: EditedFile,
    request: SaveRequest,
    patch: BinaryIO | None,
) -> SaveResult:
    source = file.source
    if patch is not None:
        name = _name_in_patch(source, request)
        patch.writelines(unified_diff(name, octets, edited.edits))
        return result._replace(place=name)
    fixed = applied(octets, edited.edits)
    if request.how == PLACE:
        if not source.path:
            raise OSError(NOT_A_FILE)
        path = Path(source.path)
        copy = write_in_place(path, octets, fixed)
        stamp = path.stat().st_mtime_ns
        digest = sha256(fixed).hexdigest()
        backup = str(copy or "")
        return result._replace(place=source.path, backup=backup, stamp=stamp, sha256=digest)
    place = request.place if len(request.files) == 1 else _free(request.place, source.name)
    if source.path and place.resolve() == Path(source.path).resolve():
        raise OSError(ITSELF)
    with replacing(place) as output:
        output.write(fixed)
    return result._replace(place=str(place))


def _free(folder: Path, name: str) -> Path:
    """A name in a folder that no other file has."""
    first = folder / Path(name).name
    others = (first.with_name(f"{first.stem} {at}{first.suffix}") for at in count(2))
    return first if not first.exists() else next(each for each in others if not each.exists())


def _name_in_patch(source: ReviewSource, request: SaveRequest) -> str:
    """By the folder that all the files are in: there the patch is applied."""
    root = patch_root(request.files)
    if not source.path or not root:
        return Path(source.name).name
    return str(Path(source.path).relative_to(root))


def patch_root(files: tuple[DecidedFile, ...]) -> str:
    """The folder that all files are in; "" where there is none."""
    folders = {str(Path(each.source.path).parent) for each in files if each.source.path}
    try:
        return commonpath(folders) if folders else ""
    except ValueError:
        return ""  # on several drives
