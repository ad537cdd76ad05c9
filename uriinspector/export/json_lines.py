"""Write inspections as lines of JSON without building dictionaries, which would be slower.

The format is still defined by ``to_dict``: a template is made once from an example's dictionary,
with placeholders for the values that differ.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from json import JSONEncoder, dumps
from json.encoder import encode_basestring_ascii
from typing import Any

from uriinspector.analysis.domains import Host
from uriinspector.analysis.finding import INFO, Finding
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.verdict import Hop, Verdict
from uriinspector.core.model import EditionPart, Json, Span, component_json
from uriinspector.core.reference import NAMES, Reference
from uriinspector.export.options import ExportMaterial

encode = JSONEncoder(check_circular=False).encode
quoted: Callable[[str], str] = encode_basestring_ascii
TRUTH = {False: "false", True: "true"}
NOTHING = "[]"


def form(example: Json, *places: str) -> str:
    """Return an object as JSON, with ``%s`` in place of these members, given in their order."""
    if [name for name in example if name in places] != list(places):
        explanation = f"the members are {', '.join(example)}"
        raise ValueError(explanation)
    members = (
        f"{quoted(name)}: {'%s' if name in places else encode(value).replace('%', '%%')}"
        for name, value in example.items()
    )
    return f"{{{', '.join(members)}}}"


def maybe(text: str | None) -> str:
    return "null" if text is None else quoted(text)


def listed(values: Iterable[Any]) -> str:
    """Return rarely occurring values as JSON, using their ``to_dict``."""
    return encode([each.to_dict() for each in values])


@cache
def constant(texts: tuple[str, ...]) -> str:
    """Return constant texts, such as a rule's clauses, as JSON; the result is cached."""
    return encode(list(texts))


PART = form(EditionPart("", Span(0, 0), "").to_dict(), "term", "start", "end", "text")
HOST = form(Host("", "", *[None] * 6).to_dict(), *Host._fields)
HOP = form(Hop("", None, "").to_dict(), "role", "host", "text", "known")
FINDING = form(
    Finding("", INFO, 0, 0, "", "", ()).to_dict(),
    *(
        "code",
        "severity",
        "start",
        "end",
        "of",
        "title",
        "plain",
        "message",
        "cites",
        "fix",
        "also",
    ),
)
VERDICT = form(
    Verdict(None, None, (), None).to_dict(),
    *("severity", "headline", "detail", "host", "route", "final_host", "scope"),
)


@cache
def _whole() -> str:
    """Return the template of a line; its null values are only filled in full JSON."""
    return form(
        inspect("").to_dict(full=False),
        *("text", "edition", "valid", "violations", "components", "edition_parts", "derived"),
        *("base", "host", "target", "problem", "same_document", "findings", "verdict"),
    )


def line(inspection: Inspection, findings: Sequence[Finding]) -> str:
    """Return ``inspection.to_dict(full=False)`` as JSON, with only these findings."""
    reference, host = inspection.reference, inspection.host
    violations = reference.violations
    texts = [_finding(each) for each in findings] if findings else None
    resolved = None if inspection.base is None else inspection.meant.resolution
    problem = resolved.problem if resolved else None
    text = _whole() % (
        quoted(reference.text),
        quoted(reference.edition),
        TRUTH[not violations],
        listed(violations) if violations else NOTHING,
        _components(reference),
        _parts(reference),
        encode(inspection.derived.to_dict()) if inspection.derived else "null",
        maybe(inspection.base),
        "null" if host is None else HOST % tuple(map(maybe, host)),
        maybe(resolved.target) if resolved else "null",
        encode(problem.to_dict()) if problem else "null",
        TRUTH[resolved.same_document] if resolved else "false",
        f"[{', '.join(texts)}]" if texts else NOTHING,
        _verdict(inspection.verdict),
    )
    sources = inspection.options.lists.sources
    return f'{text[:-1]}, "lists": {listed(sources)}}}' if sources else text


def _components(reference: Reference) -> str:
    text, shapes = reference.text, _shapes(*reference.rules.terms(reference).values())
    texts = [
        shape % (start, end, quoted(text[start:end]))
        for shape, (start, end) in zip(shapes, reference.spans[1:], strict=True)
        if start >= 0
    ]
    return f"{{{', '.join(texts)}}}"


@cache
def _shapes(*terms: str) -> list[str]:
    """Return the templates of all components, with the edition's terms."""
    examples = [component_json(0, 0, "", term) for term in terms]
    texts = [form(example, "start", "end", "text") for example in examples]
    return [f"{quoted(name)}: {shape}" for name, shape in zip(NAMES, texts, strict=True)]


def _parts(reference: Reference) -> str:
    text, result = reference.text, reference.part_spans
    if not result:
        return NOTHING
    texts = [
        PART % (quoted(term), start, end, quoted(text[start:end])) for term, start, end in result
    ]
    return f"[{', '.join(texts)}]"


def _finding(each: Finding) -> str:
    return FINDING % (
        quoted(each.code),
        quoted(each.severity),
        each.start,
        each.end,
        quoted(each.of),
        quoted(each.title),
        quoted(each.plain),
        quoted(each.message),
        constant(each.cites),
        encode(each.fix.to_dict()) if each.fix else "null",
        encode([{"start": other.start, "end": other.end} for other in each.also])
        if each.also
        else NOTHING,
    )


def _verdict(verdict: Verdict) -> str:
    route = [
        HOP % (quoted(hop.role), maybe(hop.host), quoted(hop.text), TRUTH[hop.known])
        for hop in verdict.route
    ]
    return VERDICT % (
        maybe(verdict.severity),
        quoted(verdict.headline),
        quoted(verdict.detail),
        maybe(verdict.host),
        f"[{', '.join(route)}]",
        maybe(verdict.final_host),
        quoted(verdict.scope),
    )


def json_report(given: ExportMaterial) -> str:
    """Return all results about a link as JSON, and the number of removals if recipient data was
    removed.
    """
    record = given.inspection.to_dict()
    if given.removed is not None:
        record["recipient_data_removed"] = given.removed
    return dumps(record, indent=2) + "\n"
