"""Rules about percent-encoding and raw characters."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from uriinspector.analysis import escapes
from uriinspector.analysis.defang import IS_MARK
from uriinspector.analysis.escapes import Spot, spots
from uriinspector.analysis.facts import LONG, Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, RANK, Fix
from uriinspector.analysis.rules.userinfo import has_mailbox_password, is_imitating
from uriinspector.analysis.safe_text import is_unsafe
from uriinspector.core.characters import described, number
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Message, Part, Span, conjoined, counting, message
from uriinspector.core.percent import decoded, part_at
from uriinspector.core.schemes.lookup import names_host, scheme_of
from uriinspector.readers.browser import REMOVED_INSIDE

# Characters that attackers encode to pass filters, at any depth.
SMUGGLED = frozenset(b"/\\.@")
# Components in which these characters do not affect how a server resolves the path.
UNSPLIT = frozenset({Part.QUERY, Part.FRAGMENT})
MARKUP = frozenset(b"<>\"'\0\r\n")
# Schemes whose servers treat NUL like any other byte (RFC 1738 3.4.1 and 3.9).
OPAQUE = {"gopher": frozenset({0x00}), "wais": frozenset({0x00})}
# Another rule reports these in hosts of web links.
FORBIDDEN_IN_HOST = frozenset(" <>[]^|")
MOST_NAMES = 3
WORDS = {" ": message("a space"), '"': message("a quotation mark")}


# The kinds of problems that a text without a percent sign can have.
UNESCAPED = frozenset({escapes.BACKSLASH, escapes.CONTROL, escapes.EXCLUDED, escapes.NON_ASCII})


def spots_of(facts: Facts, *kinds: str) -> Iterator[Spot]:
    """Return the spots that have any of these problems; for a long text, only kinds are cached."""
    is_long, wanted = len(facts.text) > LONG, frozenset(kinds)
    if is_long and wanted.isdisjoint(facts.once(_kinds) if "%" in facts.text else UNESCAPED):
        return iter(())
    spots = _walk(facts) if is_long else facts.once(_problems)
    return (each for each in spots if not wanted.isdisjoint(each.kinds))


def _walk(facts: Facts) -> Iterator[Spot]:
    return (each for each in spots(facts.reference, facts.effective_scheme) if each.kinds)


def _kinds(facts: Facts) -> frozenset[str]:
    return frozenset(kind for each in _walk(facts) for kind in each.kinds)


def _problems(facts: Facts) -> tuple[Spot, ...]:
    return tuple(_walk(facts))


def merged(find: Callable[[Facts], Iterable[Hit]]) -> Callable[[Facts], Iterator[Hit]]:
    """Merge a rule's hits in each component: the worst hit, and the positions of the others."""

    def find_merged(facts: Facts) -> Iterator[Hit]:
        groups: dict[object, list[Hit]] = {}
        for each in find(facts):
            hit = each
            # Trailing line ends are reported with other line ends, if there are any.
            variant = "" if hit.variant == "end" else hit.variant
            kind = variant, hit.cites, part_at(facts.reference, hit.start)
            group = groups.setdefault(kind, [hit])
            if _rank(hit) > _rank(group[0]):
                hit, group[0] = group[0], hit
            if hit is not group[0] and len(group) <= MOST:
                group.append(hit)
        for worst, *others in groups.values():
            same = [worst, *(hit for hit in others if hit.variant == worst.variant)]
            args = {
                name: named_together(dict.fromkeys(hit.args[name] for hit in same))
                for name in worst.args
            }
            yield worst._replace(args=args, also=tuple((hit.start, hit.end) for hit in others))

    return find_merged


def _rank(hit: Hit) -> int:
    return RANK[hit.severity or INFO]


MOST = 2_000  # the maximum number of further places in a finding


def named_together(names: Iterable[str]) -> str:
    """Join the first names, and add how many more there are."""
    different = list(names)
    if len(different) <= MOST_NAMES:
        return conjoined(different)
    front, more = different[: MOST_NAMES - 1], len(different) - MOST_NAMES + 1
    return conjoined([*front, counting(more, "1 more", "{count} more")])


