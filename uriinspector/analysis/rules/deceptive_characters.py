"""Rules about invisible characters, direction controls and control characters."""

import unicodedata
from collections.abc import Iterator
from itertools import chain

from uriinspector.analysis.derived import WRAPPED
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.idna import label_fault
from uriinspector.analysis.international.scripts import (
    BIDI_CONTROLS,
    bidi_controls,
    invisible_spans,
    is_invisible,
)
from uriinspector.analysis.nested import layers
from uriinspector.analysis.rules.escaping import merged
from uriinspector.analysis.rules.international_names import labels
from uriinspector.analysis.running_text import WHITE_SPACE
from uriinspector.analysis.triggers import RUNS, last_ending
from uriinspector.core.characters import described
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Span
from uriinspector.core.percent import decoded

UNICODE = ("UTS 36 2", "UTS 39 5")
CONTROLS = expression("[\x00-\x1f\x7f-\x9f]+")
# Controls that end an override or isolate, and marks that affect only their neighbors.
ENDS, MARKS = frozenset("\u202c\u2069"), frozenset("\u061c\u200e\u200f")
JOINERS = frozenset("\u200c\u200d")
SELECTORS = frozenset("\ufe0e\ufe0f")
LINE_ENDS = frozenset("\r\n\0")
# Browsers remove REMOVED anywhere, and TRIMMED (up to the space) at both ends (URL standard 4.4).
REMOVED = frozenset("\t\r\n")
TRIMMED = "".join(map(chr, range(0x21)))
# Browsers remove these from hosts (UTS 46 4).
IGNORED = frozenset("\u00ad\u200b\u2060\u2064\ufeff")
# A file extension; used right after invisible characters, where the name seems to have ended.
EXTENSION = expression(r"\.[A-Za-z0-9]{1,5}(?=[?#]|\Z)")
BLANKS = (
    "[ \u00a0\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\u3164\ufeff\u2800]",
    *("%20", "%C2%A0", "%E2%80%[89A][0-9A-F]", "%E3%80%80", "%E2%A0%80"),
)
# Matching only at the start of a run avoids quadratic time.
PADDING = expression(
    "(?i)"
    + "".join(f"(?<!{blank})" for blank in BLANKS)
    + f"(?:{'|'.join(BLANKS)}){{3,}}+"
    + r"(?=\.|%2E|[A-Za-z0-9]{1,4}\.[A-Za-z])"
)


def _in_authority(facts: Facts, span: Span) -> bool:
    authority = facts.authority_span
    return authority is not None and authority.start <= span.start < authority.end


def _in_host(facts: Facts, span: Span) -> bool:
    host = facts.host_span
    return host is not None and host.start <= span.start and span.end <= host.end


# Tag characters are invisible copies of ASCII characters. Only a few flag emoji need them.
TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)} | {0xE0001: None, 0xE007F: None}
FLAG = "\U0001f3f4"
# More of them are a message.
FEW_TAGS = 7


def invisible_char(facts: Facts) -> Iterator[Hit]:
    """Find invisible characters, which make texts that look the same differ."""
    for span in invisible_spans(facts.text):
        if facts.text[span.start] in BIDI_CONTROLS or span.of(facts.text).isascii():
            continue
        spelled = span.of(facts.text).translate(TAGS)
        if spelled and spelled.isascii() and not _in_authority(facts, span):
            if facts.text[span.start - 1 : span.start] != FLAG:
                severity = HIGH if len(spelled) > FEW_TAGS else None
                yield Hit(*span, severity, "tags", args={"found": spelled})
        elif not _is_ordinary(facts, span):
            pads = EXTENSION.match(facts.text, span.end) is not None
            yield _unseen(facts, span, facts.text[span.start], pads=pads)
    for sequence, char in _escaped(facts):
        if is_invisible(char) and char not in BIDI_CONTROLS:
            hit = _unseen(facts, sequence, char, pads=False)
            yield hit._replace(variant="encoded")
    yield from _in_coded_labels(facts)
    for match in PADDING.finditer(facts.text):
        if not _in_authority(facts, Span(*match.span())):
            yield Hit(*match.span(), HIGH, "spaces")


