"""urn: names, their grammars in three editions, and their equivalence.

::

    urn:example:a123,z456?+abc?=xyz#789
    |--||-----| |-------|  |-|  |-| |-|
    prefix nid     nss      r    q   f
                          |-------|
                            query

Comparison does not decode escapes; it only ignores the case of their digits. No rule here proves
that two URNs are different.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from uriinspector.core import charset
from uriinspector.core.characters import sequences
from uriinspector.core.charset import ALPHANUM
from uriinspector.core.expression import expression, lowered, with_uppercase_escapes
from uriinspector.core.model import (
    FaultRows,
    Json,
    NamedTuple,
    Part,
    Pieces,
    Span,
    Violation,
    fault,
    json_of,
    message,
)
from uriinspector.core.production import BAD_PERCENT, TRIPLET, Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Note,
    NoteRows,
    ParameterPair,
    Remarks,
    Scheme,
    in_order,
    noted,
    pairs,
)
from uriinspector.core.schemes.urn_namespaces import namespace_of

DIRECTIVES_CITES = ("rfc2141bis-urn-03 2.3",)
KEYWORD = Production("keywd", charset.ALPHANUM + "-", *DIRECTIVES_CITES, escapes=False)
VALUE = Production("value", charset.QUERY_2005.replace("&", ""), *DIRECTIVES_CITES)
AMPERSANDS = expression("&++")
HYPHENS = expression("-++")
# 9.2.1: the initial registry of keywords.
KEYWORDS = {"s": "the requested resolution service", "c": "a part of the resource"}
# 9.2.2: the initial registry of services, all of them provisional.
SERVICES = {
    "I2L": ("URI to URL", "RFC 2483 4.1"),
    "I2Ls": ("URI to URLs", "RFC 2483 4.2"),
    "I2R": ("URI to resource", "RFC 2483 4.3"),
    "I2Rs": ("URI to resources", "RFC 2483 4.4"),
    "I2C": ("URI to URC", "RFC 2483 4.5"),
    "I2Cs": ("URI to URCs", "RFC 2483 4.6"),
    "I2N": ("URI to URN", "RFC 2483 4.7"),
    "I2Ns": ("URI to URNs", "RFC 2483 4.8"),
    "I=I": ("test whether two URIs are equal", "RFC 2483 4.9"),
}


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "fragment-needs-leave": (
        "info",
        "a fragment needs permission from its namespace and is not part of an assigned name",
        ("rfc2141bis-urn-03 2.4",),
    ),
    "query-not-assigned": (
        "info",
        "a query is allowed only in a reference, not in an assigned name",
        ("rfc2141bis-urn-03 2.3",),
    ),
    "directive-void": (
        "unusual",
        'all directives with "{keyword}" are void, because the keyword occurs twice',
        ("rfc2141bis-urn-03 2.3",),
    ),
    "keyword-unknown": (
        "info",
        "this keyword is not registered, so resolvers ignore it",
        ("rfc2141bis-urn-03 2.3",),
    ),
    "service-unknown": (
        "info",
        "this service is not in the registry, so the default of the namespace is used",
        ("rfc2141bis-urn-03 2.3.1", "rfc2141bis-urn-03 9.2.2"),
    ),
    "escaped-nul": (
        "danger",
        "earlier editions forbid a percent-encoded zero byte",
        ("RFC 2141 2.4",),
    ),
    "r-undefined": ("info", "the meaning of r-components is not defined yet", ("RFC 8141 2.3.1",)),
    "names-only": (
        "info",
        "a name: it does not say where the resource is, and nothing is fetched",
        (),
    ),
    "ends-in-text": ("info", "in running text, the name ends before this character", ()),
    "no-query": (
        "info",
        '"{mark}" is not allowed here: this edition has no {what}',
        ("RFC 2141 2.3.2",),
    ),
    "no-fragment": (
        "info",
        '"{mark}" is not allowed here: this edition has no {what}',
        ("RFC 2141 2.3.2",),
    ),
    "mark-inside": (
        "unusual",
        'this "{other}" does not begin a component: an r-component comes before a q-component, '
        "and each occurs at most once",
        ("RFC 8141 2.3",),
    ),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "the query is empty": ("urn-query", "a directive", ("rfc2141bis-urn-03 2.3",)),
    'no "=" after the keyword': ("directive", '"=" and a value', ("rfc2141bis-urn-03 2.3",)),
    'only one "&" is allowed between two directives': (
        "urn-query",
        "a directive",
        ("rfc2141bis-urn-03 2.3",),
    ),
    'no keyword before "="': ("keywd", "a letter", ("rfc2141bis-urn-03 2.3",)),
    "a keyword must not begin with a digit": ("keywd", "a letter", ("rfc2141bis-urn-03 2.3",)),
    "in a keyword, only single hyphens between letters and digits are allowed": (
        "keywd",
        "a letter or digit",
        ("rfc2141bis-urn-03 2.3",),
    ),
    'the keyword "{keyword}" occurs twice, so all its directives are void': (
        "urn-query",
        "each keyword once",
        ("rfc2141bis-urn-03 2.3",),
    ),
    "the namespace is empty": ("NID", "a letter or digit", ()),
    "a namespace must not begin with a hyphen": ("NID", "a letter or digit", ()),
    "a namespace must not end with a hyphen": ("NID", "a letter or digit", ()),
    "a namespace of 1 character; the minimum is 2": (
        "NID",
        "2 to 32 letters, digits or hyphens",
        (),
    ),
    '"urn" is reserved so that no namespace can be confused with the scheme': (
        "NID",
        'a name other than "urn"',
        (),
    ),
    "a zero byte is not allowed in a URN, not even percent-encoded": (
        "excluded",
        "a byte other than %00",
        (),
    ),
    "unreserved characters are percent-encoded": (
        "NSS",
        "unreserved characters without percent-encoding",
        ("rfc2141bis-urn-03 2.5.2",),
    ),
    'this "?" begins neither an r-component nor a q-component': (
        "rq-components",
        '"+" or "=" after "?"',
        ("RFC 8141 2", "RFC 8141 2.3"),
    ),
}


def directives(text: str, query: Span | None) -> tuple[list[ParameterPair], set[str]]:
    """Return the directives of a query, and the registered keywords that occur more than once.

    Resolvers ignore all directives with a repeated keyword.
    """
    result = list(pairs(text, query))
    times = Counter(each.name.of(text) for each in result)
    return result, {keyword for keyword in KEYWORDS if times[keyword] > 1}


def query_faults(text: str, query: Span) -> Iterator[Violation]:
    """Check a query by 2.3."""
    start, end = query
    if start == end:
        yield fault(FAULTS, "the query is empty", start, end)
        return
    # Single ampersands separate directives, and occur nowhere else.
    for match in AMPERSANDS.finditer(text, start, end):
        first, last = match.span()
        first += first > start and last < end
        if first < last:
            yield fault(FAULTS, 'only one "&" is allowed between two directives', first, last)
    result, void = directives(text, query)
    visited: set[str] = set()
    for name, value in result:
        yield from _keyword_faults(text, *name)
        if value is None:
            yield fault(FAULTS, 'no "=" after the keyword', name.end)
        else:
            yield from VALUE.faults(text, *value)
        keyword = name.of(text)
        if keyword in void & visited:
            twice = 'the keyword "{keyword}" occurs twice, so all its directives are void'
            yield fault(FAULTS, twice, *name, keyword=keyword)
        visited.add(keyword)


def _keyword_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    """Check ``keywd = ALPHA *( ["-"] (ALPHA / DIGIT))``."""
    if start == end:
        yield fault(FAULTS, 'no keyword before "="', start, end)
        return
    if text[start] in charset.DIGIT:
        yield fault(FAULTS, "a keyword must not begin with a digit", start, start + 1)
    yield from KEYWORD.faults(text, start, end)
    for match in HYPHENS.finditer(text, start, end):
        first, last = match.span()
        if first == start or last == end or last - first > 1:
            yield fault(FAULTS, SINGLE_HYPHENS, first, last)


SINGLE_HYPHENS = "in a keyword, only single hyphens between letters and digits are allowed"


def is_known(keyword: str, value: str) -> bool:
    """Return True if a keyword can have this value; only "s" has a list of registered values."""
    return keyword != "s" or value in SERVICES


def value_meaning(keyword: str, value: str) -> str:
    if keyword == "c":
        return "according to the rules of the namespace"
    if keyword != "s":
        return "defined by the keyword"
    if value not in SERVICES:
        return "not in the registry: the default of the namespace is used"
    service, cite = SERVICES[value]
    return message("{service} (provisional, {cite})", service=message(service), cite=cite)


LONGEST_NID = 32
NUL = expression("(?:%00)++")


class NidRules(NamedTuple):
    """An edition's rules for namespace identifiers, which begin with a letter or a digit."""

    characters: Production
    # The section about the syntax of a whole URN, including its colons.
    whole: str
    # The minimum length; if it is 1, as in the first edition, a final hyphen is allowed too.
    shortest: int
    # True if "urn" is reserved.
    reserved: bool
    # The production for a whole URN.
    production: str


