"""Facts about a text, each computed once and used by all rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.analysis.domains import (
    UNREGISTERED,
    Host,
    Registration,
    describe_host,
    registration,
)
from uriinspector.analysis.finding import NO_ARGS, Finding, Fix
from uriinspector.analysis.gates import NUMBERED, WEB, When, gates
from uriinspector.analysis.host_memo import LONGEST, HostRecord, host_memo
from uriinspector.analysis.international.known_names import KnownNameIndex, index
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.meaning import derived
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.rewriters import shipped_rewriters
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.analysis.services import shipped_services
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.percent import Octet, octets
from uriinspector.core.reference import Reference, split_authority
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, ParameterPair, pairs
from uriinspector.core.schemes.lookup import describe
from uriinspector.readers import browser
from uriinspector.readers.reading import Reading

if TYPE_CHECKING:
    from uriinspector.analysis.rewriter_decoders import Rewriter

# Characters that UTS 46 4 maps to ".", also escaped, as browsers decode first (WHATWG URL 3.5).
DOT = expression("[.\u3002\uff0e\uff61]|%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1", re.IGNORECASE)


def written_labels(text: str, host: Span) -> Iterator[tuple[str, Span]]:
    """Yield every label as written, also empty ones, with its span."""
    start = host.start
    for match in DOT.finditer(text, *host):
        yield text[start : match.start()], Span(start, match.start())
        start = match.end()
    yield text[start : host.end], Span(start, host.end)


SPECIAL = WEB | {"file"}
# Address ranges on the reader's own machine or network.
INNER = frozenset(
    {"loopback", "private use", "link local", "this host", "this network", "unique local"}
    | {"unspecified", "shared address space", "former private use"}
)

# The editions in which a scheme can begin with a digit, and in the first an authority have a "?".
OLD = frozenset({"1994", "1997"})
LOGIN = frozenset({Part.USERINFO, Part.HOST, Part.PORT})
# Characters of schemes in addition to letters and digits.
SCHEME_MARKS = dict.fromkeys(map(ord, "+-."))
# Characters that end an authority in browsers, but not in every edition.
MOVED = frozenset("\\?#")
# The base for a text without a scheme if its own base is unknown.
WEB_PAGE = "https://base.example/"
# The bytes of longer texts are not cached: each takes about a hundred times its size.
LONG = 16_384

T = TypeVar("T")


class Facts:
    """A reference, and everything that rules need to know about it."""

    def __init__(
        self,
        reference: Reference,
        base: str | None = None,
        target: str | None = None,
        protect: tuple[str, ...] = (),
        urn_edition: str = "rfc8141",
        lists: Lists = SHIPPED,
        *,
        in_document: bool = False,
    ) -> None:
        self.reference = reference
        self.text = reference.text
        self.base = base
        self.target = target
        self.protect = protect
        self.urn_edition = urn_edition
        # True if nothing says what a relative reference would be relative to.
        self.stands_alone = base is None and not in_document
        self.rewriters = lists.rewriters or shipped_rewriters()
        self.services = lists.services or shipped_services()
        self._known_names = lists.known_names
        self._cache: dict[object, Any] = {}
        scheme = reference.scheme
        # The reference's own scheme, in lowercase.
        self.scheme = scheme if scheme is None or scheme.islower() else lowered(scheme)
        # Or the base's scheme, or "http" if neither is known.
        self.effective_scheme = self.scheme or lowered((base or "http:").partition(":")[0])
        self.has_no_scheme = scheme is None and base is None
        # Browsers parse special schemes in their own way, with a domain or an address as host.
        self.is_special = self.effective_scheme in SPECIAL
        self.is_web = self.effective_scheme in WEB
        # Facts about its host that are cached from other links.
        self.host_record = self._host_record(lists)
        # The features of the text.
        self.flags = gates(self)
        # A lowercase host with nothing unusual around it, on which all readers agree.
        self.is_plain = bool(self.flags & When.PLAIN_HOST)
        # The other text that it stands for, if it is not a link itself.
        self.derived = derived(self)
        if self.derived is not None:
            self.flags |= When.DERIVED

    def _host_record(self, lists: Lists) -> HostRecord | None:
        """Return the memo's record of the host, only for web links without userinfo."""
        if self.scheme not in WEB:
            return None
        spans = self.reference.spans
        start, end = spans[2]
        if start < 0 or end > LONGEST or spans[3][0] >= 0 or spans[0][0]:
            return None
        begins, (names, services, rewriters, *_) = self.text[:end], lists
        known = (self.reference.edition, self.protect, names, services, rewriters)
        # Leaving out an unset flag makes the look-up in the memo faster.
        memo = host_memo(*known, is_coded=True) if "--" in begins else host_memo(*known)
        return memo.record(begins)

    def once(self, make: Callable[[Facts], T]) -> T:
        """Return ``make(self)``, which is computed only the first time."""
        try:
            result: T = self._cache[make]
        except KeyError:
            result = self._cache[make] = make(self)
        return result

    @lazy
    def names(self) -> KnownNameIndex:
        """The known names that others imitate, including protected ones."""
        return index(self.protect, self._known_names)

    @lazy
    def carrier(self) -> Rewriter | None:
        """The service that wraps other links in its own, if this is one of its links."""
        return self.rewriters.of(self.reference)

    @lazy
    def stripped_scheme(self) -> str | None:
        """The scheme that browsers find although the grammar finds none.

        Browsers first remove leading white space, and tabs and line breaks anywhere.
        """
        if self.scheme is not None or not self.flags & When.RISKY:
            return None
        return self.browser_scheme

    @property
    def has_browser_scheme(self) -> bool:
        """Return False if only 1994 or 1997 finds a scheme: to others it begins with a letter."""
        return self.scheme is None or "a" <= self.scheme[0] <= "z"

    @lazy
    def _is_old_authority(self) -> bool:
        """True if only 1994 or 1997 finds the user and the host."""
        if self.reference.edition not in OLD:
            return False
        start, end = self.reference.spans[2]
        return not self.has_browser_scheme or (start >= 0 and self.text.find("?", start, end) >= 0)

    @property
    def is_rooted(self) -> bool:
        """True if the grammar finds no authority, and the path begins with a slash or backslash."""
        start = self.reference.spans[6][0]
        return self.reference.authority is None and self.text[start : start + 1] in {"/", "\\"}

    @lazy
    def is_plainly_relative(self) -> bool:
        """True if a quick check shows that it is relative to its base, a web link."""
        if self.base is None or self.scheme is not None or not self.is_web:
            return False
        return browser.RELATIVE.fullmatch(self.text) is not None

    @lazy
    def stays_with_base(self) -> bool:
        """True if the grammar and browsers find no other host than that of the base."""
        if self.scheme is not None or self.reference.authority is not None or self.base is None:
            return False
        return self.browser_host == browser.host_of_base(self.base)

    @lazy
    def generic_host(self) -> str | None:
        """The written host, which "?" ends as in every edition after 1994."""
        reference = self.reference
        if reference.edition == "1994" and "?" in (reference.authority or ""):
            _, (start, end), _ = split_authority(
                self.text, reference.spans[2][0], self.text.index("?", reference.spans[2][0])
            )
            return self.text[start:end]
        return reference.host

    def span(self, part: Part) -> Span | None:
        """Return the span of a component.

        There is no user, host or port in a WebDAV path, nor where only an old edition finds them.
        """
        if part in LOGIN and (self.flags & When.WEBDAV or self._is_old_authority):
            return None
        return self.reference.span(part)

    @property
    def scheme_span(self) -> Span | None:
        return self.span(Part.SCHEME)

    @property
    def authority_span(self) -> Span | None:
        return self.span(Part.AUTHORITY)

    @property
    def userinfo_span(self) -> Span | None:
        return self.span(Part.USERINFO)

    @property
    def host_span(self) -> Span | None:
        return self.span(Part.HOST)

    @property
    def path_span(self) -> Span:
        """The span of the path, which always exists."""
        return Span(*self.reference.spans[6])

    @property
    def query_span(self) -> Span | None:
        return self.span(Part.QUERY)

    def query_pairs(self) -> Iterator[ParameterPair]:
        return pairs(self.text, self.query_span)

    @lazy
    def service_kinds(self) -> dict[str, str]:
        """The kinds of listed services that the host in browsers belongs to."""
        if self.is_plain and not self.flags & When.LISTED:
            return {}
        return self.services.kinds_of(self.browser_host or "")

    @lazy
    def dossier(self) -> Dossier | None:
        """Details by the scheme's own specification; None without a scheme."""
        dossier = describe(self.reference, Choice(urn_edition=self.urn_edition))
        if dossier is None or self.scheme not in WEB:
            return dossier
        return dossier._replace(actions=self._browser_actions(dossier))

    def _browser_actions(self, dossier: Dossier) -> tuple[Action, ...]:
        read = describe(self._serialized) if self._serialized else None
        if read is None or self.scheme != "ftp":
            return read.actions if read else ()
        connect = [each for each in read.actions if each.verb == "connect"]
        rest = [each for each in dossier.actions if each.verb != "connect"]
        return (*connect, *rest)

    @lazy
    def browser_host(self) -> str | None:
        """The host in browsers; a plain host is known without parsing again."""
        if self.is_plain:
            return self.reference.host
        if self.base is not None and self.is_plainly_relative:
            return browser.host_of_base(self.base)
        return self._serialized.host if self._serialized else None

    @property
    def is_accepted(self) -> bool:
        if self.is_plainly_relative:
            return self.browser_host is not None
        return self.is_plain or self._serialized is not None

    @lazy
    def _serialized(self) -> Reference | None:
        return browser.serialized(self.text, self.base)

    @lazy
    def web_reading(self) -> Reference | None:
        """The text as browsers read it; without a scheme and a base, as in a web page."""
        if self.base is not None or self.stripped_scheme is not None:
            return self._serialized
        if self.scheme is not None and self.has_browser_scheme:
            return self._serialized
        return browser.serialized(self.text, WEB_PAGE)

    @property
    def is_refused(self) -> bool:
        """True if browsers reject it in any page."""
        return not self.is_plain and self.web_reading is None

    @property
    def reached_host(self) -> str | None:
        """The host in browsers, from a web page if no base is known; None without a destination."""
        if self.is_plain:
            return self.reference.host
        return self.web_reading.host or None if self.web_reading else None

    @lazy
    def is_read_as_written(self) -> bool:
        """True if browsers use the written host, in any spelling.

        False if a backslash, an empty host or a removed character makes them find another one.
        """
        if not self.has_browser_scheme:
            return False
        if self.is_plain or self.effective_scheme not in SPECIAL:
            return True
        authority = self.reference.authority or ""
        if self.is_refused or "\\" in authority:
            return MOVED.isdisjoint(authority)
        host = browser.REMOVED_INSIDE.sub("", self.reference.host or "").strip(" ")
        return (browser.host_in_browsers(host) or "") == (self.reached_host or "")

    @lazy
    def browser(self) -> Reading:
        return browser.read(self.text, self.base)

    @lazy
    def host(self) -> Host | None:
        return describe_host(self.reference, self.registration if self.is_plain else None)

    @lazy
    def registration(self) -> Registration:
        """The registrable domain and public suffix of the host in browsers."""
        record = self.host_record
        if record is None or not self.is_plain:
            return self._registration()
        if record.registration is None:
            record.registration = self._registration()
        return record.registration

    def _registration(self) -> Registration:
        if self.is_address:
            return UNREGISTERED
        name = self.reference.host if self.flags & When.PLAIN_HOST else self.browser_host
        return registration(name) if name and name[0] != "[" else UNREGISTERED

    @property
    def site(self) -> str | None:
        """The registrable domain of the host in browsers; None for an address."""
        return self.registration.domain

    @property
    def suffix(self) -> str | None:
        return self.registration.suffix

    @property
    def is_address(self) -> bool:
        """True if the host is an address, in any spelling."""
        if self.flags & When.PLAIN_HOST:
            return bool(self.flags & NUMBERED)
        return self.host is not None and self.host.address is not None

    @property
    def octets(self) -> Iterable[Octet]:
        """Every %XX; those of long texts are not cached."""
        return self._octets if len(self.text) <= LONG else octets(self.reference)

    @lazy
    def _octets(self) -> tuple[Octet, ...]:
        return tuple(octets(self.reference))

    @property
    def is_inner(self) -> bool:
        """True if browsers would go to the reader's own machine or network."""
        if self.host is not None and self.host.range in INNER:
            return True
        name = (self.browser_host or "").removesuffix(".")
        return name.rpartition(".")[2] == "localhost"

    @lazy
    def browser_scheme(self) -> str | None:
        """The scheme in browsers, which first remove tabs, line breaks and leading white space."""
        if self.scheme is not None and self.reference.spans[1][0] == 0:
            return self.scheme
        clean = browser.STRIPPED.sub("", self.text)
        head, colon, _ = clean.partition(":")
        plain = bool(colon) and head.isascii() and head.translate(SCHEME_MARKS).isalnum()
        return lowered(head) if plain and head[0].isalpha() else None

    @lazy
    def labels(self) -> tuple[tuple[str, Span], ...]:
        """The host's labels as written, each with its span."""
        span = self.host_span
        if span is None or self.text.startswith("[", span.start):
            return ()
        return tuple(written_labels(self.text, span))

    @lazy
    def components(self) -> Mapping[Part, str]:
        return {part: each.text for part, each in self.reference.components.items()}


