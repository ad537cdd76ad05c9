"""Identifiers that only links of particular sites and services contain."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from uriinspector.analysis.values.candidates import FRAGMENT, PATH, Datum, Decoded, InnerDatum
from uriinspector.analysis.values.decoder import (
    DIGITS,
    MARKED,
    TOKEN,
    TOKENLIKE,
    DecoderFamily,
    Shape,
    at,
    at_google,
    created_at,
    fact,
    follows,
    is_of,
    means_count,
    means_time,
    number_in,
    read_part,
    segments,
    text_of,
    time_reading,
)
from uriinspector.analysis.values.layers import octets_of_base64
from uriinspector.analysis.values.structures import (
    BinaryField,
    MalformedError,
    OctetReader,
    protobuf_fields,
    structure,
)
from uriinspector.analysis.values.value import (
    CERTAIN,
    IDENTIFIER,
    LIKELY,
    PARAMETER,
    POSSIBLE,
    STRUCTURE,
    shown_time,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import Message, NamedTuple, message
from uriinspector.core.schemes.urn_namespaces import utc

decoder = DecoderFamily()

MICRO, MILLI = 1_000_000, 1_000
UNIX_SECONDS, UNIX_MICROSECONDS = "Unix seconds", "Unix microseconds"
# Times must be from 2004 to 2039.
FIRST_SECOND, LAST_SECOND = 1_072_915_200, 2_208_988_800
GOOGLE = "dfir.blog, Google search"
OBSERVED = "observed"


def facts(pairs: list[tuple[str, str]], phrase: Message) -> Decoded:
    """Return a structure of these parts, which are not decoded further."""
    value = ", ".join(f"{name}: {text}" for name, text in pairs)
    return Decoded(STRUCTURE, value, phrase, LIKELY, tuple(fact(*each) for each in pairs))


@decoder("google-ei", "Google ei", GOOGLE, TOKEN, 12, 64, names=("ei", "sei"), where=at_google)
def google_ei(datum: Datum) -> Iterator[Decoded]:
    """Decode when a results page was created: four bytes of seconds, then microseconds."""
    octets = octets_of_base64(datum.text) or b""
    seconds = int.from_bytes(octets[:4], "little")
    if len(octets) < 8 or not FIRST_SECOND <= seconds < LAST_SECOND:
        return
    try:
        micros = OctetReader(octets[4:]).varint()
    except MalformedError:
        return
    time = utc(seconds * MICRO + (micros if micros < MICRO else 0), MICRO)
    phrase = message("Google search session, started {time}", time=shown_time(time))
    inner = (read_part("time", datum.text, time_reading(time, UNIX_SECONDS)),)
    yield Decoded(IDENTIFIER, datum.text, phrase, LIKELY, inner)


# Names of the numbered fields in "ved".
VED = {"1": "link index", "2": "link type", "5": "result position", "6": "results start"}
VED_TIME = "13."


@decoder("google-ved", "Google ved", GOOGLE, TOKEN, 6, 200, names=("ved",), where=at_google)
def google_ved(datum: Datum) -> Iterator[Decoded]:
    """Decode which search result was clicked: a digit, then a message with numbered fields."""
    text = datum.text
    octets = octets_of_base64(text[1:]) if text[0] in "012" else None
    fields, is_whole = protobuf_fields(octets or b"")
    known = [each._replace(path=VED[each.path]) for each in fields if each.path in VED]
    if not is_whole or not known:
        return
    decoded = structure(known, message("Google search: the link that was clicked"))
    times = _time_in([each for each in fields if each.path.startswith(VED_TIME)])
    yield decoded._replace(inner=(*decoded.inner, *times))


def _time_in(fields: list[BinaryField]) -> tuple[InnerDatum, ...]:
    """Return the time from the first field that is plausible as microseconds."""
    for _, number in fields:
        if isinstance(number, int) and FIRST_SECOND <= number // MICRO < LAST_SECOND:
            known = time_reading(utc(number, MICRO), UNIX_MICROSECONDS)
            return (read_part("time", str(number), known),)
    return ()


SXSRF = expression(r"[\w-]{20,}(?::|%3A)(?P<number>[0-9]{13}|[0-9]{16})")


@decoder(
    *("google-sxsrf", "Google sxsrf", OBSERVED, Shape.OTHER, 30, 120),
    names=("sxsrf",),
    where=at_google,
)
def google_sxsrf(datum: Datum) -> Iterator[Decoded]:
    """Decode the creation time, which follows a token and a colon."""
    if match := SXSRF.fullmatch(datum.text):
        is_milli = len(match["number"]) == 13
        time = utc(int(match["number"]), MILLI if is_milli else MICRO)
        yield time_reading(time, "Unix milliseconds" if is_milli else UNIX_MICROSECONDS)


CLICKS = ("gclid", "dclid", "gbraid", "wbraid")


@decoder("google-click", "Google Ads click ID", OBSERVED, TOKEN, 10, 400, names=CLICKS)
def google_click(datum: Datum) -> Iterator[Decoded]:
    """Recognize the click ID of an advertisement; some forms contain a time."""
    # The rest of the message may be unreadable.
    fields, _ = protobuf_fields(octets_of_base64(datum.text) or b"")
    phrase = message("Google Ads click ID")
    yield Decoded(IDENTIFIER, datum.text, phrase, LIKELY, _time_in(fields))


ANALYTICS = expression(
    r"(?:GA[0-9]\.[0-9](?:-[0-9])?\.|[0-9]\.)?[0-9]{6,10}\.(?P<time>[0-9]{10})(?:[.-].*)?"
)
BROWSER = expression(r"(?:[0-9]\.)?(?:[0-9]+\.[0-9]+\.[0-9]{10}-)?[0-9]{6,10}\.(?P<time>[0-9]{10})")


@decoder(
    *("google-analytics", "Google Analytics browser ID", "Google Analytics, _ga cookie"),
    *(MARKED, 17, 120),
    names=("_ga", "cid", "_gac", "client_id", "ga_cid", "gacid"),
)
def analytics_client(datum: Datum) -> Iterator[Decoded]:
    """Decode a browser's ID: a random number and the time of its first visit."""
    match = BROWSER.fullmatch(datum.text) or ANALYTICS.fullmatch(datum.text)
    if match and FIRST_SECOND <= int(match["time"]) < LAST_SECOND:
        time = utc(int(match["time"]), 1)
        inner = (read_part("first visit", match["time"], time_reading(time, UNIX_SECONDS)),)
        args = {"time": shown_time(time)}
        phrase = message("Google Analytics browser ID, first seen {time}", **args)
        yield Decoded(IDENTIFIER, datum.text, phrase, LIKELY, inner)


