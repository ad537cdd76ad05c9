"""The ways to write a reference to a target: relative to a page, to its root, or absolute.

Each form is checked by resolving it again; a form that leads elsewhere is dropped.
"""

from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse, resolve
from uriinspector.core.reference import recompose

RELATIVE, ROOTED, ABSOLUTE = "relative", "root-relative", "absolute"
# The maximum number of ".." segments; nobody would write more.
MOST_LEVELS = 100
# The folder and the host used to show where references would lead if their page were moved.
MOVED_FOLDER, MOVED_HOST = "moved", "moved.example"


class ReferenceForm(NamedTuple):
    """A way to write a reference, and its targets after the page moves to another folder or host.

    If the target cannot be written this way, the text and the targets are None.
    """

    name: str
    text: str | None
    in_folder: str | None = None
    on_host: str | None = None


def reference_forms(base: str, target: str, edition: str = "2005") -> tuple[ReferenceForm, ...]:
    """Return the forms: relative, root-relative, absolute; each with a text leads to the target."""
    candidates = {
        RELATIVE: _relative(base, target),
        ROOTED: _rooted(base, target),
        ABSOLUTE: target,
    }
    folder, host = moved_folder(base), moved_host(base)
    result = []
    for name, text in candidates.items():
        if text is None or resolve(base, text, edition=edition).target != target:
            result.append(ReferenceForm(name, None))
            continue
        moved = (resolve(each, text, edition=edition).target for each in (folder, host))
        result.append(ReferenceForm(name, text, *moved))
    return tuple(result)


def moved_folder(base: str) -> str:
    """Return the page's address in a folder below its current one."""
    reference = parse(base)
    folder, slash, name = reference.path.rpartition("/")
    path = f"{folder}{slash or '/'}{MOVED_FOLDER}/{name}"
    return recompose(reference.scheme, reference.authority, path, reference.query, None)


def moved_host(base: str) -> str:
    """Return the page's address on another host, with the same path."""
    reference = parse(base)
    return recompose(reference.scheme, MOVED_HOST, reference.path, reference.query, None)


def levels_between(base_path: str, path: str) -> tuple[int, str]:
    """Return how far the base's folder is below the common folder, and the path from there."""
    folders = base_path[: base_path.rfind("/") + 1].split("/")[:-1]
    segments = path.split("/")
    same = 0
    while same < min(len(folders), len(segments) - 1) and folders[same] == segments[same]:
        same += 1
    return len(folders) - same, "/".join(segments[same:])


def _relative(base: str, target: str) -> str | None:
    page, there = parse(base), parse(target)
    if (page.scheme, page.authority) != (there.scheme, there.authority):
        return None
    if page.authority is None and not page.path.startswith("/"):
        return None  # not hierarchical
    if (page.path, page.query) == (there.path, there.query) and there.fragment is not None:
        return f"#{there.fragment}"
    up, own = levels_between(page.path or "/", there.path)
    if up > MOST_LEVELS:
        return None
    rest = recompose(None, None, "", there.query, there.fragment)
    needs_dot = not up and (not own or own.startswith("/") or ":" in own.partition("/")[0])
    return f"{'./' if needs_dot else '../' * up}{own}{rest}"


def _rooted(base: str, target: str) -> str | None:
    page, there = parse(base), parse(target)
    is_alike = (page.scheme, page.authority) == (there.scheme, there.authority)
    if not is_alike or not there.path.startswith("/") or there.path.startswith("//"):
        return None
    return recompose(None, None, there.path, there.query, there.fragment)