def quoted(char: str) -> Message:
    if is_unsafe(char):
        return message("{char}", char=described(char))
    return WORDS.get(char) or message('"{char}"', char=char)


# JavaScript's deprecated function "escape" writes characters like this.
OLD_ESCAPE = expression(r"%u([0-9A-Fa-f]{4})")
AUTHORITY_END = expression(r"[/?#\\]")
# A name with at least two labels, as a program that decodes the authority first may find.
NAME = expression(r"[\w-]+(?:\.[\w-]+)+")


def invalid_percent(facts: Facts) -> Iterator[Hit]:
    for spot in spots_of(facts, escapes.BROKEN):
        severity = MEDIUM if spot.part in escapes.AUTHORITY else LOW
        if code := OLD_ESCAPE.match(facts.text, spot.span[0]):
            args = {"found": f'"{code[0]}"', "char": described(chr(int(code[1], 16)))}
            yield Hit(*code.span(), severity, "unicode", args=args)
        else:
            follower = facts.text[spot.span.end : spot.span.end + 1]
            is_alone = spot.text == "%" and follower and not follower.isalnum()
            yield Hit(*spot.span, severity, "alone" if is_alone else "")


def double_encoding(facts: Facts) -> Iterator[Hit]:
    """Find escapes within escapes, which change when decoded twice."""
    for spot in spots_of(facts, escapes.TWICE):
        octet = spot.octets[0]
        if spot.is_nested:
            continue
        if spot.is_of_link:
            yield Hit(*spot.span, LOW, "link")
            continue
        hides = octet.innermost in MARKUP
        hides = hides or (octet.innermost in SMUGGLED and octet.part not in UNSPLIT)
        # No one escapes the digits of an escape by accident.
        is_deep = octet.layers > 2 or "%" in spot.text[3:]
        severity = MEDIUM if (hides and is_deep if spot.link else hides or is_deep) else LOW
        byte = message("byte {octet}", octet=f"{octet.innermost:02X}")
        inner = quoted(chr(octet.innermost)) if octet.innermost < 0x80 else byte
        yield Hit(*spot.span, severity, args={"inner": inner})


def overlong(facts: Facts) -> Iterator[Hit]:
    """Find characters encoded in too many bytes, which can evade filters (RFC 3629 forbids it)."""
    for spot in spots_of(facts, escapes.OVERLONG):
        yield Hit(*spot.span, args={"char": number(spot.octets[0].char or "?")})


def runs_of(spans: Iterable[Span]) -> list[Span]:
    """Join adjacent spans, which must be in order."""
    runs: list[Span] = []
    for each in spans:
        if runs and each.start <= runs[-1].end:
            runs[-1] = Span(runs[-1].start, each.end)
        else:
            runs.append(each)
    return runs


def invalid_utf8(facts: Facts) -> Iterator[Hit]:
    for run in runs_of(spot.span for spot in spots_of(facts, escapes.INVALID)):
        yield Hit(*run)


# One recipient whose name is quoted, and the domain after it (RFC 5322 3.4.1).
MAILBOX = expression(r'"[^"\\]*"@([A-Za-z0-9.-]+)')


def encoded_delimiter(facts: Facts) -> Iterator[Hit]:
    """Find escaped delimiters; in an authority they have no honest use."""
    for spot in spots_of(facts, escapes.DELIMITER):
        start, end = spot.span
        char = decoded(spot.text)
        args = {"char": quoted(char)}
        receiver = facts.once(_receiver) if char == "@" and spot.part is Part.PATH else ""
        if receiver:
            yield Hit(start, end, variant="mailbox", args=args | {"other": receiver})
            continue
        if spot.part is Part.PATH:
            dots = facts.text.endswith("..", 0, start) or char == "\\"
            yield Hit(start, end, MEDIUM if dots else None, args=args)
        elif facts.is_read_as_written and (facts.is_special or names_host(facts.reference)):
            user = facts.userinfo_span
            if user and start < user.end and char == "@" and has_mailbox_password(facts, user):
                continue
            in_user = user is not None and user.start <= start < user.end
            is_calm = in_user and not is_imitating(facts)
            front = AUTHORITY_END.split(decoded(facts.reference.authority or ""), 1)[0]
            other = front.rpartition("@")[2].partition(":")[0]
            named = NAME.fullmatch(other) and lowered(other) != facts.browser_host
            variant, place = ("other", {"other": other}) if named else ("authority", {})
            yield Hit(start, end, LOW if is_calm else HIGH, variant, args=args | place)


