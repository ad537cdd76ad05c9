"""The components of a reference as rows, in the words of its edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import Host
from uriinspector.core.host import address_block
from uriinspector.core.model import Part, Span
from uriinspector.gui.inspect.component_row import ComponentRow, clipped
from uriinspector.gui.inspect.component_rules import rule_of
from uriinspector.gui.inspect.subparts import (
    field_count,
    field_rows,
    label_rows,
    pair_count,
    pair_rows,
    segment_count,
    segment_rows,
    user_rows,
)
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.inspect.value_meanings import ValueMeanings

KINDS = {
    "ipv4": "IPv4",
    "ipv6": "IPv6",
    "ipvfuture": "IPvFuture",
    "reg-name": "reg-name",
    "empty": "",
}
# The edition's parts that have rows of their own already.
SHOWN = frozenset({"user", "password", "param"})


def component_rows(
    inspection: Inspection, meanings: ValueMeanings | None = None
) -> list[ComponentRow]:
    """The rows at the top: what is inside of the authority stands below it.

    ``meanings`` of the values of the inspection, once they are known.
    """
    result = _ComponentRows(inspection)
    rows = [
        *(result.scheme(), result.authority(), result.path(), result.query(), result.fragment()),
        *result.others(None),
    ]
    return rows if meanings is None else [meanings.added(each) for each in rows]


class _ComponentRows:
    """Makes the rows of one inspection."""

    def __init__(self, inspection: Inspection) -> None:
        reference = inspection.reference
        self._inspection = inspection
        self._text = inspection.text
        self._edition = reference.edition
        self._terms = reference.rules.terms(reference)
        self._span = reference.span
        # Not edition_parts: there would be thousands of parameters to be made.
        self._parts = [
            (term, Span(start, end))
            for term, start, end in reference.rules.parts(reference)
            if term not in SHOWN
        ]

    def _row(self, part: Part, meaning: str, **more: object) -> ComponentRow:
        span, term = self._span(part), self._terms[part]
        name = part.value if term.startswith("path-") else term
        text = None if span is None else span.of(self._text)
        cite = rule_of(self._edition, part)
        return ComponentRow(part.value, name, text, span, meaning, cite, part.value, **more)  # type: ignore[arg-type]

    def scheme(self) -> ComponentRow:
        """What kind of thing it names, and the port that goes with it."""
        dossier = self._inspection.dossier
        if dossier is None or self._span(Part.SCHEME) is None:
            return self._row(Part.SCHEME, say("none: a relative reference"))
        title = say(dossier.title)
        if dossier.default_port is None:
            return self._row(Part.SCHEME, title)
        text = say("{title}; default port {port}", title=title, port=dossier.default_port)
        return self._row(Part.SCHEME, text)

    def authority(self) -> ComponentRow:
        """The part between two slashes and the path, and its own three parts."""
        span = self._span(Part.AUTHORITY)
        if span is None:
            return self._row(Part.AUTHORITY, say('no "//" before the path'))
        has_user = self._span(Part.USERINFO) is not None
        text = {
            (False, False): say("a host"),
            (True, False): say("a user name and a host"),
            (False, True): say("a host and a port"),
            (True, True): say("a user name, a host and a port"),
        }[has_user, self._span(Part.PORT) is not None]
        if self._span(Part.HOST) is None:
            text = say("a registry name")
            below = list(self.others(Part.AUTHORITY))
        else:
            below = [self.userinfo(), self.host(), self.port(), *self.others(Part.AUTHORITY)]
        return self._row(Part.AUTHORITY, text, size=len(below), children=lambda most: below[:most])

    def userinfo(self) -> ComponentRow:
        """A login, of which people read the beginning as the site."""
        span = self._span(Part.USERINFO)
        if span is None:
            return self._row(Part.USERINFO, say('no "@" in the authority'))
        below = user_rows(self._text, span, rule_of(self._edition, Part.USERINFO))
        if not below:
            text = say("a user name, no password")
        else:
            text = say("a user name and a password")
            text = text if below[1].text else say("a user name, an empty password")
        return self._row(Part.USERINFO, text, size=len(below), children=lambda most: below[:most])

    def host(self) -> ComponentRow:
        """Which machine: a name or an address, and who has registered the name."""
        span, host = self._span(Part.HOST), self._inspection.host
        if span is None or host is None or span.start == span.end:
            return self._row(Part.HOST, say("no server"))
        inside = list(self.others(Part.HOST))
        # Of several rules over the same text the innermost one says what kind of host it is.
        kinds = [term for term, place in self._parts if place == span]
        texts = [kinds[-1] if kinds else KINDS[host.kind]]
        texts += _host_notes(host)
        is_name = host.address is None and "." in host.text and not host.text.startswith("[")
        cite = rule_of(self._edition, Part.HOST)

        def below(most: int) -> list[ComponentRow]:
            labels = label_rows(self._text, span, host, cite, most) if is_name else ()
            return [*inside, *labels][:most]

        size = len(inside) + (host.text.count(".") + 1 if is_name else 0)
        site = host.registrable_domain or ""
        strong = host.text[-len(site) :] if host.text.lower().endswith(site) else host.text
        return self._row(Part.HOST, "; ".join(texts), strong=strong, size=size, children=below)

    def port(self) -> ComponentRow:
        """The number, or the scheme's own."""
        dossier, span = self._inspection.dossier, self._span(Part.PORT)
        own = dossier.default_port if dossier else None
        if span is None or span.start == span.end:
            explanation = say("no number") if own is None else say("default {port}", port=own)
        elif own is None:
            explanation = ""
        elif span.of(self._text).lstrip("0") == str(own):
            explanation = say("the default")
        else:
            explanation = say("the default is {port}", port=own)
        return self._row(Part.PORT, explanation)

    def path(self) -> ComponentRow:
        """Segments; or the syntax of a scheme that has its own."""
        span = self._span(Part.PATH) or Span(0, 0)
        text, dossier, cite = span.of(self._text), self._inspection.dossier, self._cite(Part.PATH)
        is_own = dossier and self._span(Part.AUTHORITY) is None and not text.startswith("/")
        if is_own and dossier and text:
            fields = dossier.fields
            return self._row(
                Part.PATH,
                say("by the rules of {scheme}", scheme=dossier.scheme),
                size=field_count(fields, span),
                children=lambda most: field_rows(fields, span, cite, most),
            )
        count = segment_count(text)
        words = say("{count} segments", count=f"{count:,}")
        words = say("1 segment") if count == 1 else words if count else say("no segments")
        term = self._terms[Part.PATH]
        if term.startswith("path-"):
            words += f"; {term}"
        below = count if count > 1 or ";" in text else 0
        return self._row(
            *(Part.PATH, words),
            size=below,
            children=lambda most: segment_rows(self._text, span, cite, most),
        )

    def query(self) -> ComponentRow:
        """Pairs of names and values, if it looks like that."""
        span = self._span(Part.QUERY)
        if span is None:
            is_data = "?" in self._text.partition("#")[0]
            words = say('"?" is data here') if is_data else say('no "?" in the reference')
            return self._row(Part.QUERY, words)
        text, cite = span.of(self._text), self._cite(Part.QUERY)
        count = pair_count(text)
        if "=" not in text and "&" not in text:
            return self._row(
                Part.QUERY, say("text without key-value pairs" if text else "nothing after the “?”")
            )
        words = say("1 pair") if count == 1 else say("{count} pairs", count=f"{count:,}")
        return self._row(
            *(Part.QUERY, words),
            size=count,
            children=lambda most: pair_rows(self._text, span, cite, most),
        )

    def fragment(self) -> ComponentRow:
        """What is left to whoever shows the result."""
        span = self._span(Part.FRAGMENT)
        text = say('no "#" in the reference') if span is None else say("is not sent")
        return self._row(Part.FRAGMENT, text)

    def others(self, parent: Part | None) -> Iterator[ComponentRow]:
        """What only this edition has a name for, below the component that it stands in."""
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
    """What is known of a host beside its kind."""
    if host.address is not None:
        written = host.text.strip("[]").lower()
        if host.address != written:
            yield say("browsers read it as {address}", address=host.address)
        block = address_block(host.address)
        if block:
            yield say("{range}, {block}", range=say(host.range or ""), block=block)
        return
    if host.ascii is None:
        yield say("browsers reject it")
    elif host.ascii != host.text.lower():
        yield say("browsers show it as {host}", host=clipped(host.ascii))
    elif host.unicode:
        yield say("decoded: {text}", text=clipped(host.unicode))
    if host.registrable_domain:
        yield say("registrable domain: {site}", site=clipped(host.registrable_domain))
