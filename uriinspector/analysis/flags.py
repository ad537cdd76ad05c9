"""What a text can have in it: the gates of the rules."""

from __future__ import annotations


class When:
    """What a text must have in it for a rule to be worth asking; seen in one pass.

    Plain numbers: the flags are put together for every text.
    """

    ALWAYS = 1 << 0
    SCHEME = 1 << 1  # it has a scheme
    NO_SCHEME = 1 << 2  # it has none
    WEB = 1 << 3  # http, https, ws, wss, ftp (or none, with an authority): a browser's host
    OTHER_SCHEME = 1 << 4  # any other scheme
    AUTHORITY = 1 << 5
    USERINFO = 1 << 6
    PORT = 1 << 7
    HOST = 1 << 8  # the host is defined and not empty
    QUERY = 1 << 9
    FRAGMENT = 1 << 10
    NON_ASCII = 1 << 11  # anywhere in the text
    RISKY = 1 << 12  # controls, spaces, invisible or bidi characters anywhere
    PERCENT = 1 << 13  # "%" anywhere
    BACKSLASH = 1 << 14
    PUNYCODE = 1 << 15  # "xn--" anywhere, in any case
    INVALID = 1 << 16  # the edition's grammar is not met
    NESTED = 1 << 17  # something in it may be a reference of its own
    NUMERIC = 1 << 18  # the host may be a number or an address
    WRAPPED = 1 << 19  # begins or ends like a wrapper, or is defanged
    ODD_HOST = 1 << 21  # any host but an ordinary name: empty, numeric, long, special, in capitals
    LISTED = 1 << 22  # the host may be one of a listed service
    OPTION = 1 << 23  # host or user begin with "-", or with an escape
    HOSTLIKE = 1 << 24  # something after the host may read as a host
    DOTS = 1 << 25  # there may be dot segments
    MARKS = 1 << 26  # rows of slashes, second question marks, entities
    LONG_RUN = 1 << 27  # a run that could be base64
    UNPLAIN = 1 << 28  # readers could disagree about the host
    AT = 1 << 29  # "@" anywhere
    CARRIER = 1 << 20  # the host is a service that puts other links into its own
