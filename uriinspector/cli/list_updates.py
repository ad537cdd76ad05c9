"""Updates of built-in lists in the terminal: taking files, going back, and what judges now."""

from __future__ import annotations

from datetime import date
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from uriinspector.analysis.list_files.list_checks import date_in, shipped_form, updatable
from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.analysis.list_files.list_reader import MOST_OCTETS
from uriinspector.analysis.updated_lists import updated_text
from uriinspector.analysis.versions import AGED, VersionRow, is_old
from uriinspector.cli.errors import refuse
from uriinspector.cli.list_options import opened
from uriinspector.cli.screen import complain
from uriinspector.cli.styled_line import heading, paragraph, run, table
from uriinspector.core.message import Count, message
from uriinspector.export.update_folder import open_updates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uriinspector.cli.screen import Screen
    from uriinspector.cli.styled_line import Line

ALL = "all"
UPDATED = "{file}: {count} entries of {date} replace those of {before}"
RESTORED = "{file}: the built-in list of {date} is used again"
NOTHING = "No list is updated."
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
    by_file = {PurePath(name).name: name for name in updatable()}
    stems = {PurePath(file).stem: name for file, name in by_file.items()}
    chosen = list(by_file.values()) if ALL in names else []
    for each in names:
        name = by_file.get(each) or stems.get(each)
        if name is None and each != ALL:
            refuse(f'{each}: no built-in list has this name; "uriinspect lists --all" shows them')
        chosen += [name] if name else []
    lines = [
        message(RESTORED, file=PurePath(name).name, date=date_in(name, shipped_form(name)))
        for name in store.restore(chosen)
    ]
    for shown in lines or [NOTHING]:
        screen.write(paragraph(shown, screen.width))
    return 0


def overview(most: int) -> Iterator[Line]:
    """Every dated list and table by its file, with what judges of it."""
    store, today = open_updates(), date.today()
    yield heading("All lists and tables")
    rows = []
    for name in updatable():
        kept = store.lists.get(name)
        in_use = kept if kept and updated_text(name) else None
        dated = in_use.date if in_use else date_in(name, shipped_form(name))
        note = CHANGED if kept and not in_use else ""
        if not note and is_old(VersionRow(name, dated), today):
            note = AGED
        rows.append(
            (
                run(Path(name).name),
                run("updated" if in_use else "built-in"),
                run(dated or "no date", "muted"),
                run(note, "muted"),
            )
        )
    yield from table(rows, most)
    yield from paragraph(HINT, most)
