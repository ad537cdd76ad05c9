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
    CARRIER = 1 << 20  # the host is a service that puts other links into its own
