"""List rows for the components of a reference, labeled with its edition's terms.

Rows are created on demand, because a path can have thousands of segments.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from uriinspector.analysis.domains import Host, special_use
from uriinspector.analysis.values.value import CONFIDENCE_RANK, LAYER, Value, ValueReading
from uriinspector.core.host import address_block
from uriinspector.core.model import EVIDENCE, Part, Span
from uriinspector.core.percent import decoded
from uriinspector.core.reference import cut as divided
from uriinspector.core.schemes.dossier import Field, pairs
from uriinspector.gui.inspect.row_list import CLAUSE, LINK, OPEN, ClickTarget, LaidRow, ListRow
from uriinspector.gui.text.paragraph import (
    STRONG,
    Paragraph,
    TextRun,
    TextStyle,
    cut,
    draw_line,
    fitting,
    metrics_of,
)
from uriinspector.gui.text.pieces import visible, with_spaces
from uriinspector.gui.text.translation import say, say_count, say_pieces
from uriinspector.gui.theme import pixels, theme
from uriinspector.gui.widgets.view_parts import draw_arrow

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection

HIGH, HIGHER = 28, 42  # row heights with one line and with two, before zoom
WIDE, WIDER = 480, 560  # below these list widths, before zoom, the meaning goes under the text
PAD, INDENT, SWATCH, NAME, CITE = 16, 16, 8, 112, 56  # before zoom
FEW = 5  # up to this many components have room for two lines each
LEAST, MOST = 0.3, 0.565  # minimum and maximum share of the width for the texts
WORDS, QUIET, SMALL = TextStyle(), TextStyle("muted"), TextStyle("muted", 12)
PROOF = TextStyle("text", 12, evidence=True)
# For text that is too long for a cell: how much of its start and of its end to show.
HEAD, TAIL = 300, 100
# Names that are translated; all others are terms of the specification.
COMPONENTS = frozenset(part.value for part in Part)
ABSENT = "absent"  # the key of the line that lists missing components


def clipped(text: str) -> str:
    """Return text with hidden characters made visible, cut in the middle if very long."""
    if len(text) > HEAD + TAIL + 1:
        return f"{clipped(text[:HEAD])}\u2026{clipped(text[-TAIL:])}"
    return with_spaces(text)


def nothing(_most: int) -> Iterable[ComponentRow]:
    return ()


@dataclass(frozen=True)
class ComponentRow(ListRow):
    """A row; ``text`` is None if the component is missing, ``span`` if it has no position.

    ``key`` identifies the row among its siblings, regardless of its content. ``size`` is the number
    of child rows, which ``children`` creates. ``strong`` is the emphasized end of the text.
    """

    key: str
    name: str
    text: str | None
    span: Span | None
    meaning: str
    cite: str = ""
    part: str = ""
    strong: str = ""
    is_outside: bool = False  # True if the link determines the name
    size: int = 0
    children: Callable[[int], Iterable[ComponentRow]] = nothing
    opens: bool = False
    is_short: bool = False  # among many rows, this one has no second line in a narrow list
    letters: int = 0  # length of the longest text in the list

    @property
    def look(self) -> Hashable:
        return (
            *(self.name, self.text, self.meaning, self.cite, self.part, self.strong),
            *(self.size > 0, self.is_short, self.letters),
        )

    @property
    def title(self) -> str:
        if self.is_outside:
            return clipped(self.name)
        return say(self.name) if self.name in COMPONENTS else self.name

    @property
    def shown(self) -> str:
        if self.text is None:
            return "" if self.key == ABSENT else say("not present")
        return clipped(self.text) or say("empty")

    @property
    def spoken(self) -> str:
        """Return the whole row as text for screen readers."""
        return ", ".join(each for each in (self.title, self.shown, self.meaning) if each)

    @property
    def tip(self) -> str:
        """Return the tooltip: an explanation of the name, and the texts in full."""
        return " \u00b7 ".join(each for each in (explained(self), self.shown, self.meaning) if each)

    @property
    def spans(self) -> tuple[Span, ...]:
        return (self.span,) if self.span else ()

    def rows_inside(self, most: int) -> Iterable[ComponentRow]:
        return (replace(each, letters=self.letters) for each in self.children(most))

    def lay_out(self, width: int, depth: int, *, is_open: bool) -> LaidRow:
        """Lay out name, text, meaning and clause; in a narrow list, the meaning is below."""
        left = pixels(PAD + INDENT * depth)
        if self.key == ABSENT:
            return self._absent(width)
        is_wide = width >= pixels(WIDE if self.is_short else WIDER)
        is_tall = not is_wide and not self.is_short
        high, line = pixels(HIGHER if is_tall else HIGH), pixels(22 if is_tall else HIGH)
        x = pixels(NAME + PAD)
        rest = float(width - x - pixels(CITE if is_wide else PAD))
        wanted = metrics_of(PROOF).horizontalAdvance("0") * self.letters + pixels(PAD)
        text_room = min(max(wanted, rest * LEAST), rest * MOST) if is_wide else rest
        y = pixels(2) if is_tall else 0
        name_at = QRectF(left + pixels(PAD), y, x - left - pixels(PAD + 8), line)
        shown = [
            (self._name(name_at.width()), name_at),
            (self._text(text_room - pixels(12)), QRectF(x, y, text_room, line)),
        ]
        look, targets = WORDS if is_wide and self.text is not None else SMALL, []
        place = QRectF(x, y + line - pixels(4), rest, line)
        if is_wide:
            place = QRectF(x + text_room, 0, rest - text_room, line)
            cite = section(self.cite)
            wide = metrics_of(LINK).horizontalAdvance(cite)
            at = QRectF(width - pixels(CITE - 4), 0, wide, line)
            targets = [ClickTarget(CLAUSE, self.cite, cite, at, LINK)] if cite else []
        if is_wide or is_tall:
            shown.append(([self._meaning(look, place.width() - pixels(8))], place))
        if self.size:
            targets.insert(0, ClickTarget(OPEN, "", "", QRectF(0, 0, x - pixels(8), high)))
        side, middle = pixels(SWATCH), y + line / 2

        def paint(painter: QPainter) -> None:
            if self.size:
                draw_arrow(painter, QPointF(left - pixels(8), middle), is_open=is_open)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(self.part))
            painter.drawRoundedRect(QRectF(left, middle - side / 2, side, side), 2, 2)
            for runs, room in shown:
                draw_line(painter, runs, room)

        return LaidRow(high, targets, paint)

    def _absent(self, width: int) -> LaidRow:
        left, line = pixels(2 * PAD), metrics_of(SMALL).height()
        words = Paragraph([TextRun(self.title, SMALL)], width - pixels(3 * PAD))
        high = round(pixels(HIGH) + words.height - line)

        def paint(painter: QPainter) -> None:
            words.draw(painter, left, (high - words.height) / 2)

        return LaidRow(high, [], paint)

    def _name(self, width: float) -> list[TextRun]:
        weight = 600 if self.part == self.key == "host" and self.text else 400
        size = 12 if self.is_outside else 13
        run = TextRun(self.title, TextStyle(size=size, evidence=self.is_outside, weight=weight))
        return [cut(run, width, Qt.TextElideMode.ElideRight)]

    def _text(self, width: float) -> list[TextRun]:
        """Return the text cut to the width; the bold registrable domain is cut last."""
        mode, end = Qt.TextElideMode, visible(self.strong)
        if not self.text:
            return [TextRun(self.shown, QUIET)]
        if not end or not self.shown.endswith(end):
            return [cut(TextRun(self.shown, PROOF), width, mode.ElideMiddle)]
        strong = TextRun(end, PROOF._replace(weight=STRONG))
        last = cut(strong, width, mode.ElideLeft)
        left = max(width - metrics_of(last.look).horizontalAdvance(last.text), 0)
        first = TextRun(self.shown[: -len(end)], PROOF._replace(color="muted"))
        return [cut(first, left, mode.ElideLeft), last]

    def _meaning(self, look: TextStyle, width: float) -> TextRun:
        """Return the meaning or, if its words do not fit, only the registrable domain."""
        run, site = fitting(self.meaning, look, width), visible(self.strong)
        if not site or site not in self.meaning or site in run.text:
            return run
        return cut(TextRun(site, look), width, Qt.TextElideMode.ElideLeft)


def explained(row: ComponentRow) -> str:
    """Return the everyday word for a component, with the specification's term."""
    word = {
        "scheme": say("scheme"),
        "authority": say("server and login"),
        "userinfo": say("user name"),
        "host": say("host"),
        "port": say("port"),
        "path": say("path"),
        "query": say("search and parameters"),
        "fragment": say("position in the document"),
    }.get(row.key)
    if word is None or row.is_outside:
        return ""
    return say("{word}: called {term} in the specification", word=word, term=row.name)


