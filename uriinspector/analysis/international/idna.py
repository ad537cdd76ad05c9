"""Validity of labels under IDNA2008 and UTS 46, and their mapping in browsers."""

import unicodedata
from functools import lru_cache

import idna

from uriinspector.analysis.international.scripts import normalized
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Span, message

ACE_PREFIX = "xn--"
# DNS allows 63 bytes per label; punycode of longer text takes quadratic time.
LONGEST_LABEL = 63
# UTS 46 section 4: characters that transitional and current processing treat differently.
DEVIATIONS = {"\u00df": "ss", "\u03c2": "\u03c3", "\u200c": "", "\u200d": ""}

IN_WORDS = {
    "uts46_disallowed": "{char} is not allowed in domain names",
    "disallowed_codepoint": "{char} is not allowed in domain names (IDNA2008)",
    "unknown_codepoint": "{char} is next to an unassigned character",
    "contextj": "{char} is allowed only where the script needs it to join letters",
    "contexto": "{char} is allowed only between specific characters",
    "leading_combiner": "The label begins with {char}, a combining mark without a base letter",
    "not_nfc": "The label is not in composed form (NFC)",
    "hyphen_3_4": "The third and fourth characters of the label are hyphens",
    "hyphen_start_end": "The label begins or ends with a hyphen",
    "empty_label": "The label is empty",
    "label_too_long": "The label is longer than 63 bytes",
    "input_too_long": "The label is longer than 63 bytes",
    "invalid_alabel": "The text after xn-- is not valid punycode",
    "invalid_ascii": "The label begins with xn-- but contains non-ASCII characters",
    "non_canonical_alabel": "The text after xn-- is not the standard punycode for this label",
    "bidi": "The label breaks the rule for text direction (RFC 5893)",
}


class LabelFault(NamedTuple):
    """The reason why a label is invalid, in words, and the span that causes it."""

    code: str
    message: str
    span: Span


class MappingChange(NamedTuple):
    """A place in the written label that browsers change.

    Kinds: case, width, compatibility, ignored, composition.
    """

    span: Span
    written: str
    mapped: str
    kind: str


class MappedLabel(NamedTuple):
    """A label after mapping by UTS 46, with a fault if a character is disallowed."""

    text: str
    changes: tuple[MappingChange, ...]
    fault: LabelFault | None


class Deviation(NamedTuple):
    """A character that older and newer programs treat differently."""

    span: Span
    char: str
    transitional: str


def label_fault(label: str) -> LabelFault | None:
    """Return why a label, in Unicode or punycode, is invalid in IDNA2008; None if it is valid."""
    if len(label) > 4 * LONGEST_LABEL:
        return LabelFault("label_too_long", IN_WORDS["label_too_long"], Span(0, len(label)))
    try:
        idna.alabel(label)
    except idna.IDNAError as error:
        return _fault(error, label)
    return None


def _fault(error: idna.IDNAError, label: str) -> LabelFault:
    code = error.code or ("bidi" if isinstance(error, idna.IDNABidiError) else "invalid")
    position = error.position
    is_within = position is not None and error.text == label
    span = Span(position - 1, position) if position is not None and is_within else None
    char = "a character" if error.codepoint is None else described(chr(error.codepoint))
    if code.startswith("bidi"):
        code = "bidi"  # one sentence for the six rules of RFC 5893
    words = IN_WORDS.get(code, "The label violates the rules for internationalized names")
    return LabelFault(code, message(words, char=char), span or Span(0, len(label)))


# Characters that mapping does not change.
UNCHANGED = expression("[a-z0-9-]*+")


@lru_cache(maxsize=4096)
def map_char(char: str) -> str | None:
    """Map a character by UTS 46; None if it is disallowed."""
    try:
        return idna.uts46_remap(char, std3_rules=False)
    except idna.IDNAError:
        return None


def map_label(label: str) -> MappedLabel:
    """Return the label as browsers look it up, with each change."""
    return _remembered(label) if len(label) <= LONGEST_LABEL else _mapped(label)


@lru_cache(maxsize=1024)
def _remembered(label: str) -> MappedLabel:
    return MappedLabel(label, (), None) if UNCHANGED.fullmatch(label) else _mapped(label)


def _mapped(label: str) -> MappedLabel:
    pieces: list[str] = []
    changes: list[MappingChange] = []
    fault: LabelFault | None = None
    for at, char in enumerate(label):
        mapped = map_char(char)
        if mapped is None:
            code = "uts46_disallowed"
            words = message(IN_WORDS[code], char=described(char))
            fault = fault or LabelFault(code, words, Span(at, at + 1))
            mapped = char
        elif mapped != char:
            changes.append(MappingChange(Span(at, at + 1), char, mapped, _kind(char, mapped)))
        pieces.append(mapped)
    joined = "".join(pieces)
    text = normalized("NFC", joined)
    if text != joined:
        changes.extend(_compositions(pieces))
        changes.sort(key=lambda change: change.span)
    return MappedLabel(text, tuple(changes), fault)


def _kind(char: str, mapped: str) -> str:
    if not mapped:
        return "ignored"
    tag = unicodedata.decomposition(char).partition(" ")[0]
    if tag.startswith("<"):
        return "width" if tag in {"<wide>", "<narrow>"} else "compatibility"
    if mapped in {char.lower(), char.casefold()}:
        return "case"
    is_same = unicodedata.normalize("NFC", char) == mapped
    return "composition" if is_same else "compatibility"


def _compositions(pieces: list[str]) -> list[MappingChange]:
    """Return the runs (a letter and its marks) that normalization changes."""
    starts = [
        at
        for at, piece in enumerate(pieces)
        if at == 0 or (piece and not unicodedata.combining(piece[0]))
    ]
    result = []
    for start, end in zip(starts, [*starts[1:], len(pieces)], strict=True):
        written = "".join(pieces[start:end])
        mapped = normalized("NFC", written)
        if mapped != written:
            result.append(MappingChange(Span(start, end), written, mapped, "composition"))
    return result


def deviations(label: str) -> tuple[Deviation, ...]:
    """Return the characters that transitional processing replaces or removes."""
    return tuple(
        Deviation(Span(at, at + 1), char, DEVIATIONS[char])
        for at, char in enumerate(label)
        if char in DEVIATIONS
    )


def transitional(label: str) -> str:
    """Return the label as programs looked it up until about 2022."""
    replaced = "".join(DEVIATIONS.get(char, char) for char in map_label(label).text)
    return normalized("NFC", replaced)


def decoded(label: str) -> str | None:
    """Decode a punycode label; return other labels unchanged, and None for invalid punycode."""
    if label[:4].lower() != ACE_PREFIX:
        return label
    return _decoded(label) if len(label) <= LONGEST_LABEL and label.isascii() else None


@lru_cache(maxsize=1024)
def _decoded(label: str) -> str | None:
    code = label[4:].lower()
    try:
        text = code.encode("ascii").decode("punycode")
        is_canonical = text.encode("punycode").decode("ascii") == code
    except ValueError:
        return None
    return text if is_canonical and not text.isascii() else None


def encoded(label: str) -> str | None:
    """Return the ASCII form of a mapped label; None if it has none."""
    if label.isascii():
        return label
    return _encoded(label) if len(label) <= LONGEST_LABEL else None


@lru_cache(maxsize=1024)
def _encoded(label: str) -> str | None:
    if any("\ud800" <= char <= "\udfff" for char in label):
        return None
    return ACE_PREFIX + label.encode("punycode").decode("ascii")
