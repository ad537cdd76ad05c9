"""The character classes of every edition, one per line, named as in the grammar.

Classes that include escapes in the grammar (``pchar``, ``urlc``, ``xchar`` ...) are listed without
them: "%" is never one of their characters, since %XX is a separate production.
"""

from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, hexdigits

from uriinspector.core.model import Part, message

ALPHA = ascii_letters
LOWALPHA = ascii_lowercase
UPALPHA = ascii_uppercase
DIGIT = digits
HEXDIG = hexdigits
ALPHANUM = ALPHA + DIGIT

# 1994: RFC 1738 section 5.
SAFE_1994 = "$-_.+"
EXTRA_1994 = "!*'(),"
NATIONAL_1994 = "{}|\\^~[]`"
PUNCTUATION_1994 = '<>#%"'
RESERVED_1994 = ";/?:@&="
UNRESERVED_1994 = ALPHANUM + SAFE_1994 + EXTRA_1994
UCHAR_1994 = UNRESERVED_1994
XCHAR_1994 = UNRESERVED_1994 + RESERVED_1994
USER_1994 = UCHAR_1994 + ";?&="
FSEGMENT_1994 = UCHAR_1994 + "?:@&="
HSEGMENT_1994 = UCHAR_1994 + ";:@&="
GROUP_1994 = ALPHANUM + "-.+_"
ARTICLE_1994 = UCHAR_1994 + ";/?:&="
FIELD_1994 = UCHAR_1994 + "?:@&"

# 1997: draft-fielding-url-syntax-05 appendix A.
SCHEME_1997 = ALPHANUM + "+-."
RESERVED_1997 = ";/?:@&=+"
MARK_1997 = "$-_.!~*'(),"
UNRESERVED_1997 = ALPHANUM + MARK_1997
URLC_1997 = RESERVED_1997 + UNRESERVED_1997
USER_1997 = UNRESERVED_1997 + ";&=+"
PCHAR_1997 = UNRESERVED_1997 + ":@&=+"
DELIMS_1997 = '<>#%"'
UNWISE_1997 = "{}|\\^[]`"

# 2003: draft-fielding-uri-rfc2396bis-01 sections 2 and 3.
RESERVED_2003 = "[];/?:@&=+$,"
MARK_2003 = "-_.!~*'()"
UNRESERVED_2003 = ALPHANUM + MARK_2003
URIC_2003 = RESERVED_2003 + UNRESERVED_2003
REG_NAME_2003 = UNRESERVED_2003 + ";:@&=+$,"
USERINFO_2003 = UNRESERVED_2003 + ";:&=+$,"
PCHAR_2003 = UNRESERVED_2003 + ";:@&=+$,"
REL_SEGMENT_2003 = PCHAR_2003.replace(":", "")
QUERY_2003 = PCHAR_2003 + "/?"
DELIMS_2003 = '<>#%"'
UNWISE_2003 = "{}|\\^`"

# 2005: RFC 3986 appendix A.
SCHEME_2005 = ALPHANUM + "+-."  # the first character must be a letter
GEN_DELIMS_2005 = ":/?#[]@"
SUB_DELIMS_2005 = "!$&'()*+,;="
RESERVED_2005 = GEN_DELIMS_2005 + SUB_DELIMS_2005
UNRESERVED_2005 = ALPHANUM + "-._~"
USERINFO_2005 = UNRESERVED_2005 + SUB_DELIMS_2005 + ":"
REG_NAME_2005 = UNRESERVED_2005 + SUB_DELIMS_2005
IPVFUTURE_2005 = UNRESERVED_2005 + SUB_DELIMS_2005 + ":"
PCHAR_2005 = UNRESERVED_2005 + SUB_DELIMS_2005 + ":@"
SEGMENT_NZ_NC_2005 = PCHAR_2005.replace(":", "")
QUERY_2005 = PCHAR_2005 + "/?"
FRAGMENT_2005 = QUERY_2005

# Allowed characters by edition and component; hosts include the delimiters of IP literals.
ALLOWED = {
    "1994": {
        Part.USERINFO: USER_1994 + ":",
        Part.HOST: ALPHANUM + "-.",
        Part.PATH: HSEGMENT_1994 + "/",
        Part.QUERY: HSEGMENT_1994,
    },
    "1997": {
        Part.USERINFO: USER_1997 + ":",
        Part.HOST: ALPHANUM + "-.",
        Part.PATH: PCHAR_1997 + ";/",
        Part.QUERY: URLC_1997,
        Part.FRAGMENT: URLC_1997,
    },
    "2003": {
        Part.USERINFO: USERINFO_2003,
        Part.HOST: REG_NAME_2003 + "[]",
        Part.PATH: PCHAR_2003 + "/",
        Part.QUERY: QUERY_2003,
        Part.FRAGMENT: QUERY_2003,
    },
    "2005": {
        Part.USERINFO: USERINFO_2005,
        Part.HOST: REG_NAME_2005 + "[]:",
        Part.PATH: PCHAR_2005 + "/",
        Part.QUERY: QUERY_2005,
        Part.FRAGMENT: FRAGMENT_2005,
    },
}

# Characters that are decoded in an edition's normal form. 1997 2.4.2 allows decoding every mark;
# 2003 2.3 advises against it for most marks; 1994 2.2 allows everything that need not be escaped.
UNESCAPE_1994 = UNRESERVED_1994
UNESCAPE_1997 = UNRESERVED_1997
UNESCAPE_2003 = ALPHANUM + "_~"
UNESCAPE_2005 = UNRESERVED_2005


def members(allowed: str) -> str:
    """Return the content of a bracket expression that matches exactly these characters."""
    return "".join(f"\\{char}" if not char.isalnum() else char for char in allowed)


def in_words(allowed: str, *, escapes: bool = False) -> str:
    """List the characters in words, such as "letters, digits, - . _ or %XX"."""
    words = ["letters"] if set(ALPHA) <= set(allowed) else []
    words += ["digits"] if set(DIGIT) <= set(allowed) else []
    marks = [char for char in allowed if not char.isalnum()]
    template = ", ".join([*words, "{marks}"] if marks else words)
    return message(template + (" or %XX" if escapes else ""), marks=" ".join(marks))
