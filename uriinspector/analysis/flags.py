"""What a text can have in it: the gates of the rules."""

from __future__ import annotations


class When:
    """What a text must have in it for a rule to be worth asking; seen in one pass.

    Plain numbers: the flags are put together for every text.
    """

    # The parts.
    SCHEME = 1 << 0  # it has a scheme
    WEB = 1 << 1  # http, https, ws, wss, ftp (or none, with an authority): a browser's host
    OTHER_SCHEME = 1 << 2  # any other scheme
    UNKNOWN_SCHEME = 1 << 48
    LOCAL = 1 << 3  # the scheme is file, be it the base's
    AUTHORITY = 1 << 4
    NETWORK = 1 << 5  # an authority and no scheme
    ODD_START = 1 << 6  # no scheme, no authority, and it may begin like one or the other
    USERINFO = 1 << 7
    PORT = 1 << 8
    QUERY = 1 << 9
    FRAGMENT = 1 << 10
    INVALID = 1 << 11  # the edition's grammar is not met
    # The host.
    PLAIN_HOST = 1 << 12  # all readers agree that it is the host, letter for letter
    UNPLAIN = 1 << 13  # readers could disagree about the host
    ODD_HOST = 1 << 14  # any but an ordinary name or address: empty, long, in capitals ...
    ADDRESS = 1 << 15  # four numbers, as everybody writes them
    NUMERIC = 1 << 16  # a number or an address in another spelling
    LITERAL = 1 << 45  # an address in brackets
    EMPTY_HOST = 1 << 46
    LONG_HOST = 1 << 47
    SPECIAL_NAME = 1 << 17  # it may be a name outside of the public DNS
    SUBDOMAIN = 1 << 18  # it has three labels or more, not just a short one in front of two
    LISTED = 1 << 19  # it may be one of a listed service
    CARRIER = 1 << 20  # it is a service that puts other links into its own
    OPTION = 1 << 21  # it, or the user, begins with "-" or with an escape
    ESCAPED_HOST = 1 << 22
    # Characters anywhere.
    NON_ASCII = 1 << 23
    RISKY = 1 << 24  # controls, spaces, invisible or bidi characters
    BACKSLASH = 1 << 25
    PUNYCODE = 1 << 26  # "xn--", in any case
    AT = 1 << 27  # or an escape of it
    WRAPPED = 1 << 28  # it begins or ends like a wrapper, or is defanged
    # Escapes anywhere.
    ESCAPED = 1 << 29  # of anything but letters beyond ASCII
    BAD_ESCAPE = 1 << 30  # a "%" without two digits
    DEEP_ESCAPE = 1 << 31  # of a "%"
    OCTETS = 1 << 32  # of octets beyond ASCII, unless they are seen to be letters
    ESCAPED_DELIMITER = 1 << 33
    ESCAPED_UNRESERVED = 1 << 34
    ESCAPED_CONTROL = 1 << 35
    SMALL_ESCAPE = 1 << 36  # in small letters
    BLANKS = 1 << 37  # a row of escaped spaces
    # After the host.
    NESTED = 1 << 38  # something in it may be a reference of its own
    HOSTLIKE = 1 << 39  # something may read as a host
    DOTS = 1 << 40  # there may be dot segments
    MARKS = 1 << 41  # rows of slashes, second question marks, entities
    LONG_RUN = 1 << 42  # a run that could be base64
    TELLING = 1 << 43  # a parameter whose name tells that it is a secret, or for whom it is
    ENCODED_MAIL = 1 << 44  # what could be a mail address in base64 or hexadecimal
