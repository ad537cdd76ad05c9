"""Checkers of sentences about hosts and services."""

import re
import unicodedata
from ipaddress import ip_address
from typing import Final

from tests.analysis.claims.claim import Checker, Claim, first, raw, require, same
from tests.analysis.claims.witness import (
    described,
    host_in_browser,
    in_unicode,
    is_top,
    plain,
    range_of,
)

MEANINGS: Final = {
    "this device": ("localhost",),
    "devices on the local network (mDNS)": ("local",),
    "private networks": ("internal", "intranet", "lan", "home", "corp", "localdomain"),
    "home networks": ("arpa",), "Tor onion services": ("onion",), "I2P services": ("i2p",),
    "names outside DNS": ("alt",), "testing": ("test",),
    "names that must not resolve": ("invalid",), "documentation": ("example",),
}  # fmt: skip
METADATA: Final = frozenset(
    {"169.254.169.254", "fd00:ec2::254", "100.100.100.200", "169.254.170.2", "192.0.0.192"}
    | {"168.63.129.16", "fd00:ec2::23", "169.254.170.23", "fd20:ce::254"}
)
# The ranges for which each sentence about an address is true.
KINDS: Final = {
    "is loopback:": {"loopback"},
    "is a private address:": {"private use", "unique local", "former private use"},
    "is shared address space": {"shared address space"},
    "is link-local:": {"link local"},
    'means "this host"': {"this host", "unspecified"},
    "is in 0.0.0.0/8": {"this network"},
    "is the broadcast address": {"limited broadcast"},
    "is multicast:": {"multicast"},
    "is reserved for documentation:": {"documentation"},
    "is reserved for network tests": {"benchmarking"},
    "is reserved for future use:": {"reserved"},
    "is discard-only:": {"discard only"},
    "is reserved by IANA for protocol use": {"protocol assignments"},
    "is a transition address": {"6to4", "Teredo", "IPv4 translation"},
    "is for a local IPv4 translator:": {"local IPv4 translation"},
    "6to4 relay anycast": {"6to4 relay anycast"},
}


def kind(claim: Claim) -> str | None:
    """Check that the sentence fits the range of the address."""
    found = range_of(claim.args["address"])
    fitting = next((each for words, each in KINDS.items() if words in claim.template), None)
    fine = found in fitting if fitting is not None else found != "global"
    return require(fine, f"the range is {found}")


def public(claim: Claim) -> str | None:
    """Check that the address, or the IPv4 address mapped to it, is public and written as shown."""
    address = claim.args["address"]
    mapped = ip_address(address)
    inner = str(getattr(mapped, "ipv4_mapped", None) or address)
    return first(
        require(range_of(inner) == "global", f"the range is {range_of(inner)}"),
        require(address in claim.run or inner != address, "it is spelled otherwise"),
    )


def metadata(claim: Claim) -> str | None:
    """Check that the address belongs to a cloud's metadata service."""
    return require(claim.args["address"] in METADATA, "no metadata service")


def hides(claim: Claim) -> str | None:
    """Check that the text does not contain the address as shown."""
    return require(claim.args["address"] not in claim.run, "it is spelled out")


def meaning(claim: Claim) -> str | None:
    """Check that the last label of the name is reserved for the claimed purpose."""
    last = _last(claim)
    ends = MEANINGS[claim.args["meaning"]]
    unlisted = not is_top(last) or last in {"arpa", "onion"}
    return require(last in ends and unlisted, f"the last label is {last}")


def _last(claim: Claim) -> str:
    return plain(claim.run).lower().removesuffix(".").rpartition(".")[2]


def single(claim: Claim) -> str | None:
    """Check that the host is a single label and not an address."""
    name = (host_in_browser(claim.run) or claim.run).removesuffix(".")
    return require("." not in name and not range_like(name), "several labels")


def range_like(name: str) -> bool:
    """Return True if the text looks like an address."""
    return re.fullmatch(r"[0-9.]+|\[.*", name) is not None


def changes_settings(claim: Claim) -> str | None:
    """Check that the address is private, and that the path has a page for settings."""
    is_inner = re.match(r"10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.", claim.witness.host or "")
    pages = (
        r"/(?:goform|boaform|userrpm|hnap1|(?:apply|setup|dnscfg|wancfg|password|start_apply)\.)"
    )
    return require(is_inner and re.match(pages, claim.run.lower()), "no page for settings")


def embeds(claim: Claim) -> str | None:
    """Check that the name contains four numbers, eight hexadecimal digits, or an IPv6 address."""
    pattern = r"(?:[0-9]{1,3}[.-]){3}[0-9]{1,3}|(?:\A|[.-])[0-9a-f]{8}(?=[.-])"
    name = claim.run.lower()
    is_v6 = any(
        "--" in label and host_in_browser(f"[{label.replace('-', ':')}]")
        for label in name.split(".")
    )
    return require(is_v6 or re.search(pattern, name), "no address in the name")


