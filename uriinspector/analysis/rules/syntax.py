"""Rules about violations of the grammar, and about valid but unusual syntax."""

from collections.abc import Iterator, Mapping
from itertools import islice

from uriinspector.analysis.escapes import TRIMMED, raw_runs
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import LOW, Fix
from uriinspector.analysis.rules.dot_segments import begins_with_host, has_segments
from uriinspector.analysis.rules.escaping import equivalence_clauses, runs_of
from uriinspector.analysis.rules.ip_addresses import ip_invalid
from uriinspector.analysis.rules.spelling import double_scheme
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.production import TWO_DIGITS, is_of_characters, narrowed

# The maximum number of findings; ``Reference.violations`` is the complete list.
MOST = 32
SLASHES = expression("/{3,}")
# References to direction marks in HTML: by number (U+061C, U+200E and U+200F, U+202A to U+202E,
# U+2066 to U+2069) and by name.
DIRECTION = expression(
    r"(?i:&(?:#x0*(?:61c|200[ef]|202[a-e]|206[6-9])(?![0-9a-f])"
    r"|#0*(?:1564|820[67]|823[4-8]|829[4-7])(?![0-9])|(?:lrm|rlm)(?=;));?)"
)
# A scheme after white space, which hides it from the grammar.
AFTER_SPACE = expression(f"[{TRIMMED}]++[A-Za-z][A-Za-z0-9+.-]*+:")
# Schemes in which a later "?" is a delimiter.
FIELDS = frozenset({"urn", "ldap", "ldaps"})
# The clauses about unusual parts in each edition, and about "&amp;" in HTML.
ENTITY = ("HTML 13.2.5.72",)
CLAUSES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "1994": {
        "port": ("RFC 1738 3.1",),
        "user": ("RFC 1738 3.1",),
        "question": ("RFC 1738 3.3",),
        "slashes": ("RFC 1738 3.1",),
    },
    "1997": {
        "port": ("url-syntax-05 4.3.1",),
        "user": ("url-syntax-05 4.3.1",),
        "question": ("url-syntax-05 4.3.3",),
        "slashes": ("url-syntax-05 4.3.2",),
    },
    "2003": {
        "port": ("rfc2396bis-01 6.2.3",),
        "user": ("rfc2396bis-01 3.2.2",),
        "question": ("rfc2396bis-01 3.4",),
        "slashes": ("rfc2396bis-01 3.3",),
    },
    "2005": {
        "port": ("RFC 3986 6.2.3",),
        "user": ("RFC 3986 3.2.1", "RFC 3986 6.2.3"),
        "question": ("RFC 3986 3.4",),
        "slashes": ("RFC 3986 3.3",),
    },
}


def error(facts: Facts) -> Iterator[Hit]:
    for edition, fault in islice(_unnamed(facts), MOST):
        args = {"edition": edition, "told": fault.message, "expected": fault.expected}
        yield Hit(fault.start, fault.end, args=args, cites=fault.cites)


def _unnamed(facts: Facts) -> Iterator[tuple[str, Violation]]:
    """Yield the violations that no more specific rule reports."""
    named: set[int] = set()
    for _, _, excluded in raw_runs(facts.reference):
        named.update(range(*excluded.span()))
    for hit in ip_invalid(facts):
        named.update(range(hit.start, hit.end))
    match = AFTER_SPACE.match(facts.text)
    scheme = {0, match.end() - 1} if match else set()
    for edition, fault in _faults(facts):
        if fault.end == fault.start + 1 and fault.start in named:
            continue
        places = range(fault.start, fault.end)
        is_port = fault.rule == "port" and facts.is_web and fault.start < fault.end
        if is_port or fault.expected == TWO_DIGITS or fault.start in scheme:
            continue
        if named.isdisjoint(places):
            yield edition, fault
        elif fault.rule != "host" and is_of_characters(fault):
            for run in runs_of(Span(at, at + 1) for at in places if at not in named):
                yield edition, narrowed(fault, *run, facts.text)


