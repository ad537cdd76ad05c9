"""Decrypt archives, PDF and Office files with known passwords, in memory only."""

from __future__ import annotations

import hashlib
import hmac
import struct
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    import zipfile

    from cryptography.hazmat.primitives.ciphers import Cipher

    from uriinspector.documents.work_budget import WorkBudget


BLOCK = 16
# The number of blocks to process at a time.
RUN = 1 << 14


def _aes(key: bytes, vector: bytes | None = None) -> Cipher[Any]:
    """Return an AES cipher, which chains blocks if there is a vector."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    return Cipher(algorithms.AES(key), modes.ECB() if vector is None else modes.CBC(vector))


def counted(key: bytes, octets: bytes) -> bytes:
    """Decrypt in the counter mode of ZIP archives: a little-endian counter that starts at 1."""
    pieces = []
    for at in range(0, len(octets), RUN * BLOCK):
        piece = octets[at : at + RUN * BLOCK]
        start = at // BLOCK + 1
        count = -(-len(piece) // BLOCK)
        counters = b"".join(
            number.to_bytes(BLOCK, "little") for number in range(start, start + count)
        )
        stream = _aes(key).encryptor().update(counters)[: len(piece)]
        clear = int.from_bytes(piece, "big") ^ int.from_bytes(stream, "big")
        pieces.append(clear.to_bytes(len(piece), "big"))
    return b"".join(pieces)


def chained(key: bytes, vector: bytes, octets: bytes) -> bytes:
    return _aes(key, vector).decryptor().update(octets)


# The password that analysts commonly use to exchange samples.
USUAL = ("infected",)
# The maximum number of tries per document.
TRIES = 2_000
# A key derivation with USUAL_ROUNDS rounds counts as SLOW tries, others in proportion.
SLOW, USUAL_ROUNDS = 100, 1 << 19


@dataclass(slots=True)
class ArchivePasswords:
    """The given passwords and the usual one; the last one that fitted comes first."""

    given: Iterable[str] = ()
    tries: int = field(default_factory=lambda: TRIES)
    # The salts, passwords and rounds of derived keys: derivation is slow on purpose.
    derived: set[tuple[bytes, int]] = field(default_factory=set)
    # The archives that none of the passwords opened.
    locked: dict[str, None] = field(default_factory=dict)
    # The messages whose text was searched for passwords.
    searched: set[int] = field(default_factory=set)
    _spelled: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._spelled = list(spellings((*self.given, *USUAL)))

    def add(self, passwords: Iterable[str]) -> None:
        self.given = tuple(dict.fromkeys((*self.given, *passwords)))
        self._spelled += [each for each in spellings(self.given) if each not in self._spelled]

    def each(self) -> Iterator[bytes]:
        """Yield the passwords until the number of tries is used up."""
        for password in tuple(self._spelled):
            self.tries -= 1
            if self.tries < 0:
                return
            yield password

    def texts(self) -> Iterator[str]:
        """Yield the passwords as texts, for ciphers with a slow key derivation."""
        return iter(dict.fromkeys((*USUAL, *self.given)))

    def may_make_key(self, rounds: int) -> bool:
        """Count a slow key derivation; return False if there were too many."""
        self.tries -= max(SLOW * rounds // USUAL_ROUNDS, 1)
        return self.tries >= 0

    def fits(self, password: bytes) -> None:
        """Move a fitting password to the front: an archive's next member often has the same."""
        self._spelled.remove(password)
        self._spelled.insert(0, password)


def spellings(passwords: Iterable[str]) -> tuple[bytes, ...]:
    """Return the passwords as bytes, in each of the encodings that programs use."""
    spelled = (
        each.encode(encoding, "ignore") for each in passwords for encoding in ("utf-8", "cp437")
    )
    return tuple(dict.fromkeys(spelled))


