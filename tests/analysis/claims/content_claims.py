"""Checkers of sentences about characters, escapes and the contents of a link."""

import base64
import re
import unicodedata
from typing import Final

from tests.analysis.claims.claim import Checker, Claim, first, part_of, raw, require
from tests.analysis.claims.host_claims import is_described
from tests.analysis.claims.witness import SURROGATES, host_in_browser, open_in_browser, plain, split

# In later editions fewer characters are unreserved.
UNRESERVED: Final = {
    "1994": re.compile(r"[A-Za-z0-9$_.+!*'(),-]+"),
    "1997": re.compile(r"[A-Za-z0-9$_.!~*'()+,-]+"),
    "2003": re.compile(r"[A-Za-z0-9_.!~*'()-]+"),
    "2005": re.compile(r"[A-Za-z0-9._~-]+"),
}
# Segments that remove the previous one.
DOTS: Final = re.compile(r"(?:\.|%2e){2}", re.IGNORECASE)
SCHEME: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")


def in_host(claim: Claim) -> str | None:
    """Check that the run is in the host, which in 1994 can extend to the next slash."""
    start, end = claim.witness.host_place
    if "[" in claim.witness.text[start:end]:
        start, end = claim.witness.authority
    if claim.edition == "1994":
        end = claim.witness.places[3][1] if claim.witness.places[3][0] > 0 else end
    return require(start <= claim.start and claim.end <= end, "outside of the host")


def within(at: int) -> Checker:
    """Return a checker for the component of a run: path (2), query (3) or fragment (4)."""

    def check(claim: Claim) -> str | None:
        start, end = claim.witness.places[at]
        if at == 2 and claim.edition == "1994":
            end = max(end, claim.witness.places[3][1])  # few schemes of 1994 have a query
            start = claim.witness.places[0][1] + 1  # and few have an authority
        return require(start <= claim.start and claim.end <= end, "in another component")

    return check


def removed(claim: Claim) -> str | None:
    """Check that the run begins with a tab or a line end, which browsers remove."""
    return require(claim.run[:1] in {"\t", "\r", "\n"}, "not removed")


def encoded(claim: Claim) -> str | None:
    """Check that browsers escape the control character."""
    url = claim.witness.url
    escapes = "".join(f"%{octet:02X}" for octet in SURROGATES.sub("\ufffd", claim.run[:1]).encode())
    gone = DOTS.search(claim.witness.text)
    return require(
        url is not None and (gone or escapes in url.href), "not in the link as browsers write it"
    )


def trimmed(claim: Claim) -> str | None:
    """Check that the run is a space or control character at an end, where browsers remove it."""
    witness = claim.witness
    trim = "".join(map(chr, range(0x21)))
    inner_start = len(witness.text) - len(witness.text.lstrip(trim))
    inner_end = len(witness.text.rstrip(trim))
    fine = claim.start < inner_start or claim.start >= inner_end
    return require(fine and claim.run[0] <= " ", "not trimmed")


def becomes(claim: Claim) -> str | None:
    """Check that browsers convert the character to the delimiter."""
    like = raw(claim.args["like"])
    host = host_in_browser(f"aa{claim.run}bb.test")
    return require(host == f"aa{like}bb.test", f"browsers make {host}")


def in_userinfo(claim: Claim) -> str | None:
    """Check that the run is before the "@"."""
    start, end = claim.witness.user
    return require(start <= claim.start and claim.end <= end, "outside of the userinfo")


def bad_percent(claim: Claim) -> str | None:
    """Check that two hexadecimal digits do not follow the "%"."""
    after = claim.witness.text[claim.start + 1 : claim.start + 3]
    fine = claim.run[:1] == "%" and not re.fullmatch("[0-9A-Fa-f]{2}", after)
    return require(fine, "an escape")


def lone_percent(claim: Claim) -> str | None:
    """Check that the "%" is followed by something that no code can contain."""
    after = claim.witness.text[claim.start + 1 : claim.start + 2]
    fine = claim.run == "%" and after and not re.fullmatch("[^\\W_]", after)
    return require(fine, "an escape, or the beginning of one")


def double(claim: Claim) -> str | None:
    """Check that decoding the run repeatedly results in this character or byte."""
    octets = claim.run.encode("utf-8", "surrogatepass")
    times = 0
    while re.fullmatch(
        rb"%[0-9A-Fa-f]{2}(?:[0-9A-Fa-f]{2})*|(?:%[0-9A-Fa-f]{2}|[0-9A-Fa-f])+", octets
    ):
        decoded = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes.fromhex(m[1].decode()), octets)
        if decoded == octets:
            break
        octets, times = decoded, times + 1
    named = claim.args["inner"].startswith(names_of(octets.decode("latin-1")))
    return require(named and len(octets) == 1 and times > 1, f"{times} layers, {octets!r}")


