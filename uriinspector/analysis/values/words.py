"""The sentences that many decoders share."""

from __future__ import annotations

from uriinspector.analysis.phrase import EVIDENCE, TERM, Arg, Phrase
from uriinspector.analysis.values.value import POSSIBLE

# No more of a text is quoted in a sentence.
LONGEST_QUOTE = 60


def quoted(text: str) -> str:
    """The beginning of a text, for a sentence."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}\u2026"


def decoded_text(coding: str, text: str, confidence: str) -> Phrase:
    """What a coding holds."""
    args = (Arg("coding", coding, TERM), Arg("text", quoted(text), EVIDENCE))
    if confidence == POSSIBLE:
        return Phrase('"{text}", if {coding}', args)
    return Phrase('"{text}" in {coding}', args)


def coded(coding: str) -> Phrase:
    """That something is coded so; what is inside says more."""
    return Phrase("Encoded in {coding}", (Arg("coding", coding, TERM),))


def named(title: str, confidence: str) -> Phrase:
    """What it is, by its name alone."""
    args = (Arg("what", title, TERM),)
    return Phrase("Could be: {what}" if confidence == POSSIBLE else "{what}", args)


def time_of(time: str, scale: str, confidence: str) -> Phrase:
    """A time, and how it is counted."""
    args = (Arg("time", shown_time(time)), Arg("scale", scale, TERM))
    if confidence == POSSIBLE:
        return Phrase("{time}, if {scale}", args)
    return Phrase("{time} ({scale})", args)


def shown_time(time: str) -> str:
    """A time of ISO 8601 as people read it."""
    return time.replace("T", " ").replace("Z", " UTC")
