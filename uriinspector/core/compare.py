"""Compare references on the ladder of normalizations (RFC 3986 6.2).

Each text is normalized once, so the cost is linear; texts with equal forms are in one class, and
``compare`` finds two texts equal exactly where they share a class.

According to section 6.1, two URIs can be shown to be equivalent but never to be different; relative
references are compared by their targets, each with its own base; and fragments are left out when
the comparison is used to decide about a request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, takewhile

from uriinspector.core.appearance import Appearance, align
from uriinspector.core.expression import (
    expression,
    lowered,
    lowered_except_escapes,
    with_uppercase_escapes,
)
from uriinspector.core.model import (
    CASE,
    DOTS,
    ESCAPES,
    PROTOCOL,
    SCHEME,
    STRING,
    Json,
    Ladder,
    NamedTuple,
    Part,
    Pieces,
    Problem,
    Rung,
    json_of,
    message,
)
from uriinspector.core.parse import (
    URN_EDITIONS,
    Resolution,
    not_text,
    parse,
    resolve,
    unknown_choice,
)
from uriinspector.core.production import BAD_PERCENT, TRIPLET
from uriinspector.core.reference import Reference, recompose
from uriinspector.core.schemes.dossier import DEFAULT, Choice
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.core.schemes.urn import Ruling, equivalent

RULES_OF_SCHEME = "the rules of the scheme"
NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
URN = "urn"


class PartDifference(NamedTuple):
    """A component that differs between two references; None where it is undefined."""

    name: str
    a: str | None
    b: str | None


class AppliedRule(NamedTuple):
    """The description of a normalization that was applied, and its clause."""

    note: str
    cite: str


class PartChange(NamedTuple):
    """A component that differed before a rung and was changed by it, with both texts' values."""

    name: str
    before: tuple[str | None, str | None]
    after: tuple[str | None, str | None]


def applied_rules(comparison: Comparison) -> list[AppliedRule]:
    """Return the normalizations that changed differing components, up to the rung on which the
    texts become equal.
    """
    rules: dict[str, AppliedRule] = {}
    asked = takewhile(lambda each: each.equal is not None, comparison.rungs)
    for before, after in pairwise(asked):
        if before.equal:
            break
        for rule in _rules(after, list(_changes(before, after, comparison.edition))):
            rules.setdefault(rule.note, rule)
    return list(rules.values())


def differences(rung: ComparedRung, edition: str) -> list[PartDifference]:
    """Return the components that differ between two references on a rung."""
    a, b = (parse(side.text or "", edition=edition) for side in (rung.a, rung.b))
    both = [PartDifference(name, getattr(a, name), getattr(b, name)) for name in NAMES]
    found = [each for each in both if each.a != each.b]
    if not found and a.authority != b.authority:  # a registered name contains no host
        found = [PartDifference("authority", a.authority, b.authority)]
    return found


def _changes(before: ComparedRung, after: ComparedRung, edition: str) -> Iterator[PartChange]:
    was, now = (
        tuple(parse(side.text or "", edition=edition) for side in (rung.a, rung.b))
        for rung in (before, after)
    )
    for name in NAMES:
        old = (getattr(was[0], name), getattr(was[1], name))
        new = (getattr(now[0], name), getattr(now[1], name))
        if old[0] != old[1] and old != new:
            yield PartChange(name, old, new)


def _rules(rung: ComparedRung, changes: list[PartChange]) -> Iterator[AppliedRule]:
    if not changes:
        return
    first, last = rung.cites[0], rung.cites[-1]  # a rung without clauses has no changes
    if rung.name == CASE:
        for change in changes:
            yield AppliedRule(_case_rule(change), first)
    elif rung.name == SCHEME:
        is_urn = (rung.a.text or "").startswith(f"{URN}:")
        for change in changes:
            if is_urn:
                yield AppliedRule(_urn_rule(change), last)
            else:
                note = _scheme_rule(change)
                yield AppliedRule(note, last if note == RULES_OF_SCHEME else first)
    else:
        for note in dict.fromkeys(side.note for side in (rung.a, rung.b)):
            yield AppliedRule(note, first)


def _case_rule(change: PartChange) -> str:
    if change.name in {"scheme", "host"}:
        return "scheme and host in lowercase"
    return "percent-encoding in uppercase"


