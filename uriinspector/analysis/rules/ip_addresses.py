"""Rules about IP addresses in every spelling, and about names that stand for one."""

from collections.abc import Iterator
from ipaddress import IPv6Address

from uriinspector.analysis.domains import CLOUD, METADATA_NAMES, special_use
from uriinspector.analysis.facts import INNER, Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.safe_text import visible
from uriinspector.analysis.triggers import NUMERIC_HOST
from uriinspector.core.expression import expression
from uriinspector.core.host import address_range, ipv4_number, is_ipv6, matches_ipv4
from uriinspector.core.model import Span
from uriinspector.core.schemes.lookup import names_host, scheme_of
from uriinspector.readers.browser import REMOVED_INSIDE, host_in_browsers

RARE = ("rfc2396bis-01 7.3", "RFC 3986 7.4")
# Metadata services of Amazon (instances, containers, pods), Alibaba, Oracle (old), Azure, Google
# and Tencent.
METADATA = frozenset(
    {"169.254.169.254", "fd00:ec2::254", "169.254.170.2", "169.254.170.23", "fd00:ec2::23"}
    | {"100.100.100.200", "192.0.0.192", "168.63.129.16", "fd20:ce::254", "169.254.0.23"}
)
# Ranges of IPv6 addresses that can contain an IPv4 address; IPv4-compatible ones count as "global".
EMBEDDING = frozenset(
    {"IPv4-mapped", "IPv4 translation", "local IPv4 translation", "6to4", "Teredo", "global"}
)
# Here the inner address is the end of a tunnel, and not where all packets go.
TUNNELS = frozenset({"6to4", "Teredo"})
NUMBERS = expression(r"[0-9A-Fa-fxX.]+")
# Variants of the message, by the range in the registries (RFC 6890).
BY_RANGE = {
    "loopback": "loopback",
    "private use": "private",
    "unique local": "private",
    "former private use": "private",
    "shared address space": "shared",
    "link local": "link-local",
    "this host": "this-host",
    "unspecified": "this-host",
    "this network": "this-network",
    "limited broadcast": "broadcast",
    "multicast": "multicast",
    "documentation": "documentation",
    "benchmarking": "benchmarking",
    "reserved": "reserved",
    "discard only": "discard",
    "protocol assignments": "protocol",
    "6to4": "transition",
    "Teredo": "transition",
    "IPv4 translation": "transition",
    "local IPv4 translation": "translation",
    "6to4 relay anycast": "anycast",
}
# Four numbers with dots or hyphens, or an address in hexadecimal.
EMBEDDED = expression(
    r"(?<![0-9])[0-9]{1,3}(?:(?:\.[0-9]{1,3}){3}|(?:-[0-9]{1,3}){3})(?![0-9])|(?:\A|[.-])[0-9a-f]{8}(?=[.-])"
    r"|(?:\A|\.)(?P<ipv6>(?=[0-9a-f-]*--)[0-9a-f-]+)(?=\.)"
)
# Services whose names resolve to two addresses in turn.
REBINDING = ("rbndr.us", "1u.ms")
ALL_NUMBERS = expression(
    r"(?:(?:0[xX][0-9A-Fa-f]*+|[0-9]++)\.|(?!))*+(?:0[xX][0-9A-Fa-f]*+|[0-9]++)?+"
)
# Variants of the message that say who an address belongs to.
OWNERS = {"loopback": "loopback", "private use": "private"}
# The maximum length of an address quoted as written.
SPELLED = 48
# Four numbers without a scheme, as people write an address.
QUAD = expression(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?=[:/]|\Z)")
ONE_LABEL = expression(r"[A-Za-z0-9_-]+\.?")


def _host(facts: Facts) -> tuple[Span, str] | None:
    return facts.once(_written)


