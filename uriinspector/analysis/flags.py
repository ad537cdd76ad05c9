"""What a text can have in it: the gates of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

_bits = map((1).__lshift__, count())  # the next free one for each flag, in the order below


@dataclass(frozen=True, slots=True, eq=False, repr=False, match_args=False)
class Gates:
    """What a text must have in it for a rule to be worth asking; seen in one pass.

    Plain numbers, and of an instance, which is asked faster than a class: the flags are put
    together for every text.
    """

    # The parts.
    SCHEME: int = next(_bits)  # it has a scheme
    WEB: int = next(_bits)  # http, https, ws, wss, ftp, or none and an authority
    OTHER_SCHEME: int = next(_bits)  # any other scheme
    UNKNOWN_SCHEME: int = next(_bits)
    LOCAL: int = next(_bits)  # the scheme is file, be it the base's
    AUTHORITY: int = next(_bits)
    WEBDAV: int = next(_bits)  # what stands where user and host would says how Windows is to ask
    NETWORK: int = next(_bits)  # an authority and no scheme
    ODD_START: int = next(_bits)  # no scheme, no authority, and it may begin like one or the other
    DOTTED: int = next(_bits)  # neither as well, and it may begin like a host
    USERINFO: int = next(_bits)
    PORT: int = next(_bits)
    QUERY: int = next(_bits)
    FRAGMENT: int = next(_bits)
    INVALID: int = next(_bits)  # the edition's grammar is not met
    URN: int = next(_bits)  # the scheme is urn, whose grammar has editions of its own
    # The host.
    PLAIN_HOST: int = next(_bits)  # all readers agree that it is the host, letter for letter
    UNPLAIN: int = next(_bits)  # readers could disagree about the host
    ODD_HOST: int = next(_bits)  # any but an ordinary name or address: empty, long, in capitals ...
    ADDRESS: int = next(_bits)  # four numbers, as everybody writes them
    NUMERIC: int = next(_bits)  # a number or an address in another spelling
    LITERAL: int = next(_bits)  # an address in brackets
    EMPTY_HOST: int = next(_bits)
    LONG_HOST: int = next(_bits)
    SPECIAL_NAME: int = next(_bits)  # it may be a name outside of the public DNS
    SUBDOMAIN: int = next(_bits)  # three labels or more, not just a short one in front of two
    LISTED: int = next(_bits)  # it may be one of a listed service
    CARRIER: int = next(_bits)  # it is a service that puts other links into its own
    OPTION: int = next(_bits)  # it, or the user, begins with "-" or with an escape
    ESCAPED_HOST: int = next(_bits)
    # Characters anywhere.
    NON_ASCII: int = next(_bits)
    RISKY: int = next(_bits)  # controls, spaces, invisible or bidi characters
    BACKSLASH: int = next(_bits)
    PUNYCODE: int = next(_bits)  # "xn--", in any case
    AT: int = next(_bits)  # or an escape of it
    WRAPPED: int = next(_bits)  # it begins or ends like a wrapper, or is defanged
    DERIVED: int = next(_bits)  # it stands for another text
    # Escapes anywhere.
    ESCAPED: int = next(_bits)  # of anything but letters beyond ASCII
    BAD_ESCAPE: int = next(_bits)  # a "%" without two digits
    DEEP_ESCAPE: int = next(_bits)  # of a "%"
    OCTETS: int = next(_bits)  # of octets beyond ASCII, unless they are seen to be letters
    ESCAPED_DELIMITER: int = next(_bits)
    ESCAPED_UNRESERVED: int = next(_bits)
    ESCAPED_CONTROL: int = next(_bits)
    SMALL_ESCAPE: int = next(_bits)  # in small letters
    BLANKS: int = next(_bits)  # a row of escaped spaces
    # After the host.
    RUNS: int = next(_bits)  # the path ends like a file that runs when it is opened
    DOUBLE_ENDING: int = next(_bits)  # somewhere an ending of a document has another one behind it
    CONSENT: int = next(_bits)  # the host is one where apps ask for access to accounts
    NESTED: int = next(_bits)  # something in it may be a reference of its own
    HOSTLIKE: int = next(_bits)  # something may read as a host
    DOTS: int = next(_bits)  # there may be dot segments
    MARKS: int = next(_bits)  # rows of slashes, second question marks, entities
    LONG_RUN: int = next(_bits)  # a run that could be base64
    TELLING: int = next(_bits)  # a parameter named like a secret or a recipient
    ENCODED_MAIL: int = next(_bits)  # what could be a mail address in base64 or hexadecimal


When = Gates()
