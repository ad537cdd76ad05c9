"""Facts about a text, each computed once and used by all rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from uriinspector.analysis.consent_endpoints import ENDPOINTS
from uriinspector.analysis.defang import IS_MARK, IS_SCHEME
from uriinspector.analysis.derived import Derived
from uriinspector.analysis.domains import (
    UNREGISTERED,
    Host,
    Registration,
    describe_host,
    registration,
)
from uriinspector.analysis.finding import NO_ARGS, Finding, Fix
from uriinspector.analysis.host_memo import LONGEST, HostForm, HostRecord, form_of, record_of
from uriinspector.analysis.international.known_names import KnownNameIndex, index
from uriinspector.analysis.list_sources import SHIPPED, Lists
from uriinspector.analysis.meaning import derived
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.rewriters import shipped_rewriters
from uriinspector.analysis.safe_text import QUOTED, visible, visible_host
from uriinspector.analysis.services import shipped_services
from uriinspector.analysis.triggers import (
    AT,
    CLOSING,
    CLOUDED,
    DOTS,
    ENCODED_AT,
    FIRST_DOT,
    HOSTLIKE,
    LONG_RUN,
    MARKS,
    NAME_IN_PATH,
    NESTED,
    NUMBER,
    OPENING,
    PLAIN_USER,
    RISKY,
    SEARCHED,
    WEB,
    has_code,
    has_front,
    has_odd_escapes,
    has_recipient_parameter,
    may_be_copied,
    may_run,
)
from uriinspector.analysis.unpack import unpacked_mails
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.percent import Octet, octets
from uriinspector.core.reference import Reference, split_authority
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, ParameterPair, pairs
from uriinspector.core.schemes.lookup import describe, schemes
from uriinspector.core.schemes.unc import is_webdav
from uriinspector.readers import browser
from uriinspector.readers.reading import Reading

if TYPE_CHECKING:
    from uriinspector.analysis.rewriter_decoders import Rewriter

# Characters that UTS 46 4 maps to ".", escaped or not, since browsers decode first (WHATWG URL
# 3.5).
DOT = expression("[.\u3002\uff0e\uff61]|%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1", re.IGNORECASE)


def written_labels(text: str, host: Span) -> Iterator[tuple[str, Span]]:
    """Yield every label as written, including empty ones, with its span."""
    start = host.start
    for match in DOT.finditer(text, *host):
        yield text[start : match.start()], Span(start, match.start())
        start = match.end()
    yield text[start : host.end], Span(start, host.end)


SPECIAL = WEB | {"file"}
# Address ranges of the user's own machine or network.
INNER = frozenset(
    {"loopback", "private use", "link local", "this host", "this network", "unique local"}
    | {"unspecified", "shared address space", "former private use"}
)

# Editions in which a scheme can begin with a digit; in 1994 an authority can also contain "?".
OLD = frozenset({"1994", "1997"})
LOGIN = frozenset({Part.USERINFO, Part.HOST, Part.PORT})
# Schemes (or none) whose authority Windows may read as a WebDAV path.
NO_HOST = frozenset({None, "file"})
# Characters of schemes in addition to letters and digits.
SCHEME_MARKS = dict.fromkeys(map(ord, "+-."))
# Characters that end an authority in browsers, but not in every edition.
MOVED = frozenset("\\?#")
# The base for a text without a scheme if its own base is unknown.
WEB_PAGE = "https://base.example/"
# The bytes of longer texts are not cached: each byte takes about a hundred times its size.
LONG = 16_384

T = TypeVar("T")


# The values of facts for a link that matches ``CALM``, whose text need not be searched for them.
CALM_FACTS = {"is_plain": True, "may_nest": False, "carrier": None, "is_carried": False}


class Facts:
    """A reference, and everything that rules need to know about it."""

    # The facts that decide which rules run (``rules.table``), if already known.
    marks: frozenset[str] | None = None

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
        # True if the text is not in a document and has no base.
        self.stands_alone = base is None and not in_document
        self.rewriters = lists.rewriters or shipped_rewriters()
        self.services = lists.services or shipped_services()
        self._cache: dict[object, Any] = {}
        scheme = reference.scheme
        # The reference's own scheme, in lowercase.
        self.scheme = scheme if scheme is None or scheme.islower() else lowered(scheme)
        # The reference's own scheme or, without one, the base's; "http" if neither is
        # known.
        self.effective_scheme = self.scheme or lowered((base or "http:").partition(":")[0])
        self.has_no_scheme = scheme is None and base is None
        # Browsers parse special schemes in their own way, with a domain or an address as host.
        self.is_special = self.effective_scheme in SPECIAL
        self.is_web = self.effective_scheme in WEB
        self.is_other = scheme is not None and self.scheme not in WEB
        self.is_local = self.effective_scheme == "file"
        self.is_urn = self.scheme == "urn"
        _, _, _, (user, _), _, (port, _), _, (query, _), _ = reference.spans
        self.has_user, self.has_port, self.has_query = user >= 0, port >= 0, query >= 0
        self.lists = lists

    @lazy
    def host_record(self) -> HostRecord | None:
        """The record of the host; None unless this is a web link without userinfo."""
        if self.scheme not in WEB:
            return None
        spans = self.reference.spans
        start, end = spans[2]
        if start < 0 or end > LONGEST or spans[3][0] >= 0 or spans[4][0] < 0 or spans[0][0]:
            return None
        return record_of(self.text[:end], self.reference.edition, self.protect, self.lists)

    def be_calm(self, record: HostRecord, marks: frozenset[str]) -> None:
        """Set the facts about a link that matches ``CALM`` and has this host."""
        own = {"host_record": record, "plain_record": record, "host_form": record.form}
        own |= {"browser_host": record.host, "service_kinds": record.kinds}
        span = Span(*self.reference.spans[4])
        self.__dict__.update(
            CALM_FACTS, **own, registration=record.registration, host_span=span, marks=marks
        )

    def once(self, make: Callable[[Facts], T]) -> T:
        """Return ``make(self)``, computed only once."""
        try:
            result: T = self._cache[make]
        except KeyError:
            result = self._cache[make] = make(self)
        return result

    @lazy
    def host_form(self) -> HostForm:
        if self.host_record is not None:
            return self.host_record.form
        (user, _), (start, end), (port, stop) = self.reference.spans[3:6]
        if start >= end or (user >= 0 and self.is_webdav):
            return HostForm("" if start < end or start < 0 else "empty", is_plain=False)
        return form_of(self.text[start:end], self.text[port:stop] if port >= 0 else None)

    @lazy
    def plain_record(self) -> HostRecord | None:
        """The record of the host if all readers agree on it."""
        return self.host_record if self.is_plain else None

    @lazy
    def is_plain(self) -> bool:
        """True if all readers agree on the host: a lowercase host without anything unusual
        around it.
        """
        if not self.host_form.is_plain or CLOUDED.search(self.text):
            return False
        user, _, port = self.reference.spans[3:6]
        if self.scheme is None:
            return self.is_web and user[0] < 0
        if not self.has_browser_scheme or (port[0] >= 0 and self.effective_scheme == "file"):
            return False  # browsers reject a port in file URLs
        if user[0] < 0:
            return True
        # Browsers reject a user name in file URLs, and any wrapper around a URL.
        is_web = self.scheme in WEB and self.reference.spans[0][0] == 0
        return is_web and PLAIN_USER.fullmatch(self.text, *user) is not None

    @lazy
    def is_webdav(self) -> bool:
        """True if Windows reads user and host as a WebDAV path."""
        if self.reference.spans[3][0] < 0 or self.scheme not in NO_HOST:
            return False
        is_file = self.effective_scheme == "file"
        return is_webdav(self.text, self.reference.spans[2], is_file=is_file)

    @lazy
    def is_odd(self) -> bool:
        """False if all readers agree: a plain host, or a plain relative reference with a
        web base.
        """
        if self.scheme in WEB:
            return not self.is_plain or self.host_form.kind == "odd"
        if self.scheme is None:
            return not self.is_web or browser.RELATIVE.fullmatch(self.text) is None
        is_odd = self.is_local or self.host_form.kind != ""
        return is_odd or CLOUDED.search(self.text) is not None

    @lazy
    def has_odd_host(self) -> bool:
        """True unless the host is an ordinary name or address that all parsers find."""
        return self.is_odd or self.host_form.kind not in {"name", "address", ""}

    @lazy
    def is_invalid(self) -> bool:
        """True if the reference violates the edition's grammar."""
        return not self.reference.valid

    @lazy
    def is_escaped(self) -> bool:
        """True if there are escapes other than plain ones and those of visible letters."""
        return "%" in self.text and has_odd_escapes(self.text, self.reference.spans[6][1])

    @lazy
    def has_marks(self) -> bool:
        """True if the text has three slashes in a row, a second question mark, or "&amp;"."""
        return MARKS.search(self.text, self.reference.spans[6][0]) is not None

    @lazy
    def may_attack(self) -> bool:
        """True if an attack may be hidden in the text by an encoding."""
        may_hide = "%" in self.text or self.has_unusual or self.has_dots
        may_hide = may_hide or self.has_code or self.is_invalid or self.may_read
        return may_hide or SEARCHED.search(self.text) is not None

    @lazy
    def may_read(self) -> bool:
        """True if the text may try to make a server return one of its own files."""
        return any(each in self.text for each in ("../", "..\\", "=/", "file:/"))

    @lazy
    def may_run(self) -> bool:
        """True if the path ends like an executable file, or may end in a double extension."""
        return may_run(self.text, *self.reference.spans[6])

    @lazy
    def may_consent(self) -> bool:
        """True if the host has pages where apps ask for access to accounts."""
        return self.host_form.kind != "" and self.browser_host in ENDPOINTS

    @lazy
    def may_nest(self) -> bool:
        """True if there may be links inside."""
        may_be = self.may_refer or self.is_hostlike or self.is_wrapped
        return may_be or self.is_derived

    @lazy
    def may_identify(self) -> bool:
        """True if there may be data about the recipient."""
        may_be = self.has_marked_parameter or bool(self.hidden_mails) or self.is_carried
        return may_be or AT.search(self.text) is not None

    @lazy
    def is_beginning(self) -> bool:
        """True if the text may begin with a scheme or host that the grammar does not find."""
        text = self.text
        if self.scheme is not None or self.reference.authority is not None:
            return False
        return ":" in text or "//" in text or FIRST_DOT.match(text) is not None

    @lazy
    def is_listed(self) -> bool:
        """True for a web link to a listed service."""
        return self.is_web and bool(self.host_form.kind and self.service_kinds)

    @property
    def has_ipfs(self) -> bool:
        return "/ipfs/" in self.text or ".ipfs." in self.text

    @lazy
    def may_imitate(self) -> bool:
        """True if the host may imitate a known name."""
        record = self.plain_record
        return self.is_web and (record is None or self.is_carried or "may_imitate" in record.marks)

    @lazy
    def is_international(self) -> bool:
        host = self.reference.host or ""
        return not self.text.isascii() or "%" in host or "xn--" in lowered(host)

    @lazy
    def has_front(self) -> bool:
        """True if labels before the site could look like another name."""
        if self.plain_record is not None and self.host_form.kind == "name":
            return "has_front" in self.plain_record.marks
        if self.is_odd or self.host_form.kind != "name":
            return self.is_odd or self.host_form.kind == "special"
        return has_front(self.reference.host or "")

    @lazy
    def has_number(self) -> bool:
        """True if there is a long number in a host with labels before the site."""
        if self.plain_record is not None and self.host_form.kind == "name":
            return "has_number" in self.plain_record.marks
        return self.is_web and NUMBER.search(self.browser_host or "") is not None

    @lazy
    def has_unusual(self) -> bool:
        """True if there are control characters, spaces, or invisible or combining
        characters.
        """
        return RISKY.search(self.text) is not None

    @lazy
    def is_wrapped(self) -> bool:
        """True if the text may have a wrapper around it, or be defanged."""
        text = self.text
        if self.has_unusual or text[:1] in OPENING or text[-1:] in CLOSING:
            return bool(text)
        is_marked = text[:4].lower() == "url:" or IS_SCHEME.match(text) or IS_MARK.search(text)
        return bool(is_marked)

    @lazy
    def derived(self) -> Derived | None:
        """The link that was meant, such as a defanged one with its brackets removed, or
        None.
        """
        return derived(self)

    @lazy
    def is_derived(self) -> bool:
        return self.derived is not None

    @property
    def is_unknown(self) -> bool:
        """True if the scheme is not in the table of schemes."""
        return self.scheme is not None and self.scheme not in schemes()

    @lazy
    def may_have_name(self) -> bool:
        """True if the path contains folders, words or hosts typical of copied pages."""
        return NAME_IN_PATH.search(self.text, self.reference.spans[6][0]) is not None

    @lazy
    def may_be_copied(self) -> bool:
        """True if the path on shared hosting may be that of a copied page."""
        return may_be_copied(self.path_span.of(self.text), self.service_kinds)

    @lazy
    def has_long_run(self) -> bool:
        """True if a run is long enough to be base64."""
        return LONG_RUN.search(self.text, self.reference.spans[6][0]) is not None

    @lazy
    def has_code(self) -> bool:
        """True if a long run encodes text or may be a key, or if the whole text may be base64."""
        if not self.has_long_run or self.has_no_scheme:
            return self.has_long_run
        return has_code(self.text, self.reference.spans[6:])

    @lazy
    def is_hostlike(self) -> bool:
        """True if text after the host may read like a host."""
        text = self.text
        return not text.isascii() or HOSTLIKE.search(text, self.reference.spans[6][0]) is not None

    @lazy
    def may_refer(self) -> bool:
        """True if the text may contain another reference."""
        path, end = self.reference.spans[6]
        if self.has_code or self.text.find(":", end) >= 0 or NESTED.search(self.text, path):
            return True
        row = schemes().get(self.scheme) if self.scheme is not None else None
        return self.carrier is not None or (row is not None and row.nests)

    @lazy
    def has_dots(self) -> bool:
        """True if there may be dot segments other than those usual at the start of a
        relative path.
        """
        text, path = self.text, self.reference.spans[6][0]
        if text.find("/.", path) >= 0 or text.startswith(".", path):
            is_whole = self.scheme is not None or self.reference.authority is not None
            return is_whole or ".." in text
        return ("%" in text or "\\" in text) and DOTS.search(text, path) is not None

    @lazy
    def has_marked_parameter(self) -> bool:
        """True if the name of a parameter suggests a secret or a recipient."""
        path = self.reference.spans[6][0]
        return self.text.find("=", path) >= 0 and has_recipient_parameter(self.text, path)

    @lazy
    def hidden_mails(self) -> tuple[tuple[Span, str], ...]:
        """The email addresses in base64 or hexadecimal, with their places."""
        (path, _), (query, _), (fragment, _) = self.reference.spans[6:]
        may_be = query >= 0 or fragment >= 0 or self.has_long_run or self.may_refer
        may_be = may_be or "/$" in self.text or "/*" in self.text
        if not may_be or not ENCODED_AT.search(self.text, path):
            return ()
        return tuple(unpacked_mails(self.text, path, self.reference.spans[8]))

    @lazy
    def names(self) -> KnownNameIndex:
        """The index of known names, including those that the user protects."""
        return index(self.protect, self.lists.known_names)

    @lazy
    def carrier(self) -> Rewriter | None:
        """The wrapping service whose link this is, or None."""
        path = self.reference.path if self.wrapping else ""
        return next((row for row in self.wrapping if row.has(path)), None)

    @lazy
    def wrapping(self) -> Sequence[Rewriter]:
        """The services on this host that wrap other links."""
        if self.plain_record is not None:
            return self.plain_record.rows
        host = self.reference.host
        return self.rewriters.rows_of(host) if host else []

    @lazy
    def is_carried(self) -> bool:
        return self.is_web and self.carrier is not None

    @lazy
    def stripped_scheme(self) -> str | None:
        """The scheme that browsers find although the grammar finds none.

        Browsers first remove leading white space, and tabs and line breaks anywhere.
        """
        if self.scheme is not None or not self.has_unusual:
            return None
        return self.browser_scheme

    @property
    def has_browser_scheme(self) -> bool:
        """False if only 1994 or 1997 finds a scheme, as other readers require a letter at
        its start.
        """
        return self.scheme is None or "a" <= self.scheme[0] <= "z"

    @lazy
    def _is_old_authority(self) -> bool:
        """True if only 1994 or 1997 finds this user and host."""
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
        """True if a quick check shows that the text is relative to a web base."""
        if self.base is None or self.scheme is not None or not self.is_web:
            return False
        return browser.RELATIVE.fullmatch(self.text) is not None

    @lazy
    def stays_with_base(self) -> bool:
        """True if the grammar and browsers find only the host of the base."""
        if self.scheme is not None or self.reference.authority is not None or self.base is None:
            return False
        return self.browser_host == browser.host_of_base(self.base)

    @lazy
    def generic_host(self) -> str | None:
        """The host as written, up to any "?", which ends it in all editions but 1994."""
        reference = self.reference
        if reference.edition == "1994" and "?" in (reference.authority or ""):
            _, (start, end), _ = split_authority(
                self.text, reference.spans[2][0], self.text.index("?", reference.spans[2][0])
            )
            return self.text[start:end]
        return reference.host

    def span(self, part: Part) -> Span | None:
        """Return the span of a component.

        None for user, host and port in a WebDAV path, or if only an old edition finds them.
        """
        if part in LOGIN and (self.is_webdav or self._is_old_authority):
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

    @lazy
    def host_span(self) -> Span | None:
        return self.span(Part.HOST)

    @lazy
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
        """The kinds of listed services to which the host that browsers find belongs."""
        if self.plain_record is not None:
            return self.plain_record.kinds
        return self.services.kinds_of(self.browser_host or "")

    @lazy
    def dossier(self) -> Dossier | None:
        """Details according to the scheme's own specification; None without a scheme."""
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
        """The host that browsers find; a plain host is known without parsing again."""
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
        """The text as browsers read it; if it has no scheme and no base, as if in some web page."""
        if self.base is not None or self.stripped_scheme is not None:
            return self._serialized
        if self.scheme is not None and self.has_browser_scheme:
            return self._serialized
        return browser.serialized(self.text, WEB_PAGE)

    @property
    def is_refused(self) -> bool:
        """True if browsers reject the text in every page."""
        return not self.is_plain and self.web_reading is None

    @property
    def reached_host(self) -> str | None:
        """The host that browsers reach, from some web page if no base is known, or None."""
        if self.is_plain:
            return self.reference.host
        return self.web_reading.host or None if self.web_reading else None

    @lazy
    def is_read_as_written(self) -> bool:
        """True if browsers use the written host, in any spelling.

        False if they find a different one because of a backslash, an empty host or a removed
        character.
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
        """The registrable domain and public suffix of the host that browsers find."""
        if self.plain_record is not None:
            return self.plain_record.registration
        if self.is_address:
            return UNREGISTERED
        name = self.reference.host if self.is_plain else self.browser_host
        return registration(name) if name and name[0] != "[" else UNREGISTERED

    @property
    def site(self) -> str | None:
        """The registrable domain of the host that browsers find; None for an address."""
        return self.registration.domain

    @property
    def suffix(self) -> str | None:
        return self.registration.suffix

    @property
    def is_usual_address(self) -> bool:
        """True if the host is an IP address as all readers write it."""
        return self.is_plain and self.host_form.kind == "address"

    @property
    def is_address(self) -> bool:
        """True if the host is an IP address, in any spelling."""
        if self.is_plain:
            return self.is_usual_address
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
        """True if the link leads to the user's own machine or network."""
        if self.host is not None and self.host.range in INNER:
            return True
        name = (self.browser_host or "").removesuffix(".")
        return name.rpartition(".")[2] == "localhost"

    @lazy
    def browser_scheme(self) -> str | None:
        """The scheme that browsers find after removing tabs, line breaks and leading space."""
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
        if not self.is_plain:
            return tuple(written_labels(self.text, span))
        at, labels = span.start, []
        for label in span.of(self.text).split("."):
            end = at + len(label)
            # ``Span(...)`` would call a Python function.
            labels.append((label, tuple.__new__(Span, (at, end))))
            at = end + 1
        return tuple(labels)

    @lazy
    def components(self) -> Mapping[Part, str]:
        return {part: each.text for part, each in self.reference.components.items()}


