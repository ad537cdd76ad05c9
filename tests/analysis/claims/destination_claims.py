"""Checkers of sentences about destinations."""

import re
from typing import Final
from unicodedata import normalize

from tests.analysis.claims.claim import Checker, Claim, first, part_of, raw, require, same
from tests.analysis.claims.witness import (
    SPECIAL,
    domain_of,
    embedded,
    host_in_browser,
    in_unicode,
    open_in_browser,
    plain,
    range_of,
)
from uriinspector.analysis.international.known_names import index
from uriinspector.core.parse import parse

# Slashes and backslashes, written or encoded, and the prefixes before a computer's name.
SLASH: Final = r"(?:[/\\]|%2f|%5c)"
SHARE: Final = (
    rf"\s*(?:file:)?(?:{SLASH}{{1,2}}localhost)?{SLASH}{{2,}}(?:\?{SLASH}+UNC{SLASH}+)?([^?#]*)"
)
NO_FETCH: Final = frozenset(
    {"javascript", "vbscript", "data", "about", "blob", "mailto", "tel", "sms", "urn"}
)


def goes(claim: Claim) -> str | None:
    """Check that browsers go to ``host``."""
    return require(claim.is_at(claim.args["host"]), f"browsers go to {claim.witness.host}")


def accepted(claim: Claim) -> str | None:
    """Check that browsers accept the link, and go to this host."""
    witness = claim.witness
    named = claim.args["host"]
    same_host = witness.host is not None and same(named, witness.host)
    same_host = same_host or claim.names_site_of(witness.host, named)
    # In a file link, browsers omit the name of this computer.
    same_host = same_host or (named.lower() == "localhost" and witness.host == "")
    if witness.url is not None and not witness.is_special:
        # Browsers only add escapes to such a host.
        same_host = same_host or same(named, plain(witness.host or "")) or claim.is_at(named)
    return require(same_host, f"browsers go to {witness.host}")


def rejected(claim: Claim) -> str | None:
    """Check that browsers reject the link."""
    return require(claim.witness.url is None, f"browsers take it: {claim.witness.host}")


def other(claim: Claim) -> str | None:
    """Check that ``other`` is the host by the generic syntax."""
    witness = claim.witness
    whole = witness.text[witness.host_place[0] : witness.authority[1]]
    fine = any(same(claim.args["other"], each) for each in (witness.written_host, whole))
    # In RFC 1738, only a slash ends a host.
    fine = fine or (claim.edition == "1994" and raw(claim.args["other"]).startswith(whole))
    fine = fine or (witness.url is None and part_of(claim.args["other"], whole))
    fine = fine or without_slashes(claim) is None
    return require(fine, f"the written host is {witness.written_host!r}")


def without_slashes(claim: Claim) -> str | None:
    """Check the host if the number of slashes is right, and no backslash is read as a slash."""
    text = claim.witness.text
    split = parse(re.sub(r"^([^:]*:)[/\\]*", r"\1//", text))
    return require(same(claim.args["other"], split.host or ""), f"the split has {split.host!r}")


def split_host(claim: Claim) -> str | None:
    """Check the host in the authority by appendix B, with or without the port."""
    witness = claim.witness
    whole = witness.text[witness.host_place[0] : witness.authority[1]]
    fine = any(same(claim.args["other"], each) for each in (witness.written_host, whole))
    return require(fine, f"the split has {witness.written_host!r}")


def to_the_slash(claim: Claim) -> str | None:
    """Check the host by the 1994 edition, where only a slash, a port or a fragment ends it."""
    authority = claim.witness.text[claim.witness.authority[0] :].partition("/")[0]
    whole = authority.partition("#")[0].rpartition("@")[2]
    names = {whole, whole.rpartition(":")[0], authority.rpartition("@")[2]}
    fine = claim.edition == "1994" and "?" in authority
    return require(
        fine and any(same(claim.args["other"], each) for each in names), f"to the slash: {names}"
    )


def without_excluded(claim: Claim) -> str | None:
    """Check that the text has no character that every edition excludes."""
    return require(not re.search(r'[\\<>"{}|^` ]', claim.witness.text), "not of the grammar")


def any_slashes(claim: Claim) -> str | None:
    """Check that the number of slashes is unusual, and that two would lead to the same host."""
    witness = claim.witness
    behind = witness.stripped.partition(":")[2]
    rest = behind.lstrip("/\\")
    url = open_in_browser(f"{witness.scheme}://{rest}")
    fine = url is not None and same(claim.args["host"], url.hostname)
    written = witness.text.partition(":")[2]
    odd = not written.startswith("//") or behind.startswith(("///", "//\\"))
    return require(fine and odd, "two slashes")


def kept_by_browsers(claim: Claim) -> str | None:
    """Check that the run is not in the authority of a link that browsers reject."""
    start, end = claim.witness.authority
    inside = start <= claim.start < end
    return require(not inside or claim.witness.url is not None, "browsers reject the host")