def nid_rules(
    whole: str, production: str, *, shortest: int = 2, reserved: bool = False
) -> NidRules:
    """Return an edition's rules, found in the first subsection of the clause ``whole``."""
    characters = Production("NID", charset.ALPHANUM + "-", f"{whole}.1", escapes=False)
    return NidRules(characters, whole, shortest, reserved, production)


def name_faults(name: Name, rules: NidRules) -> Iterator[Violation]:
    """Check the namespace identifier and the colon after it."""
    yield from _nid_faults(name.text, name.nid, rules)
    if name.nss is None:
        at, expected = name.nid.end, message('":" and a namespace-specific string')
        explanation = message("there is no colon after the namespace, so nothing is named")
        yield Violation(at, at, rules.production, expected, explanation, (rules.whole,))


def _nid_faults(text: str, nid: Span, rules: NidRules) -> Iterator[Violation]:
    start, end = nid
    cites = rules.characters.cites
    fault_of = partial(fault, FAULTS, cites=cites)
    if start == end:
        yield fault_of("the namespace is empty", start)
        return
    yield from rules.characters.faults(text, start, end)
    if text[start] == "-":
        yield fault_of("a namespace must not begin with a hyphen", start, start + 1)
    if rules.shortest > 1 and end - start > 1 and text[end - 1] == "-":
        yield fault_of("a namespace must not end with a hyphen", end - 1, end)
    if end - start < rules.shortest:
        yield fault_of("a namespace of 1 character; the minimum is 2", start, end)
    if end - start > LONGEST_NID:
        explanation = message(
            "a namespace of {number} characters; the maximum is {longest_nid}",
            number=end - start,
            longest_nid=LONGEST_NID,
        )
        expected = message("at most {longest_nid} characters", longest_nid=LONGEST_NID)
        yield Violation(start + LONGEST_NID, end, "NID", expected, explanation, cites)
    if rules.reserved and lowered(nid.of(text)) == "urn":
        reserved = '"urn" is reserved so that no namespace can be confused with the scheme'
        yield fault_of(reserved, start, end)