def _unseen(facts: Facts, span: Span, char: str, *, pads: bool) -> Hit:
    """Return the hit for an invisible character; its position decides severity and variant: in
    the authority, before a file extension, or at the end.
    """
    severity: str | None = None
    variant = ""
    if _in_authority(facts, span):
        severity, variant = HIGH, _of_host(facts, span) if _in_host(facts, span) else ""
    elif pads:
        severity, variant = HIGH, "padding"
    elif end := AT_END.match(facts.text, span.end):
        severity = LOW
        variant = "" if facts.text.startswith("/", end.end()) else "end"
    return Hit(*span, severity, variant, args={"char": described(char)})


def _of_host(facts: Facts, span: Span) -> str:
    """Return "dropped" if browsers just remove these characters from the host, otherwise "host"."""
    return (
        "dropped"
        if facts.is_accepted and IGNORED.issuperset(decoded(span.of(facts.text)))
        else "host"
    )


# Invisible characters up to the end of a component: U+200B to U+200F, U+2028 to U+202F, U+2060 to
# U+206F, U+FEFF, and white space. Matched right after each run.
AT_END = expression(
    "(?i)(?:%E2%80%(?:8[B-F]|A[89A-F])|%E2%81%A[0-F]|%EF%BB%BF|%C2%A0|%20|%0[9AD]"
    "|[ \u00a0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]|(?!)){0,99}+(?=/?(?:[?#]|\\Z))"
)


def _at_end(text: str, at: int) -> bool:
    """Return True if nothing visible follows in the same component."""
    return AT_END.match(text, at) is not None


def _in_coded_labels(facts: Facts) -> Iterator[Hit]:
    if "xn--" not in lowered(facts.reference.host or ""):
        return
    for label in labels(facts):
        char = next(filter(is_invisible, label.read), None)
        is_right = char in JOINERS and label_fault(label.read) is None
        if char is not None and label.written.isascii() and not is_right:
            yield Hit(*label.span, HIGH, "coded", args={"char": described(char)})


def _is_ordinary(facts: Facts, span: Span) -> bool:
    """Return True if a character is ordinary here; in a host, the IDNA rules for joiners
    decide.
    """
    if not _in_host(facts, span):
        return _is_orthography(facts.text, span)
    inside = (label for label, place in facts.labels if place.start <= span.start < place.end)
    is_joiner = JOINERS.issuperset(span.of(facts.text))
    return is_joiner and all(label_fault(label) is None for label in inside)


def _is_orthography(text: str, span: Span) -> bool:
    """Return True for joiners within words and emoji, and for variation selectors after symbols."""
    run = span.of(text)
    before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
    if set(run) <= SELECTORS:
        return unicodedata.category(before or " ") in {"So", "Sm", "Nd", "Po"}
    inside = len(run) == 1 and run in JOINERS and before and after
    return bool(inside) and not before.isascii() and not after.isascii()


def bidi_control(facts: Facts) -> Iterator[Hit]:
    """Find direction controls, which change the order in which text is displayed."""
    written = ((span, facts.text[span.start]) for span, _ in bidi_controls(facts.text))
    escaped = ((span, char) for span, char in _escaped(facts) if char in BIDI_CONTROLS)
    for span, char in chain(written, escaped):
        args = {"char": described(char)}
        is_encoded = facts.text[span.start] == "%"
        if char in MARKS and not _in_authority(facts, span):
            idle = _at_end(facts.text, span.end) or (char == LTR_MARK and not facts.once(_has_rtl))
            severity, variant = (LOW, "idle") if idle else (MEDIUM, "mark")
            variant = "encoded" if is_encoded and not idle else variant
            yield Hit(*span, severity, variant, args=args)
        else:
            variant = "end" if char in ENDS else "mark" if char in MARKS else ""
            program = "" if variant else _hidden_ending(facts, span)
            if program:
                variant, args = "program", args | {"found": f".{program}"}
            yield Hit(*span, variant="encoded" if is_encoded else variant, args=args)


