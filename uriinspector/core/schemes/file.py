"""file: RFC 1738 3.10, with notes on RFC 8089. Files are never accessed."""

from collections.abc import Iterator

from uriinspector.core.expression import lowered
from uriinspector.core.host import is_loopback
from uriinspector.core.model import Part, Pieces, Span
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Note,
    NoteRows,
    Remarks,
    Scheme,
    always,
    noted,
    part_of,
    visible,
)
from uriinspector.core.schemes.rfc1738 import as_1738, scheme_violations
from uriinspector.core.schemes.unc import DRIVE, WEBDAV, shape

# Clauses about "localhost" and the empty host.
CLAUSES = always("RFC 1738 3.10", "RFC 8089 2")


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
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
    "drive": ("info", "a drive letter", ("RFC 8089 E.2",)),
    "drive:odd": (
        "unusual",
        'a drive letter with "|" or a percent-encoded colon',
        ("RFC 8089 E.2",),
    ),
    "rfc8089": (
        "info",
        "without two slashes, this is not a URL in RFC 1738, but a local file in RFC 8089",
        ("RFC 8089 2",),
    ),
    "rfc8089:odd": (
        "unusual",
        "without two slashes, this is not a URL in RFC 1738, but a local file in RFC 8089",
        ("RFC 8089 2",),
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
    """Remove "localhost", which has the same meaning as an empty host.

    See RFC 3986 3.2.2 and RFC 1738 3.10. According to RFC 3986 6.2.3, the host is kept if there is
    a userinfo or a port.
    """
    is_local = pieces.host is not None and lowered(pieces.host) == "localhost"
    alone = not pieces.userinfo and not pieces.port
    return pieces._replace(host="") if is_local and alone else pieces


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe which machine has the file, and what happens when the file is opened."""
    read = as_1738(reference)
    text, span, host = read.text, part_of(read), read.span(Part.HOST)
    server, drive, device, start = shape(text, span)
    # A file URL has no user or port.
    if server and server == read.span(Part.AUTHORITY) and not WEBDAV.search(server.of(text)):
        server = host
    if reference.edition == "1994":
        yield {"cites": ("RFC 1738 3.10",)}
    if server:
        yield Field("host", server, "the computer with the file")
    else:
        is_here = host is None or host.is_empty or drive
        yield Field("host", None if is_here else host, "the device that opens the link")
    if server and not is_loopback(server.of(text)):
        named = visible(server.of(text))
        yield Action("connect", named, "over the system's file sharing: the link names no protocol")
        yield Action(
            "send", "<the user's credentials>", "some systems send the credentials without asking"
        )
        yield noted(NOTES, "share", server, named=named)
    if device:
        yield noted(NOTES, "device", device)
    if drive:
        yield Field("drive", drive, "a drive letter")
        yield noted(NOTES, "drive" if drive.of(text).endswith(":") else "drive:odd", drive)
        if host and host.start == drive.start:
            yield noted(NOTES, "drive-as-host", host)
    yield Field("path", Span(start, span.end), "directories and a name on that computer")
    whole = text[drive.start if drive else start : span.end]
    yield Action("open", visible(whole), "what happens depends on the app; nothing is opened here")
    yield from scheme_violations(reference)
    at = text.find("\\", *span)
    if at >= 0:
        yield noted(NOTES, "backslash", Span(at, at + 1))
    if reference.edition != "1994":
        yield from _later_notes(reference, read, span.of(text))


def _later_notes(reference: Reference, read: Reference, written: str) -> Iterator[Note]:
    """Yield notes on forms that RFC 1738 does not allow or interprets differently."""
    if read.authority is None:
        is_usual = written.startswith("/") or DRIVE.match(written)
        yield noted(NOTES, "rfc8089" if is_usual else "rfc8089:odd")
    query = reference.span(Part.QUERY)
    if query:
        yield noted(NOTES, "question-mark", query)


SCHEME = Scheme(
    ("file",),
    "a file",
    ("RFC 1738 3.10", "RFC 8089 2"),
    "local",
    describe,
    normal=normal,
    clauses=CLAUSES,
)