def _scheme_rule(change: PartChange) -> str:
    gone = {was for was, now in zip(change.before, change.after, strict=True) if was != now}
    if change.name == "port" and set(change.after) == {None}:
        return "empty port" if gone == {""} else "default port"
    if change.name == "path" and gone == {""} and set(change.after) == {"/"}:
        return "empty path"
    return RULES_OF_SCHEME


def _urn_rule(change: PartChange) -> str:
    """Return the rule of RFC 8141 3.1 for a change: case of the namespace, or omitted
    components.
    """
    if change.name != "path":
        return "r-, q- and f-components are left out"
    (a, b), (was_a, was_b) = (map(_namespace, both) for both in (change.after, change.before))
    return "namespace in lowercase" if (a, b) != (was_a, was_b) else RULES_OF_SCHEME


def _namespace(path: str | None) -> str:
    return (path or "").partition(":")[0]


LITERAL = expression(r"\A\[[^\[\]]*\]\Z")
# An invalid "%" with the escapes right after it: decoding one of them could make the "%" part of a
# valid escape.
UNSAFE = rf"(?P<unsafe>{BAD_PERCENT}(?:{TRIPLET})*+)"
ESCAPED = expression(rf"{UNSAFE}|{TRIPLET}")
NEVER_CLIMBED = "needs the network: not checked"
DECODED = "unnecessary percent-encoding is decoded"
DECODED_UPPERCASE = "unnecessary percent-encoding is decoded, hexadecimal digits in uppercase"
EQUAL_UPPERCASE = (
    "encoded unreserved characters count as plain ones, hexadecimal digits in uppercase"
)


def normalize(
    reference: Reference, choice: Choice = DEFAULT, *, comparing: bool = False
) -> tuple[Rung, ...]:
    """Return every rung from the text as written to the normal form, then the protocol rung.

    The protocol rung has no text, since checking it would need the network. With ``comparing``,
    also decode characters that 2003 2.3 treats as equivalent but does not recommend decoding.
    """
    ladder = reference.rules.ladder
    pieces = take_apart(reference)
    allowed = (comparing and ladder.equivalent) or ladder.unescape
    rungs = [Rung(STRING, reference.text, "character by character", ladder.string)]
    for name, cites, climb in (
        (CASE, ladder.case, partial(_case, ladder)),
        (ESCAPES, ladder.escapes, partial(_escapes, ladder, reference, allowed)),
        (DOTS, ladder.dots, partial(_dots, ladder)),
        (SCHEME, _scheme_clauses(ladder, pieces, choice), partial(_scheme, ladder, choice)),
    ):
        pieces, note = climb(pieces)
        text, guarded = put_together(pieces, reference)
        rungs.append(Rung(name, text, guarded or note, cites))
    rungs.append(Rung(PROTOCOL, None, NEVER_CLIMBED, ladder.protocol))
    return tuple(rungs)


def normal_form(reference: Reference) -> str:
    return normalize(reference)[-2].text or ""


def take_apart(reference: Reference) -> Pieces:
    """Split a reference into its parts; the authority is set only if it contains no host."""
    return Pieces(
        reference.scheme,
        reference.authority if reference.host is None else None,
        reference.userinfo,
        reference.host,
        reference.port,
        reference.path,
        reference.query,
        reference.fragment,
    )


def put_together(pieces: Pieces, reference: Reference) -> tuple[str, str]:
    """Join the parts; the note explains a prefix that was needed to keep their meaning.

    RFC 3986 3.3 and 4.2: a path may begin with "//" only after an authority, and a relative
    reference must not look as if it had a scheme.
    """
    authority = pieces.whole_authority()
    path, note = pieces.path, ""
    if authority is None and path.startswith("//"):
        path, note = "/." + path, 'without a leading "/.", the path would be parsed as an authority'
    parts = (pieces.scheme, authority, path, pieces.query, pieces.fragment)
    text = recompose(*parts)
    if not _reads_back(text, pieces.scheme, path, reference):
        # Only 1994 allows something before a scheme.
        front = "./" if pieces.scheme is None else "URL:"
        text = front + text
        note = message(
            'without a leading "{front}", the result would be parsed differently', front=front
        )
    return text, note


