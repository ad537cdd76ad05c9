"""Values of a case as columns hold them, and back: what was read is not believed, but checked."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from uriinspector.analysis.finding import RANK, Finding, Fix
from uriinspector.analysis.phrase import Arg, Phrase
from uriinspector.documents.authentication import AuthenticationClaim, claims_of
from uriinspector.documents.cases.link_row import Head
from uriinspector.documents.cases.schema import DAMAGED, CaseError
from uriinspector.documents.document_messages import MessageReport
from uriinspector.documents.document_values import DocumentBase, DocumentPart, NotExamined
from uriinspector.documents.envelope import Envelope, Mailbox, Protected

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

Column: TypeAlias = "str | bytes | int | None"

T = TypeVar("T")
# All other fields hold texts, and these may be undefined.
COUNTS = frozenset({"size", "start", "end"})
UNDEFINED = frozenset(
    {
        "DocumentPart.name",
        "DocumentPart.charset",
        "DocumentPart.encoding",
        "DocumentPart.content_id",
        "DocumentPart.location",
        "DocumentPart.base",
    }
    | {"DocumentBase.text", "Envelope.subject", "Envelope.date", "Envelope.message_id"}
    | {"Envelope.return_path", "Envelope.received_spf"}
    | {"AuthenticationClaim.domain"}
)


def to_column(text: str | None) -> Column:
    """A text; as octets where it holds what UTF-8 cannot."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_column(column: object) -> str:
    """The text again."""
    if isinstance(column, bytes):
        return column.decode("utf-8", "surrogatepass")
    return checked(column, str)


def json_to(value: object) -> Column:
    """Values of JSON; its own escapes would make one character of two halves that met by chance."""
    return to_column(json.dumps(value, ensure_ascii=False))


def json_from(column: object) -> Any:
    """The values again."""
    return json.loads(from_column(column))


def head_to(head: Head) -> Column:
    """What a file's header holds besides names and numbers."""
    values = {
        "parts": [_out(each) for each in head.parts],
        "envelopes": [_out(each) for each in head.envelopes],
        "not_examined": [_out(each) for each in head.not_examined],
        "findings": findings_to(head.findings),
        "messages": [_report_to(each) for each in head.messages],
        "locked": head.locked,
        "protect": head.protect,
        "bases": {path: _out(base) for path, base in head.bases.items()},
    }
    return json_to(values)


def head_from(columns: tuple[Any, ...]) -> Head:
    """A header, from path, name, kind, size, sha256, stamp, links and the rest."""
    path, name, kind, size, sha256, stamp, links, rest = columns
    values = checked(json_from(rest), dict)
    return Head(
        path=from_column(path),
        name=from_column(name),
        kind=checked(kind, str),
        size=checked(size, int),
        sha256=checked(sha256, str),
        stamp=checked(stamp, int),
        parts=tuple(map(_part, values["parts"])),
        envelopes=tuple(map(_envelope, values["envelopes"])),
        not_examined=tuple(_in(NotExamined, each) for each in values["not_examined"]),
        findings=findings_from(values["findings"]),
        protect=_texts(values["protect"]),
        links=checked(links, int),
        bases={path: _in(DocumentBase, base) for path, base in values["bases"].items()},
        # A case of before has none.
        messages=tuple(map(_report_from, checked(values.get("messages", []), list))),
        locked=_texts(values.get("locked", [])),
    )


def _report_to(report: MessageReport) -> dict[str, Any]:
    return report._asdict() | {"findings": findings_to(report.findings)}


def _report_from(values: Mapping[str, Any]) -> MessageReport:
    report = MessageReport(
        **checked(values, dict)
        | {
            "findings": findings_from(values["findings"]),
            "line": tuple(map(_phrase, checked(values["line"], list))),
            "attachments": _texts(values["attachments"]),
            "parts": _texts(values["parts"]),
        }
    )
    checked(report.part, str)
    checked(report.links, int)
    if report.severity is not None and report.severity not in RANK:
        raise CaseError(DAMAGED)
    return report


def _phrase(value: object) -> Phrase:
    template, values = checked(value, list)
    args = tuple(Arg(*_texts(each)) for each in values)
    names = {each.name for each in args}
    return Phrase(_template(template, names) if args else checked(template, str), args)


