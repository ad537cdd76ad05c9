"""Views that the command line can open: a workspace with texts, a base, an edition, a tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from uriinspector.core.model import NamedTuple
from uriinspector.gui.command_line import BY_NAME, Argument

if TYPE_CHECKING:
    from uriinspector.gui.shell.window import Window


class AskedView(NamedTuple):
    """A workspace and what to show in it."""

    workspace: str
    what: Sequence[Argument] = ()
    base: str | None = None
    edition: str | None = None
    view: str | None = None  # the name of the view on the command line

    @property
    def texts(self) -> list[str]:
        """Return the texts; a file is represented by its path."""
        return [each.name for each in self.what]

    @property
    def lists(self) -> list[str]:
        """Return the paths of files to read as lists; empty unless the view is a list."""
        return [each.name for each in self.what if each.is_path] if self.part == "list" else []

    @property
    def part(self) -> str:
        """Return the name of the view in the page, or an empty string."""
        return BY_NAME[self.workspace].views[self.view] if self.view else ""


def show(window: Window, asked: AskedView) -> None:
    window.open_workspace(asked.workspace)
    SHOWING[asked.workspace](window, asked)


def _show_in_inspect(window: Window, asked: AskedView) -> None:
    if asked.what and asked.base is not None:
        window.inspect_page.show_text(asked.texts[0], asked.base)
    elif asked.what:
        window.open_all(asked.what)
    if asked.part:
        window.inspect_page.tabs.reveal(asked.part)


def _show_in_resolve(window: Window, asked: AskedView) -> None:
    """Show one text as the reference; show several, or any text in the view ``list``, as a list."""
    from uriinspector.gui.resolve.page import FIRST
    from uriinspector.gui.resolve.variant_rows import variant_of

    page, texts = window.resolve_page, asked.texts
    base = FIRST[0] if asked.base is None else asked.base
    variant = variant_of(asked.edition) if asked.edition else None
    reference = texts[0] if texts and asked.part != "list" else FIRST[1]
    page.show_pair(base, reference, variant)
    if asked.lists:
        page.show_list("")
        page.listing.take_file(asked.lists[0])
    elif asked.part == "list" or len(texts) > 1:
        page.show_list("\n".join(texts))
    elif asked.part == "compare":
        page.compare_steps()
    elif asked.part == "teach":
        page.teach(True)
    elif asked.part:
        page.show_rules(on=asked.part == "rules")


def _show_in_compare(window: Window, asked: AskedView) -> None:
    """Compare two texts as a pair; show more, or any texts in the view ``list``, as a list."""
    page, texts = window.compare_page, asked.texts
    if asked.lists:
        from uriinspector.gui.transfer.small_files import read_file

        texts = list(read_file(asked.lists[0]).texts)
    if asked.part == "list" or len(texts) > 2:
        page.group("\n".join(texts))
    pair = page.pair()
    if asked.edition:
        pair = pair._replace(edition=asked.edition)
    if asked.base is not None:
        pair = pair._replace(base_a=asked.base, base_b=asked.base)
    if texts and len(texts) <= 2 and asked.part != "list":
        pair = pair._replace(a=texts[0], b=texts[-1] if len(texts) == 2 else "")
    page.show_pair(pair)


def _show_in_documents(window: Window, asked: AskedView) -> None:
    """Read the files; texts are read as if they were pasted together."""
    from uriinspector.gui.documents.file_reader import PastedFile
    from uriinspector.gui.text.translation import say

    texts = "\n".join(each.name for each in asked.what if not each.is_path)
    pasted = [PastedFile(say("pasted text"), texts.encode("utf-8", "replace"))] if texts else []
    paths = [each.name for each in asked.what if each.is_path]
    if paths or pasted:
        window.documents_page.open_files([*paths, *pasted])
    if asked.part:
        window.documents_page.show_details(asked.part)


def _show_in_learn(window: Window, asked: AskedView) -> None:
    """Show a view of Learn; a number selects the lesson."""
    numbers = [int(text) for text in asked.texts if text.isascii() and text.isdecimal()]
    window.learn_page.show_view(asked.part or "lesson", max(*numbers, 1) if numbers else 1)


SHOWING: Mapping[str, Callable[[Window, AskedView], None]] = {
    "inspect": _show_in_inspect,
    "resolve": _show_in_resolve,
    "compare": _show_in_compare,
    "documents": _show_in_documents,
    "learn": _show_in_learn,
}
