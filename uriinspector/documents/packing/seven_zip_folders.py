"""Folders of a 7z archive unpacked: chains of coders that the standard library has."""

from __future__ import annotations

import bz2
import hashlib
import lzma
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from uriinspector.documents.decryption.aes import chained
from uriinspector.documents.inflate import NOTHING, expanded, inflated

if TYPE_CHECKING:
    from uriinspector.documents.packing.seven_zip_header import Coder, Folder
    from uriinspector.documents.work_budget import WorkBudget

COPY, LZMA, LZMA2, DEFLATE, BZIP2 = b"\0", b"\3\1\1", b"\x21", b"\4\1\x08", b"\4\2\2"
AES = b"\x06\xf1\x07\x01"
FILTERS = {
    b"\3": lzma.FILTER_DELTA, b"\4": lzma.FILTER_X86, b"\3\3\1\3": lzma.FILTER_X86,
    b"\3\3\2\5": lzma.FILTER_POWERPC, b"\3\3\4\1": lzma.FILTER_IA64,
    b"\3\3\5\1": lzma.FILTER_ARM, b"\3\3\7\1": lzma.FILTER_ARMTHUMB,
    b"\3\3\x08\5": lzma.FILTER_SPARC,
}  # fmt: skip
KNOWN = frozenset((COPY, LZMA, LZMA2, DEFLATE, BZIP2, AES, *FILTERS))
# No key is made in more rounds than two to this power.
ROUNDS = 20
RUN = 1 << 12
# What a byte costs in units of work, by the clock.
BY_AES = 4


def chain_of(folder: Folder) -> list[Coder] | None:
    """The coders in the order of unpacking; None where one is unknown or has several inputs."""
    coders, bound = folder.coders, {out_of: into for into, out_of in folder.bound.items()}
    if any(each.inputs != 1 or each.outputs != 1 or each.method not in KNOWN for each in coders):
        return None
    at = folder.packed[0] if len(folder.packed) == 1 else len(coders)
    chain: list[Coder] = []
    while at < len(coders) and len(chain) < len(coders):
        chain.append(coders[at])
        at = bound.get(at, len(coders))
    return chain


def is_encrypted(folder: Folder) -> bool:
    """Whether a password is needed."""
    return any(each.method == AES for each in folder.coders)


def unpacked_folder(
    chain: list[Coder],
    packed: bytes,
    size: int,
    password: str | None,
    most: int,
    budget: WorkBudget | None = None,
) -> bytes:
    """What a folder becomes, as far as it goes; all that comes out between coders is charged."""
    octets, waiting = packed, list(chain)
    while waiting:
        coder = waiting.pop(0)
        # Filters are undone together with what they follow.
        filters = []
        while waiting and waiting[0].method in FILTERS and coder.method in {LZMA, LZMA2}:
            filters.append(waiting.pop(0))
        if budget and coder.method == AES and not budget.charge(BY_AES * len(octets)):
            return b""
        octets = _decoded(coder, filters, octets, size, password, most)
        if budget and waiting:
            budget.spend(len(octets))
            most = max(min(most, budget.left), 0)
    return octets[: min(size, most)]


def _decoded(
    coder: Coder, filters: list[Coder], octets: bytes, size: int, password: str | None, most: int
) -> bytes:
    if coder.method == COPY:
        return octets
    if coder.method == DEFLATE:
        return inflated(memoryview(octets), most, NOTHING)
    if coder.method == BZIP2:
        return expanded(bz2.BZ2Decompressor(), memoryview(octets), most).octets
    if coder.method == AES:
        return _decrypted(coder.properties, octets, password or "")
    if coder.method in FILTERS:  # without anything that was packed before it
        return octets
    chain: list[Any] = [_filter(each) for each in reversed(filters)]
    try:
        decompressor = lzma.LZMADecompressor(
            lzma.FORMAT_RAW, filters=[*chain, _lzma(coder, min(size, most))]
        )
    except (lzma.LZMAError, ValueError, MemoryError):
        return b""
    return expanded(decompressor, memoryview(octets), min(size, most)).octets


def _filter(coder: Coder) -> dict[str, int]:
    kind = FILTERS[coder.method]
    if kind == lzma.FILTER_DELTA:
        return {"id": kind, "dist": (coder.properties[0] if coder.properties else 0) + 1}
    return {"id": kind}


def _lzma(coder: Coder, size: int) -> dict[str, int]:
    """No window is larger than what comes out, whatever the properties ask for."""
    window = max(size, 4096)
    if coder.method == LZMA2:
        return {"id": lzma.FILTER_LZMA2, "dict_size": window}
    first = coder.properties[0] if coder.properties else 0
    rest, context = divmod(first, 9)
    position, literal = divmod(rest, 5)
    return {
        "id": lzma.FILTER_LZMA1,
        "dict_size": window,
        "lc": context,
        "lp": literal,
        "pb": position,
    }


def _decrypted(properties: bytes, octets: bytes, password: str) -> bytes:
    """AES-256 in chained blocks; the key is a sum over salt, password and a counter."""
    origin = key_origin(properties, password)
    if origin is None:
        return b""
    first, second = properties[:2]
    start = 2 + (first >> 7 & 1) + (second >> 4)
    vector = properties[start : start + (first >> 6 & 1) + (second & 15)].ljust(16, b"\0")
    return chained(_key(*origin), vector[:16], octets[: len(octets) & ~15])


def key_origin(properties: bytes, password: str) -> tuple[bytes, int] | None:
    """What a key is made of, and in how many rounds; None where these are too many."""
    if len(properties) < 2 or properties[0] & 0x3F > ROUNDS:
        return None
    first, second = properties[:2]
    salt = properties[2 : 2 + (first >> 7 & 1) + (second >> 4)]
    return salt + password.encode("utf-16-le", "replace"), 1 << (first & 0x3F)


# All folders of an archive usually have the same key.
@lru_cache(maxsize=32)
def _key(prefix: bytes, rounds: int) -> bytes:
    digest = hashlib.sha256()
    for start in range(0, rounds, RUN):
        counters = range(start, min(start + RUN, rounds))
        digest.update(b"".join(prefix + each.to_bytes(8, "little") for each in counters))
    return digest.digest()


def sum_of(octets: bytes) -> int:
    """The sum that the header has of it."""
    return zlib.crc32(octets)