def link_encoded_too_often(claim: Claim) -> str | None:
    """Check that the value around the run becomes a link, but only if it is decoded repeatedly."""
    text = re.split("[&#]", claim.witness.text[: claim.start])[-1]
    values = [
        re.split("%(?:25)*3d|=", text, flags=re.IGNORECASE)[-1] + claim.witness.text[claim.start :]
    ]
    values += (plain(values[-1]) for _ in range(9))
    links = [re.match("https?://", each, re.IGNORECASE) is not None for each in values]
    return require(not any(links[:2]) and any(links), f"becomes {values}")


def names_of(char: str) -> tuple[str, ...]:
    """Return the ways in which sentences name a character; for several characters, a name that
    no sentence has.
    """
    if len(char) != 1:
        return ("\0",)
    words = {" ": "a space", '"': "a quotation mark"}
    return words.get(char, f'"{char}"'), f"U+{ord(char):04X} ", f"byte {ord(char):02X}"


def named_first(claim: Claim) -> str | None:
    """Check that the first character of the sentence is that of the run."""
    return require(
        claim.run and claim.args["chars"].startswith(names_of(claim.run[0])), "another character"
    )


def sent(claim: Claim) -> str | None:
    """Check that browsers send this text, unless dot segments remove it."""
    url, gone = claim.witness.url, DOTS.search(claim.witness.text)
    return require(url and (gone or claim.args["sent"] in url.href), "browsers do not")


def unchanged(claim: Claim) -> str | None:
    """Check that browsers send the character unchanged, unless dot segments remove it."""
    url, gone = claim.witness.url, DOTS.search(claim.witness.text)
    return require(url and (gone or claim.run[:1] in url.href), "browsers do not")


def not_sent(claim: Claim) -> str | None:
    """Check that only characters that browsers remove are around the run."""
    text, trim = claim.witness.text, "".join(map(chr, range(0x21)))
    end = not text[: claim.start].strip(trim) or not text[claim.end :].strip(trim)
    return require(end and not claim.run.strip(" "), "inside of the link")


def overlong(claim: Claim) -> str | None:
    """Check that the escapes encode the character in more bytes than it needs."""
    octets = [int(each, 16) for each in re.findall("%([0-9A-Fa-f]{2})", claim.run)]
    if len(octets) < 2:
        return "no bytes"
    lead = octets[0]
    length = (
        2 if lead < 0xE0 else 3 if lead < 0xF0 else 4 if lead < 0xF8 else 5 if lead < 0xFC else 6
    )
    value = lead & (0x7F >> length)
    for octet in octets[1:]:
        value = value << 6 | octet & 0x3F
    fine = claim.args["char"].startswith(f"U+{value:04X}") and len(chr(value).encode()) < len(
        octets
    )
    return require(fine, f"U+{value:04X}")


def no_utf8(claim: Claim) -> str | None:
    """Check that the escaped bytes are not valid UTF-8."""
    try:
        bytes.fromhex("".join(re.findall("%([0-9A-Fa-f]{2})", claim.run))).decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "valid UTF-8"


def escaped_char(claim: Claim) -> str | None:
    """Check that the run is an escape of the character."""
    named = raw(claim.args["char"]).startswith(names_of(plain(claim.run)))
    return require(named, f"it is {plain(claim.run)!r}")


def receives(claim: Claim) -> str | None:
    """Check that the address after the run ends with the domain."""
    rest = plain(claim.witness.text[claim.end :]).partition("?")[0].partition("#")[0]
    return require(rest.rpartition("@")[2] == claim.args["other"], "another domain")


def in_authority(claim: Claim) -> str | None:
    """Check that the run is in the authority."""
    start, end = claim.witness.authority
    if claim.edition == "1994":
        end = max(end, claim.witness.places[3][1])
    return require(start <= claim.start and claim.end <= end, "outside of the authority")


def needless(claim: Claim) -> str | None:
    """Check that the run decodes to the shown characters, all of which are unreserved."""
    found = plain(claim.run)
    shown = claim.args["plain"][1:].partition('"')[0]
    fine = part_of(shown, found) and UNRESERVED[claim.edition].fullmatch(found)
    return require(fine, f"it is {found!r}")


