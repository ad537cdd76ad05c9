"""The route of a link as a graph: a box for each stop, and what leads from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.export.svg.face import LABEL, MARGIN, SMALL, WIDTH
from uriinspector.export.svg.svg_page import SvgPage, element, in_short, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.verdict import Hop

# A box, what is free in it, the arrow below it, and the letters of a host.
HIGH, PAD, ARROW, HOST = 66.0, 14.0, 40.0, 18.0
# More stops than this make no picture that anyone can read: the first ones and the last.
MOST = 12


class RouteImage(SvgPage):
    """The stops below each other, from the text as it is written to where it ends."""

    def drawn(self) -> str:
        """The whole picture."""
        self.verdict()
        route = self.inspection.verdict.route
        left_out = max(len(route) - MOST, 0)
        shown = route[: MOST - 1] + route[-1:] if left_out else route
        for number, hop in enumerate(shown):
            if number:
                is_cut = left_out > 0 and number == len(shown) - 1
                self._arrow(
                    self.say("{count} more stops", count=left_out) if is_cut else self._leads(hop),
                    known=hop.known,
                )
            self._stop(hop, is_last=number == len(shown) - 1)
        self.y += 12
        self.footer()
        title = self.headline()
        return self.framed(title, " ".join(self._description(route)))

    def _description(self, route: tuple[Hop, ...]) -> Iterator[str]:
        """The stops in words, for those who do not see them."""
        yield self.severity_sentence()
        for number, hop in enumerate(route[:MOST], 1):
            via = f" {self._leads(hop)}" if hop.via else ""
            yield self.say(
                "Stop {number}{via}: {host}.", number=number, via=via, host=self._host(hop)
            )

    def _host(self, hop: Hop) -> str:
        if hop.host:
            return self.display(hop.host)
        return self.say("no host" if hop.known else "known only to the service")

    def _leads(self, hop: Hop) -> str:
        return self.say("via {service}", service=self.display(hop.via)) if hop.via else ""

    def _stop(self, hop: Hop, *, is_last: bool) -> None:
        """A box with the role, the host, and the text that it is read from."""
        verdict, width = self.inspection.verdict, WIDTH - 2 * MARGIN
        ends = is_last and hop.known
        meaning = (verdict.severity or "calm") if ends else "muted"
        self.parts.append(
            element(
                "rect", x=MARGIN, y=self.y, width=width, height=HIGH, rx=8,
                fill=self.colour(f"{meaning}_card" if ends else "window"),
                stroke=self.colour(meaning), stroke_width=1.5,
                stroke_dasharray=None if hop.known else "6 4",
            )
        )  # fmt: skip
        role = self.say(hop.role if hop.known else "not in the link")
        self._words(role, self.y + 26, LABEL, "muted", self.face.words, right=width - PAD)
        is_evidence = hop.host is not None
        face = self.face.fixed if is_evidence else self.face.words
        host = self.fitted(self._host(hop), HOST * 0.62, width - 170)
        self._words(host, self.y + 29, HOST, "host" if is_evidence else "muted", face, bold=True)
        text = self.fitted(self.display(hop.text), SMALL * 0.62, width - 2 * PAD)
        self._words(text, self.y + 52, SMALL, "muted", self.face.fixed)
        self.y += HIGH

    def _words(
        self, text: str, y: float, size: float, meaning: str, face: str, *,
        bold: bool = False, left: float = PAD, right: float = 0.0,
    ) -> None:  # fmt: skip
        """A run of words at the left of a box, or that ends at its right."""
        if text:
            self.parts.append(
                words(
                    text, MARGIN + (right or left), y, font_family=face, font_size=size,
                    font_weight="bold" if bold else None, fill=self.colour(meaning),
                    text_anchor="end" if right else None,
                )
            )  # fmt: skip

    def _arrow(self, label: str, *, known: bool) -> None:
        """From one box to the next; dashed where only the service knows where it ends."""
        x, top, foot = MARGIN + 40, self.y + 3, self.y + ARROW - 3
        line = self.colour("muted")
        ends = f"L{in_short(x)} {in_short(foot - 1)}"
        self.parts += [
            element(
                "path", d=f"M{in_short(x)} {in_short(top)}{ends}", fill="none", stroke=line,
                stroke_width=2, stroke_dasharray=None if known else "6 4",
            ),
            element(
                "path", fill=line,
                d=f"M{in_short(x - 6)} {in_short(foot - 9)}L{in_short(x + 6)} "
                f"{in_short(foot - 9)}L{in_short(x)} {in_short(foot)}Z",
            ),
        ]  # fmt: skip
        self._words(label, self.y + ARROW / 2 + 4, SMALL, "text", self.face.words, left=58)
        self.y += ARROW
