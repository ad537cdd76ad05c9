"""The words for where a link goes: one row for each thing that a link can do.

"Goes to" is said only where a browser would fetch; no sentence promises anything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.app_headlines import not_valid, opening_of_app, over_ssh
from uriinspector.analysis.derived import EMAIL, NETWORK_PATH
from uriinspector.analysis.facts import SPECIAL
from uriinspector.analysis.finding import HIGH, Finding
from uriinspector.analysis.flags import When
from uriinspector.analysis.host_shape import remote_path
from uriinspector.analysis.international.lookalike import KINDS as LOOK_ALIKE_KINDS
from uriinspector.analysis.network_shares import is_local_path, share_of
from uriinspector.analysis.phrase import (
    EVIDENCE,
    HOST,
    INSTEAD,
    LIKE,
    NOTHING,
    OTHER,
    Arg,
    Phrase,
    Sentence,
)
from uriinspector.analysis.running_text import references_in
from uriinspector.analysis.safe_text import visible, visible_host
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Part
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.dossier import pairs, part_of, whole_of

if TYPE_CHECKING:
    from uriinspector.analysis.facts import Facts

CALM = "No deceptive spelling found. The site was not visited."
CALM_WITHOUT_SITE = "No deceptive spelling found. Nothing was opened."
TEXT_ONLY = "Only the text was checked; the site was not visited."
TEXT_ONLY_WITHOUT_SITE = "Only the text was checked; nothing was opened."
STAYING = frozenset({"1997", "2003"})
RELATIVE = "This is a relative reference: its destination depends on the document that contains it."
NO_LINK = "No link was found in the text."
PLAIN_TEXT = f"{NO_LINK} In a document, a relative reference can look like this."
ROOTED_PATH = (
    "In a page, it is relative to the host of the page; on a computer, it can name a file. Nothing "
    "was opened."
)
OVER_SSH = 'This is not a URI: Git and scp read "user@host:path" as a path on that host.'
LONGEST_TEXT = 65_536
# One word, and several of which the first begins no path and no query.
ONE_WORD = expression(r"[^\s/\\?#.:@=&%~]{2,}")
SEVERAL_WORDS = expression(
    r"(?!.*(?://|@|\\))\s*[\"'(\u201e\u201c\u00ab]?[^\W_][\w'\u2019-]*+[\"'),.!?:;\u201d\u00bb]{0,3}\s+\S",
    re.DOTALL,
)
LABEL = expression(r"[A-Za-z]{2,30}:\s+[^\s/\\]")
ROOTED = expression(r"~?/[^/\\?#\s][^?#\s]*")
UNREAD = "; the destination is not in the link"
DEEP = "; the next link is nested too deep to read"
# Schemes that fetch nothing, whatever follows "//", and what they do.
NO_FETCH = {
    "javascript": "In a browser, runs code in the current page",
    "vbscript": "Runs a script in old browsers",
    "data": "Opens content embedded in the link",
    "about": "Opens a built-in browser page",
    "blob": "Opens data created by a web page",
    "mailto": "Starts an email to {rest}",
    "tel": "Starts a call to {rest}",
    "sms": "Starts a text message to {rest}",
    "urn": "Names {text}; does not say where it is",
}
# Code that pages write where their scripts do the rest: by the words of the finding.
DOES_NOTHING = "The code in the link does nothing; in a page, scripts may act on the click."
IDLE_CODE = "The code in the link does nothing"
# The same where the link says nobody.
TO_NOBODY = {
    "mailto": "Starts an email without a recipient",
    "tel": "Starts a call without a number",
    "sms": "Starts a text message without a number",
}
# A code that a telephone obeys, or a text that nobody can call.
NO_NUMBER = expression(r"[^0-9]*\Z|[/\s(]*[*#]")
TO_PHONE_APP = "Opens a phone app with {rest}"
STARTS_EMAIL = frozenset({NO_FETCH["mailto"], TO_NOBODY["mailto"]})
REST = 80
# Findings that say which name people will read instead of the host, and under which argument.
INSTEAD_OF = {"userinfo-deceptive": "shown", "subdomain-deception": "instead"}
# How a host has a name without looking like its owner's: it adds to it, or ends in another way.
NOT_ALIKE = frozenset({LOOK_ALIKE_KINDS["added-words"], LOOK_ALIKE_KINDS["other-suffix"]})
# What the rule for ports says where browsers do not connect: then the link goes nowhere.
BLOCKED_PORT = "Browsers block this port because another protocol uses it."
# Findings that say which name a host looks like.
LOOKS_LIKE = {"lookalike": "shown", "whole-script-confusable": "like", "mixed-script": "like"}
NAME = expression(r"[\w-]+(?:\.[\w-]+)+")


NEEDS_BASE = Sentence(Phrase("No destination without a base URL"))
NOT_A_LINK = Sentence(Phrase("Not a link"))
SAME_DOCUMENT = Sentence(Phrase("Stays in the same document"))
LOCAL_PATH = Sentence(Phrase("On Windows, a path on this computer"))


def sentence(facts: Facts, host: str | None, findings: tuple[Finding, ...]) -> Sentence:
    """What following a link does, by its own text."""
    if host is not None and any(each.template == BLOCKED_PORT for each in findings):
        return Sentence(Phrase("Names {host}, with a port that browsers block", (_host(host),)))
    if is_labelled_text(facts):
        return NOT_A_LINK
    return _by_scheme(facts, host, findings)


def _by_scheme(facts: Facts, host: str | None, findings: tuple[Finding, ...]) -> Sentence:
    if host is not None and facts.scheme in {"http", "https"}:
        is_fit = facts.flags & (When.PLAIN_HOST | When.LONG_HOST) == When.PLAIN_HOST
        return Sentence(_goes(facts, host, findings, is_fit=is_fit))
    if host is not None and facts.scheme is None and facts.base is None and share_of(facts):
        return Sentence(Phrase("Opens a network share on {host}", (_host(host),)))
    if needs_base(facts):
        return _without_base(facts, findings)
    scheme = facts.stripped_scheme or facts.effective_scheme
    if facts.base is not None and is_same_document(facts):
        return SAME_DOCUMENT
    if scheme in NO_FETCH:
        by_base = facts.scheme is None and facts.stripped_scheme is None
        if by_base and not facts.is_accepted:
            return Sentence(REJECTED)
        return Sentence(_no_fetch(facts, scheme, findings))
    if scheme == "file":
        return Sentence(_file(facts, host))
    is_app = scheme not in SPECIAL or scheme == "ftp"
    if _is_rejected(facts, host, is_app=is_app):
        return Sentence(REJECTED, _others(facts))
    if is_app:
        return Sentence(opening_of_app(facts, scheme, host))
    return Sentence(_goes(facts, host or "", findings))


def _is_rejected(facts: Facts, host: str | None, *, is_app: bool) -> bool:
    """Whether browsers miss a host, or for an app find one that cannot be."""
    if is_app:
        return bool(facts.reference.host) and not facts.is_accepted
    return host is None


def _without_base(facts: Facts, findings: tuple[Finding, ...]) -> Sentence:
    if is_local_path(facts):
        return LOCAL_PATH
    return SAME_DOCUMENT if is_same_document(facts) else _relative(facts, findings)


def _relative(facts: Facts, findings: tuple[Finding, ...]) -> Sentence:
    """What may as well be a file as a host; else a path whose page is not known, or no link."""
    for each in findings:
        if each.code == "suffix-reference" and "host" in each.args:
            place = (Arg("host", each.args["host"], HOST),)
            return Sentence(
                Phrase("In a page, a relative path; an address bar can go to {host}", place)
            )
    return relative_text(facts).sentence


class RelativeText(NamedTuple):
    """What is said of a text without a scheme and a host, and why."""

    sentence: Sentence
    detail: str


def relative_text(facts: Facts) -> RelativeText:
    """Tell a path on another computer, a path on this one and plain text from other references.

    Where a document is around the text, it is a relative reference, whatever it looks like.
    """
    text = facts.text
    if facts.stands_alone and len(text) <= LONGEST_TEXT:
        if remote := remote_path(text):
            return RelativeText(Sentence(over_ssh(remote["host"])), OVER_SSH)
        if ROOTED.fullmatch(text):
            return RelativeText(Sentence(Phrase("A path, not a complete link")), ROOTED_PATH)
        if ONE_WORD.fullmatch(text) or (SEVERAL_WORDS.match(text) and not references_in(text, 1)):
            return RelativeText(NOT_A_LINK, PLAIN_TEXT)
    return RelativeText(NEEDS_BASE, RELATIVE)


def is_labelled_text(facts: Facts) -> bool:
    """ "Note: some text": prose, though by the grammar it begins with an unknown scheme."""
    if not facts.stands_alone or not facts.flags & When.UNKNOWN_SCHEME:
        return False
    return LABEL.match(facts.text) is not None and not references_in(facts.text, 1)


# An empty label, but for the last one, and one that is too long (RFC 1035 2.3.4).
NO_NAME = expression(r"\A\.|\.\.|(?:\A|\.)[^.:\[]{64}")
REJECTED = Phrase("Browsers reject this link")
# A text that is shaped like a host: where it is taken to, and what it is by the grammar.
IN_PAGE = Phrase("; in a page, a relative path")


class Onward(NamedTuple):
    """Where a derived text leads: its headline, the first host and the last, and the services."""

    sentence: Sentence
    host: str | None
    final_host: str | None
    services: tuple[str, ...]

    @property
    def is_blocked(self) -> bool:
        """Whether browsers do not connect to that port."""
        return self.sentence.opening.template.startswith("Names {host}, with a port")


def completed(facts: Facts, how: str, ahead: Onward) -> Sentence:
    """What is done with a text that lacks its scheme, and what it is by the grammar."""
    if how == EMAIL:
        return Sentence(_in_email_app(ahead.sentence.opening), IN_PAGE)
    if ahead.is_blocked:
        return ahead.sentence
    named = (_host(ahead.final_host or ahead.host or ""),)
    if how == NETWORK_PATH:
        if ahead.services or ahead.final_host is None:
            return ahead.sentence
        return Sentence(Phrase("Goes to {host}, with the scheme of the base URL", named))
    opening = Phrase("In an address bar, goes to {host}", named)
    if ahead.final_host is None:
        opening = Phrase("In an address bar, goes to {host} first", named)
    if facts.scheme is None:
        return Sentence(opening, IN_PAGE)
    scheme = Arg("scheme", visible(facts.scheme, REST), EVIDENCE)
    return Sentence(opening, Phrase("; by the grammar, scheme {scheme}", (scheme,)))


def _in_email_app(opening: Phrase) -> Phrase:
    """ "Starts an email to {rest}", and in which program."""
    return Phrase("In an email app, starts an email to {rest}", opening.args)


def needs_base(facts: Facts) -> bool:
    """Whether the text leads nowhere before it is known where it stands."""
    if facts.scheme is not None or facts.stripped_scheme is not None:
        return False
    if facts.base is None:
        return True
    # 1997 and 2003 name no target for what stays in the document, whatever the base is.
    stays = facts.reference.edition in STAYING and is_same_document(facts)
    return facts.target is None and not stays and not facts.is_accepted


def is_same_document(facts: Facts) -> bool:
    """Nothing but a fragment."""
    if facts.scheme is not None:
        return False
    _, _, (authority, _), _, _, _, (start, end), (query, _), _ = facts.reference.spans
    return start == end and authority < 0 and query < 0


def _no_fetch(facts: Facts, scheme: str, findings: tuple[Finding, ...]) -> Phrase:
    if scheme in {"javascript", "data"} and (idle := _idle(facts, scheme, findings)):
        return idle
    words = NO_FETCH[scheme]
    if scheme == "urn":
        return _of_urn(facts)
    if "{" not in words:
        return Phrase(words)
    path = facts.browser.path or "" if facts.stripped_scheme else facts.reference.path
    if scheme == "mailto" and facts.reference.authority:
        path = part_of(facts.reference).of(facts.text)  # programs differ on what "//" means there
    if scheme == "tel" and not facts.stripped_scheme:
        path = whole_of(facts.reference).of(facts.text)  # RFC 3966 3: "#" is a digit
    number = decoded(path[: 4 * REST])
    if scheme == "sms":
        number = number.partition("&")[0]  # "sms:&body=hi", as some phones want it
    rest = visible(number, REST)
    if rest and scheme == "tel" and NO_NUMBER.match(number):
        words = TO_PHONE_APP
    if rest:
        return Phrase(words, (Arg("rest", rest, EVIDENCE),))
    written = _written_to(facts)
    if written:
        return Phrase(words, (Arg("rest", written, EVIDENCE),))
    return Phrase(TO_NOBODY[scheme])


def _of_urn(facts: Facts) -> Phrase:
    """A name, if it is one by the grammar; other components are no part of it (RFC 8141 2)."""
    if facts.dossier is None or facts.dossier.violations:
        return not_valid("urn")
    words, name = NO_FETCH["urn"], facts.text.partition("#")[0].partition("?")[0]
    return Phrase(words, (Arg("text", visible(name, REST), EVIDENCE),))


def _idle(facts: Facts, scheme: str, findings: tuple[Finding, ...]) -> Phrase | None:
    """Code that does nothing, or content that is not there (RFC 2397 3)."""
    if scheme == "data" and "," not in facts.text:
        return Phrase("Has no content: a data URL needs a comma")
    is_idle = any(each.template == DOES_NOTHING for each in findings)
    return Phrase(IDLE_CODE) if is_idle else None


def _written_to(facts: Facts) -> str:
    """A mail without an address may name it among its headers."""
    for name, value in pairs(facts.text, facts.span(Part.QUERY)):
        if name.of(facts.text).lower() == "to" and value is not None and value.start < value.end:
            return visible(decoded(value.of(facts.text)[: 4 * REST]), REST)
    return ""


def _host(host: str) -> Arg:
    return Arg("host", visible_host(host), HOST)


def _file(facts: Facts, host: str | None) -> Phrase:
    if host and host != "localhost":
        return Phrase("On Windows, opens a file on {host}", (_host(host),))
    accepted = facts.is_accepted
    return Phrase("Opens a file on this computer" if accepted else "Does not name a file")


def _others(facts: Facts) -> Phrase:
    """Where those go who read by the generic syntax."""
    written = facts.reference.host
    if not written:
        return NOTHING
    return Phrase(
        "; other programs may go to {other}", (Arg("other", visible_host(written), OTHER),)
    )


def _has_no_host(facts: Facts) -> bool:
    """Whether readers of the generic syntax find none; 2003 has names without one (3.2)."""
    return not facts.reference.authority


def _goes(
    facts: Facts, host: str, findings: tuple[Finding, ...], *, is_fit: bool = False
) -> Phrase:
    """The host, and the name that people will read instead."""
    shown = Arg("host", host, HOST) if is_fit else _host(host)
    if not findings:
        return Phrase("Goes to {host}", (shown,))
    if NO_NAME.search(host):
        return Phrase("Names {host}, which DNS cannot look up", (shown,))
    for each in findings:
        if each.severity != HIGH:
            break
        args = each.args
        if each.code == "parser-differential" and args.get("other"):
            other = Arg("other", args["other"], OTHER)
            return Phrase("Browsers go to {host}; other programs may go to {other}", (shown, other))
        if each.code == "parser-differential" and _has_no_host(facts):
            return Phrase("Browsers go to {host}; other programs may find no host", (shown,))
    for each in findings:
        argument = "shown" if each.args.get("how") in NOT_ALIKE else INSTEAD_OF.get(each.code, "")
        name = each.args.get(argument, "")
        if name != host and NAME.fullmatch(name):
            return Phrase("Goes to {host}, not {name}", (shown, Arg("name", name, INSTEAD)))
    return _goes_to_look_alike(host, findings, shown) or Phrase("Goes to {host}", (shown,))


def _goes_to_look_alike(host: str, findings: tuple[Finding, ...], shown: Arg) -> Phrase | None:
    for each in findings:
        name = each.args.get(LOOKS_LIKE.get(each.code, ""), "")
        if name and name != host and each.args.get("how") not in NOT_ALIKE:
            like = Arg("name", name, LIKE)
            if "." in name:
                return Phrase("Goes to {host}, which looks like {name}", (shown, like))
            return Phrase("Goes to {host}; one label looks like {name}", (shown, like))
    return None
