"""The lists that judge: which they are, or the whole text of one that is shipped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector.analysis.list_files.list_checks import shipped_form
from uriinspector.analysis.list_files.list_reader import shipped_source
from uriinspector.analysis.list_sources import KINDS, SHIPPED_FILES
from uriinspector.analysis.updated_lists import update_in_use
from uriinspector.cli import list_updates
from uriinspector.cli.arguments import lists_of, refuse
from uriinspector.cli.styled_line import BLANK, heading, paragraph, run, table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping

    from uriinspector.analysis.list_sources import ListSource
    from uriinspector.cli.screen import Screen
    from uriinspector.cli.styled_line import Line

BUILT_IN, UPDATED = "built-in", "updated"
HINT_ALL = 'Run "uriinspect lists --all" to see every list and table, with its date and origin.'
HINT = 'Run "uriinspect lists KIND" to print a built-in list, whose first lines explain the format.'


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """All kinds with what is used of each; a file that is no list is a mistake."""
    if options.update or options.restore or options.all:
        return _run_updates(options, screen)
    sources = {each.kind: each for each in lists_of(options).sources}
    if options.kind is not None:
        if sources or options.json:
            refuse("KIND prints a built-in list, without other options")
        screen.exact(shipped_form(list_updates.list_called(options.kind)))
        return 0
    if options.json:
        used = [_json(kind, sources.get(kind)) for kind in KINDS]
        screen.out.write(json.dumps(used, indent=2) + "\n")
        return 0
    screen.write(_overview(sources, screen.width))
    return 0


def _run_updates(options: argparse.Namespace, screen: Screen) -> int:
    if sum(map(bool, (options.update, options.restore, options.all))) > 1 or options.kind:
        refuse("--update, --restore and --all go without each other and without KIND")
    if options.json and not options.all:
        refuse("--json goes without --update and --restore")
    if options.update:
        return list_updates.update(options.update, screen)
    if options.restore:
        return list_updates.restore(options.restore, screen)
    if options.json:
        states = [each._asdict() for each in list_updates.list_states()]
        screen.out.write(json.dumps(states, indent=2) + "\n")
    else:
        screen.write(list_updates.overview(screen.width))
    return 0


def _json(kind: str, source: ListSource | None) -> dict[str, object]:
    is_updated = update_in_use(SHIPPED_FILES[kind]) is not None
    record: dict[str, object] = {"built_in": source is None, "updated": is_updated}
    return record | (source or shipped_source(kind)).to_dict()


def _overview(sources: Mapping[str, ListSource], most: int) -> Iterator[Line]:
    yield heading("Lists")
    rows = []
    for kind in KINDS:
        shipped, source = shipped_source(kind), sources.get(kind)
        if source is None or source.extends:
            is_updated = update_in_use(SHIPPED_FILES[kind]) is not None
            rows.append((kind, UPDATED if is_updated else BUILT_IN, shipped))
        if source is not None:
            rows.append((kind, source.name, source))
    yield from table(
        [
            (
                run(kind),
                run(name),
                run(f"{each.entries:,}"),
                run(each.date or "no date", "muted"),
            )
            for kind, name, each in rows
        ],
        most,
    )
    yield BLANK
    for words in filter(None, (list_updates.old_lists(), HINT, HINT_ALL)):
        yield from paragraph(words, most)