def _hidden_ending(facts: Facts, span: Span) -> str:
    """Return the program's file extension in a name that an override reverses, or ""."""
    start, end = facts.path_span
    is_in_path = start <= span.start < end <= span.end + LONGEST_NAME
    if facts.text[span.start] != RTL_OVERRIDE or not is_in_path:
        return ""
    ending, rest = last_ending(facts.text, span.end, end), facts.text[span.end : end]
    is_whole = "/" not in rest and BIDI_CONTROLS.keys().isdisjoint(rest)
    return ending if ending in RUNS and is_whole else ""


RTL_OVERRIDE, LONGEST_NAME = "\u202e", 255
LTR_MARK = "\u200e"
RTL = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})


def _has_rtl(facts: Facts) -> bool:
    """Return True if the text has right-to-left characters; otherwise a left-to-right mark has
    no effect.
    """
    return any(unicodedata.bidirectional(char) in RTL for char in decoded(facts.text))


def _escaped(facts: Facts) -> Iterator[tuple[Span, str]]:
    last = -1
    for octet in facts.octets:
        if octet.form == "utf-8" and octet.char and octet.sequence.start != last:
            last = octet.sequence.start
            yield octet.sequence, octet.char


def control_char(facts: Facts) -> Iterator[Hit]:
    """Find control characters; browsers drop tabs and line ends, other programs stop at them.

    They are less severe in data URLs, whose base64 often has line breaks.
    """
    text = facts.text
    inner = Span(len(text) - len(text.lstrip(TRIMMED)), len(text.rstrip(TRIMMED)))
    wrapped = next((Span(e.start, e.end) for e in layers(facts) if e.via == WRAPPED), Span(0, 0))
    for match in CONTROLS.finditer(text):
        span = Span(*match.span())
        is_white = not match[0].strip(WHITE_SPACE)
        if is_white and wrapped.start <= span.start < wrapped.end:
            continue  # inside delimiters it is not part of the link (RFC 3986 C)
        args = {"char": described(text[span.start])}
        ends = not LINE_ENDS.isdisjoint(match[0])
        at_an_end = not inner.start <= span.start < inner.end
        variant = _treatment(facts, text[span.start], at_an_end=at_an_end)
        if _in_authority(facts, span) and not at_an_end:
            yield Hit(*span, HIGH, "host" if variant == "" else "rejected", args=args)
        elif facts.scheme == "data" or at_an_end:
            yield Hit(*span, LOW, variant, args=args)
        else:
            usual = HIGH if ends else None
            yield Hit(*span, LOW if is_white and _is_prose(facts) else usual, variant, args=args)


def _treatment(facts: Facts, char: str, *, at_an_end: bool) -> str:
    if char in REMOVED:
        return ""
    if at_an_end and char in TRIMMED:
        return "ends"
    return "encoded" if facts.is_accepted else "rejected"


def _is_prose(facts: Facts) -> bool:
    """Return True if the text consists of several words rather than a link."""
    is_link = facts.scheme or facts.base or facts.stripped_scheme
    return not is_link and facts.reference.authority is None and len(facts.text.split(None, 2)) > 2


