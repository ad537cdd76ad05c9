"""Rules about pages on shared hosting and on bare addresses.

The service alone is no evidence, as honest users have pages there, too. Words of sign-in pages in a
name are evidence, since honest pages there rarely ask for a login.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.facts import INNER, Facts, Hit, Rule
from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.international.known_names import (
    PROGRAMS,
    Search,
    added_words,
    cheap_suffixes,
    search_for,
    words_in,
    words_of,
)
from uriinspector.analysis.international.lookalike import ASKING
from uriinspector.analysis.nested import layers
from uriinspector.analysis.rules.ip_addresses import METADATA, embedded
from uriinspector.analysis.rules.lookalikes import PIECE, SEMANTIC, evidence_of, probable_imitation
from uriinspector.analysis.triggers import (
    FOREIGN_WORDS,
    MAYBE_RANDOM,
    NUMBER,
    RUNS,
    is_jumbled,
    last_ending,
)
from uriinspector.analysis.unpack import from_base64
from uriinspector.core.expression import expression
from uriinspector.core.host import DEC_OCTET, address_range
from uriinspector.core.model import NamedTuple, Span

LISTED = ("list of services",)
# Services whose users choose their names, unlike many file stores.
CHOSEN = ("shared-host", "dynamic-dns", "former-host")
# Blogging and project-hosting services, whose users may have good reasons for words like "login".
WRITTEN = frozenset({"blog", "project-pages"})
# Words of sign-in pages at the edge of other letters; "blogin" does not match, as it may start with
# "blog".
EDGE_WORDS = frozenset(
    {"signin", "webmail", "verify", "login", "logon", "mailbox", "wallet", "account", "recovery"}
)
EDGE = expression(
    "^(?:signin|webmail|verify)|(?<!b)(?:login|logon)s?$"
    "|(?:signin|verify|webmail|mailbox|wallet|account|recovery)s?$"
)
# Garbled spellings of "login" at the end of names on site builders; "biologi" is another word.
GARBLED = expression(
    "(?<![abo])(?:l[ou0]{1,2}[gq]{1,2}(?:[eiouy]{1,3}n{1,3}|i)|l[ou]gn)[a-z]{0,3}$"
)
# Garbled names of wallets and exchanges on site builders, by their consonants, where "h" does not
# count: some next to any typical word, the others next to a sign-in or a wallet.
WALLETS = {
    "trezor": expression("trsr"),
    "metamask": expression("mt?m[sk]{2}"),
    "ledger": expression("ldgr|l[dg]rg"),
    "coinbase": expression("cnv?bs|cnvs"),
    "blockchain": expression("blkcn"),
    "crypto": expression("crpt"),
}
EXCHANGES = {
    "gemini": expression("gr?mn|gnm"),
    "uphold": expression("fld|fl(?=l?gn?)"),
    "kraken": expression("kr?krn|krkn"),
    "kucoin": expression("k[ck]l?n"),
    "exodus": expression("[xk]ds"),
    "phantom": expression("fntm"),
}
ENTRY = expression("lgg?n|lng?$|lg$|w[rl]?lt|[xk]tn|sgn")
TYPICAL = expression(
    f"{ENTRY.pattern}|rdwr?|dskt|brdg|strt|lv|cdn|lp|dc|lrn|sprt|st$|sso?$|us$|^ss|vrvw"
)
SOUNDS = str.maketrans("zq", "sk")
NO_CONSONANTS = {ord(each): None for each in "aeiouyh0123456789-_"}
SHORTEST_GARBLED = 9
# Kinds of services where such spellings are common.
GARBLING = frozenset({"site-builder", "customers"})
# Two of these are read as a notice of a platform, even in one run.
NOTICES = (
    "abuse|advertisers|appeal|badge|business|bullying|center|complaint|complian(?:ce|t)|copyright"
    "|community|content|dispute|enforce|harassment|helpcenter|infringement|monetiz|notice|official"
    "|penalty|policy|privacy|protection|recheck|removal|report|request|restrict(?:ed|ion)|review"
    "|rights|safeguard|standards|support|suspen(?:ded|sion)|takedown|terminat(?:ed|ion)"
    "|unapproved|unauthoriz|verif|violation|warning"
)
OF_NOTICES = expression(NOTICES)
# Without a word of sign-in pages, two listed words are enough if one of them threatens or promises.
NOTICE = expression(
    "appeal|review|copyright|trademark|infring|complian|refund|claim|bill|invoice|payment|violat|restrict|lock|secur|airdrop|reward"
    "|customs|deliver|parcel|track|helpdesk|enforce|rights|takedown|terminat|deactivat|disabled|case"
    "|monetiz|voicemail|pencairan|paylater"
)
# Names of demonstrations, as programmers often demonstrate logins.
SHOWING = expression(
    "demo|example|test|docs?$|tutorial|sample|template|api$|sdk|react|vue|angular|project|portfolio"
    "|flask|django|spring|node|firebase|plugin|dev$"
)
DATE = expression("(?:19|20)[0-9]{6}")
# Words that copied pages have next to a known name.
COPY = expression("clones?$|log-?in$|signin$|verif|secur|account|wallet|support")
TOKEN = expression("[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
FEWEST, MOST_TOKENS = 2, 5
# Kinds of services whose names are made by programs, or are those of projects.
NAMED_BY_SERVICE = frozenset({"bucket", "coded", "customers", "project-pages"})
# In random names, letters and digits take turns more often than in words; people who write
# replace letters by digits: "7anna7".
TURN = expression("[a-z](?=[0-9])|[0-9](?=[a-z])")
CHANGES, CHANGES_IN_NAMES = 3, 5
# Next to more words, a code does not make the name look random.
PIECES_WITH_CODE = 2
SHORTEST_RANDOM = 5
# The share of rare pairs of letters.
JUMBLED_FRONT = 0.3
# In front of other sites, which make shorter names for their servers.
LONG_NAME = 8
# Names that need no turns to be random: almost only digits, hexadecimal digits, or many consonants
# in a row.
ALL_RANDOM = expression(
    r"\A[a-z]{0,2}[0-9]{5,}\Z|\A(?=(?:[a-f]*[0-9]){3})(?=[0-9]*[a-f]+[0-9])[0-9a-f]{7,}\Z"
    "|(?<![0-9])[bcdfghjklmnpqrstvwxz]{7}(?![0-9])"
)
# Services add hexadecimal digits, or nine or ten letters and digits.
OWN_CODE = expression("(?=[0-9a-f]*[g-z])(?!.{9,10}\\Z)[0-9a-z]{7,}")
# The identifier of a preview, before the name of its project.
PREVIEW = expression("[0-9a-f]{8}")
LONG_CODE = expression("[0-9]{10,}")
# A path of one segment in base64, with the padding at its end.
ONLY_CODE = expression(r"/[A-Za-z0-9+_-]{18,62}={1,2}\Z")
# A value that is the same code twice, with or without padding; codes have different characters.
FEWEST_CHARACTERS = 6
TWICE = expression(r"[?&;]([\w.-]{1,40})=(([0-9A-Za-z]{12,64}=*)\3)(?![0-9A-Za-z])")
PAGE = (".html", ".htm")
# Stores for files that also have honest pages.
STORE = expression(
    r"\Astorage\.(?:googleapis|cloud\.google)\.com\Z|\.(?:blob|web)\.core\.windows\.net\Z|(?:\A|\.)s3[.-].*amazonaws\.com\Z"
    r"|\.digitaloceanspaces\.com\Z|\Aobjectstorage\..*oraclecloud\.com\Z|\.cos\..*myqcloud\.com\Z"
    r"|\.oss-.*aliyuncs\.com\Z"
)


class AccountWord(NamedTuple):
    word: str
    label: int
    # True if it is at the edge of other letters.
    is_edge: bool = False
    # Another word of notices.
    other: str = ""
    # True for a name with the same consonants.
    is_garbled: bool = False


def account_words(facts: Facts) -> Iterator[Hit]:
    """Find names on hosting services that contain words of sign-in pages."""
    host = (facts.browser_host or "").removesuffix(".")
    kinds = facts.service_kinds
    service = kinds.get("shared-host") or kinds.get("dynamic-dns")
    if service is None or not WRITTEN.isdisjoint(kinds) or facts.is_address:
        return
    count = host.count(".") - service.count(".")
    labels = tuple(host.split(".")[:count])
    may_be = next(iter(_stems()(host)), None) is not None
    may_be_garbled = not GARBLING.isdisjoint(kinds)
    chosen = (may_be and _account_word(labels)) or (may_be_garbled and _garbled_word(labels))
    if not chosen and "site-builder" in kinds:
        chosen = _garbled_wallet(labels)
    chosen = chosen or None
    if chosen is None or probable_imitation(facts) or chosen.label >= len(facts.labels):
        return
    if labels == (chosen.word,) and service == facts.site:
        return  # "login.weebly.com" is the service's own
    place = facts.labels[chosen.label][1]
    args = {"spelled": chosen.word, "name": service}
    args |= {"other": chosen.other} if chosen.other else {}
    variant = "garbled" if chosen.is_garbled else "notice" if chosen.other else ""
    yield Hit(*place, variant=variant, args=args)


@cache
def _stems() -> Search[bool]:
    """Return a search for words; ``_account_word`` finds nothing in a name without any of them."""
    urging = {word for word, is_urging in added_words().items() if is_urging and _is_notice(word)}
    notices = {each.partition("(")[0] for each in NOTICES.split("|")}
    return search_for(dict.fromkeys(urging | EDGE_WORDS | notices, True))


def _account_word(labels: tuple[str, ...]) -> AccountWord | None:
    """Return the strongest word, if there is enough evidence."""
    words: list[AccountWord] = []
    among: list[AccountWord] = []
    for at, label in enumerate(labels):
        for piece in PIECE.findall(label):
            if SHOWING.search(piece):
                return None
            listed = words_of(piece)
            edge = EDGE.search(piece) if listed is None else None
            urging = [word for word in listed or () if added_words()[word]]
            words += [AccountWord(word, at) for word in urging]
            words += [AccountWord(edge[0], at, is_edge=True)] if edge else []
            if listed is None:
                among += [AccountWord(word, at) for word in words_in(piece)]
    asking = next((each for each in words if ASKING.search(each.word) or each.is_edge), None)
    among += words
    if asking is None and len({each.word for each in among}) >= FEWEST:
        asking = next((each for each in among if _is_notice(each.word)), None)
    if asking is None:
        notices = (
            (at, [*dict.fromkeys(OF_NOTICES.findall(each))]) for at, each in enumerate(labels)
        )
        several = (AccountWord(words[0], at, other=words[1]) for at, words in notices if words[1:])
        asking = next(several, None)
    return asking


def _is_notice(word: str) -> bool:
    return (
        added_words().get(word, True) and (NOTICE.search(word) or ASKING.search(word)) is not None
    )


def _garbled_word(labels: tuple[str, ...]) -> AccountWord | None:
    found = ((at, GARBLED.search(label)) for at, label in enumerate(labels))
    return next((AccountWord(match[0], at) for at, match in found if match), None)


def _garbled_wallet(labels: tuple[str, ...]) -> AccountWord | None:
    """Find a label with the consonants of a wallet's name and of words next to it."""
    for at, label in enumerate(labels):
        if len(label) < SHORTEST_GARBLED:
            continue
        text = consonants_of(label)
        for names, words in ((WALLETS, TYPICAL), (EXCHANGES, ENTRY)):
            for name, pattern in names.items():
                match = pattern.search(text)
                if match and words.search(f"{text[: match.start()]}|{text[match.end() :]}"):
                    return AccountWord(name, at, is_garbled=True)
    return None


