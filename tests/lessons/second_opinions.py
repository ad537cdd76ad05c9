"""Independent checks of the keys of all kinds of questions, sharing no code with the program.

Each is a few lines from the specification; it is valid for drawn questions, not for any text.
"""

import json
import re
import unicodedata
from collections.abc import Callable
from html.parser import HTMLParser
from importlib import util
from urllib.parse import quote, unquote

from tests.lessons.other_editions import in_1997, in_2003, in_browsers
from tests.lessons.witness import parts, transformed
from uriinspector import inspect
from uriinspector.core.listing import LISTINGS
from uriinspector.lessons.question import Question, chosen, in_order
from uriinspector.readers import browser

APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)
GROUPS = {"scheme": 2, "authority": 4, "path": 5, "query": 7, "fragment": 9}
URI_CHARACTER = re.compile(r"[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%\[\]]")
ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
UNRESERVED = re.compile(r"[A-Za-z0-9\-._~]")
USUAL_PORTS = {"http": "80", "https": "443"}
DOTTED = re.compile(r"(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}")


def target_agrees(question: Question) -> bool:
    """Check with another implementation of 5.2.2, and with uritools if installed."""
    base, reference = question.given["base"], question.given["reference"]
    keys = {question.key, transformed(base, reference)[0]}
    if util.find_spec("uritools"):
        from uritools import urijoin  # type: ignore[import-not-found,unused-ignore]

        keys.add(urijoin(base, reference, strict=True))
    return len(keys) == 1


def host_agrees(question: Question) -> bool:
    """Check with the verdict of the inspection, and with the parser of browsers."""
    text, base = question.given["text"], question.given["base"] or None
    read = browser.read(text, base).host if question.key != "none" else "none"
    return question.key == (inspect(text, base=base).verdict.host or "none") == read


def site_agrees(question: Question) -> bool:
    """Check the last two labels: reserved top-level domains are public suffixes."""
    text, base = question.given["text"], question.given["base"] or None
    host = browser.read(text, base).host or ""
    return question.key == ".".join(host.rstrip(".").split(".")[-2:])


def component(text: str, part: str) -> str | None:
    """Return a component by the expression of appendix B; the authority is split by hand."""
    match = APPENDIX_B.match(text)
    assert match
    if part in GROUPS:
        return match[GROUPS[part]]
    if match[4] is None:
        return None
    userinfo, at, rest = match[4].rpartition("@")
    host, colon, port = rest.partition(":")
    return {"userinfo": userinfo if at else None, "host": host, "port": port if colon else None}[
        part
    ]


def mark_agrees(question: Question) -> bool:
    """Check with the expression of appendix B."""
    text = component(question.given["text"], question.given["part"])
    return question.key == ("none" if text is None else text or "empty")


def origin_agrees(question: Question) -> bool:
    """Check with another implementation of 5.2.2."""
    origins = transformed(question.given["base"], question.given["reference"])[1]
    return question.key == " ".join(origins)


def ladder(text: str) -> list[str]:
    """Return a text on each level by 6.2.2 and 6.2.3, for schemes with an authority."""
    scheme, authority, path, query, fragment = parts(text)
    scheme, authority, path = (scheme or "").lower(), authority or "", path or ""
    ending = "" if query is None else f"?{query}"
    ending += "" if fragment is None else f"#{fragment}"
    userinfo, at, rest = authority.rpartition("@")
    host, colon, port = rest.partition(":")
    front = f"{scheme}://{userinfo}{at}"

    def decoded(value: str) -> str:
        return ESCAPE.sub(
            lambda m: c if UNRESERVED.fullmatch(c := chr(int(m[0][1:], 16))) else m[0].upper(),
            value,
        )

    def upper(value: str) -> str:
        return ESCAPE.sub(lambda m: m[0].upper(), value)

    cased = upper(f"{front}{host.lower()}{colon}{port}{path}{ending}")
    plain = decoded(cased)
    path = (parts(plain)[2] or "") and without(parts(plain)[2] or "")
    tail = plain[len(recomposed_front(plain)) + len(parts(plain)[2] or "") :]
    dots = f"{recomposed_front(plain)}{path}{tail}"
    no_port = "" if port in {"", USUAL_PORTS.get(scheme)} else f":{port}"
    return [text, cased, plain, dots, f"{front}{host.lower()}{no_port}{path or '/'}{tail}"]