def missing(at: int, rule: str, cites: tuple[str, ...]) -> Violation:
    explanation = message("{rule} is empty", rule=rule)
    return Violation(at, at, rule, "at least one character", explanation, cites)


def nul_faults(text: str, start: int, end: int, *cites: str) -> Iterator[Violation]:
    """Report zero bytes, which two editions forbid even in escaped form."""
    explanation = "a zero byte is not allowed in a URN, not even percent-encoded"
    for match in NUL.finditer(text, start, end):
        yield fault(FAULTS, explanation, *match.span(), cites=cites)


# 2.1 applies; according to appendix B, a namespace identifier could end with a hyphen.
DRAFT2012_NID = nid_rules("rfc2141bis-urn-03 2", "urn-path", reserved=True)
DRAFT2012_NSS = Production(
    "NSS", charset.PCHAR_2005, "rfc2141bis-urn-03 2.2", "rfc2141bis-urn-03 2.5", "RFC 3986 3.3"
)
# 2.5.2: unreserved characters must not be encoded. A namespace may reserve any other character
# than those of RFC 3986 2.3: letters, digits and four marks.
#
# - A run of such escapes is one fault ("++").
# - An invalid "%" includes the escapes right after it: in "%%41" the fault is the first "%", and
#   the meaning of the rest without it is unclear.
UNRESERVED = "|".join(f"{ord(char):02x}" for char in charset.UNRESERVED_2005)
NEEDLESS = expression(
    rf"{BAD_PERCENT}(?:{TRIPLET})*+|(?P<needless>(?:%(?:{UNRESERVED})|(?!))++)", re.IGNORECASE
)
FRAGMENT = Production("fragment", charset.FRAGMENT_2005, "rfc2141bis-urn-03 2.4", "RFC 3986 3.5")