# The compression method that marks AES encryption, and the extra field with the details.
AES, EXTRA = 99, 0x9901
# The lengths of the salt and of the key, by the strength in the extra field.
STRENGTHS = {1: (8, 16), 2: (12, 24), 3: (16, 32)}
ZIP_CIPHERS_ROUNDS = 1_000
# The sizes of the password check before the content and of the authentication code after it.
CHECK, CODE = 2, 10
# The size of the traditional cipher's header; its last byte detects most wrong passwords.
HEAD = 12
# Flag: the CRC follows the content, and the password may have to be checked against the time.
CRC_FOLLOWS = 8
# The cost per byte in units of work, by measured time.
BY_AES, BY_KEYS = 1, 12
KEYS = (0x12345678, 0x23456789, 0x34567890)
# The effect of one byte on a CRC-32, without its complements.
SUMS = tuple(zlib.crc32(bytes((each,)), 0xFFFFFFFF) ^ 0xFFFFFFFF for each in range(256))


def method_of(info: zipfile.ZipInfo) -> int:
    """Return the compression method of a member, even of an encrypted one."""
    field = _aes_field(info)
    return info.compress_type if field is None else field[1]


def decrypted_zip_ciphers(
    info: zipfile.ZipInfo, packed: bytes, password: bytes, budget: WorkBudget
) -> bytes | None:
    """Decrypt a member; return None if the password is wrong or the budget is used up.

    The result may be garbage: check it with ``is_content`` after decompression.
    """
    if info.compress_type == AES:
        return _by_aes(info, packed, password, budget)
    return _by_keys(info, packed, password, budget)


def is_content(info: zipfile.ZipInfo, content: bytes) -> bool:
    """Return True if the content has the right size and CRC; AES content was authenticated already.

    A wrong password passes the check of the traditional cipher once in 256 times.
    """
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
    if info.flag_bits & CRC_FOLLOWS:  # then the check may be the high byte of the time
        checks.add((hour << 3 | minute >> 3) & 0xFF)
    if len(head) < HEAD or head[-1] not in checks or not budget.charge(BY_KEYS * len(packed)):
        return None
    return _turned(keys, packed[HEAD:])[1]


def _turned(
    keys: tuple[int, int, int], octets: bytes, *, is_encrypted: bool = True
) -> tuple[tuple[int, int, int], bytes]:
    """Decrypt bytes; return them with the updated keys (APPNOTE 6.1.5 and 6.1.6)."""
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


# The padding of short passwords in PDF's standard security handler (ISO 32000-2 7.6).
PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
# The key lengths in bytes that the library supports for RC4.
RC4_SIZES = frozenset({5, 7, 8, 10, 16, 20, 24, 32})
HASHES = ("sha256", "sha384", "sha512")
FEWEST_ROUNDS, MOST_ROUNDS = 64, 1_000


class PdfEncryption(NamedTuple):
    """The entries of a PDF file's encryption dictionary: revision, keys and ciphers."""

    revision: int
    size: int
    owner: bytes
    user: bytes
    owner_key: bytes
    user_key: bytes
    permissions: int
    identity: bytes
    is_metadata_encrypted: bool
    string_method: str
    stream_method: str


def pdf_key(encryption: PdfEncryption, password: bytes) -> bytes | None:
    """Return a PDF file's key for a user or owner password, or None if the password is wrong."""
    if encryption.revision >= 5:
        return _pdf_key_by_hash(encryption, password[:127])
    if (key := _user_key(encryption, password)) is not None:
        return key
    digest = hashlib.md5(_padded(password), usedforsecurity=False).digest()
    for _ in range(50 if encryption.revision >= 3 else 0):
        digest = hashlib.md5(digest, usedforsecurity=False).digest()
    user = encryption.owner[:32]
    for count in reversed(range(20 if encryption.revision >= 3 else 1)):
        user = rc4(bytes(each ^ count for each in digest[: encryption.size]), user)
    return _user_key(encryption, user)


def _padded(password: bytes) -> bytes:
    return (password + PADDING)[:32]


