"""What leads from a page to the other workspaces, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.gui.shell.window_base import WindowBase


def wire_resolve(window: WindowBase) -> None:
    """Inspect what came of a pair, and go back to the pair before."""
    window.resolve_page.inspect_requested.connect(window.show_text)
    window.resolve_page.way_back.changed.connect(window.menus.actions["back"].setEnabled)


def wire_learn(window: WindowBase) -> None:
    """Open links and pairs of exercises where they belong."""
    from uriinspector.gui.shell.menus import keys_shown  # the first frame has no menus

    def inspect(text: str, base: str) -> None:
        window.open_workspace("inspect")
        window.inspect_page.show_text(text, base or None)
        window.inspect_page.lead_back(lambda: window.open_workspace("learn"))

    def resolve(base: str, text: str, edition: str) -> None:
        from uriinspector.gui.resolve.variants import variant_of

        window.resolve_page.show_pair(base, text, variant_of(edition))
        window.open_workspace("resolve")

    def compare(a: str, b: str, edition: str) -> None:
        from uriinspector.gui.compare.compared_pair import ComparePair

        window.compare_page.show_pair(ComparePair(a, b, edition))
        window.open_workspace("compare")

    window.learn_page.compare_requested.connect(compare)
    window.learn_page.due_key = keys_shown(window.menus.actions["due"])
    window.learn_page.inspect_requested.connect(inspect)
    window.learn_page.resolve_requested.connect(resolve)


WIRING: dict[str, Callable[[WindowBase], None]] = {"resolve": wire_resolve, "learn": wire_learn}