def consonants_of(label: str) -> str:
    """Return the consonants, those that sound alike as one, each run of the same one once."""
    text = label.replace("ph", "f").replace("ck", "k").translate(SOUNDS).translate(NO_CONSONANTS)
    return "".join(each for each, _ in groupby(text))


def hidden_page(facts: Facts) -> Iterator[Hit]:
    """Find pages in folders for program files, where hacked sites often have them."""
    folder, at = "", facts.path_span.start
    if not facts.is_web or facts.carrier is not None:
        return
    segments = facts.path_span.of(facts.text).removesuffix("/").split("/")[:MOST_SEGMENTS]
    for number, segment in enumerate(segments):
        small = segment.lower()
        word = SIGN_IN.match(small) if folder else None
        is_random = RANDOM.fullmatch(folder) is not None
        ending = PAGES if is_random or word is None else NOT_STATIC
        word = word or (ELSEWHERE.match(small) if folder else None)
        if word and ending.search(small):
            args = {"spelled": segment[: word.end()], "folder": folder}
            yield Hit(at, at + len(segment), variant="random" * is_random, args=args)
            return
        last = segments[-1].lower()
        is_page = None
        if DOT_FOLDER.fullmatch(small) and 0 < number < len(segments) - 1:
            is_page = PAGES.search(last)
        elif small in PROGRAMS and PEOPLE.isdisjoint(segments[number + 1 : number + 2]):
            is_page = MAYBE_PAGE.fullmatch(last) if number < len(segments) - 2 else None
        if is_page:
            args = {"spelled": segments[-1], "folder": segment}
            end = at + len("/".join(segments[number:]))
            yield Hit(end - len(segments[-1]), end, args=args)
            return
        if HIDDEN.fullmatch(small) or (not folder and RANDOM.fullmatch(small)):
            folder = segment
        at += len(segment) + 1