def before_at(claim: Claim) -> str | None:
    """Check that the run ends before the "@" of the authority."""
    witness = claim.witness
    at = claim.end if claim.code != "userinfo-password" else witness.user[1]
    url = witness.url
    fine = witness.text[at : at + 1] == "@" and witness.user[0] <= claim.start < witness.user[1] + 1
    if fine and url is not None and witness.is_special:
        fine = bool(url.username or url.password) or not plain(claim.run).strip(":@\t\r\n")
        fine = fine or claim.run.strip("\t\r\n:") == ""
    return require(fine, "no userinfo to browsers")


def shown(claim: Claim) -> str | None:
    """Check that ``shown`` is in the run."""
    fine = any(part_of(claim.args["shown"], plain(claim.run, by)) for by in ("utf-8", "octets"))
    return require(fine, "not in the userinfo")


def mentions(claim: Claim) -> str | None:
    """Check that the protected name is in the userinfo."""
    name = claim.args["shown"].partition(".")[0].lower()
    return require(name in plain(claim.run).lower(), "not in the userinfo")


def slashes(claim: Claim) -> str | None:
    """Check that the link has no authority by the grammar."""
    return require(claim.witness.generic.authority is None, "it has an authority")


def empty_authority(claim: Claim) -> str | None:
    """Check that the link has an empty authority by the grammar."""
    return require(claim.witness.generic.authority == "", "it has none, or one that is not empty")


def no_host(claim: Claim) -> str | None:
    """Check that the link has no written host."""
    written = claim.witness.written_host
    return require(not written or not claim.witness.is_special, "a host is written")


def browsers_find_none(claim: Claim) -> str | None:
    """Check that browsers accept the link without a host."""
    witness = claim.witness
    return require(witness.url is not None and not witness.host, f"the host is {witness.host}")


def schemeless(claim: Claim) -> str | None:
    """Check that the text has no scheme by the grammar."""
    return require(claim.witness.generic.scheme is None, "it has a scheme")


def unfetched(claim: Claim) -> str | None:
    """Check that links with this scheme have no host."""
    scheme = (claim.witness.generic.scheme or "").lower()
    return require(scheme in NO_FETCH and claim.args["scheme"] == scheme, "a scheme with hosts")


def long_host(claim: Claim) -> str | None:
    """Check the length of the run, and the registrable domain of the host."""
    witness = claim.witness
    host = (witness.host or "").lower()
    site = claim.args.get("site")
    return first(
        require(int(claim.args["length"]) == len(claim.run), f"{len(claim.run)} characters"),
        site and require(same(site, domain_of(host) or ""), f"registrable: {domain_of(host)}"),
    )


def code_of_char(claim: Claim) -> str | None:
    """Check that the text contains the code, and that its digits are those of the character."""
    found = claim.args["found"].strip('"')
    code = re.fullmatch(r"[\\%][ux]([0-9A-Fa-f]{2,4})", found)
    is_same = code is not None and f"U+{int(code[1], 16):04X}" in raw(claim.args["char"])
    return require(found in claim.witness.text and is_same, "another character")


def decoded_first(claim: Claim) -> str | None:
    """Check that the decoded authority has this host."""
    start, end = claim.witness.authority
    decoded = re.split(r"[/?#\\]", plain(claim.witness.text[start:end]))[0]
    host = decoded.rpartition("@")[2].partition(":")[0]
    return require(same(claim.args["other"], host), f"it is {host!r}")


def backslash(claim: Claim) -> str | None:
    """Check that browsers read the backslash as a slash."""
    witness = claim.witness
    before = witness.text[: claim.start]
    fine = witness.is_special and not re.search("[?#]", before) and set(claim.run) == {"\\"}
    return require(fine, "no slash to browsers")


def urllib(claim: Claim) -> str | None:
    """Check that ``other`` is the host by urllib."""
    found = claim.witness.urllib_host()
    return require(found is not None and same(claim.args["other"], found), f"urllib: {found}")


def second_scheme(claim: Claim) -> str | None:
    """Check that the host is the name of a scheme, and the path contains another host."""
    rest = claim.witness.text[claim.end :]
    host = claim.args["host"].lower()
    is_intended = re.match("//[^/?#]", rest) is not None
    return require(host in {"http", "https", "ftp"} and is_intended, f"rest {rest[:20]!r}")