def _receiver(facts: Facts) -> str:
    """Return the domain of an email link to one mailbox with a quoted name; otherwise ""."""
    mailbox = MAILBOX.fullmatch(decoded(facts.reference.path))
    return mailbox[1] if mailbox and facts.scheme == "mailto" else ""


def encoded_unreserved(facts: Facts) -> Iterator[Hit]:
    """Find needless escapes; the fix decodes those that the edition's normal form decodes.

    Nothing is decoded in a URN, where an escape is part of the name, or in a registry name,
    which must not become a host (2003 3.2).
    """
    text, reference, fix = facts.text, facts.reference, None
    name = facts.path_span if facts.scheme == "urn" else None
    # Without the percent sign before escaped digits.
    runs = runs_of(
        Span(spot.span.start + len("%25") * (escapes.TWICE in spot.kinds), spot.span.end)
        for spot in spots_of(facts, escapes.NEEDLESS, escapes.DOTS)
    )
    if runs and not scheme_of(facts.scheme).escapes_count:
        from uriinspector.core.compare import unescaped

        start = reference.spans[2][1] if reference.host is None and reference.authority else 0
        plain_text = text[:start] + unescaped(text[start:], reference.rules.ladder.unescape)
        if plain_text != text:
            fix = Fix("Decode unnecessary percent-encoding", plain_text)
    for run in runs:
        plain = decoded(run.of(text))
        marks = {"."} < {".", *plain} <= set("-_~.")
        hit = Hit(*run, INFO if marks else LOW, fix=fix, args={"plain": f'"{plain}"'})
        if name and run.start < name.end:
            hit = hit._replace(variant="urn", cites=equivalence_clauses(facts.urn_edition))
        yield hit


def equivalence_clauses(urn_edition: str) -> tuple[str, ...]:
    """Return the clauses by which escapes in URNs are compared without decoding."""
    from uriinspector.core.schemes.urn import RULES

    return RULES[urn_edition][0][1]


def encoded_control(facts: Facts) -> Iterator[Hit]:
    """Find escaped control characters; line ends and NUL are severe, as they can end a command.

    Forms, messages and documentation often have line ends in queries, so line ends there are severe
    only before an HTTP header. Line ends after a path were probably copied with it.
    """
    headers, endings = (
        {at for run in each.finditer(facts.text) for at in range(*run.span("run"), 3)}
        for each in (HEADER, TRAILING)
    )
    for spot in spots_of(facts, escapes.ESCAPED_CONTROL):
        octet = spot.octets[0]
        ends_line = octet.value in escapes.LINE_ENDS - OPAQUE.get(facts.scheme or "", frozenset())
        severity, variant, start = HIGH if ends_line else LOW, "", spot.span.start
        if ends_line and facts.is_web:
            if start in headers:
                variant = "header"
            elif start in endings and octet.value and octet.part not in escapes.AUTHORITY:
                severity, variant = LOW, "end"
            elif octet.part in UNSPLIT:
                severity = LOW if octet.value else MEDIUM
        args = {"char": number(octet.char or chr(octet.value))}
        yield Hit(*spot.span, severity, variant, args=args)


