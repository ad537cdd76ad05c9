"""What Google's search writes into its links: ei, ved, sxsrf, rlz and aqs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.link_hosts import is_google
from uriinspector.analysis.values.structures.binary_fields import BinaryField, inner_of, shown
from uriinspector.analysis.values.structures.protobuf import read, varint
from uriinspector.analysis.values.value import IDENTIFIER, LIKELY, STRUCTURE, TIME
from uriinspector.analysis.values.words import shown_time, time_of
from uriinspector.core.expression import expression
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MICRO, MILLI = 1_000_000, 1_000
FIRST, LAST = 1_072_915_200, 2_208_988_800


def google_ei(datum: Datum) -> Iterator[Decoded]:
    """When the page of results was made: seconds in four octets, then microseconds."""
    octets = (
        octets_of_base64(datum.text) if datum.name in {"ei", "sei"} and is_google(datum) else None
    )
    if octets is None or len(octets) < 8:
        return
    seconds = int.from_bytes(octets[:4], "little")
    micros, end = varint(octets, 4)
    if not FIRST <= seconds < LAST or end > len(octets):
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
    return [number for number in numbers if FIRST <= number // MICRO < LAST]


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
    if match and FIRST <= int(match["time"]) < LAST:
        time = utc(int(match["time"]), 1)
        known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
        inner = (InnerDatum("first visit", match["time"], known=(known,), is_final=True),)
        phrase = Phrase(
            "Google Analytics browser, first seen {time}", (Arg("time", shown_time(time)),)
        )
        yield Decoded(IDENTIFIER, datum.text, phrase, LIKELY, inner)