def random_name(facts: Facts) -> Iterator[Hit]:
    """Find names that look random, under services and in front of sites."""
    host, suffix = facts.browser_host or "", facts.suffix or ""
    kinds = facts.service_kinds
    may_be = MAYBE_RANDOM.search(host, 0, len(host) - len(suffix)) is not None
    if not (may_be or kinds) or facts.is_address:
        return
    service = next((kinds[kind] for kind in CHOSEN if kind in kinds), None)
    site = service or facts.site or ""
    is_named = kinds if service is None else not NAMED_BY_SERVICE.isdisjoint(kinds)
    is_known = site in facts.names.domains or site in (facts.rewriters.ends or ())
    if is_named or not site or (is_known and not service):
        return
    if evidence_of(facts).context.is_customers:
        return
    fewest = CHANGES if WRITTEN.isdisjoint(kinds) else CHANGES_IN_NAMES
    is_open = service is not None or suffix in cheap_suffixes()
    labels = host.removesuffix(".")[: -len(site) - 1].split(".")
    for at, label in enumerate(labels):
        if PREVIEW.fullmatch(label) and at < len(labels) - 1:
            continue
        if is_open:  # App Engine puts "-dot-" between names
            parts = label.split("-dot-")
            is_code = may_be and any(is_random(part, fewest) for part in parts)
            is_code = is_code or (fewest == CHANGES and is_jumbled(label, JUMBLED_FRONT))
        else:
            is_long = LONG_CODE.fullmatch(label) is not None
            is_code = at == 0 and (is_long or (may_be and is_random(label, CHANGES, LONG_NAME)))
        if is_code:
            for _, place in facts.labels[at : at + 1]:
                args = {"shown": place.of(facts.text), "name": site}
                yield Hit(*place, variant="" if service else "front", args=args)
            return


