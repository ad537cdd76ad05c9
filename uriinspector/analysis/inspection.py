"""Inspection: everything that is known about one text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from uriinspector.analysis.derived import OWN_CODES, REPLACED, Derived
from uriinspector.analysis.domains import Host
from uriinspector.analysis.facts import Facts
from uriinspector.analysis.finding import Finding, Fix, finding_order
from uriinspector.analysis.host_memo import DOUBTFUL, LONGEST, HostRecord, record_of
from uriinspector.analysis.international.known_names import index
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.nested import Layer, LayerTree, layers
from uriinspector.analysis.recipients import Recipient, recipients
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.rewriters import Rewriters
from uriinspector.analysis.rules.table import findings, rules_for
from uriinspector.analysis.triggers import (
    CALM,
    ENCODED_AT,
    FOLDER,
    HEAD,
    LONG_RUN,
    MARKED,
    NAME_IN_PATH,
    SHARED,
    SIGN_IN_PAGE,
    WEB,
    has_code,
    may_be_copied,
)
from uriinspector.analysis.unpack import unpacked_mails
from uriinspector.analysis.verdict import Hop, Verdict, calm_verdict, judge, with_nested
from uriinspector.core.expression import lowered
from uriinspector.core.model import (
    Component,
    EditionPart,
    Json,
    NamedTuple,
    Part,
    Problem,
    Span,
    Violation,
    json_of,
    message,
)
from uriinspector.core.parse import (
    ABOVE_ROOT,
    EDITIONS,
    URN_EDITIONS,
    YEARS,
    Resolution,
    not_text,
    parse,
    resolve,
    texts_of,
    unknown_choice,
)
from uriinspector.core.reference import UNDEFINED, Reference, Spans
from uriinspector.core.schemes.dossier import Dossier
from uriinspector.readers import browser, python, reading
from uriinspector.readers.browser import STRIPPED
from uriinspector.readers.reading import Reading

if TYPE_CHECKING:
    from uriinspector.analysis.correction import Correction
    from uriinspector.analysis.escapes import Spot
    from uriinspector.analysis.finding import Weigh
    from uriinspector.analysis.values.value import Value
    from uriinspector.analysis.values.walk import DecodedValue


def readings(
    text: str, base: str | None = None, *, strict: bool = True, above_root: str = "keep"
) -> tuple[Reading, ...]:
    """Return the readings of the four editions, browsers and Python.

    With a base, each reads the target that it resolves the text to.
    """
    resolutions = [
        None
        if base is None
        else resolve(base, text, edition=year, strict=strict, above_root=above_root)
        for year in YEARS
    ]
    editions = [reading.read(text, *each) for each in zip(YEARS, resolutions, strict=True)]
    return (*editions, browser.read(text, base), python.read(text, base))


class Options(NamedTuple):
    edition: str = "2005"
    urn_edition: str = "rfc8141"
    protect: tuple[str, ...] = ()
    strict: bool = True
    above_root: str = "keep"
    lists: Lists = SHIPPED
    depth: int = 0
    in_document: bool = False
    # Adjusts the findings to the place of the text, if the caller knows it.
    weigh: Weigh | None = None


STANDARD = Options()
# The standard options of ``inspect``, except the lists and the function that weighs findings.
AS_STANDARD = (*STANDARD[:5], STANDARD.in_document)


def stripped_base(base: str | None) -> str | None:
    """Return the base without white space and controls that browsers remove (URL standard 4.4).

    With a leading space the base would have no scheme, and a relative reference would seem to
    go to an app instead of the host.
    """
    if base is None:
        return None
    if not isinstance(base, str):
        raise not_text("base", base)
    return STRIPPED.sub("", base)


# The marks of hosts whose paths are always searched for known names.
OFTEN_SEARCHED = SHARED | {DOUBTFUL, "is_usual_address"}
# What may follow the host of a link to a front page.
NO_PAGE = frozenset({"", "/"})
HAS_NAME, IS_COPIED = frozenset({"may_have_name"}), frozenset({"may_be_copied"})
# Layers below this depth are listed but not inspected.
DEPTH = 8
# The maximum number of layers in all, since layers can multiply.
LAYERS = 64
# Findings that depend on the edition's grammar.
OF_GRAMMAR = frozenset(
    {"syntax-error", "syntax-suspicious", "parser-differential", "excluded-char"}
)
# The maximum number of encoding problems listed.
MOST_ESCAPES = 1_000

# The members of the JSON that are null unless they are wanted.
COSTLY = (
    *("readings", "dossier", "escapes", "corrected", "not_corrected", "left", "iri", "decoded"),
    "nested",
)


class Nested(NamedTuple):
    """A layer and its inspection; None below the maximum depth."""

    layer: Layer
    inspection: Inspection | None

    @property
    def verdict(self) -> Verdict | None:
        return self.inspection.verdict if self.inspection else None

    def tree(self) -> LayerTree:
        """Return this layer with all layers inside it."""
        inside = self.inspection.nested if self.inspection else ()
        return LayerTree(self.layer, tuple(each.tree() for each in inside))

    def to_dict(self) -> Json:
        record = json_of(self.layer, "start end via text service follows")
        return record | {"service": self.layer.service or None} | json_of(self, "inspection")


class Inspection:
    """A text with its base; findings and verdict are computed at once, the rest on demand.

    A text may stand for another one, its ``derived`` text: then verdict and findings are those of
    the derived text, placed where it is written in this text.  ``reference`` and its parts always
    belong to the text itself; ``meant`` is the inspection of the text to show.
    """

    text: str
    base: str | None
    options: Options
    findings: tuple[Finding, ...] = ()
    nested: tuple[Nested, ...] = ()
    _record: HostRecord | None
    _verdict: Verdict | None = None
    # The spans of the path, the query and the fragment of a calm link.
    _rest: Spans | None = None

    def __init__(self, text: str, base: str | None, options: Options) -> None:
        self.__dict__.update(text=text, base=base, options=options, _record=None)

    def __setattr__(self, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError  # whose module takes long to import

        raise FrozenInstanceError(name)

    def _set(self, **values: object) -> None:
        self.__dict__.update(values)

    def __repr__(self) -> str:
        return f"Inspection({self.text!r}, edition={self.edition!r})"

    @lazy
    def reference(self) -> Reference:
        text, rest = self.text, self._rest
        if rest is None:
            return parse(text, edition=self.edition)
        scheme = host = UNDEFINED
        if end := rest[0][0]:
            start = text.index("//") + 2
            scheme, host = (0, start - 3), (start, end)
        spans = ((0, len(text)), scheme, host, UNDEFINED, host, UNDEFINED, *rest)
        return Reference.without_violations(text, EDITIONS["2005"], spans)

    @lazy
    def resolution(self) -> Resolution | None:
        """The text resolved against its base; None if it has no base."""
        if self.base is None:
            return None
        edition, _, _, strict, above_root, *_ = self.options
        return resolve(self.base, self.text, edition=edition, strict=strict, above_root=above_root)

    @lazy
    def _facts(self) -> Facts:
        _, urn_edition, protect, _, _, lists, _, in_document, _ = self.options
        target = self.resolution.target if self.resolution else None
        facts = (self.reference, self.base, target, protect, urn_edition, lists)
        return Facts(*facts, in_document=in_document)

    @property
    def verdict(self) -> Verdict:
        verdict, record = self._verdict, self._record
        if verdict is None:
            if record is None:
                verdict = judge(self._facts, self.findings, ())
            elif self.findings:
                known: Verdict = record.verdict or self._verdict_of_host(record)
                host, end, words, worst = known.host, known.final_host, known.words, known.worst
                hop = Hop("written", host, self.text)
                verdict = Verdict(known.severity, host, (hop,), end, words, worst=worst)
            else:
                verdict = calm_verdict(self.text, record)
            self.__dict__["_verdict"] = verdict
        return verdict

    def _verdict_of_host(self, record: HostRecord) -> Verdict:
        verdict = judge(self._facts, self.findings, ())
        record.verdict = verdict.saying(verdict.sentence, verdict.words.why)  # without the facts
        return verdict

    def judged_as(self, verdict: Verdict, findings: tuple[Finding, ...]) -> Inspection:
        """Return a copy with the verdict and findings that apply where the text is used."""
        result = copy(self)
        result._set(findings=findings, _verdict=verdict)  # noqa: SLF001 - of the same class
        return result

    @property
    def derived(self) -> Derived | None:
        return self._facts.derived

    @property
    def of_derived(self) -> Inspection | None:
        """The inspection of the derived text; None if there is none, or below the maximum depth."""
        return _of_derived(self.derived, self.nested)

    @property
    def meant(self) -> Inspection:
        """The inspection to show: the derived text's if it replaces this one, else this one."""
        # An inspection is not cached on itself: the cycle would stay in memory until garbage
        # collection.
        return self if self.derived is None else self._replacement or self

    @cached_property
    def _replacement(self) -> Inspection | None:
        """The inspection that replaces this one, with this one's findings, or None."""
        inspection = self.of_derived
        if self.derived is None or self.derived.how not in REPLACED or inspection is None:
            return None
        inner = inspection.meant
        end = len(inner.text)
        own = [
            each if each.of != "value" else each._replace(start=0, end=end, fix=None)
            for each in self.findings
            if each.code in OWN_CODES[self.derived.how] or each.of != "value"
        ]
        other = [each for each in inner.findings if each.code not in REPLACED]
        first, *onward = self.verdict.route
        verdict = self.verdict._replace(route=(first._replace(text=inner.text), *onward))
        return inner.judged_as(verdict, tuple(sorted([*own, *other], key=finding_order)))

    def written_place(self, span: Span) -> Span:
        """Return the place in this text of a span in ``meant``."""
        if self.meant is self or self.derived is None or self.of_derived is None:
            return span
        return self.derived.place(*self.of_derived.written_place(span))

    def meant_place(self, span: Span) -> Span:
        """Return the place in ``meant`` of a span in this text."""
        if self.meant is self or self.derived is None or self.of_derived is None:
            return span
        return self.of_derived.meant_place(self.derived.derived_place(*span))

    @property
    def edition(self) -> str:
        return self.options.edition

    @property
    def components(self) -> Mapping[Part, Component]:
        return self.reference.components

    @property
    def edition_parts(self) -> tuple[EditionPart, ...]:
        """Parts that only this edition has a name for."""
        return self.reference.edition_parts

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every place that violates the edition's grammar."""
        return self.reference.violations

    @property
    def valid(self) -> bool:
        return self.reference.valid

    @property
    def host(self) -> Host | None:
        """The host in all its forms, or None."""
        return self.meant._facts.host  # noqa: SLF001 - of the same class

    @property
    def dossier(self) -> Dossier | None:
        """Details according to the scheme's own specification; None without a scheme."""
        return self.meant._facts.dossier  # noqa: SLF001 - of the same class

    @property
    def decoded(self) -> tuple[DecodedValue, ...]:
        """Identifiers and times in the text, decoded."""
        from uriinspector.analysis.values.walk import decoded_values

        return decoded_values(self.meant.reference)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Every value inside the text that can be decoded, with all its readings."""
        from uriinspector.analysis.values.candidates import Elsewhere
        from uriinspector.analysis.values.walk import values_of

        meant = self.meant
        outer = None if meant is self else Elsewhere(self.written_place)
        layers = [each.tree() for each in meant.nested]
        return values_of(meant.reference, layers, outer, self.options.lists.parameters)

    @cached_property
    def correction(self) -> Correction | str | None:
        """The corrected link, or the reason why there is none; None if the text is valid."""
        if self.valid:
            return None
        from uriinspector.analysis.correction import IS_DERIVED, correct

        return correct(self.text, self.base, self.edition) if self.meant is self else IS_DERIVED

    @property
    def corrected(self) -> Correction | None:
        return None if isinstance(self.correction, str) else self.correction

    @property
    def escapes(self) -> tuple[Spot, ...]:
        """Encoding problems and escapes, up to a maximum number."""
        own: tuple[Spot, ...] = ()
        if self.meant is self and not (self.valid and "%" not in self.text):
            from uriinspector.analysis.correction import corrected_rows
            from uriinspector.analysis.escapes import rows

            base = self.base.partition(":")[0] if self.base and ":" in self.base else None
            found = islice(rows(self.reference, base), MOST_ESCAPES)
            own = tuple(corrected_rows(self.reference, found, self.correction))
            if self._facts.is_refused:
                own = tuple(each._replace(sends=None) for each in own)
        inner = self.of_derived if self.nested else None
        if self.derived is not None and inner is not None:
            # The derived text's findings are reported here, so its rows are listed here as well.
            moved = (each._replace(span=self.derived.place(*each.span)) for each in inner.escapes)
            starts = {each.span.start for each in own}
            more = (each for each in moved if each.span.start not in starts)
            own = tuple(sorted((*own, *more), key=attrgetter("span")))
        return own[:MOST_ESCAPES]

    @property
    def state(self) -> str | None:
        """A sentence: the corrected link is valid, or why there is none; None if nothing is odd."""
        from uriinspector.analysis.correction import placeholders

        told, rows = self.correction, self.escapes
        count = sum(bool(each.options) for each in rows)
        if told is None:
            if count:
                return message(
                    "Every character is allowed. Places that need your decision: {count}.",
                    count=count,
                )
            is_odd = any(each.kinds for each in rows)
            return (
                message("The link is valid as it is; any change is optional.") if is_odd else None
            )
        if isinstance(told, str):
            return message("Not corrected: {reason}", reason=told)
        valid = message("The corrected link is valid.")
        if self.verdict.is_plain_text:
            valid = message("The text is not a link. Written like this, it would be a valid one.")
        if placeholders(told.text):
            valid = message("The corrected link is valid, except for placeholders.")
        if not count:
            return valid
        return message("{valid} Places that need your decision: {count}.", valid=valid, count=count)

    @property
    def left(self) -> str | None:
        """A sentence about what the correction leaves unchanged, or None."""
        from uriinspector.analysis.correction import left_texts
        from uriinspector.analysis.rules.escaping import named_together

        left = left_texts(self.escapes, self.text)
        return message("Left as it is: {left}", left=named_together(left)) if left else None

    @cached_property
    def iri(self) -> str | None:
        """The valid or corrected link as an IRI; None if that is the text itself."""
        uri = self.corrected.text if self.corrected else self.text
        if ("%" not in uri and "xn--" not in lowered(uri)) or not (self.valid or self.corrected):
            return None
        from uriinspector.analysis.correction import as_iri

        iri = as_iri(parse(uri, edition=self.edition))
        return None if iri == self.text else iri

    @property
    def recipients(self) -> tuple[Recipient, ...]:
        """Places that identify the person whom the link was made for."""
        result = recipients(self.meant._facts)  # noqa: SLF001 - of the same class
        places = [self.written_place(Span(each.start, each.end)) for each in result]
        pairs = zip(result, places, strict=True)
        return tuple(each._replace(start=start, end=end) for each, (start, end) in pairs)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """The components that each parser finds in the text."""
        if self.meant is not self:
            return self.meant.readings
        chosen = self.options
        return readings(self.text, self.base, strict=chosen.strict, above_root=chosen.above_root)

    @property
    def target(self) -> str | None:
        resolved = self.meant.resolution
        return resolved.target if resolved else None

    @property
    def problem(self) -> Problem | None:
        """The reason why there is no target although there is a base, or None."""
        resolved = self.meant.resolution
        return resolved.problem if resolved else None

    @property
    def same_document(self) -> bool:
        """True if the reference leads to the document that contains it."""
        resolved = self.meant.resolution
        return resolved.same_document if resolved else False

    def to_dict(self, *, full: bool = True, values: bool = False) -> Json:
        """Return the inspection for JSON; expensive fields are null unless ``full`` is set.

        ``values`` also adds the values that can be decoded.
        """
        record = self.reference.to_dict() | json_of(self, "derived base host")
        resolved = self.meant.resolution
        none = {"target": None, "problem": None, "same_document": False}
        record |= json_of(resolved, " ".join(none)) if resolved else none
        record |= json_of(self, "findings verdict")
        if full:
            record |= json_of(self, "readings dossier escapes corrected")
            record["not_corrected"] = self.correction if isinstance(self.correction, str) else None
            record["left"] = self.left
            record |= json_of(self, "iri decoded nested")
        else:
            record |= dict.fromkeys(COSTLY)
        if values:
            from uriinspector.analysis.values.value import flattened

            record["values"] = [each.to_dict() for each in flattened(self.values)]
        record |= {} if self.options.depth else self.options.lists.to_dict()
        return record


class _Allowance:
    """The number of layers that may still be inspected inside a text."""

    def __init__(self) -> None:
        self._left = LAYERS

    def take(self) -> bool:
        """Use up one layer; return False if none is left."""
        self._left -= 1
        return self._left >= 0


def _inspected(
    text: str, base: str | None, options: Options, allowed: _Allowance | None = None
) -> Inspection:
    return _calm(text, base, options) or _judged(text, base, options, allowed or _Allowance())


def _judged(text: str, base: str | None, options: Options, allowed: _Allowance) -> Inspection:
    inspection = Inspection(text, base, options)
    facts = inspection._facts  # noqa: SLF001 - of this file
    result = findings(facts)
    if facts.is_web and facts.reference.authority and facts.reference.host is None:
        result = _with_host(facts, options, result)
    if options.weigh is not None and result:
        result = options.weigh(text, result)
    nested = _nested(facts, options, allowed)
    if facts.derived is not None:
        result = _with_derived(facts.derived, nested, result)
    ahead: list[tuple[Layer, Verdict | None]] = []
    if nested:
        ahead = [(each.layer, each.verdict) for each in nested]
        result = with_nested(facts, result, ahead)
    verdict = judge(facts, result, ahead)
    inspection._set(findings=result, nested=nested, _verdict=verdict)  # noqa: SLF001
    return inspection


def _calm(text: str, base: str | None, options: Options) -> Inspection | None:
    """Inspect a link with nothing to examine after its host, or a plain relative reference.

    Return None for other texts.
    """
    if not isinstance(text, str):
        raise not_text("text", text)
    if options.edition != "2005":
        return None
    head = HEAD.match(text)
    end = head.end() if head else 0
    rest: Spans = ((end, len(text)), UNDEFINED, UNDEFINED)
    if not head or text[end:] not in NO_PAGE:
        match = _calm_rest(text, end, options)
        if match is None or end > LONGEST:
            return None
        rest = match.regs[1:]
    path = text[end : rest[0][1]]
    if not head:
        is_web = base is not None and lowered(base.partition(":")[0]) in WEB
        if not is_web or _marks_with(path, frozenset(), options):
            return None
        inspection = Inspection(text, base, options)
        inspection.__dict__["_rest"] = rest
        return inspection
    record = record_of(text[:end], "2005", options.protect, options.lists)
    if not record.is_calm:
        return None
    for is_special in record.path_tests:
        if is_special(path):
            return None
    inspection = Inspection(text, base, options)
    marks = record.marks if len(path) < 2 else _marks_with(path, record.marks, options)
    inspection.__dict__["_rest"] = rest
    if not marks:
        inspection.__dict__["_record"] = record
        return inspection
    _judge_calm(inspection, record, marks)
    return inspection


def _judge_calm(inspection: Inspection, record: HostRecord, marks: frozenset[str]) -> None:
    """Set the findings of a calm link, using the rules for its marks."""
    text, weigh = inspection.text, inspection.options.weigh
    result = known = record.findings
    if result is None or rules_for(marks, False):
        facts = inspection._facts  # noqa: SLF001 - of this file
        facts.be_calm(record, marks)
        result = findings(facts)
    # The verdict about a host with findings is only cached when a second link has that host.
    is_of_host = result is known or not result
    if weigh is not None and result:
        result, own = weigh(text, result), result
        is_of_host = is_of_host and result is own
    values = {"findings": result, "_record": record if is_of_host else None}
    inspection._set(**values)  # noqa: SLF001 - of this file


def _calm_rest(text: str, start: int, options: Options) -> re.Match[str] | None:
    """Match the text after the host; return None if anything in it may have to be reported.

    A dot may belong to a protected name that ends like a file name.
    """
    match = CALM.fullmatch(text, start)
    if match is None or (LONG_RUN.search(text, start) and has_code(text, match.regs[1:])):
        return None
    if ENCODED_AT.search(text, start) and any(unpacked_mails(text, start, match.span(3))):
        return None
    end = match.end(1)
    if "=" in text and MARKED.search(text.lower(), end):
        return None
    is_own = options.protect or options.lists.known_names
    return None if is_own and text.find(".", start, end) >= 0 else match


def _marks_with(path: str, marks: frozenset[str], options: Options) -> frozenset[str]:
    """Add the facts that rules need about known names and sign-in pages in a calm path."""
    segments = index(options.protect, options.lists.known_names).segments
    is_searched = not OFTEN_SEARCHED.isdisjoint(marks)
    is_searched = is_searched or not segments.isdisjoint(path.lower().split("/"))
    if not is_searched and (folder := FOLDER.search(path)):
        is_searched = SIGN_IN_PAGE.search(path, folder.end() - 1) is not None
    if is_searched and NAME_IN_PATH.search(path):
        return marks | HAS_NAME
    return marks | IS_COPIED if may_be_copied(path, marks) else marks


def _with_host(facts: Facts, options: Options, own: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Add findings about the host that programs find in a registry name (2003 3.2)."""
    start, end = facts.reference.spans[2]
    read = parse(facts.text, edition="2005")
    other = Facts(read, facts.base, None, options.protect, lists=options.lists, in_document=True)
    reported = {(each.code, each.start) for each in own}
    more = (
        each
        for each in findings(other)
        if start <= each.start and each.end <= end and each.code not in OF_GRAMMAR
        if (each.code, each.start) not in reported
    )
    return tuple(sorted((*own, *more), key=finding_order))