RLZ = expression(
    r"(?P<format>[0-9])(?P<point>[A-Z0-9]{2})(?P<brand>[A-Z]{4})(?:_(?P<language>[a-z]{2}(?:-[A-Z]{2})?))"
    r"?(?:(?P<country>[A-Z]{2})(?P<installed>[0-9]{2,4}))?(?:(?P<other>[A-Z]{2})(?P<searched>[0-9]{2,4}))?"
)
# The week from which weeks are counted.
FIRST_WEEK = date(2003, 2, 3)


@decoder(
    *("google-rlz", "Google RLZ", "Chromium, rlz/lib", TOKEN, 7, 40),
    names=("rlz",),
    where=at_google,
)
def google_rlz(datum: Datum) -> Iterator[Decoded]:
    """Decode details of a browser's installation: access point, brand, language, and the weeks
    of two events.
    """
    match = RLZ.fullmatch(datum.text)
    if match is None:
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
    phrase = message("Google RLZ: how the browser was installed")
    yield facts([(name, text) for name, text in parts if text], phrase)


def _week(number: str | None) -> str:
    return (FIRST_WEEK + timedelta(weeks=int(number))).isoformat() if number else ""


AQS = expression(
    r"(?P<client>[a-z-]+)\.(?P<clicked>[0-9]*)\.(?P<matches>[0-9a-z]*)"
    r"\.(?P<typed>[0-9]+)j(?P<permitted>[0-9]+)j(?P<page>[0-9]+)"
)
# The page that contained the search box, by its number in Chrome's source.
PAGES = {
    1: "new tab page",
    3: "home page",
    4: "other page",
    6: "search results page",
    7: "new tab page with the omnibox in focus",
    8: "new tab page with its box in focus",
}


