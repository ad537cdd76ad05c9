"""The answers that each edition allows, computed from its text without the program's code."""

import re
from itertools import product

CURRENT = "(current document)"
FIVE = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
Parts = list[str | None]


def split(text: str) -> Parts:
    """Split by appendix B of 1997, 2003 and 2005, for texts with a well-formed scheme."""
    match = FIVE.fullmatch(text)
    assert match
    return list(match.groups())


def joined(scheme: str | None, site: str | None, path: str, query: str | None) -> str:
    text = "" if scheme is None else f"{scheme}:"
    text += "" if site is None else f"//{site}"
    return text + path + ("" if query is None else f"?{query}")


def with_fragment(text: str, fragment: str | None) -> str:
    return text if fragment is None else f"{text}#{fragment}"


def merged(buffer: str) -> str:
    """Apply steps 6d to 6g of 1997, which are steps 3 to 6 of the merge of 2003."""
    segments = re.sub(r"(^|(?<=/))\./", "", buffer)
    while segments != buffer:
        buffer, segments = segments, re.sub(r"(^|(?<=/))\./", "", segments)
    buffer = re.sub(r"(^|(?<=/))\.$", "", buffer)
    pattern = re.compile(r"(?:^(?=[^/])|(?<=/))(?!\.\./)[^/]*/\.\./")
    while match := pattern.search(buffer):
        buffer = buffer[: match.start()] + buffer[match.end() :]
    return re.sub(r"(?:^(?=[^/])|(?<=/))(?!\.\./)[^/]*/\.\.$", "", buffer)


def of_1997(base: str, reference: str) -> set[str]:
    """Return the single result of 5.2 of url-syntax-05."""
    scheme, site, path, query, fragment = split(reference)
    if not path and scheme is None and site is None and query is None:
        return {with_fragment(CURRENT, fragment)}
    if scheme is not None:
        return {reference}
    b = split(base)
    if site is None:
        site = b[1]
        if not (path or "").startswith("/"):
            buffer = (b[2] or "")[: (b[2] or "").rfind("/") + 1] + joined(
                None, None, path or "", query
            )
            path, mark, rest = merged(buffer).partition("?")
            query = rest if mark else None
    return {with_fragment(joined(b[0], site, path or "", query), fragment)}


def of_2003(base: str, reference: str) -> set[str]:
    """Return the results of 5.2 of rfc2396bis-01: validating or not, with each handling of ".."."""
    return {
        _of_2003(base, reference, validating, way)
        for validating, way in product((True, False), ("retain", "remove", "avoid"))
    }


def _of_2003(base: str, reference: str, validating: bool, way: str) -> str:
    scheme, site, path, query, fragment = split(reference)
    b = split(base)
    if not validating and scheme is not None and scheme == b[0]:
        scheme = None
    if scheme is not None:
        return with_fragment(joined(scheme, site, path or "", query), fragment)
    if site is None:
        site = b[1]
        if not path and query is None:
            return with_fragment(CURRENT, fragment)
        if not path:
            path = b[2]
        elif not path.startswith("/"):
            front = (b[2] or "")[: (b[2] or "").rfind("/") + 1] or ("" if b[2] else "/")
            path = merged(front + path)
            excess = re.match(r"/?((?:\.\./)*(?:\.\.$)?)", path)
            if excess and excess[1]:
                if way == "avoid":
                    return "none"
                path = "/" + path[excess.end() :] if way == "remove" else path
    return with_fragment(joined(b[0], site, path or "", query), fragment)


def without_dots(rest: str) -> tuple[str, str]:
    """Apply 5.2.4 of RFC 3986: return the output, and the letters of the rules in order."""
    output, letters = "", ""
    while rest:
        if rest.startswith(("../", "./")):
            letters, rest = letters + "A", rest[rest.index("/") + 1 :]
        elif rest.startswith("/./") or rest == "/.":
            letters, rest = letters + "B", "/" + rest[3:]
        elif rest.startswith("/../") or rest == "/..":
            letters, rest = letters + "C", "/" + rest[4:]
            output = output[: output.rfind("/")] if "/" in output else ""
        elif rest in {".", ".."}:
            letters, rest = letters + "D", ""
        else:
            end = rest.find("/", 1)
            end = len(rest) if end < 0 else end
            letters, output, rest = letters + "E", output + rest[:end], rest[end:]
    return output, letters


def spellings(base: str) -> list[str]:
    """Return a base as written, and normalized in part or in whole (5.2.1, 6.2.2, 6.2.3)."""
    scheme, site, path, query, fragment = split(base)
    userinfo, at, server = (site or "").rpartition("@")
    lower = f"{userinfo}{at}{server.lower()}"
    bare = lower.removesuffix(":80" if scheme == "http" else ":")
    plain = without_dots(path or "")[0]
    forms = [(site, path or ""), (lower, path or ""), (lower, plain), (bare, plain or "/")]
    return [with_fragment(joined(scheme, *form, query), fragment) for form in forms]


def ways_2005(base: str, reference: str) -> list[tuple[str, str, dict[str, str]]]:
    """Apply 5.2.2 of RFC 3986, strict and not: return target, rules of 5.2.4, and origins."""
    return [
        _way_2005(each, reference, strict) for each in spellings(base) for strict in (True, False)
    ]


