"""A tree over a text of 1994: a URL by RFC 1738 section 5, and what is set around it.

The rules of ``text`` and ``prefix`` are those of its appendix in words; a fragment-id and a partial
form are draft 02's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.derivation import node, with_faults
from uriinspector.core.editions.year1994.grammar import FULL_FORM
from uriinspector.core.editions.year1994.reading import unwrapped
from uriinspector.core.editions.year1994.schemes import Url
from uriinspector.core.editions.year1994.url_derivation import any_number_of, derive_url

if TYPE_CHECKING:
    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference


def derive(reference: Reference) -> Node:
    """Wrapper, prefix, url; a fragment-id stands outside of the url."""
    text, scheme = reference.text, reference.scheme
    start, _, prefix = unwrapped(text)
    *_, fragment = reference.spans
    url = Url(text, reference.spans)
    children = [node(text, "prefix", prefix, start)] if prefix >= 0 else []
    if scheme is not None:
        children.append(derive_url(url, scheme.lower()))
    elif FULL_FORM.match(text, start):
        # What stands before the colon is no scheme: all of it is derived as what follows one.
        inside = any_number_of("xchar", "schemepart")(text, start, url.end)
        for rule in ("genericurl", "otherurl", "url"):
            inside = node(text, rule, start, url.end, inside)
        children.append(inside)
    else:
        children.append(any_number_of("xchar", "partial form")(text, start, url.end))
    if fragment[0] >= 0:
        children.append(any_number_of("xchar", "fragment-id")(text, *fragment))
    return with_faults(node(text, "text", 0, len(text), *children), reference.violations, text)