@decoder(
    *("google-aqs", "Google aqs", "Chromium, omnibox", MARKED, 10, 400),
    names=("aqs",),
    where=at_google,
)
def google_aqs(datum: Datum) -> Iterator[Decoded]:
    """Decode what Chrome's address bar suggested, and how long the typing took."""
    match = AQS.fullmatch(datum.text)
    if match is None:
        return
    page = int(match["page"])
    clicked = [("clicked suggestion", match["clicked"])] if match["clicked"] else []
    suggestions = enumerate(match["matches"].split("j")[:32])
    pairs = [
        ("client", match["client"]),
        *clicked,
        *((f"suggestion {index}", each) for index, each in suggestions),
        ("time to type", f"{int(match['typed']) / MILLI:.3f} s"),
        ("page", PAGES.get(page, str(page))),
    ]
    yield facts(pairs, message("Chrome address bar statistics"))


class Snowflake(NamedTuple):
    """The format of a service's IDs: the epoch, and the number of bits after the time."""

    title: str
    hosts: tuple[str, ...]
    shift: int
    epoch: int
    unit: int = 1

    def milliseconds(self, number: int) -> int:
        """Return the time of an ID in Unix milliseconds."""
        return (number >> self.shift) * self.unit + self.epoch

    def read(self, text: str, confidence: str) -> Iterator[Decoded]:
        """Yield the reading of an ID if its time is plausible."""
        if len(text) >= SHORTEST:
            yield from created_at(text, self.title, self.milliseconds(int(text)), confidence)


TWITTER = Snowflake("X (Twitter) ID", ("twitter.com", "x.com", "twimg.com"), 22, 1_288_834_974_657)
DISCORD = Snowflake(
    "Discord ID",
    ("discord.com", "discordapp.com", "discordapp.net", "discord.gg"),
    22,
    1_420_070_400_000,
)
INSTAGRAM = Snowflake("Instagram ID", ("instagram.com",), 23, 1_314_220_021_721)
LINKEDIN = Snowflake("LinkedIn ID", ("linkedin.com",), 22, 0)
# The upper 32 of 64 bits are seconds.
TIKTOK = Snowflake("TikTok ID", ("tiktok.com", "tiktokv.com", "byteoversea.com"), 32, 0, 1_000)
MASTODON = Snowflake("Mastodon ID", (), 16, 0)
SNOWFLAKES = (TWITTER, DISCORD, INSTAGRAM, LINKEDIN, TIKTOK)
# X counted its first IDs from one, so shorter numbers contain no time.
SHORTEST = 15


@decoder(
    "snowflake", "snowflake ID", "twitter-archive/snowflake; Discord API", DIGITS, SHORTEST, 20
)
def snowflake(datum: Datum) -> Iterator[Decoded]:
    """Decode IDs that contain a time, in links of services that use such IDs."""
    for row in SNOWFLAKES:
        if is_of(datum, *row.hosts):
            yield from row.read(datum.text, CERTAIN if datum.part == PATH else LIKELY)
            return
    parts = segments(datum)
    is_account = len(parts) == datum.index == 2 and parts[0].startswith("@") and len(parts[0]) > 1
    if datum.part == PATH and is_account:
        yield from MASTODON.read(datum.text, LIKELY)
    elif datum.size in {18, 19} and not (
        datum.via or means_count(datum.name) or means_time(datum.name)
    ):
        # On other hosts, the service is unknown, so all possible readings are listed.
        for row in (TWITTER, DISCORD):
            yield from row.read(datum.text, POSSIBLE)


# The digits of base64url, six bits each.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@decoder(
    *("instagram", "Instagram short code", "Instagram Engineering, Sharding & IDs"),
    *(TOKENLIKE, 10, 12),
    where=at("instagram.com"),
)
def instagram_code(datum: Datum) -> Iterator[Decoded]:
    """Decode the short form of an Instagram ID: "/p/...", "/reel/..."."""
    number = number_in(datum.text, LETTERS)
    if number is not None and follows(datum, "p", "reel", "reels", "tv"):
        made = INSTAGRAM.milliseconds(number)
        yield from created_at(str(number), "Instagram post", made, CERTAIN)


LINKED = expression(r"(?:.*[-:])?(?:activity|share|ugcPost)[-:](?P<number>[0-9]{19})(?:-\w{4})?")
LINKEDIN_THREAD = expression("2-(?P<packed>[A-Za-z0-9+_-]{16,200}={0,2})")
MEMBER = expression(r".+-(?P<third>[0-9ab]{3})(?P<second>[0-9ab]{3})(?P<first>[0-9ab]{3})")


