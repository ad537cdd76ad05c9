"""Placeholders of template languages: text that a program replaces before anybody follows it."""

from __future__ import annotations

from uriinspector.core.expression import expression

# The usual brackets of template languages, PHP, and of programs that send mail.  A run inside of
# one has an upper bound, or every opening bracket would look for its end through a whole page.
INSIDE = r"(?s:.){0,2000}?"
PLACEHOLDER = expression(
    rf"\{{\{{{INSIDE}\}}\}}\}}?"
    rf"|\{{%{INSIDE}%\}}"
    rf"|\{{#{INSIDE}#\}}"
    rf"|<[%?]{INSIDE}[%?]>"
    rf"|[$#@]\{{[^{{}}]{{1,2000}}\}}"
    r"|\$\([^()]{1,200}\)"
    rf"|\[\[{INSIDE}\]\]"
    rf"|\[%{INSIDE}%\]"
    r"|\*\|[^|]{1,200}\|\*"
    r"|%%[A-Za-z_][\w.-]{0,100}%%"
    r"|%(?:(?![0-9A-Fa-f]{2})[A-Za-z_]{3,60}|[A-Z_]{4,60})%(?![0-9A-Fa-f]{2})"
    r"|%\([A-Za-z_][\w.-]{0,100}\)[a-z]"
    # A whole value, as programs that send mail have it; elsewhere brackets are those of a query.
    r"|\A\[[A-Za-z_][\w .:-]{1,60}\]"
    # RFC 6570 2.1 to 2.4, and "{$name}", "{name:type}" of other languages.
    r"|\{[$+#./;?&=,!@|]?[A-Za-z0-9_][\w.%:*,\[\]'>()-]{0,200}\}"
)
# GUIDs stand in such brackets, and name something.
GUID = expression(r"\{[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f-]{8,}\}")
# One that begins and does not end: what follows may be anything.
OPENED = expression(r"\{\{|\{%|<[%?]|\$\{|\[%|\[\[")


def placeholders(text: str) -> tuple[tuple[int, int], ...]:
    """Where they are."""
    return tuple(
        match.span() for match in PLACEHOLDER.finditer(text) if not GUID.fullmatch(match[0])
    )


def masked(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The text with a letter for each of their characters, which means nothing in a reference."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += (text[at:start], "x" * (end - start))
        at = end
    return "".join([*pieces, text[at:]])


def is_unfinished(text: str) -> bool:
    """Whether a placeholder begins in a text without its placeholders, and has no end."""
    return OPENED.search(text) is not None