def escaped_control(claim: Claim) -> str | None:
    """Check that the run is the escape of a control character with this number."""
    octets = {int(each, 16) for each in re.findall("%([0-9A-Fa-f]{2})", claim.run)}
    number = int(re.findall("U\\+([0-9A-F]+)", claim.args["char"])[0], 16)
    is_control = number < 0x20 or 0x7F <= number < 0xA0
    by_text = number in {*octets, *map(ord, plain(claim.run))} or _is_overlong(claim)
    return require(is_control and by_text, "another character")


def _is_overlong(claim: Claim) -> bool:
    """Return True if the escapes encode the character in more bytes than needed."""
    spans = ((claim.start - 3, claim.end), (claim.start, claim.end + 3))
    return any(overlong(claim._replace(start=a, end=b)) is None for a, b in spans)


def lowercase(claim: Claim) -> str | None:
    """Check the number of escapes with lowercase digits."""
    escapes = re.findall("%([0-9A-Fa-f]{2})", claim.witness.text)
    count = sum(each != each.upper() for each in escapes)
    return require(count == int(claim.args.get("count", "1")), f"{count} of them")


def segment(claim: Claim) -> str | None:
    """Check that the run is a whole dot segment, with the delimiters that browsers recognize."""
    witness = claim.witness
    slash = r"[/\\]" if witness.is_special else "/"
    path_start, path_end = witness.places[2]
    before = witness.text[path_start : claim.start]
    after = witness.text[claim.end : path_end]
    is_dots = re.fullmatch(r"(?:\.|%2[eE]){1,2}", claim.run) is not None
    begins = not before or re.search(f"{slash}$", before)
    ends = not after or re.match(slash, after)
    return require(is_dots and begins and ends and _is_listed(claim), "no segment of its own")


def _is_listed(claim: Claim) -> bool:
    """Return True if the path has segments, so that it is not opaque."""
    url = claim.witness.url
    if url is None:
        return True
    return bool(url.pathname.startswith("/"))


def gone(claim: Claim) -> str | None:
    """Check that browsers leave no dot segment."""
    url = claim.witness.url
    left = url is not None and re.search(r"(?:\A|/)(?:\.|%2[eE]){1,2}(?:/|\Z)", url.pathname)
    return require(not left, "browsers keep it")


def surplus(claim: Claim) -> str | None:
    """Check that removing the run of dots does not change where browsers go."""
    text, base = claim.witness.text, claim.witness.assumed
    left = text[: claim.start] + text[claim.end :].removeprefix("/")
    whole, rest = (open_in_browser(each, base) for each in (text, left or "."))
    if whole is None or rest is None:
        return None  # rejected for another reason
    return require(claim.run == ".." and whole.href == rest.href, "it leads up a level")


def before_slash(claim: Claim) -> str | None:
    """Check that an encoded slash or backslash is next to the run."""
    text = claim.witness.text
    after = re.match("%2[fF]|%5[cC]", text[claim.end :])
    before = re.search("(?:%2[fF]|%5[cC])$", text[: claim.start])
    return require(after or before, "no encoded slash beside it")


def found(claim: Claim) -> str | None:
    """Check that the run contains the match: as written, decoded once or twice, or in base64."""
    run, shown = claim.run, claim.args["found"]
    readings = [run, plain(run), plain(plain(run)), plain(run.replace("+", " ")), unpacked(run)]
    return require(any(part_of(shown, each) for each in readings), "not in the run")


def unpacked(run: str) -> str:
    """Return the text in a run of base64 or hexadecimal digits, as far as it is readable."""
    run = plain(run).rstrip("=")
    try:
        octets = base64.b64decode(run.replace("-", "+").replace("_", "/") + "=" * (-len(run) % 4))
    except ValueError:
        octets = b""
    if re.fullmatch("(?:[0-9A-Fa-f]{2})+", run):
        octets += b"\n" + bytes.fromhex(run)
    return octets.decode("utf-8", "replace")


def inner(claim: Claim) -> str | None:
    """Check that the text contains the inner link: as written, escaped, or in base64."""
    shown = claim.args["inner"]
    if claim.witness.scheme == "feed" and plain(claim.run).startswith("//"):
        shown = shown.removeprefix("http:")  # two slashes alone imply it
    pieces = re.split(r"[&=?#]", claim.witness.text)
    # Some services divide long links into segments.
    whole = claim.run.replace("/", "")
    readings = [claim.run, *map(unpacked, pieces), unpacked(claim.run), unpacked(whole)]
    readings += [each.replace("\n", "").replace("\\/", "/") for each in readings]
    readings += [plain(each) for each in readings]
    if claim.has(shown) or any(part_of(shown, each) for each in readings):
        return None
    scheme, _, rest = raw(shown).partition(":")
    if f";scheme={scheme}" in claim.witness.text and rest in claim.run:
        return None  # the scheme of an intent's data is in a parameter
    # Services and servers can write delimiters in other ways, so only the letters are compared.
    inside = split(raw(shown))[0]
    host = letters(inside.authority or inside.path.partition("/")[2])
    texts = (claim.witness.text, plain(plain(claim.witness.text)), *readings)
    if not host:
        return require(any(raw(shown).partition(":")[0] in each for each in texts), "not in it")
    words = re.findall("[A-Za-z0-9_-]{9,}", raw(shown)) if claim.code == "rewriter" else []
    fine = (host and any(host in letters(each) for each in texts)) or any(map(claim.has, words))
    return require(fine, "not in the text")


