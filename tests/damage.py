"""Damaged files, as a disk fault or a broken program leaves them; reproducible by seed."""

import random


def spoiled(good: bytes, seed: int) -> bytes:
    """Return the data with some bytes changed, truncated, or partly moved."""
    choose = random.Random(seed)
    octets = bytearray(good)
    for _ in range(choose.choice([1, 4, 64])):
        octets[choose.randrange(len(octets))] = choose.choice([0, 1, 0x7F, 0x80, 0xFF])
    if seed % 5 == 0:
        del octets[choose.randrange(len(octets)) :]
    if seed % 7 == 0:
        start, to = choose.randrange(len(good)), choose.randrange(len(good))
        octets[to : to + 512] = good[start : start + 512]
    return bytes(octets)