def _reads_back(text: str, scheme: str | None, path: str, reference: Reference) -> bool:
    """Return True if parsing the text gives this path, and a scheme if there is one."""
    spans = reference.rules.read(text)
    start, end = spans[6]
    return text[start:end] == path and (spans[1][0] < 0) == (scheme is None)


def _each(pieces: Pieces, change: Callable[[str], str]) -> Pieces:
    """Apply a change to every part that may contain escapes."""
    return pieces._replace(
        **{
            part: change(text)
            for part in ("authority", "userinfo", "host", "path", "query", "fragment")
            if (text := getattr(pieces, part)) is not None
        }
    )


def _case(ladder: Ladder, pieces: Pieces) -> tuple[Pieces, str]:
    explanation = "scheme and host in lowercase"
    if pieces.scheme is not None:
        pieces = pieces._replace(scheme=lowered(pieces.scheme))
    if pieces.host is not None:
        pieces = pieces._replace(host=lowered_except_escapes(pieces.host))
    if ladder.hex_case == CASE:
        explanation = "scheme and host in lowercase, percent-encoding in uppercase"
        return _each(pieces, with_uppercase_escapes), explanation
    return pieces, explanation


def _escapes(
    ladder: Ladder, reference: Reference, allowed: str, pieces: Pieces
) -> tuple[Pieces, str]:
    if scheme_of(pieces.scheme).escapes_count:
        return pieces, "in this scheme, percent-encoding is compared without decoding"
    note = DECODED
    if ladder.hex_case == ESCAPES:
        pieces = _each(pieces, with_uppercase_escapes)
        # Only 2003 compares with more decoded characters than it normalizes.
        note = DECODED_UPPERCASE if allowed == ladder.unescape else EQUAL_UPPERCASE
    shorter = _each(pieces, partial(unescaped, allowed=allowed))
    if shorter.host is not None:
        # Decoding can give a capital letter, which becomes lowercase (6.2.2.1).
        shorter = shorter._replace(host=lowered_except_escapes(shorter.host))
    if shorter.authority is not None and _reads_as_server(shorter.authority, reference):
        shorter = shorter._replace(authority=pieces.authority)
    return shorter, note


def unescaped(text: str, allowed: str) -> str:
    """Decode the escapes of these characters, except right after an invalid "%"."""

    def plain(match: re.Match[str]) -> str:
        if match.lastgroup:
            return match[0]
        char = chr(int(match[0][1:], 16))
        return char if char in allowed else match[0]

    return ESCAPED.sub(plain, text)


def _reads_as_server(authority: str, reference: Reference) -> bool:
    """Return True if a registered name would be parsed as a server (2003)."""
    return reference.rules.read(f"//{authority}")[4][0] >= 0


def _dots(ladder: Ladder, pieces: Pieces) -> tuple[Pieces, str]:
    if ladder.remove_dots is None:
        return pieces, "this edition has no such rule"
    if not pieces.path.startswith("/") and not (ladder.rootless_dots and _is_hierarchical(pieces)):
        return pieces, (
            "this is not an absolute path, so its dot segments are removed only on resolution"
        )
    return pieces._replace(path=ladder.remove_dots(pieces.path)), (
        '"." and ".." segments are removed'
    )


def _is_hierarchical(pieces: Pieces) -> bool:
    """Return True if rootless paths of this scheme consist of segments, unlike names, code or
    data.
    """
    row = scheme_of(pieces.scheme)
    return pieces.scheme is not None and (row.danger == "unknown" or row.port is not None)


def _scheme_clauses(ladder: Ladder, pieces: Pieces, choice: Choice) -> tuple[str, ...]:
    void = ladder.void_fragment if pieces.fragment == "" else ""
    own = scheme_of(pieces.scheme).clauses(choice)
    cites = (*ladder.scheme, ladder.empty_path(pieces), void, *own)
    return tuple(dict.fromkeys(filter(None, cites)))


