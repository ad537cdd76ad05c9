"""Mistakes in resolving a reference, and the targets that they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from urllib.parse import quote, unquote, unquote_to_bytes

from uriinspector import EDITIONS
from uriinspector.core.compare import normalize
from uriinspector.core.expression import expression
from uriinspector.core.model import Message, conjoined, message
from uriinspector.core.parse import parse, resolve
from uriinspector.core.resolution import remove_dot_segments
from uriinspector.lessons.mistake import Mistake, answer_of, by_code, components, is_defined, rows
from uriinspector.lessons.mistakes.characters import ESCAPES, decoded_only, lower_escapes
from uriinspector.readers import browser, python

DOTS = frozenset({".", ".."})
PARAMETERS = expression(";[^/]*")
ENCODED_DOT = expression("%2[Ee]")
SLASHES = expression("/{2,}")
LEFT_UPS = expression(r"(?:/\.\.(?=/|$))*/?")
NAME_WITH_DOTS = expression(r"(\.*+)([^.](?:.*[^.])?)(\.*)", re.DOTALL)
DELIMITERS = ":/?#[]@!$&'()*+,;=%-._~"
OF_URIS = expression(rf"[A-Za-z0-9{re.escape(DELIMITERS)}]*+")
UNRESERVED, URI_DELIMITERS = "-._~", "!$&'()*+,;=:@"
RESERVED = ":/?#[]@!$&'()*+,;="
LONGEST = 2_000
# The maximum number of folders or names that are left out one at a time.
MOST_FOLDERS = 20
OTHER_SCHEMES = {"http:": "https:", "https:": "http:"}
# Editions in which a reference to the current document does not have a target.
NO_TARGETS = frozenset({"1997", "2003"})


class Text(str):
    """A text that can also be used without some characters at its ends."""

    __slots__ = ()

    @property
    def tail(self) -> str:
        """The text without its first character."""
        return self[1:]

    @property
    def front(self) -> Text:
        """The text without its last character."""
        return Text(self[:-1])

    @property
    def bare(self) -> str:
        """The text without slashes at its start."""
        return self.lstrip("/")

    @property
    def unslashed(self) -> str:
        """The text without a slash at its end."""
        return self.removesuffix("/")


class TextPieces:
    """The components of a text, each including its delimiter; "" if absent."""

    def __init__(self, text: str) -> None:
        self.parts = scheme, authority, path, query, fragment = components(text)
        self.scheme = "" if scheme is None else f"{scheme}:"
        self.authority = "" if authority is None else f"//{authority}"
        self.host = authority or ""
        self.path = Text(path)
        self.query = "" if query is None else f"?{query}"
        self.fragment = "" if fragment is None else f"#{fragment}"
        self.query_text, self.fragment_text = query or "", fragment or ""
        self.origin = self.scheme + self.authority
        self.whole = Text(self.origin + path)
        self.end = self.query + self.fragment
        self.rest = f"{self.authority}{path}{self.end}"
        self.everything = self.scheme + self.rest
        self.text = Text(self.whole + self.query)  # without fragment

    @property
    def name(self) -> str:
        """The text after the last slash of the path."""
        return self.path.rpartition("/")[2]

    @property
    def extension(self) -> str:
        return self.name.rpartition(".")[2] if "." in self.name.strip(".") else ""

    @property
    def short(self) -> str:
        """The text up to the path, without the file extension."""
        return self.whole.removesuffix(f".{self.extension}")

    @property
    def is_rooted(self) -> bool:
        return self.path.startswith("/")

    @property
    def plain_path(self) -> str:
        """The path without parameters."""
        return PARAMETERS.sub("", self.path)

    @property
    def last_params(self) -> str:
        """The last parameter of the last segment, with its delimiter."""
        _, mark, text = self.name.rpartition(";")
        return mark + text if mark else ""

    @property
    def without_port(self) -> str:
        """The authority without the text after its last colon."""
        return f"//{self.host.rpartition(':')[0]}"

    @property
    def without_userinfo(self) -> str:
        return f"//{self.host.rpartition('@')[2]}"

    @property
    def other_scheme(self) -> str:
        """The other web scheme: "https:" for "http:", and vice versa."""
        return OTHER_SCHEMES.get(self.scheme, "")

    @property
    def other_www(self) -> str:
        """The host without "www.", or with it if it has none."""
        return self.host[4:] if self.host.startswith("www.") else f"www.{self.host}"


class Pair:
    """A base, a reference, and derived values for the conditions and answers of mistakes."""

    def __init__(self, base: str, reference: str, edition: str = "2005") -> None:
        self.base = Text(base)
        self.reference = Text(reference)
        self.edition = edition
        self.b, self.r = TextPieces(base), TextPieces(reference)
        self.segments = self.r.path.split("/")
        path = self.b.path
        self.directory = path[: path.rfind("/") + 1] or ("/" if self.b.authority else "")
        self.folders = self.directory.split("/")
        self.folder = Text(self.b.origin + self.directory)
        self.relative = not self.r.origin
        self.merged = self.relative and bool(self.r.path) and not self.r.is_rooted
        self.ups = self.segments.count("..")
        self.ends_in_dot = self.segments[-1] in DOTS
        self.names = "/".join(each for each in self.segments if each not in DOTS)

    @cached_property
    def target(self) -> str | None:
        return self.resolved(self.reference)

    @cached_property
    def t(self) -> TextPieces | None:
        """The target's components with their delimiters, or None without a target."""
        return None if self.target is None else TextPieces(self.target)

    def resolved(self, reference: str, base: str | None = None) -> str | None:
        """Return the target of another reference, or of the same reference with another base."""
        base = self.base if base is None else base
        return resolve(str(base), str(reference), edition=self.edition).target

    def with_path(self, path: str) -> str | None:
        """Return the target of the reference with another path."""
        return self.resolved(self.r.origin + path + self.r.end)

    # --- names in the conditions and placeholders of the table ---

    @property
    def is_current(self) -> bool:
        """True if the reference means the current document, and has no target."""
        return self.target is None and not self.r.text and self.edition in NO_TARGETS

    @property
    def stays(self) -> bool:
        """True if the target equals the base, ignoring fragments."""
        return (self.target or "").partition("#")[0] == self.base.partition("#")[0]

    @property
    def repeats_folder(self) -> bool:
        """True if the reference begins with the name of the base's last folder."""
        return len(self.folders) > 2 and self.segments[0] == self.folders[-2]

    @property
    def parent(self) -> str:
        """The base's directory without its last folder."""
        return "/".join(self.folders[:-2])

    @property
    def has_other_host(self) -> bool:
        return self.b.authority != self.r.authority

    @property
    def same_scheme(self) -> bool:
        """True if the reference has the scheme of the base, and no authority."""
        scheme = self.r.scheme.lower()
        return scheme == self.b.scheme.lower() and not self.r.authority

    @property
    def after_scheme(self) -> Text:
        return Text(self.reference[len(self.r.scheme) :])

    @property
    def first_folder(self) -> str:
        """The first folder of the base if there are more than two, otherwise ""."""
        return "/".join(self.folders[:2]) if len(self.folders) > 4 else ""

    @property
    def begins_with_name(self) -> bool:
        """True if the reference's path does not begin with a dot segment."""
        return self.segments[0] not in DOTS

    @property
    def has_dots(self) -> bool:
        """True if the path has dot segments."""
        return bool(DOTS & set(self.segments))

    @property
    def has_dots_or_gaps(self) -> bool:
        """True if the path has dot segments or empty segments."""
        return self.has_dots or "" in self.segments

    @property
    def own_origin(self) -> str:
        """The scheme and authority of the target, as the algorithm chooses them."""
        authority = self.b.authority if self.relative else self.r.authority
        return (self.r.scheme or self.b.scheme) + authority

    @property
    def undotted(self) -> str:
        """The path of the reference without dot segments, and not merged with the base."""
        return remove_dot_segments(str(self.r.path))

    @property
    def has_folders_left(self) -> bool:
        """True if the reference's ".." segments never remove all folders of the base."""
        lowest = depth = len(self.folders) - 2
        for each in self.segments:
            depth += -1 if each == ".." else each != "."
            lowest = min(lowest, depth)
        return lowest > 0

    @property
    def in_folder(self) -> bool:
        """True if the base has a folder, and the reference has no ".."."""
        return not self.ups and len(self.folders) > 2

    @cached_property
    def with_left_ups(self) -> str:
        """The merged path, keeping the ".." segments left over at the root."""
        target = (
            self.merged and self.ups and resolve(self.base, self.reference, edition="2003").target
        )
        return components(target)[2] if target else ""

    @property
    def excess(self) -> int:
        """The number of ".." segments left over at the root."""
        ups = LEFT_UPS.match(self.with_left_ups)
        return ups[0].count("..") if ups else 0

    @property
    def path_from_root(self) -> str:
        """The merged path without left-over "..", and without its first slash."""
        return LEFT_UPS.sub("", self.with_left_ups, count=1)

    @property
    def one_up_less(self) -> str:
        """The path with "." in place of its first ".."."""
        at = self.segments.index("..")
        return "/".join([*self.segments[:at], ".", *self.segments[at + 1 :]])

    @property
    def has_ups_to_drop(self) -> bool:
        """True if there is more than one "..", or at least one if the path is not merged."""
        return self.ups > self.merged

    @property
    def has_several_ups(self) -> bool:
        return self.ups > 1

    @property
    def without_ups(self) -> str:
        """The path with "." in place of each ".."."""
        return self._with_dots("..", ".")

    @property
    def all_ups(self) -> str:
        """The path with ".." in place of each "."."""
        return self._with_dots(".", "..")

    def _with_dots(self, dots: str, other: str) -> str:
        """Return the path with ``other`` in place of each segment ``dots``."""
        return "/".join(other if each == dots else each for each in self.segments)

    @property
    def dots_decoded(self) -> str:
        """The path with "%2E" decoded to dots."""
        return ENCODED_DOT.sub(".", self.r.path)

    @property
    def has_encoded_dots(self) -> bool:
        """True if the path contains "%2E"."""
        return self.dots_decoded != self.r.path

    # --- methods for the forms of the table ---

    def slash_in_query(self) -> Iterator[str]:
        """Yield targets that follow the base's last slash, even one in its query or fragment."""
        for base in dict.fromkeys((self.base, self.b.text)) if "/" in self.b.end else ():
            yield base[: base.rfind("/") + 1] + self.reference
            yield f"{base}/{self.reference}"

    def without(self, at: int) -> str:
        """Return the reference's path without one segment."""
        return "/".join([*self.segments[:at], *self.segments[at + 1 :]])

    def half_of_the_dots(self) -> Iterator[str]:
        """Yield targets in which only one dot segment, or one kind of dot segment, is removed."""
        dots = [at for at, each in enumerate(self.segments) if each == "."]
        paths = [self.without(at) for at in (dots[0], dots[-1])] if len(dots) > 1 else []
        has_both = set(self.segments) >= DOTS
        paths += ["/".join(each for each in self.segments if each != ".")] if has_both else []
        yield from (f"{self.folder}{each}{self.r.end}" for each in paths)
        if has_both:
            output: list[str | None] = [*self.folders[:-1]]
            names = [at for at, each in enumerate(output) if each not in {"", "."}]
            for each in self.segments:
                if each != "..":
                    names += [len(output)] if each not in {"", "."} else []
                    output.append(each)
                elif names:
                    output[names.pop()] = None  # so that other positions do not change
            path = "/".join(each for each in output if each is not None)
            yield f"{self.b.origin}{path}{self.r.end}"

    def name_as_host(self) -> Iterator[str]:
        """Yield targets in which the path's first segment is the host."""
        name = self.reference.bare
        if name.partition("/")[0] in {"", *DOTS} or name[0] in "?#":
            return
        for scheme in filter(None, dict.fromkeys((self.b.scheme, "http:", "https:"))):
            yield f"{scheme}//{name}"
            yield f"{scheme}//{name}/"

    def replaced_parameters(self) -> Iterator[str]:
        """Yield targets with the parameters of both queries; those of the reference take
        precedence.
        """
        own, target = self.r.query_text, self.t
        names = {each.partition("=")[0] for each in own.split("&")}
        others = self.b.query_text.split("&")
        others = [each for each in others if each.partition("=")[0] not in names]
        if target and others:
            for row in ([*others, own], [own, *others]):
                yield f"{target.whole}?{'&'.join(row)}{target.fragment}"

    def folder_left_out(self) -> Iterator[str | None]:
        """Yield targets without one folder of the base."""
        for at in range(1, min(len(self.folders) - 2, MOST_FOLDERS)):
            directory = "/".join([*self.folders[:at], *self.folders[at + 1 :]])
            yield self.resolved(self.reference, self.b.origin + directory)

    def upper_folders(self) -> Iterator[str]:
        """Yield targets in which the reference's path follows a folder above the base's."""
        for count in range(2, min(len(self.folders) - 1, MOST_FOLDERS)):
            yield f"{self.b.origin}{'/'.join(self.folders[:count])}{self.reference}"

    def slash_left_out(self) -> Iterator[str]:
        """Yield targets without the slash between base and reference."""
        if not self.directory[1:]:
            return
        yield f"{self.folder.unslashed}{self.reference}"
        target = self.target or ""
        first = next((each for each in self.segments if each not in {"", *DOTS}), "")
        at = target.find(f"/{first}", len(self.b.origin) + 1)
        if first and at > 0:
            yield target[:at] + target[at + 1 :]

    def segment_left_out(self) -> Iterator[str | None]:
        """Yield targets without one of the reference's names."""
        names = [at for at, each in enumerate(self.segments) if each not in {"", *DOTS}]
        for at in names[:MOST_FOLDERS] if len(names) > 1 else ():
            yield self.with_path(self.without(at))

    def one_up_only(self) -> Iterator[str | None]:
        """Yield targets in which only one of several ".." is applied."""
        first = self.segments.index("..")
        others = [each for each in self.segments[first + 1 :] if each != ".."]
        yield self.with_path("/".join([*self.segments[: first + 1], *others]))
        if first == 0:
            up = self.resolved("..") or ""
            yield up + "/".join(self.segments[1:]) + self.r.end

    def with_excess(self) -> Iterator[str | None]:
        """Yield targets that keep ".." above the root."""
        for count in range(self.excess, 0, -1):
            yield f"{self.b.origin}/{'../' * count}{self.path_from_root}{self.r.end}"
        yield resolve(self.base, self.reference, edition="2003").target

    def undotted_ends(self, name: str) -> Iterator[str | None]:
        """Yield targets in which dots in the query or fragment are treated as segments."""
        is_query = name == "query"
        text = self.r.query_text if is_query else self.r.fragment_text
        if "." not in text:
            return
        without = remove_dot_segments(text)
        shorter = without if text.startswith("/") else without.removeprefix("/")
        front, end = (f"{self.r.whole}?", self.r.fragment) if is_query else (f"{self.r.text}#", "")
        yield from (self.resolved(front + each + end) for each in (without, shorter))
        if self.merged:
            merged = self.directory + (self.r.text if is_query else self.reference)
            yield self.b.origin + remove_dot_segments(merged) + end

    def dots_in_names(self) -> Iterator[str | None]:
        """Yield targets in which dots around names, and longer rows of dots, are treated as
        segments.
        """
        apart: list[str] = []
        without: list[str] = []
        longer: list[str] = []
        for each in self.segments:
            is_row = len(each) > 2 and not each.strip(".")
            name = None if is_row or each in {"", *DOTS} else NAME_WITH_DOTS.fullmatch(each)
            longer.append("/".join([".."] * (len(each) - 1)) if is_row else each)
            apart += filter(None, name.groups()) if name else (".." if is_row else each,)
            without += (name[2],) if name else () if is_row else (each,)
        if longer != self.segments:
            yield self.with_path("/".join(longer))
        if apart != self.segments:
            yield self.with_path("/".join(apart))
            yield self.with_path("/".join(without))

    def slashes_collapsed(self) -> Iterator[str | None]:
        """Yield targets in which repeated slashes are single."""
        base = f"{self.b.origin}{SLASHES.sub('/', self.b.path)}{self.b.query}"
        own, target = SLASHES.sub("/", self.r.path), self.t
        if (own, base) != (self.r.path, self.base):
            yield self.resolved(self.r.origin + own + self.r.end, base)
        if target and "//" in target.path:
            yield target.origin + SLASHES.sub("/", target.path) + target.end

    def gaps_not_counted(self) -> Iterator[str]:
        """Yield the target that would result if ".." did not count empty segments."""
        if "//" not in self.directory + self.r.path:
            return
        output: list[str] = []
        segments = (self.directory + self.r.path).split("/")[1:]
        for each in segments:
            if each == "..":
                while output and not output[-1]:
                    output.pop()
                del output[-1:]
            elif each != ".":
                output.append(each)
        if segments[-1] in DOTS:
            output.append("")
        yield f"{self.b.origin}/{'/'.join(output)}{self.r.end}"

    def replaced(self, change: str) -> Iterator[str]:
        """Yield targets with a text replaced; ``change`` is "text|replacement|..."."""
        text, *others = change.split("|")
        if self.target and text in self.target:
            yield from (self.target.replace(text, other) for other in others)

    def decoded(self) -> Iterator[str]:
        """Yield the target with percent-encoding decoded."""
        decoded = unquote(self.target or "")
        yield from (decoded, decoded.replace("+", " "))

    def encoded(self) -> Iterator[str]:
        """Yield the target with percent-encoding added."""
        if self.target and not OF_URIS.fullmatch(self.target):
            yield quote(self.target, safe=DELIMITERS, errors="replace")

    def normalized(self) -> Iterator[str]:
        """Yield normalized targets, as if resolving included normalization."""
        target = self.t
        if not self.target or not target:
            return
        levels = normalize(parse(self.target, edition=self.edition))
        texts = [each.text for each in levels if each.text is not None]
        yield from (*texts, *map(str.lower, texts))
        yield f"{target.scheme}{target.authority.lower()}{target.path}{target.end}"
        yield f"{target.scheme.lower()}{target.rest}"

    def percent_encoded(self) -> Iterator[str]:
        """Yield targets with all percent signs encoded again, or only the first one."""
        target = self.target or ""
        yield from (target.replace("%", "%25"), target.replace("%", "%25", 1))

    def escapes_lowered(self) -> Iterator[str]:
        yield lower_escapes(self.target or "")

    def delimiters_decoded(self) -> Iterator[str]:
        yield decoded_only(self.target or "", RESERVED)

    def encoded_more(self, characters: str) -> Iterator[str]:
        """Yield the target with characters after the host encoded unnecessarily."""
        target = self.t
        if target is None or len(self.target or "") > LONGEST:
            return
        rest = target.path + target.end
        for character in filter(rest.__contains__, characters):
            for form in ("%{:02X}", "%{:02x}"):
                yield target.origin + rest.replace(character, form.format(ord(character)))

    def other_coding(self) -> Iterator[str]:
        """Yield the target with non-ASCII bytes in windows-1252 instead of UTF-8."""
        if not self.target or len(self.target) > LONGEST:
            return

        def recoded(match: re.Match[str]) -> str:
            text = unquote_to_bytes(match[0]).decode("utf-8")
            return match[0] if text.isascii() else quote(text.encode("cp1252"))

        # The text may not exist in that encoding, or the bytes may not be UTF-8.
        with suppress(UnicodeError):
            yield ESCAPES.sub(recoded, self.target)
        with suppress(UnicodeError):
            safe = f"%/?#[]{URI_DELIMITERS}{UNRESERVED}"
            is_plain = self.target.isascii()
            yield self.target if is_plain else quote(self.target.encode("cp1252"), safe)

    def without_escapes(self) -> Iterator[str]:
        yield ESCAPES.sub("", self.target or "")

    def as_edition(self, year: str) -> Iterator[str]:
        if year != self.edition:
            resolution = resolve(str(self.base), str(self.reference), edition=year)
            if is_defined(resolution):
                yield answer_of(resolution)

    def as_reader(self, name: str) -> Iterator[str | None]:
        """Yield the result that browsers, or Python's urllib, would give."""
        yield READERS[name](str(self.reference), str(self.base)).serialized


