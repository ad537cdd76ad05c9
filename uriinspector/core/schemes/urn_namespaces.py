"""URN namespaces whose names are checked: isbn, issn, ietf, lex, nbn, oid and uuid."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from re import Pattern

from uriinspector.core.expression import expression, lowered, lowered_except_escapes
from uriinspector.core.model import NamedTuple, Span, message
from uriinspector.core.reference import cut
from uriinspector.core.schemes.dossier import Field, Note, NoteRows, noted

# The time from 15 October 1582 to 1 January 1970, in ticks of 100 nanoseconds (RFC 9562 5.1).
GREGORIAN_TO_UNIX = 122_192_928_000_000_000
TICKS = 10_000_000
DAY = 86_400
# The number of days from 1 March of the year 0 (so that the leap day comes last) to 1 January 1970.
ERA_TO_UNIX = 719_468


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "isbn-ten": (
        "info",
        "since 2007, the same book also has the number {number}; a URN with that number is a "
        "different name",
        ("RFC 3187", "RFC 8254"),
    ),
    "isbn-grouping": (
        "info",
        "only the ISBN agencies' lists show where group, registrant and publication end",
        ("RFC 3187", "RFC 8254"),
    ),
    "issn-hyphen": (
        "info",
        "an ISSN is written with a hyphen in the middle",
        ("RFC 3044", "RFC 8254"),
    ),
    "uuid-node": (
        "info",
        "contains the MAC address of the computer that generated it",
        ("RFC 9562 8",),
    ),
}


def gregorian(ticks: int) -> str:
    """Format a time in ticks of 100 nanoseconds since 15 October 1582."""
    seconds, fraction = divmod(ticks - GREGORIAN_TO_UNIX, TICKS)
    return f"{_whole(seconds)}.{fraction:07}Z"


def unix(milliseconds: int) -> str:
    """Format a time in milliseconds since 1970."""
    seconds, fraction = divmod(milliseconds, 1000)
    return f"{_whole(seconds)}.{fraction:03}Z"


def utc(ticks: int, per_second: int) -> str:
    """Format a time in ticks since 1970, without zeros at the end of the fraction."""
    seconds, fraction = divmod(ticks, per_second)
    digits = f"{fraction:0{len(str(per_second)) - 1}}".rstrip("0") if fraction else ""
    return f"{_whole(seconds)}{'.' if digits else ''}{digits}Z"


def _whole(seconds: int) -> str:
    days, rest = divmod(seconds, DAY)
    year, month, day = _civil(days)
    return f"{year:04}-{month:02}-{day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"


def _civil(days: int) -> tuple[int, int, int]:
    """Return the year, month and day.

    400 years have 146,097 days; from March on, every five months have 153 days.
    """
    era, day = divmod(days + ERA_TO_UNIX, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5 - 1
    month += 3 if month < 10 else -9
    return year + 400 * era + (month <= 2), month, day


CHECKED_NUMBER = expression("[0-9]++(?:-[0-9][0-9]*+)*+(?:-?[Xx]|(?!))?+")


def bare(name: str) -> str:
    """Remove hyphens and uppercase "x" in valid numbers; leave other names unchanged."""
    return name.replace("-", "").upper() if CHECKED_NUMBER.fullmatch(name) else name


def check_by_eleven(digits: str) -> str:
    """Return the ISBN-10 or ISSN check digit: with weights 1, 2, 3 ... from the end, the sum is
    divisible by 11.
    """
    weighted = enumerate(reversed(digits), 2)
    left = -sum(weight * int(digit) for weight, digit in weighted) % 11
    return "X" if left == 10 else str(left)


def check_by_ten(digits: str) -> str:
    """Return the ISBN-13 check digit: with weights 1, 3, 1, 3 ..., the sum is divisible by 10."""
    return str(-sum((1, 3)[at % 2] * int(digit) for at, digit in enumerate(digits)) % 10)


def wrong_check(nid: str, digit: str, right: str, end: int, *cites: str) -> Note:
    """Return the note on a wrong check digit, which is not a violation of the syntax."""
    explanation = message(
        "the check digit is {found}, but should be {right}", found=digit, right=right
    )
    return Note(f"{nid}-check-digit", "unusual", explanation, Span(end - 1, end), cites)


def unchanged(name: str) -> str:
    """Return the name as it is, for namespaces without their own equivalence."""
    return name


class Namespace(NamedTuple):
    """A row of the table.

    ``look`` receives the whole text and the span of the namespace-specific string, and yields
    fields and notes; ``same`` normalizes the string, in which escapes already have uppercase
    digits. Both are only used for strings of the expected form; any other form causes a note, never
    a violation.
    """

    nid: str
    title: str
    cites: tuple[str, ...]
    look: Callable[[str, Span], Iterator[Field | Note]]
    same: Callable[[str], str] = unchanged
    shape: Pattern[str] = expression("(?s).*")
    expected: str = ""

    def remarks(self, text: str, nss: Span) -> Iterator[Field | Note]:
        """Yield the fields and notes of a string, or a note on its form."""
        if self.shape.fullmatch(text, *nss):
            yield from self.look(text, nss)
        else:
            yield misshapen(self.nid, nss, self.expected, *self.cites)

    def normal(self, nss: str) -> str:
        """Return the normalized string."""
        return self.same(nss) if self.shape.fullmatch(nss) else nss


def misshapen(nid: str, span: Span, expected: str, *cites: str) -> Note:
    """Return the note on a name that does not have the expected form."""
    explanation = message("expected form: {expected}", expected=message(expected))
    return Note(f"{nid}-form", "unusual", explanation, span, cites)


IETF_CITES = ("RFC 2648",)
PARAMS = ("RFC 3553",)
SERIES = {
    "rfc": "Request for Comments",
    "fyi": "For Your Information",
    "std": "Internet Standard",
    "bcp": "Best Current Practice",
}
KINDS = {**SERIES, "id": "an Internet-Draft", "mtg": "a meeting", "params": "a protocol parameter"}
DIGITS = expression("[0-9]++")


def look_ietf(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the kind of document and its number or name, or the class of a parameter."""
    colon = text.find(":", *nss)
    kind = lowered(text[nss.start : colon]) if colon >= 0 else ""
    if kind not in KINDS:
        explanation = f"one of {', '.join(KINDS)}, then a colon and a number or name"
        yield misshapen("ietf", nss, explanation, *IETF_CITES)
        return
    yield Field("kind", Span(nss.start, colon), KINDS[kind])
    start, end = colon + 1, nss.end
    if kind in SERIES:
        explanation = message(
            "{series} {number}", series=message(SERIES[kind]), number=text[start:end]
        )
        yield Field("number", Span(start, end), explanation)
        if not DIGITS.fullmatch(text, start, end):
            yield misshapen("ietf", nss, "a number after the series", *IETF_CITES)
    elif kind == "params":
        yield from _parameter(text, start, end)
    else:
        yield Field("name", Span(start, end), KINDS[kind])


