"""Ciphers of archives whose password is known: read in memory, never written.

One octet of every block makes a run of octets: a substitution is then one ``translate``, an
addition one exclusive or of two large numbers.  That is fast enough without a library of ciphers,
which would be the largest that the package needs.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zipfile

    from uriinspector.documents.work_budget import WorkBudget


BLOCK = 16
AES_ROUNDS = {16: 10, 24: 12, 32: 14}
# So many blocks are worked on together.
RUN = 1 << 14


def _doubled(value: int) -> int:
    """FIPS 197 4.2.1: multiplied by x."""
    return (value << 1) ^ (0x11B if value & 0x80 else 0)


def _substitution() -> bytes:
    """FIPS 197 5.1.1: the inverse in the field, then an affine map."""
    powers, logarithms, value = [0] * 256, [0] * 256, 1
    for exponent in range(255):
        powers[exponent], logarithms[value] = value, exponent
        value ^= _doubled(value)  # times 3, which generates all of them
    box = bytearray(256)
    for each in range(256):
        inverse = powers[(255 - logarithms[each]) % 255] if each else 0
        turned = inverse * 0x101
        box[each] = (
            0x63 ^ inverse ^ ((turned >> 4 ^ turned >> 5 ^ turned >> 6 ^ turned >> 7) & 0xFF)
        )
    return bytes(box)


BOX = _substitution()
DOUBLED_BOX = bytes(_doubled(each) for each in BOX)
# Where each octet of a block comes from when its rows are shifted (5.1.2).
SHIFTED = tuple((4 * (at // 4 + at % 4) + at % 4) % BLOCK for at in range(BLOCK))


def _round_keys(key: bytes) -> list[bytes]:
    """FIPS 197 5.2, four words to each round."""
    length, constant = len(key) // 4, 1
    words = [key[at : at + 4] for at in range(0, len(key), 4)]
    while len(words) < 4 * (AES_ROUNDS[len(key)] + 1):
        word, position = words[-1], len(words) % length
        if position == 0:
            word = (word[1:] + word[:1]).translate(BOX)
            word = bytes((word[0] ^ constant,)) + word[1:]
            constant = _doubled(constant)
        elif length > 6 and position == 4:
            word = word.translate(BOX)
        words.append(bytes(a ^ b for a, b in zip(words[-length], word, strict=True)))
    return [b"".join(words[at : at + 4]) for at in range(0, len(words), 4)]


def encrypted(key: bytes, blocks: bytes) -> bytes:
    """Each block on its own."""
    first, *rest = _round_keys(key)
    count = len(blocks) // BLOCK
    state = [
        _number(blocks[at::BLOCK]) ^ _number(first[at : at + 1] * count) for at in range(BLOCK)
    ]
    for number, each in enumerate(rest, 1):
        octets = [value.to_bytes(count, "big") for value in state]
        keys = [_number(each[at : at + 1] * count) for at in range(BLOCK)]
        state = _mixed(octets, keys) if number < len(rest) else _last(octets, keys)
    result = bytearray(BLOCK * count)
    for at, value in enumerate(state):
        result[at::BLOCK] = value.to_bytes(count, "big")
    return bytes(result)


def _number(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


def _mixed(octets: list[bytes], keys: list[int]) -> list[int]:
    """5.1.1 to 5.1.4: substituted, rows shifted, columns mixed, a key added."""
    plain = [_number(octets[at].translate(BOX)) for at in SHIFTED]
    doubled = [_number(octets[at].translate(DOUBLED_BOX)) for at in SHIFTED]
    result = []
    for at in range(BLOCK):
        column = at - at % 4
        second, third, fourth = (column + (at + more) % 4 for more in (1, 2, 3))
        mixed = doubled[at] ^ doubled[second] ^ plain[second] ^ plain[third] ^ plain[fourth]
        result.append(mixed ^ keys[at])
    return result


def _last(octets: list[bytes], keys: list[int]) -> list[int]:
    """The last round mixes no columns."""
    return [_number(octets[at].translate(BOX)) ^ keys[to] for to, at in enumerate(SHIFTED)]


def counted(key: bytes, octets: bytes) -> bytes:
    """Counter mode as in ZIP archives: from 1, the lowest octet first."""
    pieces = []
    for at in range(0, len(octets), RUN * BLOCK):
        piece = octets[at : at + RUN * BLOCK]
        start = at // BLOCK + 1
        count = -(-len(piece) // BLOCK)
        counters = b"".join(
            number.to_bytes(BLOCK, "little") for number in range(start, start + count)
        )
        stream = encrypted(key, counters)[: len(piece)]
        pieces.append((_number(piece) ^ _number(stream)).to_bytes(len(piece), "big"))
    return b"".join(pieces)


INVERSE_BOX = bytes(BOX.index(each) for each in range(256))
# Where each octet comes from when rows are shifted back, and the factors of a column (5.3).
UNSHIFTED = tuple(SHIFTED.index(at) for at in range(BLOCK))


def _product(left: int, right: int) -> int:
    result = 0
    while right:
        result ^= left if right & 1 else 0
        left, right = _doubled(left), right >> 1
    return result


FACTORS = tuple(bytes(_product(each, factor) for each in range(256)) for factor in (14, 11, 13, 9))


def decrypted_aes(key: bytes, blocks: bytes) -> bytes:
    """Each block on its own: the steps of ``encrypted`` undone in reverse."""
    *rest, last = _round_keys(key)
    count = len(blocks) // BLOCK
    state = [_number(blocks[at::BLOCK]) ^ _number(last[at : at + 1] * count) for at in range(BLOCK)]
    for number, each in enumerate(reversed(rest), 1):
        octets = [value.to_bytes(count, "big").translate(INVERSE_BOX) for value in state]
        state = [
            _number(octets[from_]) ^ _number(each[at : at + 1] * count)
            for at, from_ in enumerate(UNSHIFTED)
        ]
        if number < len(rest):
            state = _unmixed([value.to_bytes(count, "big") for value in state])
    result = bytearray(BLOCK * count)
    for at, value in enumerate(state):
        result[at::BLOCK] = value.to_bytes(count, "big")
    return bytes(result)


def _unmixed(octets: list[bytes]) -> list[int]:
    """5.3.3: the columns multiplied by the inverse of what mixed them."""
    result = []
    for at in range(BLOCK):
        column, value = at - at % 4, 0
        for more, factor in enumerate(FACTORS):
            value ^= _number(octets[column + (at + more) % 4].translate(factor))
        result.append(value)
    return result


def chained(key: bytes, vector: bytes, octets: bytes) -> bytes:
    """Chained blocks (CBC): each is added to the one before it as it was encrypted."""
    pieces, before = [], vector
    for at in range(0, len(octets), RUN * BLOCK):
        piece = octets[at : at + RUN * BLOCK]
        clear, added = decrypted_aes(key, piece), before + piece[:-BLOCK]
        pieces.append((_number(clear) ^ _number(added)).to_bytes(len(piece), "big"))
        before = piece[-BLOCK:]
    return b"".join(pieces)


# The password by which analysts hand samples to each other.
USUAL = ("infected",)
# More is not tried in one document.
TRIES = 2_000
# A key that takes a moment to make counts as this many quick tries; one of more rounds, as more.
SLOW, USUAL_ROUNDS = 100, 1 << 19


@dataclass(slots=True)
class ArchivePasswords:
    """Those that somebody gave and the usual one; the one that fitted last comes first."""

    given: Iterable[str] = ()
    tries: int = field(default_factory=lambda: TRIES)
    # The salts, rounds and passwords of the keys that were derived, which is slow on purpose.
    derived: set[tuple[bytes, int]] = field(default_factory=set)
    # The archives in which none of them fitted.
    locked: dict[str, None] = field(default_factory=dict)
    # The messages whose text was searched for passwords.
    searched: set[int] = field(default_factory=set)
    _spelled: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._spelled = list(spellings((*self.given, *USUAL)))

    def add(self, passwords: Iterable[str]) -> None:
        """Try these as well, after the others."""
        self.given = tuple(dict.fromkeys((*self.given, *passwords)))
        self._spelled += [each for each in spellings(self.given) if each not in self._spelled]

    def each(self) -> Iterator[bytes]:
        """Each of them, as long as there is work left to do."""
        for password in tuple(self._spelled):
            self.tries -= 1
            if self.tries < 0:
                return
            yield password

    def texts(self) -> Iterator[str]:
        """The same as texts, for ciphers that make much work of each."""
        return iter(dict.fromkeys((*USUAL, *self.given)))

    def may_make_key(self, rounds: int) -> bool:
        """Count a key that takes a moment to make; False if there were too many of them."""
        self.tries -= max(SLOW * rounds // USUAL_ROUNDS, 1)
        return self.tries >= 0

    def fits(self, password: bytes) -> None:
        """The next member of an archive often has the same."""
        self._spelled.remove(password)
        self._spelled.insert(0, password)


def spellings(passwords: Iterable[str]) -> tuple[bytes, ...]:
    """The octets that programs make of passwords."""
    spelled = (
        each.encode(encoding, "ignore") for each in passwords for encoding in ("utf-8", "cp437")
    )
    return tuple(dict.fromkeys(spelled))


# The method of a member that is encrypted with AES, and the extra field that says more.
AES, EXTRA = 99, 0x9901
# By the strength in that field: the length of the salt and of the key.
STRENGTHS = {1: (8, 16), 2: (12, 24), 3: (16, 32)}
ZIP_CIPHERS_ROUNDS = 1_000
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


def decrypted_zip_ciphers(
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
    keys = hashlib.pbkdf2_hmac("sha1", password, salt, ZIP_CIPHERS_ROUNDS, 2 * key_size + CHECK)
    if len(rest) < CHECK + CODE or keys[-CHECK:] != rest[:CHECK]:
        return None
    if not budget.charge(BY_AES * len(rest)):
        return None
    octets, code = rest[CHECK:-CODE], rest[-CODE:]
    if hmac.digest(keys[key_size:-CHECK], octets, "sha1")[:CODE] != code:
        return None
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
