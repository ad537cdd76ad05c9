"""The two ciphers of ZIP archives: the traditional one (APPNOTE 6.1), and AES as WinZip has it."""

from __future__ import annotations

import hashlib
import hmac
import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zipfile

    from uriinspector.documents.work_budget import WorkBudget

# The method of a member that is encrypted with AES, and the extra field that says more.
AES, EXTRA = 99, 0x9901
# By the strength in that field: the length of the salt and of the key.
STRENGTHS = {1: (8, 16), 2: (12, 24), 3: (16, 32)}
ROUNDS = 1_000
# What stands before the content and behind it.
CHECK, CODE = 2, 10
# The head of a member by the traditional cipher; its last octet tells a wrong password.
HEAD = 12
# A flag: the sum of a member comes behind it, and the check is against its time.
SUM_BEHIND = 8
# What a byte costs in units of work, by the clock.
BY_AES, BY_KEYS = 2, 12
KEYS = (0x12345678, 0x23456789, 0x34567890)
# What one octet does to a CRC-32, its complements undone.
SUMS = tuple(zlib.crc32(bytes((each,)), 0xFFFFFFFF) ^ 0xFFFFFFFF for each in range(256))


def method_of(info: zipfile.ZipInfo) -> int:
    """How a member is packed, beneath its encryption."""
    field = _aes_field(info)
    return info.compress_type if field is None else field[1]


def decrypted(
    info: zipfile.ZipInfo, packed: bytes, password: bytes, budget: WorkBudget
) -> bytes | None:
    """The packed octets of a member; None where the password is certainly another one.

    Also where the work is refused.
    """
    if info.compress_type == AES:
        return _by_aes(info, packed, password, budget)
    return _by_keys(info, packed, password, budget)


def is_content(info: zipfile.ZipInfo, content: bytes) -> bool:
    """Whether it can be what was packed: the traditional check passes by chance once in 256."""
    is_certain = info.compress_type == AES
    return is_certain or (len(content) == info.file_size and zlib.crc32(content) == info.CRC)


def _aes_field(info: zipfile.ZipInfo) -> tuple[int, int] | None:
    extra, at = info.extra, 0
    while info.compress_type == AES and at + 4 <= len(extra):
        name, size = struct.unpack_from("<HH", extra, at)
        if name == EXTRA and size >= 7 and at + 11 <= len(extra):
            strength, method = struct.unpack_from("<BH", extra, at + 8)
            return (strength, method) if strength in STRENGTHS else None
        at += 4 + size
    return None


def _by_aes(
    info: zipfile.ZipInfo, packed: bytes, password: bytes, budget: WorkBudget
) -> bytes | None:
    field = _aes_field(info)
    if field is None:
        return None
    salt_size, key_size = STRENGTHS[field[0]]
    salt, rest = packed[:salt_size], packed[salt_size:]
    keys = hashlib.pbkdf2_hmac("sha1", password, salt, ROUNDS, 2 * key_size + CHECK)
    if len(rest) < CHECK + CODE or keys[-CHECK:] != rest[:CHECK]:
        return None
    octets, code = rest[CHECK:-CODE], rest[-CODE:]
    if hmac.digest(keys[key_size:-CHECK], octets, "sha1")[:CODE] != code:
        return None
    if not budget.charge(BY_AES * len(octets)):
        return None
    from uriinspector.documents.decryption.aes import counted

    return counted(keys[:key_size], octets)


def _by_keys(
    info: zipfile.ZipInfo, packed: bytes, password: bytes, budget: WorkBudget
) -> bytes | None:
    keys, _ = _turned(KEYS, password, is_encrypted=False)
    keys, head = _turned(keys, packed[:HEAD])
    hour, minute = info.date_time[3:5]
    checks = {info.CRC >> 24}
    if info.flag_bits & SUM_BEHIND:  # then the octet may be the upper one of the time
        checks.add((hour << 3 | minute >> 3) & 0xFF)
    if len(head) < HEAD or head[-1] not in checks or not budget.charge(BY_KEYS * len(packed)):
        return None
    return _turned(keys, packed[HEAD:])[1]


def _turned(
    keys: tuple[int, int, int], octets: bytes, *, is_encrypted: bool = True
) -> tuple[tuple[int, int, int], bytes]:
    """APPNOTE 6.1.5 and 6.1.6: the clear octets, and the keys after them."""
    first, second, third = keys
    sums, clear = SUMS, bytearray()
    add = clear.append
    for octet in octets:
        if is_encrypted:
            mask = third | 2
            octet ^= (mask * (mask ^ 1)) >> 8 & 0xFF
        add(octet)
        first = first >> 8 ^ sums[(first ^ octet) & 0xFF]
        second = ((second + (first & 0xFF)) * 0x08088405 + 1) & 0xFFFFFFFF
        third = third >> 8 ^ sums[(third ^ second >> 24) & 0xFF]
    return (first, second, third), bytes(clear)
