"""An independent oracle: the grammars of RFC 2141 and RFC 8141, run by the `abnf` package.

RFC 2141 is translated from its own notation, without the alternative `<reserved>`, because its
sections 2.3.1 and 2.3.2 reserve those characters. A grammar cannot express that `urn` is not a
namespace in it and that NUL is never allowed. In RFC 8141, the grammar alone could include a "?="
in an r-component, so 2.3.1 is applied first: the first "?=" ends it.
"""

from functools import cache

from abnf import ParseError, Rule

RFC2141 = """
URN = "urn:" NID ":" NSS
NID = let-num [ 1*31let-num-hyp ]
let-num = ALPHA / DIGIT
let-num-hyp = ALPHA / DIGIT / "-"
NSS = 1*URN-char
URN-char = trans / "%" HEXDIG HEXDIG
trans = ALPHA / DIGIT / other
other = "(" / ")" / "+" / "," / "-" / "." / ":" / "=" / "@" / ";" / "$" / "_" / "!" / "*" / "'"
"""

RFC8141 = """
namestring = assigned-name [ rq-components ] [ "#" f-component ]
assigned-name = "urn" ":" NID ":" NSS
NID = alphanum 0*30ldh alphanum
ldh = alphanum / "-"
alphanum = ALPHA / DIGIT
NSS = pchar *(pchar / "/")
rq-components = [ "?+" r-component ] [ "?=" q-component ]
r-component = pchar *( pchar / "/" / "?" )
q-component = pchar *( pchar / "/" / "?" )
f-component = fragment
fragment = *( pchar / "/" / "?" )
pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
pct-encoded = "%" HEXDIG HEXDIG
unreserved = alphanum / "-" / "." / "_" / "~"
sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
"""


class Grammar2141(Rule):
    """The grammar of RFC 2141, section 2."""


class Grammar8141(Rule):
    """The grammar of RFC 8141, section 2."""


@cache
def _loaded() -> None:
    Grammar2141.load_grammar(RFC2141.strip().replace("\n", "\r\n") + "\r\n")
    Grammar8141.load_grammar(RFC8141.strip().replace("\n", "\r\n") + "\r\n")


def _matches(rule: Rule, text: str) -> bool:
    try:
        rule.parse_all(text)
    except ParseError:
        return False
    return True


def is_urn_2141(text: str) -> bool:
    """Return True if the text is a URN by RFC 2141."""
    _loaded()
    reserved = text[4:].upper().startswith("URN:")
    return not reserved and "%00" not in text and _matches(Grammar2141("URN"), text)


def is_urn_8141(text: str) -> bool:
    """Return True if the text is a URN by RFC 8141."""
    _loaded()
    if not _matches(Grammar8141("namestring"), text):
        return False
    name, _, rest = text.partition("#")[0].partition("?")
    _, ended, query = rest.partition("?=")
    has_r = bool(name) and rest.startswith("+")
    return not (has_r and ended) or _matches(Grammar8141("q-component"), query)


ORACLES = {"rfc2141": is_urn_2141, "rfc8141": is_urn_8141}