def _scheme(ladder: Ladder, choice: Choice, pieces: Pieces) -> tuple[Pieces, str]:
    if ladder.void_fragment and pieces.fragment == "":
        pieces = pieces._replace(fragment=None)
    if pieces.scheme is None:
        return pieces, "there is no scheme, so the scheme of the base applies"
    rules = scheme_of(pieces.scheme)
    number = (pieces.port or "").lstrip("0")
    usual = pieces.port == "" or (rules.port is not None and number == str(rules.port))
    # If the colon before the port were removed, a host that contains a colon would be parsed as
    # host and port.
    if usual and ":" not in LITERAL.sub("", pieces.host or ""):
        pieces = pieces._replace(port=None)
    if pieces.host is not None and pieces.path == "" and ladder.empty_path(pieces):
        pieces = pieces._replace(path="/")
    if rules.normal:
        pieces = rules.normal(pieces)
    if rules.chosen:
        return rules.chosen(pieces, choice), "the rules of the scheme"
    return pieces, ladder.scheme_note


# The rungs that can be compared, from the strictest to the most lenient.
RUNGS = (STRING, CASE, ESCAPES, DOTS, SCHEME)


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Texts that are equal on a rung, in the order given, and their common form on it."""

    form: str
    texts: tuple[str, ...]


def forms(
    texts: Iterable[str], rung: str = SCHEME, *, edition: str = "2005", urn_edition: str = "rfc8141"
) -> Iterator[str]:
    """Return an iterator over the forms of the texts on a rung."""
    if rung not in RUNGS:
        raise unknown_choice("rung", rung, RUNGS)
    at, choice = RUNGS.index(rung), Choice(urn_edition)
    return (_form(parse(text, edition=edition), choice, at) for text in texts)


def _form(reference: Reference, choice: Choice, at: int) -> str:
    """Return the form on a rung; a relative reference is returned unchanged because it would first
    have to be resolved.
    """
    if reference.scheme is None:
        return reference.text
    return normalize(reference, choice, comparing=True)[at].text or ""


def classes(
    texts: Sequence[str], rung: str = SCHEME, *, edition: str = "2005", urn_edition: str = "rfc8141"
) -> tuple[EquivalenceClass, ...]:
    """Group equal texts, in the order of their first members; a duplicate text is listed twice."""
    values: dict[str, list[str]] = {}
    result = forms(texts, rung, edition=edition, urn_edition=urn_edition)
    for text, form in zip(texts, result, strict=True):
        values.setdefault(form, []).append(text)
    return tuple(EquivalenceClass(form, tuple(members)) for form, members in values.items())


NO_TARGET = "there is no target to compare"
# Clauses about comparing targets without their fragments; only the 2003 and 2005 editions have one.
EQUIVALENCE = {"2003": "rfc2396bis-01 6.1", "2005": "RFC 3986 6.1"}
# Also cited for 1994 and 1997, which have no such clause.
ANY_EDITION = "RFC 3986 6.1"
NO_BASE = Problem(
    "no-base",
    "A relative reference is resolved before it is compared; this needs a base URI.",
    (ANY_EDITION,),
)


@dataclass(frozen=True, slots=True)
class ComparedRung:
    """Both texts on one rung; ``equal`` is None if either has no form there."""

    a: Rung
    b: Rung

    @property
    def name(self) -> str:
        return self.a.name

    @property
    def cites(self) -> tuple[str, ...]:
        """The clauses for both texts, including their schemes' clauses."""
        return tuple(dict.fromkeys(self.a.cites + self.b.cites))

    @property
    def equal(self) -> bool | None:
        if self.a.text is None or self.b.text is None:
            return None
        return self.a.text == self.b.text

    def to_dict(self) -> Json:
        return {"rung": self.name, "a": self.a.text, "b": self.b.text} | json_of(
            self, "equal cites"
        )


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One side of a comparison: a text, and its resolution if it has a base.

    ``compared`` is the text to compare: the target, or the text itself if there is no base. It is
    None if resolution gives no target, or for a relative reference without a base.
    """

    text: str
    base: str | None
    resolution: Resolution | None
    compared: str | None

    @property
    def problem(self) -> Problem | None:
        """The reason why there is nothing to compare, or None."""
        if self.resolution is None:
            return NO_BASE if self.compared is None else None
        return self.resolution.problem

    def to_dict(self) -> Json:
        resolved = self.resolution
        return json_of(self, "base") | {
            "target": resolved.target if resolved else None,
            **json_of(self, "problem"),
            "same_document": resolved.same_document if resolved else False,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts compared rung by rung."""

    sides: tuple[ComparedSide, ComparedSide]
    edition: str
    rungs: tuple[ComparedRung, ...]
    urn_edition: str = "rfc8141"
    fragments: bool = True  # False leaves them out

    @property
    def a(self) -> str:
        return self.sides[0].text

    @property
    def b(self) -> str:
        return self.sides[1].text

    @property
    def first_equal(self) -> str | None:
        """The name of the first rung on which both are equal, or None."""
        return next((rung.name for rung in self.rungs if rung.equal), None)

    @property
    def differs(self) -> tuple[Part, ...]:
        """The components that still differ after normalization by the rules of the scheme."""
        last = self.rungs[-2]
        if last.equal is None:
            return ()
        a, b = (parse(rung.text or "", edition=self.edition) for rung in (last.a, last.b))
        return tuple(part for part in Part if getattr(a, part.value) != getattr(b, part.value))

    @property
    def differs_in_fragment_only(self) -> bool:
        """True if both would be equal without their fragments, as when they are retrieved."""
        return self.differs == (Part.FRAGMENT,)

    @property
    def equivalence_cites(self) -> tuple[str, ...]:
        """The edition's clause on targets and fragments, if it has one."""
        cite = EQUIVALENCE.get(self.edition)
        return (cite,) if cite else ()

    @property
    def urn_rules(self) -> tuple[Ruling, ...]:
        """The results of the URN edition's rules, one by one; empty unless both texts are
        URNs.
        """
        a, b = (side.compared or "" for side in self.sides)
        rulings = equivalent(a, b, self.urn_edition)
        return rulings if all(each.equal is not None for each in rulings) else ()

    @property
    def appearance(self) -> Appearance:
        return align(self.a, self.b)

    def to_dict(self) -> Json:
        names = "a b edition rungs first_equal differs differs_in_fragment_only urn_rules"
        return {
            "schema": 1,
            **json_of(self, names),
            "sides": {name: side.to_dict() for name, side in zip("ab", self.sides, strict=True)},
            **json_of(self, "fragments appearance"),
        }


