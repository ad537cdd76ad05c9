"""AES (FIPS 197) for archives, many blocks at a time.

One octet of every block makes a run of octets: a substitution is then one ``translate``, an
addition one exclusive or of two large numbers.  That is fast enough without a library of ciphers,
which would be the largest that the package needs.
"""

from __future__ import annotations

BLOCK = 16
ROUNDS = {16: 10, 24: 12, 32: 14}
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
    while len(words) < 4 * (ROUNDS[len(key)] + 1):
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


def decrypted(key: bytes, blocks: bytes) -> bytes:
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
        clear, added = decrypted(key, piece), before + piece[:-BLOCK]
        pieces.append((_number(clear) ^ _number(added)).to_bytes(len(piece), "big"))
        before = piece[-BLOCK:]
    return b"".join(pieces)
