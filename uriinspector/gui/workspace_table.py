"""The workspaces in the order of the rail, and the views that a page of each can show.  No Qt here.

Rail, command line and tests go by this table; ``workspaces.py`` makes the pages.
"""

from __future__ import annotations

from uriinspector.core.model import NamedTuple


class WorkspaceSpec(NamedTuple):
    """One workspace: its name, its words, and its views as the command line calls them.

    A view is a tab, or what else can take its place; a name on the right is that of the page.
    """

    name: str
    words: str
    views: dict[str, str]
    takes_base: bool = True


WORKSPACES = (
    WorkspaceSpec(
        "inspect",
        "Inspect",
        {
            "encoding": "escapes",
            "normal": "normal",
            "parsers": "readings",
            "scheme": "scheme",
            "nested": "values",
            "query": "query",
            "values": "values",
            "grammar": "grammar",
        },
    ),
    # The formal text that an edition resolves by are its rules, as its grammar is for parsing.
    WorkspaceSpec(
        "resolve",
        "Resolve",
        {
            "steps": "steps",
            "rules": "rules",
            "grammar": "rules",
            "teach": "teach",
            "list": "list",
            "compare": "compare",
        },
    ),
    WorkspaceSpec("compare", "Compare", {"pair": "pair", "list": "list"}),
    WorkspaceSpec(
        "documents",
        "Documents",
        {
            "source": "source",
            "inspection": "inspection",
            "image": "image",
            "message": "message",
            "fixes": "fixes",
        },
        takes_base=False,
    ),
    # A question of each kind; one that was answered; the end of a round.
    WorkspaceSpec(
        "learn",
        "Learn",
        {
            "lesson": "lesson",
            "target": "target",
            "where": "where",
            "mark": "mark",
            "origin": "origin",
            "site": "site",
            "relative": "relative",
            "write": "write",
            "valid": "valid",
            "rung": "rung",
            "base": "base",
            "editions": "editions",
            "steps": "steps",
            "lines": "lines",
            "innermost": "innermost",
            "letters": "letters",
            "encode": "encode",
            "decode": "decode",
            "answered": "answered",
            "result": "result",
            "spot": "spot",
        },
        takes_base=False,
    ),
)
BY_NAME = {each.name: each for each in WORKSPACES}


def all_views() -> tuple[str, ...]:
    """Every name of a view once, in the order of the table."""
    return tuple(dict.fromkeys(name for each in WORKSPACES for name in each.views))


def problem_of(workspace: str, view: str) -> str:
    """Why a workspace cannot show a view; "" where it can."""
    views = BY_NAME[workspace].views
    return "" if view in views else f"{workspace} has no tab {view}; it has {', '.join(views)}"
