"""The words for where a link goes: one row for each thing that a link can do.

"Goes to" is said only where a browser would fetch; no sentence promises anything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.analysis.facts import SPECIAL
from uriinspector.analysis.finding import HIGH, Finding
from uriinspector.analysis.visible import visible, visible_host
from uriinspector.core.model import Part
from uriinspector.core.schemes.dossier import decoded
from uriinspector.core.schemes.specific import pairs

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts

CALM = "Nothing in its spelling is deceptive; the site was not visited."
CALM_WITHOUT_SITE = "Nothing in its spelling is deceptive; nothing was opened."
RELATIVE = "It is relative: where it leads depends on where it stands."
UNREAD = "; where it forwards to is not in this text"
DEEP = "; what comes next is nested too deep to be read here"
# Schemes that fetch nothing, whatever stands after "//", and what they do.
NO_FETCH = {
    "javascript": "Runs code",
    "vbscript": "Runs code",
    "data": "Carries its own content",
    "about": "Opens a page of the browser itself",
    "blob": "Shows what a page has put together",
    "mailto": "Starts a mail to {rest}",
    "tel": "Calls {rest}",
    "sms": "Starts a text message to {rest}",
    "urn": "Names {text} and locates nothing",
}
REST = 80
# Findings that say which name people will read instead of the host, and under which argument.
INSTEAD = {"userinfo-deceptive": "shown", "subdomain-deception": "shown"}
# Findings that say which name a host looks like.
LIKE = {"lookalike": "shown", "whole-script-confusable": "like", "mixed-script": "like"}
NAME = re.compile(r"[\w-]+(?:\.[\w-]+)+")


class Sentence(NamedTuple):
    """A headline in two pieces: the services on the way are told between them."""

    lead: str
    tail: str = ""

    def through(self, services: tuple[str, ...]) -> str:
        """The whole headline."""
        if not services:
            return self.lead + self.tail
        *front, last = services
        names = f"{', '.join(front)} and {last}" if front else last
        return f"{self.lead}, through {names}{self.tail}"


def sentence(facts: Facts, host: str | None, findings: tuple[Finding, ...]) -> Sentence:
    """What following a link does, by its own text."""
    if host is not None and facts.scheme in {"http", "https"}:
        return Sentence(_goes(host, findings))
    if needs_base(facts):
        return Sentence("Needs a base")
    scheme = facts.stripped_scheme or facts.effective_scheme
    if scheme in NO_FETCH:
        return Sentence(_no_fetch(facts, scheme))
    if facts.base is not None and is_same_document(facts):
        return Sentence("Stays in the document that it stands in")
    if scheme not in SPECIAL:
        return Sentence(_other_program(scheme, host))
    if scheme == "file":
        return Sentence(_file(facts, host))
    if host is None:
        return Sentence("Browsers refuse it", _others(facts))
    return Sentence(_goes(host, findings))


def needs_base(facts: Facts) -> bool:
    """Whether the text leads nowhere before it is known where it stands."""
    if facts.scheme is not None or facts.stripped_scheme is not None:
        return False
    return facts.base is None or (facts.target is None and not facts.browser.accepted)


def is_same_document(facts: Facts) -> bool:
    """Nothing but a fragment."""
    start, end = facts.reference.spans[6]
    empty = facts.scheme is None and facts.reference.authority is None and start == end
    return empty and facts.reference.query is None


def _no_fetch(facts: Facts, scheme: str) -> str:
    words = NO_FETCH[scheme]
    if "{" not in words:
        return words
    path = facts.browser.path or "" if facts.stripped_scheme else facts.reference.path
    rest = visible(decoded(path[: 4 * REST]), REST) or _written_to(facts)
    return words.format(rest=rest, text=visible(facts.text, REST))


def _written_to(facts: Facts) -> str:
    """A mail without an address may name it among its headers."""
    for name, value in pairs(facts.text, facts.span(Part.QUERY)):
        if name.of(facts.text).lower() == "to" and value is not None and value.start < value.end:
            return visible(decoded(value.of(facts.text)[: 4 * REST]), REST)
    return "nobody yet"


def _other_program(scheme: str, host: str | None) -> str:
    scheme = visible(scheme, REST)
    if host:
        return f"Leads a program for {scheme} to {visible_host(host)}"
    return f"Is handed to the program for {scheme}, if there is one"


def _file(facts: Facts, host: str | None) -> str:
    if host and host != "localhost":
        return f"Opens a file on {visible_host(host)}"
    return "Opens a file of the computer at hand" if facts.browser.accepted else "Names no file"


def _others(facts: Facts) -> str:
    """Where those go who read by the generic syntax."""
    written = facts.reference.host
    return f"; other programs go to {visible_host(written)}" if written else ""


def _goes(host: str, findings: tuple[Finding, ...]) -> str:
    """The host, and the name that people will read instead."""
    shown = visible_host(host)
    for each in findings:
        if each.severity != HIGH:
            break
        args = each.args
        if each.code == "parser-differential" and args.get("other"):
            return f"Browsers go to {shown}, other programs to {args['other']}"
    for each in findings:
        other = each.args.get(INSTEAD.get(each.code, ""), "")
        if other != host and NAME.fullmatch(other):
            return f"Goes to {shown}, not to {other}"
    for each in findings:
        other = each.args.get(LIKE.get(each.code, ""), "")
        if other and other != host:
            return f"Goes to {shown}, which looks like {other}"
    return f"Goes to {shown}"
