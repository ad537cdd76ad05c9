"""What it carries: secrets, and whom it was made for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.gates import CARD, PASSWORD, SECRET, When
from uriinspector.analysis.recipients import is_generated, recipients, without
from uriinspector.core.expression import expression

PAIR = expression(
    rf"[?&#;](?:amp;)?(?:(?P<password>{PASSWORD})|(?P<secret>{SECRET})|(?P<card>{CARD}))="
    r"(?P<value>[^&#;]++)",
    re.IGNORECASE,
)
# Keys and tickets that are known by their looks, wherever they stand.
SHAPE = expression(
    r"(?<![A-Za-z0-9_-])(?:eyJ[\w-]{8,}+\.eyJ[\w-]{4,}+\.[\w-]*+|AKIA[0-9A-Z]{16}(?![0-9A-Za-z])"
    r"|gh[pousr]_[A-Za-z0-9]{36}|sk_live_[A-Za-z0-9]{16,}+|xox[abprs]-[A-Za-z0-9-]{10,}+"
    r"|AIza[\w-]{35}(?![\w-]))"
    # What lets in whoever has it, by the place in the path: bots and webhooks.
    r"|(?<=api\.telegram\.org/bot)[0-9]{8,10}:[\w-]{35}(?![\w-])"
    r"|(?<=hooks\.slack\.com/services/)T\w{6,14}/B\w{6,14}/[A-Za-z0-9]{20,32}(?![\w-])"
    r"|(?:(?<=discord\.com/api/webhooks/)|(?<=discordapp\.com/api/webhooks/))[0-9]{15,20}/[\w-]{60,80}(?![\w-])",
    re.ASCII,
)
SEPARATORS = expression("[ +-]|%20")
# Shorter ones open nothing.
SHORTEST = 6


def sensitive_info(facts: Facts) -> Iterator[Hit]:
    """Passwords, keys, tickets and card numbers, by the name of the parameter or by their looks."""
    text = facts.text
    start = facts.reference.spans[6][0]
    known = set()
    for match in PAIR.finditer(text, start):
        place, kind = match.span("value"), _kind(match)
        value = match["value"]
        if kind == "card":
            if is_card(value):
                yield Hit(*place, MEDIUM, "card", args={"name": match["card"]})
        elif kind == "password":
            shared = "passcode" in facts.services.kinds_of(facts.browser_host or "")
            severity, variant = (LOW, "passcode") if shared else (MEDIUM, "password")
            yield Hit(*place, severity, variant, args={"name": match["password"]})
        elif len(value) >= SHORTEST and not value.startswith("{"):
            known.add(place[0])
            yield Hit(*place, args={"name": match["secret"]})
    if facts.flags & When.LONG_RUN:
        for match in SHAPE.finditer(text, start):
            if match.start() not in known:
                yield Hit(*match.span(), variant="shape")


def _kind(match: re.Match[str]) -> str:
    return next(name for name in ("password", "secret", "card") if match[name])


def is_card(value: str) -> bool:
    """Thirteen to nineteen digits whose last one fits: the sum that every payment card has."""
    if len(value) > 64:
        return False
    digits = SEPARATORS.sub("", value)
    if not (digits.isascii() and digits.isdigit() and 13 <= len(digits) <= 19):
        return False
    doubled = [int(digit) * (1 + index % 2) for index, digit in enumerate(reversed(digits))]
    return sum(each - 9 if each > 9 else each for each in doubled) % 10 == 0


def recipient_id(facts: Facts) -> Iterator[Hit]:
    """Whom the link was made for."""
    hidden = facts.reference.spans[8][0]
    # In a fragment, which servers do not see, deceptive pages keep addresses in disguise.
    result = tuple(
        each
        for each in recipients(facts)
        if 0 <= hidden <= each.start or not is_generated(facts.text, each)
    )
    if not result:
        return
    rest = without(facts, result)
    fix = None if rest is None else Fix("Show without recipient data", rest)
    for each in result:
        mail = each.kind in {"mail", "encoded"}
        severity = MEDIUM if mail and 0 <= hidden <= each.start else LOW if mail else None
        severity = LOW if each.kind == "field" else severity
        args = {"shown": each.shown, "name": each.name}
        yield Hit(each.start, each.end, severity, each.kind, fix, args)


RULES = (
    Rule(
        "sensitive-info",
        LOW,
        "Possible secret in the link",
        {
            "": '"{name}" is usually a secret; anyone who sees the link may be able to use it.',
            "password": '"{name}" usually holds a password; anyone who sees the link can read it.',
            "passcode": '"{name}" lets anyone with the link join; such links are meant to be '
            "shared.",
            "card": '"{name}" contains a number that passes the check for payment cards.',
            "shape": "Looks like a key or token; anyone who sees the link may be able to use it.",
        },
        ("RFC 3986 7.5", "rfc2396bis-01 7.4", "RFC 6749 10.16"),
        When.TELLING | When.LONG_RUN,
        sensitive_info,
        rises="medium for passwords and card numbers, except meeting passcodes",
    ),
    Rule(
        "recipient-id",
        INFO,
        "May identify the recipient",
        {
            "mail": "{shown} looks like an email address; opening the link can reveal who opened "
            "it.",
            "encoded": "Contains the encoded email address {shown}; opening the link can reveal "
            "who opened it.",
            "field": '"{name}" can let the service identify the recipient.',
            "token": '"{name}" often differs for each recipient.',
        },
        ("RFC 3986 7.5", "RFC 6973 5.2"),
        When.AT | When.DEEP_ESCAPE | When.TELLING | When.ENCODED_MAIL | When.CARRIER,
        recipient_id,
        rises="low for an email address or a field of a known service; medium for an address in "
        "the fragment",
    ),
)
