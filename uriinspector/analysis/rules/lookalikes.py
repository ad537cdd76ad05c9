"""Rules about hosts that contain or resemble a known name but belong to someone else."""

from collections.abc import Iterator

from uriinspector.analysis.domains import METADATA_NAMES
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.known_names import (
    added_words,
    is_one_edit,
    native_names,
    popular_neighbors,
    words_in,
    words_of,
)
from uriinspector.analysis.international.lookalike import (
    ASKING,
    FILE_SUFFIXES,
    JUMBLED,
    KINDS,
    LONG_NUMBER,
    NAME,
    NEAR,
    PROBABLE,
    RARE,
    SITE_ENDING,
    HostEvidence,
    Imitation,
    LabelContext,
    evidence_in,
    is_asking,
    label_context,
)
from uriinspector.analysis.international.scripts import script_runs
from uriinspector.analysis.triggers import is_jumbled
from uriinspector.core.expression import expression
from uriinspector.core.model import Span

SEMANTIC = ("RFC 3986 7.6", "rfc2396bis-01 7.5")
PIECE = expression("[a-z]+")
# This many words of sign-in pages are enough, whatever else the label contains.
SURE = 3
# On cheap suffixes, up to this many letters outside of listed words are ignored.
FEW_OTHERS = 4
LATIN = frozenset({"Latn", "Zyyy", "Zinh"})
# Kinds in which the whole host looks alike, which requires the same suffix.
WHOLE = frozenset({"look-alike", "swap"})
# Typical file names: a file extension in front, a version or year, or a word such as "invoice".
FILE_NAME = expression(
    r"\A(?:pdf|docx?|xlsx?|pptx?|txt|jpe?g|png|mp[34]|exe|msi|apk|tar)\Z|\Av[0-9]|[0-9]{4}"
    r"|invoice|statement|document|report|receipt|contract|scan|photo|setup|install|update|archive"
    r"|backup|attach|download|payroll"
)
# A capital that looks like an "l" because of the small letters before it.
CAPITAL = expression("[a-z]I")


def evidence_of(facts: Facts) -> HostEvidence:
    """Return the evidence from known names in the host, cached for several rules."""
    record = facts.host_record
    if record is not None and facts.is_plain and not facts.is_carried:
        return record.evidence
    return facts.once(_evidence)


def _evidence(facts: Facts) -> HostEvidence:
    host, site, kinds = facts.browser_host or "", facts.site or "", facts.service_kinds
    context = label_context(frozenset(kinds), facts.suffix or "", facts.is_carried)
    rewriters = facts.rewriters
    is_of_service = site in (rewriters.ends or ()) or site in kinds.values()
    is_of_service = is_of_service or bool(rewriters.rows_of(host))
    front = tuple(_front_labels(facts))
    return evidence_in(host, site, front, context, facts.names, is_of_service=is_of_service)


def lookalike(facts: Facts) -> Iterator[Hit]:
    site = facts.site if facts.is_web else None
    start, end = facts.reference.spans[4]
    if not site or start < 0:
        return
    if (native := _native_name(facts, Span(start, end))) is not None:
        yield native
        return
    evidence = evidence_of(facts)
    imitation, front = _with_capital(facts, Span(start, end)) or evidence.imitation, evidence.near
    if not (imitation or front) or (site in facts.names.domains and not evidence.context.is_open):
        return
    if facts.browser_host in METADATA_NAMES:
        return
    if front and (imitation is None or front[1].score > imitation.score):
        at, imitation = front
        yield _near_hit(facts.labels[at][1], imitation, facts, evidence.context)
    elif imitation:
        yield _hit(_site_span(facts, Span(start, end)), imitation, facts, evidence.context)


def _native_name(facts: Facts, host: Span) -> Hit | None:
    """Return the hit for a known name in the script of its country: "сбербанк-выплата.рф"."""
    shown = (facts.host.unicode if facts.host else None) or ""
    if shown.isascii():
        return None
    label = shown.removesuffix(".").split(".")[-(facts.site or "").count(".") - 1]
    name = next((each for each in native_names() if each in label), None)
    known = facts.names.labels.get(native_names()[name]) if name else None
    if name is None or known is None or facts.site in known.own:
        return None
    # The name alone may well belong to its owner.
    severity = LOW if label == name else MEDIUM
    args = {"known": known.domain, "name": name, "instead": known.domain}
    return Hit(*_site_span(facts, host), severity, "native", args=args)


def probable_imitation(facts: Facts) -> bool:
    """Return True if the evidence is rare in honest links."""
    return any(found.score >= RARE for found in evidence_of(facts).imitations)


def _with_capital(facts: Facts, host: Span) -> Imitation | None:
    """Return the known name that the site's label becomes if "I" is read as "l": "dhI.com"."""
    if facts.is_plain:
        return None
    label = _site_span(facts, host).of(facts.text).partition(".")[0]
    if not CAPITAL.search(label):
        return None
    small, known = label.lower(), facts.names.labels.get(label.replace("I", "l").lower())
    if known is None or small in facts.names.labels:
        return None
    return Imitation("swap", small, known, PROBABLE if known.is_distinct else RARE, small)