def recomposed_front(text: str) -> str:
    """Return the scheme and the authority."""
    scheme, authority, *_ = parts(text)
    return f"{scheme}:" + ("" if authority is None else f"//{authority}")


def without(path: str) -> str:
    """Return a path without dot segments."""
    return parts(transformed("x://h/", path)[0])[2] or ""


def rung_agrees(question: Question) -> bool:
    """Check the first level on which both are equal."""
    levels = ("string", "case", "percent-encoding", "dot-segments", "scheme")
    rows = zip(levels, ladder(question.given["a"]), ladder(question.given["b"]), strict=True)
    first = next((name for name, a, b in rows if a == b), "not-shown")
    return chosen(question, question.key) == first


def first_wrong(text: str) -> int | None:
    """Return the position of the first character that RFC 3986 does not allow there."""
    hashes = 0
    for at, char in enumerate(text):
        hashes += char == "#"
        bracket = char in "[]" and "//[" not in text[: at + 1]
        bracket = bracket or (char in "[]" and at > text.find("]"))
        is_bare = char == "%" and not ESCAPE.match(text, at)
        if not URI_CHARACTER.match(char) or is_bare or bracket or hashes > 1:
            return at
    return None


def valid_agrees(question: Question) -> bool:
    """Check the characters by RFC 3986, appendix A."""
    at = first_wrong(question.given["text"])
    return question.key == ("yes" if at is None else f"no {at + 1}")


def references_to(base: str, target: str) -> list[str]:
    """Return references of all forms, some of which lead to the target."""
    _, authority, path, query, fragment = parts(target)
    ending = "" if query is None else f"?{query}"
    hash_part = "" if fragment is None else f"#{fragment}"
    rest = ending + hash_part
    folders = (parts(base)[2] or "/").split("/")[:-1]
    found = [hash_part, rest, f"{path}{rest}", f"//{authority}{path}{rest}", target]
    for up in range(len(folders)):
        front = "/".join(folders[: len(folders) - up]) + "/"
        if (path or "").startswith(front):
            own = (path or "")[len(front) :]
            found += [f"{'../' * up}{own}{rest}", f"{'../' * up}./{own}{rest}"]
            found += [f"{'/'.join(['..'] * up) or '.'}{rest}"]
    return found


def relative_agrees(question: Question) -> bool:
    """Check that the reference leads to the target, and that no shorter form does."""
    base, target = question.given["base"], question.given["target"]
    ways = [each for each in references_to(base, target) if transformed(base, each)[0] == target]
    key = "" if question.key == "empty" else question.key
    return transformed(base, key)[0] == target and len(key) == min(map(len, ways))


def write_agrees(question: Question) -> bool:
    """Check each condition with the expression of appendix B."""
    key = question.key
    holds: dict[str, Callable[[str], bool]] = {
        "valid": lambda _year: first_wrong(key) is None,
        "has": lambda part: component(key, part) is not None,
        "has_not": lambda part: component(key, part) is None,
        "empty": lambda part: component(key, part) == "",
        "length_at_most": lambda count: len(key) <= int(count),
    }
    wants = json.loads(question.given["wants"])
    return all(holds[name](value) for each in wants for name, value in each.items())


def editions_agrees(question: Question) -> bool:
    """Check with implementations of 2005, 2003, 1997 and browsers; there is none of 1994."""
    given = question.given
    others = {"2005": lambda *pair: transformed(*pair)[0], "2003": in_2003, "1997": in_1997}
    others["browsers"] = in_browsers
    named = set(question.key.split())
    return all(
        (resolved(given["base"], given["reference"]) == given["result"]) == (way in named)
        for way, resolved in others.items()
    )


