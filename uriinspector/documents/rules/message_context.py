"""A message as rules see it: who it claims to be from, what was checked, where its links lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.international.known_names import index
from uriinspector.analysis.lazy import lazy
from uriinspector.core.model import NamedTuple
from uriinspector.documents.authentication import RECEIVER
from uriinspector.documents.rules.claimed_names import ClaimedName, claimed_in, is_of
from uriinspector.documents.rules.lures import lure_in, lure_in_text
from uriinspector.documents.rules.sites import is_address, is_same, site_of
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.documents.authentication import AuthenticationClaim
    from uriinspector.documents.document_values import DocumentPart
    from uriinspector.documents.envelope import Envelope
    from uriinspector.documents.judge import Judge

PASS, FAIL, SOFTFAIL = "pass", "fail", "softfail"
METHODS = frozenset({"spf", "dkim", "dmarc"})
# Checks of the sender's address as a whole: what they say counts whatever the others say.
OVERALL = ("dmarc", "compauth")
# What the checks come to: the address passed, one failed, none passed, those of others passed.
PASSED, FAILED, NOTHING, OTHERS, UNCHECKED = "passed", "failed", "nothing", "others", "unchecked"
# Findings about links that say: anybody can publish there, or nobody knows where it leads.
OPEN_HOSTS = frozenset(
    {"shortener", "shared-host", "file-or-form-service", "tunnel", "dynamic-dns", "ipfs-gateway"}
)


class SiteTally(NamedTuple):
    """The links of a message to one site that people follow, and the worst rank among them."""

    site: str
    links: int
    rank: int
    codes: frozenset[str] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether anybody can publish there, or nobody knows where it leads."""
        return is_address(self.site) or not OPEN_HOSTS.isdisjoint(self.codes)


def _as_dns(domain: str) -> str:
    """A name as the DNS has it: "bücher.example" and "example.com." in their one form."""
    return host_in_browsers(domain.rstrip(".")) or domain


class MessageContext:
    """A message as rules see it: its header, what is attached, and where its links lead."""

    def __init__(
        self,
        envelope: Envelope,
        start: int = 0,
        attachments: tuple[DocumentPart, ...] = (),
        sites: Callable[[], tuple[SiteTally, ...]] = tuple,
        text: Callable[[], str] = str,
        judge: Judge | None = None,
    ) -> None:
        self.envelope = envelope
        self.start = start
        self.attachments = attachments
        self.judge = judge
        # The names that judge; the shipped ones without them.
        self.known = judge.names if judge else index()
        self._sites = sites
        self._text = text

    @lazy
    def sites(self) -> tuple[SiteTally, ...]:
        """Where its links lead that people follow."""
        return self._sites()

    @lazy
    def claims(self) -> tuple[AuthenticationClaim, ...]:
        """What the receiver claims to have checked."""
        return self.envelope.claims

    @lazy
    def domain(self) -> str | None:
        """The domain of the sender's address."""
        return next((each.domain for each in self.envelope.senders if each.domain), None)

    @lazy
    def shown(self) -> str:
        """The display names of the sender, one after the other."""
        return " ".join(each.name for each in self.envelope.senders if each.name)

    @lazy
    def judged(self) -> tuple[AuthenticationClaim, ...]:
        """The receiver's results; without any, those that the sender could have written."""
        checked = tuple(each for each in self.claims if each.method in METHODS | {*OVERALL})
        return tuple(each for each in checked if each.place == RECEIVER) or checked

    @lazy
    def passes(self) -> tuple[AuthenticationClaim, ...]:
        """Checks that passed, of those that only the receiver can have written."""
        passed = (each for each in self.judged if each.result == PASS and each.method in METHODS)
        return tuple(
            each
            for each in passed
            if each.place == RECEIVER and not (each.method == "spf" and self.failed_spf)
        )

    @lazy
    def unproven_passes(self) -> tuple[AuthenticationClaim, ...]:
        """Passes that the sender could have written."""
        return tuple(
            each
            for each in self.claims
            if each.result == PASS and each.method in METHODS and each.place != RECEIVER
        )

    @lazy
    def failed_spf(self) -> str | None:
        """The result of SPF that is a failure, if there is one."""
        results = {each.result for each in self.judged if each.method == "spf"}
        return next((each for each in (FAIL, SOFTFAIL) if each in results), None)

    @lazy
    def check(self) -> str:
        """The outcome of the checks for the sender's address."""
        if any(each.result == FAIL for each in self.judged if each.method in OVERALL):
            return FAILED
        passes = self.passes
        # A pass counts for exactly the domain that it names.
        domain = _as_dns(self.domain or "")
        if domain and any(_as_dns(each.domain or "") == domain for each in passes):
            return PASSED
        if self.failed_spf == FAIL or (self.failed_spf and not passes):
            return FAILED
        if passes:
            return OTHERS if all(each.domain for each in passes) else UNCHECKED
        is_asked = any(each.method == "spf" and each.result != PASS for each in self.judged)
        return NOTHING if is_asked else UNCHECKED

    @lazy
    def is_doubtful(self) -> bool:
        """True if checks were made, and none of them passed."""
        return self.check in {FAILED, NOTHING}

    @lazy
    def is_refused(self) -> bool:
        """True if a check as a whole failed, and nothing at all passed."""
        overall = any(each.result == FAIL for each in self.judged if each.method in OVERALL)
        return overall and not self.passes

    @lazy
    def name(self) -> ClaimedName | None:
        """The known name in the display name, where the address is not of its owner."""
        claimed = claimed_in(self.shown, self.known) if self.shown else None
        if claimed is None or self.domain is None:
            return claimed
        domains = [each.domain for each in self.envelope.senders if each.domain]
        return None if all(is_of(claimed.known, each) for each in domains) else claimed

    @lazy
    def lure(self) -> str | None:
        """Words in the subject that deceptive messages use; else in the text, of some kinds."""
        subject = self.envelope.subject or ""
        is_doubtful = self.is_doubtful or self.check == OTHERS or self.name is not None
        return lure_in(subject, is_doubtful=is_doubtful) or self.text_lure

    @lazy
    def text_lure(self) -> str | None:
        """The same of the text: letters about money, and threats."""
        return lure_in_text(self._text())

    @lazy
    def sender_sites(self) -> frozenset[str]:
        """The site of the sender's address; if it passed the checks, with the others that passed.

        Reply-To, Sender and Return-Path are not: the writer of From can write those as well.
        """
        passed = [each.domain for each in self.passes] if self.check == PASSED else []
        return frozenset(site_of(each) for each in (self.domain, *passed) if each)

    @lazy
    def foreign(self) -> tuple[SiteTally, ...]:
        """The sites of its links that belong to no sender."""
        senders = self.sender_sites
        return tuple(
            each
            for each in self.sites
            if site_of(each.site) not in senders
            and not any(is_same(each.site, sender, self.known) for sender in senders)
        )

    @lazy
    def is_all_foreign(self) -> bool:
        """Whether it has links, and none of them leads to a site of a sender."""
        return bool(self.sites) and len(self.foreign) == len(self.sites)

    @lazy
    def open_site(self) -> SiteTally | None:
        """The first site that is no sender's where anybody can publish, or that hides the next."""
        return next((each for each in self.foreign if each.is_open), None)

    @lazy
    def led_to(self) -> SiteTally | None:
        """The site that most counts: the worst, or else the one with most links."""
        sites = [each for each in self.foreign if each.rank >= RANK["medium"]] or self.foreign
        return max(sites, key=lambda each: (each.rank, each.links), default=None)