@decoder(
    *("linkedin", "LinkedIn ID", "dfir.blog, LinkedIn timestamps"),
    *(TOKENLIKE | Shape.OTHER, 10, 400),
    where=at("linkedin.com"),
)
def linkedin(datum: Datum) -> Iterator[Decoded]:
    """Decode the ID of a post or conversation, or the member's number after a name."""
    if datum.part != PATH:
        return
    if match := LINKED.fullmatch(datum.text):
        yield from LINKEDIN.read(match["number"], CERTAIN)
    elif match := LINKEDIN_THREAD.fullmatch(datum.text):
        plain = text_of(octets_of_base64(match["packed"]) or b"")
        if plain:
            yield Decoded(IDENTIFIER, plain, message("LinkedIn conversation"), LIKELY)
    elif follows(datum, "in") and (match := MEMBER.fullmatch(datum.text)):
        # Groups of three digits in base 12, the last group first.
        number = str(int(match["first"] + match["second"] + match["third"], 12))
        phrase = message("LinkedIn member {number}", number=number)
        yield Decoded(IDENTIFIER, number, phrase, LIKELY)


# The digits of base 40: all letters except vowels. In base 64, the same number is base64 text.
CONSONANTS = "BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz"
GMAIL_THREAD = expression(r"(?:thread-|msg-)?(?P<kind>[af]):(?P<number>r?-?[0-9]{10,20})")
OLD_THREAD = expression("[0-9a-f]{16}")
SHIFT = 20


@decoder(
    *("gmail", "Gmail thread", "ArsenalRecon, GmailURLDecoder", TOKENLIKE, 16, 80),
    where=at("mail.google.com"),
)
def gmail_thread(datum: Datum) -> Iterator[Decoded]:
    """Decode the time in a thread's number, written in consonants or as 16 hexadecimal digits."""
    if datum.part != FRAGMENT:
        return
    plain, number = datum.text, int(datum.text, 16) if OLD_THREAD.fullmatch(datum.text) else None
    if number is None:
        plain = _without_vowels(datum.text)
        match = GMAIL_THREAD.search(plain)
        if match is None:
            return
        if match["kind"] != "f" or not match["number"].isdigit():
            yield Decoded(IDENTIFIER, plain, message("Gmail thread, started by the user"), LIKELY)
            return
        number = int(match["number"])
    yield from created_at(plain, "Gmail thread", number >> SHIFT, LIKELY)


SIGN_IN = expression(r"S-?[0-9]{1,12}:(?P<time>[0-9]{16})(?::[0-9]{1,20})?")