def is_random(label: str, fewest: int, shortest: int = SHORTEST_RANDOM) -> bool:
    """Return True if a label seems to be generated by a program.

    ``fewest`` is the minimum number of changes between letters and digits.
    """
    if len(label) < shortest or label.startswith("0x") or DATE.fullmatch(label):
        return False
    pieces = label.split("-")
    turns = len(TURN.findall(label))
    mixed = sum(TURN.search(piece) is not None for piece in pieces)
    has_digits = sum(map(label.count, "0123456789")) >= CHANGES
    if has_digits and turns >= fewest and 2 * mixed >= len(pieces):
        return True
    if fewest != CHANGES or shortest != SHORTEST_RANDOM:
        return False
    codes = (each for each in pieces if len(TURN.findall(each)) >= fewest)
    is_code = len(pieces) <= PIECES_WITH_CODE and any(map(OWN_CODE.fullmatch, codes))
    return is_code or ALL_RANDOM.search(label) is not None


def random_path(facts: Facts) -> Iterator[Hit]:
    """Find paths that are only a code, and values that repeat one in links with a session."""
    if not facts.is_web or facts.carrier is not None:
        return
    path = facts.path_span
    code = ONLY_CODE.match(facts.text, *path)
    read = code and from_base64(code[0][1:])
    if read and read.isascii():
        yield Hit(*path)
    for match in TWICE.finditer(facts.text, path.end) if facts.has_marked_parameter else ():
        if len(set(match[3])) >= FEWEST_CHARACTERS:
            yield Hit(*match.span(2), variant="twice", args={"name": match[1]})
            return


def notice_number(facts: Facts) -> Iterator[Hit]:
    """Find labels with a long number and words of official notices: "case-id-100034.example"."""
    if not facts.has_number or facts.site is None:
        return
    evidence = evidence_of(facts)
    if evidence.context.is_customers:
        return
    for at, label in enumerate(evidence.front):
        number = NUMBER.search(label)
        if (
            number is None
            or not number[0].isdigit()
            or DATE.fullmatch(number[0])
            or at >= len(facts.labels)
        ):
            continue
        pieces = (words_of(piece) or () for piece in PIECE.findall(label))
        if any(added_words()[word] for words in pieces for word in words):
            place = facts.labels[at][1]
            args = {"shown": place.of(facts.text), "site": facts.site}
            yield Hit(*place, args=args)
            return


def name_in_path(facts: Facts) -> Iterator[Hit]:
    """Find known names in paths, and known paths or sign-in pages on hosts with a known name."""
    kinds = facts.service_kinds
    is_asked = facts.may_have_name or facts.is_address or facts.may_be_copied
    if facts.carrier is not None or not facts.is_web or not is_asked:
        return
    found = next(_in_named_host(facts), None)
    if found is None and WRITTEN.isdisjoint(kinds):
        found = next(copied_page(facts), None)
    if found is not None:
        yield found
    elif "shared-host" in kinds and "blog" not in kinds:
        is_project = "project-pages" in kinds  # named after their subjects
        yield from _on_shared_host(facts, kinds["shared-host"], LOW if is_project else MEDIUM)


def _in_named_host(facts: Facts) -> Iterator[Hit]:
    """Find paths of a known site, or of sign-in pages, on a host with a known name."""
    path, evidence = facts.path_span, evidence_of(facts)
    if (faint := evidence.faint) is None:
        return
    known = faint.known
    layout = LAYOUTS.get(known.label)
    if layout and layout.match(facts.text, *path):
        args = {"known": known.domain, "host": facts.browser_host or ""}
        args |= {"instead": known.domain}
        yield Hit(*path, variant="copied", args=args, cites=SEMANTIC)
    host = facts.browser_host or ""
    is_shown = "project-pages" in facts.service_kinds or SHOWING.search(host) or "clone" in host
    if is_shown or evidence.is_branch(faint, facts.suffix or ""):
        return
    at = path.start
    for segment in path.of(facts.text).split("/")[:MOST_SEGMENTS]:
        if word := SIGN_IN.match(segment.lower()):
            args = {"spelled": segment[: word.end()], "name": known.label}
            args |= {"instead": known.domain}
            yield Hit(at, at + len(segment), variant="sign-in", args=args, cites=SEMANTIC)
        at += len(segment) + 1


def _on_shared_host(facts: Facts, service: str, severity: str) -> Iterator[Hit]:
    path = facts.path_span
    for name, layout in LAYOUTS.items():
        known = facts.names.labels.get(name)
        if known and layout.match(facts.text, *path) and facts.site not in known.own:
            args = {"known": known.domain, "name": service, "instead": known.domain}
            yield Hit(*path, variant="layout", args=args)
            return
    start = path.start + 1
    end = facts.text.find("/", start, path.end)
    first = Span(start, path.end if end < 0 else end)
    tokens = [each[0].lower() for each in TOKEN.finditer(facts.text, *first)][:MOST_TOKENS]
    if len(tokens) < FEWEST or any(map(SHOWING.search, tokens)):
        return
    known = next((each for each in map(facts.names.labels.get, tokens) if each), None)
    if known is None or known.is_word or known.is_short or facts.site in known.own:
        return
    is_own = known.label in (facts.browser_host or "")
    if not is_own and any(COPY.search(token) for token in tokens if token != known.label):
        args = {"spelled": known.label, "name": service, "instead": known.domain}
        yield Hit(*first, severity, args=args)


