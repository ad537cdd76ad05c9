"""An independent computation of targets and origins: RFC 3986 5.2.2 in a few lines."""

import re

SPLIT = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
)
BASE, REFERENCE, MERGED = "base", "reference", "merged"


def parts(text: str) -> list[str | None]:
    match = SPLIT.fullmatch(text)
    assert match
    return list(match.groups())


def without_dots(path: str) -> str:
    """Apply 5.2.4 to a path that begins with a slash, with a stack of segments."""
    pile: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del pile[-1:]
        elif segment != ".":
            pile.append(segment)
    if segments and segments[-1] in {".", ".."}:
        pile.append("")
    return "/" + "/".join(pile) if path else ""


def transformed(base: str, reference: str) -> tuple[str, list[str]]:
    """Return the target, and the origin of each of its components."""
    b, r = parts(base), parts(reference)
    if r[0] is not None:
        t, origins = r, [REFERENCE] * 5
    elif r[1] is not None:
        t, origins = [b[0], *r[1:]], [BASE, *[REFERENCE] * 4]
    elif not r[2] and r[3] is None:
        t, origins = [*b[:4], r[4]], [BASE] * 4 + [REFERENCE]
    elif not r[2]:
        t, origins = [*b[:3], *r[3:]], [BASE] * 3 + [REFERENCE] * 2
    elif (r[2] or "").startswith("/"):
        t, origins = [*b[:2], *r[2:]], [BASE] * 2 + [REFERENCE] * 3
    else:
        front = (b[2] or "").rpartition("/")[0]
        t = [*b[:2], f"{front}/{r[2]}", *r[3:]]
        origins = [BASE, BASE, MERGED, REFERENCE, REFERENCE]
    path = t[2] or ""
    if origins[2] != BASE and path.startswith("/"):
        path = without_dots(path)
    target = f"{t[0]}:" + (f"//{t[1]}" if t[1] is not None else "") + path
    target += f"?{t[3]}" if t[3] is not None else ""
    target += f"#{t[4]}" if t[4] is not None else ""
    kept = [at for at in range(5) if t[at] is not None]
    return target, [origins[at] for at in kept]
