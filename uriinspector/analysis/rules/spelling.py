"""Rules about texts that are almost links, and about misspelled schemes."""

import re
from collections.abc import Iterator

from uriinspector.analysis.derived import (
    ADDRESS_BAR,
    DEFANGED,
    ENCODED,
    MISSPELLED,
    WRAPPED,
    Derived,
)
from uriinspector.analysis.domains import is_listed, site_of
from uriinspector.analysis.facts import Facts, Hit, Rule, valid_fix
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.host_shape import AUTHORITY, is_file_name, possible_host
from uriinspector.analysis.meaning import LONGEST, MARKED_UP, command_at, slip_of
from uriinspector.analysis.running_text import BREAK, PREFIX, unwrap
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse
from uriinspector.readers.browser import host_in_browsers

DRAFT = ("url-draft-03 PrePrefix", "RFC 1738")
USUAL = ("http", "https", "ftp", "mailto")
# A wrong or missing colon: "http;//", "http//", "http:://", "https.//".
BROKEN = expression(r"(?:https?|ftp)(?:[;.,]//|//|::+//|\s+:|:\s+//)", re.IGNORECASE)
# A character that no scheme or delimiter contains.
ODD = expression("[^!-~]")
# The start of the intended host, after its slashes.
INTENDED = expression("//[^/?#]")
SECOND_SCHEME = expression(r"(?:https?|ftp):?/{0,2}", re.IGNORECASE)
# Abbreviated forms of appendix F: "www." and a name, or a name with a well-known ending.
MOST_CHANGES = 3
ABBREVIATED = expression(
    r"(?:www\.[a-z0-9-]++(?:\.[a-z0-9-][a-z0-9-]*+)++"
    r"|(?:[a-z0-9-]++\.)+(?:com|net|org|info|edu|gov|example|test))"
    r"(?::[0-9]+)?(?=[/?#]|\Z)",
    re.IGNORECASE,
)


def double_scheme(facts: Facts) -> Iterator[Hit]:
    """Find "http://https://host", where the second scheme is read as the host."""
    span = facts.authority_span
    if span is None:
        return
    match = SECOND_SCHEME.fullmatch(span.of(facts.text))
    if match and INTENDED.match(facts.text, span.end):
        inner = facts.text[span.start : facts.reference.spans[0][1]]
        inner = inner if ":" in match[0] else inner.replace("//", "://", 1)
        yield Hit(
            *span, fix=Fix("Show the link inside", inner), args={"host": facts.reference.host or ""}
        )


def scheme_typo(facts: Facts) -> Iterator[Hit]:
    broken, meaning = BROKEN.match(facts.text), facts.derived
    if broken and facts.scheme is None and facts.stripped_scheme is None:
        yield Hit(*broken.span(), variant="broken")
        return
    if meaning is not None and meaning.how == MISSPELLED:
        yield _misspelled(facts, meaning)
        return
    span = facts.scheme_span
    if span is None or facts.scheme is None or meaning:
        return
    if usual := slip_of(facts.scheme, USUAL):
        yield Hit(*span, args={"usual": usual, "scheme": facts.scheme})


def _misspelled(facts: Facts, meaning: Derived) -> Hit:
    fix = Fix("Show corrected link", meaning.text)
    change = next(each for each in meaning.changes if each.after)
    usual = change.after.partition(":")[0]
    odd = ODD.search(change.before)
    if odd is None and facts.scheme_span is not None:
        args = {"usual": usual, "scheme": facts.scheme or ""}
        return Hit(*facts.scheme_span, fix=fix, args=args)
    if odd is None:
        return Hit(change.start, change.end, variant="broken", fix=fix)
    severity = LOW if odd[0].isspace() else MEDIUM
    args = {"usual": usual, "char": described(odd[0])}
    start = change.start + odd.start()
    return Hit(start, start + 1, severity, "character", fix, args)


def suffix_reference(facts: Facts) -> Iterator[Hit]:
    """Find "www.example.com/x": a host to people, a relative path to programs."""
    if not facts.stands_alone:
        match = (
            ABBREVIATED.match(facts.text)
            if facts.reference.spans[1][0] < 0 and facts.reference.authority is None
            else None
        )
        if match:
            # In documents it is a relative reference and never completed (2003 F).
            yield Hit(*match.span())
        return
    meaning = facts.derived
    if meaning is None and (host := possible_host(facts.text)):
        name = AUTHORITY.match(facts.text)
        end = name.end() if name else 0
        yield Hit(0, end, INFO, "file", args={"host": host})
    elif meaning is not None and meaning.how == ADDRESS_BAR and facts.scheme is None:
        yield from _completed(facts, meaning)


