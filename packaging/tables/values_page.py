"""The page of the manual about values, made from the tables of decoders and of services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_table import table

from uriinspector.analysis.parameters import shipped_parameters
from uriinspector.analysis.values import walk
from uriinspector.analysis.values.candidates import LONGEST
from uriinspector.analysis.values.walk import DECODERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uriinspector.analysis.parameters import ServiceRow

PAGE = """\
# Values

`uriinspect values TEXT`, `inspect(text).values` and `to_dict(values=True)` in Python decode what is
written inside a link: in its userinfo, host labels, path segments, query keys and values and its
fragment, and again in everything that was decoded, up to {depth} layers deep. Nothing is looked up
anywhere.

A reading is *certain* by its structure or a checksum, *likely* by its form and its name, or only
*possible*: one of several readings, never a fact. Where one is certain, possible ones are left out.
Times are in UTC if they end in "Z"; others have no zone in the link.

More than {longest} characters in one value, {data} values or {octets} decoded bytes in one link are
not decoded.

## Decoders

{decoders}

## Services

A table of {rows} rows says what the parts of links of {services} services mean. A row is *certain*
where the service itself or a standard documents it; what was only observed is *likely* or
*possible*. Each reading names the source of its row.

{explained}

## Your own services

`uriinspect lists parameters` prints the table; its first lines explain every field. Write a file
of your own, in the same format:

{example}

A name in braces is a place in a host, a path or a fragment, and `values` says what is in it. A link
with an excluded value, or with one that has not the form, is not explained by that row. With
`extends = "shipped"` the built-in rows explain all other links; without it, only yours are used.

Each of the `examples` is a test of the row: the file is refused if the row does not read in the
link what the example says, and the message names the line. Try a file with

    uriinspect lists --parameters own.toml
    uriinspect values --parameters own.toml 'https://desk.example.org/ticket/42'

To use it always, save it as `parameters.add.toml`, which adds to the built-in table, or as
`parameters.toml`, which replaces it, in the folder that `uriinspect lists` shows. In the window,
choose the file in Settings, under Lists.
"""
EXAMPLE = """\
```toml
extends = "shipped"
date = "2026-11-23"

[[service]]
name = "Our help desk"
hosts = ["desk.example.org", "{branch}.desk.example.org"]
path = "/ticket/{ticket}"
exclude = { ticket = ["new"] }
source = "own"
confidence = "certain"
says = "Ticket"
examples = { "https://desk.example.org/ticket/42?by=anna" = { ticket = "42", by = "anna" } }
[service.values]
branch = "Branch office"
ticket = { means = "Ticket number", form = "digits" }
by = "Sent by"
opened = { means = "Opened at", reader = "unix" }
state = { means = "State", words = { o = "open", c = "closed" } }
"#note" = "Note"
```"""


def values_page(page: str = PAGE, say: Callable[[str], str] = str, groups: str = ",") -> str:
    """List the decoders with what each rests on."""
    head = tuple(map(say, ("name", "what", "source")))
    rows = ((f"`{row.name}`", say(row.title), row.source) for row in DECODERS)
    return page.format(
        example=EXAMPLE,
        depth=walk.DEPTH,
        longest=f"{LONGEST:,}".replace(",", groups),
        data=f"{walk.MOST_DATA:,}".replace(",", groups),
        octets=f"{walk.MOST_OCTETS:,}".replace(",", groups),
        decoders=table((head, *rows)),
        rows=len(shipped_parameters().rows),
        services=len({row.name for row in shipped_parameters().rows}),
        explained=table(
            (tuple(map(say, ("service", "links", "what is explained"))), *explained_services(say))
        ),
    )


def explained_services(say: Callable[[str], str]) -> Iterator[tuple[str, str, str]]:
    """Group the rows of a service: its hosts, and all that its values mean."""
    services: dict[str, list[ServiceRow]] = {}
    for row in shipped_parameters().rows:
        services.setdefault(row.name, []).append(row)
    for name, rows in sorted(services.items(), key=lambda each: each[0].lower()):
        hosts = list(dict.fromkeys(host for row in rows for host in row.hosts))
        first = ", ".join(say("any host") if host == "*" else f"`{host}`" for host in hosts[:3])
        more = say(" and {count} more").format(count=len(hosts) - 3) if len(hosts) > 3 else ""
        meanings = (say(each.means) for row in rows for each in row.values.values())
        yield name, first + more, ", ".join(dict.fromkeys(meanings))
