"""Subjects, senders and names of attachments that are written so that they are misread."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from uriinspector.analysis.endings import DOUBLE, RUNS, last_ending
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.folding import looks_like_ascii
from uriinspector.analysis.international.scripts import script_runs
from uriinspector.core.characters import described
from uriinspector.core.expression import expression
from uriinspector.documents.rules.message_rule import MessageHit, MessageRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.documents.rules.message_context import MessageContext

# No more of a field is looked at.
LONGEST = 1000
# Characters that are not seen and that no language needs between letters: joiners belong to some
# scripts and to emoji, marks of direction to others.
# A soft hyphen between two other letters of Latin-1 is half of a character of another charset.
UNSEEN = expression(
    "[\u034f\u200b\u2060-\u2064\ufeff\u180e\u3164\u115f\u1160\u2800]"
    "|(?<![\x80-\xff])\xad|\xad(?![\x80-\xff])"
)
INSIDE = expression(
    "(?<=[A-Za-z])[\u034f\u200b-\u200d\u2060-\u2064\ufeff\u180e\u3164\u115f\u1160\u2800]++(?=[A-Za-z])"
)
TURNING = expression("[\u202d\u202e]")
WORD = expression(r"[^\W\d_]{3,}")
STYLED = expression("[\U0001d400-\U0001d7ff]")
# So many styled letters are no symbol of mathematics.
ENOUGH = 3
# Scripts that are written with others in one word: Japanese, Korean, marks, digits.
TOGETHER = frozenset({"Hira", "Kana", "Hani", "Bopo", "Hang", "Zyyy", "Zinh"})
# Pages that are opened from the disk: what they load and ask for, no filter of the mail has seen.
PAGES = frozenset({"html", "htm", "shtml", "xhtml", "mht", "mhtml"})
SCRIPTS = frozenset({"js", "wsc", "sct", "svg"})


def disguised_header(context: MessageContext) -> Iterator[MessageHit]:
    """Unseen characters, or letters of several scripts in one word."""
    fields = (("Subject", context.envelope.subject or ""), ("From", context.shown))
    for name, text in fields:
        if text.isascii():
            continue
        shown = text[:LONGEST]
        unseen = INSIDE.search(shown) or TURNING.search(shown) or UNSEEN.search(shown)
        mixed = next((word for word in WORD.findall(shown) if _is_mixed(word)), None)
        if unseen:
            # One alone can come from a text that was copied.
            is_alone = len(UNSEEN.findall(shown)) == 1 and not INSIDE.search(shown)
            severity = LOW if is_alone and not TURNING.search(shown) else None
            yield MessageHit(severity, "", {"field": name, "char": described(unseen[0][0])})
        elif mixed:
            yield MessageHit(None, "mixed", {"field": name, "shown": mixed})
        elif len(STYLED.findall(shown)) >= ENOUGH:
            severity = MEDIUM if context.is_doubtful or context.lure else LOW
            yield MessageHit(severity, "styled", {"field": name})


def _is_mixed(word: str) -> bool:
    """Whether a word of Latin letters has others in it that look like such."""
    text = unicodedata.normalize("NFC", word)
    if text.isascii():
        return False
    scripts = {code for code, _ in script_runs(text)} - TOGETHER
    return "Latn" in scripts and len(scripts) > 1 and looks_like_ascii(text.lower()) is not None


def attachment_names(context: MessageContext) -> Iterator[MessageHit]:
    """Names that turn around, have two endings, or an ending that runs."""
    for part in context.attachments:
        name = part.name or ""
        ending = last_ending(name.rstrip(), 0, len(name.rstrip()))
        args = {"shown": name[:100]}
        if TURNING.search(name):
            yield MessageHit(HIGH, "turned", args)
        elif DOUBLE.search(name):
            yield MessageHit(HIGH, "double", args)
        elif ending in RUNS:
            yield MessageHit(MEDIUM, "runs", args | {"ending": ending})
        elif ending in SCRIPTS | PAGES:
            doubted = context.is_doubtful or context.lure is not None or context.name is not None
            if doubted or ending != "svg":
                variant = "page" if ending in PAGES else "runs"
                severity = MEDIUM if doubted else LOW
                yield MessageHit(severity, variant, args | {"ending": ending})


RULES = (
    MessageRule(
        "header-obfuscation",
        MEDIUM,
        "Obfuscated subject or sender",
        {
            "": "{field} contains {char}, which is not visible; it can split words for filters.",
            "mixed": '{field} contains "{shown}", a word with letters of several scripts.',
            "styled": "{field} is written with mathematical letters, which filters may not read.",
        },
        ("UTS 39 4", "MITRE T1027"),
        disguised_header,
        rises="low for mathematical letters without other signs",
    ),
    MessageRule(
        "attachment-name",
        MEDIUM,
        "Deceptive or executable attachment",
        {
            "turned": 'The name "{shown}" contains a character that reverses its display order.',
            "double": '"{shown}" has two file extensions; the last one decides how it opens.',
            "runs": '"{shown}" ends in .{ending}: opening such a file can run code.',
            "page": '"{shown}" is a web page that opens from the disk, without an address.',
        },
        ("RFC 2183 2.3", "MITRE T1036.007"),
        attachment_names,
        rises="high for reversed names and double extensions; low for scripts of pages and for "
        "pages without other signs",
    ),
)
