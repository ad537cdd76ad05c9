"""One reference inside of another: the value."""

from __future__ import annotations

from uriinspector.core.model import NamedTuple

# No more than this many stand directly inside of one reference; the rest is not looked at.
MOST = 16


class Layer(NamedTuple):
    """One reference inside of another: where it stands, how it got there, what it says.

    ``via`` is "query-value", "path-tail", "fragment", "base64", "data", "scheme", "rewriter", or
    one of MEANT (``analysis.derived``): then it is what the whole text stands for.
    ``service`` names a known rewriter or redirector, and ``follows`` tells whether a browser that
    opens the outer link ends up at this one.  ``name`` is the parameter's, where it has one.
    """

    start: int
    end: int
    via: str
    text: str
    service: str = ""
    follows: bool = False
    name: str = ""


class LayerTree(NamedTuple):
    """A layer with those inside of it."""

    layer: Layer
    inside: tuple[LayerTree, ...] = ()