PLACE = expression(r"\{(\w+)\}")
# Arguments with hosts, which are shortened at the start because the end of a host matters most.
HOSTS = frozenset({"host", "other", "site", "domain"})


def visible_value(name: str, value: str) -> str:
    """Make a value safe to show; a message stays a message, so it can be translated."""
    shown = visible_host(value, QUOTED) if name in HOSTS else visible(value, QUOTED)
    return value if shown == value else shown


class Hit(NamedTuple):
    """A place that a rule found; if ``severity`` is None, the rule's severity applies."""

    start: int
    end: int
    severity: str | None = None
    # The key of the message in the rule's ``texts``; "" is the usual one.
    variant: str = ""
    fix: Fix | None = None
    args: Mapping[str, str] = NO_ARGS
    # Clauses for this place; if empty, those of the rule apply.
    cites: tuple[str, ...] = ()
    # Other places of the same finding.
    also: tuple[tuple[int, int], ...] = ()


# The placeholder in plain messages for the registrable domain or the address.
SITE = "{site}"


class Rule(NamedTuple):
    """A row of the table of rules.

    ``plain`` has messages without technical terms, keyed by variant, if ``texts`` is for experts.
    ``rises`` tells readers of the manual when the severity differs from ``severity``. ``when``
    lists the marks of which the rule needs at least one (``rules.table``). ``of_host``: if all
    readers agree on the host, the result depends only on the text up to the end of the authority,
    so it is computed once per host.
    """

    code: str
    severity: str
    title: str
    texts: Mapping[str, str]
    cites: tuple[str, ...]
    find: Callable[[Facts], Iterable[Hit]]
    when: str
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
            args = {name: visible_value(name, value) for name, value in args.items()}
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
    """Return a template with placeholders in uppercase, as in a command's help: HOST, SHOWN."""
    names = {"how": "...", "told": "REASON"}
    return PLACE.sub(lambda found: names.get(found[1], found[1].upper()), template)