# Two messages that weighing by place recognizes: browsers remove the character, perhaps early.
DROPPED = "{char}: browsers remove it; other programs may stop there or split the link."
DROPPED_EARLY = "{char} before the path: browsers remove it, other programs may not."
IN_HOST = "{char} in the host is invisible; the host can look like a different one."
RULES = (
    Rule(
        "invisible-char",
        MEDIUM,
        "Invisible character",
        {
            "": "{char} is invisible; texts that look the same can differ.",
            "end": "{char} is invisible. It is at the end, and may have been copied with the link.",
            **dict.fromkeys(("host", "dropped"), IN_HOST),
            "coded": "{char} in the decoded host is invisible; the host can look like a different "
            "one.",
            "encoded": "{char} is invisible once decoded; texts that look the same can differ.",
            "tags": 'Invisible characters (Unicode tags) spell "{found}".',
            "padding": "{char} comes before the file extension and can hide where the name ends.",
            "spaces": "A run of blank characters can push the text after it out of view.",
        },
        UNICODE,
        invisible_char,
        rises="High in a host, before a file extension, or if the characters spell a message. "
        "Low at the end of the link.",
        plain={
            "": "Contains an invisible character ({char}): a link that looks the same can differ.",
            "end": "An invisible character at the end; it may have been copied with the link: "
            "{char}.",
            "host": "An invisible character ({char}) in the name of the site makes it look like "
            "another name.",
            "dropped": "Hidden character in the site's name: {char}. Browsers remove it; it has "
            "no legitimate use there.",
            "coded": "An invisible character ({char}) in the name of the site makes it look like "
            "another name.",
            "encoded": "Contains an invisible character in disguise ({char}): a link that looks "
            "the same can differ.",
            "tags": 'Contains text that people cannot see but programs can read: "{found}".',
            "padding": "An invisible character ({char}) can hide the end of the file name.",
        },
        when="has_unusual is_escaped is_international",
    ),
    Rule(
        "bidi-control",
        HIGH,
        "Text-direction control character",
        {
            **dict.fromkeys(
                ("", "program"), "{char} can change the display order of the text after it."
            ),
            "encoded": "Once decoded, {char} can change the display order of nearby text.",
            "end": "{char} ends a text-direction change; it is invisible and has no use in a link.",
            "idle": "{char} is an invisible direction mark; here it does not reorder anything.",
            "mark": "{char} is an invisible direction mark; it can change the order of nearby "
            "characters.",
        },
        ("UAX 9 2", "RFC 3987 4"),
        bidi_control,
        rises="Medium for a direction mark outside the host. Low if the mark has no effect there.",
        plain={
            "program": 'The file really ends in "{found}" and can start a program; an invisible '
            "character can hide it: {char}.",
            "": "An invisible character can reverse the text after it, so it reads as something "
            "else: {char}.",
            "encoded": "An encoded invisible character can reverse nearby text and so hide how a "
            "name ends: {char}.",
            "end": "An invisible character that ends a change of text direction serves no "
            "purpose in a link: {char}.",
            "idle": "An invisible text-direction mark; here it changes nothing: {char}.",
            "mark": "An invisible mark can change the order of nearby characters: {char}.",
        },
        when="is_escaped is_international",
    ),
    Rule(
        "control-char",
        MEDIUM,
        "Control character",
        {
            "": DROPPED,
            "host": DROPPED_EARLY,
            "encoded": (
                "{char}: browsers percent-encode it; other programs may cut off or split the link "
                "there."
            ),
            "ends": "{char}: browsers trim it from the start and end of a link.",
            "rejected": (
                "{char}: not allowed in a link; programs may cut off or split the link there."
            ),
        },
        ("RFC 3986 2", "WHATWG URL 4.4"),
        merged(control_char),
        rises="High in a host, and for CR, LF and NUL. Low at the start or end of the link and "
        "in data.",
        plain={
            "": "Contains an invisible character ({char}); browsers drop it, other programs"
            " may see a shorter link.",
            "host": "An invisible character in or near the name of the site ({char}); only "
            "some programs drop it.",
            "encoded": "Contains an invisible character ({char}); some programs may see a "
            "shorter link.",
            "ends": "An invisible character at the start or end ({char}); browsers drop it.",
            "rejected": "Contains an invisible character ({char}), which a link cannot contain.",
        },
        when="has_unusual",
    ),
)
