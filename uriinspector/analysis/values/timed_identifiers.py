"""Identifiers that contain the time at which they were made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from uriinspector.analysis.finding import TERM, Arg, Phrase
from uriinspector.analysis.values.candidates import (
    FRAGMENT,
    PATH,
    Datum,
    Decoded,
    InnerDatum,
    follows,
    is_google,
    is_of,
    says_count,
    segments,
    text_of,
)
from uriinspector.analysis.values.layers import octets_of_base64
from uriinspector.analysis.values.structures import BinaryField, inner_of, read, shown, varint
from uriinspector.analysis.values.value import (
    CERTAIN,
    IDENTIFIER,
    LIKELY,
    PARAMETER,
    POSSIBLE,
    STRUCTURE,
    TIME,
    shown_time,
    time_of,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.schemes.urn_namespaces import utc

MICRO, MILLI = 1_000_000, 1_000
GOOGLE_FIRST, GOOGLE_LAST = 1_072_915_200, 2_208_988_800


def google_ei(datum: Datum) -> Iterator[Decoded]:
    """When the page of results was made: seconds in four octets, then microseconds."""
    octets = (
        octets_of_base64(datum.text) if datum.name in {"ei", "sei"} and is_google(datum) else None
    )
    if octets is None or len(octets) < 8:
        return
    seconds = int.from_bytes(octets[:4], "little")
    micros, end = varint(octets, 4)
    if not GOOGLE_FIRST <= seconds < GOOGLE_LAST or end > len(octets):
        return
    ticks = seconds * MICRO + micros if micros < MICRO else seconds * MICRO
    time = utc(ticks, MICRO)
    args = (Arg("time", shown_time(time)),)
    phrase = Phrase("Google search session, started {time}", args)
    known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
    inner = (InnerDatum("time", datum.text, known=(known,), is_final=True),)
    yield Decoded(IDENTIFIER, datum.text, phrase, LIKELY, inner)


# What the numbered fields of "ved" are called.
VED = {"1": "link index", "2": "link type", "5": "result position", "6": "results start"}
VED_TIME = "13."


def google_ved(datum: Datum) -> Iterator[Decoded]:
    """Which link of a page of results was clicked: a digit, then a message of numbered fields."""
    text = datum.text
    if datum.name != "ved" or text[0] not in "012" or not is_google(datum):
        return
    octets, fields = octets_of_base64(text[1:]), list[BinaryField]()
    if octets is None or not read(octets, "", fields, 0) or not fields:
        return
    times = _micros(each for each in fields if each.path.startswith(VED_TIME))
    known = [each._replace(path=VED[each.path]) for each in fields if each.path in VED]
    if not known:
        return
    inner = list(inner_of(known))
    if times:
        time = utc(times[0], MICRO)
        about = Decoded(TIME, time, time_of(time, "Unix microseconds", LIKELY), LIKELY)
        inner.append(InnerDatum("time", str(times[0]), known=(about,), is_final=True))
    phrase = Phrase("Google search: the link that was clicked")
    yield Decoded(STRUCTURE, shown(known), phrase, LIKELY, tuple(inner))


def _micros(fields: Iterable[BinaryField]) -> list[int]:
    """The numbers that are microseconds of some time in these years."""
    numbers = [each.value for each in fields if isinstance(each.value, int)]
    return [number for number in numbers if GOOGLE_FIRST <= number // MICRO < GOOGLE_LAST]


SXSRF = expression(r"[\w-]{20,}(?::|%3A)(?P<number>[0-9]{13}|[0-9]{16})")


def google_sxsrf(datum: Datum) -> Iterator[Decoded]:
    """A token, a colon, and when it was made."""
    match = SXSRF.fullmatch(datum.text) if datum.name == "sxsrf" else None
    if match and is_google(datum):
        scale = MILLI if len(match["number"]) == 13 else MICRO
        title = "Unix milliseconds" if scale == MILLI else "Unix microseconds"
        time = utc(int(match["number"]), scale)
        yield Decoded(TIME, time, time_of(time, title, LIKELY), LIKELY)


RLZ = expression(
    r"(?P<format>[0-9])(?P<point>[A-Z0-9]{2})(?P<brand>[A-Z]{4})(?:_(?P<language>[a-z]{2}(?:-[A-Z]{2})?))"
    r"?(?:(?P<country>[A-Z]{2})(?P<installed>[0-9]{2,4}))?(?:(?P<other>[A-Z]{2})(?P<searched>[0-9]{2,4}))?"
)
# The week that is counted as the first.
FIRST_WEEK = date(2003, 2, 3)


def google_rlz(datum: Datum) -> Iterator[Decoded]:
    """How a browser came to be installed: place, brand, language, and the weeks of two events."""
    match = RLZ.fullmatch(datum.text) if datum.name == "rlz" else None
    if match is None or not is_google(datum):
        return
    parts = [
        ("access point", match["point"]),
        ("brand code", match["brand"]),
        ("language", match["language"]),
        ("installed in", match["country"]),
        ("installed in the week of", _week(match["installed"])),
        ("first search in", match["other"]),
        ("first search in the week of", _week(match["searched"])),
    ]
    fields = [BinaryField(name, text) for name, text in parts if text]
    phrase = Phrase("Google RLZ: how the browser was installed")
    yield Decoded(STRUCTURE, shown(fields), phrase, LIKELY, _members(fields))


def _week(number: str | None) -> str:
    return (FIRST_WEEK + timedelta(weeks=int(number))).isoformat() if number else ""


def _members(fields: list[BinaryField]) -> tuple[InnerDatum, ...]:
    return tuple(
        InnerDatum(each.path, str(each.value), is_member=True, is_final=True) for each in fields
    )


AQS = expression(
    r"(?P<client>[a-z-]+)\.(?P<clicked>[0-9]*)\.(?P<matches>[0-9a-z]*)"
    r"\.(?P<typed>[0-9]+)j(?P<permitted>[0-9]+)j(?P<page>[0-9]+)"
)
# What an input box was a part of, by the number that Chrome's source gives it.
PAGES = {
    1: "new tab page",
    3: "home page",
    4: "other page",
    6: "search results page",
    7: "new tab page with the omnibox in focus",
    8: "new tab page with its box in focus",
}


def google_aqs(datum: Datum) -> Iterator[Decoded]:
    """What Chrome's address bar had suggested, and how long the typing took."""
    match = AQS.fullmatch(datum.text) if datum.name == "aqs" else None
    if match is None or not is_google(datum):
        return
    fields = [BinaryField("client", match["client"])]
    if match["clicked"]:
        fields.append(BinaryField("clicked suggestion", match["clicked"]))
    for index, each in enumerate(match["matches"].split("j")[:32]):
        fields.append(BinaryField(f"suggestion {index}", each))
    fields.append(BinaryField("time to type", f"{int(match['typed']) / MILLI:.3f} s"))
    page = int(match["page"])
    fields.append(BinaryField("page", PAGES.get(page, str(page))))
    phrase = Phrase("Chrome address bar statistics")
    yield Decoded(STRUCTURE, shown(fields), phrase, LIKELY, _members(fields))


