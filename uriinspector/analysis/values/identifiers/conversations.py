"""Threads and messages of Gmail, clicks of Facebook, videos of YouTube."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Arg, Phrase
from uriinspector.analysis.values.datum import FRAGMENT, Datum, Decoded, InnerDatum
from uriinspector.analysis.values.identifiers.snowflakes import FIRST, LAST, described
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.link_hosts import follows, is_of
from uriinspector.analysis.values.structures.binary_fields import BinaryField, shown
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LIKELY, PARAMETER, STRUCTURE
from uriinspector.core.expression import expression
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

# Letters without vowels stand for the digits of a number; its digits to the base of 64 are base64.
CONSONANTS = {char: at for at, char in enumerate("BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz")}
SIXTY_FOUR = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
THREAD = expression(r"(?:thread-|msg-)?(?P<kind>[af]):(?P<number>r?-?[0-9]{10,20})")
OLD_THREAD = expression("[0-9a-f]{16}")
SHIFT = 20


def gmail_thread(datum: Datum) -> Iterator[Decoded]:
    """The number of a thread, coded without vowels, or as sixteen digits: it begins with a time."""
    if datum.part != FRAGMENT or not is_of(datum, "mail.google.com"):
        return
    if OLD_THREAD.fullmatch(datum.text):
        yield from _thread(datum.text, int(datum.text, 16))
        return
    plain = _without_vowels(datum.text)
    match = THREAD.search(plain)
    if match is None:
        return
    if match["kind"] == "f" and match["number"].isdigit():
        yield from _thread(plain, int(match["number"]))
    else:
        yield Decoded(IDENTIFIER, plain, Phrase("Gmail thread, started by the user"), LIKELY)


def _thread(text: str, number: int) -> Iterator[Decoded]:
    at = number >> SHIFT
    if FIRST <= at < LAST:
        yield described(text, "Gmail thread", utc(at, 1_000), LIKELY)


def _without_vowels(text: str) -> str:
    number = 0
    for char in text:
        if char not in CONSONANTS:
            return ""
        number = number * len(CONSONANTS) + CONSONANTS[char]
    digits = []
    while number:
        number, digit = divmod(number, 64)
        digits.append(SIXTY_FOUR[digit])
    octets = octets_of_base64("".join(reversed(digits))) or b""
    return octets.decode("latin-1")


# Names and values, each value behind its length.
FACEBOOK = expression(
    "(?:Iw|PA)(?P<packed>(?:ZXh0bg|Y2xjaw)[A-Za-z0-9_-]{6,}?)(?:_aem_(?P<sum>[A-Za-z0-9_-]+))?"
)
KEYS = expression(rb"extn|clck|adid|brid|srtc|app_id")
FIELD = expression(rb"extn\x03(?P<kind>[a-z]{3})")


def facebook_click(datum: Datum) -> Iterator[Decoded]:
    """Who followed a link out of Facebook: one identifier for each click."""
    if datum.name != "fbclid":
        return
    fields = []
    if match := FACEBOOK.fullmatch(datum.text):
        octets = octets_of_base64(match["packed"][: len(match["packed"]) // 4 * 4]) or b""
        names = dict.fromkeys(each.decode() for each in KEYS.findall(octets))
        if names:
            fields.append(BinaryField("keys", " ".join(names)))
        if field := FIELD.search(octets):
            fields.append(BinaryField("extension", field["kind"].decode()))
        if match["sum"]:
            fields.append(BinaryField("hash", match["sum"]))
    inner = tuple(
        InnerDatum(each.path, str(each.value), is_member=True, is_final=True) for each in fields
    )
    phrase = Phrase("Facebook click ID")
    yield Decoded(
        STRUCTURE if fields else IDENTIFIER, shown(fields) or datum.text, phrase, LIKELY, inner
    )


VIDEO = expression("[A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]")
PLAYLIST = expression("(?:PL|UU|LL|FL|OL|RD)[A-Za-z0-9_-]{10,64}")
CHANNEL = expression("UC[A-Za-z0-9_-]{22}")
SECONDS = expression(
    "(?:(?P<hours>[0-9]{1,3})h)?(?:(?P<minutes>[0-9]{1,4})m)?(?:(?P<seconds>[0-9]{1,6})s?)?"
)
YOUTUBE = ("youtube.com", "youtu.be", "youtube-nocookie.com")


def youtube(datum: Datum) -> Iterator[Decoded]:
    """Videos, lists and channels; an identifier of a video is 64 bits, so its last letter is one of
    sixteen.
    """
    if not is_of(datum, *YOUTUBE):
        return
    is_short = datum.part == "path" and datum.index == 1 and is_of(datum, "youtu.be")
    is_video = datum.name == "v" or is_short or follows(datum, "embed", "shorts", "live", "v")
    if is_video and VIDEO.fullmatch(datum.text):
        yield Decoded(IDENTIFIER, datum.text, Phrase("YouTube video"), CERTAIN)
    elif datum.name == "list" and PLAYLIST.fullmatch(datum.text):
        yield Decoded(IDENTIFIER, datum.text, Phrase("YouTube playlist"), CERTAIN)
    elif follows(datum, "channel") and CHANNEL.fullmatch(datum.text):
        yield Decoded(IDENTIFIER, datum.text, Phrase("YouTube channel"), CERTAIN)
    elif datum.name in {"t", "start", "time_continue"} and (match := SECONDS.fullmatch(datum.text)):
        hours, minutes, seconds = (int(each or 0) for each in match.groups())
        count = f"{hours * 3600 + minutes * 60 + seconds}"
        phrase = Phrase("Playback starts at {count} seconds", (Arg("count", count),))
        yield Decoded(PARAMETER, count, phrase, CERTAIN)
