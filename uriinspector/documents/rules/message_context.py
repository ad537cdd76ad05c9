"""A message as rules see it: who it claims to be from, what was checked, where its links lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import RANK
from uriinspector.analysis.international.known_names import index
from uriinspector.analysis.lazy import lazy
from uriinspector.core.named_tuple import NamedTuple
from uriinspector.documents.rules.claimed_names import ClaimedName, claimed_in, is_of
from uriinspector.documents.rules.lures import lure_in, lure_in_text
from uriinspector.documents.rules.sites import is_address, is_same, site_of

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
    def check(self) -> str:
        """What the claimed results come to for the sender's address."""
        claims, domain = self.claims, self.domain
        passed = [each for each in claims if each.result == PASS and each.method in METHODS]
        overall = {each.method: each.result for each in claims if each.method in OVERALL}
        if FAIL in overall.values():
            return FAILED
        if overall.get("dmarc") == PASS or any(
            domain and each.domain and is_same(each.domain, domain, self.known) for each in passed
        ):
            return PASSED
        spf = next((each.result for each in claims if each.method == "spf"), None)
        if spf in {FAIL, SOFTFAIL} and not passed:
            return FAILED
        if passed:
            return OTHERS if all(each.domain for each in passed) else UNCHECKED
        return NOTHING if spf is not None else UNCHECKED

    @lazy
    def is_doubtful(self) -> bool:
        """Whether checks were made, and none of them passed."""
        return self.check in {FAILED, NOTHING}

    @lazy
    def is_refused(self) -> bool:
        """Whether a check as a whole failed, and nothing at all passed."""
        overall = any(each.result == FAIL for each in self.claims if each.method in OVERALL)
        return overall and not any(
            each.result == PASS for each in self.claims if each.method in METHODS
        )

    @lazy
    def name(self) -> ClaimedName | None:
        """The known name in the display name, where the address is not of its owner."""
        claimed = claimed_in(self.shown, self.known) if self.shown else None
        if claimed is None or self.domain is None:
            return claimed
        domains = [each.domain for each in self.envelope.senders if each.domain]
        return None if any(is_of(claimed.known, each) for each in domains) else claimed

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
        """Every site that the header names as where the message comes from."""
        envelope = self.envelope
        people = (*envelope.senders, *envelope.sender, *envelope.reply_to)
        domains = {each.domain for each in people}
        domains.add((envelope.return_path or "").rpartition("@")[2].lower())
        domains |= {each.domain or "" for each in self.claims if each.result == PASS}
        return frozenset(site_of(each) for each in domains if each)

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