# Typical paths of sites whose pages are often copied with their links, by the site's name.
LAYOUTS = {
    "amazon": expression(
        r"/(?:-/[a-z]{2}/)?(?:gp/(?:customer-reviews|video|new-releases|bestsellers|product|aw|cart)/"
        r"|(?:[^/]+/)?dp/B[0-9A-Z]{9}\b)"
    ),
    "facebook": expression(r"/(?:help/contact/[0-9]{6,}|appeals/submit-appeal)"),
    "roblox": expression(
        r"/(?:[a-z]{2}/)?(?:users/[0-9]{4,}/|(?:games|communities|groups)/[0-9]{4,})"
    ),
    "steamcommunity": expression(
        r"/(?:sharedfiles/files?details|tradeoffer/new|profiles/[0-9]{9,}|gift/|openid/login)"
    ),
}
# On hacked sites, copied pages are in folders that normally have no pages.
FOLDER = expression(r"wp-\w+|css|js|img|images|\.well-known|cgi-bin|\.\w+")
# Folders of programs and files; ".auth" has the sign-in pages of Azure.
HIDDEN = expression(
    r"wp-(?:includes|content|admin)|css|js|img|images|fonts|uploads|\.(?!auth\Z)[\w-]+"
)
# In the folder "wp-admin", WordPress has pages for visitors at the top and in these folders.
PEOPLE = frozenset({"maint", "network", "user"})
# Folders that servers do not list; these have files for programs that are meant to be read.
DOT_FOLDER = expression(r"\.(?!(?:auth|git\w*|well-known)\Z)[\w-]+")
MAYBE_PAGE = expression(r"[^.]+|.*\.(?:php|html?|aspx?)")
# Names that programs make, such as a checksum for each visitor, with pages in them.
RANDOM = expression("[0-9a-f]{20,}")
_STATIC = r"\.(?:css|js|mjs|map|json|svg|png|jpe?g|gif|ico|webp|woff2?)\Z"
STATIC, NOT_STATIC = expression(_STATIC), expression(rf"\A(?!.*{_STATIC})")
PAGES = expression(r"\.(?:php|html?|aspx?|jsp)\Z")
ACCOUNT = expression(
    r"(?:l[ou]g-?[io]n|sign-?in|verif\w*|account|secure?|support|webscr|billing)\w*"
)
_SIGN_IN = r"l[ou]g-?[io]n|sign-?[io]n|verif|webscr|account(?!ing)|billing"
SIGN_IN = expression(rf"(?:{_SIGN_IN})\w*")
# Such words in other languages.
ELSEWHERE = expression(rf"(?:{FOREIGN_WORDS})\w*")
# The owner of an IP address is not named, so more words count as evidence.
SIGN_IN_OR_BANK = expression(
    rf"(?:{_SIGN_IN}|bank|confirm|valida|secur|ace?s+o|webmail|wallet|pin(?=\.|\Z))\w*"
)
# Web pages that programs make, or in folders, and names made by programs.
SERVED = expression(
    r"/[^/]+/.*\.(?:x?html?|aspx?|jsp)\Z|/[^/]*\.php[3-7]?(?=/|\Z)|/[0-9a-f]{24,}(?=/|\Z)",
    re.IGNORECASE,
)
# Paths without a file name, except those that programs request.
FOLDERS = expression(
    r"(?!/(?:api|dns-query|graphql|health|metrics|ping|rest|rpc|status|v[0-9])\b)"
    r"(?:/[^/.]++|(?!))++/?\Z"
)
LONGEST_PATH = 1000
# Endings of Unix programs and scripts, in addition to RUNS, by processor.
BINARIES = frozenset(
    {"sh", "elf", "arm", "arm4", "arm5", "arm6", "arm7", "mips", "mipsel", "mpsl", "x86", "i686"}
    | {"ppc", "sh4", "m68k", "spc", "arc"}
)
# The address of a rented or home computer in its name, as providers write it.
IN_NAME = expression(rf"(?<![0-9]){DEC_OCTET}(?:[.-]{DEC_OCTET}){{3}}(?=[.-][a-z])")
# Segments before names and hosts that are only discussed, measured, stored or linked to.
WRITTEN_ABOUT = expression(
    r"docs?|help|wiki|blog|news|articles?|tags?|topics?|search|archives?|web|whois|domains?|hosts?"
    r"|url|sites?|siteinfo|info|stats?|status|reviews?|compan(?:y|ies)|integrations?|packages?|plugins?"
    r"|apps?|r|u|users?|links?|proxy|https?:|\d{4,}\w*"
)
MOST_SEGMENTS, LONGEST_SEGMENT = 24, 64


