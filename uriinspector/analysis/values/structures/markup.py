"""XML: its root, the attributes and the texts in it; SAML messages by their names."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum, Within
from uriinspector.analysis.values.value import CERTAIN, LIKELY, STRUCTURE
from uriinspector.analysis.values.words import quoted
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = r"[A-Za-z_][\w.:-]{0,99}+"
ATTRIBUTE = expression(rf"\s({NAME})\s*+=\s*+(?:\"([^\"<]*+)\"|'([^'<]*+)')")
OPENING = expression(rf"<({NAME})((?:\s++{NAME}\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+')|(?!))*+)\s*+/?>")
TEXT = expression(r"[^<]*+")
DECLARATION = expression(r"\s*+(?:<\?xml[^>]*+>\s*+)?(?:<!--.{0,999}?-->\s*+)?", re.DOTALL)
# A message of SAML 2.0 or 1.1 says so by its namespace.
SAML = "urn:oasis:names:tc:SAML:"
MOST = 256


def markup(datum: Datum) -> Iterator[Decoded]:
    """XML 1.0: a root element whose end is there; no entity is expanded but the usual ones."""
    text = datum.text
    declared = DECLARATION.match(text)
    root = OPENING.match(text, declared.end() if declared else 0)
    if root is None:
        return
    name = root[1]
    is_whole = root[0].endswith("/>") or text.rstrip().endswith(f"</{name}>")
    if not is_whole:
        return
    inner = tuple(_inside(datum))
    is_saml = SAML in root[0]
    arg = (Arg("name", quoted(name.rpartition(":")[2]), EVIDENCE),)
    phrase = Phrase("SAML message: {name}", arg) if is_saml else Phrase("XML: {name}", arg)
    confidence = CERTAIN if is_saml or inner else LIKELY
    yield Decoded(STRUCTURE, text, phrase, confidence, inner)


def _inside(datum: Datum) -> Iterator[InnerDatum]:
    """Attributes and texts; namespaces say nothing about the message."""
    text, count = datum.text, 0
    for element in OPENING.finditer(text):
        called = element[1].rpartition(":")[2]
        for each in ATTRIBUTE.finditer(element[2]):
            key = each[1]
            group = 2 if each[2] is not None else 3
            if each[group] and not key.startswith("xmlns"):
                yield _part(
                    datum, f"{called}.{key}", each[group], element.start(2) + each.start(group)
                )
                count += 1
        written = TEXT.match(text, element.end())
        if written and written[0].strip() and not element[0].endswith("/>"):
            yield _part(datum, called, written[0], written.start())
            count += 1
        if count > MOST:
            return


def _part(datum: Datum, name: str, written: str, start: int) -> InnerDatum:
    plain = html.unescape(written) if "&" in written else written
    placing = Within(start, datum.placing) if plain == written else None
    return InnerDatum(name, plain, placing, is_member=True)