CLICKS = frozenset({"gclid", "dclid", "gbraid", "wbraid"})


def google_click(datum: Datum) -> Iterator[Decoded]:
    """A click on an advertisement; some forms hold when it was."""
    if datum.name not in CLICKS:
        return
    octets, fields = octets_of_base64(datum.text), list[BinaryField]()
    # What is behind the time need not be read.
    read(octets or b"", "", fields, 0)
    times = _micros(fields)
    inner: tuple[InnerDatum, ...] = ()
    if times:
        time = utc(times[0], MICRO)
        known = Decoded(TIME, time, time_of(time, "Unix microseconds", LIKELY), LIKELY)
        inner = (InnerDatum("time", str(times[0]), known=(known,), is_final=True),)
    yield Decoded(IDENTIFIER, datum.text, Phrase("Google Ads click ID"), LIKELY, inner)


ANALYTICS = expression(
    r"(?:GA[0-9]\.[0-9](?:-[0-9])?\.|[0-9]\.)?[0-9]{6,10}\.(?P<time>[0-9]{10})(?:[.-].*)?"
)
BROWSER = expression(r"(?:[0-9]\.)?(?:[0-9]+\.[0-9]+\.[0-9]{10}-)?[0-9]{6,10}\.(?P<time>[0-9]{10})")
VISITOR_NAMES = frozenset({"_ga", "cid", "_gac", "client_id", "ga_cid", "gacid"})


