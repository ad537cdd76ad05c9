"""Checkers of sentences about what a link does, and how it is written."""

import re
import unicodedata
from html import unescape
from typing import Final

from tests.analysis.claims.claim import Checker, Claim, first, part_of, raw, require, same
from tests.analysis.claims.destination_claims import relative
from tests.analysis.claims.witness import host_in_browser, plain

HANDLERS: Final = frozenset(
    {
        "search", "search-ms", "shell", "mk", "its", "res", "hcp", "wscript", "ldap-search",
        "mhtml", "itms-services", "applescript", "jnlp", "jnlps",
    }
)  # fmt: skip


def asks_for(*parts: str) -> Checker:
    """Return a checker: one of these strings is in the text."""

    def check(claim: Claim) -> str | None:
        text = claim.witness.text.lower()
        return require(any(part.lower() in text for part in parts), f"none of {parts}")

    return check


def browser_scheme(*names: str) -> Checker:
    """Return a checker: the scheme in browsers is one of these."""

    def check(claim: Claim) -> str | None:
        scheme = (claim.witness.scheme or "").lower()
        return require(scheme in names, f"the scheme is {scheme}")

    return check


def not_wrapping(claim: Claim) -> str | None:
    """Check that the scheme should wrap another link, but no scheme follows."""
    scheme, _, rest = claim.witness.stripped.partition(":")
    is_absolute = re.match("[a-z][a-z0-9+.-]*:", plain(rest), re.IGNORECASE)
    return first(
        require(scheme.lower() in {"jar", "filesystem"}, "another scheme"),
        require(scheme.lower() == raw(claim.args["scheme"]), "another scheme is named"),
        require(not is_absolute, "there is a link inside"),
    )


def own_scheme(claim: Claim) -> str | None:
    """Check that the sentence names the scheme of the text."""
    scheme = (claim.witness.generic.scheme or "").lower()
    return require(scheme and part_of(claim.args.get("scheme", scheme), scheme), "another scheme")


def other_computer(claim: Claim) -> str | None:
    """Check that the run contains the host, which is neither this computer nor a drive."""
    host = re.sub("[\t\n\r]", "", raw(claim.args["host"]).lower())
    run = re.sub("[\t\n\r]", "", claim.run)
    literal = plain(run).lower().partition(".ipv6-literal")[0].replace("-", ":")
    written = {run, plain(run), host_in_browser(plain(run)) or "", f"[{literal}]"}
    written |= {each.rpartition(":")[0] for each in written}
    written |= {host_in_browser(each) or "" for each in written}
    is_file = (claim.witness.scheme or "file") == "file"
    local = host in {"", "localhost", ".", "?", "[::1]"} or re.fullmatch(r"127(\.\d+){3}", host)
    drive = re.fullmatch("[a-z]:", host) and re.match(r"[/\\]|\Z", claim.witness.text[claim.end :])
    is_there = any(same(host, each.lower()) for each in written) or not run.isascii() or "%" in run
    return require(is_there and not (is_file and (local or drive)), f"{host} against {run}")


def contains_host(claim: Claim) -> str | None:
    """Check that the text contains the host."""
    named = claim.args.get("host") or claim.args["other"]
    return require(claim.has(named), "not in the text")


def header(claim: Claim) -> str | None:
    """Check that the run is a header field that attaches a file or adds recipients."""
    return require(re.fullmatch("bcc|attach(?:ment)?", claim.run, re.IGNORECASE), "another field")


def line_ends(claim: Claim) -> str | None:
    """Check that the run consists of escaped line ends."""
    return require(re.fullmatch("(?:%0[aAdD])+", claim.run), "no line ends")


def option(claim: Claim) -> str | None:
    """Check that the run begins with "-"."""
    return require(plain(claim.run).startswith("-"), "no option")


def host_and_port(claim: Claim) -> str | None:
    """Check that the run is a scheme by the grammar, a colon and digits."""
    letter = "[A-Za-z0-9.+-]" if claim.edition in {"1994", "1997"} else "[A-Za-z]"
    fine = re.fullmatch(rf"{letter}[A-Za-z0-9.+-]*:[0-9]+", claim.run) is not None
    return require(fine and claim.start == 0, "no scheme by the grammar")


def old_scheme(claim: Claim) -> str | None:
    """Check that the scheme does not begin with a letter, so that browsers read a path."""
    is_odd = re.fullmatch(r"[0-9.+-][A-Za-z0-9.+-]*", claim.run) is not None
    is_old = claim.edition in {"1994", "1997"} and claim.witness.text.startswith(f"{claim.run}:")
    return first(require(is_odd and is_old, "a scheme of today"), relative(claim))


def remote_path(claim: Claim) -> str | None:
    """Check that the run precedes a colon and the path of a Git repository."""
    text = claim.witness.text
    fine = text.startswith(f"{claim.run}:") and "." in claim.run and text.endswith(".git")
    return require(fine and "//" not in text, "no path on another computer")


def drive(claim: Claim) -> str | None:
    """Check that the run is one letter and a colon."""
    return require(re.fullmatch("[A-Za-z]:", claim.run), "no drive")


def gopher_bytes(claim: Claim) -> str | None:
    """Check for escaped line ends or NUL in a gopher link, or a sentence about the port."""
    octets = plain(claim.run)
    fine = any(c in octets for c in "\r\n\0") or "port" in claim.template
    return require(fine and (claim.witness.scheme or "").lower() == "gopher", "nothing of it")


def empty_part(claim: Claim) -> str | None:
    """Check that the run is the delimiter of an empty part."""
    if "colon" in claim.template:
        return require(claim.run == ":", "no colon alone")
    return require(claim.run.endswith("@") and not claim.run.strip(":@"), "a userinfo")


def entity(claim: Claim) -> str | None:
    """Check that the run is "&amp;"."""
    return require(claim.run == "&amp;", "no entity")


def direction_mark(claim: Claim) -> str | None:
    """Check that the run is the HTML of a character that changes the direction of text."""
    char = unescape(claim.run)
    is_mark = len(char) == 1 and unicodedata.category(char) == "Cf"
    return require(is_mark and claim.args["found"] == claim.run, "no direction mark")


def second_question(claim: Claim) -> str | None:
    """Check that the run is a "?" after another "?" and before any "#"."""
    before = claim.witness.text[: claim.start]
    return require(claim.run == "?" and "?" in before and "#" not in before, "the first one")


def slash_row(claim: Claim) -> str | None:
    """Check that the run consists of three or more slashes."""
    return require(set(claim.run) == {"/"} and len(claim.run) > 2, "no row of slashes")


def handler(claim: Claim) -> str | None:
    """Check that the scheme belongs to a part of Windows or of a phone that interprets the
    text.
    """
    scheme = (claim.witness.scheme or "").lower()
    return require(scheme in HANDLERS or scheme.startswith("ms-"), f"the scheme is {scheme}")


def nothing_after(claim: Claim) -> str | None:
    """Check that there is only a scheme."""
    return require(not claim.witness.text.partition(":")[2].strip(":/"), "text after the scheme")


def colon_alone(claim: Claim) -> str | None:
    """Check that the run contains a colon, and that the text has no scheme."""
    fine = claim.witness.generic.scheme is None and ":" in claim.run
    return require(fine, "a scheme")
