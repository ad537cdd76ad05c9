"""Checkers of headlines about what a link opens, starts or does."""

import base64
import re
from typing import Final

from tests.analysis.claims.claim import Claim, first, part_of, raw, require, same
from tests.analysis.claims.destination_claims import SHARE
from tests.analysis.claims.witness import (
    SPECIAL,
    SURROGATES,
    host_in_browser,
    open_in_browser,
    plain,
    range_of,
)
from uriinspector.core.schemes.lookup import schemes

SCRIPTS: Final = ("vbscript", "livescript", "mocha", "jscript", "vbs")
BUILT_IN: Final = (
    *("about", "chrome", "edge", "brave", "opera", "vivaldi", "resource", "devtools"),
    "chrome-untrusted",
)
EXTENSIONS: Final = (
    *("chrome-extension", "moz-extension", "ms-browser-extension", "safari-web-extension"),
)


def other_program(claim: Claim) -> str | None:
    """Check that browsers do not handle the scheme, and that the host is the written one."""
    scheme = scheme_of(claim)
    host = claim.args.get("host")
    fine = part_of(claim.args.get("scheme", scheme).lower(), scheme) and scheme not in SPECIAL - {
        "ftp"
    }
    authority = claim.witness.generic.authority or ""
    is_host = (
        host is None
        or claim.edition in {"1994", "1997"}
        or part_of(host, authority)
        or claim.is_at(host)
        or claim.names_site_of(claim.witness.written_host, host)
    )
    return first(require(fine, "another scheme"), require(is_host, "another host"))


def page_of_blob(claim: Claim) -> str | None:
    """Check that the scheme is blob, and that a web link to this site follows it."""
    url = open_in_browser(claim.witness.stripped.partition(":")[2])
    host, named = url.hostname if url is not None else "", claim.args["host"]
    is_there = url is None or same(named, host) or claim.names_site_of(host, named)
    return require(scheme_of(claim) == "blob" and is_there, f"the page is at {host}")


def known_app(claim: Claim) -> str | None:
    """Check that browsers do not handle the scheme, and that it is in the table of schemes."""
    scheme = scheme_of(claim)
    return require(scheme in schemes() and scheme not in SPECIAL - {"ftp"}, "another scheme")


def hyphen(claim: Claim) -> str | None:
    """Check that a user or a host begins with a hyphen."""
    return require(re.search("//(?:[^/]*@)?-", plain(claim.witness.text)), "no hyphen")


def in_web_page(claim: Claim) -> str | None:
    """Check that browsers go to this site from a web page."""
    url = open_in_browser(claim.witness.text, "https://page.example/")
    host = url.hostname if url is not None else ""
    fine = same(claim.args["other"], host) or claim.names_site_of(host, claim.args["other"])
    return require(fine, f"they go to {host}")


def file_there(claim: Claim) -> str | None:
    """Check that the text is a file link, and names that computer."""
    witness = claim.witness
    scheme = witness.scheme or (witness.base or "").partition(":")[0].lower()
    return first(require(scheme == "file", "no file"), share_there(claim))


def share_there(claim: Claim) -> str | None:
    """Check that the name of the computer is the first one after two or more slashes."""
    named = raw(claim.args["host"]).lower()
    match = re.match(SHARE, claim.witness.stripped, re.IGNORECASE)
    written = re.split(r"[/\\]", plain(match[1]))[0].lower() if match else ""
    # A user name can precede the computer's name, and WebDAV options can follow it.
    pieces = written.split("@")
    names = {"@".join(pieces[at:end]) for at in range(4) for end in range(1, 5)}
    names |= {name.rpartition(":")[0] for name in names}
    names |= {host_in_browser(name) or "" for name in names}
    names |= {f"[{name.partition('.ipv6-literal')[0].replace('-', ':')}]" for name in names}
    # In 1994, a "?" does not end the name; other tests check that.
    fine = claim.edition == "1994" or "�" in written or any(same(named, name) for name in names)
    return require(fine, f"the name is {written!r}")


def file_here(claim: Claim) -> str | None:
    """Check that the link is a file URL without a host."""
    url = claim.witness.url
    return require(url is not None and url.protocol == "file:" and not url.host, "no local file")


def baseless(claim: Claim) -> str | None:
    """Check that the text has no scheme, and no base that browsers accept."""
    witness = claim.witness
    fine = witness.scheme is None and (witness.base is None or witness.url is None)
    fine = fine or (witness.base is not None and open_in_browser(witness.base) is None)
    return require(fine, "it has a destination")


def no_link(claim: Claim) -> str | None:
    """Check that the first word contains no delimiter of a link."""
    text = claim.witness.text
    word, colon, rest = (text.split(None, 1) or [""])[0].partition(":")
    fine = len(text) > 1 and not set("/\\?#").intersection(word) and not rest
    return require(fine and "://" not in text and (not colon or word.isalpha()), "it can be one")


