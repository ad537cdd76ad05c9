"""An independent computation of targets in browsers and in editions before 2005.

Valid for http and https bases with a path, as drawn for questions.
"""

from tests.lessons.witness import parts, transformed, without_dots


def recomposed(*pieces: str | None) -> str:
    """Join the five components to a text."""
    scheme, authority, path, query, fragment = pieces
    text = "" if scheme is None else f"{scheme}:"
    text += "" if authority is None else f"//{authority}"
    text += path or ""
    text += "" if query is None else f"?{query}"
    return text + ("" if fragment is None else f"#{fragment}")


def climbed(path: str) -> str:
    """Apply step 6 of 1997: remove "<segment>/../", and keep ".." above the root."""
    pile: list[str] = []
    root = "/" if path.startswith("/") else ""
    segments = path.removeprefix("/").split("/")
    for at, segment in enumerate(segments):
        is_last = at == len(segments) - 1
        if segment == ".":
            pile += [""] * is_last
        elif segment == ".." and pile and pile[-1] != "..":
            pile[-1:] = [""] * is_last
        else:
            pile.append(segment)
    return root + "/".join(pile)


def in_1997(base: str, reference: str) -> str:
    """Resolve by 5.2 of the draft: dots are removed when merging, and an empty path is merged."""
    b, r = parts(base), parts(reference)
    if r[0] is not None:
        return reference
    if r[1] is not None:
        return recomposed(b[0], *r[1:])
    if not r[2] and r[3] is None:
        return "same document"
    if (r[2] or "").startswith("/"):
        return recomposed(*b[:2], *r[2:])
    # The query is merged, too, and a host without a path gets no slash.
    folder = (b[2] or "")[: (b[2] or "").rfind("/") + 1]
    merged = folder + recomposed(None, None, r[2], r[3], None)
    return recomposed(*b[:2], climbed(merged), None, r[4])


def in_2003(base: str, reference: str) -> str:
    """Resolve by the draft of 2003: a query alone keeps the path, and queries are not merged."""
    b, r = parts(base), parts(reference)
    if r[0] is not None or r[1] is not None or not (r[2] or r[3] is not None):
        return in_1997(base, reference)
    if not r[2]:
        return recomposed(*b[:3], *r[3:])
    if (r[2] or "").startswith("/"):
        return in_1997(base, reference)
    return recomposed(*b[:2], climbed(f"{(b[2] or '').rpartition('/')[0]}/{r[2]}"), *r[3:])


def in_browsers(base: str, reference: str) -> str:
    """Resolve as in 2005, but ignore the base's scheme, and replace an empty path by "/"."""
    scheme, authority, *_ = parts(reference)
    if scheme == parts(base)[0] and authority is None:
        reference = reference[len(scheme or "") + 1 :]
    target = parts(transformed(base, reference)[0])
    path = without_dots(target[2] or "") if target[1] is not None else target[2]
    return recomposed(*target[:2], path or "/", *target[3:])
