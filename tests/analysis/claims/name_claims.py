"""Checkers of sentences about known names and registrable domains."""

import base64
import difflib
import re
import unicodedata

from tests.analysis.claims.claim import Claim, first, raw, require, same
from tests.analysis.claims.destination_claims import distance
from tests.analysis.claims.witness import domain_of, in_unicode


def imitation(claim: Claim) -> str | None:
    """Check the resemblance to a known name, as far as it can be measured."""
    how, known = claim.args["how"], claim.args["known"]
    domain = domain_of(claim.witness.host or "") or ""
    label, other = domain.partition(".")[0], known.partition(".")[0]
    label = in_unicode(label)
    if domain == known:
        return "it is the known domain itself"
    if "typing error" in how:
        shadow = unicodedata.normalize("NFKD", label)
        ascii_label = "".join(c for c in shadow if not unicodedata.combining(c))
        fine = not label.isascii() or distance(ascii_label, other) == 1
        return require(fine, f"{label} against {other}")
    if "dots or hyphens" in how:
        plain_host = (claim.witness.host or "").replace(".", "").replace("-", "")
        fine = other.replace("-", "") in plain_host
        return require(fine, f"{plain_host} against {other}")
    if "adds words" in how:
        return require(other.replace("-", "") in label.replace("-", ""), f"{other} is not there")
    if "the ending" in how:
        return require(label == other, f"{label} against {other}")
    suffixes = domain.partition(".")[2], known.partition(".")[2]
    return require(suffixes[0] == suffixes[1], f"it does not look so at its end: {suffixes}")


def near_name(claim: Claim) -> str | None:
    """Check that the run contains a misspelled name, and that the site is the registrable
    domain.
    """
    spelled, name = claim.args["spelled"], claim.args["name"]
    site = domain_of(claim.witness.host or "") or ""
    return first(
        require(raw(spelled) in claim.run, "not in the run"),
        require(spelled.lower() != name, "it is the name itself"),
        require(same(claim.args["site"], site), f"registrable: {site}"),
    )


def holds_name(claim: Claim) -> str | None:
    """Check that the host contains the exact name, and belongs to another domain."""
    host = claim.witness.host or ""
    name, known = claim.args["name"], claim.args["known"]
    return first(
        require(name in host.replace(".", "") or name in in_unicode(host), "not in the host"),
        require(domain_of(host) != known, "its own"),
    )


def before_hyphen(claim: Claim) -> str | None:
    """Check that the run is followed by a hyphen, and that the site is the registrable domain."""
    site = domain_of(claim.witness.host or "") or ""
    return first(
        require(same(claim.args["site"], site), f"registrable: {site}"),
        require(raw(claim.args["shown"]) == claim.run, "not the run"),
        require(claim.witness.text[claim.end : claim.end + 1] == "-", "no hyphen follows"),
    )


def in_front(claim: Claim) -> str | None:
    """Check that the run precedes the registrable domain, which the sentence names."""
    host = claim.witness.host or ""
    site = domain_of(host) or ""
    return first(
        require(same(claim.args["site"], site), f"registrable: {site}"),
        require(raw(claim.args["shown"]) == claim.run, "not the run"),
        require(_dots_behind(claim) > site.count(".") or "%" in host, "not in front"),
    )


def in_front_of(claim: Claim) -> str | None:
    """Check that the run precedes the registrable domain, which the sentence names."""
    return in_front(claim._replace(args={**claim.args, "site": claim.args["name"]}))


def looks_random(claim: Claim) -> str | None:
    """Check that the label has hardly a part that can be read."""
    label = raw(claim.args["shown"]).lower()
    bare = label.replace("-dot-", "-")  # App Engine writes "-dot-" for a dot
    pieces = [each for each in bare.split("-") if each.isalpha()]
    odd = re.compile("[^aeiouy]{7}|(?:[^aeiouy]{2,}.{0,3}){3}|q[^u]|[jxv][bcdfgkmpqtvwz]")
    readable = [each for each in pieces if not odd.search(each)]
    is_odd = any(char.isdigit() for char in label) or len(pieces) > len(readable)
    return first(
        require(label == claim.run.lower() and "." not in label, "not a label"),
        require(is_odd and 2 * len(readable) <= bare.count("-") + 1, "it has words"),
    )


