"""The names under which sites take the place to go on to."""

from __future__ import annotations

import re

from uriinspector.core.expression import expression

# Names that say so.
SURE = expression(
    r"(?:[a-z]{0,12}[_.-]?)?(?:redirect|redir|return|forward|continue|callback|success|failure|error"
    r"|cancel|logout|login|next|goto|back|dest|destination|target|landing|exit|out|jump|referrer)"
    r"[_.-]?(?:to|url|uri|link|path|page|location|_?url_?)?"
    r"|r?url|uri|ru|relaystate|service|checkout_url|image_url|go|rurl|returnto|wreply|gourl|toasturl"
)
# Names that may mean anything: they count where the path speaks of leaving.
UNSURE = frozenset({"u", "q", "to", "r", "l", "link", "href", "site", "view", "a", "z", "d"})
LEAVING = expression(
    r"(?:\A|[/._-])(?:out|go|goto|redirect|redir|away|jump|link|links|click|exit|leave|forward|r"
    r"|track|visit|ext|external|l\.php)(?=[/._?-]|\Z)",
    re.IGNORECASE,
)
# What archives, checks, previews and share buttons call a link that they only look at.
LOOKED_AT = frozenset({"url", "uri", "image_url", "page_url", "referrer", "service", "error_url"})
# A site that knows where it may send its users back to.
REGISTERED = frozenset({"redirect_uri", "post_logout_redirect_uri", "wreply", "service"})


def redirects(name: str) -> bool:
    """Whether a parameter of this name is usually a place to go to."""
    return name in UNSURE - {"q", "a", "d", "l", "r"} or SURE.fullmatch(name) is not None


def leads_on(name: str, path: str) -> bool:
    """Whether a site will probably go on to the value of this parameter."""
    if name in REGISTERED:
        return False
    return SURE.fullmatch(name) is not None or (name in UNSURE and bool(LEAVING.search(path)))


def forwards(name: str, path: str) -> bool:
    """Whether it is as good as said that a site goes on to what it carries under this name."""
    if name in REGISTERED:
        return False
    says_so = SURE.fullmatch(name) is not None and name not in LOOKED_AT
    return says_so or LEAVING.search(path) is not None