def _written(facts: Facts) -> tuple[Span, str] | None:
    span = facts.host_span
    is_one = span is not None and span.start < span.end and facts.is_read_as_written
    is_one = is_one and (facts.is_special or names_host(facts.reference))
    return (span, span.of(facts.text)) if span and is_one else None


def rare_ip(facts: Facts) -> Iterator[Hit]:
    result = _host(facts)
    if not result or matches_ipv4(result[1]) or not NUMBERS.fullmatch(result[1]):
        return
    span, text = result
    if facts.is_special:
        address = facts.host.address if facts.host else None
        with_dot = matches_ipv4(text.removesuffix(".")) is not None
        severity, variant = (MEDIUM, "dot") if with_dot else (HIGH, "")
    else:
        address, severity, variant = _connected_to(facts, text), HIGH, "other"
    if address is None:
        return
    written = facts.text[: span.start] + address + facts.text[span.end :]
    args = {"address": address, "range": address_range(address), "spelled": visible(text, SPELLED)}
    variant = variant or OWNERS.get(address_range(address), "")
    yield Hit(*span, severity, variant, Fix("Show the standard form", written), args)


def _connected_to(facts: Facts, text: str) -> str | None:
    """Return the IPv4 address that system libraries read, if the scheme connects to a server.

    These libraries reject a final dot.
    """
    number = ipv4_number(text) if connects(facts.effective_scheme) and text[-1] != "." else None
    return None if number is None else str(number)


def connects(scheme: str) -> bool:
    row = scheme_of(scheme)
    return row.port is not None or row.danger == "fetches"


def ip_invalid(facts: Facts) -> Iterator[Hit]:
    if facts.has_no_scheme and facts.stands_alone and (match := QUAD.match(facts.text)):
        if matches_ipv4(match[0]) is None:
            yield Hit(*match.span(), variant="other")
        return
    result = _host(facts)
    if not result or facts.is_address or not NUMERIC_HOST.match(result[1]):
        return
    span, text = result
    if text.startswith("["):
        is_address = text[1:2] in {"v", "V"} or is_ipv6(text[1:-1])
        if text.endswith("]") and not is_address and facts.is_refused:
            yield Hit(*span, variant="literal")
    elif facts.is_special:
        if host_in_browsers(text) is None and facts.is_refused:
            yield Hit(*span)
    elif connects(facts.effective_scheme) and _is_misshapen(facts, text):
        yield Hit(*span, variant="other")


def _is_misshapen(facts: Facts, text: str) -> bool:
    """Return True for numbers that non-web programs do not read as an address."""
    is_address = matches_ipv4(text) is not None or _connected_to(facts, text) is not None
    return not is_address and ALL_NUMBERS.fullmatch(text) is not None


def special_ip(facts: Facts) -> Iterator[Hit]:
    """Find special-use addresses; unusual spellings of internal ones are more severe."""
    result, host = _host(facts), facts.host
    if not result or not host or not host.address:
        return
    if host.range in {None, "global"} and host.address not in METADATA:
        return
    span, text = result
    args = {"range": host.range or "", "address": host.address}
    if host.range in INNER and _hides(text, host.address):
        yield Hit(*span, HIGH, "hidden", args=args)
    elif host.address in METADATA:
        yield Hit(*span, MEDIUM, "metadata", args=args)
    elif host.range != "IPv4-mapped":
        severity = MEDIUM if host.range == "this host" else None
        yield Hit(*span, severity, BY_RANGE.get(host.range or "", ""), args=args)


def _hides(text: str, address: str) -> bool:
    """Return True if the host, without what browsers remove, does not look like an address."""
    bare = REMOVED_INSIDE.sub("", text)
    return bare[0] != "[" and address not in bare and not NUMBERS.fullmatch(text)