@decoder(
    *("google-dsh", "Google sign-in", "observed", Shape.OTHER | Shape.ESCAPED, 20, 60),
    names=("dsh",),
    where=at("accounts.google.com"),
)
def google_sign_in(datum: Datum) -> Iterator[Decoded]:
    """Decode when a sign-in at Google began, in microseconds."""
    if match := SIGN_IN.fullmatch(datum.text):
        yield from created_at(datum.text, "Google sign-in", int(match["time"]) // 1_000, LIKELY)


def _without_vowels(text: str) -> str:
    number = number_in(text, CONSONANTS) or 0
    letters = ""
    while number:
        number, digit = divmod(number, 64)
        letters = LETTERS[digit] + letters
    return (octets_of_base64(letters) or b"").decode("latin-1")


# Names and values; a length precedes each value.
FACEBOOK = expression(
    "(?:Iw|PA)(?P<packed>(?:ZXh0bg|Y2xjaw)[A-Za-z0-9_-]{6,}?)(?:_aem_(?P<sum>[A-Za-z0-9_-]+))?"
)
KEYS = expression(rb"extn|clck|adid|brid|srtc|app_id")
FIELD = expression(rb"extn\x03(?P<kind>[a-z]{3})")


@decoder("fbclid", "Facebook click ID", OBSERVED, TOKEN, 30, 400, names=("fbclid",))
def facebook_click(datum: Datum) -> Iterator[Decoded]:
    """Decode the parts of a Facebook click ID, which is unique for each click."""
    pairs = []
    if match := FACEBOOK.fullmatch(datum.text):
        octets = octets_of_base64(match["packed"][: len(match["packed"]) // 4 * 4]) or b""
        if names := b" ".join(dict.fromkeys(KEYS.findall(octets))):
            pairs.append(("keys", names.decode()))
        if field := FIELD.search(octets):
            pairs.append(("extension", field["kind"].decode()))
        if match["sum"]:
            pairs.append(("hash", match["sum"]))
    phrase = message("Facebook click ID")
    yield facts(pairs, phrase) if pairs else Decoded(IDENTIFIER, datum.text, phrase, LIKELY)


VIDEO = expression("[A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]")
PLAYLIST = expression("(?:PL|UU|LL|FL|OL|RD)[A-Za-z0-9_-]{10,64}")
CHANNEL = expression("UC[A-Za-z0-9_-]{22}")
SECONDS = expression(
    "(?:(?P<hours>[0-9]{1,3})h)?(?:(?P<minutes>[0-9]{1,4})m)?(?:(?P<seconds>[0-9]{1,6})s?)?"
)


@decoder(
    *("youtube", "YouTube ID", "YouTube Data API", TOKENLIKE, 1, 80),
    where=at("youtube.com", "youtu.be", "youtube-nocookie.com"),
)
def youtube(datum: Datum) -> Iterator[Decoded]:
    """Recognize videos, playlists, channels and start times.

    A video ID has 64 bits, so there are only sixteen possible last characters.
    """
    is_short = datum.part == PATH and datum.index == 1 and is_of(datum, "youtu.be")
    is_video = datum.name == "v" or is_short or follows(datum, "embed", "shorts", "live", "v")
    if is_video and VIDEO.fullmatch(datum.text):
        yield Decoded(IDENTIFIER, datum.text, message("YouTube video"), CERTAIN)
    elif datum.name == "list" and PLAYLIST.fullmatch(datum.text):
        yield Decoded(IDENTIFIER, datum.text, message("YouTube playlist"), CERTAIN)
    elif follows(datum, "channel") and CHANNEL.fullmatch(datum.text):
        yield Decoded(IDENTIFIER, datum.text, message("YouTube channel"), CERTAIN)
    elif datum.name in {"t", "start", "time_continue"} and (match := SECONDS.fullmatch(datum.text)):
        hours, minutes, seconds = (int(each or 0) for each in match.groups())
        count = f"{hours * 3600 + minutes * 60 + seconds}"
        phrase = message("Playback starts at {count} seconds", count=count)
        yield Decoded(PARAMETER, count, phrase, CERTAIN)


TRACE = expression("1-(?P<time>[0-9a-f]{8})-[0-9a-f]{24}")


@decoder("x-ray", "AWS X-Ray trace ID", "AWS X-Ray, trace IDs", TOKEN, 35, 35)
def trace_id(datum: Datum) -> Iterator[Decoded]:
    """Decode trace IDs: a version, eight digits of seconds, and 96 random bits."""
    if match := TRACE.fullmatch(datum.text):
        made = int(match["time"], 16) * MILLI
        yield from created_at(datum.text, "AWS X-Ray trace ID", made, LIKELY)


TENANT_HOSTS = (
    *("login.microsoftonline.com", "login.microsoftonline.us", "login.windows.net"),
    "sts.windows.net",
)
UUID = expression(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"


def names_tenant(datum: Datum) -> bool:
    """Return True for a tenant's parameter; "tid" only counts in a token or at Microsoft."""
    if datum.name in {"tenantid", "tenant_id"}:
        return True
    is_short = datum.name == "tid" and "jwt" in datum.via
    is_there = datum.name == "tid" or (datum.part == PATH and datum.index == 1)
    return is_short or (is_there and is_of(datum, *TENANT_HOSTS))


@decoder(
    *("azure-tenant", "Microsoft tenant", "Microsoft Entra, tenant ID", Shape.URLSAFE, 36, 36),
    where=names_tenant,
)
def azure_tenant(datum: Datum) -> Iterator[Decoded]:
    """Recognize the ID of the organization whose accounts may sign in."""
    tenant = datum.text.lower()
    if UUID.fullmatch(tenant):
        phrase = message("Microsoft Entra tenant {tenant}", tenant=tenant)
        if tenant == PERSONAL:
            phrase = message("Microsoft tenant for personal accounts")
        yield Decoded(IDENTIFIER, tenant, phrase, CERTAIN if datum.part == PATH else LIKELY)
