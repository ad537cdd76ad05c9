"""The target built from slices equals the target of the literal algorithm of RFC 3986."""

import re
from itertools import product

import pytest

from tests.core.test_dots import rfc_3986_5_2_4
from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.core.model import Part
from uriinspector.core.reference import recompose

BASES = [
    *("http://a/b/c/d;p?q", "http://a", "http://a?q", "http://a/b/c/..", "http://a/./b/../c#f"),
    *("http:///b", "x://", "foo:", "foo:a/b", "foo:/a/../b", "foo:?q", "mailto:a@b", "foo:."),
    *("foo:./a", "foo:../a/b", "foo:.a/b", "HTTP://u@h:1/x#", "1x:a/b", "//h/x", "/a", "", "#f"),
]
PIECES = ["", "a", "..", ".", "/", "//", "?", "#", ":", "http:", "Foo:", "x:", "../", "./", "/."]
# Every reference that consists of up to three of these pieces.
REFERENCES = sorted({"".join(pieces) for pieces in product(PIECES, repeat=3)})
APPENDIX_B = re.compile(
    r"(?s)(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
)
every_edition = for_each("edition", *EDITIONS)


def five(text: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    """Split a text into its five components."""
    found = APPENDIX_B.fullmatch(text)
    assert found
    return found[1], found[2], found[3], found[4], found[5]


def merged(authority: str | None, base: str, path: str) -> str:
    """Merge two paths as in RFC 3986 5.2.3."""
    if authority is not None and base == "":
        return f"/{path}"
    return re.sub("[^/]*$", "", base) + path


def rfc_3986_5_2(base: str, reference: str, strict: bool) -> str | None:
    """Resolve as in 5.2.2, line by line, and join as in 5.3."""
    base_scheme, base_authority, base_path, base_query, _ = five(base)
    scheme, authority, path, query, fragment = five(reference)
    if not strict and (scheme or "").lower() == (base_scheme or "").lower():
        scheme = None
    if scheme is not None:
        path = rfc_3986_5_2_4(path)
    elif base_scheme is None:
        return None
    else:
        scheme = base_scheme
        if authority is not None:
            path = rfc_3986_5_2_4(path)
        else:
            authority = base_authority
            if path == "":
                path = base_path
                query = base_query if query is None else query
            elif path.startswith("/"):
                path = rfc_3986_5_2_4(path)
            else:
                path = rfc_3986_5_2_4(merged(authority, base_path, path))
    return recompose(scheme, authority, path, query, fragment)


@for_each("strict", True, False, ids=["strict", "lenient"])
@for_each("base", *BASES)
def test_short_references_resolve_as_by_the_literal_algorithm(base: str, strict: bool) -> None:
    differing = {
        reference: (target, by_the_letter)
        for reference in REFERENCES
        if (target := resolve(base, reference, strict=strict).target)
        != (by_the_letter := rfc_3986_5_2(base, reference, strict))
    }
    assert differing == {}


@for_each("edition", "1997", "2003", "2005")
@for_each("base", *BASES)
def test_components_in_the_trace_recompose_to_the_target(base: str, edition: str) -> None:
    for reference in REFERENCES:
        found = resolve(base, reference, edition=edition, strict=False)
        set_by_step = {step.part: step.after for step in found.steps if step.part}
        if found.target is not None:
            scheme, authority, path, query, fragment = (
                set_by_step[part]
                for part in (Part.SCHEME, Part.AUTHORITY, Part.PATH, Part.QUERY, Part.FRAGMENT)
            )
            assert isinstance(path, str)
            made = recompose(
                *(scheme, authority, path, query, fragment)  # type: ignore[arg-type]
            )
            assert made == found.target == found.steps[-1].after


@every_edition
def test_resolution_is_immutable_and_comparable(edition: str) -> None:
    found = resolve("http://a/b", "c", edition=edition)
    for name in ("base", "reference", "target", "problem", "same_document", "edition", "steps"):
        with pytest.raises(AttributeError):
            setattr(found, name, None)
    again = resolve("http://a/b", "c", edition=edition)
    assert found == again
    assert hash(found) == hash(again)
    assert found != "http://a/c"
    assert len({found, again, resolve("http://a/b", "d", edition=edition)}) == 2
    assert found != resolve("http://a/b", "c", edition=edition, strict=False)
