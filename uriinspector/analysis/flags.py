"""What a text can have in it: the gates of the rules."""

from __future__ import annotations


class Gates:
    """What a text must have in it for a rule to be worth asking; seen in one pass.

    Plain numbers, and of an instance, which is asked faster than a class: the flags are put
    together for every text.  Each has the next free bit, in the order of the lines.
    """

    # The parts.
    SCHEME: int  # it has a scheme
    WEB: int  # http, https, ws, wss, ftp, or none and an authority
    OTHER_SCHEME: int  # any other scheme
    UNKNOWN_SCHEME: int
    LOCAL: int  # the scheme is file, be it the base's
    AUTHORITY: int
    WEBDAV: int  # what stands where user and host would says how Windows is to ask
    NETWORK: int  # an authority and no scheme
    ODD_START: int  # no scheme, no authority, and it may begin like one or the other
    DOTTED: int  # neither as well, and it may begin like a host
    USERINFO: int
    PORT: int
    QUERY: int
    FRAGMENT: int
    INVALID: int  # the edition's grammar is not met
    URN: int  # the scheme is urn, whose grammar has editions of its own
    # The host.
    PLAIN_HOST: int  # all readers agree that it is the host, letter for letter
    UNPLAIN: int  # readers could disagree about the host
    ODD_HOST: int  # any but an ordinary name or address: empty, long, in capitals ...
    ADDRESS: int  # four numbers, as everybody writes them
    NUMERIC: int  # a number or an address in another spelling
    LITERAL: int  # an address in brackets
    EMPTY_HOST: int
    LONG_HOST: int
    SPECIAL_NAME: int  # it may be a name outside of the public DNS
    SUBDOMAIN: int  # three labels or more, not just a short one in front of two
    LISTED: int  # it may be one of a listed service
    CARRIER: int  # it is a service that puts other links into its own
    OPTION: int  # it, or the user, begins with "-" or with an escape
    ESCAPED_HOST: int
    # Characters anywhere.
    NON_ASCII: int
    RISKY: int  # controls, spaces, invisible or bidi characters
    BACKSLASH: int
    PUNYCODE: int  # "xn--", in any case
    AT: int  # or an escape of it
    WRAPPED: int  # it begins or ends like a wrapper, or is defanged
    DERIVED: int  # it stands for another text
    # Escapes anywhere.
    ESCAPED: int  # of anything but letters beyond ASCII
    BAD_ESCAPE: int  # a "%" without two digits
    DEEP_ESCAPE: int  # of a "%"
    OCTETS: int  # of octets beyond ASCII, unless they are seen to be letters
    ESCAPED_DELIMITER: int
    ESCAPED_UNRESERVED: int
    ESCAPED_CONTROL: int
    SMALL_ESCAPE: int  # in small letters
    BLANKS: int  # a row of escaped spaces
    # After the host.
    RUNS: int  # the path ends like a file that runs when it is opened
    DOUBLE_ENDING: int  # somewhere an ending of a document has another one behind it
    CONSENT: int  # the host is one where apps ask for access to accounts
    NESTED: int  # something in it may be a reference of its own
    HOSTLIKE: int  # something may read as a host
    DOTS: int  # there may be dot segments
    MARKS: int  # rows of slashes, second question marks, entities
    LONG_RUN: int  # a run that could be base64
    TELLING: int  # a parameter named like a secret or a recipient
    ENCODED_MAIL: int  # what could be a mail address in base64 or hexadecimal

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        for place, name in enumerate(self.__slots__):
            setattr(self, name, 1 << place)


When = Gates()