def _nested(facts: Facts, options: Options, allowed: _Allowance) -> tuple[Nested, ...]:
    inner = options._replace(depth=options.depth + 1)
    result = []
    for layer in layers(facts):
        is_inspected = allowed.take() and inner.depth <= DEPTH
        base = _base_of(layer, facts)
        inspection = _inspected(layer.text, base, inner, allowed) if is_inspected else None
        result.append(Nested(layer, inspection))
    return tuple(result)


def _base_of(layer: Layer, facts: Facts) -> str | None:
    """Return a nested link's base: the outer link's host if the nested one begins with "/"."""
    if layer.via in REPLACED:
        return facts.base
    host = facts.browser_host if layer.text.startswith(("/", "\\")) else None
    return f"{facts.effective_scheme}://{host}/" if host else None


def _of_derived(derived: Derived | None, nested: tuple[Nested, ...]) -> Inspection | None:
    # Text before a link may contain links, too.
    how = derived.how if derived else None
    return next((each.inspection for each in nested if each.layer.via == how), None)


def _with_derived(
    derived: Derived, nested: tuple[Nested, ...], own: tuple[Finding, ...]
) -> tuple[Finding, ...]:
    inspection = _of_derived(derived, nested)
    if inspection is None:
        return own
    own_codes = OWN_CODES[derived.how]
    result = [each for each in own if each.code in own_codes]
    for each in inspection.findings:
        found = _placed(each, derived)
        if found not in result:
            result.append(found)
    return tuple(sorted(result, key=finding_order))