def faults_draft2012(name: Name) -> Iterator[Violation]:
    """Check a name by section 2 of the 2012 draft."""
    yield from name_faults(name, DRAFT2012_NID)
    if name.nss:
        if name.nss.is_empty:
            yield missing(name.nss.start, "NSS", DRAFT2012_NSS.cites)
        yield from DRAFT2012_NSS.faults(name.text, *name.nss)
        yield from _needless_faults(name.text, *name.nss)
    if name.query:
        yield from query_faults(name.text, name.query)
    if name.f:
        yield from FRAGMENT.faults(name.text, *name.f)
    for span in (name.nss, name.query, name.f):
        if span:
            yield from nul_faults(name.text, *span, "rfc2141bis-urn-03 2.5.3")


def _needless_faults(text: str, start: int, end: int) -> Iterator[Violation]:
    for match in NEEDLESS.finditer(text, start, end):
        if match.lastgroup:
            yield fault(FAULTS, "unreserved characters are percent-encoded", *match.span())


PREFIX = "urn:"
R_MARK, Q_MARK = "?+", "?="


class Name(NamedTuple):
    """The spans of the parts of a URN; None where absent.

    ``query`` begins after the first "?" in any edition. ``end`` is the end of the assigned name.
    """

    text: str
    urn_edition: str
    prefix: Span
    nid: Span
    nss: Span | None
    query: Span | None
    r: Span | None
    q: Span | None
    f: Span | None

    @property
    def end(self) -> int:
        """The end of the name without query and fragment."""
        return (self.nss or self.nid).end


def read_name(text: str, start: int, end: int, urn_edition: str) -> Name:
    """Parse the name that begins with "urn:" at ``start``.

    RFC 2141 has neither query nor fragment: there the name extends to the end.
    """
    prefix = Span(start, start + len(PREFIX))
    start, query, fragment, r, q = prefix.end, None, None, None, None
    if urn_edition != "rfc2141":  # RFC 3986 3
        end, fragment = _split(text, start, end, "#")
        end, query = _split(text, start, end, "?")
    end, nss = _split(text, start, end, ":")
    if urn_edition == "rfc8141" and query:
        r, q = _resolution_and_query(text, *query)
    return Name(text, urn_edition, prefix, Span(start, end), nss, query, r, q, fragment)


def _split(text: str, start: int, end: int, mark: str) -> tuple[int, Span | None]:
    """Return the end of the text before a mark, and the span of the text after it."""
    at = text.find(mark, start, end)
    return (end, None) if at < 0 else (at, Span(at + 1, end))


def _resolution_and_query(text: str, start: int, end: int) -> tuple[Span | None, Span | None]:
    """Split by RFC 8141 2.3.1 and 2.3.2: the first "?=" ends an r-component, a "?+" does not."""
    r = None
    at = start - 1
    if text.startswith(R_MARK, at):
        mark = text.find(Q_MARK, start + 1, end)
        r = Span(start + 1, end if mark < 0 else mark)
        at = r.end
    q = Span(at + 2, end) if at + 2 <= end and text.startswith(Q_MARK, at) else None
    return r, q


def is_urn(text: str) -> bool:
    """Return True if the text begins with "urn:", ignoring case."""
    return lowered(text[: len(PREFIX)]) == PREFIX


# Rules for new registrations only: existing names are still valid URNs.
INFORMAL = expression("urn-[1-9][0-9]*+")
CLAUSES = ("RFC 8141 5.1",)
UNREGISTRABLE = (
    (
        expression("x-"),
        '"X-" was for experiments; no new namespaces that begin with it are registered',
    ),
    (
        expression("[a-z]{2}--"),
        "namespaces that begin with two letters and two hyphens are reserved for encoded names",
    ),
    (
        expression("[a-z]{2}-"),
        "namespaces that begin with two letters and a hyphen are reserved for countries",
    ),
    (
        expression("urn-(?![1-9][0-9]*+\\Z)"),
        '"urn-" must be followed by the number of an informal namespace',
    ),
    (expression("urn\\Z"), '"urn" is the scheme: earlier editions forbid it as a namespace'),
    (expression("[a-z0-9]{1,2}\\Z"), "a new namespace needs more than two characters"),
)