def also_in_host(claim: Claim) -> str | None:
    """Check that the host also contains the other word."""
    return require(raw(claim.args["other"]) in claim.run.lower(), "not in the run")


def only_code(claim: Claim) -> str | None:
    """Check that the run is the path, and that it decodes to ASCII."""
    start, end = claim.witness.places[2]
    try:
        text = base64.b64decode(claim.run[1:], altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        text = ""
    return require((claim.start, claim.end) == (start, end) and text, "not base64 of text")


def twice(claim: Claim) -> str | None:
    """Check that both halves of the run are equal, and that it is the value of the parameter."""
    text, half = claim.run, len(claim.run) // 2
    before = claim.witness.text[: claim.start]
    is_value = before.endswith(f"{claim.args['name']}=")
    return require(text[:half] == text[half:] and is_value, "not twice")


def _dots_behind(claim: Claim) -> int:
    """Return the number of labels after the run."""
    behind = claim.witness.unquoted(claim.end, claim.witness.host_place[1])
    return len(re.findall("[.\u3002\uff0e\uff61\u2024]", behind.rstrip(".")))


def somewhere_in_path(claim: Claim) -> str | None:
    """Check that the path contains the name, wherever the run is."""
    found = claim.args["spelled"] in claim.witness.generic.path.lower()
    return require(found, "not in the path")


def in_path(claim: Claim) -> str | None:
    """Check that the name is in the path, and not in the host."""
    start, end = claim.witness.places[2]
    name = claim.args["spelled"]
    inside = start < claim.start <= claim.end <= end and name in claim.run.lower()
    return first(
        require(inside, "not in the path"),
        require(name not in (claim.witness.host or ""), "it is in the host"),
    )


def word_in_path(claim: Claim) -> str | None:
    """Check that a path segment begins with this word, which is typical of sign-in or payment
    pages.
    """
    word, path = claim.args["spelled"], claim.witness.text.partition("?")[0].partition("#")[0]
    parts = (
        *("log", "sign", "verif", "account", "billing", "webscr", "lug", "bank", "confirm"),
        *("valida", "secur", "acces", "aces", "webmail", "wallet", "pin"),
    )
    return first(
        require(f"/{word}" in path.replace("\\", "/"), "no segment begins with it"),
        require(word.lower().startswith(parts), "another word"),
    )


def segment_start(claim: Claim) -> str | None:
    """A segment of the path begins with the text, which ends in an ellipsis if it is cut."""
    path = claim.witness.text.partition("?")[0].partition("#")[0]
    beginning = claim.args["spelled"].removesuffix("\N{HORIZONTAL ELLIPSIS}")
    return require(f"/{beginning}" in path.replace("\\", "/"), "no such segment")


def made_by_program(claim: Claim) -> str | None:
    """A segment ends like a page, or has only hexadecimal digits."""
    text = claim.args["spelled"].lower().removesuffix("\N{HORIZONTAL ELLIPSIS}")
    is_page = re.search(r"\.(php[3-7]?|x?html?|aspx?|jsp)$", text)
    is_number = len(text) >= 24 and set(text) <= set("0123456789abcdef")
    return first(segment_start(claim), require(bool(is_page or is_number), "another name"))


def ends_in(claim: Claim) -> str | None:
    """Check the end of the path."""
    found = claim.witness.generic.path.lower().endswith(claim.args["found"])
    return require(found, "another ending")


def layout(claim: Claim) -> str | None:
    """Check that the path begins with folders that are typical of the other site."""
    folders = {
        "amazon.com": ("/gp/", "/dp/"),
        "facebook.com": ("/help/contact/", "/appeals/"),
        "roblox.com": ("/users/", "/games/", "/communities/", "/groups/"),
        "steamcommunity.com": ("/sharedfiles/", "/tradeoffer/", "/profiles/", "/gift/", "/openid/"),
    }
    there = any(each in claim.run for each in folders[claim.args["known"]])
    return require(there and claim.run.startswith("/"), "no such folders")


def segment(claim: Claim) -> str | None:
    """Check that the name is a whole segment of the path."""
    text, name = claim.witness.text, claim.args["spelled"]
    is_first = claim.start == claim.witness.places[2][0]
    before = "" if is_first else text[claim.start - 1 : claim.start]
    around = before + text[claim.end : claim.end + 1]
    is_whole = claim.run == raw(name) and around.strip("/?#") == ""
    return require(is_whole, "not a whole segment")


def shared_letters(claim: Claim) -> str | None:
    """Check that most letters of the name are in the host, in the same order."""
    host, name = in_unicode(claim.witness.host or ""), claim.args["name"]
    matches = difflib.SequenceMatcher(None, name, host, autojunk=False).get_matching_blocks()
    shared = sum(match.size for match in matches)
    return require(shared >= len(name) * 0.6, f"{shared} letters of {name}")


def below_folder(claim: Claim) -> str | None:
    """Check that the folder is a segment before the run."""
    before = claim.witness.text[: claim.start]
    return require(f"/{raw(claim.args['folder'])}/" in before, "not below it")


def asking_site(claim: Claim) -> str | None:
    return first(_own_site(claim), require(claim.args["spelled"] in claim.run.lower(), "no word"))


def numbered_site(claim: Claim) -> str | None:
    numbers = re.findall(r"\d+", claim.args["site"].partition(".")[0])
    there = int(claim.args["count"]) in map(len, numbers)
    return first(_own_site(claim), require(there, f"numbers: {numbers}"))


def site_like_ending(claim: Claim) -> str | None:
    site, shown = claim.args["site"], claim.args["shown"]
    fine = site.startswith(shown) and re.search("(com|gov)-$", shown)
    return first(_own_site(claim), require(bool(fine), "no such beginning"))


def random_site(claim: Claim) -> str | None:
    label = claim.args["site"].partition(".")[0]
    fine = label.isalpha() and re.search("[^aeiou]{3}", label) is not None
    return first(_own_site(claim), require(fine, "it can be spoken"))


def garbled(claim: Claim) -> str | None:
    """Check that each consonant of the name, or one that sounds alike, is in the run."""
    run = claim.run.lower()
    sounds = {"c": "ckq", "k": "ckqx", "q": "ckq", "s": "sxz", "x": "xks", "z": "zsx"}
    consonants = set(claim.args["spelled"]) - set("aeiouy")
    missing = [each for each in consonants if not set(sounds.get(each, each)) & set(run)]
    return require(not missing, f"not there: {missing}")


def site_like_file(claim: Claim) -> str | None:
    fine = claim.args["shown"] in {".zip", ".mov"} and claim.args["site"].endswith(
        claim.args["shown"]
    )
    return first(_own_site(claim), require(fine, "no ending of a file"))


def named_program(claim: Claim) -> str | None:
    """Check that the run is a file with the name, and that the site is not the known one."""
    letters = re.sub("[^a-z]", "", claim.run.lower())
    site = domain_of(claim.witness.host or "") or ""
    return first(
        require(same(claim.args["shown"], claim.run), "another file"),
        require(claim.args["name"] in letters, "not in the file's name"),
        require(site != claim.args["known"], "its own site"),
    )


def control_program(claim: Claim) -> str | None:
    """Check that the file has the name, and that the site is another one."""
    name = claim.args["shown"].lower()
    return first(
        _own_site(claim),
        require(name in claim.run.lower(), "not in the file's name"),
        require(name not in claim.args["site"], "its own site"),
    )


def program_on_site(claim: Claim) -> str | None:
    """Check the ending, the site, and that the site has most letters of the name."""
    return first(_own_site(claim), ends_in(claim), shared_letters(claim))


def _own_site(claim: Claim) -> str | None:
    site = domain_of(claim.witness.host or "") or ""
    return require(same(claim.args["site"], site), f"registrable: {site}")


def long_number(claim: Claim) -> str | None:
    """Check that the run contains letters and a long number."""
    fine = re.search(r"\d{7}", claim.run) and re.search("[A-Za-z]{2}", claim.run)
    return require(fine, "no long number")
