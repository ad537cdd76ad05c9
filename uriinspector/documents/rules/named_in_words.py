"""Words of a link that name a known organization, and a link that goes elsewhere.

No address is shown, so nothing is contradicted: newsletters write so of all they report on.  With
words that ask to log in or to confirm something it is how phishing is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.international.known_names import ordinary_words
from uriinspector.core.expression import expression
from uriinspector.documents.rules.link_rule import TEXT, LinkHit, LinkRule
from uriinspector.documents.rules.sites import named_in, site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.link_rule import LinkContext

# A longer text is a sentence about something.
LONGEST = 60
WORD = expression(r"\b[A-Z][A-Za-z0-9]{3,30}\b")
ASKING = expression(
    r"(?i)\b(?:log[\s-]?in|sign[\s-]?in|log[\s-]?on|verify|confirm|validate|unlock|restore|recover"
    r"|reactivate|update|secure|account|password|anmelden|einloggen|best(?:\xe4|ae)tigen|entsperren"
    r"|verifizieren|konto|passwort|connexion|connecter|confirmer|compte|iniciar|verificar|confirmar"
    r"|cuenta|accedi|accesso|conto|entrar|conta|inloggen|bevestigen)\b"
)


def named_in_words(context: LinkContext) -> Iterator[LinkHit]:
    """A known name in the words of a link to a site that has nothing of it."""
    leaf, host = context.leaf, context.judged.verdict.final_host
    if not leaf.in_message or host is None or context.shown is None:
        return
    text = context.shown.text
    if len(text) > LONGEST or text.isdigit():
        return
    labels, site = leaf.judge.names.labels, site_of(host)
    for match in WORD.finditer(text):
        known = labels.get(match[0].lower())
        if known is None or not known.is_distinct or match[0].lower() in ordinary_words():
            continue
        if site in known.own or context.is_same(known.domain, host) or known.label in site:
            return
        if not known.own or named_in(text, leaf.judge.names):
            return
        args = {"name": match[0], "host": host}
        severity = MEDIUM if ASKING.search(text) else LOW
        yield LinkHit(*match.span(), severity, "", args, TEXT)
        return


RULES = (
    LinkRule(
        "known-name-elsewhere",
        LOW,
        "Link text names another organization",
        {"": "The text names {name}; the link goes to {host}."},
        ("RFC 3986 7.6",),
        lambda place: place.element in {"a", "area"} and place.attribute == "href",
        named_in_words,
        rises="medium if the text also asks to log in or confirm something",
    ),
)