def compare(
    a: str,
    b: str,
    *,
    edition: str = "2005",
    urn_edition: str = "rfc8141",
    base_a: str | None = None,
    base_b: str | None = None,
    fragments: bool = True,
) -> Comparison:
    """Compare two texts on every rung of the edition's ladder.

    A text with a base is compared by its target; a relative reference without one is not compared.
    Two URNs are compared by the rules of ``urn_edition``. If ``fragments`` is False, fragments are
    left out.
    """
    if urn_edition not in URN_EDITIONS:
        raise unknown_choice("urn_edition", urn_edition, URN_EDITIONS)
    for name, text in (("a", a), ("b", b)):
        if not isinstance(text, str):
            raise not_text(name, text)
    for name, base in (("base_a", base_a), ("base_b", base_b)):
        if base is not None and not isinstance(base, str):
            raise not_text(name, base)
    sides = (_side(a, base_a, edition, fragments), _side(b, base_b, edition, fragments))
    ladders = [_ladder(side.compared, edition, urn_edition) for side in sides]
    pairs = tuple(ComparedRung(*pair) for pair in zip(*ladders, strict=True))
    return Comparison(sides, edition, pairs, urn_edition, fragments)


def _side(text: str, base: str | None, edition: str, fragments: bool) -> ComparedSide:
    resolution = None if base is None else resolve(base, text, edition=edition)
    if resolution:
        compared = resolution.target
    else:
        compared = text if parse(text, edition=edition).scheme is not None else None
    if compared is not None and not fragments:
        compared = without_fragment(compared, edition)
    return ComparedSide(text, base, resolution, compared)


def without_fragment(text: str, edition: str) -> str:
    """Return the text without its fragment and "#", as the edition delimits them."""
    span = parse(text, edition=edition).span(Part.FRAGMENT)
    return text if span is None else text[: span.start - 1] + text[span.end :]


def _ladder(text: str | None, edition: str, urn_edition: str) -> tuple[Rung, ...]:
    """Return every rung; if there is no text, each rung notes that there is no target."""
    rungs = normalize(parse(text or "", edition=edition), Choice(urn_edition), comparing=True)
    if text is not None:
        return rungs
    return tuple(Rung(each.name, None, NO_TARGET, each.cites) for each in rungs)