def _completed(facts: Facts, meaning: Derived) -> Iterator[Hit]:
    scheme, text = meaning.changes[0].after, facts.text
    name = AUTHORITY.match(text)
    end = name.end() if name else 0
    path = "/" if text.startswith("?", end) else ""
    fix = valid_fix(facts, f'Show with "{scheme}"', f"{scheme}{text[:end]}{path}{text[end:]}")
    yield Hit(0, end, INFO, fix=fix)


def defanged(facts: Facts) -> Iterator[Hit]:
    meaning = facts.derived
    if meaning is not None and meaning.how == DEFANGED:
        yield _undone(facts, meaning, Fix("Show original link", meaning.text))


def percent_encoded(facts: Facts) -> Iterator[Hit]:
    meaning = facts.derived
    if meaning is not None and meaning.how == ENCODED:
        # Decoding may produce characters that are not allowed in a link.
        is_valid = parse(meaning.text, edition=facts.reference.edition).valid
        fix = Fix("Show decoded link", meaning.text) if is_valid else None
        in_markup = any(each.before.startswith("&") for each in meaning.changes)
        yield _undone(facts, meaning, fix)._replace(variant="markup" if in_markup else "")


def _undone(facts: Facts, meaning: Derived, fix: Fix | None) -> Hit:
    return Hit(0, len(facts.text), fix=fix, args={"changes": _listed(meaning)})


def _listed(meaning: Derived) -> str:
    kinds = dict.fromkeys(
        f'"{each.before.strip()}" \u2192 "{each.after}"'
        for each in meaning.changes
        if each.before.strip()
    )
    first = ", ".join([*kinds][:MOST_CHANGES])
    return f"{first} \u2026" if len(kinds) > MOST_CHANGES else first or "white space"


def wrapped(facts: Facts) -> Iterator[Hit]:
    """Find wrappers, "URL:" and line breaks, which are not part of a reference (appendix E)."""
    text = facts.text
    start, end, inside, _ = unwrap(text)
    if inside != text and inside:
        first = BREAK.search(text)
        place = (0, start) if start else (end, len(text)) if end < len(text) else None
        place = place or (first.span() if first else (0, 0))
        # Draft 03 (PrePrefix) requires "URL:"; RFC 1738 does not count it as part of the URL.
        demanded = facts.reference.edition == "1994" and PREFIX.match(text, start - 4)
        variant, cites = ("prefix", DRAFT) if start > 3 and demanded else ("", ())
        yield Hit(*place, variant=variant, fix=Fix("Show the link inside", inside), cites=cites)
    elif facts.derived and facts.derived.how == WRAPPED:
        changes = facts.derived.changes
        variant = "text" if any(each.before.strip() != each.after for each in changes) else ""
        fix = Fix("Show the link inside", facts.derived.text)
        yield Hit(changes[0].start, changes[0].end, variant=variant, fix=fix)


CODED_COMMAND = expression(
    r"\|\s?base64\s(?:-d|-D|--decode)\s?\|\s?(?:sudo\s)?(?:ba|z|da)?sh\b"
    r"|\b(?:powershell|pwsh)(?:\.exe)?\s[^|\r\n]{0,80}?-e(?:nc|ncodedcommand)?\s[A-Za-z0-9+/=]{24}",
    re.IGNORECASE,
)


def pasted_command(facts: Facts) -> Iterator[Hit]:
    """Find commands that run what a link leads to, as in "mshta https://..."."""
    meaning = facts.derived
    if len(facts.text) > LONGEST or not facts.stands_alone:
        return
    if match := CODED_COMMAND.search(facts.text):
        yield Hit(*match.span(), HIGH, "coded", args={"found": match[0]})
    if meaning is None or meaning.how not in {WRAPPED, DEFANGED}:
        return
    start, end = meaning.place(0, len(meaning.text))
    if match := command_at(facts.text, start, end):
        kind = match.lastgroup or ""
        severity = HIGH if kind in {"abused", "hidden"} else None
        yield Hit(*match.span(kind), severity, args={"found": match[kind]})


def misleading_label(facts: Facts) -> Iterator[Hit]:
    """Find links in Markdown or HTML whose text names another site."""
    meaning = facts.derived
    if meaning is None or meaning.how != WRAPPED or len(facts.text) > LONGEST:
        return
    match = MARKED_UP.fullmatch(facts.text)
    if match is None:
        return
    kind = "label" if match["label"] else "text"
    label = match[kind]
    written = parse(label if "://" in label else f"http://{label}").host
    shown = host_in_browsers(written or "") or ""
    host = host_in_browsers(parse(meaning.text).host or "")
    site = site_of(shown) if is_listed(shown) and not is_file_name(label) else None
    if site and host and site != site_of(host):
        severity = MEDIUM if site in meaning.text else None  # it may lead there in the end
        yield Hit(*match.span(kind), severity, args={"shown": shown, "host": host})


