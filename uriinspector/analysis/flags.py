"""What a text can have in it: the gates of the rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False, repr=False, match_args=False)
class Gates:
    """What a text must have in it for a rule to be worth asking; seen in one pass.

    Plain numbers, and of an instance, which is asked faster than a class: the flags are put
    together for every text.
    """

    # The parts.
    SCHEME: int = 1 << 0  # it has a scheme
    WEB: int = 1 << 1  # http, https, ws, wss, ftp (or none, with an authority): a browser's host
    OTHER_SCHEME: int = 1 << 2  # any other scheme
    UNKNOWN_SCHEME: int = 1 << 48
    LOCAL: int = 1 << 3  # the scheme is file, be it the base's
    AUTHORITY: int = 1 << 4
    NETWORK: int = 1 << 5  # an authority and no scheme
    ODD_START: int = 1 << 6  # no scheme, no authority, and it may begin like one or the other
    USERINFO: int = 1 << 7
    PORT: int = 1 << 8
    QUERY: int = 1 << 9
    FRAGMENT: int = 1 << 10
    INVALID: int = 1 << 11  # the edition's grammar is not met
    # The host.
    PLAIN_HOST: int = 1 << 12  # all readers agree that it is the host, letter for letter
    UNPLAIN: int = 1 << 13  # readers could disagree about the host
    ODD_HOST: int = 1 << 14  # any but an ordinary name or address: empty, long, in capitals ...
    ADDRESS: int = 1 << 15  # four numbers, as everybody writes them
    NUMERIC: int = 1 << 16  # a number or an address in another spelling
    LITERAL: int = 1 << 45  # an address in brackets
    EMPTY_HOST: int = 1 << 46
    LONG_HOST: int = 1 << 47
    SPECIAL_NAME: int = 1 << 17  # it may be a name outside of the public DNS
    SUBDOMAIN: int = 1 << 18  # it has three labels or more, not just a short one in front of two
    LISTED: int = 1 << 19  # it may be one of a listed service
    CARRIER: int = 1 << 20  # it is a service that puts other links into its own
    OPTION: int = 1 << 21  # it, or the user, begins with "-" or with an escape
    ESCAPED_HOST: int = 1 << 22
    # Characters anywhere.
    NON_ASCII: int = 1 << 23
    RISKY: int = 1 << 24  # controls, spaces, invisible or bidi characters
    BACKSLASH: int = 1 << 25
    PUNYCODE: int = 1 << 26  # "xn--", in any case
    AT: int = 1 << 27  # or an escape of it
    WRAPPED: int = 1 << 28  # it begins or ends like a wrapper, or is defanged
    # Escapes anywhere.
    ESCAPED: int = 1 << 29  # of anything but letters beyond ASCII
    BAD_ESCAPE: int = 1 << 30  # a "%" without two digits
    DEEP_ESCAPE: int = 1 << 31  # of a "%"
    OCTETS: int = 1 << 32  # of octets beyond ASCII, unless they are seen to be letters
    ESCAPED_DELIMITER: int = 1 << 33
    ESCAPED_UNRESERVED: int = 1 << 34
    ESCAPED_CONTROL: int = 1 << 35
    SMALL_ESCAPE: int = 1 << 36  # in small letters
    BLANKS: int = 1 << 37  # a row of escaped spaces
    # After the host.
    NESTED: int = 1 << 38  # something in it may be a reference of its own
    HOSTLIKE: int = 1 << 39  # something may read as a host
    DOTS: int = 1 << 40  # there may be dot segments
    MARKS: int = 1 << 41  # rows of slashes, second question marks, entities
    LONG_RUN: int = 1 << 42  # a run that could be base64
    TELLING: int = 1 << 43  # a parameter whose name tells that it is a secret, or for whom it is
    ENCODED_MAIL: int = 1 << 44  # what could be a mail address in base64 or hexadecimal


When = Gates()
