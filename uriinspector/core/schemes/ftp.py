"""ftp: RFC 1738 3.2, and the types of draft 03."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span, message
from uriinspector.core.percent import line
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme, always
from uriinspector.core.schemes.rfc1738 import (
    as_1738,
    connection,
    is_public_login,
    judged,
    login_fields,
    other_port,
    smuggled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Pieces
    from uriinspector.core.reference import Reference

PORT = 21
# Beyond so many directories nobody compares three lists of commands.
MANY = 256
# 3.2.2: a typecode in either case.  Draft 03 has "!A", "!I", "!D" instead: in 1738 "!" is data.
TYPECODE = expression(";type=([^;/]*+)\\Z", re.IGNORECASE)
DRAFT_TYPE = expression("!([AID])\\Z")
MEANINGS = {"a": "ASCII text", "i": "binary: byte by byte", "d": "a list of names"}


def describe(reference: Reference, _: Choice) -> Dossier:
    """Login, the way through the directories, the name, the type."""
    read = as_1738(reference)
    path = _path(read)
    user = read.userinfo
    return Dossier(
        scheme="ftp",
        title="file transfer (FTP)",
        cites=("RFC 1738 3.2",),
        danger="fetches",
        default_port=PORT,
        fields=(*login_fields(reference, PORT, user="anonymous (3.2.1)"), *_fields(read, path)),
        actions=tuple(_actions(reference, read, path)),
        violations=judged(reference),
        notes=tuple(_notes(read, path, user)),
    )


class Path:
    """The url-path taken apart: directories to go through, a name, a typecode."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.span = Span(start, end)
        last = text.rfind(";", start, end)
        typed = TYPECODE.match(text, last, end) if last >= 0 else None
        self.type = Span(*typed.span(1)) if typed else None
        end = typed.start() if typed else end
        self.segments: list[Span] = []
        while (slash := text.find("/", start, end)) >= 0:
            self.segments.append(Span(start, slash))
            start = slash + 1
        self.name = Span(start, end)


def _path(read: Reference) -> Path | None:
    """3.1: the slash before it is no part of the url-path."""
    span = read.span(Part.PATH)
    if span is None or span.start == span.end or read.authority is None:
        return None
    return Path(read.text, span.start + 1, span.end)


def _fields(read: Reference, path: Path | None) -> Iterator[Field]:
    if path is None:
        yield Field.absent("name", "no path: the login directory")
        return
    text = read.text
    for number, segment in enumerate(path.segments, 1):
        yield Field.present(
            text, message("cwd {number}", number=number), *segment, "a directory to change to"
        )
    yield Field.present(text, "name", *path.name, "the file or directory")
    if path.type is None:
        yield Field.absent("type", "the client guesses the type")
    else:
        code = path.type.of(text).lower()
        yield Field.present(text, "type", *path.type, MEANINGS.get(code, "not an ftp type"))


def _actions(reference: Reference, read: Reference, path: Path | None) -> Iterator[Action]:
    if read.authority is None:
        return
    yield connection(reference, PORT)
    yield from _login(read)
    if path is None:
        return
    text = read.text
    directories = [segment.of(text) for segment in path.segments]
    name = path.name.of(text)
    code = path.type.of(text).lower() if path.type else ""
    yield from _retrieval(directories, name, code, "")
    draft = _draft_type(read, path)
    if draft:
        variant = message('draft 03: "!{code}" is a type', code=draft[1])
        yield from _retrieval(directories, name[:-2], draft[1].lower(), variant)
    yield from _side_by_side([*directories, name], code)


def _side_by_side(elements: list[str], code: str) -> Iterator[Action]:
    """3.2.2: three spellings that look alike and send different commands."""
    plain = list(dropwhile(lambda each: not each, elements))
    if not plain or len(elements) > MANY:
        return
    if plain[0][:3].upper() == "%2F":
        plain[0] = plain[0][3:]
    elif len(elements) == 1:
        return
    *through, name = plain
    yield from _retrieval(through, name, code, "plain: from the login directory")
    yield from _retrieval(["", *through], name, code, '"//": an empty CWD first')
    *through, name = [f"%2F{plain[0]}", *plain[1:]]
    yield from _retrieval(through, name, code, '"%2F": from the root')


def _login(read: Reference) -> Iterator[Action]:
    """3.2.1: anonymous where there is no user; a prompt where the password is missing."""
    parts = {each.term: each.text for each in read.edition_parts}
    if "user" not in parts:
        yield Action("send", line("USER", "anonymous"))
        yield Action("send", line("PASS", "<mail address>"), "the email address of the user")
        return
    yield Action("send", line("USER", parts["user"]))
    if "password" in parts:
        yield Action("send", line("PASS", parts["password"]))
    else:
        yield Action("ask", "password", "if the server requires a login, the user is asked")


def _draft_type(read: Reference, path: Path) -> re.Match[str] | None:
    """What draft 03 takes for a type; one by the rule of RFC 1738 leaves no room for it."""
    if path.type is not None:
        return None
    return DRAFT_TYPE.search(read.text, path.name.start, path.name.end)


def _retrieval(directories: list[str], name: str, code: str, variant: str) -> Iterator[Action]:
    for directory in directories:
        if directory:
            yield Action("send", line("CWD", directory), "", variant)
        else:
            yield Action("send", line("CWD"), "without an argument", variant)
    if code == "d":
        yield Action("send", line("NLST", *([name] if name else [])), "no TYPE before it", variant)
        return
    if code in MEANINGS:
        yield Action("send", line("TYPE", code.upper()), "", variant)
    explanation = "" if name else "empty name: most clients list the directory"
    yield Action("send", line("RETR", name), explanation, variant)


def _notes(read: Reference, path: Path | None, user: str | None) -> Iterator[Note]:
    span = read.span(Part.USERINFO)
    yield from other_port(read, PORT)
    if span:
        yield from smuggled(read.text, span, "ftp")
    if user is not None and ":" in user and not is_public_login(user):
        explanation = "the password is in plain text"
        yield Note("password", "unusual", explanation, span, ("RFC 1738 6",))
    if path is None:
        return
    yield from smuggled(read.text, path.span, "ftp")
    draft = _draft_type(read, path)
    if draft:
        explanation = message(
            'draft 03 reads "!{draft}" as a type; in RFC 1738 it is part of the name',
            draft=draft[1],
        )
        yield Note("draft-type", "info", explanation, Span(*draft.span()), ("url-draft-03 FTP",))


def normal(pieces: Pieces) -> Pieces:
    """3.2.2 and 5, ftptype: each of the three typecodes in either case."""
    match = TYPECODE.search(pieces.path) if pieces.query is None else None
    if match is None or match[1].lower() not in MEANINGS:
        return pieces
    return pieces._replace(path=pieces.path[: match.start(1)] + match[1].lower())


CLAUSES = always("RFC 1738 3.2.2", "RFC 1738 5")
SCHEME = Scheme(("ftp",), describe, "fetches", PORT, normal, clauses=CLAUSES)
