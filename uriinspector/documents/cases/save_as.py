"""A case saved under another name: written anew from what is in memory, and only then put there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import put_in_place
from uriinspector.core.model import NamedTuple
from uriinspector.documents.cases.schema import IN_USE, CaseError, problem
from uriinspector.documents.cases.step_history import StepHistory
from uriinspector.documents.cases.store import CaseFile
from uriinspector.documents.cases.stored_steps import write_history

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from uriinspector.documents.cases.link_row import Decision, DecisionKey, Head, LinkRow, Trouble

PIECE, AT_ONCE = 500, 10


class Contents(NamedTuple):
    """All of a case so far; decisions and steps are asked for when it is their turn.

    Where the first files lie is known from the file of a case alone.  That is not believed: asking
    for them may ask another computer.
    """

    heads: Sequence[Head]
    links: Sequence[LinkRow]
    size: int  # so many links: more of them may come meanwhile
    troubles: Sequence[Trouble]
    decisions: Callable[[], Mapping[DecisionKey, Decision]]
    steps: Callable[[], StepHistory] = StepHistory
    reopened: int = 0  # so many of the files came from the file of a case


def save(path: Path, contents: Contents, old: CaseFile | None) -> CaseFile:
    """Save it there, and open it; the file that is there stays until the new one is whole."""
    if is_in_use(path):
        raise CaseError(IN_USE)
    fresh = path.with_name(f"{path.name}.new")
    try:
        for end in ("", "-wal", "-shm", "-journal"):  # of a program that was killed
            path.with_name(f"{fresh.name}{end}").unlink(missing_ok=True)
        case_file = CaseFile.make(fresh)
    except (OSError, ValueError) as error:
        raise problem(error) from error
    try:
        _fill(case_file, contents, old)
        case_file.close()
        put_in_place(fresh, path)
    except (OSError, CaseError) as error:
        case_file.remove()
        raise problem(error) from error
    return CaseFile.open(path)


def is_in_use(path: Path) -> bool:
    """Whether another window has the case open that is there; what is none may go."""
    try:
        CaseFile.open(path).close()
    except CaseError as error:
        return error.why == IN_USE
    return False


def _fill(case_file: CaseFile, contents: Contents, old: CaseFile | None) -> None:
    case_file.add(enumerate(contents.heads))
    for first in range(0, contents.size, PIECE * AT_ONCE):
        end = min(first + PIECE * AT_ONCE, contents.size)
        starts = range(first, end, PIECE)
        case_file.add((at, list(contents.links[at : min(at + PIECE, end)])) for at in starts)
    case_file.add((0, each) for each in contents.troubles)
    for number, head in enumerate(contents.heads):
        is_taken = old is not None and case_file.take_octets(number, old)
        if not is_taken and number >= contents.reopened:
            case_file.keep_octets(number, head)
    # What is decided meanwhile is written once more after this.
    case_file.decide(contents.decisions(), partial(write_history, history=contents.steps()))