def _faults(facts: Facts) -> Iterator[tuple[str, Violation]]:
    """Yield the violations of the generic grammar, and those of the grammar of URNs."""
    for fault in facts.reference.violations:
        yield facts.reference.edition, fault
    if facts.scheme == "urn" and facts.dossier:
        document = equivalence_clauses(facts.urn_edition)[0].rpartition(" ")[0]
        starts = {fault.start for fault in facts.reference.violations}
        for fault in facts.dossier.violations:
            if fault.start not in starts:
                yield document, fault


def suspicious(facts: Facts) -> Iterator[Hit]:
    text, clauses = facts.text, CLAUSES[facts.reference.edition]
    port, user, query = facts.span(Part.PORT), facts.userinfo_span, facts.query_span
    # In "http://https://host", the colon belongs to the second scheme.
    if port is not None and port.start == port.end and not next(double_scheme(facts), None):
        fix = Fix("Show without the colon", text[: port.start - 1] + text[port.end :])
        yield Hit(port.start - 1, port.end, variant="port", fix=fix, cites=clauses["port"])
    if user is not None and not user.of(text).strip(":"):
        # An empty user differs from no user (RFC 1738 3.1, 1997 4.3.1), so there is no fix.
        yield Hit(user.start, user.end + 1, variant="user", cites=clauses["user"])
    if query is not None:
        entity = text.find("&amp;", *query)
        if entity >= 0:
            plain = query.of(text).replace("&amp;", "&")
            fix = Fix('Show with a plain "&"', text[: query.start] + plain + text[query.end :])
            yield Hit(entity, entity + 5, variant="entity", fix=fix, cites=ENTITY)
        again = text.find("?", *query)
        # In a URN "?=" begins the q-component (RFC 8141 2.3), in LDAP "?" each field (RFC 4516).
        is_data = "://" not in text[query.start : again] and facts.scheme not in FIELDS
        if again >= 0 and is_data:
            yield Hit(again, again + 1, variant="question", cites=clauses["question"])
    if direction := DIRECTION.search(text, facts.path_span.start):
        args = {"found": direction[0]}
        yield Hit(*direction.span(), variant="direction", args=args, cites=ENTITY)
    is_divided = has_segments(facts) and not begins_with_host(facts)
    for match in SLASHES.finditer(text, *facts.path_span) if is_divided else ():
        yield Hit(*match.span(), variant="slashes", cites=clauses["slashes"])


RULES = (
    Rule(
        "syntax-error",
        LOW,
        "Does not match the grammar",
        {"": "Does not match the {edition} grammar: {told}; expected: {expected}."},
        ("RFC 3986 A", "rfc2396bis-01", "url-syntax-05", "RFC 1738 5"),
        error,
        plain={
            "": "Breaks the rules for writing links; programs can differ in how they treat the "
            "link."
        },
        when="is_invalid is_urn",
    ),
    Rule(
        "syntax-suspicious",
        LOW,
        "Valid but unusual syntax",
        {
            "port": "A colon without a port number.",
            "user": 'The userinfo before "@" is empty. In the grammar, that is not the same as no '
            "userinfo.",
            "entity": 'HTML "&amp;" was not decoded, so the next parameter has a different name.',
            "direction": "{found} is how HTML writes a character that changes the direction of "
            "text; in a page, the text after it can be shown in another order.",
            "question": 'A second "?" is data; it does not start another query.',
            "slashes": "Repeated slashes create empty segments; many servers ignore them.",
        },
        ("RFC 3986 3.2.1", "RFC 3986 3.3", "RFC 3986 3.4", "RFC 3986 6.2.3", *ENTITY),
        suspicious,
        plain={
            "user": 'There is an "@" without a name before it, perhaps a typing error; the site is '
            "{site}.",
            "port": 'There is a ":" without a number after it, perhaps a typing error.',
            "entity": '"&amp;" is probably a copying mistake for "&"; the site may open the '
            "wrong page.",
            "direction": "{found} means an invisible direction mark: pages can show the text after "
            "it reversed.",
            "question": 'There is a second "?", perhaps a typing error; browsers treat it as data.',
            "slashes": 'There are several "/" in a row, perhaps a typing error; many sites ignore '
            "that.",
        },
        when="has_marks has_port has_user",
    ),
)
