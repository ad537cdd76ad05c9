"""The files of rules, each with what a text must have in it for one of them to find something.

A file is loaded when one of its gates opens for the first time: for most texts most stay shut.
"""

from __future__ import annotations

from uriinspector.analysis.flags import When
from uriinspector.core.model import NamedTuple


class RuleFile(NamedTuple):
    """A file: the gates of all of its rules, and the gates of those of hosts."""

    name: str
    gates: int
    gates_of_hosts: int = 0


INTERNATIONAL = When.ESCAPED_HOST | When.NON_ASCII | When.PUNYCODE

# In the order in which their findings are told.
FILES = (
    RuleFile("userinfo", When.USERINFO),
    RuleFile(
        "destination",
        When.OTHER_SCHEME
        | When.NETWORK
        | When.UNPLAIN
        | When.EMPTY_HOST
        | When.LONG_HOST
        | When.BACKSLASH,
    ),
    RuleFile(
        "spelling",
        When.UNKNOWN_SCHEME
        | When.ODD_START
        | When.DOTTED
        | When.ODD_HOST
        | When.WRAPPED
        | When.DERIVED,
    ),
    RuleFile(
        "ip_addresses",
        When.ODD_HOST
        | When.ADDRESS
        | When.NUMERIC
        | When.LITERAL
        | When.SPECIAL_NAME
        | When.LISTED,
        When.ODD_HOST | When.ADDRESS | When.LITERAL | When.SPECIAL_NAME | When.LISTED,
    ),
    RuleFile("host_syntax", When.ODD_HOST | When.LONG_HOST | When.ESCAPED_HOST),
    RuleFile("ports", When.PORT, When.PORT),
    RuleFile("host_services", When.LISTED, When.LISTED),
    RuleFile("hosted_pages", When.SUBDOMAIN | When.LISTED, When.SUBDOMAIN | When.LISTED),
    RuleFile(
        "deceptive_characters",
        When.NON_ASCII | When.RISKY | When.PUNYCODE | When.OCTETS | When.BLANKS,
    ),
    RuleFile("delimiter_look_alikes", INTERNATIONAL, INTERNATIONAL),
    RuleFile("international_names", INTERNATIONAL, INTERNATIONAL),
    RuleFile("lookalikes", When.WEB, When.WEB),
    RuleFile("subdomains", When.SUBDOMAIN, When.SUBDOMAIN),
    RuleFile("imitation", When.HOSTLIKE),
    RuleFile(
        "escaping",
        When.INVALID
        | When.NON_ASCII
        | When.BAD_ESCAPE
        | When.DEEP_ESCAPE
        | When.OCTETS
        | When.ESCAPED_DELIMITER
        | When.ESCAPED_UNRESERVED
        | When.ESCAPED_CONTROL
        | When.SMALL_ESCAPE,
    ),
    RuleFile("dot_segments", When.DOTS),
    RuleFile("payload", When.INVALID | When.RISKY | When.ESCAPED | When.DOTS | When.LONG_RUN),
    RuleFile(
        "scheme_actions",
        When.OTHER_SCHEME
        | When.UNKNOWN_SCHEME
        | When.LOCAL
        | When.NETWORK
        | When.ODD_START
        | When.OPTION
        | When.RISKY
        | When.BACKSLASH,
    ),
    RuleFile("calls", When.OTHER_SCHEME),
    RuleFile("embedded_content", When.OTHER_SCHEME),
    RuleFile("file_endings", When.RUNS | When.DOUBLE_ENDING),
    RuleFile("consent", When.CONSENT),
    RuleFile(
        "nested_links", When.CARRIER | When.WRAPPED | When.DERIVED | When.NESTED | When.HOSTLIKE
    ),
    RuleFile(
        "private_data",
        When.CARRIER
        | When.AT
        | When.DEEP_ESCAPE
        | When.LONG_RUN
        | When.TELLING
        | When.ENCODED_MAIL,
    ),
    RuleFile("time_limits", When.QUERY | When.LONG_RUN),
    RuleFile("syntax", When.USERINFO | When.PORT | When.INVALID | When.URN | When.MARKS),
)
