"""Mistakes about the host of a link: another name, part of the host, or more than the host."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, islice
from urllib.parse import unquote

from uriinspector.analysis.domains import public_suffix, site_of
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.international.scripts import looks_like_ascii
from uriinspector.analysis.unpack import decode_escapes
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import Part
from uriinspector.core.parse import parse, resolve
from uriinspector.lessons.mistake import by_code, of_each, rows
from uriinspector.readers.browser import host_in_browsers, host_in_unicode

# Text that looks like a host name, anywhere in a link.
HOST_NAME = expression(r"(?<![\w.-])[^\W_][\w-]*+(?:\.[^\W_][\w-]*+)++")
MOST_NAMES = 20
MOST_LAYERS = 8
WWW = "www."
SCHEMES = ("http", "https")
AROUND = ("http://{}", "https://{}", "http://{}/", "https://{}/", "{}/")
MOST_LABELS = 20
PIECES = expression("[^:/?#@]+")
DELIMITERS = expression("[/?#&=.]")
PIECE = expression("[^/?#&=;,:@]+")
# The delimiter that ends a host, with the rest of the text.
AFTER_HOST = expression("[/?#].*")


class LinkQuestion:
    """A link, with its base if it has one, and what browsers make of it."""

    asks_site = False

    def __init__(self, text: str, base: str = "", **_: str) -> None:
        self.text = text
        self.base = base
        self.reference = parse(text, edition="2005")
        self.written = self.reference.host or ""
        self.authority = self.reference.authority or ""
        # The text before the last "@" of the authority; browsers find none after a backslash.
        self.userinfo = "" if "\\" in self.authority else self.reference.userinfo or ""
        self.scheme = self.reference.scheme
        self.is_relative = self.scheme is None and self.reference.authority is None

    @cached_property
    def inspection(self) -> Inspection:
        return inspect(self.text, base=self.base or None)

    @property
    def host(self) -> str | None:
        """The host that browsers go to, or None."""
        return self.inspection.verdict.host

    @property
    def name(self) -> str:
        """This host, or ""."""
        return self.host or ""

    @cached_property
    def domain(self) -> str:
        """The registrable domain; "" for an address, a public suffix or a single label."""
        return site_of(self.name) or ""

    @property
    def site(self) -> str | None:
        """The registrable domain or, if there is none, the host."""
        return self.domain or self.host

    @property
    def has_no_domain(self) -> bool:
        """True if there is a host without a registrable domain."""
        return self.host is not None and not self.domain

    @property
    def key(self) -> str | None:
        """The right answer: the site or the host, depending on the question."""
        return self.site if self.asks_site else self.host

    @property
    def front(self) -> str:
        """The part of the host in front of the registrable domain."""
        return self.name[: -len(self.domain)].strip(".") if self.domain else ""

    @property
    def labels(self) -> list[str]:
        return self.name.split(".")

    @property
    def numbers(self) -> list[str]:
        """The parts of the host as written, between dots."""
        return self.written.split(".")

    def is_same(self, answer: str | None, wrong: str | None) -> bool:
        """Return True if an answer is this name or, if the site is asked for, its
        registrable domain.
        """
        if same_host(answer, wrong):
            return True
        is_name = self.asks_site and wrong and HOST_NAME.fullmatch(wrong)
        return bool(is_name) and same_host(answer, site_or_host(wrong or ""))

    # --- names in the conditions and placeholders of the table ---

    @property
    def has_final_dot(self) -> bool:
        return self.name.endswith(".")

    @property
    def undotted(self) -> str:
        return self.name.rstrip(".")

    @property
    def unbracketed(self) -> str:
        return self.name.strip("[]")

    @property
    def port(self) -> str | None:
        return self.reference.port

    @property
    def has_port(self) -> bool:
        return self.port is not None

    @property
    def after_first_at(self) -> str:
        return self.authority.partition("@")[2]

    @property
    def after_first_colon(self) -> str:
        """The authority after its first colon, if that colon is in the userinfo."""
        return self.authority.partition(":")[2] if ":" in self.userinfo else ""

    @property
    def decoded_userinfo(self) -> str:
        return unquote(self.userinfo)

    @property
    def user(self) -> str:
        """The userinfo before its colon, if it has one."""
        name, colon, _ = self.userinfo.partition(":")
        return name if colon else ""

    @property
    def is_two_slashes(self) -> bool:
        """True if browsers would read the link as beginning with "//"."""
        return self.text.lstrip().replace("\\", "/").startswith("//")

    @property
    def base_host(self) -> str | None:
        return parse(self.base, edition="2005").host if self.base else None

    @property
    def base_site(self) -> str:
        """The registrable domain of the base's host, if it is shorter than that host."""
        site = site_of(self.base_host or "") or ""
        return "" if site in {self.base_host, self.domain} else site

    @property
    def final_host(self) -> str:
        """The host that a service redirects to, if that is a different host."""
        final = self.inspection.verdict.final_host or ""
        return "" if final == self.host else final

    @property
    def is_rewritten(self) -> bool:
        """True if browsers change the host other than by decoding it."""
        if not (self.host and self.written) or "%" in self.written:
            return False
        return not same_host(self.written, self.host) and (
            host_in_browsers(self.written) == self.host
        )

    @property
    def lookalike(self) -> str:
        """The ASCII name that a non-ASCII host looks like."""
        shown = host_in_unicode(self.name)
        labels = (looks_like_ascii(label) or label for label in shown.split("."))
        return "" if shown.isascii() else ".".join(labels)

    @property
    def lookalike_site(self) -> str:
        return site_of(self.lookalike) or ""

    @property
    def without_www(self) -> str:
        return self.name.removeprefix(WWW)

    @property
    def without_prefix(self) -> str:
        """The host without the "xn--" prefixes of its Punycode labels."""
        return self.name.replace("xn--", "")

    @property
    def first_label(self) -> str:
        return self.labels[0]

    @property
    def domain_label(self) -> str:
        """The first label of the registrable domain."""
        return self.domain.partition(".")[0]

    @property
    def last_two(self) -> str:
        """The last two labels, if there are at least three, and they are not the
        registrable domain.
        """
        two = ".".join(self.undotted.split(".")[-2:])
        return two if self.domain and len(self.labels) > 2 and two != self.domain else ""

    @property
    def suffix(self) -> str:
        """The public suffix; "" for an address."""
        return suffix_of(self.name) or ""

    @property
    def last_label(self) -> str:
        """The last label of a suffix with several labels."""
        return self.suffix.rpartition(".")[2] if "." in self.suffix else ""

    @property
    def is_longer(self) -> bool:
        """True if the host has more labels than its registrable domain."""
        return self.domain not in {"", self.host}

    # --- methods for the forms of the table ---

    def names_in(self, text: str | None) -> Iterator[str]:
        """Yield texts that look like host names, and the shorter names at their ends."""
        for match in islice(HOST_NAME.finditer(text or ""), MOST_NAMES):
            labels = match[0].split(".")[-MOST_NAMES:]
            yield match[0]
            yield from (".".join(labels[at:]) for at in range(1, len(labels) - 1))

    def names_in_component(self, name: str) -> Iterator[str]:
        if name != "path" or self.reference.authority is not None:
            span = self.reference.span(Part(name))
            yield from self.names_in(unquote(span.of(self.reference.text) if span else ""))

    def names_in_path(self) -> Iterator[str]:
        yield from self.names_in(self.reference.path)

    def names_in_userinfo(self) -> Iterator[str]:
        whole = {self.userinfo, self.userinfo.partition(":")[0]}
        yield from (name for name in self.names_in(self.decoded_userinfo) if name not in whole)

    def between_ats(self) -> Iterator[str]:
        pieces = self.authority.split("@")[1:-1]
        yield from pieces
        yield from (name for piece in pieces for name in self.names_in(piece))

    def after_other_at(self) -> Iterator[str]:
        """Yield the text after an "@" in path, query or fragment."""
        rest = self.text[self.text.find(self.authority) + len(self.authority) :]
        if "@" in rest:
            behind = rest.rpartition("@")[2]
            yield from (behind, AFTER_HOST.sub("", behind))
            yield from islice(self.names_in(behind), 1)

    def names_anywhere(self) -> Iterator[str]:
        """Yield the names in a link that has no host."""
        rest = self.text.partition(":")[2].lstrip("/")
        yield from (rest, rest.partition("?")[0], rest.partition("/")[0], *PIECES.findall(rest))
        yield from self.names_in(unquote(self.text))

    def lures(self) -> Iterator[str]:
        """Yield every name in the link, and every label of a name."""
        names = list(self.names_in(decode_escapes(self.text, MOST_LAYERS)))
        yield from names
        labels = set(self.labels)
        yield from (label for name in names for label in name.split(".") if label not in labels)

    def after_colon(self) -> Iterator[str]:
        """Yield the text after the first colon, with or without a later "@"."""
        yield from (self.after_first_colon, self.after_first_colon.rpartition("@")[0])

    def component(self, name: str) -> Iterator[str]:
        yield from filter(None, (getattr(self.reference, name),))

    def pieces(self, name: str) -> Iterator[str]:
        """Yield the pieces of a component between delimiters."""
        text = self.userinfo if name == "userinfo" else getattr(self.reference, name) or ""
        yield from islice(PIECE.findall(text), MOST_NAMES)

    def each_label(self) -> Iterator[str]:
        yield from self.labels[:MOST_LABELS]

    def cut_at_colon(self) -> Iterator[str]:
        """Yield an IPv6 address cut at its colons."""
        if self.written.startswith("["):
            numbers = self.written[1:-1].split(":")
            yield f"[{numbers[0]}"
            yield from filter(None, _parts(numbers, ":"))

    def without_zeros(self, hexadecimal: str = "") -> Iterator[str]:
        """Yield the numbers of an address without leading zeros or "0x"."""
        if all(each[:1].isdigit() and each.isascii() for each in self.numbers):
            plain = [each.lower().removeprefix("0x").lstrip("0") or "0" for each in self.numbers]
            is_decimal = "".join(plain).isdigit()
            if plain != self.numbers and is_decimal is not bool(hexadecimal):
                missing = ["0"] * (4 - len(plain))
                yield from (".".join(plain), ".".join([*plain[:-1], *missing, plain[-1]]))

    def zeros_added(self) -> Iterator[str]:
        """Yield a short address filled up with zeros for the missing bytes."""
        missing = 4 - len(self.numbers)
        if missing > 0 and all(each.isascii() and each.isdigit() for each in self.numbers):
            yield ".".join([*self.numbers, *["0"] * missing])

    def whole_link(self) -> Iterator[str]:
        """Yield the host with the scheme, or with more of the link."""
        host = self.name
        if self.asks_site and self.key:
            yield from (form.format(self.key) for form in AROUND)
            yield from filter(self.key.__ne__, self._with_more(host, self.key))
        for each in dict.fromkeys((host, self.written or host)):
            for scheme in dict.fromkeys((self.scheme or "https", *SCHEMES)):
                yield from (f"{scheme}://{each}", f"{scheme}://{each}/")
            yield from (f"//{each}", f"{each}/", *self._with_more(each, each))
        yield self.text
        yield (resolve(self.base, self.text).target or "").partition("//")[2]

    def _with_more(self, host: str, shown: str) -> Iterator[str]:
        """Yield ``shown`` with text that follows the host, up to each delimiter and to the end."""
        behind = self.text.partition(host)[2]
        stops = [each.start() for each in islice(DELIMITERS.finditer(behind), MOST_LABELS)]
        yield from (shown + behind[:stop] for stop in filter(None, (*stops, len(behind))))

    def front_of_the_name(self) -> Iterator[str]:
        """Yield names in the part of the host before its registrable domain."""
        if not self.domain:
            return
        labels = self.front.split(".")[-MOST_LABELS:] if self.front else []
        for count in range(len(labels), 1, -1):
            starts = range(len(labels) - count + 1)
            yield from (".".join(labels[start : start + count]) for start in starts)
        yield from (f"{'.'.join(labels[at:])}.{self.domain_label}" for at in range(len(labels)))

    def hyphens_as_dots(self) -> Iterator[str]:
        """Yield names with dots in place of hyphens."""
        if "-" not in self.name:
            return
        for label in self.labels:
            dotted = label.replace("-", ".")
            if dotted != label and not label.startswith("xn--"):  # not mistaken for dots
                yield from (dotted, dotted.removeprefix(WWW))
        yield ".".join(self.labels).replace("-", ".")
        if "-" in self.front:
            yield self.front.replace("-", ".")
        if "-" in self.domain:
            yield self.domain.rpartition("-")[2]
            yield f"{self.front}.{self.domain.split('-')[0]}"

    def part_of_address(self) -> Iterator[str]:
        """Yield some of an IPv4 address's numbers."""
        if host_kind(self.name) == "ipv4":
            yield from _parts(self.labels, ".")

    def longer_domains(self) -> Iterator[str]:
        """Yield ends of the host with more labels than the registrable domain."""
        longer = len(self.labels) - self.domain.count(".") - 1
        ends = [".".join(self.labels[at:]) for at in range(1, min(longer, MOST_LABELS))]
        yield from (*ends, *(each[:-1] for each in ends if self.has_final_dot))