def _way_2005(base: str, reference: str, strict: bool) -> tuple[str, str, dict[str, str]]:
    b, r = split(base), split(reference)
    names = ("scheme", "authority", "path", "query", "fragment")
    if not strict and r[0] == b[0]:
        r[0] = None
    letters, own = "", 5
    if r[0] is not None:
        t, own = list(r), 0
    elif r[1] is not None:
        t, own = [b[0], *r[1:]], 1
    elif not r[2]:
        own = 4 if r[3] is None else 3
        t = [*b[:own], *r[own:]]
    else:
        t, own = [*b[:2], *r[2:]], 2
    is_merged = own == 2 and not (r[2] or "").startswith("/")
    if is_merged:
        kept = (b[2] or "")[: (b[2] or "").rfind("/") + 1]
        t[2] = ("/" if b[1] is not None and not b[2] else kept) + (r[2] or "")
    if own < 3:
        t[2], letters = without_dots(t[2] or "")
    origins = {name: "reference" if at >= own else "base" for at, name in enumerate(names)}
    origins["path"] = "merged" if is_merged else origins["path"]
    present = {name: origins[name] for name, part in zip(names, t, strict=True) if part is not None}
    return with_fragment(joined(t[0], t[1], t[2] or "", t[3]), t[4]), letters, present


def of_2005(base: str, reference: str) -> set[str]:
    return {target for target, _, _ in ways_2005(base, reference)}


def of_1994(base: str, reference: str) -> set[str]:
    """Return the results of draft 02, where "xxx/../" and "/." are removed in any order."""
    if reference[:-1] and reference.endswith("#"):  # an empty fragment is like none
        without = of_1994(base, reference[:-1])
        return without | {f"{each}#" for each in without}
    url, mark, fragment = reference.partition("#")
    end = f"#{fragment}" if mark else ""
    if re.match("[^/]*:", url):
        return {url + end}
    scheme, site, path, _, _ = split(base)
    front = joined(scheme, site, "", None)
    if url.startswith("//"):
        return {f"{scheme}:{url}{end}"}
    if url.startswith("/"):
        return {front + url + end}
    results, seen, todo = set(), set(), [(path or "")[: (path or "").rfind("/") + 1] + url]
    while todo:
        text = todo.pop()
        if text in seen:
            continue
        seen.add(text)
        matches = [*re.finditer(r"/\.(?=/|$)", text)]
        matches += re.finditer(r"(?:^|(?<=/))(?!\.{1,2}/)[^/]+/\.\./", text)
        todo += [text[: each.start()] + text[each.end() :] for each in matches]
        if not matches:
            results.add(front + text + end)
    return results


def is_open_in_1994(base: str, reference: str, results: set[str]) -> bool:
    """Return True if draft 02 has no rule: empty, only a query or fragment, or ".." remains."""
    url = reference.partition("#")[0]
    no_path = not split(base)[2] and url[:1] != "/"
    left = any(re.search(r"/\.\.(?:/|#|$)", each) for each in results)
    return no_path or url[:1] in {"", "?"} or left


ALLOWED = {"1994": of_1994, "1997": of_1997, "2003": of_2003, "2005": of_2005}


def marks(text: str, part: str, edition: str) -> set[str]:
    """Return the right answers for a component: by appendix B, and by the grammar of the edition.

    Before 2005, path and host are optional in the grammar. RFC 1738 leaves the slash before a path
    out, and draft 02 has no difference between an empty fragment and none. In 2003, what follows a
    scheme without a slash is an opaque part.
    """
    scheme, site, path, query, fragment = split(text)
    if edition == "1994" and scheme == "mailto":  # RFC 1738 3.5: all of it is an address
        path, query = joined(None, None, path or "", query), None
    userinfo, at, server = (site or "").rpartition("@")
    host, colon, port = server.partition(":")
    values = {
        "scheme": scheme,
        "authority": site,
        "userinfo": userinfo if at else None,
        "host": None if site is None else host,
        "port": port if colon else None,
        "path": path,
        "query": query,
        "fragment": fragment,
    }
    readings = {values[part]}
    if edition != "2005" and part in {"path", "host"} and not values[part]:
        readings.add(None)
    if edition == "1994" and part == "fragment" and fragment == "":
        readings.add(None)
    if edition == "1994" and part == "path" and site is not None and path:
        readings |= {path[1:]} if path[1:] else {"", None}
    if edition == "2003" and scheme and site is None and path and path[0] != "/":
        readings |= {None} if part in {"path", "query"} else set()
        readings |= {joined(None, None, path, query)} if part == "path" else set()
    return {"none" if each is None else each or "empty" for each in readings}


UNRESERVED = re.compile(r"[A-Za-z0-9\-._~]")
# RFC 3986 appendix A: what each component may contain besides unreserved characters and escapes.
DATA = {
    "userinfo": "!$&'()*+,;=:", "path": "!$&'()*+,;=:@", "query": "!$&'()*+,;=:@/?",
    "fragment": "!$&'()*+,;=:@/?",
}  # fmt: skip


def encodings(text: str, part: str) -> set[str]:
    """Return every way to write a text as data of a component, without needless encoding."""
    ways = []
    for char in text:
        escaped = "".join(f"%{byte:02X}" for byte in char.encode())
        if UNRESERVED.fullmatch(char):
            ways.append([char])
        else:
            ways.append([escaped, escaped.lower(), *([char] if char in DATA[part] else [])])
    return {"".join(each) for each in product(*ways)}