def metadata_name(claim: Claim) -> str | None:
    """Check that the name belongs to a metadata service."""
    names = {"metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"}
    return require(claim.run.lower().removesuffix(".") in names, "no metadata service")


def decoded_host(claim: Claim) -> str | None:
    """Check that browsers go to the decoded host."""
    host = host_in_browser(claim.run.strip(" "))  # browsers trim a link
    return first(
        require("%" in claim.run, "nothing is encoded"),
        require(host is not None and same(claim.args["host"], host), f"it decodes to {host}"),
    )


def escaped(claim: Claim) -> str | None:
    """Check that there is an escape in the host."""
    start, end = claim.witness.host_place
    return require("%" in claim.run and start <= claim.start < end, "no escape in the host")


def long_name(claim: Claim) -> str | None:
    """Check that the name has more than 253 characters in ASCII, without a final dot."""
    host = host_in_browser(claim.run) or plain(claim.run)
    return require(len(host.removesuffix(".")) > 253, f"{len(host)} characters")


def long_label(claim: Claim) -> str | None:
    """Check that a label has more than 63 characters in ASCII."""
    host = host_in_browser(claim.run) or plain(claim.run)
    return require(any(len(each) > 63 for each in host.split(".")), f"{len(host)} characters")


def empty_label(claim: Claim) -> str | None:
    """Check that there are two dots in a row, or one at the start."""
    host = _dotted(claim)
    return require(".." in host or host.startswith("."), "no empty label")


def _dotted(claim: Claim) -> str:
    host = plain(re.sub("[\t\n\r]", "", claim.witness.text[slice(*claim.witness.host_place)]))
    return re.sub("[\u3002\uff0e\uff61\u2024]", ".", host)


def final_dot(claim: Claim) -> str | None:
    """Check that only the last label is empty."""
    host = _dotted(claim)
    return require(host.endswith(".") and not host.endswith("..") and len(host) > 1, "no such dot")


def hyphen(claim: Claim) -> str | None:
    """Check that the label begins or ends with a hyphen."""
    label = re.sub("[\t\n\r]", "", claim.run)
    return require(label.startswith("-") or label.endswith("-"), "no hyphen there")


def underscore(claim: Claim) -> str | None:
    """Check that there is an underscore, which browsers accept in a host."""
    return require("_" in claim.run and host_in_browser("a_b.test"), "no underscore")


def listed(claim: Claim) -> str | None:
    """Check that the host is the name or a subdomain of it."""
    host = (claim.witness.host or claim.witness.written_host.lower()).removesuffix(".")
    name = claim.args["name"]
    return require(host == name or host.endswith(f".{name}"), f"the host is {host}")


def in_ipfs(claim: Claim) -> str | None:
    """Check that the run is an IPFS identifier: a base58 multihash, or a CID in base32 or
    base36.
    """
    name = claim.run.removeprefix("/ipfs/").removeprefix("/ipns/")
    name = name.removesuffix(".ipfs.").removesuffix(".ipns.")
    is_content = (len(name) == 46 and name.startswith("Qm")) or (len(name) > 48 and name[0] in "bk")
    return require(name != claim.run and is_content, f"{name} is no content")


def has_path(claim: Claim) -> str | None:
    """Check that browsers go to more than the front page."""
    url = claim.witness.url
    path = url.pathname if url is not None else claim.witness.generic.path
    return require(len(path) > 1, "the service's own page")