# By edition: the document, and the clauses that define the components, in the order of ``Part``.
RULES = {
    "2005": ("RFC 3986", "3.1 3.2 3.2.1 3.2.2 3.2.3 3.3 3.4 3.5"),
    "2003": ("rfc2396bis-01", "3.1 3.2 3.2.2 3.2.2 3.2.2 3.3 3.4 4.1"),
    "1997": ("url-syntax-05", "4.1 4.3.1 4.3.1 4.3.1 4.3.1 4.3.2 4.3.3 3"),
    "1994": ("RFC 1738", "2.1 3.1 3.1 3.1 3.1 3.1 3.3 2.2"),
}


def rule_of(edition: str, part: Part) -> str:
    """Return the clause that defines a component."""
    document, clauses = RULES[edition]
    return f"{document} {clauses.split()[list(Part).index(part)]}"


def section(cite: str) -> str:
    """Return the number of a clause with a section sign: "RFC 3986 3.2" as "§3.2"."""
    number = cite.rpartition(" ")[2]
    return f"§{number}" if number[:1].isdigit() and " " in cite else cite


def dots(segment: str) -> str:
    """Describe the effect of a dot segment; return an empty string for other segments."""
    if segment == ".":
        return say("same level; removed on resolution")
    return say("one level up; applied on resolution") if segment == ".." else ""


