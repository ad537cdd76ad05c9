"""Updates of built-in lists in the terminal: taking files, going back, and what judges now."""

from __future__ import annotations

from datetime import date
from pathlib import PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.list_files.list_checks import (
    date_in,
    origin_in,
    shipped_form,
    updatable,
)
from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.analysis.list_files.list_reader import MOST_OCTETS
from uriinspector.analysis.updated_lists import updated_text
from uriinspector.analysis.versions import AGED, VersionRow, is_old
from uriinspector.cli.arguments import opened, refuse
from uriinspector.cli.screen import complain
from uriinspector.cli.styled_line import heading, paragraph, run, table
from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.export.update_folder import open_updates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uriinspector.cli.screen import Screen
    from uriinspector.cli.styled_line import Line

ALL = "all"
UPDATED = "{file}: {count} entries of {date} replace those of {before}"
RESTORED = "{file}: the built-in list of {date} is used again"
NOTHING = "No list is updated."
OLD = "More than a year old: {lists}"
CHANGED = "changed after it was checked; the built-in list is used"
HINT = 'Run "uriinspect lists --update FILE" to update a list from a file of the same name.'


def update(files: Sequence[str], screen: Screen) -> int:
    """Take each file in place of the list that it is named like; one with an error is not used."""
    store, failed = open_updates(), 0
    for file in files:
        try:
            with opened(file) as source:
                octets = source.read(MOST_OCTETS + 1)
            found = store.update(file, octets)
        except ListError as error:
            failed += 1
            for text in error.texts:
                complain(f"{file}: {text}")
            continue
        name = PurePath(found.name).name
        before = date_in(found.name, shipped_form(found.name))
        shown = message(
            UPDATED, file=name, count=Count(found.entries), date=found.date, before=before
        )
        screen.write(paragraph(shown, screen.width))
    if failed:
        refuse(f"{failed} of {len(files)} files not used")
    return 0


def restore(names: Sequence[str], screen: Screen) -> int:
    """Have built-in lists judge again."""
    store = open_updates()
    names = updatable() if ALL in names else [list_called(each) for each in names]
    lines = [
        message(RESTORED, file=PurePath(name).name, date=date_in(name, shipped_form(name)))
        for name in store.restore(names)
    ]
    for shown in lines or [NOTHING]:
        screen.write(paragraph(shown, screen.width))
    return 0


def list_called(word: str) -> str:
    """The list or table with this name, with or without its ending; a wrong name is a mistake."""
    names = {PurePath(name).stem: name for name in updatable()}
    names |= {PurePath(name).name: name for name in updatable()}
    if word not in names:
        refuse(f'{word}: no built-in list has this name; "uriinspect lists --all" shows them')
    return names[word]


class ListState(NamedTuple):
    """What judges of a list or table now."""

    file: str
    updated: bool
    date: str | None
    origin: str
    problem: str


def list_states() -> Iterator[ListState]:
    """Every dated list and table by its file."""
    store, today = open_updates(), date.today()
    for name in updatable():
        kept = store.lists.get(name)
        text = updated_text(name) if kept else None
        dated = date_in(name, text or shipped_form(name)) or None
        problem = CHANGED if kept and not text else ""
        if not problem and is_old(VersionRow(name, dated or ""), today):
            problem = AGED
        origin = origin_in(name, text or shipped_form(name))
        yield ListState(PurePath(name).name, bool(text), dated, origin, problem)


def overview(most: int) -> Iterator[Line]:
    """Every dated list and table by its file, with what judges of it and where that is from."""
    yield heading("All lists and tables")
    rows = [
        (
            run(each.file),
            run("updated" if each.updated else "built-in"),
            run(each.date or "no date", "muted"),
            run("; ".join(filter(None, (each.problem, each.origin))), "muted"),
        )
        for each in list_states()
    ]
    yield from table(rows, most)
    yield from paragraph(HINT, most)


def old_lists() -> str:
    """The lists and tables that are more than a year old, in words; nothing where none is."""
    names = [each.file for each in list_states() if each.problem == AGED]
    return OLD.format(lists=", ".join(names)) if names else ""
