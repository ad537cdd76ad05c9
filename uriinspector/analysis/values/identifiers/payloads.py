"""Paths by which programs of attackers know their own: Metasploit and Cobalt Strike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import TERM, Arg, Phrase
from uriinspector.analysis.values.datum import PATH, Datum, Decoded, InnerDatum
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.link_hosts import segments
from uriinspector.analysis.values.value import IDENTIFIER, LIKELY, POSSIBLE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.expression import expression
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

# The sum of all characters, of which the lowest octet counts: what is asked for by it.
CHECKSUMS = {
    80: "Metasploit: Python payload",
    88: "Metasploit: Java payload",
    92: "Metasploit: Windows payload; Cobalt Strike: x86 payload",
    93: "Cobalt Strike: x64 payload",
    95: "Metasploit: first connection",
    98: "Metasploit: connection",
}
SHORT = expression("(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[A-Za-z0-9]{4}")
LONG = expression("[A-Za-z0-9_-]{22,}")
PLATFORMS = (
    *(
        "",
        "Windows",
        "NetWare",
        "Android",
        "Java",
        "Ruby",
        "Linux",
        "Cisco",
        "Solaris",
        "OSX",
        "BSD",
    ),
    *("OpenBSD", "BSDi", "NetBSD", "FreeBSD", "AIX", "HPUX", "Irix", "Unix", "PHP", "JavaScript"),
    *("Python", "NodeJS", "Firefox"),
)
ARCHITECTURES = (
    *("", "x86", "x64", "mips", "mipsle", "mipsbe", "ppc", "ppc64", "cbea", "cbea64", "sparc"),
    *(
        "armle",
        "armbe",
        "cmd",
        "php",
        "tty",
        "java",
        "ruby",
        "dalvik",
        "python",
        "nodejs",
        "firefox",
    ),
    *("zarch", "aarch64"),
)
FIRST, LAST = 1_420_070_400, 2_208_988_800


def payload_checksum(datum: Datum) -> Iterator[Decoded]:
    """Four letters and digits that are all of the path; one in forty such paths fits by chance."""
    if datum.part != PATH or len(segments(datum)) != 1 or not SHORT.fullmatch(datum.text):
        return
    title = CHECKSUMS.get(sum(map(ord, datum.text)) & 255)
    if title:
        phrase = Phrase(
            "Matches a checksum that malware tools use ({title})", (Arg("title", title, TERM),)
        )
        yield Decoded(IDENTIFIER, datum.text, phrase, POSSIBLE)


def payload_uuid(datum: Datum) -> Iterator[Decoded]:
    """Sixteen octets of Metasploit: an identifier, platform, architecture and time."""
    if datum.part != PATH or not LONG.fullmatch(datum.text):
        return
    if sum(map(ord, datum.text)) & 255 not in CHECKSUMS:
        return
    octets = octets_of_base64(datum.text[:22])
    if octets is None:
        return
    first, second = octets[8], octets[9]
    platform, architecture = octets[10] ^ first, octets[11] ^ second
    seconds = int.from_bytes(octets[12:16]) ^ int.from_bytes(bytes((first, second) * 2))
    is_known = 0 < platform < len(PLATFORMS) and 0 < architecture < len(ARCHITECTURES)
    if not is_known or not FIRST <= seconds < LAST:
        return
    time = utc(seconds, 1)
    known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
    members = (
        ("unique ID", octets[:8].hex()),
        ("platform", PLATFORMS[platform]),
        ("architecture", ARCHITECTURES[architecture]),
    )
    inner = (
        *(InnerDatum(name, text, is_member=True, is_final=True) for name, text in members),
        InnerDatum("time", str(seconds), known=(known,), is_final=True),
    )
    phrase = Phrase("Metasploit payload UUID")
    yield Decoded(IDENTIFIER, octets.hex(), phrase, LIKELY, inner)