RULES = (
    Rule(
        "double-scheme",
        MEDIUM,
        "Doubled scheme",
        {
            "": 'The second scheme is parsed as the host "{host}"; the intended host becomes part '
            "of the path."
        },
        ("RFC 3986 3.2.2",),
        double_scheme,
        plain={
            "": 'The link begins twice: programs take "{host}" for the site, and the intended '
            "site for a page on it."
        },
        when="is_odd",
    ),
    Rule(
        "scheme-typo",
        LOW,
        "Misspelled scheme",
        {
            "": (
                "{scheme} is not a common scheme but differs only slightly from {usual}, which is "
                "common."
            ),
            "broken": 'The ":" after the scheme is missing or misplaced, so the text is parsed '
            "as a relative path.",
            "character": 'Looks like "{usual}:" but contains {char}, so browsers do not read it '
            "as {usual}.",
        },
        ("RFC 3986 3.1",),
        scheme_typo,
        rises="Medium if a character is invisible or looks like another one.",
        plain={
            "": 'The beginning is "{scheme}", probably a typing error for "{usual}".',
            "broken": 'The ":" near the start is missing or in the wrong place, probably a '
            "typing error.",
            "character": 'The beginning looks like "{usual}:" but contains a different character: '
            "{char}.",
        },
        when="is_derived is_beginning is_other",
    ),
    Rule(
        "suffix-reference",
        LOW,
        "Host without a scheme",
        {
            "": "Address bars treat the text as a host; in a page or document, it is a relative "
            "path.",
            "file": "In a page or document, the text is a relative path. Its ending is also a "
            "top-level domain: an address bar can go to {host}.",
        },
        ("RFC 3986 4.5", "rfc2396bis-01 F"),
        suffix_reference,
        rises="Info if there is no base URI.",
        plain={
            "": 'Without "http://" in front, the text is a file name in a page but a site in an '
            "address bar.",
            "file": 'Without "http://" in front, a page reads the text as a file name; address '
            "bars can open {host}.",
        },
        when="is_derived is_beginning is_other",
    ),
    Rule(
        "defanged",
        INFO,
        "Defanged link",
        {"": "As written, the text does not open the intended link. Changes undone: {changes}."},
        ("draft-grimminck-safe-ioc-sharing-11",),
        defanged,
        plain={
            "": "Written so that a click does not open the intended link. Restored here: {changes}."
        },
        when="is_derived",
    ),
    Rule(
        "percent-encoded",
        INFO,
        "Encoded link",
        {
            "": "As written, the text does not open the intended link. Changes undone: {changes}.",
            "markup": "In HTML, these character references mean other characters. Changes undone: "
            "{changes}.",
        },
        ("RFC 3986 2.4",),
        percent_encoded,
        plain={
            "": "Written so that a click does not open the intended link. Restored here: "
            "{changes}.",
            "markup": "Written in codes of web pages, which can hide what the link does. Restored "
            "here: {changes}.",
        },
        when="is_derived",
    ),
    Rule(
        "wrapped",
        INFO,
        "Text that is not part of the link",
        {
            "": "Delimiters, white space and line breaks are not part of the link. The link inside "
            "is shown.",
            "text": "The text around the link is not part of it. The link inside is shown.",
            "prefix": 'Draft 03 requires "URL:" in front; RFC 1738 does not count it as part '
            "of the URL.",
        },
        ("RFC 3986 C", "url-syntax-05 E"),
        wrapped,
        plain={
            "": "Delimiters, spaces and line breaks around or in the link are not part of it.",
            "text": "The text around the link is not part of it.",
            "prefix": 'The "URL:" in front is an old way to mark links.',
        },
        when="is_derived is_wrapped",
    ),
    Rule(
        "pasted-command",
        LOW,
        "Command that runs what a site sends",
        {
            "": 'The text is a command: "{found}" runs what the link leads to.',
            "coded": 'The text is a command: "{found}" decodes other text and runs it.',
        },
        ("MITRE T1204.004",),
        pasted_command,
        rises="High for programs that installation guides do not use, and for "
        "commands that hide their window.",
        plain={
            "": "Not just a link: a command that runs what this site sends, on your computer.",
            "coded": "A command that runs a disguised program on your computer.",
        },
        when="is_derived is_wrapped",
    ),
    Rule(
        "misleading-label",
        HIGH,
        "Text of the link names another site",
        {"": "The text of the link shows {shown}; the link goes to {host}."},
        ("RFC 3986 7.6", "rfc2396bis-01 7.5"),
        misleading_label,
        rises="Medium if the link contains the name of the site that its text shows.",
        plain={"": "The text of the link shows {shown}, but the link goes to {host}."},
        when="is_derived",
    ),
)