def reads(text: str) -> str:
    """Return the decoded text in words, or an empty string if nothing is percent-encoded."""
    return say("decoded: {text}", text=clipped(decoded(text[:400]))) if "%" in text else ""


def user_rows(text: str, span: Span, cite: str) -> list[ComponentRow]:
    """Return rows for the user and the password, which are separated by the first colon."""
    colon = text.find(":", *span)
    if colon < 0:
        return []
    user, password = Span(span.start, colon), Span(colon + 1, span.end)
    part = Part.USERINFO.value
    hidden = say("anyone who sees the link can read the password")
    return [
        ComponentRow("user", say("user"), user.of(text), user, reads(user.of(text)), cite, part),
        ComponentRow("password", say("password"), password.of(text), password, hidden, cite, part),
    ]


def label_rows(text: str, span: Span, host: Host, cite: str, most: int) -> Iterator[ComponentRow]:
    """Yield a row for each label of a host name, with its role in the domain registration."""
    spans = list(islice(divided(text, span, "."), most))
    written = span.of(text).count(".") + 1
    site, suffix = host.registrable_domain or "", host.public_suffix or ""
    root = 1 if text.endswith(".", *span) else 0
    under = written - root - (suffix.count(".") + 1 if suffix else 0)
    unicode = (host.unicode or "").split(".")
    for number, place in enumerate(spans):
        if root and number == written - 1:
            meaning = say("DNS root")
        elif suffix and number >= under:
            meaning = say("under the public suffix {suffix}", suffix=suffix)
        elif site and number == under - 1:
            meaning = say("registrable domain: {site}", site=clipped(site))
        else:
            meaning = say("chosen by the owner of {site}", site=clipped(site)) if site else ""
        label = place.of(text)
        if label.lower().startswith("xn--") and len(unicode) == written:
            read = say("decoded: {text}", text=clipped(unicode[number]))
            meaning = f"{read}; {meaning}" if meaning else read
        strong = label if site and number >= under - 1 else ""
        name = say("label {number}", number=number + 1)
        yield ComponentRow(str(number), name, label, place, meaning, cite, Part.HOST.value, strong)


