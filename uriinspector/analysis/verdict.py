"""The verdict: one sentence about where a link goes, the reasons, and the route.

It never promises safety: if nothing was found, it says what was not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from uriinspector.analysis.derived import DEFANGED, EMAIL, ENCODED, MEANT, NETWORK_PATH, REPLACED
from uriinspector.analysis.facts import SPECIAL, Facts
from uriinspector.analysis.finding import (
    HIGH,
    LOW,
    MEDIUM,
    RANK,
    Finding,
    finding_order,
    headline,
    opening_of,
    through,
)
from uriinspector.analysis.gates import WEB, When
from uriinspector.analysis.headline_text import (
    CALM,
    CALM_WITHOUT_SITE,
    DEEP,
    IN_PAGE,
    NO_LINK,
    OVER_SSH,
    OWN_DESTINATIONS,
    PLAIN_TEXT,
    SAME_DOCUMENT,
    TEXT_ONLY,
    TEXT_ONLY_WITHOUT_SITE,
    UNREAD,
    fallback_of,
    is_labelled_text,
    is_local_path,
    is_same_document,
    marked_site,
    needs_base,
    opening_of_app,
    otherwise,
    quoted,
    relative_text,
    sentence,
    share_of,
)
from uriinspector.analysis.headline_text import NO_FETCH as NO_FETCH
from uriinspector.analysis.nested import Layer, forwards
from uriinspector.analysis.rewriters import is_opaque
from uriinspector.core.model import Json, Message, NamedTuple, joined, json_of, message
from uriinspector.core.parse import parse
from uriinspector.core.schemes.lookup import names_host
from uriinspector.readers.browser import STRIPPED

# Findings on hosts that redirect to a destination only they know.
FORWARDING = frozenset({"shortener"})
# The finding about a link inside; problems of that link are in the link's own verdict.
NESTED = "nested-uri"
OPEN_REDIRECT = "open-redirect"
# Findings on a host that is an address or refers to one.
INNER_ADDRESS = frozenset({"special-ip", "special-name", "rare-ip", "ipv4-in-ipv6"})


class Hop(NamedTuple):
    """A stop on the route; ``known`` is False if the text does not show what comes next.

    ``via`` is the service that leads to it from the previous stop.
    """

    role: str
    host: str | None
    text: str
    known: bool = True
    via: str = ""

    def to_dict(self) -> Json:
        return json_of(self, "role host text known")


NO_SENTENCE = message("")
# The scope of every verdict: only the text is examined.
TEXT = "text only"
UNKNOWN = Hop("unknown", None, "", known=False)


class Verdict(NamedTuple):
    """The headline, the reasons and the route of a link.

    ``through`` names the services on the route; ``why`` has the detail sentence by sentence.
    """

    severity: str | None
    host: str | None
    route: tuple[Hop, ...]
    final_host: str | None
    sentence: Message = NO_SENTENCE
    through: tuple[str, ...] = ()
    why: tuple[Message, ...] = ()
    scope: str = TEXT
    # The finding that decides the severity: of the text, or of a link inside that it leads to.
    worst: Finding | None = None

    @property
    def headline(self) -> Message:
        return through(self.sentence, self.through)

    @property
    def whole_host(self) -> str:
        """The full host if the headline only has its registrable domain; otherwise ""."""
        named = opening_of(self.sentence).args.get("host")
        hosts = (each for each in (self.final_host, self.host) if each and each != named)
        return next((each for each in hosts if marked_site(each) == named), "")

    @property
    def detail(self) -> str:
        return " ".join(self.why)

    def to_dict(self) -> Json:
        return json_of(self, "severity headline detail host route final_host scope")


def host_of(facts: Facts) -> str | None:
    """Return the host that browsers go to, in ASCII; None if nothing is fetched.

    For schemes that browsers do not know, return the host as written, or that of the base.
    """
    if facts.flags & When.PLAIN_HOST and facts.scheme in WEB:
        return facts.reference.host
    if facts.effective_scheme == "file" or facts.has_no_scheme:
        share = share_of(facts)
        if share is not None:
            return share.host
    if facts.stripped_scheme is not None:
        return None if facts.stripped_scheme in NO_FETCH else facts.browser_host or None
    scheme = facts.effective_scheme
    if scheme in NO_FETCH or facts.has_no_scheme:
        return None
    if scheme in SPECIAL or not facts.has_browser_scheme:
        return facts.browser_host or None
    if facts.scheme is None and facts.target is not None:
        if STRIPPED.search(facts.text):
            return facts.browser_host or None
        return parse(facts.target, edition=facts.reference.edition).host or None
    return (facts.generic_host or None) if names_host(facts.reference) else None


def judge(
    facts: Facts,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> Verdict:
    """Judge a text by its own findings and those of the layers that it leads to.

    A layer without a verdict is nested too deep.
    """
    host = host_of(facts)
    written = Hop("written", host, facts.text)
    if not findings and not inner and not facts.flags & When.CARRIER:
        text, why = _calm_words(facts, host)
        return Verdict(None, host, (written,), host, text, (), why)
    way = _onward_route(facts, host, findings, inner)
    if way.first is not None:
        written = written._replace(host=way.first)
    worst = _worst(facts, findings, inner)
    return Verdict(
        worst.severity if worst else None,
        written.host,
        (written, *way.onward),
        way.final_host,
        way.sentence,
        way.services,
        _why(facts, host, findings, inner),
        worst=worst,
    )


def _calm_words(facts: Facts, host: str | None) -> tuple[Message, tuple[Message, ...]]:
    """Return sentence and detail if nothing was found, cached per host."""
    is_relative = host is None and facts.has_no_scheme
    if is_relative and needs_base(facts) and not is_local_path(facts):
        if is_same_document(facts):
            return SAME_DOCUMENT, _CALM_WITHOUT_SITE
        told = relative_text(facts)
        return told.sentence, (message(told.detail),)
    record = facts.host_record
    if record is None or host is None or not facts.flags & When.PLAIN_HOST:
        return sentence(facts, host, ()), _calm(facts, host)
    if record.sentence is None:
        record.sentence = sentence(facts, host, ())
    return record.sentence, _CALM


class OnwardRoute(NamedTuple):
    """The route after the first stop; ``first`` is the host of that stop if the text has none."""

    sentence: Message
    final_host: str | None
    onward: tuple[Hop, ...] = ()
    services: tuple[str, ...] = ()
    first: str | None = None


def _onward_route(
    facts: Facts,
    host: str | None,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> OnwardRoute:
    for layer, ahead in inner:
        if layer.via == "scheme" and facts.is_refused:
            break  # browsers hand it to no app
        if layer.via == "scheme" and not layer.service:
            if layer.follows and ahead is not None and ahead.final_host is not None:
                return _by_app(facts, host, layer, ahead, inner)
        elif layer.follows:
            way = _through(facts, host, layer, ahead)
            return _as_source(way) if facts.scheme == "view-source" else way
    if host is not None and _is_opaque(facts, findings):
        return _first(host, UNREAD)
    return OnwardRoute(sentence(facts, host, findings), host)


def _worst(
    facts: Facts,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> Finding | None:
    # Findings are sorted, the worst first.
    own = findings[0] if findings else None
    if not inner:
        return own
    # A link that is only archived, checked or shared does not affect the severity.
    candidates = (
        own,
        *(each.worst for layer, each in inner if each and _leads_to(facts, layer)),
    )
    return max(filter(None, candidates), key=_weight, default=None)


def _weight(finding: Finding) -> tuple[int, bool]:
    """Rank by severity; among equal ones, the finding about a link inside is the weakest."""
    return RANK[finding.severity], finding.code != NESTED


def _leads_to(facts: Facts, layer: Layer) -> bool:
    """Return True if the outer link ends up at this one, or gives it to a program."""
    if layer.follows or _hands_over(facts):
        return True
    path = facts.path_span.start
    return (
        facts.is_web
        and facts.carrier is None
        and forwards(layer.name, facts.text[path : layer.start])
    )


def _hands_over(facts: Facts) -> bool:
    """Return True if an app, a script or the reader gets everything in the link."""
    return facts.scheme is not None and not facts.is_web


def with_nested(
    facts: Facts, findings: tuple[Finding, ...], inner: Sequence[tuple[Layer, Verdict | None]]
) -> tuple[Finding, ...]:
    """Raise findings about links inside to the severity of those links, where it matters.

    This includes redirects to addresses of an internal network or of a cloud's own services.
    """
    hands_over = _hands_over(facts)
    severities = {
        (layer.start, layer.end): ahead.worst.severity
        for layer, ahead in inner
        if ahead is not None
        and ahead.worst is not None
        and (hands_over or ahead.worst.code in INNER_ADDRESS)
    }
    if not severities:
        return findings
    code = NESTED if hands_over else OPEN_REDIRECT
    raised = (
        each._replace(severity=max(each.severity, known, key=RANK.__getitem__))
        if each.code == code and (known := severities.get((each.start, each.end)))
        else each
        for each in findings
    )
    return tuple(sorted(raised, key=finding_order))


def _is_opaque(facts: Facts, findings: tuple[Finding, ...]) -> bool:
    for each in findings:
        if each.code in FORWARDING:
            return True
    return facts.carrier is not None and is_opaque(facts.carrier, facts.reference)


def _first(host: str | None, tail: str) -> OnwardRoute:
    if host is None:
        first = message("The first stop has no host")
    else:
        first = message("Goes to {host} first", host=marked_site(host))
    return OnwardRoute(headline(first, message(tail)), None, (UNKNOWN,))


def _as_source(way: OnwardRoute) -> OnwardRoute:
    """Adapt the route of "view-source", which shows the source of a page."""
    if way.final_host is None:
        return way
    shown = message("Shows the source code of {host}", host=marked_site(way.final_host))
    return way._replace(sentence=shown, services=())


def _through(facts: Facts, host: str | None, layer: Layer, ahead: Verdict | None) -> OnwardRoute:
    """Continue the route with that of a layer, whose sentence becomes the headline."""
    if ahead is None:
        return _first(host, DEEP)
    if layer.via in MEANT:  # the same stop in another spelling
        told = ahead.sentence if layer.via in REPLACED else _completed(facts, layer.via, ahead)
        return OnwardRoute(told, ahead.final_host, ahead.route[1:], ahead.through, ahead.host)
    onward = ahead.route[0]._replace(role="forwarded", via=layer.service or "")
    services = (layer.service, *ahead.through) if layer.service else ahead.through
    return OnwardRoute(
        ahead.sentence,
        ahead.final_host,
        (onward, *ahead.route[1:]),
        tuple(dict.fromkeys(services)),
    )


def _by_app(
    facts: Facts,
    host: str | None,
    layer: Layer,
    ahead: Verdict,
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> OnwardRoute:
    """Return the route of an app that gets the link inside, and of the browser without the app."""
    way = _through(facts, host, layer, ahead)
    fallback = fallback_of(facts, (each for each, _ in inner))
    given = None if layer is fallback else way.final_host
    opening = opening_of_app(facts, facts.effective_scheme, given)
    after = dict(inner).get(fallback) if fallback else None
    ending = otherwise(after.final_host if after else None)
    return way._replace(sentence=headline(opening, ending), services=())


def _completed(facts: Facts, how: str, ahead: Verdict) -> Message:
    """Say what programs do with a text without a scheme, and how the grammar reads it."""
    if how == EMAIL:
        return headline(_in_email_app(opening_of(ahead.sentence)), IN_PAGE)
    if opening_of(ahead.sentence).template.startswith("Names {host}"):
        return ahead.sentence
    named = marked_site(ahead.final_host or ahead.host or "")
    if how == NETWORK_PATH:
        if ahead.through or ahead.final_host is None:
            return ahead.sentence
        return message("Goes to {host}, with the scheme of the base URL", host=named)
    opening = message("In an address bar, goes to {host}", host=named)
    if ahead.final_host is None:
        opening = message("In an address bar, goes to {host} first", host=named)
    if facts.scheme is None:
        return headline(opening, IN_PAGE)
    scheme = quoted(facts.scheme)
    return headline(opening, message("; by the grammar, scheme {scheme}", scheme=scheme))


def _in_email_app(opening: Message) -> Message:
    """Say that an email is started, and in which program."""
    return message("In an email app, starts an email to {rest}", **opening.args)


def _why(
    facts: Facts,
    host: str | None,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> tuple[Message, ...]:
    """Return the reasons: the worst findings, then links inside; calm words without any."""
    own = [each for each in findings if each.code != NESTED]
    telling = (each.plain for each in own if each.severity in {HIGH, MEDIUM})
    # The same sentence is not repeated for another place.
    text: list[tuple[Message, ...]] = [(each,) for each in islice(dict.fromkeys(telling), 2)]
    for layer, ahead in inner:
        if ahead is not None and ahead.severity in {HIGH, MEDIUM} and len(text) < 3:
            text.append(ahead.why if layer.follows else (joined((_INSIDE, ahead.headline, _STOP)),))
    for layer, ahead in inner:
        if layer.via in MEANT and ahead is not None:
            notes = tuple(_notes(facts, layer))
            return (*notes, *(each for each in ahead.why if each not in notes))
    if text:
        return tuple(line for lines in text for line in lines)
    if is_no_reference(facts):
        return _calm(facts, host)  # its faults as a link do not matter
    low = next((each.plain for each in own if each.severity == LOW), None)
    if low is None:
        for layer, ahead in inner:
            if ahead is not None and ahead.severity == LOW:
                inside = joined((_INSIDE, ahead.headline, _STOP))
                is_next = layer.follows and (layer.via != "scheme" or layer.service)
                return ahead.why if is_next else (inside, *_after_low(facts, host))
    return _calm(facts, host) if low is None else (low, *_after_low(facts, host))


def is_no_reference(facts: Facts) -> bool:
    """Return True for plain text, and for a remote path as Git and scp write it."""
    if facts.scheme is not None:
        return is_labelled_text(facts)
    if not facts.stands_alone or not needs_base(facts) or is_same_document(facts):
        return False
    return not is_local_path(facts) and relative_text(facts).detail in {
        PLAIN_TEXT,
        OVER_SSH,
        OWN_DESTINATIONS,
    }


def _notes(facts: Facts, layer: Layer) -> Iterator[Message]:
    """Yield what the verdict applies to, if it is not the text as written."""
    if layer.via == DEFANGED:
        yield _DEFANGED
    if layer.via == ENCODED:
        yield _ENCODED
    if layer.via in REPLACED and layer.end - layer.start < len(facts.text):
        around = facts.text[: layer.start] + facts.text[layer.end :]
        yield _WRAPPED if around.strip() else _SPACED


_INSIDE = message("Contains a link: ")
_DEFANGED = message("The link is defanged. The verdict is for the original.")
_ENCODED = message("The link is percent-encoded. The verdict is for the decoded link.")
_WRAPPED = message("There is text around the link. The verdict is for the link inside.")
_SPACED = message("There is white space around the link. The verdict is for the link inside.")
_STOP = message(".")


def _calm(facts: Facts, host: str | None) -> tuple[Message, ...]:
    """Return the detail if nothing was found: what was not checked."""
    if facts.scheme is not None:
        if is_labelled_text(facts):
            return _PLAIN_TEXT
        return _CALM_WITHOUT_SITE if host is None else _CALM
    if is_same_document(facts) or is_local_path(facts):
        return _CALM_WITHOUT_SITE
    if needs_base(facts):
        return (message(relative_text(facts).detail),)
    return _CALM_WITHOUT_SITE if host is None else _CALM


def _after_low(facts: Facts, host: str | None) -> tuple[Message, ...]:
    """Like ``_calm`` after a finding of low severity, which rules out "nothing looks deceptive"."""
    calm = _calm(facts, host)
    if calm == _CALM:
        return _TEXT_ONLY
    return _TEXT_ONLY_WITHOUT_SITE if calm == _CALM_WITHOUT_SITE else calm


_PLAIN_TEXT, _CALM, _CALM_WITHOUT_SITE, _TEXT_ONLY, _TEXT_ONLY_WITHOUT_SITE = (
    (message(words),)
    for words in (NO_LINK, CALM, CALM_WITHOUT_SITE, TEXT_ONLY, TEXT_ONLY_WITHOUT_SITE)
)
