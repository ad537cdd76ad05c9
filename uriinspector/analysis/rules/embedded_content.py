"""What a data link carries: documents with scripts, and programs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH
from uriinspector.analysis.gates import When
from uriinspector.core.expression import expression
from uriinspector.core.schemes.data import content_octets

ACTIVE = expression(
    r"data:\s*(?:text/(?:html|xml|javascript|ecmascript|xsl)|application/(?:xhtml\+xml|xml|javascript"
    r"|ecmascript|x-javascript|hta|xslt\+xml|pdf)|multipart/related|message/rfc822)",
    re.IGNORECASE,
)
SVG = expression(r"data:\s*image/svg\+xml", re.IGNORECASE)
# What makes a picture more than one: scripts, events, other documents in it, links to code.
ACTS = expression(
    rb"<\s*(?:[\w-]{1,20}:)?(?:script|foreignobject|iframe|embed|object|handler)\b"
    rb"|[\s\"'/]on[a-z]{3,24}\s*=|(?:java|vb)script:|<!entity|<\?xml-stylesheet"
    rb"|href\s*=\s*[\"']?\s*data:(?!image/)",
    re.IGNORECASE,
)
PROGRAM_TYPE = expression(
    r"data:\s*((?:application/(?:x-(?:msdownload|msdos-program|msi|ms-installer|executable|dosexec|elf"
    r"|mach-binary|sh|shellscript|csh|bat|powershell|java-archive|apple-diskimage|ms-shortcut)"
    r"|vnd\.microsoft\.portable-executable|vnd\.android\.package-archive|java-archive|bat)"
    r"|text/(?:vbscript|x-sh|x-shellscript|x-bat|x-powershell|x-vbscript)))(?=[;,\s])",
    re.IGNORECASE,
)
# How files begin that a system starts.
MAGIC = (
    (expression(rb"MZ(?=.{0,62}\x00)", re.DOTALL), "Windows program"),
    (expression(rb"\x7fELF"), "Linux program"),
    (expression(rb"(?:\xcf|\xce)\xfa\xed\xfe|\xca\xfe\xba\xbe"), "macOS or Java program"),
    (expression(rb"L\x00\x00\x00\x01\x14\x02\x00"), "Windows shortcut"),
    (expression(rb"dex\n0"), "Android program"),
    (expression(rb"#!\s*/"), "script"),
)


def is_active_picture(facts: Facts) -> bool | None:
    """Whether an SVG image in a data link can do anything; None where it holds none."""
    if facts.scheme != "data" or not SVG.match(facts.text):
        return None
    return ACTS.search(content_octets(facts.reference)) is not None


def data_active(facts: Facts) -> Iterator[Hit]:
    """A document that the link carries itself, and that can hold scripts or forms."""
    if facts.scheme != "data":
        return
    match = ACTIVE.match(facts.text)
    if match:
        yield Hit(*match.span())
    elif is_active_picture(facts):
        yield Hit(0, facts.text.find("+") + len("+xml"), variant="svg")


def data_program(facts: Facts) -> Iterator[Hit]:
    """A program that the link carries itself, by its type or by how it begins."""
    if facts.scheme != "data":
        return
    start, end = facts.reference.spans[0]
    octets = content_octets(facts.reference)
    kind = next((kind for pattern, kind in MAGIC if pattern.match(octets)), None)
    declared = PROGRAM_TYPE.match(facts.text)
    if kind:
        yield Hit(facts.text.find(",", start, end) + 1, end, args={"meaning": kind})
    elif declared:
        yield Hit(*declared.span(1), variant="type", args={"found": declared[1]})


RULES = (
    Rule(
        "data-active",
        HIGH,
        "Embedded active document",
        {
            "": "The document is inside the link. It has no host and can contain scripts or forms.",
            "svg": "The SVG image inside the link contains scripts or other active content.",
        },
        ("RFC 2397 2",),
        When.OTHER_SCHEME,
        data_active,
    ),
    Rule(
        "data-program",
        HIGH,
        "Embedded program",
        {
            "": "The content inside the link begins like this kind of file: {meaning}.",
            "type": 'The content inside the link has the type "{found}", that of a program.',
        },
        ("RFC 2397 2",),
        When.OTHER_SCHEME,
        data_program,
    ),
)
