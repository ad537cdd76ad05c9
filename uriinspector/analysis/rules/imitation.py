"""Rules about text after the host that people may read as a host."""

from collections.abc import Callable, Iterator

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.international.known_names import cheap_suffixes
from uriinspector.analysis.international.lookalike import is_asking
from uriinspector.analysis.international.scripts import located
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span

SEMANTIC = ("RFC 3986 7.6", "rfc2396bis-01 7.5")
# The number of labels is limited for speed; hosts meant to be read have fewer.
HOSTLIKE = expression(
    r"(?i)(?<![\w%-])(?:www\.(?:[a-z0-9-]{1,63}+\.){1,30}[a-z]{2,24}"
    r"|(?:[a-z0-9-]{1,63}+\.){1,30}(?:com|net|org|gov|edu|bank|example|co\.uk|de|fr|test))(?![\w-])"
)
# The number of characters after a host that are searched for words of sign-in pages.
MOST_READ = 100
# What a name directly after the host may follow, the longest last.
FIRST = ("", "/", "@", "/http://", "/https://")
# The beginning of a mail address; in "user:password@host", a host follows.
MAILBOX = expression(r"(?:\A|[=&;,/])[\w.+-]{1,64}+@\Z")


def hostlike(part: Part) -> Callable[[Facts], Iterator[Hit]]:
    """Return a rule for text in a component that reads like a host."""

    def find(facts: Facts) -> Iterator[Hit]:
        span = facts.span(part)
        if span is None or not facts.is_web or facts.reference.authority is None:
            return
        host, carrier = facts.reached_host, facts.carrier
        if host is None or (carrier is not None and carrier.follows):
            return  # the link has no destination, or names where the service leads
        seen = located(span.of(facts.text))
        for match in HOSTLIKE.finditer(seen.text):
            name = match[0]
            first, last = match.span()
            before = seen.text[max(0, first - len(FIRST[-1])) : first].lower()
            is_asked = first <= len(FIRST[-1]) and before in FIRST
            is_asked = is_asked and is_asking(seen.text[last : last + MOST_READ].lower())
            if (
                (before.endswith("://") and (carrier is not None or not is_asked))
                or MAILBOX.search(seen.text, max(0, match.start() - 66), match.start())
                or (facts.site and name.endswith(facts.site))
                or f".{host}".endswith(f".{name}")
            ):
                # Nested links and mail addresses have their own rules, and a site may contain its
                # own name.
                continue
            known = facts.names.labels.get(name.removeprefix("www.").partition(".")[0])
            start, end = seen.written(*match.span())
            place = Span(span.start + start, span.start + end)
            args = {"name": place.of(facts.text), "host": host}
            # Known services put their destination or subject here, which is not
            # deceptive.
            carried = carrier is not None
            protected = known is not None and known.is_protected and not carried
            value = carried or facts.text[place.start - 1] == "="
            severity = MEDIUM if protected else INFO if value else None
            if severity != INFO and _is_of_other(name, facts):
                args |= {"instead": name}
                if is_asked:
                    suffix = (facts.suffix or "").rpartition(".")[2]
                    severity = HIGH if facts.is_address or suffix in cheap_suffixes() else MEDIUM
            yield Hit(*place, severity, "mentioned" if severity == INFO else "", args=args)
            return

    return find


def _is_of_other(name: str, facts: Facts) -> bool:
    """Return True if the name belongs to a known domain, but the link goes to an unknown site."""
    domains = facts.names.domains
    known = domains.get(registrable_domain(name.lower()) or "")
    return known is not None and facts.site not in known.own and facts.site not in domains


ELSEWHERE = dict.fromkeys(
    ("", "mentioned"), '"{name}" looks like a host name, but the host is {host}.'
)
PLAIN = {
    "": 'The link contains "{name}", but that is not the site: the site is {site}.',
    "mentioned": 'The link only mentions "{name}"; it goes to {site}.',
}
PROTECTED_OR_VALUE = (
    "Medium directly after the host if words typical of sign-in pages follow, high on an IP "
    "address or a suffix that is often abused. Medium for a protected name. Info after "
    '"=" and in links of known services.'
)
RULES = (
    Rule(
        "hostlike-in-path",
        LOW,
        "Host name in the path",
        ELSEWHERE,
        SEMANTIC,
        hostlike(Part.PATH),
        rises=PROTECTED_OR_VALUE,
        plain=PLAIN,
        when="is_hostlike",
    ),
    Rule(
        "hostlike-in-query",
        LOW,
        "Host name in the query",
        ELSEWHERE,
        SEMANTIC,
        hostlike(Part.QUERY),
        rises=PROTECTED_OR_VALUE,
        plain=PLAIN,
        when="is_hostlike",
    ),
    Rule(
        "hostlike-in-fragment",
        LOW,
        "Host name in the fragment",
        ELSEWHERE,
        SEMANTIC,
        hostlike(Part.FRAGMENT),
        rises=PROTECTED_OR_VALUE,
        plain=PLAIN,
        when="is_hostlike",
    ),
)
