"""One true sentence about where a link goes.

It never promises safety: what is calm is told without praise, and what was not looked at is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, MEDIUM, RANK, Finding, worst

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts
    from uriinspector.analysis.nested import Layer
    from uriinspector.core.model import Json

CALM = "Nothing in its spelling is deceptive; the site was not visited."
# Schemes that fetch nothing, whatever stands after "//", and how their verdict begins.
NO_FETCH = {
    "javascript": "Runs code",
    "vbscript": "Runs code",
    "data": "Carries its own content",
    "about": "Opens a page of the browser itself",
    "mailto": "Starts a mail to {rest}",
    "tel": "Calls {rest}",
    "sms": "Starts a text message to {rest}",
    "urn": "Names {text} and locates nothing",
}
REST = 80


@dataclass(frozen=True, slots=True)
class Hop:
    """One stop on the way; ``known`` is False where the text does not say what comes next."""

    role: str
    host: str | None
    text: str
    known: bool = True

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {"role": self.role, "host": self.host, "text": self.text, "known": self.known}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentence, why, and the route that it follows."""

    severity: str | None
    headline: str
    detail: str
    host: str | None
    route: tuple[Hop, ...]
    final_host: str | None
    scope: str = "text only"

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "severity": self.severity,
            "headline": self.headline,
            "detail": self.detail,
            "host": self.host,
            "route": [hop.to_dict() for hop in self.route],
            "final_host": self.final_host,
            "scope": self.scope,
        }


def host_of(facts: Facts) -> str | None:
    """Where browsers go, ASCII, a trailing dot kept; None where nothing is fetched.

    For a scheme that browsers do not know, the host as it is written.
    """
    if facts.effective_scheme in NO_FETCH or (facts.scheme is None and facts.base is None):
        return None
    if facts.effective_scheme in {"http", "https", "ws", "wss", "ftp", "file"}:
        return facts.browser.host or None
    return facts.reference.host or None


def judge(
    facts: Facts, findings: tuple[Finding, ...], inner: list[tuple[Layer, Verdict]]
) -> Verdict:
    """The verdict on a text: its own findings, and those of the layers that it leads to."""
    host = host_of(facts)
    route = [Hop("written", host, facts.text)]
    final = host
    severities = [worst(findings), *(each.severity for _, each in inner)]
    severity = max((each for each in severities if each), key=RANK.__getitem__, default=None)
    return Verdict(
        severity=severity,
        headline=_headline(facts, host, findings),
        detail=_detail(facts, findings),
        host=host,
        route=tuple(route),
        final_host=final,
    )


def _headline(facts: Facts, host: str | None, findings: tuple[Finding, ...]) -> str:
    if facts.scheme in NO_FETCH:
        rest = facts.reference.path[:REST] or "nobody"
        return NO_FETCH[facts.scheme].format(rest=rest, text=facts.text[:REST])
    if facts.scheme is None and facts.base is None:
        return "Needs a base"
    if host is None:
        return "Browsers refuse it" if not facts.browser.accepted else "Names no host"
    shown = next((each.args.get("shown") for each in findings if each.args.get("shown")), None)
    return f"Goes to {host}" + (f", not to {shown}" if shown else "")


def _detail(facts: Facts, findings: tuple[Finding, ...]) -> str:
    telling = [each for each in findings if each.severity in {HIGH, MEDIUM}]
    return " ".join(each.message for each in telling[:2]) or CALM
