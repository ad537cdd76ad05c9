"""Rules about decoded text that could attack the program that receives it."""

import re
from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM, Fix
from uriinspector.analysis.rules.scheme_actions import CODE, is_active_picture
from uriinspector.analysis.unpack import link_in_base64, unpacked_runs
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Span
from uriinspector.core.percent import octets_of

# "${jndi:" with letters hidden in lookups: "${lower:j}", "${::-j}", "${env:X:-j}".
_LOOKUP = r"\$\{[^{}]{0,40}?[:-]"
_JNDI = "".join(rf"(?:{letter}|{_LOOKUP}{letter}\}})" for letter in "jndi")
_COLON = rf"(?::|{_LOOKUP}:\}})"
_COMMANDS = (
    "id|ls|cat|curl|wget|whoami|uname|ping|nslookup|sleep|bash|sh|nc|rm|python3?|perl|powershell"
)
PAYLOAD = expression(
    r"(?=[<oOjJ$./cCpPuU';{`eE])(?:ext::(?:sh|bash|cmd|curl|wget|powershell)\b|<\s*(?:script|img|svg|iframe|body|object|embed|a)(?![\w@.:-])|\bon(?:error|load|click|mouseover)\s*="
    r"|javascript:\s*[\w$.]+\s*[(=;]|\$\{"
    + _JNDI
    + _COLON
    + r"|(?:\.\.[/\\]){2,}|/etc/passwd|cmd\.exe|powershell"
    r"|\bunion\s+(?:all\s+)?select\b|'\s*or\s+'?1'?\s*=\s*'?1|;\s*(?:rm|wget|curl)\s|\{\{[^}]{1,40}\}\}"
    rf"|\$\((?:{_COMMANDS})(?=[\s)])|(?<![^=;|&'\"])`(?:{_COMMANDS})(?:\s[^`]{{1,200}})?`|(?<![^/])\.\.;[^/]{{0,40}}/)",
    re.IGNORECASE,
)
LINK = expression("[a-z][a-z0-9+.-]{1,20}://[^/?#]*", re.IGNORECASE)
LONGEST_SEARCH = 500
MAYBE = expression(r"[%<`$]|\.\.;")
# Server files that a program is asked to read, as a whole value or after a path leading up.
SYSTEM_FILE = expression(
    r"(?:(?<![?&][qs])(?<!query)(?<!search)=(?:file:/{0,3}|/)|=(?:[^&]{0,40}/)?(?:\.\.[/\\]){2,})"
    r"(?:[\w.-]{1,20}[/\\]){0,3}(?:etc/(?:passwd|shadow|hosts|group)|proc/self/\w+|windows[/\\]win\.ini"
    r"|boot\.ini|\.env|\.ssh/id_\w+|wp-config\.php)(?=[&#;]|%00|\Z)",
    re.IGNORECASE,
)

BARE = ("<", "${", "$(", "`", "..;", "ext::")
# Text in a search for a program that answers questions, or for the people who read it there.
PROMPT = expression(
    r"(?i)(?:ignore|disregard|forget)\s+(?:(?:all|any|the|your|my)\s+){0,2}"
    r"(?:previous|prior|above|earlier)\s+(?:instructions|prompts|rules)"
)
CALL = expression(
    r"(?i)\b(?:call|dial|contact|support|helpline|helpdesk|customer)\b[^\r\n]{0,60}?"
    r"(?P<number>\+?[0-9][0-9 ().-]{8,20}[0-9])"
)
# Search engines, which people ask whose number it is.
ENGINE = expression(r"(?:baidu|bing|duckduckgo|ecosia|google|qwant|startpage|yahoo|yandex)\.")
SEARCH = expression(r"(?i)[?&](?:q|query|search|keywords?|term|searchterm)=([^&]*+)")


