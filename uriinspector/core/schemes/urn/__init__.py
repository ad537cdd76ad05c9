"""urn: a name that locates nothing, in three editions of its own."""

from __future__ import annotations

from uriinspector.core.schemes.dossier import Scheme
from uriinspector.core.schemes.urn.description import describe
from uriinspector.core.schemes.urn.equivalence import clauses, compared

SCHEME = Scheme(("urn",), describe, "names", chosen=compared, clauses=clauses, escapes_count=True)