def _front_labels(facts: Facts) -> list[str]:
    """Return the labels before the site, as browsers read them if possible."""
    written = [label.lower() for label, _ in facts.labels]
    if written and not written[-1]:
        written.pop()  # the root of the DNS
    read = (facts.browser_host or "").removesuffix(".").split(".")
    words = read if len(read) == len(written) else written
    return words[: len(written) - (facts.site or "").count(".") - 1]


def _hit(place: Span, imitation: Imitation, facts: Facts, context: LabelContext) -> Hit:
    known, kind = imitation.known, imitation.kind
    if kind == NEAR or (kind in WHOLE and not _has_suffix_of(facts, known.domain)):
        return _near_hit(place, imitation, facts, context)
    severity = _severity(imitation, facts, context)
    if kind == "swap" and severity == LOW and "I" in place.of(facts.text).partition(".")[0]:
        severity = MEDIUM  # a capital that looks like an "l" was typed on purpose
    args = {"known": known.domain}
    if kind in KINDS:
        args |= {"how": imitation.how}
        return Hit(*place, severity, args=args | {"shown": known.domain})  # for the headline
    args |= {"name": imitation.spelled, "instead": known.domain}
    return Hit(*place, severity, kind, args=args)


def _near_hit(place: Span, imitation: Imitation, facts: Facts, context: LabelContext) -> Hit:
    known = imitation.known
    severity = _severity(imitation, facts, context)
    written = place.of(facts.text)
    at = written.lower().find(imitation.spelled) if imitation.spelled else -1
    label = written.partition(".")[0]
    spelled = label if at < 0 else written[at : at + len(imitation.spelled)]
    if spelled.lower() == known.label:
        args = {"known": known.domain, "name": known.label, "instead": known.domain}
        return Hit(*place, severity, NAME, args=args)
    args = {"spelled": spelled, "name": known.label, "site": facts.site or ""}
    if severity != LOW:
        args |= {"instead": known.domain}
    return Hit(*place, severity, NEAR, args=args)


def _severity(imitation: Imitation, facts: Facts, context: LabelContext) -> str:
    """Return the severity; a protected name under another suffix may belong to its owner, too."""
    known = imitation.known
    if known.is_protected and imitation.kind == "other-suffix":
        return HIGH if context.is_open or _is_near_suffix(facts, known.domain) else LOW
    if imitation.kind == "look-alike":
        # In links with "xn--", readers do not see the letters.
        is_sign_in = not facts.is_plain and is_asking(facts.path_span.of(facts.text).lower())
        is_sign_in = is_sign_in and _has_suffix_of(facts, known.domain)
        # Names that have accents in their own language are in the list of native names.
        is_sure = known.is_distinct and known.domain.partition(".")[0] == known.label
        return HIGH if is_sign_in or is_sure or _is_foreign(facts) else MEDIUM
    severity = severity_of(imitation.score)
    is_sign_in = severity == MEDIUM and any(map(is_asking, evidence_of(facts).front))
    return HIGH if is_sign_in else severity


def severity_of(score: int) -> str:
    if score >= PROBABLE:
        return HIGH
    return MEDIUM if score >= RARE else LOW


def _has_suffix_of(facts: Facts, domain: str) -> bool:
    return (facts.site or "").partition(".")[2] == domain.partition(".")[2]


def _is_near_suffix(facts: Facts, known: str) -> bool:
    """Return True if suffixes differ by an extra letter; a replaced one may be another country."""
    a, b = (facts.site or "").partition(".")[2], known.partition(".")[2]
    return len(a) != len(b) and is_one_edit(a, b)


def _is_foreign(facts: Facts) -> bool:
    """Return False if the only unusual letters are Latin ones, which are weaker evidence."""
    shown = (facts.host.unicode if facts.host else None) or facts.site or ""
    return shown.isascii() or any(code not in LATIN for code, _ in script_runs(shown))


def _site_span(facts: Facts, host: Span) -> Span:
    labels = facts.labels
    count = (facts.site or "").count(".") + 1
    if labels and labels[-1][0] == "":
        labels = labels[:-1]
    return Span(labels[-count][1].start, labels[-1][1].end) if len(labels) >= count else host