def _parts(numbers: list[str], mark: str) -> Iterator[str]:
    """Yield all shorter runs of the numbers of an address."""
    for start, end in combinations(range(len(numbers) + 1), 2):
        if end - start < len(numbers):
            yield mark.join(numbers[start:end])


class SiteQuestion(LinkQuestion):
    """A link whose registrable domain is asked for."""

    asks_site = True


def site_or_host(host: str) -> str:
    """Return the registrable domain; for an address or a suffix, return the host."""
    return site_of(host) or host


def shorter_site(host: str | None) -> str:
    """Return the registrable domain of a host if it is shorter than the host, else ""."""
    site = site_of(host or "") or ""
    return "" if site == host else site


def suffix_of(host: str) -> str | None:
    """Return the public suffix of a name; None for an address."""
    return None if site_of(host) is None else public_suffix(host)


def plain(answer: str) -> str:
    """Return an answer in the form used for comparison, which ignores case in hosts."""
    text = answer.strip().lower()
    return text[1:-1] if text.startswith("[") and text.endswith("]") and ":" in text else text


def same_host(answer: str | None, host: str | None) -> bool:
    """Return True if an answer names this host, in ASCII or as displayed.

    ``host`` is None if the link has no host.
    """
    if answer is None or host is None:
        return answer is host
    text, key = plain(answer), plain(host)
    if text == key:
        return True
    if ":" in text:
        return host_in_browsers(f"[{text}]") == f"[{key}]"
    if text.isascii():
        return False
    return host_in_browsers(text) == key or text == host_in_unicode(key)