def distance(a: str, b: str) -> int:
    """Return the number of edits: insertions, deletions, replacements and swapped neighbors."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def not_read(claim: Claim) -> str | None:
    """Check that the text begins nearly like the scheme, but browsers find another or none."""
    usual, text = claim.args["usual"], normalize("NFKC", claim.witness.text).lstrip()
    letters = "".join(filter(str.isalpha, text.partition("//")[0])).lower()
    return first(
        require(claim.witness.scheme != usual, "browsers read it"),
        require(distance(letters, usual) <= 1, "not similar"),
    )


def one_slip(claim: Claim) -> str | None:
    """Check that the scheme is one or two edits from the usual one."""
    scheme = (claim.witness.generic.scheme or "").lower()
    named = claim.args["scheme"]
    near = distance(named, claim.args["usual"])
    fine = 0 < near < 3 and scheme in {named, named.lstrip("."), ""}
    return require(fine, f"{near} characters away")


def relative(claim: Claim) -> str | None:
    """Check that the grammar and browsers find a relative path."""
    witness = claim.witness
    generic = witness.generic
    fine = generic.scheme is None and generic.authority is None and witness.scheme is None
    return require(fine, "no relative path")


def address(claim: Claim) -> str | None:
    """Check that the address is that of the host, and in the named range."""
    witness, found = claim.witness, claim.args["address"]
    host = witness.host if witness.is_special and witness.host else None
    if host is None:
        host = host_in_browser(witness.written_host) or witness.written_host
    inner = host.strip("[]") == found
    named = claim.args.get("range", range_of(found))
    return first(
        require(inner, f"the host is {host}"),
        require(named == range_of(found), f"the range is {range_of(found)}"),
    )


def inner_address(claim: Claim) -> str | None:
    """Check the address inside of an IPv6 address, and its range."""
    found = claim.args["address"]
    written = re.sub("[\t\n\r]", "", claim.witness.written_host)
    host = (host_in_browser(written) or "").strip("[]")
    return first(
        require(embedded(host) == found, f"it holds {embedded(host)}"),
        require(claim.args["range"] == range_of(found), f"the range is {range_of(found)}"),
    )


def not_address(claim: Claim) -> str | None:
    """Check that browsers do not read the host as an address."""
    host = None if claim.run.endswith(".") else host_in_browser(claim.run)
    fine = host is None or not re.fullmatch(r"[0-9.]+|\[.*\]", host)
    is_alike = re.fullmatch(r"[0-9A-Fa-fxX.]+|\[.*\]", claim.run) is not None
    return require(fine and is_alike, f"it is {host}")


def rejected_host(claim: Claim) -> str | None:
    """Check that browsers reject the link because of its host."""
    return first(rejected(claim), require(host_in_browser(claim.run) is None, "the host is fine"))


def headline_goes(claim: Claim) -> str | None:
    """Check that browsers fetch the link from this host."""
    url = claim.witness.url
    fine = url is not None and url.protocol[:-1] in SPECIAL - {"file"}
    return first(require(fine, "browsers fetch nothing"), accepted(claim))


def not_there(claim: Claim) -> str | None:
    """Check that the name that people read is in the text, but is not the host."""
    name = claim.args["name"]
    host = claim.witness.host or ""
    is_label = name.partition(".")[0] in in_unicode(host).replace("-", "")
    is_known = domain_of(name) in index().domains
    return first(
        headline_goes(claim),
        require(
            claim.has(name) or name in claim.witness.text.lower() or is_label or is_known,
            f"{name} is not in the text",
        ),
        require(not same(name, host), "it is the host"),
    )


def not_written(claim: Claim) -> str | None:
    """Check that the written host ends with the site; the name that people read is before it."""
    host, name = claim.witness.written_host or "", claim.args["name"]
    front = host.removesuffix(claim.args["host"])
    fine = front.endswith(".") and name.partition(".")[0] in front
    return require(fine, f"the written host is {host!r}")


def looks_like(claim: Claim) -> str | None:
    """Check that the host is not the name that it looks like, but ends in the same way."""
    host = in_unicode(claim.witness.host or "")
    name = claim.args["name"]
    bare, wanted = (each.replace(".", "").replace("-", "") for each in (host, name))
    if bare.endswith(wanted):  # the same apart from dots and hyphens
        return headline_goes(claim)
    return first(
        headline_goes(claim),
        require(host.removesuffix(".") != name, "it is the host"),
        require(
            host.removesuffix(".").rpartition(".")[2] == name.rpartition(".")[2],
            "it ends in another way",
        ),
    )


# "Bad ports" of the Fetch standard (2.9), entered by hand.
BLOCKED_PORTS: Final = frozenset(
    {1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69}
    | {77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137}
    | {139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554}
    | {
        556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
        5061,
    }
    | {6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}
)  # fmt: skip


def blocked_port(claim: Claim) -> str | None:
    """Check that browsers find this host, but block the port."""
    port = int(claim.witness.url.port or 0) if claim.witness.url else 0
    return first(
        require(claim.is_at(claim.args["host"]), "another host"),
        require(port in BLOCKED_PORTS, f"port {port}"),
    )


def no_name(claim: Claim) -> str | None:
    """Check that browsers find this host, but a label is empty or too long for DNS."""
    labels = (claim.witness.host or "").removesuffix(".").split(".")
    return first(
        headline_goes(claim),
        require(any(not 0 < len(each) < 64 for each in labels), "DNS can look it up"),
    )


def label_looks_like(claim: Claim) -> str | None:
    """Check that a label is not ASCII, and that the sentence names a label."""
    labels = in_unicode(claim.witness.host or "").split(".")
    name = claim.args["name"]
    return first(
        headline_goes(claim),
        require("." not in name and not all(map(str.isascii, labels)), "plain labels"),
    )


def together(*checkers: Checker) -> Checker:
    """Return a checker that combines several others."""

    def check(claim: Claim) -> str | None:
        return first(*(each(claim) for each in checkers))

    return check


def taken(claim: Claim) -> str | None:
    """Check that browsers accept the link."""
    return require(claim.witness.url is not None, "browsers reject the host")