def encoded_payload(facts: Facts) -> Iterator[Hit]:
    """Find text that, once decoded, attacks web applications."""
    spans = facts.reference.spans
    if is_active_picture(facts) is False or facts.browser_scheme in CODE:
        return  # other rules report code
    whole = link_in_base64(facts.text) if facts.has_code and facts.has_no_scheme else None
    if whole is not None:
        fix = Fix("Show the link inside", whole)
        yield Hit(0, len(facts.text), LOW, "link", fix=fix, args={"found": whole})
        return
    # If nothing is encoded and the link is valid, such text is usually harmless.
    may_hide = "%" in facts.text or facts.has_unusual or facts.has_dots or not facts.reference.valid
    may_hide = may_hide and MAYBE.search(facts.text, spans[6][0]) is not None
    asked = SYSTEM_FILE.search(facts.text, spans[6][0]) if facts.may_read else None
    if asked is not None:
        yield Hit(*asked.span(), variant="plain", args={"found": asked[0].lstrip("=/")})
    if (written := _written_by_others(facts)) is not None:
        yield written
    for start, end in spans[6:]:
        if may_hide and start < end:
            yield from _decoded(facts.text[start:end], Span(start, end), _place(facts, start))
    if facts.has_code:
        yield from _in_base64(facts)


def _written_by_others(facts: Facts) -> Hit | None:
    """Find a search that gives orders to an AI assistant, or asks people to call a number."""
    start, end = facts.reference.spans[7]
    match = SEARCH.search(facts.text, start - 1, end) if start > 0 else None
    if match is None or not facts.is_web:
        return None
    value = _as_utf8(match[1][:LONGEST_SEARCH].replace("+", " "))
    if prompt := PROMPT.search(value):
        return Hit(*match.span(1), variant="prompt", args={"found": prompt[0]})
    number = None if ENGINE.match(facts.site or "") else CALL.search(value)
    return (
        Hit(*match.span(1), variant="number", args={"found": number["number"]}) if number else None
    )


def _decoded(raw: str, span: Span, variant: str) -> Iterator[Hit]:
    """Check the text decoded once and twice, as some servers decode again."""
    once = _as_utf8(raw)
    match = PAYLOAD.search(once)
    if match is None and "%" in once:
        match = PAYLOAD.search(_as_utf8(once))
    if match is None:
        return
    # Unescaped, only the patterns in BARE are reported; "../" in a path can be honest.
    is_open = PAYLOAD.search(raw) is not None
    if not is_open or match[0].startswith(BARE):
        severity = HIGH if match[0].startswith("${") and not variant else None
        variant = variant or ("plain" if is_open else "")
        yield Hit(*span, severity, variant, args={"found": match[0]})


def _as_utf8(text: str) -> str:
    """Decode the escapes; U+FFFD for bytes that are not UTF-8, which servers read differently."""
    return octets_of(text).decode("utf-8", "replace")


def _in_base64(facts: Facts) -> Iterator[Hit]:
    for start, end, text, part in unpacked_runs(facts.text, facts.reference.spans[6:]):
        if match := PAYLOAD.search(text):
            yield Hit(start, end, variant=_place(facts, part), args={"found": match[0]})
        elif link := LINK.match(text):
            yield Hit(start, end, LOW, "link", args={"found": link[0]})


def _place(facts: Facts, start: int) -> str:
    """Return "data" or "coded" for a place in a data URL's content (no server gets it); else ""."""
    is_content = facts.scheme == "data" and start != facts.reference.spans[8][0]
    if not is_content:
        return ""
    head = facts.text.partition(",")[0]
    return "coded" if lowered(head).endswith(";base64") else "data"


RULES = (
    Rule(
        "encoded-payload",
        MEDIUM,
        "Possible attack payload",
        {
            "": 'Decodes to "{found}", a pattern used to attack web applications.',
            "plain": 'Contains "{found}", a pattern used to attack web applications.',
            "link": "Decodes to a link to {found}.",
            "prompt": 'The search contains "{found}", which can give orders to a program that '
            "answers questions.",
            "number": "The search contains the telephone number {found}; the author of the link "
            "wrote it, not the site.",
            **dict.fromkeys(("data", "coded"), 'The embedded content contains "{found}".'),
        },
        ("RFC 3986 7.3",),
        encoded_payload,
        rises="Low for a link in base64. High for text that makes an old Log4j load and run code.",
        plain={
            "": 'Contains "{found}" in disguise: such text is used in attacks on websites.',
            "plain": 'Contains "{found}": such text is used in attacks on websites.',
            "link": "Contains a disguised link to {found}.",
            "prompt": 'Contains an order for an assistant program ("{found}"), which can make it '
            "act against you.",
            "number": "The telephone number {found} comes from the author of the link, not from "
            "the site: do not call it.",
            "coded": 'The decoded content of the link contains "{found}", a piece of a web page or '
            "program.",
            "data": 'The content inside the link contains "{found}", a piece of a web page '
            "or program.",
        },
        when="may_attack",
    ),
)