# Rare mistakes first.
TABLE = (
    (
        "final-dot-lost",
        "has_final_dot",
        "{undotted}",
        "You left out the final dot. It is part of the host name.",
    ),
    (
        "with-port",
        "has_port host",
        ("{written}:{port}", "{host}:{port}", "{unbracketed}:{port}", "{undotted}:{port}"),
        "You gave host and port. The port is another component.",
        "RFC 3986 3.2.3",
    ),
    (
        "whole-authority",
        "authority~@",
        ("{authority}", "{userinfo}@{written}", "//{authority}"),
        "You gave the whole authority. The host is only a part of it.",
        "RFC 3986 3.2",
    ),
    (
        "delimiter-with-host",
        "host",
        ("@{key}", "{key}:"),
        'You included a delimiter. "@" and ":" are not part of the host.',
        "RFC 3986 3.2",
    ),
    (
        "behind-first-colon",
        "after_first_colon",
        "*after_colon",
        'You took the text after ":" for the host. That colon is in the userinfo.',
        "RFC 3986 3.2.1",
    ),
    (
        "cut-at-colon",
        "",
        "*cut_at_colon",
        "You cut the address at a colon. In brackets, colons are part of the address.",
        "RFC 3986 3.2.2",
    ),
    (
        "octal-as-decimal",
        "host",
        "*without_zeros",
        "You read the numbers as decimal. A leading 0 marks octal numbers, 0x hexadecimal ones.",
        "RFC 3986 7.4",
    ),
    (
        "hexadecimal-kept",
        "host",
        "*without_zeros hexadecimal",
        'You only left out "0x". Browsers write an address in decimal numbers.',
        "RFC 3986 7.4",
    ),
    (
        "zeros-added",
        "",
        "*zeros_added",
        "You added zeros at the end. The last number of a short address fills all remaining bytes.",
        "RFC 3986 7.4",
    ),
    (
        "no-host-here",
        "!host",
        "*names_anywhere",
        "You named a host. With this link, browsers do not connect to a host.",
    ),
    (
        "scheme-as-host",
        "!host scheme",
        "{scheme}",
        "You named the scheme. With this link, browsers do not connect to a host.",
        "RFC 3986 3.1",
    ),
    (
        "nowhere",
        "host !asks_site",
        None,
        "You named no host, but browsers connect to a host with this link.",
    ),
    (
        "nowhere",
        "host asks_site",
        None,
        "You named no domain. The host of this link has a registrable domain.",
    ),
    (
        "network-path-as-path",
        "base_host host is_two_slashes",
        "{base_host}",
        'You gave the host of the base. After "//", the link names a host.',
        "RFC 3986 4.2",
    ),
    (
        "base-host",
        "base_host host scheme",
        "{base_host}",
        "You gave the host of the base. A link with a scheme takes nothing from the base.",
        "RFC 3986 5.2.2",
    ),
    (
        "path-as-host",
        "base is_relative",
        "*names_in_path",
        'You mistook a name in a relative path for the host. A host needs "//" before it.',
        "RFC 3986 4.2",
    ),
    (
        "behind-first-at",
        "after_first_at~@",
        "{after_first_at}",
        'You gave the text after the first "@". The host begins after the last "@" of the '
        "authority.",
        "RFC 3986 3.2.1",
    ),
    (
        "between-ats",
        "after_first_at~@",
        "*between_ats",
        'You gave the text between two "@". The host begins after the last "@" of the authority.',
        "RFC 3986 3.2.1",
    ),
    (
        "as-the-rfc",
        "written text~\\",
        "{written}",
        "You read the host as in RFC 3986. In browsers, a backslash acts as a slash and ends "
        "the host.",
        "RFC 3986 3.2",
    ),
    (
        "userinfo-before-colon",
        "userinfo~:",
        "{user}",
        'You took the user name for the host. The host begins after "@".',
        "RFC 3986 3.2.1",
    ),
    (
        "userinfo-as-host",
        "userinfo",
        ("{userinfo}", "{decoded_userinfo}"),
        'You took the userinfo for the host. The host begins after "@".',
        "RFC 3986 3.2.1",
    ),
    (
        "name-in-userinfo",
        "!after_first_at~@",
        "*names_in_userinfo",
        'You took a name in the userinfo for the host. The host begins after "@".',
        "RFC 3986 3.2.1",
    ),
    (
        "any-last-at",
        "",
        "*after_other_at",
        (
            'You gave the text after an "@" outside the authority. Only an "@" in the authority '
            "counts."
        ),
        "RFC 3986 3.2.1",
    ),
    (
        "escapes-kept",
        "written~%",
        "{written}",
        "You kept the percent-encoding. Browsers decode it in a host.",
        "RFC 3986 3.2.2",
    ),
    (
        "as-written",
        "is_rewritten",
        "{written}",
        "You copied the host as written. Browsers convert it to another spelling.",
        "RFC 3986 7.4",
    ),
    (
        "inner-instead-of-outer",
        "final_host",
        "{final_host}",
        "You named the host that the link redirects to. Browsers first go to the host of the link.",
    ),
    (
        "looks-like",
        "lookalike",
        ("{lookalike}", "lookalike_site ? {lookalike_site}"),
        "You named the host that this host imitates. This host has different characters.",
    ),
    (
        "host-in-query",
        "",
        "*names_in_component query",
        "You took a name in the query for the host. The host is in the authority.",
        "RFC 3986 3.4",
    ),
    (
        "host-in-fragment",
        "",
        "*names_in_component fragment",
        "You mistook a name in the fragment for the host. The host is in the authority.",
        "RFC 3986 3.5",
    ),
    (
        "host-in-path",
        "",
        "*names_in_component path",
        "You mistook a name in the path for the host. The host ends at the slash before the path.",
        "RFC 3986 3.2",
    ),
    (
        "last-label",
        "last_label",
        "{last_label}",
        "You gave only the last label. The name has more labels.",
    ),
    (
        "part-of-address",
        "",
        "*part_of_address",
        "You gave part of an address. Only the whole address identifies a host.",
        "RFC 3986 3.2.2",
    ),
    (
        "host-for-site",
        "asks_site is_longer",
        "{host}",
        "You gave the host. Its registrable domain is shorter.",
    ),
    (
        "site-with-front",
        "asks_site domain",
        "*longer_domains",
        "You gave too many labels. The registrable domain is the public suffix and one label.",
    ),
    (
        "www-cut",
        "host^www. !asks_site",
        "{without_www}",
        'You left out "www". It is part of the host name.',
    ),
    (
        "front-cut",
        "domain !asks_site",
        "*longer_domains",
        "You left out the start of the name. The host is the whole name.",
    ),
    (
        "www-added",
        "domain !host^www.",
        "www.{host}",
        'You added "www". It is not part of this host name.',
    ),
    (
        "registrable-only",
        "domain !asks_site",
        "{domain}",
        "You gave the registrable domain. The host is the whole name.",
    ),
    (
        "last-two-labels",
        "last_two asks_site",
        "{last_two}",
        "You gave the last two labels. The public suffix of this name has more than one label.",
    ),
    (
        "last-two-labels",
        "last_two !asks_site",
        "{last_two}",
        "You gave the last two labels. The host is the whole name.",
    ),
    (
        "public-suffix",
        "suffix asks_site",
        "{suffix}",
        "You gave only the public suffix. A registrable domain has one more label.",
    ),
    (
        "public-suffix",
        "suffix !asks_site",
        "{suffix}",
        "You gave only the public suffix. The host is the whole name.",
    ),
    (
        "hyphens-as-dots",
        "",
        "*hyphens_as_dots",
        "You read hyphens as dots. A hyphen is part of a label.",
    ),
    (
        "front-of-the-name",
        "!asks_site",
        "*front_of_the_name",
        "You gave only some labels from the front of the name. The host is the whole name.",
    ),
    (
        "front-of-the-name",
        "asks_site",
        "*front_of_the_name",
        "You gave labels from the front of the name. The registrable domain is at the end.",
    ),
    (
        "first-label",
        "is_longer !asks_site",
        "{first_label}",
        "You gave the first label. The host is the whole name.",
    ),
    (
        "label-of-site",
        "domain",
        "{domain_label}",
        "You gave one label. The name has more than one.",
    ),
    (
        "whole-link",
        "host",
        "*whole_link",
        "You gave more than a name. Scheme, path and query are other components.",
    ),
)
# Used only if no other mistake gives the answer; never offered as a choice.
ANY_TABLE = (
    (
        "final-dot-added",
        "host !has_final_dot",
        "{host}.",
        "You added a final dot. It is not part of this host name.",
    ),
    (
        "base-site",
        "base_site !asks_site",
        "{base_site}",
        "You gave the registrable domain of the base. This is not the host of the link.",
        "RFC 3986 5.2.2",
    ),
    ("label-of-site", "domain", "*each_label", "You gave one label. The name has more than one."),
    (
        "prefix-left-out",
        "host~xn--",
        "{without_prefix}",
        'You left out "xn--". It begins a label that has characters outside ASCII.',
    ),
    ("lure", "", "*lures", "You gave a name that is only text in this link, not the host."),
)
# Mistakes that ``of_host`` finds by splitting the answer.
ANSWER_TABLE = (
    (
        "userinfo-with-host",
        "",
        (),
        'You gave more than the host. Text before "@" is userinfo.',
        "RFC 3986 3.2.1",
    ),
    ("space-in-host", "", (), "You put a space in the name. A host has no spaces."),
    (
        "address-not-decimal",
        "",
        (),
        "You wrote the address in a different form. Browsers write it as four decimal numbers.",
        "RFC 3986 7.4",
    ),
    (
        "other-dot",
        "",
        (),
        "You wrote a different character between labels. Labels are separated by dots.",
    ),
    ("labels-reordered", "", (), "You changed the order of the labels."),
    (
        "wrong-numbers",
        "",
        (),
        "Some numbers in the address are wrong. Each of the four is one byte.",
        "RFC 3986 7.4",
    ),
    ("not-in-link", "", (), "You gave a name that does not appear in this link."),
)
OTHERS = ("scheme", "port", "path", "query", "fragment")
HOSTS = (
    *rows(*TABLE),
    *of_each(
        "other-component", "host", "*component", "You gave another component: {part}.", OTHERS
    ),
)
PIECES_OF = ("userinfo", "path", "query", "fragment")
ANY_NAME = (
    *rows(*ANY_TABLE),
    *of_each(
        "other-component",
        "host",
        "*pieces",
        "You gave a part of another component: {part}.",
        PIECES_OF,
    ),
)
IN_ANSWER = rows(*ANSWER_TABLE)
BY_CODE = by_code((*HOSTS, *IN_ANSWER))