READERS = {"browsers": browser.read, "python": python.read}


# In the order in which mistakes are named: rare ones first; those that only join the two texts or
# repeat one of them last.
TABLE = (
    (
        "target-of-same-document",
        "is_current",
        ("{folder}", "{folder}{reference}", "b.fragment ? {base}"),
        "You gave a target. In this edition, the reference means the current document.",
    ),
    (
        "document-called-none",
        "is_current",
        None,
        'You answered "none". In this edition, the reference means the current document.',
    ),
    (
        "same-document-alone",
        "target stays",
        "same document",
        "You gave no target. A reference to the same document has a target, too.",
        "RFC 3986 4.4",
        "2005",
    ),
    (
        "same-document-alone",
        "target stays !edition=2005",
        "same document",
        "You said that it is the same document. In this edition, only an empty reference or a "
        "fragment means that.",
        "",
        "1997",
    ),
    (
        "not-same-document",
        "target !stays",
        "same document",
        'You answered "same document". The target is not the base.',
        "RFC 3986 4.4",
    ),
    (
        "ampersand-as-query",
        "reference^&",
        ("{b.text}{reference}", "{b.whole}?{reference.tail}"),
        'You mistook "&" for part of the query. Without "?", it is a character of the path.',
        "RFC 3986 3.4",
    ),
    (
        "slash-in-query",
        "merged",
        "*slash_in_query",
        (
            "You counted a slash after the path of the base. Only slashes in the path separate "
            "folders."
        ),
        "RFC 3986 5.2.3",
    ),
    (
        "reference-as-query",
        "merged",
        (
            "b.query ? {b.whole}?{reference}",
            "b.fragment ? {b.text}#{reference}",
            "b.fragment ? {b.whole}#{reference}",
        ),
        "You replaced the query or the fragment of the base. This reference is a path.",
        "RFC 3986 5.2.2",
    ),
    (
        "delimiter-added",
        "merged",
        ("{b.whole}?{reference}", "{b.text}#{reference}", "{b.whole}#{reference}"),
        'You wrote "?" or "#" before the reference. Without it, the reference is a path.',
        "RFC 3986 4.2",
    ),
    (
        "params-replaced",
        "merged r.path^; b.last_params",
        "{b.origin}{b.plain_path}{r.last_params}{r.end}",
        'You replaced only the text after ";". The whole last segment of the base is replaced.',
        "RFC 3986 5.2.3",
    ),
    (
        "half-of-the-dots",
        "merged",
        "*half_of_the_dots",
        'You removed only some of the dot segments. Every "." and ".." is removed.',
        "RFC 3986 5.2.4",
    ),
    (
        "name-as-host",
        "relative",
        "*name_as_host",
        'You took the first segment of a path for a host. A host needs "//" before it.',
        "RFC 3986 4.2",
    ),
    (
        "repeated-folder",
        "merged repeats_folder",
        "{b.origin}{parent}/{reference}",
        "You wrote the folder only once. Write both folders, even if they have the same name.",
        "RFC 3986 5.2.3",
    ),
    (
        "host-of-base-kept",
        "t r.scheme r.authority b.authority has_other_host",
        ("{b.origin}{t.path}{t.end}", "{r.scheme}{b.authority}{t.path}{t.end}"),
        "You kept the host of the base. A reference with a scheme takes nothing from the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "dot-is-page",
        "merged b.name !names !ups",
        ("{b.whole}{r.end}", "{b.text}", "{base}"),
        'You mistook "." for the page itself. It means the folder of the page.',
        "RFC 3986 5.2.4",
    ),
    (
        "dot-slash-left-out",
        "reference^./ names~:",
        "{names}{r.end}",
        'You left out "./". Without it, the text before the colon is a scheme.',
        "RFC 3986 4.2",
    ),
    (
        "reference-path-left-out",
        "t r.authority r.path.bare",
        ("{t.origin}/", "{t.origin}"),
        "You left out the path of the reference. It belongs to the target.",
        "RFC 3986 5.2.2",
    ),
    (
        "reference-path-left-out",
        "merged r.end",
        ("{b.whole}{r.end}", "{b.text}{r.fragment}"),
        "You left out the path of the reference. It replaces the last segment of the base.",
        "RFC 3986 5.2.3",
    ),
    (
        "host-of-base-kept",
        "r.scheme !r.authority r.path !same_scheme",
        "{r.scheme}{b.rest} > {after_scheme}",
        "You kept the host of the base. A reference with a scheme takes nothing from the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "base-path-kept",
        "t r.authority b.path.bare",
        (
            "{t.origin}{directory}{r.path.bare}{t.end}",
            "{t.origin}{b.path}/{r.path.bare}{t.end}",
            "!r.path.bare ? {t.origin}{b.path}{t.end}",
        ),
        "You kept the path of the base. A reference with a host never keeps it.",
        "RFC 3986 5.2.2",
    ),
    (
        "slashes-added",
        "r.scheme !r.authority r.path !r.is_rooted",
        "{r.scheme}//{r.path}{r.end}",
        'You added "//". Without it, the text after the scheme is a path.',
        "RFC 3986 3",
    ),
    (
        "empty-is-nothing",
        "!reference",
        None,
        "You gave no target. An empty reference has one: the base without its fragment.",
        "RFC 3986 4.4",
        "2005",
    ),
    (
        "empty-is-directory",
        "!reference b.name",
        ("{folder}", "{folder.unslashed}"),
        "You removed the last segment. An empty reference keeps the whole path of the base.",
        "RFC 3986 5.2.2",
        "2005",
    ),
    (
        "fragment-replaces-segment",
        "!r.text r.fragment b.name",
        ("{folder}{reference}", "b.query ? {folder}{b.query}{reference}"),
        "You removed the last segment. A reference that is only a fragment keeps the path and "
        "query of the base.",
        "RFC 3986 5.2.2",
        "2005",
    ),
    (
        "path-dropped",
        "!r.whole b.path.bare",
        ("{b.origin}/{reference}", "{b.origin}{reference}"),
        "You dropped the path of the base. A reference without a path keeps it.",
        "RFC 3986 5.2.2",
        "2005",
    ),
    (
        "query-replaces-segment",
        "!r.whole r.query b.name",
        ("{folder}{reference}", "{folder.unslashed}{reference}"),
        "You replaced the last segment. A reference that is only a query keeps the whole path "
        "of the base.",
        "RFC 3986 5.2.2",
        "2003",
    ),
    (
        "dropped-base-query",
        "t !r.text",
        "{t.whole}{t.fragment}",
        "You dropped the query of the base. A reference without a path or query keeps it.",
        "RFC 3986 5.2.2",
        "2005",
    ),
    (
        "lost-empty-query",
        "t r.query !r.query_text",
        ("{t.whole}{t.fragment}", "> {r.whole}{r.fragment}"),
        'You dropped the "?". A query can be empty: it is present, and it is kept.',
        "RFC 3986 5.3",
        "1997",
    ),
    (
        "lost-empty-fragment",
        "t r.fragment !r.fragment_text",
        ("{t.text}", "> {r.text}"),
        'You dropped the "#". A fragment can be empty: it is present, and it is kept.',
        "RFC 3986 5.3",
        "1997",
    ),
    (
        "joined-queries",
        "t b.query_text r.query_text",
        (
            "{t.whole}{b.query}&{r.query_text}{t.fragment}",
            "{t.whole}{r.query}&{b.query_text}{t.fragment}",
            "{t.whole}{b.query}{r.query_text}{t.fragment}",
            "{t.whole}{b.query}{r.query}{t.fragment}",
            "{t.whole}{r.query}{b.query_text}{t.fragment}",
            "*replaced_parameters",
        ),
        "You joined both queries. The query of the reference replaces the query of the base.",
        "RFC 3986 5.2.2",
        "1997",
    ),
    (
        "joined-fragments",
        "t b.fragment r.fragment_text",
        ("{t.text}{b.fragment}{r.fragment}", "{t.text}{b.fragment}{r.fragment_text}"),
        "You joined both fragments. The fragment always comes from the reference.",
        "RFC 3986 5.2.2",
        "1997",
    ),
    (
        "kept-base-fragment",
        "t b.fragment",
        "{t.text}{b.fragment}",
        "You kept the fragment of the base. The fragment always comes from the reference.",
        "RFC 3986 5.2.2",
        "1997",
    ),
    (
        "kept-base-query",
        "t b.query",
        (
            "!r.query !t.query ? {t.whole}{b.query}{t.fragment}",
            "r.query ? {t.whole}{b.query}{t.fragment}",
        ),
        "You kept the query of the base. Only an empty reference or a fragment keeps it.",
        "RFC 3986 5.2.2",
        "1997",
    ),
    (
        "lost-query",
        "t r.query_text",
        ("{t.whole}{t.fragment}", "> {r.whole}{r.fragment}", "{t.whole}?{t.fragment}"),
        "You left out the query of the reference. It belongs to the target.",
        "RFC 3986 5.3",
    ),
    (
        "lost-fragment",
        "t r.fragment_text",
        ("{t.text}", "> {r.text}", "{t.text}#"),
        "You left out the fragment of the reference. It belongs to the target.",
        "RFC 3986 5.3",
    ),
    (
        "kept-base-params",
        "t merged b.last_params",
        (
            "{t.whole}{b.last_params}{t.end}",
            "{b.whole}{r.last_params}{t.end}",
            "r.last_params ? {t.origin}{t.plain_path}{b.last_params}{t.end}",
        ),
        'You kept the text after ";" in the base. It is part of the last segment, which is '
        "replaced.",
        "RFC 3986 3.3",
    ),
    (
        "params-dropped",
        "",
        (
            "r.path~; ? > {r.origin}{r.plain_path}{r.end}",
            "t t.path~; ? {t.origin}{t.plain_path}{t.end}",
        ),
        'You left out the text after ";". It is part of its segment.',
        "RFC 3986 3.3",
    ),
    (
        "no-slash-after-host",
        "relative b.authority",
        (
            "merged !b.path ? {b.origin}{reference}",
            "merged !b.path ? {b.origin}{names}{r.end}",
            "r.is_rooted reference.bare ? {b.origin}{reference.bare}",
        ),
        "You put the reference right after the host. After a host, the path begins with a slash.",
        "RFC 3986 5.2.3",
        "2003",
    ),
    (
        "network-path-alone",
        "!r.scheme r.authority",
        ("{reference}", "{reference.bare}"),
        'You left out the scheme. A reference that begins with "//" takes its scheme from the '
        "base.",
        "RFC 3986 5.2.2",
    ),
    (
        "network-path-doubled",
        "!r.scheme r.authority",
        "{b.scheme}//{reference}",
        'You wrote "//" twice. The reference already begins with it.',
        "RFC 3986 5.2.2",
    ),
    (
        "network-path-as-root",
        "!r.scheme r.authority",
        ("{b.origin}{reference}", "{b.origin}/{reference.bare}"),
        'You kept the host of the base. After "//", the reference names a host.',
        "RFC 3986 4.2",
    ),
    (
        "network-path-as-path",
        "!r.scheme r.authority",
        ("{folder}{reference}", "{folder}{reference.tail}", "{folder}{reference.bare}"),
        'You took "//" for the start of a path. After "//", the reference names a host.',
        "RFC 3986 4.2",
    ),
    (
        "base-slash-ignored",
        "merged b.path$/ b.path.bare",
        "{b.whole.unslashed} > {reference}",
        "You removed the last folder of the base. The base ends in a slash, so the folder is kept.",
        "RFC 3986 5.2.3",
    ),
    (
        "folder-removed",
        "!r.whole b.path$/ b.path.bare",
        "{b.whole.unslashed} > .{reference}",
        "You removed the last folder of the base. A reference without a path keeps it.",
        "RFC 3986 5.2.2",
        "2003",
    ),
    (
        "root-as-relative",
        "relative r.is_rooted",
        ("> .{reference}", "{folder}{reference}", "{folder}{reference.bare}", "*upper_folders"),
        "You kept part of the path of the base. A path that begins with a slash replaces all of "
        "it.",
        "RFC 3986 5.2.2",
    ),
    (
        "same-scheme-ignored",
        "r.scheme same_scheme",
        ("> {after_scheme}", "{b.origin}/{after_scheme.bare}"),
        "You ignored the scheme of the reference. A reference with a scheme takes nothing from "
        "the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "scheme-as-path",
        "r.scheme",
        ("{folder}{reference}", "{b.origin}/{reference}"),
        "You took the scheme for part of a path. A reference with a scheme takes nothing from "
        "the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "dots-in-fragment",
        "r.fragment",
        "*undotted_ends fragment",
        "You removed dots from the fragment. Only segments of the path can be dot segments.",
        "RFC 3986 5.2.4",
    ),
    (
        "dots-in-query",
        "r.query",
        "*undotted_ends query",
        "You removed dots from the query. Only segments of the path can be dot segments.",
        "RFC 3986 5.2.4",
        "2003",
    ),
    (
        "escaped-dots",
        "has_encoded_dots",
        "> {r.origin}{dots_decoded}{r.end}",
        'You took "%2E" for a dot. Dot segments are removed without decoding.',
        "RFC 3986 5.2.4",
    ),
    (
        "dots-in-names",
        "",
        "*dots_in_names",
        'You treated dots in a name as a dot segment. Only "." and ".." are dot segments.',
        "RFC 3986 5.2.4",
    ),
    (
        "above-root-host",
        "excess b.authority",
        (
            "{b.scheme}//{path_from_root}{r.end}",
            "{b.scheme}///{path_from_root}{r.end}",
            "{b.scheme}/{path_from_root}{r.end}",
        ),
        'You removed the host with "..". A ".." affects only the path.',
        "RFC 3986 5.2.4",
        "1997",
    ),
    (
        "above-root-kept",
        "excess",
        "*with_excess",
        'You kept a ".." that leads above the root. In this edition, it is removed.',
        "RFC 3986 5.4.2",
        "2005",
    ),
    (
        "above-root-dropped",
        "excess !edition=2005 !edition=1994",
        "{b.origin}/{path_from_root}{r.end}",
        'You removed a ".." that leads above the root. In this edition, it is kept.',
    ),
    (
        "above-root-refused",
        "excess",
        None,
        'You gave no target. Too many ".." segments do not prevent resolution.',
        "RFC 3986 5.4.2",
        "1997",
    ),
    (
        "empty-segment-not-counted",
        "merged ups",
        "*gaps_not_counted",
        'You skipped an empty segment. A ".." removes one segment, even an empty one.',
        "RFC 3986 5.2.4",
    ),
    (
        "slashes-collapsed",
        "",
        "*slashes_collapsed",
        "You merged two slashes into one. The empty segment between them is kept.",
        "RFC 3986 3.3",
    ),
    (
        "final-dot-no-slash",
        "t ends_in_dot t.path$/",
        "{t.whole.unslashed}{t.end}",
        'You left out the final slash. A final "." or ".." leaves a slash at the end.',
        "RFC 3986 5.2.4",
        "1997",
    ),
    (
        "one-dotdot-only",
        "merged has_several_ups",
        "*one_up_only",
        'You followed only one of several ".." segments. Each of them removes a segment.',
        "RFC 3986 5.2.4",
    ),
    (
        "dot-is-dotdot",
        "segments~.",
        "> {r.origin}{all_ups}{r.end}",
        'You went up at ".". The segment "." stays on the same level.',
        "RFC 3986 3.3",
    ),
    (
        "climbed-too-short",
        "merged ups",
        "> {one_up_less}{r.end}",
        'You went up one level too few. Each ".." removes one folder.',
        "RFC 3986 5.2.4",
    ),
    (
        "dotdot-is-dot",
        "has_ups_to_drop",
        "> {r.origin}{without_ups}{r.end}",
        'You removed ".." without going up. Each ".." also removes the segment before it.',
        "RFC 3986 5.2.4",
    ),
    (
        "climbed-too-far",
        "merged ups has_folders_left",
        "> ../{reference}",
        'You went up one level too many. Each ".." removes one folder.',
        "RFC 3986 5.2.4",
    ),
    (
        "dots-removed-from-root-path",
        "!edition=2005 r.path !merged",
        "{own_origin}{undotted}{r.end}",
        "You removed dot segments. In this edition, they are removed only after merging.",
    ),
    (
        "dots-left-in-root-path",
        "r.path !merged",
        "{own_origin}{r.path}{r.end}",
        "You left dot segments in the path. In this edition they are removed from this path, too.",
        "RFC 3986 5.2.2",
        "2005",
    ),
    (
        "dots-left",
        "merged has_dots",
        "{folder}{reference}",
        "You left dot segments in the path. They are removed after merging.",
        "RFC 3986 5.2.4",
    ),
    (
        "kept-last-segment",
        "merged b.name",
        "{b.whole}/ > {reference}",
        "You kept the last segment of the base. A relative path replaces everything after the "
        "last slash.",
        "RFC 3986 5.2.3",
    ),
    (
        "relative-as-root",
        "merged b.path",
        ("> /{reference}", "{b.origin}/{names}{r.end}"),
        "You put the reference at the root. A relative path goes into the folder of the base.",
        "RFC 3986 5.2.3",
    ),
    (
        "first-folder-only",
        "merged first_folder",
        "{b.origin}{first_folder}/{names}{r.end}",
        "You kept only the first folder of the base. Each folder of the base stays until a "
        '".." removes it.',
        "RFC 3986 5.2.3",
    ),
    (
        "segment-left-out",
        "",
        "*segment_left_out",
        "You left out a segment of the reference.",
        "RFC 3986 5.2.3",
    ),
    (
        "reference-left-out",
        "merged !ups",
        "{folder}",
        "You left out the reference. It replaces the last segment of the base.",
        "RFC 3986 5.2.3",
    ),
    (
        "delimiter-left-out",
        "!r.whole",
        ("r.query_text ? > {reference.tail}", "!r.query r.fragment_text ? > {reference.tail}"),
        'You left out "?" or "#". With that character, the reference has no path.',
        "RFC 3986 4.2",
    ),
    (
        "delimiters-swapped",
        "t",
        (
            "r.query_text !r.fragment ? {t.whole}#{r.query_text}",
            "r.fragment_text !r.query ? {t.whole}?{r.fragment_text}",
        ),
        'You swapped "?" and "#". A query begins with "?", a fragment with "#".',
        "RFC 3986 3",
    ),
    (
        "slash-doubled",
        "relative",
        (
            "r.is_rooted ? {b.origin}/{reference}",
            "merged folder$/ ? {folder}/{reference}",
            "merged folder$/ begins_with_name ? {folder}/ > {reference}",
        ),
        "You wrote one slash too many. There is only one between the base and the reference.",
        "RFC 3986 5.2.3",
    ),
    (
        "slash-left-out",
        "merged",
        "*slash_left_out",
        "You left out the slash before the reference. The last slash of the base is kept.",
        "RFC 3986 5.2.3",
    ),
    (
        "climbed-too-far",
        "merged in_folder",
        "> ../{reference}",
        'You went up one level. Only a ".." segment goes up.',
        "RFC 3986 5.2.4",
    ),
    (
        "folder-left-out",
        "merged !ups",
        "*folder_left_out",
        'You left out a folder of the base. Every folder of the base stays until a ".." removes '
        "it.",
        "RFC 3986 5.2.3",
    ),
    (
        "encoded-twice",
        "target~%",
        "*percent_encoded",
        'You encoded "%" again. The reference is used as it is.',
        "RFC 3986 2.4",
    ),
    (
        "decoded-delimiter",
        "target~%",
        "*delimiters_decoded",
        "You decoded an encoded delimiter. That can change the meaning of the link.",
        "RFC 3986 2.2",
    ),
    (
        "unreserved-encoded",
        "",
        "*encoded_more -._~",
        "You encoded a character that needs no encoding. Resolution does not change characters.",
        "RFC 3986 2.3",
    ),
    (
        "delimiter-encoded",
        "",
        "*encoded_more !$&'()*+,;=:@",
        "You encoded a delimiter. Resolution does not change characters.",
        "RFC 3986 2.2",
    ),
    (
        "other-coding",
        "",
        "*other_coding",
        "You used another character encoding. Resolution keeps the bytes.",
        "RFC 3986 2.5",
    ),
    (
        "plus-read-as-space",
        "",
        "*replaced +|%20| ",
        'You took "+" for a space. It means a space only in a query with form data.',
        "RFC 3986 2.2",
    ),
    (
        "escape-lowered",
        "target~%",
        "*escapes_lowered",
        "You wrote percent-encoding in lowercase. Resolution does not change characters.",
        "RFC 3986 6.2.2.1",
    ),
    (
        "escape-dropped",
        "target~%",
        ("*without_escapes", "*replaced %|", "*replaced %20|_|-"),
        "You left out percent-encoding. Resolution does not change characters.",
        "RFC 3986 2.1",
    ),
    (
        "decoded",
        "target~%",
        "*decoded",
        "You decoded percent-encoded characters. Resolution keeps them as they are.",
        "RFC 3986 2.4",
    ),
    (
        "encoded",
        "",
        "*encoded",
        "You added percent-encoding. Resolution does not change characters.",
        "RFC 3986 5.2.2",
    ),
    (
        "normalized",
        "",
        "*normalized",
        "You normalized the target. Resolution keeps case, percent-encoding, the port and an "
        "empty path.",
        "RFC 3986 6.2",
    ),
    (
        "userinfo-left-out",
        "t t.host~@",
        "{t.scheme}{t.without_userinfo}{t.path}{t.end}",
        "You left out the userinfo. It is part of the authority.",
        "RFC 3986 3.2",
    ),
    (
        "port-left-out",
        "t t.host~:",
        "{t.scheme}{t.without_port}{t.path}{t.end}",
        "You left out the port. It is part of the authority.",
        "RFC 3986 3.2",
    ),
    (
        "plus-for-space",
        "",
        ("*replaced  |+", "*replaced %20|+"),
        'You wrote "+" for a space. Resolution does not change characters.',
        "RFC 3986 2.2",
    ),
    (
        "space-left-out",
        "",
        "*replaced  |",
        "You left out a space. Resolution does not change characters.",
        "RFC 3986 5.2.2",
    ),
    (
        "extension-added",
        "t merged b.extension",
        "{t.whole}.{b.extension}{t.end}",
        "You added a file name extension. Resolution does not add one to a segment.",
        "RFC 3986 5.2.3",
    ),
    (
        "extension-left-out",
        "t t.extension",
        "{t.short}{t.end}",
        "You left out a file name extension. It is part of the segment.",
        "RFC 3986 3.3",
    ),
    (
        "www-changed",
        "t t.host",
        "{t.scheme}//{t.other_www}{t.path}{t.end}",
        'You added or left out "www". The host is kept as it is.',
        "RFC 3986 5.2.2",
    ),
    (
        "query-behind-fragment",
        "t t.query t.fragment",
        "{t.whole}{t.fragment}{t.query}",
        "You wrote the query after the fragment. The query comes before it.",
        "RFC 3986 5.3",
        "1997",
    ),
    (
        "host-left-out",
        "t t.host",
        (
            "{t.scheme}{t.path}{t.end}",
            "{t.scheme}//{t.path}{t.end}",
            "{t.scheme}//{t.path.bare}{t.end}",
        ),
        "You left out the host. It is part of the target.",
        "RFC 3986 5.3",
    ),
    (
        "empty-host-left-out",
        "t t.authority !t.host t.is_rooted",
        ("{t.scheme}{t.path}{t.end}", "{t.scheme}/{t.path}{t.end}"),
        'You wrote too few slashes. "//" comes before the empty host, and the path begins with '
        '"/".',
        "RFC 3986 3.2",
    ),
    (
        "host-slash-left-out",
        "t t.host",
        ("{t.scheme}/{t.host}{t.path}{t.end}", "{t.scheme}{t.host}{t.path}{t.end}"),
        "You wrote too few slashes. Two slashes come before a host.",
        "RFC 3986 3.2",
    ),
    (
        "scheme-changed",
        "t",
        ("t.other_scheme ? {t.other_scheme}{t.rest}", "r.scheme b.scheme ? {b.scheme}{t.rest}"),
        "You changed the scheme. It comes from the reference if the reference has one, otherwise "
        "from the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "final-slash-left-out",
        "t t.path$/ !ends_in_dot",
        "{t.whole.unslashed}{t.end}",
        "You left out the slash at the end of the path. Without it, the path is different.",
        "RFC 3986 6.2.4",
    ),
    (
        "final-slash-added",
        "t !t.path$/",
        "{t.whole}/{t.end}",
        "You added a slash at the end of the path. With it, the path is different.",
        "RFC 3986 6.2.4",
    ),
    (
        "scheme-left-out",
        "t t.authority",
        ("{t.rest}", "{t.host}{t.path}{t.end}"),
        "You left out the scheme. A target begins with a scheme.",
        "RFC 3986 5.3",
    ),
    (
        "path-alone",
        "t t.authority t.path",
        ("{t.path}{t.end}", "{t.path}", "{t.path.tail}{t.end}", "{t.path.tail}"),
        "You gave the path without the scheme and the host. Both are part of the target.",
        "RFC 3986 5.3",
    ),
    (
        "reference-alone",
        "reference !r.origin !r.is_rooted",
        "{reference}",
        "You gave the reference itself. Components of the base are still missing.",
        "RFC 3986 5.2.2",
    ),
    (
        "base-alone",
        "reference",
        ("{base}", "{b.text}"),
        "You gave the base. The reference changes it.",
        "RFC 3986 5.2.2",
    ),
    (
        "base-alone",
        "reference",
        "{b.whole}",
        "You gave only a part of the base. The reference changes it.",
        "RFC 3986 5.2.2",
    ),
    (
        "no-target",
        "target",
        None,
        "You gave no target. This reference has a target.",
        "RFC 3986 5.2.2",
    ),
    (
        "glued",
        "relative r.path",
        (
            "b.name ? {b.whole}{reference}",
            "!merged ? {b.whole}{reference}",
            "has_dots ? {b.whole}{reference}",
            "has_dots_or_gaps ? {b.whole.unslashed}/{reference.bare}",
        ),
        "You appended the reference to the path of the base. First remove the last segment of "
        "the base.",
        "RFC 3986 5.2.3",
    ),
    (
        "glued-whole",
        "b.end r.text",
        ("{base}{reference}", "{b.text}{reference}"),
        "You appended the reference to the whole base. Split both into components first.",
        "RFC 3986 5.2.2",
    ),
    (
        "glued-whole-slash",
        "b.end",
        (
            "{base}/{reference}",
            "{base.unslashed}/{reference.bare}",
            "{b.text}/{reference}",
            "{b.text.unslashed}/{reference.bare}",
        ),
        "You appended a slash and the reference to the whole base. Split both into components "
        "first.",
        "RFC 3986 5.2.2",
    ),
)
RESOLVING = rows(*TABLE)