def _template(template: object, names: Collection[str]) -> str:
    """A sentence with these places; a form of its own would make it as long as it likes."""
    try:
        places = list(Formatter().parse(checked(template, str)))
    except ValueError:
        raise CaseError(DAMAGED) from None
    for _, name, form, conversion in places:
        if name is not None and (name not in names or form or conversion):
            raise CaseError(DAMAGED)
    return checked(template, str)


def findings_to(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings, field by field."""
    return [
        each._asdict()
        | {
            "args": dict(each.args),
            "fix": each.fix and _out(each.fix),
            "also": findings_to(each.also),
        }
        for each in findings
    ]


def findings_from(value: object) -> tuple[Finding, ...]:
    """Findings again."""
    return tuple(map(_finding, checked(value, list)))


def _finding(values: Mapping[str, Any]) -> Finding:
    finding = Finding(
        **dict(values)
        | {
            "cites": _texts(values["cites"]),
            "args": {
                checked(name, str): checked(each, str) for name, each in values["args"].items()
            },
            "fix": None if values["fix"] is None else _in(Fix, values["fix"]),
            "also": findings_from(values.get("also", [])),
        }
    )
    for each in (finding.code, finding.title, finding.of):
        checked(each, str)
    _template(finding.template, finding.args)
    if finding.severity not in RANK or not 0 <= checked(finding.start, int) <= checked(
        finding.end, int
    ):
        raise CaseError(DAMAGED)
    return finding


def _part(values: Mapping[str, Any]) -> DocumentPart:
    base = values["base"]
    return _in(
        DocumentPart, dict(values) | {"base": None if base is None else _in(DocumentBase, base)}
    )


def _envelope(values: Mapping[str, Any]) -> Envelope:
    inner: dict[str, Callable[[Any], object]] = {
        "senders": lambda each: _in(Mailbox, each),
        "reply_to": lambda each: _in(Mailbox, each),
        "recipients": lambda each: _in(Mailbox, each),
        "protected": lambda each: _in(Protected, each),
        "delivered_to": lambda each: checked(each, str),
        "authentication": lambda each: checked(each, str),
        "sender": lambda each: _in(Mailbox, each),
        "arc": lambda each: checked(each, str),
        "received": lambda each: checked(each, str),
        "repeated": lambda each: checked(each, str),
        "claims": lambda each: _in(AuthenticationClaim, each),
        "further_recipients": lambda each: _in(Mailbox, each),
        "lists": lambda each: checked(each, str),
    }
    result = {
        name: tuple(map(of, checked(values[name], list)))
        for name, of in inner.items()
        if name in values
    }
    if "claims" not in values:
        # An older case: without the order of the fields, no result can be the receiver's.
        names = ("authentication-results", "authentication"), ("arc-authentication-results", "arc")
        fields = [(name, value) for name, key in names for value in _texts(values.get(key, []))]
        if values.get("received_spf"):
            fields.append(("received-spf", checked(values["received_spf"], str)))
        result["claims"] = claims_of(fields)
    return _in(Envelope, dict(values) | result)


def _out(value: Any) -> dict[str, Any]:
    """A dataclass by its fields, with those inside of it."""
    values = {each.name: getattr(value, each.name) for each in fields(value)}
    for name, inner in values.items():
        if hasattr(inner, "__dataclass_fields__"):
            values[name] = _out(inner)
        elif isinstance(inner, tuple):
            values[name] = [
                _out(each) if hasattr(each, "__dataclass_fields__") else each for each in inner
            ]
    return values


def _in(kind: type[T], values: Mapping[str, Any]) -> T:
    """A dataclass from its fields: texts and numbers only where they are due."""
    names = {each.name: each.default for each in fields(kind)}  # type: ignore[arg-type]
    required = {name for name, default in names.items() if default is MISSING}
    # A case of before has not all that came since.
    if not required <= checked(values, dict).keys() <= names.keys():
        raise CaseError(DAMAGED)
    for name, each in values.items():
        if each is None and f"{kind.__name__}.{name}" not in UNDEFINED:
            raise CaseError(DAMAGED)
        if each is not None and not isinstance(each, tuple | DocumentBase):
            checked(each, int if name in COUNTS else str)
    return kind(**values)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(checked(each, str) for each in checked(value, list))


def checked(value: Any, kind: type[T]) -> T:
    """The value, if it is of this kind."""
    if not isinstance(value, kind):
        raise CaseError(DAMAGED)
    return value