def odd_site(facts: Facts) -> Iterator[Hit]:
    """Find domains that honest owners rarely choose: long numbers, "com-", sign-in words."""
    site, (start, end) = facts.site or "", facts.reference.spans[4]
    if not site or start < 0 or not facts.is_read_as_written:
        return
    evidence = evidence_of(facts)
    if not evidence.is_odd:
        return
    label = site.partition(".")[0]
    number, ending = LONG_NUMBER.search(label), SITE_ENDING.match(label)
    is_file = facts.suffix in FILE_SUFFIXES
    is_random = evidence.context.is_cheap and is_jumbled(label, JUMBLED)
    if not (number or ending or is_file or is_random or ASKING.search(label)):
        return
    context, place = evidence.context, _site_span(facts, Span(start, end))
    is_known = site in facts.names.domains or site in popular_neighbors()
    if context.is_open or context.is_customers or is_known:
        return
    cheap = MEDIUM if context.is_cheap else LOW
    if number:
        count = str(len(number[0]))
        yield Hit(*place, cheap, "number", args={"site": site, "count": count})
    elif ending and not evidence.exact:
        # If there are labels before the site, the rule about subdomains reports "com-"
        # first.
        is_gov = ending[0] != "com-"
        severity = MEDIUM if context.is_cheap and (not is_gov or evidence.front) else LOW
        args = {"shown": ending[0], "site": site}
        yield Hit(*place, severity, "gov" if is_gov else "ending", args=args)
    elif is_file:
        severity = MEDIUM if FILE_NAME.search(label) else LOW
        yield Hit(*place, severity, "file", args={"site": site, "shown": f".{facts.suffix}"})
    elif is_random:
        yield Hit(*place, MEDIUM, "random", args={"site": site})
    elif not probable_imitation(facts) and (word := _asking_word(label, context)):
        yield Hit(*place, MEDIUM, args={"spelled": word, "site": site})


def _asking_word(label: str, context: LabelContext) -> str | None:
    """Return a sign-in word if there are several of them, or little else in the label."""
    found = ASKING.search(label)
    if context.is_cheap and found and found["notice"]:
        return found["notice"]
    pieces = PIECE.findall(label)
    words = [word for piece in pieces for word in words_in(piece)]
    others = sum(len(piece) for piece in pieces if words_of(piece) is None)
    urging = {word for word in words if added_words()[word]}
    count = len(urging) + context.is_urging
    # Words without a hyphen are also names of honest services: "emailverification".
    least = 1 if context.is_cheap and "-" in label else 2 if context.is_cheap or "-" in label else 3
    if count < (SURE if others > FEW_OTHERS * context.is_cheap else least):
        return None
    return next((word for word in words if word in urging and ASKING.search(word)), None)


RULES = (
    Rule(
        "lookalike",
        MEDIUM,
        "Similar to a known domain",
        {
            "": "The name {how} {known}; this site may belong to someone else.",
            NEAR: 'The host contains "{spelled}", which is similar to the name {name}; the '
            "registrable domain of the host is {site}.",
            **dict.fromkeys(
                (NAME, "native"),
                "The host contains the name {name}, but {known} is not its registrable domain.",
            ),
            "yours": "The host contains or resembles the name of {known}, the recipient's domain.",
        },
        ("RFC 3986 7.6", "MITRE T1583.001"),
        lookalike,
        rises="High for a protected name, for homoglyphs, or if there are several signs. Low "
        "if the name is the only sign. At most medium for a recipient's domain.",
        of_host=True,
        plain={
            "near": 'Contains "{spelled}", which is like the name {name}; this site may be someone '
            "else's.",
            "name": "Contains the name {name}, but {name}'s own site is {known}; this one may be "
            "someone else's.",
            "native": "Contains {name}, the name of {known} in its own language; this site may be "
            "someone else's.",
            "yours": "The site {site} has a name like {known}, the recipient's domain.",
        },
        when="may_imitate",
    ),
    Rule(
        "odd-site",
        LOW,
        "Unusual registrable domain",
        {
            "": "The registrable domain {site} contains words typical of sign-in and security "
            'pages, such as "{spelled}".',
            "number": "The registrable domain {site} contains a number with {count} digits.",
            **dict.fromkeys(
                ("ending", "gov"),
                'The registrable domain {site} begins with "{shown}": with the name of another '
                "site in front, the host looks like that site.",
            ),
            "random": "The registrable domain {site} is a string of letters that looks random.",
            "file": 'The registrable domain {site} ends in "{shown}", like a file name, but the '
            "link leads to a site.",
        },
        SEMANTIC,
        odd_site,
        rises="Medium for words typical of sign-in pages, for suffixes that are often abused, "
        "and for names that look like file names.",
        of_host=True,
        plain={
            "": 'The name {site} is made of words such as "{spelled}", as the names of many fake '
            "sign-in pages are.",
            "number": "A number with {count} digits is rare in the names of real sites: {site}.",
            "ending": 'With "shop." in front, it reads like "shop.com", but the site is {site}.',
            "gov": '"{shown}" makes it read like a government site, but the site is {site}.',
            "random": "The name of the site, {site}, is a string of letters that looks random.",
            "file": "{site} looks like a file name, but it is a site: the link opens a web page, "
            "not a file.",
        },
        when="may_imitate",
    ),
)