def segment_count(path: str) -> int:
    """Count the segments of a path: one per slash, and one before the first slash."""
    return path.count("/") + (1 if path and not path.startswith("/") else 0)


def segment_rows(text: str, span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """Yield a row for each segment of a path; its parameters are child rows."""
    start = span.start + (1 if text.startswith("/", *span) else 0)
    part = Part.PATH.value
    for number, place in enumerate(islice(divided(text, Span(start, span.end), "/"), most)):
        segment = place.of(text)
        meaning = dots(segment) or reads(segment)
        name = say("segment {number}", number=number + 1)
        below = partial(param_rows, text, place, cite)
        size = segment.count(";")
        yield ComponentRow(
            str(number), name, segment, place, meaning, cite, part, size=size, children=below
        )


def param_rows(text: str, span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """Yield a row for each parameter of a segment; semicolons separate parameters."""
    for number, place in enumerate(islice(divided(text, span, ";"), 1, most + 1)):
        param = place.of(text)
        name = say("parameter {number}", number=number + 1)
        yield ComponentRow(str(number), name, param, place, reads(param), cite, Part.PATH.value)


def pair_count(query: str) -> int:
    """Count the non-empty parts between ampersands."""
    return sum(map(bool, query.split("&")))


def pair_rows(text: str, span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """Yield a row for each name and value in order; repeated names are numbered."""
    names = Counter(each.name.of(text) for each in pairs(text, span))
    counter: Counter[str] = Counter()
    for number, pair in enumerate(islice(pairs(text, span), most)):
        name = pair.name.of(text)
        counter[name] += 1
        value = pair.value.of(text) if pair.value else None
        texts = [reads(value) if value is not None else say('no "=" after the name')]
        if names[name] > 1:
            texts.append(
                say("{number} of {count} with this name", number=counter[name], count=names[name])
            )
        place = Span(pair.name.start, (pair.value or pair.name).end)
        meaning, called = "; ".join(each for each in texts if each), name or say("no name")
        part, outside = Part.QUERY.value, bool(name)
        yield ComponentRow(
            str(number), called, value, place, meaning, cite, part, is_outside=outside
        )


def field_rows(fields: Iterable[Field], span: Span, cite: str, most: int) -> Iterator[ComponentRow]:
    """For a scheme with its own syntax, yield a row for each of its fields that is in the path."""
    inside = (each for each in fields if each.span and _is_inside(each.span, span))
    for number, field in enumerate(islice(inside, most)):
        name, path = say(field.name), Part.PATH.value
        yield ComponentRow(
            str(number), name, field.text, field.span, say(field.meaning), cite, path
        )


def field_count(fields: Iterable[Field], span: Span) -> int:
    """Count the rows of ``field_rows``, ignoring a field that is the whole path."""
    return sum(
        1 for each in fields if each.span and each.span != span and _is_inside(each.span, span)
    )


def _is_inside(place: Span, span: Span) -> bool:
    return span.start <= place.start and place.end <= span.end


KINDS = {
    "ipv4": "IPv4",
    "ipv6": "IPv6",
    "ipvfuture": "IPvFuture",
    "reg-name": "reg-name",
    "empty": "",
}
# Terms that already have their own rows.
SHOWN = frozenset({"user", "password", "param"})


def component_rows(
    inspection: Inspection, meanings: ValueMeanings | None = None
) -> list[ComponentRow]:
    """Return a row for each component, and one line that lists the missing ones.

    ``meanings`` explains the inspection's values, once they have been computed.
    """
    result = _ComponentRows(inspection)
    rows = [
        *(result.scheme(), *result.authority(), result.path(), result.query(), result.fragment()),
        *result.others(None),
    ]
    present = [each for each in rows if each is not None]
    present = present if meanings is None else [meanings.added(each) for each in present]
    letters = max((len(each.shown) for each in present), default=0)
    present = [replace(each, letters=letters) for each in present]
    names = result.absent(present)
    absent = ComponentRow(ABSENT, say("Not present: {names}", names=names), None, None, "")
    return [*present, absent] if names else present


class _ComponentRows:
    """Builds the rows for one inspection."""

    def __init__(self, inspection: Inspection) -> None:
        reference = inspection.reference
        self._inspection = inspection
        self._text = inspection.text
        self._edition = reference.edition
        self._terms = reference.rules.terms(reference)
        self._span = reference.span
        self._is_short = sum(reference.span(part) is not None for part in Part) > FEW
        # ``edition_parts`` is not used, because it would create thousands of parameters.
        self._parts = [
            (term, Span(start, end))
            for term, start, end in reference.rules.parts(reference)
            if term not in SHOWN
        ]

    def _row(self, part: Part, meaning: str, **more: Any) -> ComponentRow:
        span, term = self._span(part), self._terms[part]
        name = part.value if term.startswith("path-") else term
        text = None if span is None else span.of(self._text)
        cite = rule_of(self._edition, part)
        return ComponentRow(
            *(part.value, name, text, span, meaning, cite, part.value),
            is_short=self._is_short,
            **more,
        )

    def absent(self, rows: list[ComponentRow]) -> str:
        """Return the names of the missing components that have no row."""
        shown = {each.key for each in rows}
        return ", ".join(
            say(part.value) for part in Part if self._span(part) is None and part.value not in shown
        )

    def scheme(self) -> ComponentRow | None:
        """Return the row with the kind of scheme and its default port."""
        dossier = self._inspection.dossier
        if dossier is None or self._span(Part.SCHEME) is None:
            return None
        title = say(dossier.title)
        if dossier.default_port is None:
            return self._row(Part.SCHEME, title)
        text = say("{title}; default port {port}", title=title, port=dossier.default_port)
        return self._row(Part.SCHEME, text)

    def authority(self) -> list[ComponentRow]:
        """Return the row of the host or, if the authority has other parts, of the authority."""
        if self._span(Part.AUTHORITY) is None:
            return []
        has_user, has_port = (self._span(part) is not None for part in (Part.USERINFO, Part.PORT))
        host, others = self._span(Part.HOST), list(self.others(Part.AUTHORITY))
        if host is not None and not (has_user or has_port or others):
            return [self.host()]
        words = {
            (False, False): say("a host"),
            (True, False): say("a user name and a host"),
            (False, True): say("a host and a port"),
            (True, True): say("a user name, a host and a port"),
        }[has_user, has_port]
        parts = [self.userinfo(), self.host(), self.port()] if host is not None else []
        below = [*filter(None, parts), *others]
        words = words if host is not None else say("a registry name")
        return [
            self._row(
                *(Part.AUTHORITY, words),
                size=len(below),
                children=lambda most: below[:most],
                opens=True,
            )
        ]

    def userinfo(self) -> ComponentRow | None:
        """Return the row of the userinfo, which can be mistaken for the site."""
        span = self._span(Part.USERINFO)
        if span is None:
            return None
        below = user_rows(self._text, span, rule_of(self._edition, Part.USERINFO))
        if not below:
            text = say("a user name, no password")
        else:
            text = say("a user name and a password")
            text = text if below[1].text else say("a user name, an empty password")
        return self._row(Part.USERINFO, text, size=len(below), children=lambda most: below[:most])

    def host(self) -> ComponentRow:
        """Return the row of the host: its kind, and its registrable domain or address."""
        span, host = self._span(Part.HOST), self._inspection.host
        if span is None or host is None or span.start == span.end:
            return self._row(Part.HOST, say("no server"))
        inside = list(self.others(Part.HOST))
        # Of several rules that match the whole host, the innermost is the most specific.
        kinds = [term for term, place in self._parts if place == span]
        texts = [*_host_notes(host), kinds[-1] if kinds else KINDS[host.kind]]
        is_name = host.address is None and "." in host.text and not host.text.startswith("[")
        cite = rule_of(self._edition, Part.HOST)

        def below(most: int) -> list[ComponentRow]:
            labels = label_rows(self._text, span, host, cite, most) if is_name else ()
            return [*inside, *labels][:most]

        size = len(inside) + (host.text.count(".") + 1 if is_name else 0)
        site = host.registrable_domain or ""
        strong = host.text[-len(site) :] if host.text.lower().endswith(site) else host.text
        return self._row(Part.HOST, "; ".join(texts), strong=strong, size=size, children=below)

    def port(self) -> ComponentRow | None:
        """Return the row of the port, with the default of the scheme."""
        dossier, span = self._inspection.dossier, self._span(Part.PORT)
        if span is None:
            return None
        own = dossier.default_port if dossier else None
        if own is None:
            return self._row(Part.PORT, "" if span.of(self._text) else say("no number"))
        number = span.of(self._text).lstrip("0")
        if number == str(own):
            return self._row(Part.PORT, say("the default"))
        words = (
            say("the default is {port}", port=own) if number else say("default {port}", port=own)
        )
        return self._row(Part.PORT, words)

    def path(self) -> ComponentRow:
        """Return the row of the path; its children are segments, or the fields of the scheme."""
        span = self._span(Part.PATH) or Span(0, 0)
        text, dossier, cite = span.of(self._text), self._inspection.dossier, self._cite(Part.PATH)
        is_own = dossier and self._span(Part.AUTHORITY) is None and not text.startswith("/")
        if is_own and dossier and text:
            fields = dossier.fields
            return self._row(
                Part.PATH,
                say("according to the rules of {scheme}", scheme=dossier.scheme),
                size=field_count(fields, span),
                children=lambda most: field_rows(fields, span, cite, most),
            )
        count = segment_count(text)
        words = say_count(count, "1 segment", "{count} segments") if count else say("no segments")
        term = self._terms[Part.PATH]
        if term.startswith("path-"):
            words += f"; {term}"
        below = count if count > 1 or ";" in text else 0
        return self._row(
            *(Part.PATH, words),
            size=below,
            children=lambda most: segment_rows(self._text, span, cite, most),
        )

    def query(self) -> ComponentRow | None:
        """Return the row of the query, with its name-value pairs if it has any."""
        span = self._span(Part.QUERY)
        if span is None:
            is_data = "?" in self._text.partition("#")[0]
            return self._row(Part.QUERY, say('"?" is data here')) if is_data else None
        text, cite = span.of(self._text), self._cite(Part.QUERY)
        count = pair_count(text)
        if "=" not in text and "&" not in text:
            return self._row(
                Part.QUERY, say("text without key-value pairs" if text else "nothing after the “?”")
            )
        words = say_count(count, "1 pair", "{count} pairs")
        return self._row(
            *(Part.QUERY, words),
            size=count,
            children=lambda most: pair_rows(self._text, span, cite, most),
        )

    def fragment(self) -> ComponentRow | None:
        if self._span(Part.FRAGMENT) is None:
            return None
        return self._row(Part.FRAGMENT, say("is not sent"))

    def others(self, parent: Part | None) -> Iterator[ComponentRow]:
        """Yield rows for the parts of a component that only this edition's grammar names."""
        taken = {(self._terms[part], self._span(part)) for part in Part}
        host = self._span(Part.HOST)
        for number, (term, span) in enumerate(self._parts):
            if (term, span) in taken or span == host or self._parent(span) is not parent:
                continue
            part = parent or Part.PATH
            cite = rule_of(self._edition, part)
            text = say("part of this edition's grammar")
            yield ComponentRow(
                f"{term} {number}", term, span.of(self._text), span, text, cite, part.value
            )

    def _parent(self, span: Span) -> Part | None:
        for part in (Part.HOST, Part.AUTHORITY):
            outer = self._span(part)
            if outer and outer.start <= span.start and span.end <= outer.end:
                return part
        return None

    def _cite(self, part: Part) -> str:
        return rule_of(self._edition, part)


def _host_notes(host: Host) -> Iterator[str]:
    """Yield notes about a host, other than its kind."""
    if use := special_use(host.registrable_domain or ""):
        yield say("not in public DNS: for {use}", use=say(use))
    elif host.registrable_domain:
        yield say("registrable domain: {site}", site=clipped(host.registrable_domain))
    if host.address is not None:
        written = host.text.strip("[]").lower()
        if host.address != written:
            yield say("browsers read the host as {address}", address=host.address)
        block = address_block(host.address)
        if block:
            yield say("{range}, {block}", range=say(host.range or ""), block=block)
        return
    if host.ascii is None:
        yield say("browsers reject the host")
    elif host.ascii != host.text.lower():
        yield say("browsers show the host as {host}", host=clipped(host.ascii))
    elif host.unicode:
        yield say("decoded: {text}", text=clipped(host.unicode))


# Decoders whose readings are not described: other columns show the decoded text.
SHOWN_DECODED = frozenset({"percent", "form"})
# The maximum number of nested encodings to describe in a cell.
LAYERS = 3
LONGEST = 200


class ValueMeanings:
    """Descriptions of the values in a link, by their position."""

    def __init__(self, values: tuple[Value, ...]) -> None:
        """``values`` must be sorted by position."""
        self._values = values
        self._starts = [each.start for each in values]

    def added(self, row: ComponentRow) -> ComponentRow:
        """Return the row with descriptions of its value or, if it has child rows, of theirs."""
        if row.size:
            below = row.children
            return replace(row, children=lambda most: map(self.added, below(most)))
        reading = self.meaning(row.span) if row.span and row.text else ""
        if not reading:
            return row
        return replace(row, meaning=f"{reading}; {row.meaning}" if row.meaning else reading)

    def meaning(self, span: Span) -> str:
        """Return the most confident description of a value in the range, or an empty string."""
        inside = (
            (CONFIDENCE_RANK[each.best.confidence], each.start - each.end, phrases)
            for each in self._within(span)
            if (phrases := "; ".join(_phrases(each.best)))
        )
        return min(inside, default=(0, 0, ""))[2]

    def _within(self, span: Span) -> Iterator[Value]:
        for place in range(bisect_left(self._starts, span.start), len(self._values)):
            value = self._values[place]
            if value.start > span.end:
                return
            if value.end <= span.end:
                yield value


def _phrases(reading: ValueReading) -> Iterator[str]:
    """Yield a reading in words and, if it is an encoding of a single value, that value's
    reading, and so on.
    """
    for _ in range(LAYERS):
        if reading.decoder not in SHOWN_DECODED:
            yield _words(reading)
        if reading.kind != LAYER or len(reading.inside) != 1:
            return
        reading = reading.inside[0].best


def _words(reading: ValueReading) -> str:
    """Return the reading in words, with hidden characters made visible."""
    runs = say_pieces(reading.phrase)
    return "".join(
        visible(each.text[:LONGEST]) if each.kind == EVIDENCE else each.text for each in runs
    )