def _parameter(text: str, start: int, end: int) -> Iterator[Field]:
    colon = text.find(":", start, end)
    yield Field("class", Span(start, end if colon < 0 else colon), "the IANA registry")
    if colon >= 0:
        yield Field("identifier", Span(colon + 1, end), "the registry entry")


def same_ietf(name: str) -> str:
    """Ignore the case of document names (RFC 2648), but not of parameters (RFC 3553)."""
    kind = lowered(name.partition(":")[0])
    return lowered_except_escapes(name) if kind in KINDS and kind != "params" else name


IETF_NAMESPACE = Namespace(
    "ietf", "IETF documents and protocol parameters", IETF_CITES + PARAMS, look_ietf, same_ietf
)

ISBN_CITES = ("RFC 3187", "RFC 8254")
ISBN_SHAPE = expression("97[89][0-9]{10}|[0-9]{9}[0-9X]")
PREFIXES = ("978", "979")
GROUPS = {
    "0": "English",
    "1": "English",
    "2": "French",
    "3": "German",
    "4": "Japan",
    "5": "Russia and neighboring countries",
    "7": "China",
}
ELEMENTS = ("prefix element", "registration group", "registrant", "publication", "check digit")
ELEMENT_MEANINGS = {
    "prefix element": "distinguishes books from other trade items",
    "registrant": "the publisher",
    "publication": "the title and format",
    "check digit": "computed from the other digits",
}