def copied_page(facts: Facts) -> Iterator[Hit]:
    """Find a known name as a path segment: on an address, in a folder typical of hacked sites,
    or near account words.
    """
    folder, site, kinds = is_public_address(facts), facts.site or "", facts.service_kinds
    if not (site or folder):
        return
    names, at, is_hidden = facts.names, facts.path_span.start, False
    segments = facts.path_span.of(facts.text).split("/")[:MOST_SEGMENTS]
    if STATIC.search(segments[-1].lower()):
        return
    for number, segment in enumerate(segments):
        small = segment.lower()
        if WRITTEN_ABOUT.fullmatch(small) or small.endswith((":", "%3a")):
            return
        known = names.labels.get(small)
        is_name = known is not None and (
            known.is_distinct or known.is_protected or (known.is_short and is_hidden)
        )
        if known is None and "." in small and len(small) <= LONGEST_SEGMENT:
            known = names.domains.get(site_of(small) or "")
        if known is not None and site not in known.own and known.label not in site:
            others = segments[:number] + segments[number + 1 :]
            is_asking = any(ACCOUNT.match(each.lower()) for each in others)
            # After "login", the name may be that of the account to sign in with.
            is_apt = ACCOUNT.match(segments[number - 1].lower()) and number == len(segments) - 1
            is_odd = folder or "." in small or "shared-host" in kinds
            is_cheap = facts.suffix in cheap_suffixes() and not is_apt
            severity = MEDIUM if is_odd or is_cheap else LOW
            if (is_name and (folder or is_asking)) or (not is_name and "." in small):
                args = {"spelled": segment, "host": facts.browser_host or ""}
                args |= {"instead": known.domain}
                yield Hit(at, at + len(segment), severity, "elsewhere", args=args, cites=SEMANTIC)
                return
        folder = folder or FOLDER.fullmatch(small) is not None
        is_hidden = is_hidden or small.startswith(("wp-", "."))
        at += len(segment) + 1


def is_public_address(facts: Facts) -> bool:
    """Return True if the host is a public IP address in its usual spelling."""
    span, host = facts.host_span, facts.host
    if not (facts.is_web and facts.is_address and facts.is_read_as_written):
        return False
    if span is None or host is None:
        return False
    written, address = span.of(facts.text).strip("[]"), host.address or ""
    if written.startswith("::ffff:") and (inner := embedded(address)):
        return address_range(inner) in {None, "global"} and inner not in METADATA
    return written == address and host.range in {None, "global"} and address not in METADATA


def bare_address(facts: Facts) -> Iterator[Hit]:
    """Find public IP addresses instead of names, and pages under names made from one."""
    span, host = facts.host_span, facts.host
    named = None if facts.is_address else IN_NAME.search(facts.browser_host or "")
    if span is None or host is None or not (named or is_public_address(facts)):
        return
    if named and (not facts.is_web or address_range(named[0].replace("-", ".")) in INNER):
        return
    args = {"shown": named[0]} if named else {"address": host.address or ""}
    path = facts.path_span.of(facts.text)[:LONGEST_PATH]
    for segment in path.split("/")[:MOST_SEGMENTS]:
        word = SIGN_IN_OR_BANK.match(segment.lower())
        if word is not None:
            yield Hit(
                *span,
                MEDIUM,
                "named" if named else "account",
                args=args | {"spelled": segment[: word.end()]},
            )
            return
    page = SERVED.search(path) if facts.reference.port is None else None
    if page is not None:
        yield Hit(
            *span,
            MEDIUM,
            "named" if named else "page",
            args=args | {"spelled": page[0].rpartition("/")[2]},
        )
    elif not named:
        ending = last_ending(facts.text, *facts.path_span)
        is_program = ending in RUNS or ending in BINARIES
        args |= {"found": f".{ending}"} if is_program else {}
        # Addresses without a page are also those of devices and of services for programs.
        is_page = facts.reference.port is None and FOLDERS.match(path) is not None
        severity = MEDIUM if is_program or is_page else None
        if severity is None and host.range not in {None, "global"}:
            return  # the rule about the IPv4 address in it says enough
        yield Hit(*span, severity, "program" * is_program, args=args)


def bucket_page(facts: Facts) -> Iterator[Hit]:
    path = facts.path_span
    kinds = facts.service_kinds
    service = kinds.get("bucket") or kinds.get("ipfs-gateway")
    if not path.of(facts.text).lower().endswith(PAGE):
        return
    name = facts.text.rfind("/", *path) + 1
    # These stores often have honest pages, but no honest sign-in pages.
    if not service and STORE.search(facts.browser_host or ""):
        is_account = SIGN_IN.match(facts.text[name : path.end].lower())
        service = kinds.get("shared-host") if is_account else None
    if service:
        yield Hit(name, path.end, args={"name": service})