def packed_link(claim: Claim) -> str | None:
    """Check that the text decodes from base64 to a scheme and two slashes."""
    text = claim.witness.text
    held = base64.b64decode(
        text + "=" * (-len(text) % 4), "-_" if "-" in text or "_" in text else None
    )
    return require(re.match(rb"[A-Za-z][\w+.-]*://", held) is not None, "no link in it")


def several_links(claim: Claim) -> str | None:
    """Check that the text has at least as many words as links."""
    said = int(claim.args["count"])
    return require(1 < said <= len(claim.witness.text.split()), "not so many words")


def rooted(claim: Claim) -> str | None:
    """Check that the path begins with one slash, or with a tilde and one slash."""
    text = claim.witness.text.removeprefix("~")
    return require(text[:1] == "/" and text[1:2] not in {"", "/", "\\"}, "no path from a root")


def remote_path(claim: Claim) -> str | None:
    """Check that the host is between "@" and ":", or before the colon of a Git path."""
    front, _, path = claim.witness.text.partition(":")
    user, _, host = front.rpartition("@")
    named = claim.args["host"]
    fine = (
        (same(named, host) or claim.names_site_of(host, named)) and bool(path) and path[:2] != "//"
    )
    return require(fine and (user or path.endswith(".git")), "no path on that host")


def email(claim: Claim) -> str | None:
    """Check that the link is a mailto link, and contains the recipients."""
    is_mail = claim.witness.scheme == "mailto" and claim.has(claim.args["rest"])
    return require(is_mail, "no email to them")


def typed(claim: Claim) -> str | None:
    """Check that browsers go to the host if "https://" is added, and nowhere without it."""
    witness = claim.witness
    url = open_in_browser(f"https://{witness.text}")
    named = claim.args["host"]
    fine = url is not None and (
        same(named, url.hostname) or claim.names_site_of(url.hostname, named)
    )
    return first(baseless(claim), require(fine, "no address bar goes there"))


def no_content(claim: Claim) -> str | None:
    """Check that the comma before the data is missing (RFC 2397 3)."""
    text = claim.witness.stripped
    return first(
        require(text[:5].lower() == "data:", "another scheme"),
        require("," not in text, "there is a comma"),
    )


def local_path(claim: Claim) -> str | None:
    """Check for two slashes, one of them a backslash, and a name for this computer."""
    text = claim.witness.text
    name = text[2:].replace("\\", "/").partition("/")[0].lower()
    return first(
        require(set(text[:2]) <= {"\\", "/"} and "\\" in text[:2], "no path of Windows"),
        require(name in {"localhost", ".", "?"} or name.startswith("127."), f"it names {name}"),
    )


def same_document(claim: Claim) -> str | None:
    """Check that there is nothing but a fragment."""
    text = claim.witness.stripped
    return require(not text or text.startswith("#"), "more than a fragment")


# A namespace, and a name in it (RFC 8141 2).
URN = (
    r"urn:[a-z0-9][a-z0-9-]{0,30}[a-z0-9]:(?:[a-z0-9()+,./:=@;$_!*'&~-]|%[0-9a-f]{2})+"
    r"(?:\?\+[^?#].*?)?(?:\?=[^?#].*?)?(?:#.*)?"
)


def not_valid(claim: Claim) -> str | None:
    """Check that the text after the scheme of the link or its base is invalid."""
    scheme, text = raw(claim.args["scheme"]), claim.witness.stripped
    rest = plain(text.partition(":")[2]) if claim.witness.scheme else text
    if scheme == "urn":
        is_valid = re.fullmatch(URN, claim.witness.text, re.IGNORECASE)
    else:
        is_valid = re.match("[a-z][a-z0-9+.-]*:", rest, re.IGNORECASE)
    return first(
        require(scheme_of(claim) == scheme, "another scheme"), require(not is_valid, "it is valid")
    )


RESERVED = {"reserved for tests": "test", "reserved for examples": "example"}


def reserved(claim: Claim) -> str | None:
    """Check that the name ends in the label that the headline is about."""
    label = next((end for words, end in RESERVED.items() if words in claim.template), "invalid")
    last = claim.args["host"].partition(" ")[0].removesuffix(".").rpartition(".")[2]
    return require(last == label, f"it ends in {last!r}")


def own_device(claim: Claim) -> str | None:
    """Check that the host is a loopback address or a name for it."""
    host = raw(claim.args["host"]).removesuffix(".").strip("[]")
    fine = host.endswith("localhost") or host == "::1" or host.startswith("127.")
    return require(fine, "another device")


def local_device(claim: Claim) -> str | None:
    """Check that the address is private, or that the name is for local networks."""
    host = raw(claim.args["host"]).strip("[]")
    if re.search(r"(?:^|\.)(?:local|home\.arpa)\.?$", host):
        return None
    if not re.fullmatch(r"[0-9.]+|[0-9a-f:]+", host):
        return "no address"
    kind = range_of(host)
    return require(kind in {"private use", "unique local"}, f"it is {kind}")