def _placed(finding: Finding, meaning: Derived) -> Finding:
    """Move a finding of the derived text to its place in the original."""
    start, end = meaning.place(finding.start, finding.end)
    fix = finding.fix and Fix(finding.fix.title, meaning.around(finding.fix.text))
    also = tuple(_placed(each, meaning) for each in finding.also)
    return finding._replace(start=start, end=end, fix=fix, also=also)


def inspect(
    text: str,
    *,
    base: str | None = None,
    edition: str = "2005",
    urn_edition: str = "rfc8141",
    protect: Iterable[str] = (),
    strict: bool = True,
    above_root: str = "keep",
    rewriters: Rewriters | None = None,
    lists: Lists = SHIPPED,
    in_document: bool = False,
    weigh: Weigh | None = None,
) -> Inspection:
    """Inspect a text, with its base if it has one.

    ``lists`` replaces the built-in ones, and ``rewriters`` replaces those in ``lists``.
    ``in_document``: a text without a scheme is always a relative reference, even if its base is
    unknown, and never a host typed without its scheme. ``weigh`` adjusts the findings to the
    context of the text.
    """
    if urn_edition not in URN_EDITIONS:
        raise unknown_choice("urn_edition", urn_edition, URN_EDITIONS)
    if above_root not in ABOVE_ROOT:
        raise unknown_choice("above_root", above_root, ABOVE_ROOT)
    if rewriters is not None:
        lists = lists._replace(rewriters=rewriters)
    names = texts_of("protect", protect) if protect else ()
    options = STANDARD
    if (edition, urn_edition, names, strict, above_root, in_document) != AS_STANDARD or (
        lists is not SHIPPED or weigh is not None
    ):
        options = Options(
            edition, urn_edition, names, strict, above_root, lists, 0, in_document, weigh
        )
    return _inspected(text, base if base is None else stripped_base(base), options)


def inspect_each(
    texts: Iterable[str],
    *,
    edition: str = "2005",
    protect: Iterable[str] = (),
    lists: Lists = SHIPPED,
) -> Iterator[Inspection]:
    """Inspect texts one after the other, as the iterator is consumed."""
    options = Options(edition, protect=texts_of("protect", protect), lists=lists)
    for text in texts:
        yield _inspected(text, None, options)
