"""Properties of every input, one function for each, shared by fuzzing and property tests."""

import json
import re
from collections.abc import Callable, Mapping
from itertools import chain, islice, pairwise

import uriinspector
from tests.analysis.claims.claim import same
from tests.analysis.claims.witness import Witness
from tests.fuzz.written import decoded_by_hand, holds_encoded, squeezed
from tests.linear import is_linear, seconds
from uriinspector.analysis.inspection import Inspection
from uriinspector.core.compare import normal_form
from uriinspector.core.model import Component, EditionPart, Part
from uriinspector.core.parse import Resolution
from uriinspector.core.reference import Reference
from uriinspector.documents.document import Document, Link
from uriinspector.documents.document_values import END, START, VALUE, DocumentPart
from uriinspector.documents.octets import Raw

OUTER = (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)
INNER = (Part.USERINFO, Part.HOST, Part.PORT)
# Schemes whose hosts browsers report; for file, they omit some hosts.
OF_THE_WEB = frozenset({"http", "https", "ws", "wss", "ftp"})
# In these types, lines are not folded, unlike in calendars and contacts.
PAGE_OR_TEXT = frozenset({"text/html", "text/plain"})
PLAIN = re.compile("text/(?:html|plain)\\Z|message/|multipart/")
ENCODED = frozenset({"base64", "quoted-printable"})
# The maximum number of links that are checked per document, as there can be thousands.
MOST_LINKS = 12
# Seconds below which work cannot be distinguished from noise, and the maximum ratio.
BRIEF, RATIO = 0.02, 8


def spans_are_in_range(reference: Reference) -> None:
    """Check that spans are inside the text, match their texts, and are ordered without overlap."""
    text, components = reference.text, reference.components
    assert list(components) == [part for part in Part if part in components]
    assert all(component.part is part for part, component in components.items())
    parts: tuple[Component | EditionPart, ...] = (*components.values(), *reference.edition_parts)
    for each in parts:
        assert 0 <= each.span.start <= each.span.end <= len(text)
        assert each.text == text[each.span.start : each.span.end]
        assert each.term
    for order in (OUTER, INNER):
        spans = [components[part].span for part in order if part in components]
        assert all(before.end <= after.start for before, after in pairwise(spans))


def rejoined(reference: Reference) -> str:
    """Join the parts of a reference with their delimiters."""
    part = {part: component.text for part, component in reference.components.items()}
    text = part[Part.PATH]
    if Part.AUTHORITY in part:
        text = f"//{part[Part.AUTHORITY]}{text}"
    if Part.SCHEME in part:
        text = f"{part[Part.SCHEME]}:{text}"
    if Part.QUERY in part:
        text = f"{text}?{part[Part.QUERY]}"
    if Part.FRAGMENT in part:
        text = f"{text}#{part[Part.FRAGMENT]}"
    return text


def rejoined_authority(reference: Reference) -> str:
    """Join userinfo, host and port with their delimiters."""
    part = {part: component.text for part, component in reference.components.items()}
    text = part[Part.HOST]
    if Part.USERINFO in part:
        text = f"{part[Part.USERINFO]}@{text}"
    if Part.PORT in part:
        text = f"{text}:{part[Part.PORT]}"
    return text


def beginning(reference: Reference) -> int:
    """Return where the first part starts, including its delimiter."""
    components = reference.components
    if Part.SCHEME in components:
        return components[Part.SCHEME].span.start
    if Part.AUTHORITY in components:
        return components[Part.AUTHORITY].span.start - len("//")
    return components[Part.PATH].span.start


def parts_rejoin(reference: Reference) -> None:
    """Check that parts and delimiters can be joined to the text; in 1994, a wrapper may
    surround it.
    """
    text, components, whole = reference.text, reference.components, rejoined(reference)
    if reference.edition == "1994":
        first = beginning(reference)
        before, after = text[:first], text[first + len(whole) :]
        assert text == before + whole + after
        assert before.upper() in {"", "URL:", "<", "<URL:"}
        assert after == (">" if before.startswith("<") else "")
    else:
        assert whole == text
    if Part.HOST in components:
        authority = components[Part.AUTHORITY].span
        assert rejoined_authority(reference) == authority.of(text)
        for part in INNER:
            if part in components:
                assert authority.start <= components[part].span.start
                assert components[part].span.end <= authority.end
    else:
        assert Part.USERINFO not in components
        assert Part.PORT not in components


def violations_decide_validity(reference: Reference) -> None:
    """Check that violations are in order and inside the text, and that valid texts have none."""
    violations = reference.violations
    assert reference.valid is (not violations)
    for violation in violations:
        assert 0 <= violation.start <= violation.end <= len(reference.text)
        assert violation.rule
        assert violation.expected
        assert violation.message
        assert violation.cites
    starts = [violation.start for violation in violations]
    assert starts == sorted(starts)