def kind_of(nid: str) -> str:
    """Return a remark about a namespace whose names are not checked."""
    low = lowered(nid)
    if low == "example":
        return "for examples only; names nothing (RFC 6963)"
    if INFORMAL.fullmatch(low):
        return "informal: registered only under a number"
    return "not checked here"


def objection(nid: str) -> str | None:
    """Return the reason why the namespace could not be registered today; None if it could."""
    low = lowered(nid)
    return next((text for shape, text in UNREGISTRABLE if shape.match(low)), None)


R_MEANING = "for the resolution service"
Q_MEANING = "for the resource or the service that gives access to it"
F_MEANING = "for the client: it is not sent"


def fields(name: Name) -> Iterator[Field]:
    """Yield "urn", the namespace, the name in it, and the parts that the edition allows after
    it.
    """
    yield Field("urn", name.prefix, "part of the name; it does not locate anything")
    yield Field("nid", name.nid, _namespace(name))
    yield Field("nss", name.nss, "the named resource, by the rules of its namespace", "not present")
    if name.urn_edition == "draft2012":
        yield Field(
            "query", name.query, "for the resolution service, not part of the name", "not present"
        )
        yield from _directives(name.text, name.query)
        yield Field("fragment", name.f, F_MEANING, "not present")
    elif name.urn_edition == "rfc8141":
        yield Field("r-component", name.r, R_MEANING, "not present")
        yield Field("q-component", name.q, Q_MEANING, "not present")
        if name.query and name.r is None and name.q is None:
            yield Field("query", name.query, "neither an r- nor a q-component")
        yield Field("f-component", name.f, F_MEANING, "not present")


def _namespace(name: Name) -> str:
    nid = name.nid.of(name.text)
    known = namespace_of(nid)
    return message("the namespace: {title}", title=message(known.title if known else kind_of(nid)))


def _directives(text: str, query: Span | None) -> Iterator[Field]:
    result, void = directives(text, query)
    for number, (name, value) in enumerate(result, 1):
        keyword = name.of(text)
        meaning = KEYWORDS.get(keyword, UNSUPPORTED)
        if keyword in void:
            meaning += "; void: it occurs twice"
        yield Field(message("keyword {number}", number=number), name, meaning)
        means = value_meaning(keyword, value.of(text)) if value else "not present"
        yield Field(message("value {number}", number=number), value, means)


UNSUPPORTED = "not registered: a resolver that does not support it ignores it"


RFC2141_CITES = ("RFC 2141 2.2", "RFC 2141 2.3.2", "RFC 2141 2.4")
RFC2141_NID = nid_rules("RFC 2141 2", "URN", shortest=1, reserved=True)
# <trans> without <reserved>: 2.3.2 reserves "/", "?" and "#"; 2.3.1 reserves "%" for escapes.
RFC2141_NSS = Production("NSS", ALPHANUM + "()+,-.:=@;$_!*'", *RFC2141_CITES)


def faults_rfc2141(name: Name) -> Iterator[Violation]:
    """Check a name by section 2 of RFC 2141."""
    yield from name_faults(name, RFC2141_NID)
    if name.nss is None:
        return
    start, end = name.nss
    if start == end:
        yield missing(start, "NSS", RFC2141_NSS.cites)
    yield from RFC2141_NSS.faults(name.text, start, end)
    yield from nul_faults(name.text, start, end, "RFC 2141 2.4")


RFC8141_NID = nid_rules("RFC 8141 2", "assigned-name")
RFC8141_NSS = Production("NSS", charset.PCHAR_2005 + "/", "RFC 8141 2.2")
R = Production("r-component", charset.QUERY_2005, "RFC 8141 2.3.1")
Q = Production("q-component", charset.QUERY_2005, "RFC 8141 2.3.2")
F = Production("f-component", charset.FRAGMENT_2005, "RFC 8141 2.3.3")