def analytics_client(datum: Datum) -> Iterator[Decoded]:
    """Google Analytics: a number at random, a dot, and when the browser was first seen."""
    if datum.name not in VISITOR_NAMES:
        return
    match = BROWSER.fullmatch(datum.text) or ANALYTICS.fullmatch(datum.text)
    if match and GOOGLE_FIRST <= int(match["time"]) < GOOGLE_LAST:
        time = utc(int(match["time"]), 1)
        known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
        inner = (InnerDatum("first visit", match["time"], known=(known,), is_final=True),)
        phrase = Phrase(
            "Google Analytics browser, first seen {time}", (Arg("time", shown_time(time)),)
        )
        yield Decoded(IDENTIFIER, datum.text, phrase, LIKELY, inner)


# Milliseconds since 1970: from 2006 to the end of 2029; what is made later is not looked for.
SNOWFLAKES_FIRST, SNOWFLAKES_LAST = 1_136_073_600_000, 1_893_456_000_000


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
    if SNOWFLAKES_FIRST <= at < SNOWFLAKES_LAST and len(text) >= SHORTEST:
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
    if SNOWFLAKES_FIRST <= at < SNOWFLAKES_LAST:
        yield described(str(number), "Instagram post", utc(at, 1_000), CERTAIN)


LINKED = expression(r"(?:.*[-:])?(?:activity|share|ugcPost)[-:](?P<number>[0-9]{19})(?:-\w{4})?")
SNOWFLAKES_THREAD = expression("2-(?P<packed>[A-Za-z0-9+_-]{16,200}={0,2})")
MEMBER = expression(r".+-(?P<digits>[0-9ab]{9})")
GROUPS = ((6, 9), (3, 6), (0, 3))


def linkedin(datum: Datum) -> Iterator[Decoded]:
    """The number of a post within a segment, or that of a member behind a name."""
    if datum.part != PATH or not is_of(datum, "linkedin.com"):
        return
    if match := LINKED.fullmatch(datum.text):
        yield from _read(match["number"], LINKEDIN, CERTAIN)
    elif match := SNOWFLAKES_THREAD.fullmatch(datum.text):
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
    if SNOWFLAKES_FIRST <= hundredths * 10 < SNOWFLAKES_LAST:
        machine = f"{number >> 8 & 255}.{number & 255}"
        decoded = described(datum.text, "Sonyflake", utc(hundredths, SONY_TICKS), POSSIBLE)
        yield decoded._replace(
            inner=(*decoded.inner, InnerDatum("machine", machine, is_member=True))
        )


# Letters without vowels stand for the digits of a number; its digits to the base of 64 are base64.
CONSONANTS = {char: at for at, char in enumerate("BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz")}
SIXTY_FOUR = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
CONVERSATIONS_THREAD = expression(r"(?:thread-|msg-)?(?P<kind>[af]):(?P<number>r?-?[0-9]{10,20})")
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
    match = CONVERSATIONS_THREAD.search(plain)
    if match is None:
        return
    if match["kind"] == "f" and match["number"].isdigit():
        yield from _thread(plain, int(match["number"]))
    else:
        yield Decoded(IDENTIFIER, plain, Phrase("Gmail thread, started by the user"), LIKELY)


def _thread(text: str, number: int) -> Iterator[Decoded]:
    at = number >> SHIFT
    if SNOWFLAKES_FIRST <= at < SNOWFLAKES_LAST:
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


CROCKFORD = {char: value for value, char in enumerate("0123456789ABCDEFGHJKMNPQRSTVWXYZ")}
BASE_62 = {
    char: value
    for value, char in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
}
SORTABLE_32 = {char: value for value, char in enumerate("234567abcdefghijklmnopqrstuvwxyz")}
ULID = expression("[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-7][0-9a-hjkmnp-tv-z]{25}")
TID = expression("[234567a-j][2-7a-z]{12}")
# What KSUIDs count their seconds from.
KSUID_EPOCH, KSUID_BITS = 1_400_000_000, 160
DIGIT = expression("[0-9]")
SECOND = 1_000