def ipv4_in_ipv6(facts: Facts) -> Iterator[Hit]:
    """Find IPv4 addresses inside IPv6 addresses, which filters may miss."""
    result, host = _host(facts), facts.host
    if not result or not host or not host.address or host.range not in EMBEDDING:
        return
    inner = embedded(host.address)
    if inner is None:
        return
    inner_range = address_range(inner)
    args = {"address": inner, "range": inner_range}
    hides = host.range not in TUNNELS and (inner_range in INNER or inner in METADATA)
    about = {"local IPv4 translation": "local", "IPv4-mapped": "mapped"}.get(host.range, "")
    owner = OWNERS.get(inner_range, "")
    variant = f"{about}-{owner}".strip("-")
    yield Hit(*result[0], HIGH if hides else None, variant, args=args)


def embedded(written: str) -> str | None:
    """Return the IPv4 address: mapped, compatible, translated (RFC 6052), 6to4 or Teredo."""
    if ":" not in written:
        return None
    address = IPv6Address(written)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address.sixtofour:
        return str(address.sixtofour)
    if address.teredo:
        return str(address.teredo[1])
    number = int(address)
    is_compatible = number >> 32 == 0 and number > 0xFFFF
    # RFC 8215: the prefix for a network's own translation, assumed to be 96 bits like the
    # well-known one.
    if is_compatible or number >> 32 == 0x64_FF9B << 64 or number >> 80 == 0x64_FF9B_0001:
        return ".".join(str(octet) for octet in (number & 0xFFFFFFFF).to_bytes(4, "big"))
    return None


def ip_future(facts: Facts) -> Iterator[Hit]:
    result = _host(facts)
    if result and result[1][:2] in {"[v", "[V"}:
        yield Hit(*result[0])


def special_name(facts: Facts) -> Iterator[Hit]:
    """Find names outside of the public DNS, and public names that contain an address."""
    is_usual = facts.is_plain and facts.host_form.kind in {"name", "address"}
    if is_usual and "embeds-address" not in facts.service_kinds:
        return
    result = _host(facts)
    if not result or facts.is_address or result[1].startswith("["):
        return
    span, text = result
    name = text.removesuffix(".").lower()
    meaning = special_use(name)
    if name in METADATA_NAMES:
        yield Hit(*span, MEDIUM, "metadata")
    elif meaning:
        variant = "this-device" if name.rpartition(".")[2] == "localhost" else ""
        yield Hit(*span, variant=variant, args={"meaning": meaning})
    elif "embeds-address" in facts.services.kinds_of(name) and (found := _held_address(name)):
        variant = "rebinds" if name.endswith(REBINDING) else "embeds"
        yield Hit(*span, MEDIUM, variant, args={"found": found})
    elif "." not in name and facts.is_web and _is_one_label(text):
        yield Hit(*span, variant="single")


def _held_address(name: str) -> str:
    """Return the IP address in a name, which may have hyphens for dots or colons; or ""."""
    found = (
        match[0].strip(".-").replace("-", "-" if match["ipv6"] else ".")
        for match in EMBEDDED.finditer(name)
        if match["ipv6"] is None or is_ipv6(match["ipv6"].replace("-", ":"))
    )
    return next(found, "")


def _is_one_label(text: str) -> bool:
    return ONE_LABEL.fullmatch(text) is not None and not ALL_NUMBERS.fullmatch(text)