def faults_rfc8141(name: Name) -> Iterator[Violation]:
    """Check a name by section 2 of RFC 8141."""
    yield from name_faults(name, RFC8141_NID)
    for production, span in ((RFC8141_NSS, name.nss), (R, name.r), (Q, name.q)):
        if span:
            yield from _component_faults(name.text, production, span)
    if name.query and name.r is None and name.q is None:
        yield from _plain_query_faults(name.text, name.query)
    if name.f:
        yield from F.faults(name.text, *name.f)


def _component_faults(text: str, production: Production, span: Span) -> Iterator[Violation]:
    """Check ``pchar *( pchar / "/" / "?" )``: it is not empty, and begins with a pchar."""
    start, end = span
    if start == end:
        yield missing(start, production.rule, production.cites)
    elif text[start] in "/?":
        explanation = message(
            '"{text}" at the start of {rule}', text=text[start], rule=production.rule
        )
        expected = 'a character other than "/" and "?" at the start'
        yield Violation(start, start + 1, production.rule, expected, explanation, production.cites)
        start += 1
    yield from production.faults(text, start, end)


def _plain_query_faults(text: str, query: Span) -> Iterator[Violation]:
    """Report a "?" that begins neither an r- nor a q-component (section 2)."""
    start, end = query
    yield fault(
        FAULTS, 'this "?" begins neither an r-component nor a q-component', start - 1, start
    )
    yield from Q.faults(text, start, end)


GRAMMARS = {"rfc2141": faults_rfc2141, "draft2012": faults_draft2012, "rfc8141": faults_rfc8141}


def name_violations(name: Name) -> Iterator[Violation]:
    """Check a name by the grammar of its edition."""
    return iter(GRAMMARS[name.urn_edition](name))


# The names and clauses of the rules; an edition's first rule decides whether URNs are equivalent.
RULES: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "rfc2141": (("5", ("RFC 2141 5",)),),
    "draft2012": (("5a", ("rfc2141bis-urn-03 5",)), ("5b", ("rfc2141bis-urn-03 5",))),
    "rfc8141": (("3.1", ("RFC 8141 3.1",)),),
}
NAMESPACE = "namespace"


class Ruling(NamedTuple):
    """Two texts in the form that a rule compares; ``equal`` is None if one of them is not a URN."""

    rule: str
    a: str | None
    b: str | None
    cites: tuple[str, ...]
    urn_edition: str

    @property
    def equal(self) -> bool | None:
        """True if the rule shows the two texts to be equivalent."""
        return None if self.a is None or self.b is None else self.a == self.b

    @property
    def differs(self) -> tuple[str, ...]:
        """The parts that still differ; empty if there are none, or if one text is not a URN."""
        if self.a is None or self.b is None:
            return ()
        a, b = (
            _parts(read_name(each, 0, len(each), self.urn_edition)) for each in (self.a, self.b)
        )
        return tuple(part for part in a if a[part] != b[part])

    def to_dict(self) -> Json:
        return json_of(self, "rule a b equal differs cites")


def _parts(name: Name) -> dict[str, str | None]:
    spans = {"nid": name.nid, "nss": name.nss, "query": name.query, "fragment": name.f}
    return {part: span.of(name.text) if span else None for part, span in spans.items()}


def equivalent(a: str, b: str, urn_edition: str) -> tuple[Ruling, ...]:
    """Return the results of the edition's rules, then the result of the namespace's rules."""
    names = [_read(text, urn_edition) for text in (a, b)]
    rulings = []
    for rule, cites in RULES[urn_edition]:
        left, right = (form(name, rule) if name else None for name in names)
        rulings.append(Ruling(rule, left, right, cites, urn_edition))
    left, right = (own_form(name) if name else None for name in names)
    clauses = [cite for name in names if name for cite in _own_clauses(name)]
    own = Ruling(NAMESPACE, left, right, tuple(dict.fromkeys(clauses)), urn_edition)
    return (*rulings, own)


def canonical(name: Name) -> str:
    """Return the whole text, with letter case unified where it does not matter."""
    nid = name.nid.of(name.text)
    rest = name.text[name.nid.end : _end(name)]
    return PREFIX + with_uppercase_escapes((lowered(nid) if name.nss else nid) + rest)


