"""file: RFC 1738 3.10, and RFC 8089 as a note. Files are never accessed."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.expression import lowered
from uriinspector.core.host import is_loopback
from uriinspector.core.model import Part, Pieces, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier
from uriinspector.core.schemes.rfc1738 import as_1738, judged
from uriinspector.core.schemes.unc import DRIVE, WEBDAV, FileShape, shape

# About "localhost" and the empty host.
CLAUSES = dossier.always("RFC 1738 3.10", "RFC 8089 2")


# The level, the message and the clauses of each note.
NOTES: dossier.NoteRows = {
    "share": (
        "danger",
        "a file on {named}: opening it can send credentials there",
        ("RFC 8089 E.3",),
    ),
    "device": ("danger", "Windows device name: it can open devices, not only files", ()),
    "drive-as-host": (
        "unusual",
        "the drive letter is in the host position: programs differ in how they handle this",
        ("RFC 8089 E.2",),
    ),
    "backslash": (
        "unusual",
        "a backslash is not a separator in a URL, but Windows treats it as one",
        (),
    ),
    "question-mark": (
        "unusual",
        '"?" is part of the name in RFC 1738; in later editions, it begins a query',
        ("RFC 1738 5", "RFC 8089 2"),
    ),
}


def normal(pieces: Pieces) -> Pieces:
    """Remove "localhost", which means the same machine as an empty host.

    RFC 3986 3.2.2, RFC 1738 3.10. By 6.2.3, the host stays if there is a userinfo or a port.
    """
    is_local = pieces.host is not None and lowered(pieces.host) == "localhost"
    alone = not pieces.userinfo and not pieces.port
    return pieces._replace(host="") if is_local and alone else pieces


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe which machine has the file, and what accessing it would do."""
    read = as_1738(reference)
    file_shape = _without_user(shape(read.text, dossier.part_of(read)), read)
    if reference.edition == "1994":
        yield {"cites": ("RFC 1738 3.10",)}
    yield from _fields(read, file_shape)
    yield from _actions(read, file_shape)
    yield from judged(reference)
    yield from _shape_notes(read, file_shape)
    yield from _text_notes(reference, read)


def _without_user(file_shape: FileShape, read: Reference) -> FileShape:
    """Return the shape with a server without user and port, which files do not have."""
    server = file_shape.server
    if server is None or server != read.span(Part.AUTHORITY) or WEBDAV.search(server.of(read.text)):
        return file_shape
    return file_shape._replace(server=read.span(Part.HOST))


def _fields(read: Reference, shape: FileShape) -> Iterator[dossier.Field]:
    text, host = read.text, read.span(Part.HOST)
    if shape.server:
        yield dossier.Field.of(text, "host", shape.server, "the computer with the file")
    elif host is None or host.start == host.end or shape.drive:
        yield dossier.Field.absent("host", "the device that opens the link")
    else:
        yield dossier.Field.of(text, "host", host, "the device that opens the link")
    if shape.drive:
        yield dossier.Field.of(text, "drive", shape.drive, "a drive letter")
    end = dossier.part_of(read).end
    yield dossier.Field.of(
        text, "path", Span(shape.path, end), "directories and a name on that computer"
    )


def _actions(read: Reference, shape: FileShape) -> Iterator[dossier.Action]:
    path = dossier.visible(read.text[shape.path : dossier.part_of(read).end])
    if shape.server and not is_loopback(shape.server.of(read.text)):
        server = dossier.visible(shape.server.of(read.text))
        explanation = "over the system's file sharing: the link names no protocol"
        yield dossier.Action("connect", server, explanation)
        yield dossier.Action(
            "send", "<the user's credentials>", "some systems do this without asking"
        )
    explanation = "what happens depends on the app; nothing is opened here"
    drive = dossier.visible(shape.drive.of(read.text)) if shape.drive else ""
    yield dossier.Action("open", drive + path, explanation)


def _shape_notes(read: Reference, shape: FileShape) -> Iterator[dossier.Note]:
    text = read.text
    if shape.server and not is_loopback(shape.server.of(text)):
        named = dossier.visible(shape.server.of(text))
        yield dossier.noted(NOTES, "share", shape.server, named=named)
    if shape.device:
        yield dossier.noted(NOTES, "device", shape.device)
    if shape.drive:
        colon = shape.drive.of(text).endswith(":")
        explanation = (
            "a drive letter" if colon else 'a drive letter with "|" or a percent-encoded colon'
        )
        level = "info" if colon else "unusual"
        yield dossier.Note("drive", level, explanation, shape.drive, ("RFC 8089 E.2",))
        host = read.span(Part.HOST)
        if host and host.start == shape.drive.start:
            yield dossier.noted(NOTES, "drive-as-host", host)


def _text_notes(reference: Reference, read: Reference) -> Iterator[dossier.Note]:
    span = dossier.part_of(read)
    text = span.of(read.text)
    slash = text.find("\\")
    if slash >= 0:
        at = span.start + slash
        yield dossier.noted(NOTES, "backslash", Span(at, at + 1))
    if reference.edition == "1994":
        return
    if read.authority is None:
        explanation = "without two slashes: not a URL in RFC 1738, a local file in RFC 8089"
        level = "info" if text.startswith("/") or DRIVE.match(text) else "unusual"
        yield dossier.Note("rfc8089", level, explanation, None, ("RFC 8089 2",))
    query = reference.span(Part.QUERY)
    if query:
        yield dossier.noted(NOTES, "question-mark", query)


SCHEME = dossier.Scheme(
    ("file",),
    "a file",
    ("RFC 1738 3.10", "RFC 8089 2"),
    "local",
    describe,
    normal=normal,
    clauses=CLAUSES,
)
