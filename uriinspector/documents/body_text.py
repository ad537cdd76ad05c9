"""Extract the decoded text of a message or file, with hidden text and link targets marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse, resolve
from uriinspector.documents import scan_state as kinds
from uriinspector.documents.html.page import BLOCKS, SPACES, TextCollector
from uriinspector.documents.html.tokens import Tag, cleaned, content_end, unescaped
from uriinspector.documents.leaf import Leaf
from uriinspector.documents.reading.page import read_links
from uriinspector.documents.scan import READERS, readers_within, scan

# The maximum number of characters in all, and of bytes per page.
CHARACTERS, PAGE_BYTES = 200_000, 1 << 18
# Kinds that contain the text of a message; other parts are documents themselves.
BODIES = frozenset(
    {kinds.HTML, kinds.TEXT, kinds.MESSAGE, kinds.MBOX, kinds.RTF, kinds.OUTLOOK, kinds.TNEF}
    | {kinds.SIGNED, kinds.CALENDAR}
)
# Email programs do not show the text before the first part and after the last one.
UNSHOWN = (".preamble", ".epilogue")
# Header fields to locate, and the maximum length of a title and of the text of a link.
FIELDS = (
    *("From", "To", "Reply-To", "Return-Path", "Sender", "Subject", "Date", "Message-ID"),
    *("Authentication-Results", "Received-SPF", "ARC-Authentication-Results", "Received"),
)
TITLE = SHOWN = 300
LINE_BREAKS = expression(r"[ \t]*\n[ \t]*(?:\n[ \t]*)+")


class BodyRun(NamedTuple):
    """Text that is either visible or hidden.

    ``target`` is the target of a link that ends here, and ``shown`` its visible text.
    """

    text: str
    is_hidden: bool = False
    target: str = ""
    shown: str = ""


class BodyPart(NamedTuple):
    """The text of a part, its path and type, and whether the end was left out."""

    path: str
    type: str
    runs: tuple[BodyRun, ...]
    is_cut: bool = False


class Body(NamedTuple):
    """The text of a message or file by part, and the spans of its header fields in the file."""

    parts: tuple[BodyPart, ...] = ()
    title: str = ""  # of the first page
    fields: Mapping[str, tuple[int, int]] = {}


def body_of(octets: bytes, name: str, part: str, passwords: Iterable[str] = ()) -> Body:
    """Extract the text of the message or file at this path in a document."""
    # Codes in pictures are not text.
    pages_alone = {**READERS, kinds.HTML: read_links}
    readers = readers_within(part, inside=BODIES, readers=pages_alone)
    document = scan(octets, name=name, readers=readers, passwords=passwords)
    left, result, title = CHARACTERS, [], ""
    for leaf in document.links.leaves:
        if left <= 0 or not _is_body(leaf, part):
            continue
        collector = BodyCollector(leaf)
        runs, is_cut = _cut(_page_runs(collector) if leaf.is_page else _text_runs(leaf), left)
        title = title or collector.title
        left -= sum(len(run.text) for run in runs)
        is_cut |= leaf.is_page and leaf.end - leaf.start > PAGE_BYTES
        result.append(BodyPart(leaf.part.path, leaf.part.type, runs, is_cut))
    message = next((each for each in document.messages if each.part == part), None)
    fields = {each: message.context.place(each) for each in FIELDS} if message else {}
    return Body(tuple(result), title, fields)


def _is_body(leaf: Leaf, part: str) -> bool:
    """Return True if a leaf is text of the message, not of its header or an attached file."""
    envelope = leaf.message.envelope
    if envelope is None:
        return leaf.part.path == part
    is_own = envelope.part == part and leaf.part.path != part
    return is_own and leaf.is_shown_as_message


def _cut(runs: Iterable[BodyRun], most: int) -> tuple[tuple[BodyRun, ...], bool]:
    result: list[BodyRun] = []
    for run in runs:
        if len(run.text) > most:
            result.append(run._replace(text=run.text[:most], target=""))
            return tuple(result), True
        most -= len(run.text)
        result.append(run)
    return tuple(result), False


def _text_runs(leaf: Leaf) -> Iterator[BodyRun]:
    text = decode(leaf.octets.get()[leaf.start : leaf.end], leaf.encoding)
    yield BodyRun(text.replace("\r\n", "\n"), leaf.part.path.endswith(UNSHOWN))


def _page_runs(collector: BodyCollector) -> Iterator[BodyRun]:
    """Yield the visible and hidden text of a page, without empty lines."""
    collector.read()
    line_is_empty = True
    for run in collector.runs:
        text = LINE_BREAKS.sub("\n", run.text)
        text = text.lstrip("\n ") if line_is_empty else text
        line_is_empty = text.endswith("\n") if text else line_is_empty
        if text or run.target:
            yield run._replace(text=text)


class BodyCollector(TextCollector):
    """Collects the text of a page in runs, with the targets of its links."""

    def __init__(self, leaf: Leaf) -> None:
        super().__init__(leaf.octets.get(), leaf.encoding)
        self._leaf, self._base = leaf, leaf.base.text
        self.title = ""
        self.runs: list[BodyRun] = []
        self._target = ""
        self._first = 0  # the first run in the link

    def read(self) -> None:
        """Collect the text in the first PAGE_BYTES of the page."""
        leaf = self._leaf
        self.until_closed("", leaf.start, min(leaf.end, leaf.start + PAGE_BYTES))

    def add(self, text: str) -> None:
        if text:
            self.runs.append(BodyRun(SPACES.sub(" ", text), self.hider is not None))

    def _tag(self, name: str, read: Tag, end: int) -> int:
        plain = name.removeprefix("/")
        if name == "title" and not self.title:
            title = self.octets[read.end : content_end(self.octets, name, read.end, end)]
            text = unescaped(cleaned(decode(title, self.encoding)), attribute=False)
            self.title = SPACES.sub(" ", text).strip()[:TITLE]
        if plain in BLOCKS:
            self.runs.append(BodyRun("\n", self.hider is not None))
        if plain == "a" and self._target:
            inside = self.runs[self._first :]
            shown = "".join(each.text for each in inside if not each.is_hidden)
            shown = " ".join(shown.split())[:SHOWN]
            self.runs.append(BodyRun("", self.hider is not None, self._target, shown))
            self._target = ""
        if name == "a" and (value := (self.value(read, "href") or "").strip()):
            self._target, self._first = value, len(self.runs)
            if self._base is not None or parse(value).scheme is not None:
                self._target = resolve(self._base or "about:", value).target or value
        return super()._tag(name, read, end)
