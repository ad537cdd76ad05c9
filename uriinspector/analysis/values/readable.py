"""Whether what was decoded is text: by chance, octets hardly ever are."""

from __future__ import annotations

from uriinspector.core.expression import expression

# Nothing that text is made of: control characters, private use, what is no character.
BINARY = expression("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\ufffe\uffff\ue000-\uf8ff]")
# What words, numbers, addresses and small structures are made of.
USUAL = expression(r"[\w .,:;/@=&?+\-\"'{}\[\]()<>%#\n\r\t]")
UNUSUAL_SHARE = 8
# Letters of more scripts than people mix: octets that happened to be UTF-8.
BEYOND_ASCII = expression("[^\x00-\x7f]")


def text_of(octets: bytes) -> str | None:
    """The octets as UTF-8 text; None where they are not that, or nothing that people write."""
    try:
        text = octets.decode()
    except UnicodeDecodeError:
        return None
    return text if is_readable(text) else None


def is_readable(text: str) -> bool:
    """Whether nearly all of it is letters, digits and usual punctuation."""
    if not text or BINARY.search(text):
        return False
    if len(text) - len(USUAL.findall(text)) > len(text) // UNUSUAL_SHARE:
        return False
    if text.isascii():
        return True
    others = BEYOND_ASCII.findall(text)
    if not any(each.isalpha() for each in others):
        return False
    # Two letters of one script lie near each other; two at random do not.
    blocks = {ord(each) >> 8 for each in others if each.isalpha()}
    return len(blocks) <= max(2, len(others) // 4)


WORDS = expression(r"[A-Za-z]{3}|[0-9]{4}|[^\x00-\x7f]{2}")


def has_words(text: str) -> bool:
    """Whether three letters or four digits stand together in it."""
    return WORDS.search(text) is not None
