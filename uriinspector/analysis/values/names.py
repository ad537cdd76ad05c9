"""What the name of a parameter or key says about its value: a time, a count, neither."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression

if TYPE_CHECKING:
    import re

# Words in names; a name is taken apart at capitals, digits and punctuation.
PARTS = expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
TIMES = expression(
    "ts|times?|timestamp|stamp|date|dt|datetime|expires|expire|expiry|expiration|exp|iat|nbf"
    "|created|updated|modified|changed|published|issued|since|until|epoch|unixtime|unix|now"
    "|lastmod|[mac]time|utime|at|start|end|begin|validfrom|validto|starttime|endtime|ust|ext|se|st"
    "|utc"
    "|(?:creat|updat|modifi|chang|publish|issu|sen[dt]|expir|start|end|begin|valid|last|first|event"
    "|session|server|client|request|check_?in|check_?out|departure|arrival|birth|due|access|login"
    r"|sign|upload|delet|order)(?:e|es|ed|ied)?_?(?:at|on|time|date|stamp|timestamp|ts)"
)
# These say that a number is one, whatever it looks like.
COUNTS = expression(
    "order|order(?:id|no|number)|invoice|no|nr|num|number|phone|phonenumber|tel|telephone|mobile"
    "|cell|fax|whatsapp|isbn|issn|ean|gtin|upc|sku|zip|plz|postal|price|amount|total|sum|cost"
    "|quantity|qty|page|limit|offset|size|width|height|account|konto|customer|kunde|bestellung"
    "|article|artikel|product|item|ref|reference|booking|ticket|case|code|serial|version|pin|count"
    "|salary|lat|lon|lng"
)
IDENTIFIERS = expression("[upcsagto]?id|ids|uuid|guid|key|hash|user")
# Against a copy that is kept: a time more often than not.
CACHE_BUSTERS = frozenset({"_", "cb", "cachebuster", "nocache", "t", "v", "ver"})


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words of a name, in small letters."""
    last = name.rpartition(".")[2] or name
    return frozenset(each.lower() for each in PARTS.findall(last)) | {last.lower()}


def says_time(name: str) -> bool:
    """Whether a number by this name is a time, if it looks like one: "expires", "t", "v"."""
    return names_time(name) or (name in CACHE_BUSTERS and not says_count(name))


def names_time(name: str) -> bool:
    """Whether the name is that of a time and of nothing else: "expires", "createdAt"."""
    return bool(name) and not says_count(name) and _has(TIMES, name)


def says_count(name: str) -> bool:
    """Whether the name is that of a number of some kind: "order", "phone"."""
    return bool(name) and _has(COUNTS, name)


def says_identifier(name: str) -> bool:
    """Whether the name is that of an identifier."""
    return bool(name) and _has(IDENTIFIERS, name)


def _has(words: re.Pattern[str], name: str) -> bool:
    return any(map(words.fullmatch, words_of(name)))