# The best-known edition first.
YEARS = EDITIONS[::-1]
SOURCES = (
    *(
        Mistake(
            f"as-{year}",
            message("You resolved the reference by the rules of the {year} edition.", year=year),
            forms=(f"*as_edition {year}",),
        )
        for year in YEARS
    ),
    *rows(
        (
            "as-browsers",
            "",
            ("*as_reader browsers",),
            "You resolved the reference as browsers do, not according to this edition.",
        ),
        (
            "as-python",
            "",
            ("*as_reader python",),
            "You resolved the reference as Python's urllib does.",
        ),
    ),
)


# Mistakes that are visible in the answer, used if no known mistake leads to it.
DIFFERENCE_TABLE = (
    ("space-in-target", "", (), "You put a space in the target."),
    (
        "authority-mixed",
        "",
        (),
        "The host is right, but the rest of the authority is not. The answer is the whole "
        "authority.",
        "RFC 3986 5.2.2",
    ),
    ("dots-remain", "", (), "Your path has a dot segment. The target has none.", "RFC 3986 5.2.4"),
    ("segments-missing", "", (), "Your path is missing a segment of the target.", "RFC 3986 3.3"),
    (
        "segments-added",
        "",
        (),
        "Your path has a segment that is not in the target.",
        "RFC 3986 3.3",
    ),
    (
        "segments-reordered",
        "",
        (),
        "The segments of your path are in a different order than those of the target.",
    ),
)
DIFFERENCE_ROWS = rows(*DIFFERENCE_TABLE)
DIFFERENCES = by_code(DIFFERENCE_ROWS)


READER_NAMES = {
    "as-2005": "2005",
    "as-2003": "2003",
    "as-1997": "1997",
    "as-1994": "1994",
    "as-browsers": "browsers",
    "as-python": "Python's urllib",
}


def who_agrees(codes: tuple[str, ...]) -> Iterator[Message]:
    """Yield a sentence that names editions and programs that give this result."""
    readers = [message(name) for code, name in READER_NAMES.items() if code in codes]
    if readers:
        yield message("This is the result in {readers}.", readers=conjoined(readers))
