"""javascript and vbscript: the code is shown, never run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import lowered
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Dossier,
    Field,
    Note,
    Scheme,
    generic_faults,
    visible,
    whole_of,
)
from uriinspector.core.schemes.nesting import embedded

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference

TITLES = {"javascript": "JavaScript code", "vbscript": "VBScript code"}
BOUND = 4096  # characters of the code that are shown as an action


def describe(reference: Reference, _: Choice) -> Dossier:
    """The code as it would run: escapes off, what looks like a fragment with it."""
    scheme = lowered(reference.scheme or "")
    text, span = reference.text, whole_of(reference)
    explanation = (
        "in a browser, runs with the rights of the current page, including its cookies and login"
    )
    code = visible(text[span.start : min(span.end, span.start + BOUND)])
    return Dossier(
        scheme=scheme,
        title=TITLES[scheme],
        cites=("HTML",),
        danger="code",
        fields=(Field.present(text, "code", *span, "the decoded code"),),
        actions=(Action("run", code, "in a browser; never here"),),
        violations=generic_faults(reference),
        notes=(Note("code", "danger", explanation, span),),
        inner=tuple(embedded(reference)),
    )


SCHEME = Scheme(tuple(TITLES), describe, "code", nests=True)
