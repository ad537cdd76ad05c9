"""Classification of pasted and dropped data. No Qt here, and no file is opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

import uriinspector
from uriinspector.analysis.encoding import decode, guessed, marked
from uriinspector.analysis.running_text import references_in
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple

if TYPE_CHECKING:
    from uriinspector.documents.anchors import Anchor


DRIVE = expression(r"/[A-Za-z]:[/\\]")
LOCAL = {"", "localhost"}


def is_remote(place: str) -> bool:
    """Return True if opening the file would contact another machine, which can leak secrets."""
    slashes = place.replace("\\", "/")
    if slashes.startswith("//"):
        return True
    return slashes[:5].lower() == "file:" and local_path(place) is None


def local_path(place: str) -> str | None:
    """Return the local path of a file URI; None for any other text."""
    reference = uriinspector.parse(place)
    if (reference.scheme or "").lower() != "file" or (reference.host or "").lower() not in LOCAL:
        return None
    path = unquote_to_bytes(reference.path.encode("utf-8", "surrogatepass"))
    text = path.decode("utf-8", "surrogateescape")
    if not text.startswith("/") or "\0" in text or text[1:2] in {"/", "\\"}:
        return None
    return text[1:] if DRIVE.match(text) else text


def lines_in(text: str) -> list[str]:
    """Split a text at line feeds, carriage returns, or both, without other changes."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def listed_references(text: str) -> tuple[str, ...]:
    """Return the references of a list, one per line, without blank lines."""
    return tuple(line for line in lines_in(text) if line.strip(" \t"))


def is_list(text: str) -> bool:
    """Return True if more than one line is non-blank."""
    if "\n" not in text and "\r" not in text:
        return False
    first = text.lstrip(" \t\r\n")
    ends = [at for at in (first.find("\n"), first.find("\r")) if at >= 0]
    return bool(ends) and bool(first[min(ends) :].strip(" \t\r\n"))


SCHEME = expression(r"[A-Za-z][A-Za-z0-9+.-]*+:|[/\\]{2}")
WEB = expression(r"https?://|mailto:|//", re.IGNORECASE)
HOSTLIKE = expression(r"[\w-]++(?:\.[\w-][\w-]*+)++\.?(?:[:/?#].*)?", re.DOTALL)
# A link with a message, whose text may contain spaces and other links.
WITH_MESSAGE = expression(
    r"\s*+(?:mailto|smsto|sms|mmsto|mms|whatsapp|tg|viber|twitter):[^\s?]*+\?.*+\s*+", re.IGNORECASE
)
SHORTCUT = expression(r"^URL(?:\[[^\]\n]*\])?\s*=[ \t]*([^\r\n]+)", re.MULTILINE | re.IGNORECASE)


class TransferData(NamedTuple):
    """Pasted or dropped data, unchanged, in the formats that are used here."""

    text: str | None = None
    html: str | None = None
    places: tuple[str, ...] = ()  # the lines of text/uri-list
    picture: bool = False


class Incoming(NamedTuple):
    """Pasted or dropped data: the text to show, and links or files to offer."""

    text: str | None = None
    hidden: tuple[Anchor, ...] = ()
    links: tuple[str, ...] = ()
    file: str | None = None  # a local path
    untouched: bool = False  # a network path: shown as text, never accessed
    picture: bool = False
    is_document: bool = False  # several files or links, a web page, or an email


def classify(brought: TransferData) -> Incoming:
    """Classify data; if it is not usable, all fields of the result are empty."""
    files = [path for path in map(local_path, brought.places) if path is not None]
    if files and local_path(brought.places[0]) is not None:
        return Incoming(file=files[0], is_document=len(files) > 1)
    if brought.text:
        return classify_text(brought.text, brought.html or "")
    if brought.places:
        text = brought.places[0]
        several = brought.places if len(brought.places) > 1 else ()
        return Incoming(text, links=several, untouched=is_remote(text), is_document=bool(several))
    if brought.picture:
        return Incoming(picture=True)
    result = _anchors(brought.html or "")
    several = _several(result)
    if not result:
        return Incoming()
    return Incoming(result[0].href, links=several, is_document=bool(several))


def classify_text(text: str, source: str = "") -> Incoming:
    """Find the links in a text, and hidden links in the HTML that it was copied from."""
    links = () if WITH_MESSAGE.fullmatch(text) else tuple(references_in(text))
    anchors = hidden(source)
    return Incoming(
        text,
        hidden=anchors,
        links=links if len(links) > 1 else (),
        is_document=len(links) > 1 or is_document(text, source),
    )


def is_document(text: str, source: str) -> bool:
    """Return True for the source of a page or message, and for text copied with several links."""
    if not source and "<" not in text and "\n" not in text:
        return False  # a page has tags, and an email has several lines
    from uriinspector.documents.scan_state import HTML, LOOKED_AT, MBOX, MESSAGE, kind_of

    kind = kind_of(memoryview(text[:LOOKED_AT].encode("utf-8", "replace")), None, None)[0]
    return kind in {HTML, MESSAGE, MBOX} or len({each.href for each in _anchors(source)}) > 1


def hidden(source: str) -> tuple[Anchor, ...]:
    """Return the links whose visible text differs from their target, without duplicates."""
    result = (each for each in _anchors(source) if SCHEME.match(each.href.strip()))
    return tuple(dict.fromkeys(each for each in result if _bare(each.href) != _bare(each.shown)))


def deceives(anchor: Anchor) -> bool:
    """Return True if the text shows a different host from the one that the link leads to."""
    shown = anchor.shown if SCHEME.match(anchor.shown) else f"//{anchor.shown}"
    if not HOSTLIKE.fullmatch(WEB.sub("", anchor.shown, count=1)):
        return False
    return _host(shown) != _host(anchor.href.strip())


def file_text(name: str, content: bytes) -> str:
    """Return the text of a small file; for a shortcut file, its target."""
    encoding, mark = marked(content[:4])
    text = decode(content[mark:], encoding or guessed(content))
    if name.lower().endswith((".url", ".desktop", ".website")):
        match = SHORTCUT.search(text)
        return match[1] if match else text
    return text.removesuffix("\n").removesuffix("\r")


def _anchors(source: str) -> list[Anchor]:
    if not source:
        return []
    from uriinspector.documents.anchors import anchors  # imported with the first page

    return anchors(source)


def _several(anchors: list[Anchor]) -> tuple[str, ...]:
    links = tuple(dict.fromkeys(each.href for each in anchors))
    return links if len(links) > 1 else ()


def _host(link: str) -> str:
    return (uriinspector.parse(link).host or "").lower()


def _bare(link: str) -> str:
    """Return a link as it is often written for short, without the scheme or final slash."""
    return WEB.sub("", link.strip(), count=1).removesuffix("/").lower()
