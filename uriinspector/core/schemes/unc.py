"""Parse the Windows machine, drive or device that a file reference names.

Only the spelling is examined. Slashes and backslashes, raw or escaped, are treated alike, because
some systems accept either. Merely checking whether such a file exists could send credentials, so
this module never does it.
"""

import re

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Span

SLASH = r"(?:[/\\]|%2[Ff]|%5[Cc])"
ONE_SLASH = expression(SLASH)
HEAD = expression(rf"({SLASH}*+)((?:(?!{SLASH}).|(?!))*+)", re.DOTALL)
DRIVE = expression(rf"([A-Za-z](?::|\||%3[Aa]|%7[Cc]))(?={SLASH}|\Z)")
# \\.\pipe\x, \\?\C:\x and \\?\UNC\host\share: names that Windows uses without parsing them.
DEVICE = expression(rf"[.?]{SLASH}++(?P<unc>[Uu][Nn][Cc]{SLASH}++|(?!))?+")


# Windows connects to such a machine by WebDAV: the text after "@" is an access method, not a host.
# It also does so if the path begins with Windows' own name for the root.
WEBDAV = expression(r"@(?:SSL(?:@[0-9][0-9]*+)?+|[0-9]++)\Z", re.IGNORECASE)
WEBDAV_ROOT = expression(rf"{SLASH}++DavWWWRoot(?={SLASH}|\Z)", re.IGNORECASE)

# If the text may be a web address, only "@SSL" is certain: "@443" could be a host after a user
# name.
SURE_WEBDAV = expression(r"@SSL(?:@[0-9][0-9]*+)?+\Z", re.IGNORECASE)


class FileShape(NamedTuple):
    """The machine, drive or device that a file reference names; None where absent."""

    server: Span | None = None
    drive: Span | None = None
    device: Span | None = None
    # The start of the path on the machine.
    path: int = 0


def is_webdav(text: str, authority: tuple[int, int], *, is_file: bool) -> bool:
    """Return True if the authority or the path asks for access by WebDAV."""
    start, end = authority
    if is_file:
        return WEBDAV.search(text, start, end) is not None
    return SURE_WEBDAV.search(text, start, end) is not None or bool(WEBDAV_ROOT.match(text, end))


def shape(text: str, span: Span) -> FileShape:
    """Parse the text after "file:"; a machine's name comes after two slashes, or four or more."""
    slashes, name, rest = _head(text, span)
    if slashes == 2 and lowered(name.of(text)) == "localhost":
        # The text after "//localhost" is parsed like the text after "file:///".
        slashes, name, rest = _head(text, Span(rest, span.end))
        slashes += 2
    drive = DRIVE.match(text, name.start, span.end)
    if drive:
        return FileShape(drive=Span(*drive.span(1)), path=drive.end())
    if slashes < 2 or slashes == 3 or name.is_empty:
        return FileShape(path=_one_back(text, span.start, name.start))
    device = DEVICE.match(text, name.start, span.end)
    if device and device["unc"]:
        _, name, rest = _head(text, Span(device.end(), span.end))
        return FileShape(server=name, device=Span(*device.span()), path=rest)
    if device:
        return FileShape(device=Span(*device.span()), path=device.end())
    return FileShape(server=name, path=rest)


def _head(text: str, span: Span) -> tuple[int, Span, int]:
    """Return the number of slashes, the name after them, and where it ends."""
    match = HEAD.match(text, *span)
    assert match is not None  # both halves may be empty
    return len(ONE_SLASH.findall(match[1])), Span(*match.span(2)), match.end()


def _one_back(text: str, start: int, at: int) -> int:
    """Return the position of the slash right before the path, which is part of the path."""
    for width in (1, 3):
        if at - width >= start and ONE_SLASH.fullmatch(text, at - width, at):
            return at - width
    return at