PLACE = expression(r"\{(\w+)\}")
# Placeholders for hosts, which are shortened at the front since their end matters most.
HOSTS = frozenset({"host", "other", "site"})


def _visible_value(name: str, value: str) -> str:
    """Make a value visible; a message stays a message, so that it can be translated."""
    shown = visible_host(value, QUOTED) if name in HOSTS else visible(value, QUOTED)
    return value if shown == value else shown


class Hit(NamedTuple):
    """A place that a rule found; fields with None have the rule's value."""

    start: int
    end: int
    severity: str | None = None
    # The variant of the rule's text; "" is the usual one.
    variant: str = ""
    fix: Fix | None = None
    args: Mapping[str, str] = NO_ARGS
    # Clauses for this place; if empty, those of the rule apply.
    cites: tuple[str, ...] = ()
    # Other places that the same sentence is about.
    also: tuple[tuple[int, int], ...] = ()


# The placeholder for the registrable domain or the address in a plain sentence.
SITE = "{site}"


class Rule(NamedTuple):
    """A row of the table of rules.

    ``plain`` has the sentence for everyone, by variant, if the one in ``texts`` is for experts.
    ``rises`` describes when the severity differs from ``severity``, for the manual.
    ``of_host``: if all readers agree about the host, the rule's result depends only on the text up
    to the end of the authority, so that it is computed once per host.
    """

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    when: int
    find: Callable[[Facts], Iterable[Hit]]
    rises: str = ""
    of_host: bool = False
    plain: Mapping[str, str] = NO_ARGS

    def finding_for(self, hit: Hit, facts: Facts) -> Finding:
        args, plain = hit.args, self.plain.get(hit.variant, "")
        if SITE in plain and "site" not in args:
            if site := facts.site or facts.browser_host:
                args = {**args, "site": site}
            else:
                plain = ""
        if args:
            args = {name: _visible_value(name, value) for name, value in args.items()}
        finding = Finding(
            self.code,
            hit.severity or self.severity,
            hit.start,
            hit.end,
            self.title,
            self.texts[hit.variant],
            hit.cites or self.cites,
            args,
            hit.fix,
            plain_template=plain,
        )
        if not hit.also:
            return finding
        also = tuple(finding._replace(start=start, end=end) for start, end in hit.also)
        return finding._replace(also=also)

    def apply(self, facts: Facts) -> Iterable[Finding]:
        return (self.finding_for(hit, facts) for hit in self.find(facts))


def valid_fix(facts: Facts, title: str, text: str) -> Fix | None:
    """Return a fix that turns a path into a host; None if the edition allows only the path.

    In 1994 and 1997 the last label of a host begins with a letter.
    """
    fixed = parse(text, edition=facts.reference.edition)
    is_no_host = any(fault.rule == "host" for fault in fixed.violations)
    is_broken = facts.reference.valid and not fixed.valid
    return None if is_broken or is_no_host else Fix(title, text)


def readable(template: str) -> str:
    """Return a template with placeholders in capitals, as in a command's help: HOST, SHOWN."""
    return PLACE.sub(lambda found: found[1].upper(), template)
