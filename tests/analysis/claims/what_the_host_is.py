"""Sentences about what a host is, its port and its services."""

import re
import unicodedata
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
    "home networks": ("arpa",),
    "Tor onion services": ("onion",),
    "I2P services": ("i2p",),
    "names outside DNS": ("alt",),
    "testing": ("test",),
    "names that must not resolve": ("invalid",),
    "documentation": ("example",),
}
METADATA: Final = frozenset(
    {"169.254.169.254", "fd00:ec2::254", "100.100.100.200", "169.254.170.2", "192.0.0.192"}
    | {"168.63.129.16", "fd00:ec2::23", "169.254.170.23", "fd20:ce::254"}
)
# Which ranges each sentence about an address is for.
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
    """The sentence is the one for the range."""
    found = range_of(claim.args["address"])
    fitting = next((each for words, each in KINDS.items() if words in claim.template), None)
    fine = found in fitting if fitting is not None else found != "global"
    return require(fine, f"the range is {found}")


def public(claim: Claim) -> str | None:
    """An address that anybody may reach, written as it is."""
    address = claim.args["address"]
    return first(
        require(range_of(address) == "global", f"the range is {range_of(address)}"),
        require(address in claim.run, "it is spelled otherwise"),
    )


def metadata(claim: Claim) -> str | None:
    """An address of a cloud's metadata service."""
    return require(claim.args["address"] in METADATA, "no metadata service")


def hides(claim: Claim) -> str | None:
    """The address is not spelled out."""
    return require(claim.args["address"] not in claim.run, "it is spelled out")


def meaning(claim: Claim) -> str | None:
    """The name's last label is one of those for this use."""
    last = _last(claim)
    ends = MEANINGS[claim.args["meaning"]]
    unlisted = not is_top(last) or last in {"arpa", "onion"}
    return require(last in ends and unlisted, f"the last label is {last}")


def _last(claim: Claim) -> str:
    return plain(claim.run).lower().removesuffix(".").rpartition(".")[2]


def single(claim: Claim) -> str | None:
    """One label, and no address."""
    name = (host_in_browser(claim.run) or claim.run).removesuffix(".")
    return require("." not in name and not range_like(name), "several labels")


def range_like(name: str) -> bool:
    """Return True if the text is an address."""
    return re.fullmatch(r"[0-9.]+|\[.*", name) is not None


def embeds(claim: Claim) -> str | None:
    """Four numbers, or eight hexadecimal digits, in the name."""
    pattern = r"(?:[0-9]{1,3}[.-]){3}[0-9]{1,3}|(?:\A|[.-])[0-9a-f]{8}(?=[.-])"
    name = claim.run.lower()
    is_v6 = any(
        "--" in label and host_in_browser(f"[{label.replace('-', ':')}]")
        for label in name.split(".")
    )
    return require(is_v6 or re.search(pattern, name), "no address in the name")


def metadata_name(claim: Claim) -> str | None:
    """The name of a metadata service."""
    names = {"metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"}
    return require(claim.run.lower().removesuffix(".") in names, "no metadata service")


def decoded_host(claim: Claim) -> str | None:
    """Browsers go to what the run decodes to."""
    host = host_in_browser(claim.run.strip(" "))  # they trim a link
    return first(
        require("%" in claim.run, "nothing is encoded"),
        require(host is not None and same(claim.args["host"], host), f"it decodes to {host}"),
    )


def escaped(claim: Claim) -> str | None:
    """There is an escape in the host."""
    start, end = claim.witness.host_place
    return require("%" in claim.run and start <= claim.start < end, "no escape in the host")


def long_name(claim: Claim) -> str | None:
    """Longer than 253 characters in ASCII, a final dot apart."""
    host = host_in_browser(claim.run) or plain(claim.run)
    return require(len(host.removesuffix(".")) > 253, f"{len(host)} characters")


def long_label(claim: Claim) -> str | None:
    """A label of more than 63 characters in ASCII."""
    host = host_in_browser(claim.run) or plain(claim.run)
    return require(any(len(each) > 63 for each in host.split(".")), f"{len(host)} characters")


def empty_label(claim: Claim) -> str | None:
    """Two dots in a row, or one at the start."""
    host = _dotted(claim)
    return require(".." in host or host.startswith("."), "no empty label")


def _dotted(claim: Claim) -> str:
    host = plain(re.sub("[\t\n\r]", "", claim.witness.text[slice(*claim.witness.host_place)]))
    return re.sub("[\u3002\uff0e\uff61\u2024]", ".", host)


def final_dot(claim: Claim) -> str | None:
    """The last label is empty, and no other."""
    host = _dotted(claim)
    return require(host.endswith(".") and not host.endswith("..") and len(host) > 1, "no such dot")


def hyphen(claim: Claim) -> str | None:
    """It starts or ends with one."""
    label = re.sub("[\t\n\r]", "", claim.run)
    return require(label.startswith("-") or label.endswith("-"), "no hyphen there")


def underscore(claim: Claim) -> str | None:
    """It has one, and browsers accept it in a host."""
    return require("_" in claim.run and host_in_browser("a_b.test"), "no underscore")


