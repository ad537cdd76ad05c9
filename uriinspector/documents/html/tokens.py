"""The tokens of HTML as expressions over bytes (HTML standard 13.2.5).

Every repetition is possessive and every alternative begins with another byte, so that no text is
read more than a few times.  Names are written as sets of both cases: the engine compares those
faster than it ignores case.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from uriinspector.core.expression import expression
from uriinspector.documents.html.attributes import BY_ATTRIBUTE

# White space of the standard: no vertical tab.
WS = rb"\t\n\f\r "
# Start tags that change what follows them, or that need a second look.
SPECIAL = (
    *("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"),
    *("svg", "math", "template", "noscript", "form", "meta", "param", "base"),
)
# End tags that count outside of their own raw text.
CLOSING = ("template", "noscript", "form")
Tree: TypeAlias = dict[int | None, Any]


def either_case(text: bytes) -> bytes:
    """Letters in both cases, anything else escaped."""
    pieces = []
    for byte in text:
        char = bytes((byte,))
        pieces.append(b"[%b%b]" % (char, char.upper()) if char.isalpha() else re.escape(char))
    return b"".join(pieces)


def one_of(names: tuple[str, ...]) -> bytes:
    """An expression for any of the names that looks at each byte once."""
    tree: Tree = {}
    for name in names:
        branch = tree
        for byte in name.encode():
            branch = branch.setdefault(byte, {})
        branch[None] = True
    return _written(tree)


def _written(tree: Tree) -> bytes:
    ways = [
        either_case(bytes((byte,))) + _written(rest)
        for byte, rest in tree.items()
        if byte is not None
    ]
    if not ways:
        return b""
    ends = None in tree
    if len(ways) == 1 and not ends:
        return ways[0]
    return b"(?:" + b"|".join(ways) + (b")?+" if ends else b")")


NAME_ENDS = rb"(?=[" + WS + rb"/>]|\Z)"
ATTRIBUTE_ENDS = rb"(?=[" + WS + rb"/>=]|\Z)"
SEPARATOR = rb"[" + WS + rb"/]++"
TAG_NAME = rb"[a-zA-Z][^" + WS + rb"/>]*+"
# A "=" in front belongs to the name; quotes and "<" do so anywhere.
ATTRIBUTE_NAME = rb"[^" + WS + rb"/>][^" + WS + rb"/>=]*+"
EQUALS = rb"[" + WS + rb"]*+=[" + WS + rb"]*+"
# A quote that is never closed takes all the rest with it, and then there is no tag.
VALUE = (
    rb'(?:"[^"]*+(?:"|\Z)' + rb"|'[^']*+(?:'|\Z)" + rb"|[^" + WS + rb""">"'][^""" + WS + rb">]*+|)"
)
ATTRIBUTE = ATTRIBUTE_NAME + rb"(?:" + EQUALS + VALUE + rb"|(?!))?+"
# A style only where it could name something: the rest of them is most of a mail.
STYLE = (
    either_case(b"style")
    + EQUALS
    + rb"""(?:"[^"(@\\&]*+[(@\\&]|'[^'(@\\&]*+[(@\\&]|[^"'>"""
    + WS
    + rb"(@\\&]*+[(@\\&])"
)
WANTED = (
    rb"(?:" + one_of(tuple(BY_ATTRIBUTE)) + ATTRIBUTE_ENDS + rb"|[oO][nN][a-zA-Z]|" + STYLE + rb")"
)
# Most attributes are of these, and written like this: no need to look at their names twice.
USUAL = rb' (?:class|id|title|alt|rel|name|type|width|height|target)="[^"]*+"'
DULL = rb"(?:" + USUAL + rb"|" + SEPARATOR + rb"|(?!" + WANTED + rb")" + ATTRIBUTE + rb"|(?!))*+"
ANY_ATTRIBUTES = rb"(?:" + SEPARATOR + rb"|" + ATTRIBUTE + rb")*+"
IS_SPECIAL = one_of(SPECIAL) + NAME_ENDS
IS_CLOSING = one_of(CLOSING) + NAME_ENDS

SKIPPED = (
    rb"(?:[^<]++"
    rb"|</(?!" + IS_CLOSING + rb")[a-zA-Z](?:[a-zA-Z0-9]*+>|"
    rb"[^" + WS + rb"/>]*+" + ANY_ATTRIBUTES + rb"(?:>|\Z))"
    rb"|<(?!" + IS_SPECIAL + rb")" + TAG_NAME + DULL + rb">"
    rb"|<(?![a-zA-Z/!?])"
    # "</>" is nothing; "</ ", "<?" and "<!" begin a comment that ends at the first ">".
    rb"|</(?![a-zA-Z])[^>]*+>?+"
    rb"|<\?[^>]*+>?+|<!(?!--)[^>]*+>?+|(?!)"
    rb")*+"
)
# 1 the name, with a "/" for an end tag; 2 and 3 the first wanted attribute and its value as it
# stands; 4 the end of the tag, if no other attribute is wanted.
TOKEN = (
    rb"(?:<(/?+" + TAG_NAME + rb")" + DULL + rb"(?:(" + ATTRIBUTE_NAME + rb")"
    rb"(?:" + EQUALS + rb"(" + VALUE + rb")|(?!))?+" + DULL + rb")?+(>)?+|<!--|\Z)"
)
# Everything that says nothing, and the one token after it.
STEP = expression(SKIPPED + TOKEN)

# One token and no more: for contents in which tags mean something else.
PLAIN_STEP = expression(
    rb"[^<]*+(?:<(?:(/?+" + TAG_NAME + rb")|!--|(!\[CDATA\[)|(?=[!?/])[^>]*+>?+|)|\Z)"
)
ONE_ATTRIBUTE = expression(
    rb"["
    + WS
    + rb"/]*+(?:("
    + ATTRIBUTE_NAME
    + rb")(?:"
    + EQUALS
    + rb"("
    + VALUE
    + rb")|(?!))?+|(>)|\Z)"
)
# From behind the value of an attribute to the end of its element, where that holds nothing but
# characters that no name of a site can do without, and no scheme: most links of most pages.
SILENT = rb"[^<.&:\x80-\xff]*+"
UNSPOKEN = expression(
    rb"[\"']?+" + ANY_ATTRIBUTES + rb">" + SILENT + rb"(?::(?!//)" + SILENT + rb"|(?!))*+</[aA]>"
)
HIDING = expression(rb"[sS][tT][yY][lL][eE]|[hH][iI][dD][dD][eE][nN]")
# "<!-->" and "<!--->" are whole; "--!>" closes too (13.2.5.43 to 13.2.5.52).
COMMENT = expression(rb"(?:-?+>|[^-]*+(?:-(?!-!?>)[^-]*+|(?!))*+(?:--!?>|\Z))")
CDATA = expression(rb"[^\]]*+(?:\](?!\]>)[^\]]*+|(?!))*+(?:\]\]>|\Z)")