def look_isbn(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the number, its elements if it has hyphens, and notes on its check digit."""
    digits = bare(nss.of(text))
    if not ISBN_SHAPE.fullmatch(digits):
        yield misshapen(
            "isbn", nss, "an ISBN (13 digits, or 10, the last of which may be X)", *ISBN_CITES
        )
        return
    yield Field("isbn", nss, message("ISBN, {digits} digits", digits=len(digits)), value=digits)
    yield from _elements(text, nss, digits)
    right = check_by_ten(digits[:-1]) if len(digits) == 13 else check_by_eleven(digits[:-1])
    if digits[-1] != right:
        yield wrong_check("isbn", digits[-1], right, nss.end, *ISBN_CITES)
    elif len(digits) == 10:
        longer = PREFIXES[0] + digits[:-1]
        yield noted(NOTES, "isbn-ten", nss, number=longer + check_by_ten(longer))


def _elements(text: str, nss: Span, digits: str) -> Iterator[Field | Note]:
    names = ELEMENTS[-4:] if len(digits) == 10 else ELEMENTS
    runs = list(cut(text, nss, "-"))
    first, (start, end) = runs[0].of(text), runs[-1]
    is_split = len(runs) == len(names) and end - start == 1
    if not is_split or (len(digits) == 13 and first not in PREFIXES):
        yield Field("check digit", Span(nss.end - 1, nss.end), ELEMENT_MEANINGS["check digit"])
        yield noted(NOTES, "isbn-grouping", nss)
        return
    for name, run in zip(names, runs, strict=True):
        group = GROUPS.get(run.of(text), "a country, a region or a language")
        yield Field(name, run, ELEMENT_MEANINGS.get(name, group))


def same_isbn(name: str) -> str:
    """Ignore hyphens, and the case of an X."""
    digits = bare(name)
    return digits if ISBN_SHAPE.fullmatch(digits) else name


ISBN_NAMESPACE = Namespace(
    "isbn", "International Standard Book Number", ISBN_CITES, look_isbn, same_isbn
)

ISSN_CITES = ("RFC 3044", "RFC 8254")
ISSN_NUMBER = expression("[0-9]{4}-?[0-9]{3}[0-9Xx]")


def look_issn(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the number and its check digit."""
    written = nss.of(text)
    digits = bare(written)
    yield Field("issn", nss, "ISSN", value=digits)
    yield Field("check digit", Span(nss.end - 1, nss.end), "computed from the other digits")
    if "-" not in written:
        yield noted(NOTES, "issn-hyphen", nss)
    right = check_by_eleven(digits[:-1])
    if digits[-1] != right:
        yield wrong_check("issn", digits[-1], right, nss.end, *ISSN_CITES)


# The hyphen and the case of an X are ignored.
ISSN_NAMESPACE = Namespace(
    *("issn", "International Standard Serial Number", ISSN_CITES, look_issn, bare),
    *(ISSN_NUMBER, "an ISSN (four digits, a hyphen, four more)"),
)

LEX_CITES = ("RFC 9676",)
PARTS = (
    ("jurisdiction", "country or organization in which the law applies"),
    ("authority", "the enacting body"),
    ("measure", "type of act"),
    ("details", "date and number"),
)
MARKS = (("$", "manifestation", "published form"), ("@", "expression", "version of the act"))


def look_lex(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the jurisdiction, authority, measure and details; then annexes, version and form."""
    fields: list[Field] = []
    start, end = nss
    for mark, name, meaning in MARKS:
        at = text.find(mark, start, end)
        if at >= 0:
            fields.append(Field(name, Span(at + 1, end), meaning))
            end = at
    runs = list(cut(text, Span(start, end), ":"))
    for run, (name, meaning) in zip(runs, chain(PARTS, repeat(("annex", "annexes"))), strict=False):
        yield Field(name, run, meaning)
    yield from reversed(fields)
    if len(runs) < len(PARTS):
        explanation = (
            "a source of law (jurisdiction, authority, measure and details, separated by colons)"
        )
        yield misshapen("lex", nss, explanation, *LEX_CITES)


LEX_NAMESPACE = Namespace("lex", "a source of law", LEX_CITES, look_lex)

NBN_CITES = ("RFC 8458", "RFC 3188")
PREFIX = expression("[A-Za-z]{2}(?::[A-Za-z0-9][A-Za-z0-9]*+)*+-")


def look_nbn(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the country, the assigning library, and the number."""
    match = PREFIX.match(text, *nss)
    if not match or match.end() == nss.end:
        explanation = "a national bibliography number (country, optional colons, hyphen, number)"
        yield misshapen("nbn", nss, explanation, *NBN_CITES)
        return
    country, *others = cut(text, Span(nss.start, match.end() - 1), ":")
    yield Field("country", country, "the country of the national library")
    for number, run in enumerate(others, 1):
        name = message("sub-namespace {number}", number=number)
        yield Field(name, run, "a library in that country")
    meaning = "assigned by the library; uppercase and lowercase can differ in meaning"
    yield Field("number", Span(match.end(), nss.end), meaning)


def same_nbn(name: str) -> str:
    """Ignore the case of the prefix, but not of the number."""
    match = PREFIX.match(name)
    return lowered(match[0]) + name[match.end() :] if match else name


NBN_NAMESPACE = Namespace("nbn", "National Bibliography Number", NBN_CITES, look_nbn, same_nbn)

OID_CITES = ("RFC 3061",)
OID_NUMBER = "(?:0|[1-9][0-9]*+)"
OID_SHAPE = expression(rf"{OID_NUMBER}(?:\.{OID_NUMBER}|(?!))*+")
ROOTS = {"0": "itu-t", "1": "iso", "2": "joint-iso-itu-t"}
# Well-known nodes near the root.
NODES = {
    "1.2": "member bodies",
    "1.3": "identified organizations",
    "1.3.6": "dod",
    "1.3.6.1": "internet",
    "1.3.6.1.4": "private",
    "1.3.6.1.4.1": "enterprises",
    "2.5": "directory services",
    "2.16": "countries",
    "2.25": "made from UUIDs",
}
DEPTH = max(node.count(".") for node in NODES) + 1
# The second arc is below 40 under the first two roots (ITU-T X.660).
SECOND_ARC = expression("[0-9]|[1-3][0-9]")


def look_oid(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the arcs, beginning at the root."""
    arcs = nss.of(text).split(".")
    for depth, run in enumerate(cut(text, nss, "."), 1):
        node = ".".join(arcs[:depth]) if depth <= DEPTH else ""
        meaning = ROOTS.get(node) or NODES.get(node) or "a subordinate node"
        yield Field(message("arc {depth}", depth=depth), run, meaning)
    if arcs[0] not in ROOTS or (
        arcs[0] in "01" and len(arcs) > 1 and not SECOND_ARC.fullmatch(arcs[1])
    ):
        explanation = "a node of the OID tree (three roots, the first two with 40 nodes each)"
        yield misshapen("oid", nss, explanation, "ITU-T X.660")


OID_NAMESPACE = Namespace(
    *("oid", "Object Identifier", OID_CITES, look_oid, unchanged),
    *(OID_SHAPE, "an object identifier (numbers separated by dots, without leading zeros)"),
)

UUID_CITES = ("RFC 9562 4",)
UUID_SHAPE = expression("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
VARIANTS = (
    (0b1000, "reserved for backward compatibility (NCS)"),
    (0b1100, "RFC 9562"),
    (0b1110, "reserved for backward compatibility (Microsoft)"),
    (0b10000, "reserved for future use"),
)
RFC_9562_VARIANT = VARIANTS[1][1]
VERSIONS = {
    1: "generated from time and node, often a MAC address",
    2: "generated from time, computer and user (DCE)",
    3: "generated from a name with MD5",
    4: "random",
    5: "generated from a name with SHA-1",
    6: "generated from time and node, sortable",
    7: "Unix time, then random bits",
    8: "custom",
}


def look_uuid(text: str, nss: Span) -> Iterator[Field | Note]:
    """Yield the version and variant, and the time if the UUID contains one."""
    start = nss.start
    written = lowered(nss.of(text))
    yield Field("uuid", nss, "128 bits", value=written)
    bits = int(written.replace("-", ""), 16)
    if bits in {0, (1 << 128) - 1}:
        explanation = "all bits are zero" if bits == 0 else "all bits are one"
        kind = "nil" if bits == 0 else "max"
        cites = (f"RFC 9562 5.{9 if bits == 0 else 10}",)
        explanation = message(
            "the {kind} UUID ({bits}) does not name anything", kind=kind, bits=message(explanation)
        )
        yield Note(f"uuid-{kind}", "info", explanation, nss, cites)
        return
    variant = _variant(int(written[19], 16))
    yield Field("variant", Span(start + 19, start + 20), "the layout of the UUID", value=variant)
    if variant == RFC_9562_VARIANT:
        version = int(written[14], 16)
        explanation = VERSIONS.get(version, "unknown version")
        yield Field("version", Span(start + 14, start + 15), explanation, value=str(version))
        yield from _inside(text, nss, version, bits)


def _variant(digit: int) -> str:
    return next(name for limit, name in VARIANTS if digit < limit)


def _inside(text: str, nss: Span, version: int, bits: int) -> Iterator[Field | Note]:
    """Yield the time and the network address in a UUID, depending on its version."""
    if version not in {1, 6, 7}:
        return
    high = bits >> 64
    if version == 7:
        span, moment = Span(nss.start, nss.start + 13), unix(high >> 16)
    else:
        span, moment = Span(nss.start, nss.start + 18), gregorian(ticks(version, high))
    yield Field("time", span, "time of creation", value=moment)
    # RFC 9562 6.10: a node that is not the address of a network card has the multicast bit set.
    if version != 7 and not bits >> 40 & 1:
        node = Span(nss.end - 12, nss.end)
        yield Field("node", node, "the MAC address of a network card", value=lowered(node.of(text)))
        yield noted(NOTES, "uuid-node", node)


def ticks(version: int, high: int) -> int:
    """Return the time in a UUID: low bits first in RFC 9562 5.1, high bits first in 5.6."""
    if version == 6:
        return high >> 16 << 12 | high & 0xFFF
    return (high & 0xFFF) << 48 | (high >> 16 & 0xFFFF) << 32 | high >> 32


UUID_NAMESPACE = Namespace(
    *("uuid", "Universally Unique Identifier", UUID_CITES, look_uuid, lowered),
    *(UUID_SHAPE, "a UUID (8-4-4-4-12 hexadecimal digits)"),
)

NAMESPACES: dict[str, Namespace] = {
    row.nid: row
    for row in (
        IETF_NAMESPACE,
        ISBN_NAMESPACE,
        ISSN_NAMESPACE,
        LEX_NAMESPACE,
        NBN_NAMESPACE,
        OID_NAMESPACE,
        UUID_NAMESPACE,
    )
}


def namespace_of(nid: str) -> Namespace | None:
    """Return the namespace with this name, ignoring case; None if its names are not examined."""
    return NAMESPACES.get(lowered(nid))
