"""What it does: numbers that a telephone obeys instead of calling them, or that cost more."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.gates import When
from uriinspector.core.expression import expression
from uriinspector.core.model import Span
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.dossier import cut, part_of, whole_of
from uriinspector.core.schemes.tel import dialled

CALLS = frozenset({"tel", "callto", "facetime", "facetime-audio"})
MESSAGES = frozenset({"sms", "smsto", "mms", "mmsto"})
# MMI and USSD codes (3GPP TS 22.030) begin so; "#" behind a number is an extension or a pause.
COMMAND = expression(r"[*#][0-9*#+]")
# Telephones themselves act on a code that is closed; any other goes to the network.
CLOSED = "#"
# Programs that call by telephone; a video call has no codes.
WITH_CODES = frozenset({"tel", "callto"})
# What numbers of higher rates begin with, and where: international ones alone, for a national one
# means something else in each country.  By the numbering plans of ITU-T (E.169.2), NANPA, Ofcom,
# Bundesnetzagentur, Arcep, AGCOM, CNMC, BAKOM, RTR, ACM, BIPT and UKE; typed, unverified.
PREMIUM = {
    "+979": "all countries",
    "+1900": "North America",
    **dict.fromkeys(("+4490", "+4491", "+4498"), "United Kingdom"),
    "+49900": "Germany",
    "+3389": "France",
    "+3989": "Italy",
    **dict.fromkeys(("+34803", "+34806", "+34807", "+34905", "+34907"), "Spain"),
    **dict.fromkeys(("+41900", "+41901", "+41906"), "Switzerland"),
    **dict.fromkeys(("+43900", "+43901", "+43930", "+43931"), "Austria"),
    **dict.fromkeys(("+31900", "+31906", "+31909"), "Netherlands"),
    **dict.fromkeys(("+32900", "+32901", "+32902", "+32903", "+32904", "+32905"), "Belgium"),
    "+4870": "Poland",
}
LENGTHS = sorted({len(prefix) for prefix in PREMIUM})
# No number has more digits, whatever stands between them.
LONGEST = 64


def phone_number(facts: Facts) -> Iterator[Hit]:
    """Codes and expensive numbers, and calls that ask nobody."""
    if facts.scheme in CALLS:
        yield from _number(facts, _first(facts, whole_of(facts.reference)))
    elif facts.scheme in MESSAGES:
        for each in cut(facts.text, part_of(facts.reference), ","):
            yield from _number(facts, _first(facts, each))
    elif facts.scheme == "intent":
        for note in facts.dossier.notes if facts.dossier else ():
            if note.code == "call" and note.span:
                yield Hit(*note.span, MEDIUM, "direct")


def _first(facts: Facts, span: Span) -> Span:
    """The number without parameters, and without what a message adds."""
    end = next((at for at in range(*span) if facts.text[at] in ";?"), span.end)
    return Span(span.start, min(end, span.start + LONGEST))


def _number(facts: Facts, span: Span) -> Iterator[Hit]:
    number = dialled(decoded(span.of(facts.text))).replace(" ", "")
    if facts.scheme in WITH_CODES and COMMAND.match(number):
        variant = "code" if number.endswith(CLOSED) else "network"
        yield Hit(*span, MEDIUM, variant, args={"shown": number})
    for length in LENGTHS:
        country = PREMIUM.get(number[:length])
        if country:
            args = {"found": number[:length], "meaning": country}
            yield Hit(*span, LOW, "premium", args=args)
            return


RULES = (
    Rule(
        "phone-number",
        MEDIUM,
        "Risky phone number",
        {
            "code": 'Some phones run "{shown}" as a command (MMI or USSD code) instead of calling '
            "it.",
            "network": 'Begins with "*" or "#": phone networks can treat "{shown}" as a service '
            "code, such as call forwarding.",
            "premium": "Numbers that begin with {found} are premium-rate numbers ({meaning}).",
            "direct": "The app is asked to call at once, without showing the number first.",
        },
        ("RFC 3966 3", "numbering plans"),
        When.OTHER_SCHEME,
        phone_number,
        rises="low for premium-rate numbers",
    ),
)
