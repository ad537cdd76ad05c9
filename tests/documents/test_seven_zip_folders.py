"""Coder chains of 7z folders: which are followed, and how they are undone."""

import bz2
import lzma
import zlib

import pytest

from tests.for_each import for_each
from uriinspector.documents import packing
from uriinspector.documents.packing import Coder, Folder, chain_of, is_encrypted, unpacked_folder

COPY, DEFLATE, BZIP, LZMA2 = b"\0", b"\4\1\x08", b"\4\2\2", b"\x21"
X86, SWAP, ENCRYPTED = b"\3\3\1\3", b"\2\3\2", b"\x06\xf1\x07\x01"


def coder(method: bytes, inputs: int = 1, outputs: int = 1, properties: bytes = b"") -> Coder:
    return Coder(method, properties, inputs, outputs)


@for_each("inputs, outputs", (0, 1), (2, 1), (4, 1), (1, 0), (1, 2))
def test_coder_with_several_streams_is_not_followed(inputs: int, outputs: int) -> None:
    assert chain_of(Folder([coder(COPY)], {}, [0])) == [coder(COPY)]
    assert chain_of(Folder([coder(COPY, inputs, outputs)], {}, [0])) is None
    assert chain_of(Folder([coder(COPY), coder(COPY, inputs, outputs)], {1: 0}, [0])) is None


def test_unknown_method_is_not_followed() -> None:
    assert chain_of(Folder([coder(SWAP)], {}, [0])) is None


def test_coders_are_followed_from_the_packed_stream() -> None:
    first, second, third = coder(COPY), coder(DEFLATE), coder(BZIP)
    assert chain_of(Folder([first, second, third], {1: 2, 0: 1}, [2])) == [third, second, first]
    assert chain_of(Folder([first, second], {1: 0}, [0])) == [first, second]
    # A circle ends, and two packed streams have no start.
    assert chain_of(Folder([first, second], {0: 1, 1: 0}, [0])) == [first, second]
    assert chain_of(Folder([first, second], {1: 0}, [0, 1])) == []
    assert chain_of(Folder([first], {}, [])) == []


def test_only_the_aes_method_needs_a_password() -> None:
    assert is_encrypted(Folder([coder(COPY), coder(ENCRYPTED)], {}, [0]))
    assert not is_encrypted(Folder([coder(COPY), coder(LZMA2)], {}, [0]))


def deflated(octets: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(octets) + packer.flush()


TEXT = b"some text " * 50


@for_each("method, packed", (COPY, TEXT), (DEFLATE, deflated(TEXT)), (BZIP, bz2.compress(TEXT)))
def test_7z_compression_method_is_undone(method: bytes, packed: bytes) -> None:
    chain = [coder(method)]
    assert unpacked_folder(chain, packed, len(TEXT), None, 1000) == TEXT
    assert unpacked_folder(chain, packed, 7, None, 1000) == TEXT[:7]
    assert unpacked_folder(chain, packed, len(TEXT), None, 9) == TEXT[:9]
    assert unpacked_folder([coder(COPY), *chain], packed, len(TEXT), None, 1000) == TEXT


FILTERS = {
    b"\4": lzma.FILTER_X86,
    b"\3\3\1\3": lzma.FILTER_X86,
    b"\3\3\2\5": lzma.FILTER_POWERPC,
    b"\3\3\4\1": lzma.FILTER_IA64,
    b"\3\3\5\1": lzma.FILTER_ARM,
    b"\3\3\7\1": lzma.FILTER_ARMTHUMB,
    b"\3\3\x08\5": lzma.FILTER_SPARC,
}
# Jumps of all these processors, repeated.
CODE = (
    b"".join(
        bytes.fromhex(each)
        for each in (
            "e800010000",
            "48000101" * 4,
            "0100007f" * 4,
            "eb000010" * 4,
            "f000f8010000" * 8,
        )
    )
    * 8
)


@for_each("method, number", *FILTERS.items())
def test_branch_filter_is_undone_after_its_compression(method: bytes, number: int) -> None:
    chain = [{"id": number}, {"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}]
    packed = lzma.compress(CODE, lzma.FORMAT_RAW, filters=chain)
    chained = [coder(LZMA2, properties=b"\x08"), coder(method)]
    assert unpacked_folder(chained, packed, len(CODE), None, 4096) == CODE


def encrypted(salt: bytes, vector: bytes, rounds: int = 2, octets: bytes = TEXT[:64]) -> bytes:
    """Decrypt bytes with these properties and return the result."""
    first = rounds | bool(salt) << 7 | bool(vector) << 6
    second = max(len(salt) - 1, 0) << 4 | max(len(vector) - 1, 0)
    chain = [coder(ENCRYPTED, properties=bytes((first, second)) + salt + vector)]
    return unpacked_folder(chain, octets, len(octets), "secret", 1000)


@for_each("size", 0, 1, 8, 15)
def test_short_vector_is_padded_with_zeros(size: int) -> None:
    vector = bytes(range(1, size + 1))
    short, whole = encrypted(b"salt", vector), encrypted(b"salt", vector + bytes(16 - size))
    assert len(short) == 64
    assert short == whole
    other = encrypted(b"salt", vector.ljust(15, b"\0") + b"\1")
    # The vector only affects the first block (NIST SP 800-38A 6.2).
    assert other[15] == short[15] ^ 1
    assert other[:15] + other[16:] == short[:15] + short[16:]


def test_salt_rounds_and_whole_blocks_affect_decryption() -> None:
    plain = encrypted(b"salt", b"", 2)
    assert encrypted(b"salt", b"", 3)[:16] != plain[:16] != encrypted(b"sal", b"", 2)[:16]
    for size, whole in ((15, 0), (16, 16), (31, 16), (32, 32)):
        assert encrypted(b"salt", b"", 2, TEXT[:size]) == plain[:whole]


@for_each("rounds, size", (20, 16), (21, 0), (63, 0))
def test_key_with_too_many_rounds_is_not_derived(
    rounds: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def key(_: bytes, count: int) -> bytes:
        asked.append(count)
        return bytes(32)

    monkeypatch.setattr(packing, "_key", key)
    assert len(encrypted(b"", b"", rounds, TEXT[:16])) == size
    assert asked == [1 << rounds] * bool(size)


@for_each("properties", b"", b"\x02")
def test_7z_encryption_without_properties_is_not_decrypted(properties: bytes) -> None:
    chain = [coder(ENCRYPTED, properties=properties)]
    assert unpacked_folder(chain, TEXT[:16], 16, "secret", 1000) == b""