def form(name: Name, rule: str) -> str:
    """Return the text in the form that a rule compares."""
    whole = canonical(name)
    assigned = whole[: name.end - name.prefix.start]
    if rule == "5a":
        return assigned
    if rule == "5b":
        return assigned + _sorted_query(name)
    if rule == "3.1":
        # A query that is neither an r-component nor a q-component is an error, but is compared.
        return assigned if name.query is None or name.r or name.q else _without_f(name, whole)
    return whole


def own_form(name: Name) -> str:
    """Return the form for the edition's first rule, after applying the namespace's equivalence."""
    text = form(name, RULES[name.urn_edition][0][0])
    known = namespace_of(name.nid.of(name.text))
    if known is None or name.nss is None:
        return text
    start = name.nss.start - name.prefix.start
    end = name.nss.end - name.prefix.start
    return text[:start] + known.normal(text[start:end]) + text[end:]


def compared(pieces: Pieces, choice: Choice) -> Pieces:
    """Normalize a URN for the last rung, by the rules of its edition and namespace."""
    if pieces.whole_authority() is not None:
        return pieces
    text = PREFIX + pieces.path
    text += "" if pieces.query is None else f"?{pieces.query}"
    text += "" if pieces.fragment is None else f"#{pieces.fragment}"
    name = read_name(text, 0, len(text), choice.urn_edition)
    # An invalid URN is compared as it is, because no rule applies to it.
    whole = canonical(name) if next(name_violations(name), None) else own_form(name)
    rest = whole[len(PREFIX) :]
    rest, hashed, fragment = rest.partition("#")
    path, asked, query = rest.partition("?")
    return pieces._replace(
        path=path, query=query if asked else None, fragment=fragment if hashed else None
    )


def clauses(choice: Choice) -> tuple[str, ...]:
    return RULES[choice.urn_edition][0][1]


def _read(text: str, urn_edition: str) -> Name | None:
    return read_name(text, 0, len(text), urn_edition) if is_urn(text) else None


def _own_clauses(name: Name) -> tuple[str, ...]:
    known = namespace_of(name.nid.of(name.text))
    return known.cites if known else ()


def _end(name: Name) -> int:
    return max(span.end for span in (name.nid, name.nss, name.query, name.f) if span)


def _without_f(name: Name, whole: str) -> str:
    return whole if name.f is None else whole[: name.f.start - 1 - name.prefix.start]


def _sorted_query(name: Name) -> str:
    """Sort directives by keyword and value, since their order does not matter (5b)."""
    if name.query is None:
        return ""
    query = with_uppercase_escapes(name.query.of(name.text))
    return "?" + "&".join(sorted(query.split("&")))


NAMED_NSS = {"rfc2141": RFC2141_NSS, "draft2012": DRAFT2012_NSS, "rfc8141": RFC8141_NSS}
LOCATES = {
    "rfc2141": ("RFC 2141 1",),
    "draft2012": ("rfc2141bis-urn-03 1.3",),
    "rfc8141": ("RFC 8141 1.2",),
}


def notes(name: Name) -> Iterator[Note]:
    """Yield remarks that are not violations."""
    yield noted(NOTES, "names-only", Span(name.prefix.start, name.end), LOCATES[name.urn_edition])
    yield from _end_in_text(name)
    if name.urn_edition == "draft2012":
        yield from _draft_notes(name)
    elif name.urn_edition == "rfc8141":
        yield from _current_notes(name)
    else:
        yield from _reserved(name)


def _end_in_text(name: Name) -> Iterator[Note]:
    """Note where the name would end if it were part of running text."""
    if name.nss is None:
        return
    start, end = name.nss
    production = NAMED_NSS[name.urn_edition]
    match = production.whole.match(name.text, start, end)
    at = match.end() if match else start
    if at < end and name.text[at] != "%":
        yield noted(NOTES, "ends-in-text", Span(at, at + 1), production.cites)


def _reserved(name: Name) -> Iterator[Note]:
    """Explain reserved characters (RFC 2141 2.3.2)."""
    for mark, what in (("?", "query"), ("#", "fragment")):
        at = name.text.find(mark, *(name.nss or name.nid))
        if at >= 0:
            yield noted(NOTES, f"no-{what}", Span(at, at + 1), mark=mark, what=message(what))