# Name and value of a parameter in a query.
PAIR = expression(r"[?&]([^=&#]*)=([^&#]*)")


class NestedLink:
    """A link and the links nested in it, from the outermost to the innermost."""

    def __init__(self, text: str, base: str = "", **_: str) -> None:
        self.text = text
        self.base = base

    @cached_property
    def layers(self) -> tuple[tuple[str, str | None], ...]:
        """The text and host of each link; if a link contains several, only the first is
        followed.
        """
        found: list[tuple[str, str | None]] = []
        inspection: Inspection | None = inspect(self.text, base=self.base or None)
        while inspection and len(found) < MOST_LAYERS:
            found.append((inspection.text, inspection.verdict.host))
            if not inspection.nested:
                break
            inspection = inspection.nested[0].inspection
        return tuple(found)

    @property
    def key(self) -> str | None:
        """The host of the innermost link; None if nothing is nested."""
        return self.layers[-1][1] if len(self.layers) > 1 else None

    @property
    def domain(self) -> str:
        """The registrable domain of that host, if it is shorter than the host."""
        return shorter_site(self.key)

    def outer_host(self) -> Iterator[str | None]:
        yield self.layers[0][1]

    def hosts_between(self) -> Iterator[str | None]:
        """Yield the hosts of links between the outermost and the innermost."""
        yield from (host for _, host in self.layers[1:-1])

    def more_than_host(self) -> Iterator[str]:
        """Yield the innermost host with more of the innermost link."""
        text, host = self.layers[-1]
        scheme = parse(text, edition="2005").scheme
        yield from (text, f"{scheme}://{host}", f"{scheme}://{host}/", f"{host}/")
        yield text.partition("//")[2]

    def encoded_values(self) -> Iterator[str]:
        """Yield percent-encoded values of parameters, as written."""
        for text, _ in self.layers:
            yield from (match[2] for match in PAIR.finditer(text) if "%" in match[2])

    def parameter_names(self) -> Iterator[str]:
        for text, _ in self.layers:
            yield from (match[1] for match in PAIR.finditer(text))

    @property
    def outer_domain(self) -> str:
        """The registrable domain of the outer link, if it is shorter than its host."""
        return shorter_site(self.layers[0][1])