# Escaped white space at the end of a component.
TRAILING = expression("(?<!%0[9aAdD])(?<!%2[02])(?P<run>(?:%0[9aAdD]|%2[02]|(?!))++)(?=[?#]|\\Z)")
HEADER = expression(
    r"(?<!%0[aAdD])(?P<run>(?:%0[aAdD])++)(?:%20|%09|[+ ])*+"
    r"(?:Set-Cookie2?|Location(?=(?::|%3A)(?:%20|\+)*+"
    r"(?:https?|/|%2F))|Refresh|Content-(?:Type|Length|Disposition|Encoding|Security-Policy)|Transfer-Encoding"
    r"|Access-Control-[\w-]{1,40}|X-XSS-Protection|HTTP/[0-9])(?:(?<=/[0-9])|:|%3A)",
    re.IGNORECASE,
)


LOWER = expression("%(?=[0-9A-F]?[a-f])[0-9A-Fa-f]{2}")


def lowercase_hex(facts: Facts) -> Iterator[Hit]:
    """Find escapes with lowercase digits, unless all of them should be decoded anyway."""
    if all(spot.write and "%" not in spot.write for spot in spots_of(facts, escapes.SMALL)):
        return
    spots = spots_of(facts, escapes.SMALL)
    spans = (
        Span(*each.span()) for spot in spots for each in LOWER.finditer(facts.text, *spot.span)
    )
    first, also = next(spans), tuple(islice(spans, MOST))
    count = 1 + len(also) + sum(1 for _ in spans)
    yield Hit(*first, variant="" if also else "one", args={"count": str(count)}, also=also)