def scripts(claim: Claim) -> str | None:
    """Check the scripts of the label, as far as the names of its characters contain them."""
    label = _label(claim)
    if label.startswith("xn--"):
        return None
    if _raw_label(claim).isascii() and label.isascii():
        return "plain letters"
    words = set(re.split(r", | AND |-", claim.args["scripts"].upper()))
    known = {"LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "THAI", "HIRAGANA", "KATAKANA"}
    used = {re.split("[ -]", unicodedata.name(c, ""))[0] for c in label if c.isalnum()} & known
    fine = used <= words and words & known <= used
    return require(fine or not words & known, f"scripts {sorted(used)}")


def _label(claim: Claim) -> str:
    """Return the label that contains the run, in Unicode."""
    start, end = claim.witness.host_place
    if start < 0:
        return ""
    host = claim.witness.text[start:end]
    at = claim.start - start
    dots = list(re.finditer("[.\u3002\uff0e\uff61\u2024]|%2[eE]", host))
    left = max((dot.end() for dot in dots if dot.start() < at), default=0)
    right = min((dot.start() for dot in dots if dot.start() > at), default=len(host))
    written = plain(re.sub("[\t\n\r]", "", host[left:right]))
    label = unicodedata.normalize("NFKC", written).lower().replace("\u00ad", "")
    return in_unicode(label) if label.startswith("xn--") else label


def several(claim: Claim) -> str | None:
    """Check that the sentence names several scripts."""
    return require(re.search(", | and ", claim.args["scripts"]), "one script")


def like_ascii(claim: Claim) -> str | None:
    """Check that the label differs from the ASCII text, and has about the same length."""
    like, label = raw(claim.args["like"]), _label(claim)
    near = abs(len(like) - len(label)) <= max(2, len(label) // 2)
    return require(like.isascii() and like != label and near, f"the label is {label}")


def whole(claim: Claim) -> str | None:
    """Check that every letter is of that script."""
    script = claim.args["script"].upper()
    letters = [c for c in _label(claim) if c.isalpha()]
    named = all(unicodedata.name(c, "").startswith(script) for c in letters)
    return require(letters and named, "other letters")


def one_char(claim: Claim) -> str | None:
    """Check that the character is in the run, or in the label if that is encoded."""
    named = claim.args["char"].partition(" ")[0]
    chars = {f"U+{ord(c):04X}" for c in (*plain(claim.run), *_label(claim), *claim.run)}
    return require(named in chars, "no such character there")


def converted(claim: Claim) -> str | None:
    """Check that browsers convert the label to this one."""
    mapped, label = raw(claim.args["mapped"]), _raw_label(claim)
    host = host_in_browser(f"a.{label}.test")
    found = in_unicode(host).removeprefix("a.").removesuffix(".test") if host else None
    if found is None or host is None:
        # Browsers reject the result: compare the normalized letters instead.
        normal = unicodedata.normalize("NFKC", label).casefold()
        shared = set(normal) & set(unicodedata.normalize("NFKC", mapped).casefold())
        return require(shared or not normal, f"{normal}")
    ascii_form = host.removeprefix("a.").removesuffix(".test")
    return require(mapped in {found, ascii_form}, f"browsers make {found}")


def _raw_label(claim: Claim) -> str:
    start, end = claim.witness.host_place
    text = claim.witness.text
    dots = "[.\u3002\uff0e\uff61]|%2[eE]"
    left = max((m.end() for m in re.finditer(dots, text[start : claim.start])), default=0)
    right = re.search(dots, text[claim.end : end])
    return text[start + left : claim.end + right.start() if right else end]


def idna_2003(claim: Claim) -> str | None:
    """Check the other name with Python's codec, which implements IDNA 2003."""
    other = raw(claim.args["other"])
    try:
        labels = _dotted(claim).lower().split(".")
        encoded = ".".join(each.encode("idna").decode() for each in labels)
    except UnicodeError:
        return None  # the codec only knows Unicode 3.2
    return require(same(other, encoded), f"IDNA 2003: {encoded}")


def label_2003(claim: Claim) -> str | None:
    """Check the other label with Python's codec, which implements IDNA 2003."""
    try:
        encoded = _label(claim).encode("idna").decode()
    except UnicodeError:
        return None
    return require(raw(claim.args["other"]) == encoded.lower(), f"IDNA 2003: {encoded}")


def number_systems(claim: Claim) -> str | None:
    """Check that there are digits of several number systems."""
    zeros = {ord(c) - unicodedata.decimal(c) for c in _label(claim) if c.isdecimal()}
    return require(len(zeros) > 1, "one number system")


def emoji(claim: Claim) -> str | None:
    """Check that there is a symbol in the label."""
    symbols = [c for c in _label(claim) if unicodedata.category(c) in {"So", "Sm", "Sk"}]
    return require(symbols, "no symbol")


def converted_host(claim: Claim) -> str | None:
    """Check that browsers read the run as this address of four numbers."""
    is_address = claim.args["mapped"].replace(".", "").isdigit()
    found = host_in_browser(claim.run)
    return require(is_address and found == claim.args["mapped"], f"{found}")


def of_label(checker: Checker) -> Checker:
    """Return a checker that also requires the run to be in the host."""

    def check(claim: Claim) -> str | None:
        start, end = claim.witness.host_place
        inside = start <= claim.start <= end
        return first(require(inside, "outside of the host"), checker(claim))

    return check


def is_described(claim: Claim) -> str | None:
    """Check the number and name of the character with the Unicode database."""
    shown = claim.args["char"]
    chars = {described(c) for c in plain(claim.run)}
    fine = any(shown == each or (" " not in each and shown.startswith(each)) for each in chars)
    return require(fine, f"the run holds {sorted(chars)[:3]}")


def like_ascii_char(claim: Claim) -> str | None:
    """Check that the character is not ASCII, but similar to an ASCII character."""
    like = raw(claim.args["like"])
    return require(like.isascii() and not claim.args["char"].endswith(f" {like}"), "itself")


def future(claim: Claim) -> str | None:
    """Check that the run begins like an IP literal with a version."""
    return require(re.match(r"\[[vV]", claim.run), "no version")


def in_own_name(claim: Claim) -> str | None:
    """Check that the run contains the word, in the labels before the service's name."""
    host, name = claim.witness.host or "", claim.args["name"]
    own = host.removesuffix(".").removesuffix(name)
    word = claim.args["spelled"]
    return require(word in own and word in claim.run.lower(), "not in the name")


def is_page(claim: Claim) -> str | None:
    """Check that the path ends like a page."""
    start, end = claim.witness.places[2]
    path = claim.witness.text[start:end].lower()
    return require(path.endswith((".html", ".htm")) and "." in claim.run, "no page")