def _user_key(encryption: PdfEncryption, password: bytes) -> bytes | None:
    """Derive and check the key (algorithms 2, 4 and 5); return None if the password is wrong."""
    revision, size = encryption.revision, encryption.size
    text = _padded(password) + encryption.owner[:32]
    text += struct.pack("<i", encryption.permissions) + encryption.identity
    if revision >= 4 and not encryption.is_metadata_encrypted:
        text += b"\xff" * 4
    key = hashlib.md5(text, usedforsecurity=False).digest()
    for _ in range(50 if revision >= 3 else 0):
        key = hashlib.md5(key[:size], usedforsecurity=False).digest()
    key = key[:size]
    if revision < 3:
        return key if rc4(key, PADDING) == encryption.user[:32] else None
    check = hashlib.md5(PADDING + encryption.identity, usedforsecurity=False).digest()
    for count in range(20):
        check = rc4(bytes(each ^ count for each in key), check)
    return key if check == encryption.user[:16] else None


def _pdf_key_by_hash(encryption: PdfEncryption, password: bytes) -> bytes | None:
    """Decrypt the file's key with a hash of the password (algorithm 2.A)."""
    user = encryption.user[:48]
    for text, sealed, more in (
        (user, encryption.user_key, b""),
        (encryption.owner[:48], encryption.owner_key, user),
    ):
        check, first, second = text[:32], text[32:40], text[40:48]
        if len(sealed) == 32 and _hashed(encryption.revision, password, first, more) == check:
            key = _hashed(encryption.revision, password, second, more)
            return chained(key, bytes(BLOCK), sealed)
    return None


def _hashed(revision: int, password: bytes, salt: bytes, more: bytes) -> bytes:
    """Hash a password with algorithm 2.B, which is slow on purpose."""
    key = hashlib.sha256(password + salt + more).digest()
    last = 0
    for number in range(MOST_ROUNDS if revision >= 6 else 0):
        if number >= FEWEST_ROUNDS and last <= number - 32:
            break
        text = (password + key + more) * 64
        mixed = _aes(key[:16], key[16:32]).encryptor().update(text)
        key = hashlib.new(HASHES[sum(mixed[:16]) % 3], mixed).digest()
        last = mixed[-1]
    return key[:32]


def rc4(key: bytes, octets: bytes) -> bytes:
    """Decrypt or encrypt with RC4; return b"" for unsupported key lengths."""
    if len(key) not in RC4_SIZES:
        return b""
    from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4
    from cryptography.hazmat.primitives.ciphers import Cipher

    return Cipher(ARC4(key), None).decryptor().update(octets)


def pdf_bytes(key: bytes, method: str, number: tuple[int, int], octets: bytes) -> bytes:
    """Decrypt a string or a stream of the object with this number (algorithm 1)."""
    if method == "Identity":
        return octets
    if method != "AESV3":
        text = key + struct.pack("<I", number[0])[:3] + struct.pack("<I", number[1])[:2]
        text += b"sAlT" if method == "AESV2" else b""
        size = min(len(key) + 5, 16)
        key = hashlib.md5(text, usedforsecurity=False).digest()[:size]
    if method == "V2":
        return rc4(key, octets)
    vector, blocks = octets[:BLOCK], octets[BLOCK : len(octets) & ~(BLOCK - 1)]
    if len(vector) < BLOCK or not blocks:
        return b""
    clear = chained(key, vector, blocks)
    return clear[: -clear[-1]] if 0 < clear[-1] <= BLOCK else clear


# The password with which Office opens files without asking.
OPEN_TO_ALL = "VelvetSweatshop"
# The purposes of the keys derived from a password (MS-OFFCRYPTO 2.3.4.11 to 13).
CHECKED, CHECK_SUM, CONTENT = (
    bytes.fromhex(each) for each in ("fea7d2763b4b9e79", "d7aa0f6d3061344e", "146e0be7abacd0d6")
)
SEGMENT, STANDARD_ROUNDS, MOST_OFFICE_ROUNDS = 4096, 50_000, 1_000_000
ELEMENT = expression(rb"<(?:\w{1,20}:)?(keyData|encryptedKey)\s([^<>]{1,4000})>")
ATTRIBUTE = expression(rb"(\w{1,40})=\"([^\"]{0,1000})\"")
OFFICE_HASHES = frozenset({"sha1", "sha256", "sha384", "sha512"})