def normalizing_twice_changes_nothing(reference: Reference) -> None:
    """Check that normalizing a normal form does not change it."""
    once = normal_form(reference)
    assert normal_form(uriinspector.parse(once, edition=reference.edition)) == once


def trace_ends_at_the_target(resolution: Resolution) -> None:
    """Check that the trace ends with the target, and that there is a reason if there is no
    target.
    """
    same_document = resolution.same_document and resolution.edition in {"1997", "2003"}
    assert (resolution.target is None) is bool(resolution.problem or same_document)
    if resolution.target is not None:
        # Notes may follow the step that recomposes the target.
        texts = [step.after for step in resolution.steps if step.after is not None]
        assert texts[-1] == resolution.target


def is_json(record: object) -> None:
    """Check that a record is unchanged after writing and reading it as JSON, with any
    characters.
    """
    written = json.dumps(record, ensure_ascii=True, allow_nan=False)
    assert json.dumps(json.loads(written), ensure_ascii=True) == written


def findings_are_in_the_text(inspection: Inspection) -> None:
    """Check that findings are inside the text, and that the verdict has the worst severity."""
    order = ("info", "low", "medium", "high")
    for each in inspection.findings:
        assert 0 <= each.start <= each.end
        assert each.of != "value" or each.end <= len(inspection.text)
        assert each.title
        assert each.message
    severities = [each.severity for each in inspection.findings]
    assert severities == sorted(severities, key=order.index, reverse=True)
    if severities:
        assert inspection.verdict.severity is not None
        assert order.index(inspection.verdict.severity) >= order.index(severities[0])


def verdict_goes_where_browsers_go(inspection: Inspection) -> None:
    """Check that the verdict on a web link names the host to which browsers go."""
    while inspection.derived is not None:
        if inspection.of_derived is None:
            return
        inspection = inspection.of_derived
    witness = Witness(inspection.text, inspection.base)
    # Without a base, a relative reference does not lead anywhere yet.
    url = None if inspection.base is None and witness.scheme is None else witness.url
    if url is not None and url.protocol[:-1] in OF_THE_WEB:
        host = inspection.verdict.host
        assert host is not None, f"browsers go to {url.hostname}"
        assert same(host, url.hostname), f"{host} is not {url.hostname}"


def sources_decode_to_values(octets: bytes, document: Document) -> None:
    """Check that a link's source in the file decodes to the link, if there is one encoding
    between.
    """
    parts = {each.path: each for each in document.parts}
    for link in islice(chain(document.links, document.commented), MOST_LINKS):
        source = link.source
        assert 0 <= source.start <= source.end <= len(octets)
        assert source.line >= 1
        assert source.column >= 1
        run = octets[source.start : source.end]
        coding = "none" if isinstance(link.leaf.octets, Raw) else _coding(link, parts)
        if coding in ENCODED:
            assert holds_encoded(run, coding, link.leaf.written(link.location))
        elif coding == "none":
            assert run == link.leaf.written(link.location)
        if link.location[VALUE] is None:
            written = link.leaf.octets.get()[link.location[START] : link.location[END]]
            by_hand = decoded_by_hand(written, link.leaf.encoding, in_attribute=link.leaf.is_page)
            assert link.value == by_hand
        elif coding == "none" and link.leaf.part.type == "text/plain":
            by_hand = decoded_by_hand(run, link.leaf.encoding, in_attribute=False)
            assert squeezed(link.value) == squeezed(by_hand)


def _coding(link: Link, parts: Mapping[str, DocumentPart]) -> str:
    """Return the encoding of a link's part, or "several" if there is more than one layer."""
    steps = link.part.split(".")
    around = [parts.get(".".join(steps[:end])) for end in range(1, len(steps) + 1)]
    codings = [(each.encoding or "").lower() for each in around if each is not None]
    named = [each for each in codings if each not in {"", "7bit", "8bit", "binary"}]
    is_plain = all(each is not None and PLAIN.match(each.type) for each in around)
    # A page in an attribute, or text in a header, is encoded once more.
    is_page_or_text = link.leaf.part.type in PAGE_OR_TEXT and all(map(str.isdecimal, steps))
    return named[0] if is_plain and is_page_or_text and len(named) == 1 else "several"


def grows_linearly(work: Callable[[int], object], size: int) -> None:
    """Check that four times the input takes about four times as long; if not, try larger sizes."""
    one, four = seconds(lambda: work(size)), seconds(lambda: work(4 * size))
    if four > RATIO * one + BRIEF and not is_linear(lambda: work(size), lambda: work(4 * size)):
        words = f"{one:.3f} s, {four:.3f} s, and not only once"
        assert is_linear(lambda: work(4 * size), lambda: work(16 * size)), words