def listed(claim: Claim) -> str | None:
    """The name is the host, or the host is under it."""
    host = (claim.witness.host or claim.witness.written_host.lower()).removesuffix(".")
    name = claim.args["name"]
    return require(host == name or host.endswith(f".{name}"), f"the host is {host}")


def in_ipfs(claim: Claim) -> str | None:
    """The run is an address of content: a multihash in base 58, or a CID in base 32 or 36."""
    name = claim.run.removeprefix("/ipfs/").removeprefix("/ipns/")
    is_content = (len(name) == 46 and name.startswith("Qm")) or (len(name) > 48 and name[0] in "bk")
    return require(name != claim.run and is_content, f"{name} is no content")


def has_path(claim: Claim) -> str | None:
    """More than the front page of a service, to browsers."""
    url = claim.witness.url
    path = url.pathname if url is not None else claim.witness.generic.path
    return require(len(path) > 1, "the service's own page")


def scripts(claim: Claim) -> str | None:
    """The script names are those of the label's characters, as far as their names say so."""
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
    """More than one script."""
    return require(re.search(", | and ", claim.args["scripts"]), "one script")


def like_ascii(claim: Claim) -> str | None:
    """The label resembles ASCII letters of about the same length, and differs from them."""
    like, label = raw(claim.args["like"]), _label(claim)
    near = abs(len(like) - len(label)) <= max(2, len(label) // 2)
    return require(like.isascii() and like != label and near, f"the label is {label}")


def whole(claim: Claim) -> str | None:
    """Every letter is of that script."""
    script = claim.args["script"].upper()
    letters = [c for c in _label(claim) if c.isalpha()]
    named = all(unicodedata.name(c, "").startswith(script) for c in letters)
    return require(letters and named, "other letters")


def one_char(claim: Claim) -> str | None:
    """The character is the one of the run, or of the label where that is encoded."""
    named = claim.args["char"].partition(" ")[0]
    chars = {f"U+{ord(c):04X}" for c in (*plain(claim.run), *_label(claim), *claim.run)}
    return require(named in chars, "no such character there")


def converted(claim: Claim) -> str | None:
    """Browsers convert the label to this."""
    mapped, label = raw(claim.args["mapped"]), _raw_label(claim)
    host = host_in_browser(f"a.{label}.test")
    found = in_unicode(host).removeprefix("a.").removesuffix(".test") if host else None
    if found is None or host is None:
        # Then its letters show what it is, as far as the Unicode database knows.
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
    """The other name is the one of Python's codec, which is that of IDNA 2003."""
    other = raw(claim.args["other"])
    try:
        labels = _dotted(claim).lower().split(".")
        encoded = ".".join(each.encode("idna").decode() for each in labels)
    except UnicodeError:
        return None  # the codec knows Unicode 3.2 alone
    return require(same(other, encoded), f"IDNA 2003: {encoded}")


def label_2003(claim: Claim) -> str | None:
    """The same for a label alone."""
    try:
        encoded = _label(claim).encode("idna").decode()
    except UnicodeError:
        return None
    return require(raw(claim.args["other"]) == encoded.lower(), f"IDNA 2003: {encoded}")


def number_systems(claim: Claim) -> str | None:
    """Digits of more than one row of ten."""
    zeros = {ord(c) - unicodedata.decimal(c) for c in _label(claim) if c.isdecimal()}
    return require(len(zeros) > 1, "one number system")


def emoji(claim: Claim) -> str | None:
    """A symbol in the label."""
    symbols = [c for c in _label(claim) if unicodedata.category(c) in {"So", "Sm", "Sk"}]
    return require(symbols, "no symbol")


def of_label(checker: Checker) -> Checker:
    """A check that needs a host in the text."""

    def check(claim: Claim) -> str | None:
        start, end = claim.witness.host_place
        inside = start <= claim.start <= end
        return first(require(inside, "outside of the host"), checker(claim))

    return check


def is_described(claim: Claim) -> str | None:
    """The character's number and name are those of the Unicode database."""
    shown = claim.args["char"]
    chars = {described(c) for c in plain(claim.run)}
    fine = any(shown == each or (" " not in each and shown.startswith(each)) for each in chars)
    return require(fine, f"the run holds {sorted(chars)[:3]}")


def like_ascii_char(claim: Claim) -> str | None:
    """The character is not ASCII, what it looks like is."""
    like = raw(claim.args["like"])
    return require(like.isascii() and not claim.args["char"].endswith(f" {like}"), "itself")


def future(claim: Claim) -> str | None:
    """A literal of a version, and no address."""
    return require(re.match(r"\[[vV]", claim.run), "no version")


def in_own_name(claim: Claim) -> str | None:
    """The run contains the word and is part of the host before the service's name."""
    host, name = claim.witness.host or "", claim.args["name"]
    own = host.removesuffix(".").removesuffix(name)
    word = claim.args["spelled"]
    return require(word in own and word in claim.run.lower(), "not in the name")


def is_page(claim: Claim) -> str | None:
    """The path ends like a page."""
    start, end = claim.witness.places[2]
    path = claim.witness.text[start:end].lower()
    return require(path.endswith((".html", ".htm")) and "." in claim.run, "no page")