class OfficeEncryption:
    """The encryption of an Office file: agile, or standard as in Office 2007."""

    def __init__(self, info: bytes) -> None:
        self._is_agile = info[:4] == b"\4\0\4\0"
        self._info = info
        # Use the first element of each name: further keys are for certificates.
        found = {name: dict(ATTRIBUTE.findall(rest)) for name, rest in ELEMENT.findall(info)[::-1]}
        self._data, self._key = found.get(b"keyData", {}), found.get(b"encryptedKey", {})
        self.rounds = (
            int(self._key.get(b"spinCount", b"0")[:9]) if self._is_agile else STANDARD_ROUNDS
        )

    def key(self, password: str) -> bytes | None:
        """Return the key of the content, or None if the password is wrong."""
        try:
            return (self._agile_key if self._is_agile else self._standard_key)(password)
        except (KeyError, ValueError, struct.error):
            return None  # damaged

    def content(self, key: bytes, package: bytes) -> bytes:
        """Decrypt the content, which begins with its size."""
        size, rest = int.from_bytes(package[:8], "little"), package[8:]
        rest = rest[: len(rest) // BLOCK * BLOCK]
        if not self._is_agile:
            return _aes(key).decryptor().update(rest)[:size]
        salt, digest = b64decode(self._data[b"saltValue"]), _hash_of(self._data)
        pieces = []
        for number, at in enumerate(range(0, len(rest), SEGMENT)):
            vector = digest(salt + number.to_bytes(4, "little"))[:BLOCK]
            pieces.append(chained(key, vector, rest[at : at + SEGMENT]))
        return b"".join(pieces)[:size]

    def _agile_key(self, password: str) -> bytes | None:
        salt, digest = b64decode(self._key[b"saltValue"]), _hash_of(self._key)
        if self.rounds > MOST_OFFICE_ROUNDS or not b64decode(self._data[b"saltValue"]):
            return None
        _hash_of(self._data)
        derived = _spun(digest, salt, password, self.rounds)
        size = int(self._key[b"keyBits"]) // 8

        def value(name: bytes, purpose: bytes) -> bytes:
            key = digest(derived + purpose)[:size].ljust(size, b"\x36")
            return chained(key, salt[:BLOCK], b64decode(self._key[name]))

        checked = value(b"encryptedVerifierHashInput", CHECKED)
        summed = value(b"encryptedVerifierHashValue", CHECK_SUM)
        is_right = summed.startswith(digest(checked[: len(salt)]))
        return value(b"encryptedKeyValue", CONTENT)[:size] if is_right else None

    def _standard_key(self, password: str) -> bytes | None:
        (length,) = struct.unpack_from("<I", self._info, 8)
        (bits,) = struct.unpack_from("<I", self._info, 28)
        verifier = self._info[12 + length :]
        derived = _spun(_sha1, verifier[4:20], password, STANDARD_ROUNDS)
        final = _sha1(derived + bytes(4))
        padded = (bytes(each ^ mask for each in final.ljust(64, b"\0")) for mask in (0x36, 0x5C))
        key = b"".join(map(_sha1, padded))[: bits // 8]
        summed = _aes(key).decryptor().update(verifier[40:72])
        is_right = summed.startswith(_sha1(_aes(key).decryptor().update(verifier[20:36])))
        return key if is_right else None


def _hash_of(attributes: dict[bytes, bytes]) -> Callable[[bytes], bytes]:
    name = attributes[b"hashAlgorithm"].decode("ascii", "replace").lower()
    if name not in OFFICE_HASHES:
        raise ValueError(name)
    return lambda octets: hashlib.new(name, octets).digest()


def _spun(digest: Callable[[bytes], bytes], salt: bytes, password: str, rounds: int) -> bytes:
    derived = digest(salt + password.encode("utf-16-le", "replace"))
    for number in range(rounds):
        derived = digest(number.to_bytes(4, "little") + derived)
    return derived


def _sha1(octets: bytes) -> bytes:
    return hashlib.sha1(octets).digest()