PAGE_RULES = (
    Rule(
        "account-words",
        MEDIUM,
        "Account words under shared hosting",
        {
            "": 'Users of a service choose names under {name}; this one contains "{spelled}", a '
            "word of sign-in, payment or support pages.",
            "notice": 'Users of a service choose names under {name}; this one contains "{spelled}" '
            'and "{other}", words of official notices.',
            "garbled": "Users of a service choose names under {name}; this one has the consonants "
            'of "{spelled}" and of words such as login, wallet or support.',
        },
        LISTED,
        account_words,
        of_host=True,
        plain={
            "": 'Anyone can choose a name under {name}; this one has "{spelled}", a word of'
            " sign-in or payment pages.",
            "notice": 'Anyone can choose a name under {name}; this one has "{spelled}" and '
            '"{other}" like an official notice.',
            "garbled": "Anyone can choose a name under {name}; this one may pretend to be "
            '"{spelled}".',
        },
        when="dynamic-dns has_odd_host shared-host",
    ),
    Rule(
        "random-name",
        MEDIUM,
        "Random-looking name",
        {
            "": 'The name "{shown}" under {name} looks random; it does not say whose page it is.',
            "front": 'The name "{shown}" in front of the site {name} looks random.',
        },
        SEMANTIC,
        random_name,
        of_host=True,
        plain={
            "": 'Anyone can choose a name under {name}; "{shown}" looks random and does not'
            " say whose page it is.",
        },
        when="dynamic-dns former-host has_front has_number has_odd_host shared-host",
    ),
    Rule(
        "random-path",
        MEDIUM,
        "Code instead of a page",
        {
            "": "The path is only a code in Base64; it does not name a page.",
            "twice": 'The value of "{name}" is the same code twice in a row.',
        },
        SEMANTIC,
        random_path,
        plain={
            "": "The text after the site is only a code; it does not say what the page is.",
            "twice": 'The same code is there twice in a row ("{name}"), which is rare in '
            "ordinary links.",
        },
        when="has_long_run has_marked_parameter",
    ),
    Rule(
        "notice-number",
        MEDIUM,
        "Case or notice number in the host",
        {
            "": '"{shown}" reads like a case or notice number; the registrable domain is {site}.',
        },
        SEMANTIC,
        notice_number,
        of_host=True,
        plain={
            "": '"{shown}" looks like an official case number but proves nothing; the site '
            "is {site}.",
        },
        when="has_number",
    ),
    Rule(
        "name-in-path",
        MEDIUM,
        "Known name in the path",
        {
            "": 'The path contains the name "{spelled}"; users of a service publish pages under '
            "{name}.",
            "layout": "Pages of {known} have paths like this one; users of a service publish pages "
            "under {name}.",
            "copied": "Pages of {known} have paths like this one; the host is {host}.",
            "sign-in": "The host contains or resembles the name {name}, and the path contains "
            '"{spelled}", a word of sign-in or payment pages.',
            "elsewhere": 'The path contains the name "{spelled}"; the host is {host}.',
        },
        LISTED,
        name_in_path,
        rises="low for names of projects, and on other sites if only account words are nearby",
        plain={
            "": 'Uses the name "{spelled}", but anyone can publish pages under {name}.',
            "layout": "Looks like the address of a page of {known}, but anyone can publish "
            "pages under {name}.",
            "copied": "Looks like the address of a page of {known}, but the site is {site}.",
            "sign-in": 'The name of the site, {site}, is like {name}; "{spelled}" is a word'
            " of sign-in pages.",
            "elsewhere": '"{spelled}" is only text after the site; the site is {site}.',
        },
        when="has_odd_host is_usual_address may_be_copied may_have_name",
    ),
    Rule(
        "hidden-page",
        MEDIUM,
        "Page in a folder of programs",
        {
            "": 'The path contains "{spelled}" below "{folder}", a folder that has no pages for '
            "visitors on most sites.",
            "random": 'The path contains "{spelled}" below "{folder}", a folder whose name is a '
            "long code.",
        },
        SEMANTIC,
        hidden_page,
        plain={
            "": '"{spelled}" is in "{folder}", where most sites have no pages for visitors: often '
            "a hacked site.",
            "random": '"{spelled}" is in a folder whose name is a long code.',
        },
        when="may_have_name",
    ),
    Rule(
        "bare-address",
        LOW,
        "IP address instead of a name",
        {
            "": "{address} is an IP address: the link does not name whose server it is.",
            "account": "{address} is an IP address: the link does not name whose server it is. "
            'The path contains "{spelled}", a word of sign-in or payment pages.',
            "page": "{address} is an IP address: the link does not name whose server it is. The "
            'path contains "{spelled}", a web page or a generated name.',
            "program": "{address} is an IP address: the link does not name whose server it is. The "
            'path ends in "{found}", like a program.',
            "named": 'The host contains "{shown}", like the address of a rented or home computer: '
            'the link does not name whose it is. The path contains "{spelled}".',
        },
        ("RFC 3986 3.2.2", "RFC 3986 7.4"),
        bare_address,
        rises="medium if the path has a folder, a web page, a program or an account word",
        when="has_number has_odd_host is_usual_address tunnel",
        plain={
            "account": "Only a number ({address}) instead of a name, so the owner is not "
            'visible; contains "{spelled}".',
            "page": "Only a number ({address}) instead of a name, so the owner is not "
            'visible; contains "{spelled}".',
            "program": 'Only a number ({address}), so the owner is not visible; the "{found}" '
            "file can be a program.",
            "named": "Named after a number, {shown}, like rented and home computers; "
            'contains "{spelled}".',
            "": "A number ({address}) instead of a name, so the owner is not visible.",
        },
    ),
    Rule(
        "bucket-page",
        MEDIUM,
        "Web page in a file store",
        {
            "": "A web page from a store for files, {name}; the name of the site does not show "
            "whose it is."
        },
        LISTED,
        bucket_page,
        plain={
            "": "A web page in rented storage ({name}); the link does not show whose page it is.",
        },
        when="bucket has_odd_host ipfs-gateway shared-host",
    ),
)
# A path to IPFS content, with identifiers of versions 0 and 1.
_CONTENT = r"(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,}|k[0-9a-z]{49,})"
CONTENT = expression(rf"/ip[fn]s/{_CONTENT}(?=/|\Z)|(?<=//){_CONTENT}\.ip[fn]s\.")
# The kind of services that once belonged to another kind.
FORMER = {"shared-host": "former-host"}
SERVICE_LISTS = ("list of services",)
# Kinds that concern the hosts under a service, not the service's own site.
UNDER = frozenset({"shared-host", "tunnel", "dynamic-dns"})
# Storage services whose users have folders instead of host names.
BY_FOLDER = frozenset({"storage.googleapis.com", "storage.cloud.google.com", "s3.amazonaws.com"})