def unfetched_headline(claim: Claim) -> str | None:
    """Check that the sentence fits the scheme, and that its arguments are in the text."""
    # Of a long number, only the beginning is shown.
    rest = raw(claim.args.get("rest", "0"))
    if rest.endswith("…"):
        rest = plain(claim.witness.stripped.partition(":")[2])
    number = re.sub(r"[-.()/ ]", "", rest)
    is_code = number[:1] in {"*", "#"} or not re.search("[0-9]", number)
    words = {
        "javascript": "In a browser, runs code in the current page",
        "data": "Opens content that is in the link itself; opens no site",
        "blob": "Opens data that a",
        "mailto": "Starts an email",
        "tel": "Opens a phone app" if is_code else "Starts a call",
        "sms": "Starts a text message",
        "urn": "Only the name of a thing",
        "magnet": "In a torrent program",
        "bitcoin": "Opens an app for digital money with a request to pay",
        "lightning": "Opens an app for digital money with a request,",
        "otpauth": "Adds a source of sign-in codes",
        "cid": "Refers to a part of an email",
        "mid": "Refers to an email",
        "filesystem": "Opens a file that a web page stored",
        "content": "Opens an Android app's data",
        "wyciwyg": "Opens a page from the cache",
        **dict.fromkeys(SCRIPTS, "Runs a script in old browsers"),
        **dict.fromkeys(BUILT_IN, "Opens a built-in browser page"),
        **dict.fromkeys(EXTENSIONS, "Opens a page of a browser extension"),
    }
    url = claim.witness.url
    scheme = claim.witness.scheme or (url.protocol[:-1] if url is not None else "")
    start = words.get(scheme.lower())
    inside = all(claim.has(each) for each in claim.args.values())
    return first(
        require(start and claim.template.startswith(start), "another scheme"),
        require(inside, "not in the text"),
    )


def scheme_of(claim: Claim) -> str:
    """Return the scheme of the link, or else of its base."""
    return (claim.witness.scheme or (claim.witness.base or "").partition(":")[0]).lower()


def _parameter(claim: Claim, name: str) -> str:
    """Return a parameter from the text after "#Intent;"."""
    _, _, asked = claim.witness.text.partition("#Intent;")
    pairs = (each.partition("=") for each in asked.split(";"))
    return next((plain(value) for key, _, value in pairs if plain(key).lower() == name), "")


def drive(claim: Claim) -> str | None:
    """Check that a letter, a colon and a slash begin the text."""
    return require(re.match(r"[A-Za-z]:[\\/]", claim.witness.text), "no drive")


def idle(claim: Claim) -> str | None:
    """Check that the code has no statement with an effect."""
    code = plain(re.sub(r"[\s]", "", claim.witness.stripped)).partition(":")[2]
    words = r"(?:void\(?\d?\)?|void\d|false|true|null|undefined|return|\{\}|;|\s)*(?:(?://|#).*)?"
    is_idle = re.fullmatch(words, re.sub(r"\s", "", code), re.DOTALL)
    return require(claim.witness.scheme == "javascript" and is_idle, "code")


def _is_in(claim: Claim, host: str, data: str) -> bool:
    """Return True if the data of an intent contains the host, as written or as browsers read
    it.
    """
    readings = data, plain(data), plain(data, "octets")
    rests = [each.strip().partition(":")[2] for each in readings]
    urls = [open_in_browser(scheme + rest) for scheme in ("https:", "x:") for rest in rests]
    is_there = raw(host).lower() in "".join(readings).lower() or claim.is_at(host)
    return is_there or any(url is not None and same(host, url.hostname) for url in urls)


def android(claim: Claim) -> str | None:
    """Check the app of an intent, the scheme of its data, and the host in it."""
    app = _parameter(claim, "component").partition("/")[0] or _parameter(claim, "package")
    if claim.witness.scheme == "android-app":
        app = claim.witness.generic.authority or ""
    scheme = "" if app else _parameter(claim, "scheme").lower()
    fallback = _parameter(claim, "s.browser_fallback_url")
    host = claim.args.get("host")
    texts = claim.witness.text, claim.witness.base or ""
    data = [SURROGATES.sub("\ufffd", each.partition("#Intent;")[0]) for each in texts]
    shown = raw(claim.args.get("app", "")), raw(claim.args.get("scheme", ""))
    return first(
        require(scheme_of(claim) in {"intent", "android-app"}, "no intent"),
        require(shown == (app[:80], scheme[:80]), f"it names {app!r}, {scheme!r}"),
        require(host is None or any(_is_in(claim, host, each) for each in data), data[0]),
        require(host is None or host not in fallback or host in " ".join(data), "the fallback"),
    )


def fallback(claim: Claim) -> str | None:
    """Check that the parameter for browsers leads to that host."""
    url = open_in_browser(_parameter(claim, "s.browser_fallback_url"))
    other = claim.args["other"]
    host = url.hostname if url is not None else ""
    fine = bool(host) and (same(other, host) or claim.names_site_of(host, other))
    return require(fine, "another fallback")