class _Bases(HTMLParser):
    """A parser for the first base element with an address."""

    def __init__(self) -> None:
        super().__init__()
        self.base: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href")
        if tag == "base" and address is not None and self.base is None:
            self.base = address


def base_agrees(question: Question) -> bool:
    """Check with the HTML parser of Python's library, and with another 5.2.2."""
    reader = _Bases()
    reader.feed(question.given["page"])
    url = question.given["url"]
    base = url if reader.base is None else transformed(url, reader.base)[0]
    return chosen(question, question.key) == base


def merged(base: str, reference: str) -> tuple[bool, str]:
    """Return whether the paths are merged, and the path before dot segments are removed."""
    b, r = parts(base), parts(reference)
    if r[0] is not None or r[1] is not None or (r[2] or "").startswith("/"):
        return False, r[2] or ""
    return True, f"{(b[2] or '').rpartition('/')[0]}/{r[2]}"


def letters_of_dots(path: str) -> str:
    """Return the letters of the rules of 5.2.4 applied to a path."""
    rules = (
        ("A", r"\.\.?/"),
        ("B", r"/\.(?:/|$)"),
        ("C", r"/\.\.(?:/|$)"),
        ("D", r"\.\.?$"),
        ("E", r"/?[^/]*"),
    )
    letters = ""
    while path:
        letter, match = next((name, m) for name, rule in rules if (m := re.match(rule, path)))
        letters += letter
        path = ("/" if letter in "BC" else "") + path[match.end() :]
    return letters


def steps_agrees(question: Question) -> bool:
    """Check with 5.2.4 as a table of expressions."""
    return question.key == letters_of_dots(
        merged(question.given["base"], question.given["reference"])[1]
    )


def lines_agree(question: Question) -> bool:
    """Check with 5.2.3, then 5.2.4 as a table of expressions; runs of one rule count once."""
    is_merged, path = merged(question.given["base"], question.given["reference"])
    letters = re.sub(r"(.)\1+", r"\1", letters_of_dots(path))
    rules = ["5.2.3"] * is_merged + [f"5.2.4 2{letter}" for letter in letters]
    lines = LISTINGS["2005"].lines
    return [lines[int(code)].rule for code in in_order(question, question.key) or []] == rules


def innermost_agrees(question: Question) -> bool:
    """Check the text after the last "://" in the fully decoded link, up to a delimiter."""
    text = question.given["text"]
    while unquote(text) != text:
        text = unquote(text)
    found = re.findall(r"://([^/?#&]*)", text)
    return len(found) > 1 and question.key == found[-1]


def letters_agrees(question: Question) -> bool:
    """Check with the names of characters; the rarer script of each label is the odd one."""
    text = question.given["text"]
    host = text.partition("//")[2].partition("/")[0]
    at, strange = text.index(host), []
    for label in host.split("."):
        scripts = [unicodedata.name(char).split()[0] if char.isalpha() else "" for char in label]
        known = [each for each in scripts if each]
        rare = min(set(known), key=known.count) if len(set(known)) > 1 else None
        strange += [str(at + n + 1) for n, each in enumerate(scripts) if rare and each == rare]
        at += len(label) + 1
    return [question.key] == (strange or ["none"])


def encode_agrees(question: Question) -> bool:
    """Check with Python's library, which does not encode unreserved characters."""
    return question.key == quote(question.given["text"], safe="")


def decode_agrees(question: Question) -> bool:
    """Check with Python's library, decoding several times."""
    text = question.given["text"]
    for _ in range(int(question.given["times"])):
        text = unquote(text, errors="strict")
    return question.key == text


AGREES: dict[str, Callable[[Question], bool]] = {
    "target": target_agrees, "where": host_agrees, "site": site_agrees, "mark": mark_agrees,
    "origin": origin_agrees, "rung": rung_agrees, "valid": valid_agrees,
    "relative": relative_agrees, "write": write_agrees, "editions": editions_agrees,
    "base": base_agrees, "steps": steps_agrees, "letters": letters_agrees, "encode": encode_agrees,
    "decode": decode_agrees, "innermost": innermost_agrees, "lines": lines_agree,
}  # fmt: skip