def listed(kind: str) -> Callable[[Facts], Iterator[Hit]]:
    def find(facts: Facts) -> Iterator[Hit]:
        kinds, host = facts.service_kinds, facts.browser_host
        span = facts.host_span if not host or kind in kinds or FORMER.get(kind) in kinds else None
        if span is None or not facts.is_web or facts.is_address:
            return
        if not host:
            host = span.of(facts.text).lower()
            kinds = facts.services.kinds_of(host)
        name, variant = kinds.get(kind), ""
        if name is None and kind in FORMER:
            name, variant = kinds.get(FORMER[kind]), "former"
        # The service's own site does not count.
        is_own = kind in UNDER and host.removesuffix(".").removeprefix("www.") == name
        if name is not None and (not is_own or name in BY_FOLDER):
            yield Hit(*span, variant=variant, args={"name": name})

    return find


def shortener(facts: Facts) -> Iterator[Hit]:
    """Find short links, except front pages and links with a visible destination."""
    if not facts.reference.path.strip("/"):
        return
    for hit in listed("shortener")(facts):
        # "/." is a front page, too.
        path = (facts.web_reading or facts.reference).path
        if path.strip("/") and not any(each.follows for each in layers(facts)):
            yield hit


def ipfs(facts: Facts) -> Iterator[Hit]:
    """Find IPFS gateways: listed hosts, or any host with a path to IPFS content."""
    found = False
    for hit in listed("ipfs-gateway")(facts):
        found = True
        yield hit
    match = CONTENT.search(facts.text, 0, facts.path_span.end) if facts.is_web else None
    if match and not found:
        yield Hit(*match.span(), variant="path")


SERVICE_RULES = (
    Rule(
        "shared-host",
        LOW,
        "Shared hosting",
        {
            "": "Users of a hosting service publish their own content under {name}.",
            "former": "Users of a hosting service used to publish their own content under {name}.",
        },
        SERVICE_LISTS,
        listed("shared-host"),
        of_host=True,
        plain={
            "": "Pages under {name} are made by its users, not by the provider.",
            "former": "Pages under {name} were made by its users, not by the provider.",
        },
        when="former-host has_odd_host shared-host",
    ),
    Rule(
        "file-or-form-service",
        LOW,
        "Service with user content",
        {"": "{name} serves content created by its users."},
        SERVICE_LISTS,
        listed("file-or-form-service"),
        of_host=True,
        plain={
            "": "Anyone can publish on {name}; the content is from a user, not from {name} itself.",
        },
        when="file-or-form-service has_odd_host",
    ),
    Rule(
        "tunnel",
        MEDIUM,
        "Tunneling service",
        {"": "{name} exposes a private computer to the internet, usually for a short time."},
        SERVICE_LISTS,
        listed("tunnel"),
        of_host=True,
        plain={
            "": "Leads to a private computer through {name}; the link does not show whose it is.",
        },
        when="has_odd_host tunnel",
    ),
    Rule(
        "dynamic-dns",
        LOW,
        "Dynamic DNS",
        {"": "Anyone can register a name under {name} and point it to any address."},
        SERVICE_LISTS,
        listed("dynamic-dns"),
        of_host=True,
        plain={
            "": "Anyone can get a name under {name} and point it at any computer.",
        },
        when="dynamic-dns has_odd_host",
    ),
    Rule(
        "ipfs-gateway",
        LOW,
        "IPFS gateway",
        {
            "": "{name} serves IPFS content, which anyone can publish.",
            "path": "The link asks for IPFS content, which anyone can publish.",
        },
        SERVICE_LISTS,
        ipfs,
        plain={
            "": "{name} shows files from IPFS, a network where anyone can publish.",
            "path": "The link asks for a file from IPFS, a network where anyone can publish.",
        },
        when="has_ipfs has_odd_host ipfs-gateway is_usual_address",
    ),
    Rule(
        "shortener",
        LOW,
        "Shortened link",
        {"": "{name} redirects; the destination is not in the link."},
        SERVICE_LISTS,
        shortener,
        plain={"": "Short link of {name}: the real destination is not visible."},
        when="has_odd_host shortener",
    ),
)
RULES = (*SERVICE_RULES, *PAGE_RULES)
