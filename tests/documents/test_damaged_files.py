"""Files of every packed kind, cut, overwritten and stuffed: nothing raises, and none takes long."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import uriinspector
from tests.documents.compound_files import (
    attached,
    compound,
    outlook_tree,
    plain_rtf,
    tnef,
    tnef_attachment,
)
from tests.documents.test_outlook import PACKED_HTML
from tests.examples import at_most

if TYPE_CHECKING:
    from collections.abc import Iterator

WHOLE: dict[str, bytes] = {
    "msg": compound(
        outlook_tree(
            {0x37: "S", 0x1000: "http://a.test/", 0x1009: plain_rtf(PACKED_HTML)},
            (
                attached({0x3701: b"http://b.test/" * 400, 0x3707: "a.txt"}),
                attached({0x3001: "I"}, outlook_tree({0x1000: "http://c.test/"}, head=24)),
            ),
        )
    ),
    "tnef": tnef(
        {0x37: "S", 0x1000: "http://a.test/", 0x1009: plain_rtf(PACKED_HTML)},
        tnef_attachment("a.txt", b"http://a.test/", {0x3707: "b.txt"}),
    ),
    "rtf": PACKED_HTML + rb"{\rtf1{\field{\*\fldinst HYPERLINK http://a.test/}{\fldrslt x}}}",
}


def damaged(octets: bytes, chance: random.Random) -> Iterator[bytes]:
    for _ in range(at_most(120)):
        at = chance.randrange(len(octets))
        kind = chance.randrange(4)
        if kind == 0:
            yield octets[:at]
        elif kind == 1:
            piece = bytes(chance.choice((0, 255, chance.randrange(256))) for _ in range(4))
            yield octets[:at] + piece + octets[at + 4 :]
        elif kind == 2:
            yield octets[:at] + chance.randbytes(chance.randrange(1, 40)) + octets[at:]
        else:
            changed = bytearray(octets)
            for _ in range(20):
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            yield bytes(changed)


@pytest.mark.parametrize("kind", WHOLE)
def test_damage_is_survived(kind: str) -> None:
    octets = WHOLE[kind]
    assert uriinspector.scan(octets).links
    for each in damaged(octets, random.Random(kind)):
        document = uriinspector.scan(each)
        for link in document.links[:50]:
            source = link.source
            assert 0 <= source.start <= source.end <= len(each)
        document.to_dict()