def raw_characters(facts: Facts, *, is_ascii: bool) -> Iterator[Hit]:
    """Find characters that must be encoded; one hit for all that browsers treat alike.

    If only non-ASCII characters must be encoded, as in an IRI, a separate rule applies.
    International names and forbidden host characters have more specific rules.
    """
    parts: dict[Part, list[Spot]] = {}
    for spot in facts.once(_raw):
        parts.setdefault(spot.part, []).append(spot)
    groups: dict[str, list[Spot]] = {}
    for each in parts.values():
        effects = {"refused"} if facts.is_refused else {_effect(facts, spot) for spot in each}
        mixed = "differ" if "differ" in effects else "mixed"
        groups.setdefault(effects.pop() if len(effects) == 1 else mixed, []).extend(each)
    for effect, (first, *others) in groups.items():
        chars = dict.fromkeys("".join(each.text for each in (first, *others)))
        if any(map(str.isascii, chars)) is not is_ascii:
            continue
        # In a query, the bytes depend on the encoding of the page.
        is_known = facts.stands_alone or Part.QUERY not in {each.part for each in (first, *others)}
        variant = "sent" if effect == "encoded" and len(chars) == 1 and is_known else effect
        sends = first.sends or ""
        sends = sends[: len(sends) // len(first.text)]  # the bytes of one character
        args = {"chars": named_together(map(quoted, chars)), "sent": sends}
        cites, also = first.fault.cites if first.fault else (), tuple(each.span for each in others)
        yield Hit(*first.span, variant=variant, args=args, cites=cites, also=also)


def _raw(facts: Facts) -> tuple[Spot, ...]:
    # Without a scheme, no other rule reports backslashes.
    backslash = (escapes.BACKSLASH,) if facts.has_no_scheme else ()
    marks = {at for each in IS_MARK.finditer(facts.text) for at in (each.start(), each.end() - 1)}
    kinds = (escapes.EXCLUDED, escapes.NON_ASCII, *backslash)
    rows = (
        spot
        for spot in spots_of(facts, *kinds)
        if spot.span.start not in marks and not (spot.part is Part.HOST and _is_named(facts, spot))
    )
    return tuple(islice(rows, MOST + 1))


def _is_named(facts: Facts, spot: Spot) -> bool:
    is_rejected = facts.is_refused and facts.is_read_as_written
    is_forbidden = is_rejected and FORBIDDEN_IN_HOST.issuperset(spot.text)
    return facts.is_web and (is_forbidden or escapes.NON_ASCII in spot.kinds)


def _effect(facts: Facts, spot: Spot) -> str:
    """Return the effect of the characters in browsers, or "differ" if parsers disagree."""
    if spot.sends is None:
        return "host" if facts.is_read_as_written else "differ"
    if escapes.BACKSLASH in spot.kinds:
        return "differ"  # a slash or an escape, depending on the base's scheme
    has_host = facts.reference.authority and facts.is_read_as_written
    if not has_host and facts.once(_is_moved):
        reading = facts.web_reading if len(facts.text) < LONG else None
        component = reading.components.get(spot.part) if reading else None
        if not component or spot.sends not in component.text:
            return "differ"
    if spot.sends.startswith(" "):
        return "kept" if spot.sends == spot.text else "mixed"
    return "kept" if spot.sends == spot.text else "encoded" if spot.sends else "removed"


def _is_moved(facts: Facts) -> bool:
    """Return True if browsers may split the text into components differently from the grammar."""
    if facts.scheme is None or facts.is_special or not facts.has_browser_scheme:
        return True
    return facts.reference.path.startswith("//") or bool(REMOVED_INSIDE.search(facts.text))


# Effects in browsers, and some of them without technical terms.
EFFECTS = {
    "sent": "Browsers send {sent}.",
    "encoded": "Browsers encode such characters.",
    "kept": "Browsers send such characters unchanged.",
    "mixed": "Browsers change some of them and keep the rest.",
    "removed": "Browsers remove such characters.",
    "host": "Browsers keep such characters in site names.",
    "differ": "Programs differ in how they treat such characters.",
    "refused": "Browsers reject the link.",
}
PLAIN_EFFECTS = EFFECTS | {
    **dict.fromkeys(("sent", "encoded"), "Browsers replace such characters with codes."),
    "kept": "Browsers accept such characters.",
}
CONTAINS, PLAIN_CONTAINS = (
    {
        effect: f"Contains {{chars}}, not allowed at this point in a link. {each}"
        for effect, each in effects.items()
    }
    for effects in (EFFECTS, PLAIN_EFFECTS)
)


EscapeRule = partial(Rule, when="is_escaped")
RULES = (
    EscapeRule(
        "invalid-percent",
        LOW,
        "Invalid percent-encoding",
        {
            "": (
                'Two hexadecimal digits must follow "%"; if they are missing, programs '
                "differ in what they do."
            ),
            "alone": 'A "%" that begins no code must be written as %25; programs differ in what '
            "they do with it.",
            "unicode": "{found} is {char} in an old JavaScript notation; browsers do not decode "
            "it.",
        },
        ("RFC 3986 2.1", "rfc2396bis-01 2.4.1"),
        merged(invalid_percent),
        rises="Medium in an authority.",
        plain={
            "": 'Contains a "%" without a valid code after it: the link may be cut off or '
            "mistyped.",
            "alone": 'Contains a "%" that begins no code; some programs reject such a link.',
            "unicode": "{found} is an outdated code for {char}; browsers do not decode it.",
        },
    ),
    EscapeRule(
        "double-encoding",
        LOW,
        "Repeated percent-encoding",
        {
            "": "Encoded more than once: a program that decodes all layers gets {inner}.",
            "link": "A link inside is encoded once too often; decoded once, it is not a link yet.",
        },
        ("RFC 3986 2.4", "rfc2396bis-01 2.4.2"),
        merged(double_encoding),
        rises="Medium if the decoded character is a delimiter or a dot, or if there are three "
        "or more layers. Low for a link encoded once too often, and for a delimiter in a "
        "fragment. Not reported for a link inside a link, which has to be encoded once more.",
        plain={
            "": 'Hides {inner} in double "%" codes: what some programs open may differ from what '
            "the link shows.",
            "link": "A link inside is encoded once too often; the site may not read it as a link.",
        },
    ),
    EscapeRule(
        "overlong-utf8",
        HIGH,
        "Overlong UTF-8",
        {"": "Encodes {char} in more bytes than UTF-8 allows, a known way to bypass filters."},
        escapes.CITES[escapes.OVERLONG],
        merged(overlong),
        plain={
            "": "Contains {char} in a forbidden encoding, a known way to get past security filters."
        },
    ),
    EscapeRule(
        "invalid-utf8",
        LOW,
        "Invalid UTF-8",
        {
            "": "The bytes are not valid UTF-8; they may be cut off, in another encoding, or not "
            "text at all."
        },
        escapes.CITES[escapes.INVALID],
        merged(invalid_utf8),
        plain={
            "": 'Some "%" codes cannot be read as text; they may be damaged, in an old '
            "encoding, or not text at all."
        },
    ),
    EscapeRule(
        "encoded-delimiter",
        INFO,
        "Percent-encoded delimiter",
        {
            "mailbox": "{char} is data here, in a quoted mailbox name at {other}.",
            "": "{char} is data here, unless a program decodes it before splitting the link.",
            "authority": "The authority has an encoded {char}; programs that decode it first "
            "can find another host.",
            "other": "The authority has an encoded {char}; programs that decode it first can find "
            "the host {other}.",
        },
        escapes.CITES[escapes.DELIMITER],
        merged(encoded_delimiter),
        rises="High in an authority, but low in userinfo that does not imitate a host. Medium "
        "after dots and for a backslash.",
        plain={
            "mailbox": 'The {char} in the quoted part is written as a "%" code; {other} receives '
            "the email.",
            "": 'Has a "%" code for {char}; some programs may read the link differently.',
            "authority": 'The part that names the site has a "%" code for {char}, which can hide '
            "where that name ends.",
            "other": 'The part that names the site has a "%" code for {char}; some programs may '
            "go to {other} instead.",
        },
    ),
    EscapeRule(
        "encoded-unreserved",
        LOW,
        "Unnecessary percent-encoding",
        {
            "": "Decodes to {plain}; these characters need no encoding.",
            "urn": "Decodes to {plain}. In a URN, the encoded name is a different name.",
        },
        ("RFC 3986 2.3",),
        merged(encoded_unreserved),
        rises="Info for characters that some systems always encode.",
        plain={
            "": 'Plain characters are needlessly written as "%" codes, which can hide words: '
            "{plain}.",
            "urn": 'Needlessly written in "%" codes, which makes this a different name: {plain}.',
        },
    ),
    EscapeRule(
        "encoded-control",
        LOW,
        "Percent-encoded control character",
        {
            "": "Once decoded, {char} can break a line, header, string or command.",
            "end": "Once decoded, the link ends with {char}, which may have been copied with it.",
            "header": "After decoding, a line ends at {char}, and the text after it looks like "
            "an HTTP header.",
        },
        escapes.CITES[escapes.ESCAPED_CONTROL],
        merged(encoded_control),
        rises="High for CR, LF and NUL in a path or before an HTTP header. Medium for NUL in a "
        "query.",
        plain={
            "": 'Contains a hidden control character ({char}), as a "%" code; it can '
            "mislead programs.",
            "end": 'Ends in a "%" code for {char}, perhaps copied with the link by mistake.',
            "header": "The text after a hidden line break ({char}) looks like commands for a "
            "browser or server.",
        },
    ),
    EscapeRule(
        "lowercase-hex",
        INFO,
        "Lowercase percent-encoding",
        {
            "": "{count} encoded bytes use lowercase a to f; the normal form uses A to F.",
            "one": "An encoded byte uses lowercase a to f; the normal form uses A to F.",
        },
        ("RFC 3986 6.2.2.1", "rfc2396bis-01 6.3"),
        lowercase_hex,
        plain={
            "": '{count} "%" codes are in lowercase; uppercase is usual.',
            "one": 'A "%" code is in lowercase; uppercase is usual.',
        },
    ),
    Rule(
        "raw-non-ascii",
        INFO,
        "Unencoded non-ASCII characters",
        CONTAINS,
        ("RFC 3986 2",),
        partial(raw_characters, is_ascii=False),
        plain=PLAIN_CONTAINS,
        when="is_invalid",
    ),
    Rule(
        "excluded-char",
        LOW,
        "Character not allowed in a URI",
        CONTAINS,
        ("RFC 3986 2", "rfc2396bis-01 2.4.3"),
        partial(raw_characters, is_ascii=True),
        plain=PLAIN_CONTAINS,
        when="is_invalid",
    ),
)