READ_AS = (
    "Browsers and many programs read the host as {address} ({range}). Short, octal, hex and "
    "integer forms can evade filters."
)
CONTAINS = "Contains {address} ({range}). Filters that check only the IPv6 form miss it."
TRANSLATED = (
    "If the prefix has 96 bits, the host contains {address} ({range}). The network "
    "that translates it sets the prefix."
)
RULES = (
    Rule(
        "rare-ip",
        HIGH,
        "Obfuscated IP address",
        {
            **dict.fromkeys(("", *OWNERS.values()), READ_AS),
            "dot": "Browsers ignore the final dot and go to {address} ({range}); other programs "
            "may look it up as a host name.",
            "other": "Many programs read the host as {address} ({range}). Filters for four decimal "
            "numbers can miss it.",
        },
        RARE,
        rare_ip,
        rises="Medium if the only difference is a dot at the end.",
        plain={
            "": '"{spelled}" is a disguised number ({address}) in place of a name: nothing shows '
            "whose site it is.",
            "loopback": '"{spelled}" is a disguised way to write {address}: the computer or phone '
            "you open the link on.",
            "private": '"{spelled}" is a disguised way to write {address}, a device on your own '
            "network.",
            "dot": "Browsers ignore the final dot and go to {address}; other programs may "
            "take it for a name.",
            "other": 'Many programs read "{spelled}" as {address}; security filters can miss it.',
        },
        when="has_odd_host",
    ),
    Rule(
        "ip-invalid",
        MEDIUM,
        "Invalid IP address",
        {
            "": "Browsers reject this address; other programs may look it up as a name.",
            "literal": "The text in brackets is not an IPv6 address; browsers reject the link.",
            "other": "Looks like an IP address but is not one; programs may look it up as a name.",
        },
        ("RFC 3986 3.2.2", "WHATWG URL 3.5"),
        ip_invalid,
        plain={
            "": "Looks like a numeric address but is not a valid one; browsers reject it.",
            "literal": "The text in brackets is not a valid numeric address; browsers "
            "reject the link.",
            "other": "Looks like a numeric address but is not a valid one: it leads nowhere or to "
            "a computer of that name.",
        },
        when="has_odd_host is_beginning",
    ),
    Rule(
        "special-ip",
        INFO,
        "Special-use IP address",
        {
            "": "{address} is a special-use address ({range}), not that of a public site.",
            "hidden": "The spelling hides the address {address} ({range}).",
            "metadata": CLOUD[0],
            "loopback": "{address} is a loopback address: it always means the device that opens "
            "the link.",
            "private": "{address} is a private address: which device answers depends on your "
            "network.",
            "shared": "{address} is in shared address space (carrier-grade NAT): which device "
            "answers depends on your network.",
            "link-local": "{address} is a link-local address: only devices on the same network "
            "segment can answer.",
            "this-host": '{address} means "this host": it can reach services on the device that '
            "opens the link.",
            "this-network": '{address} is in 0.0.0.0/8 ("this network"): it cannot be a '
            "destination.",
            "broadcast": "{address} is the broadcast address of the local network, not of a single "
            "host.",
            "multicast": "{address} is a multicast address: it names a group of receivers, not a "
            "web server.",
            "documentation": "{address} is reserved for examples: no public site uses it.",
            "benchmarking": "{address} is reserved for network tests and is not routed on the "
            "internet.",
            "reserved": "{address} is reserved for future use: no site uses it.",
            "discard": "{address} is a discard-only address: networks drop packets sent to it.",
            "protocol": "{address} is reserved for technical use, not for ordinary sites.",
            "transition": "{address} is a transition address ({range}): it carries an IPv4 "
            "address.",
            "translation": "{address} is for a local IPv4 translator: the destination depends on "
            "your network.",
            "anycast": "{address} was the 6to4 relay anycast address, now deprecated; it does not "
            "belong to a single host.",
        },
        ("RFC 6890 2.2", "rfc2396bis-01 7.3"),
        special_ip,
        rises="High if encoding or homoglyphs hide a loopback or private address. Medium for "
        "0.0.0.0 and for cloud metadata services.",
        of_host=True,
        plain={
            "shared": "{address} is not a public site: which device answers depends on the "
            "internet provider.",
            "link-local": "{address} is not a public site: only devices on the same network"
            " can answer.",
            "this-host": "{address} is not a public site; it can reach programs on the "
            "computer or phone you open it on.",
            "broadcast": "{address} means all devices on the local network, not just one.",
            "anycast": (
                "{address} was once reserved for a technical purpose; it does not belong to "
                "a single device."
            ),
            "": "{address} is a special-use address, not that of a public site.",
            "hidden": "The spelling hides the address {address}, which does not belong to a public "
            "site.",
            "metadata": "Not a site: {address} gives out passwords and keys of rented (cloud) "
            "computers.",
            "loopback": "{address} is not a site on the internet but the computer or phone you "
            "open the link on.",
            "private": (
                "{address} is not a public site but a device on the local network, such as a "
                "router."
            ),
            "this-network": "There can be no site at {address}.",
            "multicast": "{address} is a group of receivers, not a site.",
            "documentation": "{address} is only for examples: no public site uses it.",
            "benchmarking": "{address} is only for network tests: no public site uses it.",
            "discard": "Networks drop everything that is sent to {address}.",
            "transition": "{address} is for technical use: it contains another address.",
            "translation": "{address} is for technical use: the destination depends on your "
            "network.",
        },
        when="has_odd_host is_usual_address",
    ),
    Rule(
        "ipv4-in-ipv6",
        LOW,
        "IPv4 address inside IPv6",
        {
            **dict.fromkeys(("", "loopback", "private"), CONTAINS),
            **dict.fromkeys(("mapped", "mapped-loopback", "mapped-private"), CONTAINS),
            **dict.fromkeys(("local", "local-loopback", "local-private"), TRANSLATED),
        },
        ("RFC 4291 2.5.5", "RFC 6052 2"),
        ipv4_in_ipv6,
        rises="High if the embedded address is a private or loopback address.",
        of_host=True,
        plain={
            "": "Contains another address, {address}, which security filters can miss.",
            "loopback": "Contains another address, {address}: the computer or phone you open "
            "the link on.",
            "private": "Contains another address, {address}: a device on your own network.",
            "mapped": "Another way to write {address}, which security filters can miss.",
            "mapped-loopback": "Another way to write {address}: the computer or phone you open the "
            "link on.",
            "mapped-private": "Another way to write {address}, a device on your own network.",
            **dict.fromkeys(
                ("local", "local-loopback"), "On some networks, it goes to {address} instead."
            ),
            "local-private": "On some networks, it goes to {address} instead: a device on your own "
            "network.",
        },
        when="has_odd_host is_usual_address",
    ),
    Rule(
        "ip-future",
        LOW,
        "Unknown IP literal version",
        {"": "The grammar reserves this form; no such version is defined."},
        ("RFC 3986 3.2.2",),
        ip_future,
        plain={
            "": "The text in brackets is a kind of address that is not in use; browsers reject it."
        },
        when="has_odd_host",
    ),
    Rule(
        "special-name",
        INFO,
        "Special host name",
        {
            **dict.fromkeys(
                ("", "this-device"),
                "This name is used for {meaning}; public DNS does not resolve it.",
            ),
            "single": "The host is a single label: what it resolves to can depend on your network.",
            "metadata": CLOUD[1],
            "embeds": "The name contains an IP address, and resolves to it.",
            "rebinds": "The name resolves to either of the addresses in it, a different one each "
            "time, which evades checks that resolve it once.",
        },
        ("RFC 6761 6", "RFC 3986 3.2.2"),
        special_name,
        rises="Medium for cloud metadata services, and for names that contain the IP address "
        "they resolve to.",
        of_host=True,
        plain={
            "single": "A name without a dot: your own network can decide which computer answers.",
            "this-device": '"localhost" is not a site on the internet but the computer or phone '
            "you open the link on.",
            "": 'There is no public site "{site}": such names are only for {meaning}.',
            "metadata": "Not a site: this name gives out passwords and keys of rented (cloud) "
            "computers.",
            "rebinds": "Each time it is opened, the name can lead to another address, to get past "
            "security checks.",
            "embeds": "Leads to the numeric address in the name, {found}; who owns that computer "
            "is not visible.",
        },
        when="embeds-address has_odd_host",
    ),
)
