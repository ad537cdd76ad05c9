"""Checkers of sentences about numbers, programs, file endings and requests for access."""

import base64
import re
from typing import Final

from tests.analysis.claims.claim import Claim, first, part_of, require
from tests.analysis.claims.witness import plain

# The beginnings of premium-rate numbers by country, with the country code.
EXPENSIVE: Final = {
    "all countries": r"\+979", "North America": r"\+1900", "United Kingdom": r"\+449[018]",
    "Germany": r"\+49900", "France": r"\+3389", "Italy": r"\+3989",
    "Spain": r"\+34(?:80[367]|90[57])", "Switzerland": r"\+4190[016]", "Austria": r"\+439[03][01]",
    "Netherlands": r"\+3190[069]", "Belgium": r"\+3290[0-5]", "Poland": r"\+4870",
}  # fmt: skip
BEGINNINGS: Final = {
    "Windows program": b"MZ", "Linux program": b"\x7fELF", "Windows shortcut": b"L\0\0\0",
    "Android program": b"dex\n", "script": b"#!",
}  # fmt: skip
MAKERS: Final = {
    "Microsoft": ("microsoftonline.", "microsoft.com", "live.com", "windows.net", "aka.ms"),
    "X": ("twitter.com", "x.com"), "Discord": ("discord",), "Apple": ("apple.com",),
    "Atlassian": ("atlassian.com",), "WhatsApp": ("wa.me", "whatsapp.com"), "Steam": ("s.team",),
}  # fmt: skip


def number_of(claim: Claim) -> str:
    """Return the number without separators."""
    return re.sub(r"[-.() ]", "", plain(claim.run))


def code(claim: Claim) -> str | None:
    """Check that the number begins with a star or a number sign."""
    return first(
        require(re.match("[*#]", number_of(claim)), "an ordinary number"),
        require(claim.args["shown"] == number_of(claim), "another number"),
    )


def closed_code(claim: Claim) -> str | None:
    """Check that a code in a phone link ends with a number sign."""
    is_phone = claim.witness.scheme in {"tel", "callto"}
    return require(is_phone and number_of(claim).endswith("#"), "no whole code")


def open_code(claim: Claim) -> str | None:
    """Check that a code does not end with a number sign."""
    return require(not number_of(claim).endswith("#"), "a whole code")


def expensive(claim: Claim) -> str | None:
    """Check that the number begins like the premium-rate numbers of the country."""
    known = EXPENSIVE[claim.args["meaning"]]
    return first(
        require(re.match(known, number_of(claim)), "no such number"),
        require(number_of(claim).startswith(claim.args["found"]), "another beginning"),
    )


def forwards(claim: Claim) -> str | None:
    """Check that the code is one for call forwarding, with this number."""
    pattern = rf"\*\*?(?:21|61|62|67|002|004)\*{re.escape(claim.args['number'])}(?![0-9])"
    return require(re.match(pattern, number_of(claim)), "no code for forwarding calls")


def short_number(claim: Claim) -> str | None:
    """Check that the number is short and the message has a text."""
    is_short = re.fullmatch("[0-9]{3,6}", number_of(claim))
    return require(is_short and "body=" in claim.witness.text.lower(), "no message, or long")


def proxy(claim: Claim) -> str | None:
    """Check that the link names the server."""
    return require(re.search("[?&]server=[^&#]", claim.witness.text.lower()), "no server")


def direct(claim: Claim) -> str | None:
    """Check that the action of an intent is a call."""
    return require(re.search(r"\.CALL", plain(claim.run), re.IGNORECASE), "no call")


def two_at(claim: Claim) -> str | None:
    """Check that the address has two "@", with the shown parts around the first."""
    whole = plain(claim.run, "octets")
    texts = (whole, claim.run)
    fine = all(any(part_of(claim.args[name], each) for each in texts) for name in ("shown", "host"))
    return require(fine and whole.count("@") > 1, "one address")


def content(claim: Claim) -> bytes:
    """Return the content of a data link."""
    head, _, data = claim.witness.text.partition(",")
    if head.lower().rstrip().endswith("base64"):
        return base64.b64decode(plain(data).rstrip("=") + "==")
    return plain(data, "latin-1").encode("latin-1", "replace")


def begins(claim: Claim) -> str | None:
    """Check that the content begins like files of this type."""
    start = BEGINNINGS.get(claim.args["meaning"], b"")
    return require(content(claim).startswith(start), "another beginning")


def acting(claim: Claim) -> str | None:
    """Check for a script, an event handler, another document, or a link to code."""
    found = re.search(
        rb"script|\son\w+\s*=|foreignobject|iframe|embed|object|data:|entity",
        content(claim).lower(),
    )
    return require(found, "a picture")


def declared(claim: Claim) -> str | None:
    """Check that the link declares this type."""
    return require(claim.witness.text[5:].lstrip().startswith(claim.args["found"]), "another type")


def ending(claim: Claim) -> str | None:
    """Check that the path has this ending."""
    path = claim.witness.text[: claim.end].lower()
    return require(path.endswith(claim.args["found"].lower()), "another end")


def two_endings(claim: Claim) -> str | None:
    """Check that the name ends in the second ending, and contains the first one before it."""
    name = plain(claim.run).rstrip('" ').lower()
    shown, found = claim.args["shown"].lower(), claim.args["found"].lower()
    return require(name.endswith(found) and shown in name[: -len(found)], "other endings")


def asked(claim: Claim) -> str | None:
    """Check that the host belongs to the company, and that the query asks for the shown access."""
    name, query = claim.args["name"], plain(claim.witness.text.replace("+", " "))
    makers = MAKERS.get(name, (name.lower(),))
    shown = (claim.args[each] for each in ("found", "scopes", "other") if each in claim.args)
    return first(
        require(any(each in (claim.witness.host or "") for each in makers), "another's host"),
        require(all(part_of(each, query) for each in shown), "not in the query"),
    )


def asked_for_all(claim: Claim) -> str | None:
    """Check that the link asks an administrator to consent for everyone."""
    is_for_all = "adminconsent" in claim.witness.text.lower().replace("_", "")
    return first(require(is_for_all, "not for all"), asked(claim))