def _number(text: str, values: dict[str, int]) -> int | None:
    number = 0
    for char in text:
        if char not in values:
            return None
        number = number * len(values) + values[char]
    return number


def ulid(datum: Datum) -> Iterator[Decoded]:
    """48 bits of milliseconds and 80 at random, in 26 letters of Crockford's base32."""
    if not ULID.fullmatch(datum.text):
        return
    at = _number(datum.text[:10].upper(), CROCKFORD)
    if at is not None and SNOWFLAKES_FIRST <= at < SNOWFLAKES_LAST:
        yield described(datum.text, "ULID", utc(at, SECOND), LIKELY)


def ksuid(datum: Datum) -> Iterator[Decoded]:
    """32 bits of seconds and 128 at random, in 27 letters of base62."""
    number = _number(datum.text, BASE_62)
    if number is None or number >> KSUID_BITS or not DIGIT.search(datum.text):
        return
    seconds = (number >> 128) + KSUID_EPOCH
    if KSUID_EPOCH < seconds < SNOWFLAKES_LAST // SECOND:
        decoded = described(datum.text, "KSUID", utc(seconds, 1), POSSIBLE)
        yield decoded


def object_id(datum: Datum) -> Iterator[Decoded]:
    """Four octets of seconds since MongoDB came out, five at random, three of a counter."""
    seconds = int(datum.text[:8], 16)
    if datum.text.isdigit() or not 1_230_768_000 <= seconds < SNOWFLAKES_LAST // SECOND:
        return
    # MongoDB writes them in small letters.
    confidence = LIKELY if datum.text.islower() else POSSIBLE
    counter = str(int(datum.text[18:], 16))
    decoded = described(datum.text, "MongoDB ObjectID", utc(seconds, 1), confidence)
    yield decoded._replace(inner=(*decoded.inner, InnerDatum("counter", counter, is_member=True)))


def tid(datum: Datum) -> Iterator[Decoded]:
    """53 bits of microseconds and 10 of a clock, in 13 letters: the records of Bluesky."""
    number = _number(datum.text, SORTABLE_32) if TID.fullmatch(datum.text) else None
    if number is None or not DIGIT.search(datum.text):
        return
    micros = number >> 10
    if not 1_640_995_200_000_000 <= micros < SNOWFLAKES_LAST * SECOND:
        return
    is_known = is_of(datum, "bsky.app", "bsky.social") or follows(datum, "app.bsky.feed.post")
    confidence = LIKELY if is_known else POSSIBLE
    yield described(datum.text, "AT Protocol TID", utc(micros, SECOND * SECOND), confidence)


PUSH = {
    char: value
    for value, char in enumerate("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
}
TRACE = expression("1-(?P<time>[0-9a-f]{8})-[0-9a-f]{24}")


def cuid(datum: Datum) -> Iterator[Decoded]:
    """A "c", eight digits of milliseconds to the base of 36, a counter and what is at random."""
    text = datum.text
    if text[0] == "c" and text.islower() and DIGIT.search(text):
        at = int(text[1:9], 36)
        if CUIDS <= at < SNOWFLAKES_LAST:
            yield described(text, "CUID", utc(at, SECOND), POSSIBLE)


# There were none before August 2012.
CUIDS = 1_343_779_200_000


def push_id(datum: Datum) -> Iterator[Decoded]:
    """48 bits of milliseconds in eight letters, and twelve at random; now they begin with "-"."""
    if datum.text[0] != "-":
        return
    at = _number(datum.text[:8], PUSH)
    if at is not None and SNOWFLAKES_FIRST <= at < SNOWFLAKES_LAST:
        yield described(datum.text, "Firebase push ID", utc(at, SECOND), LIKELY)


def trace_id(datum: Datum) -> Iterator[Decoded]:
    """A version, eight digits of seconds, and 96 bits at random."""
    match = TRACE.fullmatch(datum.text)
    if match and SNOWFLAKES_FIRST <= int(match["time"], 16) * SECOND < SNOWFLAKES_LAST:
        time = utc(int(match["time"], 16), 1)
        yield described(datum.text, "AWS X-Ray trace ID", time, LIKELY)
