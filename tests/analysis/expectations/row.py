"""What one line of a table of expectations says.

A line is a text, what has to be said about it, and where it goes in the end. What else is said
does not matter, but for ``forbidden`` and for the worst severity, which the verdict shows.

The severities, as these tables mean them:

- *info*: a fact that the reader should know, and no reproach;
- *low*: unusual, or a place where anyone may publish; honest links have it every day;
- *medium*: rare in honest links, common in others, or a fault that hides where it goes;
- *high*: someone is very probably misled or attacked.
"""

from typing import Final, NamedTuple

SEVERITIES: Final = ("info", "low", "medium", "high")

CODES: Final = frozenset(
    {
        # where it goes
        "userinfo-deceptive", "userinfo-present", "userinfo-password", "subdomain-deception",
        "hostlike-in-path", "hostlike-in-query", "hostlike-in-fragment", "long-host", "backslash",
        "parser-differential", "missing-authority", "network-path", "empty-host", "host-unexpected",
        "double-scheme", "scheme-typo", "suffix-reference", "defanged", "percent-encoded",
        "wrapped",
        # what the host is
        "rare-ip", "ip-invalid", "special-ip", "ipv4-in-ipv6", "ip-future", "special-name",
        "encoded-host", "host-syntax", "port-invalid", "port-unusual", "port-sensitive",
        "shared-host", "account-words", "notice-number", "name-in-path", "bucket-page",
        "file-or-form-service", "tunnel", "dynamic-dns", "ipfs-gateway", "proxy-host", "shortener",
        # how it looks
        "non-ascii-host", "mixed-script", "whole-script-confusable", "confusable",
        "confusable-delimiter", "compatibility-mapping", "idna-error", "idna-deviation",
        "invisible-char", "bidi-control", "control-char", "mixed-numbers", "emoji-host",
        "lookalike",
        # what it starts
        "phone-number", "data-program", "double-extension", "runnable-file", "consent-request",
        "device-code",
        # escaping
        "invalid-percent", "double-encoding", "overlong-utf8", "invalid-utf8", "encoded-delimiter",
        "encoded-unreserved", "encoded-control", "lowercase-hex", "encoded-payload",
        "raw-non-ascii", "excluded-char", "dot-segments",
        # what it does
        "dangerous-scheme", "data-active", "nested-scheme", "unknown-scheme", "file-remote", "unc",
        "gopher-commands", "mailto-dangerous", "option-injection", "scheme-ambiguous",
        # what it carries
        "nested-uri", "open-redirect", "rewriter", "sensitive-info", "time-limit", "recipient-id",
        "syntax-error", "syntax-suspicious",
    }
)  # fmt: skip

# The text leaves open, or readers disagree on, which host comes last.
UNCLEAR: Final = "?"


class Said(NamedTuple):
    """A finding: its code, its severity, and the text that its span covers.

    Where several spans would be as good, ``marks`` names each of them; empty, it fixes none.
    """

    code: str
    severity: str
    marks: tuple[str, ...] = ()


class Row(NamedTuple):
    """A reference, and what has to be said about it."""

    text: str
    said: tuple[Said, ...]
    final_host: str | None
    source: str
    why: str
    base: str | None = None
    protect: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    # Where it is not the worst of what has to be said.
    verdict: str | None = None

    @property
    def worst(self) -> str | None:
        """The severity that the verdict shows."""
        ranks = [SEVERITIES.index(each.severity) for each in self.said]
        return self.verdict or (SEVERITIES[max(ranks)] if ranks else None)


def info(code: str, *marks: str) -> Said:
    """A fact."""
    return Said(code, "info", marks)


def low(code: str, *marks: str) -> Said:
    """Unusual."""
    return Said(code, "low", marks)


def medium(code: str, *marks: str) -> Said:
    """Rare in honest links."""
    return Said(code, "medium", marks)


def high(code: str, *marks: str) -> Said:
    """Very probably an attack."""
    return Said(code, "high", marks)