NESTED_TABLE = (
    (
        "link-between",
        "",
        "*hosts_between",
        "You gave the host of a link that has another link inside. The question is about the "
        "innermost one.",
        "RFC 3986 3.4",
    ),
    (
        "outer-instead-of-inner",
        "",
        "*outer_host",
        "You gave the host of the outer link. The link inside it has another host.",
        "RFC 3986 3.4",
    ),
    (
        "outer-site",
        "outer_domain",
        "{outer_domain}",
        "You gave the registrable domain of the outer link. The question is about the inner one.",
    ),
    (
        "inner-escapes-kept",
        "",
        "*encoded_values",
        "You gave the whole value. The question is only about the host of the link in it.",
        "RFC 3986 2.4",
    ),
    (
        "inner-site-only",
        "domain",
        "{domain}",
        "You gave the registrable domain. The host is the whole name.",
    ),
    (
        "whole-inner-link",
        "key",
        "*more_than_host",
        "You gave more than the host of the inner link.",
        "RFC 3986 3.2.2",
    ),
    (
        "parameter-name",
        "",
        "*parameter_names",
        "You gave the name of a parameter. The link is in its value.",
        "RFC 3986 3.4",
    ),
    ("nothing-inside", "key", None, "You named no host. There is a link inside this one."),
)
NESTED = rows(*NESTED_TABLE)
