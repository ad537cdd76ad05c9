"""Numbers that begin with a time: the identifiers of posts, messages and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.values.datum import PATH, Datum, Decoded, InnerDatum
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.link_hosts import follows, is_of, segments
from uriinspector.analysis.values.names import says_count
from uriinspector.analysis.values.readable import text_of
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LIKELY, POSSIBLE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

# Milliseconds since 1970: from 2006 to the end of 2029; what is made later is not looked for.
FIRST, LAST = 1_136_073_600_000, 1_893_456_000_000


class Snowflake(NamedTuple):
    """A service's way: how many bits are behind the time, and since when it is counted."""

    title: str
    hosts: tuple[str, ...]
    shift: int
    epoch: int
    unit: int = 1


TWITTER = Snowflake("X (Twitter) ID", ("twitter.com", "x.com", "twimg.com"), 22, 1_288_834_974_657)
DISCORD = Snowflake(
    "Discord ID",
    ("discord.com", "discordapp.com", "discordapp.net", "discord.gg"),
    22,
    1_420_070_400_000,
)
INSTAGRAM = Snowflake("Instagram ID", ("instagram.com",), 23, 1_314_220_021_721)
LINKEDIN = Snowflake("LinkedIn ID", ("linkedin.com",), 22, 0)
# Seconds, in the upper 32 of 64 bits.
TIKTOK = Snowflake("TikTok ID", ("tiktok.com", "tiktokv.com", "byteoversea.com"), 32, 0, 1_000)
MASTODON = Snowflake("Mastodon ID", (), 16, 0)
SERVICES = (TWITTER, DISCORD, INSTAGRAM, LINKEDIN, TIKTOK)
# X numbered from one on before that; these are times only if they are as long as this.
SHORTEST = 15


def snowflake(datum: Datum) -> Iterator[Decoded]:
    """A number in a link of a service that makes its numbers so."""
    for row in SERVICES:
        if is_of(datum, *row.hosts):
            yield from _read(datum.text, row, CERTAIN if datum.part == PATH else LIKELY)
            return
    if datum.part == PATH and _is_mastodon(datum):
        yield from _read(datum.text, MASTODON, LIKELY)
    elif len(datum.text) in {18, 19} and not says_count(datum.name) and not datum.via:
        yield from _rivals(datum.text)


def _is_mastodon(datum: Datum) -> bool:
    """A name that begins with "@", and the number behind it."""
    parts = segments(datum)
    return len(parts) == datum.index == 2 and parts[0].startswith("@") and len(parts[0]) > 1


def _rivals(text: str) -> Iterator[Decoded]:
    """Without the service's host, a number of this length can be any of them."""
    for row in (TWITTER, DISCORD):
        yield from _read(text, row, POSSIBLE)


def milliseconds(number: int, row: Snowflake) -> int:
    """Since 1970."""
    return (number >> row.shift) * row.unit + row.epoch


def _read(text: str, row: Snowflake, confidence: str) -> Iterator[Decoded]:
    at = milliseconds(int(text), row)
    if FIRST <= at < LAST and len(text) >= SHORTEST:
        yield described(text, row.title, utc(at, 1_000), confidence)


def described(text: str, title: str, time: str, confidence: str) -> Decoded:
    """An identifier, and the time that is in it."""
    known = Decoded(TIME, time, time_of(time, title, confidence), confidence)
    inner = (InnerDatum("time", text, known=(known,), is_final=True),)
    args = (Arg("what", title, TERM), Arg("time", known.phrase.args[0].text))
    if confidence == POSSIBLE:
        phrase = Phrase("Created {time}, if {what}", args)
    else:
        phrase = Phrase("{what}, created {time}", args)
    return Decoded(IDENTIFIER, text, phrase, confidence, inner)


# The letters of base64url, each for six bits of the number.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
VALUE_OF = {letter: value for value, letter in enumerate(LETTERS)}


def instagram_code(datum: Datum) -> Iterator[Decoded]:
    """The short form of an Instagram ID: "/p/...", "/reel/..."."""
    if not follows(datum, "p", "reel", "reels", "tv") or not is_of(datum, "instagram.com"):
        return
    number = 0
    for char in datum.text:
        if char not in VALUE_OF:
            return
        number = number << 6 | VALUE_OF[char]
    at = milliseconds(number, INSTAGRAM)
    if FIRST <= at < LAST:
        yield described(str(number), "Instagram post", utc(at, 1_000), CERTAIN)


LINKED = expression(r"(?:.*[-:])?(?:activity|share|ugcPost)[-:](?P<number>[0-9]{19})(?:-\w{4})?")
THREAD = expression("2-(?P<packed>[A-Za-z0-9+_-]{16,200}={0,2})")
MEMBER = expression(r".+-(?P<digits>[0-9ab]{9})")
GROUPS = ((6, 9), (3, 6), (0, 3))


def linkedin(datum: Datum) -> Iterator[Decoded]:
    """The number of a post within a segment, or that of a member behind a name."""
    if datum.part != PATH or not is_of(datum, "linkedin.com"):
        return
    if match := LINKED.fullmatch(datum.text):
        yield from _read(match["number"], LINKEDIN, CERTAIN)
    elif match := THREAD.fullmatch(datum.text):
        plain = text_of(octets_of_base64(match["packed"]) or b"")
        if plain:
            yield Decoded(IDENTIFIER, plain, Phrase("LinkedIn conversation"), LIKELY)
    elif follows(datum, "in") and (match := MEMBER.fullmatch(datum.text)):
        # Groups of three digits to the base of twelve, the last group first.
        digits = "".join(match["digits"][start:end] for start, end in GROUPS)
        number = str(int(digits, 12))
        phrase = Phrase("LinkedIn member {number}", (Arg("number", number),))
        yield Decoded(IDENTIFIER, number, phrase, LIKELY)


SONY_EPOCH, SONY_SHIFT, SONY_TICKS = 1_409_529_600, 24, 100


def sonyflake(datum: Datum) -> Iterator[Decoded]:
    """39 bits of time, 8 of a sequence, 16 of a machine; in hexadecimal digits."""
    if datum.text.isdigit():
        return
    number = int(datum.text, 16)
    hundredths = (number >> SONY_SHIFT) + SONY_EPOCH * SONY_TICKS
    if FIRST <= hundredths * 10 < LAST:
        machine = f"{number >> 8 & 255}.{number & 255}"
        decoded = described(datum.text, "Sonyflake", utc(hundredths, SONY_TICKS), POSSIBLE)
        yield decoded._replace(
            inner=(*decoded.inner, InnerDatum("machine", machine, is_member=True))
        )