def letters(text: str) -> str:
    """Return only the letters and digits of a text."""
    return "".join(filter(str.isalnum, text)).lower()


def named_parameter(claim: Claim) -> str | None:
    """Check that a parameter or path segment with this name is right before the run."""
    name = raw(claim.args["name"])
    before = claim.witness.text[: claim.start]
    pattern = rf"(?:^|[?&#;/])(?:amp;)?{re.escape(name)}=|/{re.escape(name)}/\Z"
    return require(re.search(pattern, before, re.IGNORECASE), "no such parameter")


def card(claim: Claim) -> str | None:
    """Check that the digits have the checksum of a payment card."""
    digits = [int(c) for c in plain(claim.run) if c.isdigit()]
    twice = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return require((sum(digits[-1::-2]) + sum(twice)) % 10 == 0, "another check sum")


def mailbox(claim: Claim) -> str | None:
    """Check that the run contains the address: as written, escaped, or encoded."""
    shown = claim.args["shown"]
    readings = [claim.run, unpacked(claim.run)]
    for _ in range(9):
        readings.append(plain(readings[-1] if len(readings) > 2 else claim.run))
    inside = any(part_of(shown, each) for each in readings)
    return require(inside and "@" in shown, "not in the run")


def code_inside(claim: Claim) -> str | None:
    """Check that the value begins with the named scheme."""
    value = plain(plain(claim.run))
    match = SCHEME.match(value)
    named = raw(claim.args["scheme"])
    return require(match and match[1].lower() == named, f"it begins {value[:12]!r}")


def hidden_char(claim: Claim) -> str | None:
    """Check that the run contains the character or its escapes."""
    return is_described(claim)


def spelled_in_tags(claim: Claim) -> str | None:
    """Check that the run consists of tag characters for this text."""
    spelled = "".join(chr(ord(char) & 0x7F) for char in claim.run if ord(char) >> 7 == 0xE0000 >> 7)
    return require(spelled.strip("\x01\x7f") == claim.args["found"], "spells something else")


def hostlike(claim: Claim) -> str | None:
    """Check that the run contains the name, and is after the authority."""
    fine = part_of(claim.args["name"], claim.run) and claim.start >= claim.witness.authority[1]
    return require(fine, "in the host")


def outside_fragment(claim: Claim) -> str | None:
    """Check that the run is not in the fragment."""
    start, end = claim.witness.places[4]
    return require(not start <= claim.start <= end, "in the fragment")


def encoded_char(claim: Claim) -> str | None:
    """Check that the run is an escape of the character."""
    return first(require(claim.run.startswith("%"), "not encoded"), is_described(claim))


def before_extension(claim: Claim) -> str | None:
    """Check that a dot and a few letters follow, up to the end of the component."""
    after = claim.witness.text[claim.end :]
    return require(re.match(r"\.[A-Za-z0-9]{1,5}(?:[?#]|\Z)", after), "no extension behind it")


def at_end(claim: Claim) -> str | None:
    """Check that nothing visible follows in the component."""
    after = re.split("[?#]", claim.witness.text[claim.end :])[0]
    seen = [c for c in plain(after) if unicodedata.category(c)[0] not in "CZ"]
    return require(not seen, f"{seen[:3]} follows")


def idle(claim: Claim) -> str | None:
    """Check that the direction mark is last, or that the text has nothing right-to-left."""
    rtl = {"R", "AL", "AN", "RLE", "RLO", "RLI"}
    turned = any(unicodedata.bidirectional(c) in rtl for c in plain(claim.witness.text))
    return first(at_end(claim)) if turned or claim.args["char"][:6] != "U+200E" else None


def before_header(claim: Claim) -> str | None:
    """Check that a name and a colon follow."""
    after = plain(plain(claim.witness.text[claim.end :])).lstrip("\r\n")
    return require(re.match("[A-Za-z][A-Za-z0-9-]*:", after), "no header follows")
