"""The command "lists": shows the lists used to judge links, or prints a built-in one."""

import argparse
from collections.abc import Iterator
from datetime import date
from pathlib import PurePath

from uriinspector.analysis.list_files import shipped_source
from uriinspector.analysis.list_folder import default_folder, folder_in_use
from uriinspector.analysis.list_sources import KINDS, ListSource
from uriinspector.analysis.resource_files import built_in_text
from uriinspector.analysis.versions import (
    AGED,
    VersionRow,
    date_in,
    dated_files,
    is_old,
    kind_of,
    origin_in,
)
from uriinspector.cli.arguments import lists_of, own_lists, refuse, report_broken_lists
from uriinspector.cli.screen import Screen
from uriinspector.cli.styled_line import BLANK, Block, heading, line, paragraph, run, section, table

BUILT_IN = "built-in"
OLD = "More than a year old: {lists}. A newer version of this program may include newer lists."
HINT_ALL = 'Run "uriinspect lists --all" to see every list and table, with its date and origin.'
HINT = 'Run "uriinspect lists KIND" to print a built-in list, whose first lines explain the format.'
# Explains where lists belong and how they are named.
FOLDER = "Your own lists"
NAMES = (
    "A file there with the name of a built-in list replaces it (known-names.txt); with .add in its "
    "name, it adds to it (known-names.add.txt, services.add.toml)."
)


def run_command(options: argparse.Namespace, screen: Screen) -> int:
    """Print the lists in use, or one built-in list; an invalid list is an error."""
    sources = lists_of(options).sources
    if options.kind is not None:
        if options.all or options.json or any(getattr(options, _field(kind)) for kind in KINDS):
            refuse("KIND prints a built-in list: leave out the other options")
        screen.exact(built_in_text(list_called(options.kind)))
        return 0
    if options.json:
        report_broken_lists()
        used = list(_states(sources) if options.all else _kinds(sources))
        screen.json(used)
    else:
        screen.write(_all(sources) if options.all else _lists(sources))
    return 0


def list_called(word: str) -> str:
    """Return the path of the list with this name, with or without its extension."""
    names = {each: name for name in dated_files() for each in (kind_of(name), PurePath(name).name)}
    if word not in names:
        refuse(f'{word}: no built-in list has this name; "uriinspect lists --all" shows them')
    return names[word]


def _field(kind: str) -> str:
    return kind.replace("-", "_")


def _in_use(kind: str, sources: tuple[ListSource, ...]) -> list[ListSource]:
    """Return the lists of one kind that are in use."""
    return [each for each in sources if each.kind == kind]


def _kinds(sources: tuple[ListSource, ...]) -> Iterator[dict[str, object]]:
    """Yield a record for each list in use: built-in lists and those of the user."""
    for kind in KINDS:
        own = _in_use(kind, sources)
        if all(each.extends for each in own):
            yield {"built_in": True, **shipped_source(kind).to_dict()}
        yield from ({"built_in": False, **each.to_dict()} for each in own)
    others = [each for each in sources if each.kind not in KINDS]
    yield from ({"built_in": False, **each.to_dict()} for each in others)


def _states(sources: tuple[ListSource, ...]) -> Iterator[dict[str, object]]:
    """Yield a record for each built-in list and table, with its date and any replacement."""
    today = date.today()
    for name in dated_files():
        text = built_in_text(name)
        dated, own = date_in(name, text), _in_use(kind_of(name), sources)
        yield {
            "file": PurePath(name).name,
            "built_in": all(each.extends for each in own),
            "own": [each.name for each in own],
            "date": dated or None,
            "origin": origin_in(name, text),
            "problem": AGED if is_old(VersionRow(name, dated), today) else "",
        }


def _lists(sources: tuple[ListSource, ...]) -> Iterator[Block]:
    yield heading("Lists")
    rows = [
        (
            str(each["kind"]),
            BUILT_IN if each["built_in"] else str(each["name"]),
            f"{each['entries']:,}",
            str(each["date"] or "no date"),
        )
        for each in _kinds(sources)
    ]
    yield table(rows, "", "", "", "muted")
    yield BLANK
    old = [str(each["file"]) for each in _states(sources) if each["problem"] == AGED]
    if old:
        yield paragraph(OLD.format(lists=", ".join(old)))
    yield paragraph(HINT)
    yield paragraph(HINT_ALL)
    yield from _own()


def _all(sources: tuple[ListSource, ...]) -> Iterator[Block]:
    yield heading("All lists and tables")
    rows = [
        (
            str(each["file"]),
            BUILT_IN if each["built_in"] else "replaced",
            str(each["date"] or "no date"),
            "; ".join(filter(None, map(str, (each["problem"], each["origin"])))),
        )
        for each in _states(sources)
    ]
    yield table(rows, "", "", "muted", "muted")
    yield from _own()


def _own() -> Iterator[Block]:
    """Yield the user's folder, the lists in it, and how to add one."""
    folder, own = folder_in_use() or default_folder(), own_lists()
    yield from section(FOLDER)
    yield line(run(f"  {folder}"))
    rows = [
        (
            each.file,
            f"{each.source.entries:,}" if each.source else "",
            each.source.date or "no date" if each.source else "",
            run("; ".join((_how(each.source), *each.problems)), "" if each.source else "medium"),
        )
        for each in (own.files if own else ())
    ]
    yield table(rows, "", "", "muted")
    yield paragraph(NAMES)


def _how(source: ListSource | None) -> str:
    if source is None:
        return "not used"
    return "in addition to the built-in list" if source.extends else "instead of the built-in list"