def _draft_notes(name: Name) -> Iterator[Note]:
    if name.f:
        yield noted(NOTES, "fragment-needs-leave", _with_mark(name.f))
    if name.query:
        yield noted(NOTES, "query-not-assigned", _with_mark(name.query))
        yield from _directive_notes(name.text, name.query)


def _with_mark(span: Span) -> Span:
    return Span(span.start - 1, span.end)


def _directive_notes(text: str, query: Span) -> Iterator[Note]:
    result, void = directives(text, query)
    for name, value in result:
        keyword, written = name.of(text), value.of(text) if value else ""
        if keyword in void:
            yield noted(NOTES, "directive-void", name, keyword=keyword)
        elif keyword not in KEYWORDS:
            yield noted(NOTES, "keyword-unknown", name)
        elif value and not is_known(keyword, written):
            note = noted(NOTES, "service-unknown", value)
            if written == "I2U":
                more = "; the draft's sample uses it, its registry has I2L"
                note = replace(note, message=note.message + more)
            yield note


def _current_notes(name: Name) -> Iterator[Note]:
    explanation = objection(name.nid.of(name.text))
    if explanation:
        yield Note("nid-not-registrable", "info", explanation, name.nid, CLAUSES)
    nul = NUL.search(name.text, name.nid.start)
    if nul:
        yield noted(NOTES, "escaped-nul", Span(*nul.span()))
    for span, other in ((name.r, R_MARK), (name.q, R_MARK), (name.q, Q_MARK)):
        at = name.text.find(other, *span) if span else -1
        if at >= 0:
            yield noted(NOTES, "mark-inside", Span(at, at + 2), other=other)
    if name.r:
        yield noted(NOTES, "r-undefined", name.r)


DESCRIPTION_CITES = {
    "rfc2141": ("RFC 2141 2",),
    "draft2012": ("rfc2141bis-urn-03 2",),
    "rfc8141": ("RFC 8141 2",),
}


def describe(reference: Reference, choice: Choice) -> Remarks:
    """Describe the name, its namespace, and the parts after it."""
    name = name_in(reference, choice.urn_edition)
    violations = violations_of(name)
    yield {"cites": DESCRIPTION_CITES[choice.urn_edition]}
    if not violations:
        normal = canonical(name)
        yield {"normal": normal, "display": readable(normal)}
    yield from fields(name)
    yield Action("nothing", "", "a resolver can look up what the URN names; no lookup is required")
    yield from violations
    yield from notes(name)
    known = namespace_of(name.nid.of(name.text))
    if known and name.nss:
        yield from known.remarks(name.text, name.nss)


def name_in(reference: Reference, urn_edition: str) -> Name:
    """Return the URN, from the scheme to the end of the text, ignoring the generic syntax."""
    scheme = reference.span(Part.SCHEME) or Span(0, 0)
    return read_name(reference.text, scheme.start, reference.spans[0][1], urn_edition)


def violations_of(name: Name) -> tuple[Violation, ...]:
    """Return all violations of the edition's grammar, in the order of the text."""
    return in_order(name_violations(name))


RUN = expression(f"(?:{TRIPLET})++")
READABLE = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "Nl", "No"})
# Invisible letters and marks.
INVISIBLE = expression(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def readable(text: str) -> str:
    """Decode escapes of letters, marks and digits outside ASCII.

    Escaped ASCII characters stay: decoded, they could have another meaning in their namespace.
    """
    return RUN.sub(_plain, text)


def _plain(run: re.Match[str]) -> str:
    data = bytes.fromhex(run[0].replace("%", ""))
    pieces = []
    for each in sequences(data):
        char = each.char or ""
        shown = each.form == "utf-8" and unicodedata.category(char) in READABLE
        if shown and not INVISIBLE.match(char):
            pieces.append(char)
        else:
            pieces.append(run[0][3 * each.start : 3 * each.end])
    return "".join(pieces)


SCHEME = Scheme(
    ("urn",),
    "a name (URN)",
    ("RFC 8141 2",),
    "names",
    describe,
    chosen=compared,
    clauses=clauses,
    escapes_count=True,
)
