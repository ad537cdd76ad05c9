"""Expressions that detect what rules check; each is applied to a text at most once.

Most links contain nothing of the kind: ``CALM`` matches everything after their host, so
``inspection`` needs only the facts about the host. ``facts`` caches the results of the other
expressions for ``rules.table``, where ``when`` names the facts that a rule needs.

Every repetition is possessive, so that matching takes linear time.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from uriinspector.analysis.domains import METADATA_NAMES, SPECIAL_NAMES
from uriinspector.analysis.unpack import PACKED, unpacked_runs
from uriinspector.core import charset
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import IPV4

# The special schemes of the URL standard except for file: their host is a domain or an address,
# and browsers read "\\" as a slash.
WEB = frozenset({"http", "https", "ws", "wss", "ftp"})

# Endings of files that a system runs, installs, mounts or connects to when opened, except those of
# web pages and source code.
RUNS = frozenset(
    {"exe", "scr", "pif", "cpl", "msi", "msix", "msixbundle", "appx", "appxbundle", "appinstaller"}
    | {"bat", "cmd", "ps1", "vbs", "vbe", "jse", "wsf", "wsh", "hta", "lnk", "url", "chm", "xll"}
    | {"reg", "msc", "jar", "apk", "xapk", "ipa", "dmg", "pkg", "deb", "rpm", "iso", "img", "vhd"}
    | {"vhdx", "library-ms", "search-ms", "settingcontent-ms", "desktop", "application", "scf"}
    | {"rdp"}
)
LONGEST = max(map(len, RUNS))
_DOCUMENTS = (
    "pdf|docx?|xlsx?|pptx?|rtf|od[tsp]|txt|csv|jpe?g|png|gif|bmp|webp|tiff?|mp[34]|avi|mov|wav|zip|rar|7z"
    "|eml|msg|html?"
)
# After a document's ending these are harmless or have another meaning: "app.desktop", "a.zip.pkg".
_SECOND = sorted(RUNS - {"application", "desktop", "pkg", "deb", "rpm", "reg", "img"})
# For decoded names. White space between the two endings hides the second one from view.
DOUBLE = expression(
    rf"[^/\\.](?<!\bwww)(\.(?:{_DOCUMENTS}))[\s_+\u200b-\u200f]{{0,200}}"
    rf"(\.(?:{'|'.join(_SECOND)}|js|com))[\s\"]*\Z",
    re.IGNORECASE,
)
# For texts as written, with or without escaped dots.
MAYBE_DOUBLE = expression(
    rf"(?:\.|%2E)(?:{_DOCUMENTS})(?:%[0-9A-F][0-9A-F]|[\s_+\u200b-\u200f])*+(?:\.|(?<=%2E))(?:{'|'.join(_SECOND)}|js|com)"
    r"(?![A-Za-z0-9_.-])",
    re.IGNORECASE,
)


def last_ending(text: str, start: int, end: int) -> str:
    """Return the text after the last dot of a path, in lowercase; "" if it is too long for
    RUNS.
    """
    dot = text.rfind(".", max(start, end - LONGEST - 1), end)
    if dot < 0:
        return ""
    ending = text[dot + 1 : end]
    return ending if ending.islower() else lowered(ending)


def may_run(text: str, start: int, end: int) -> bool:
    """Return True if a path ends like an executable file, or a name may have a double
    extension.
    """
    if last_ending(text, start, end) in RUNS:
        return True
    has_two = "%2" in text or text.count(".", start) > 1
    return has_two and MAYBE_DOUBLE.search(text, start) is not None


# Escapes that no rule reports: those of characters that must be escaped and are not delimiters.
_UNRESERVED = (
    charset.UNRESERVED_1994 + charset.UNRESERVED_1997 + charset.UNRESERVED_2003
).encode() + charset.UNRESERVED_2005.encode()
PLAIN_ESCAPES = frozenset(
    f"{octet:02X}" for octet in range(0x20, 0x7F) if octet not in _UNRESERVED + b"%/\\?#@:[]"
)
# In a query or fragment, escaped delimiters of a link are usual: a value may be a link.
PLAIN_AFTER_PATH = PLAIN_ESCAPES | {f"{ord(char):02X}" for char in "/:?@[]"}
ESCAPE = expression("%([0-9A-Fa-f]{2})?")
RUN = expression("(?:%[0-9A-Fa-f]{2}|(?!))++")
# Three spaces in a row can move the text after them out of view.
BLANKS = "%20%20%20"


@cache
def letters() -> re.Pattern[str]:
    """Return a pattern for ASCII, Latin, Greek and Cyrillic letters, kana, ideographs, Hangul
    and currency signs.
    """
    return re.compile(
        "[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f"
        "\u20a0-\u20bf\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*+"
    )


def has_odd_escapes(text: str, path_end: int) -> bool:
    """Return True if there are escapes other than plain ones and those of visible letters."""
    odd = set(ESCAPE.findall(text, 0, path_end)) - PLAIN_ESCAPES
    odd.update(set(ESCAPE.findall(text, path_end)) - PLAIN_AFTER_PATH)
    if not odd:
        return BLANKS in text
    if BLANKS in text or not all(each.isupper() or each.isdigit() for each in odd):
        return True
    return min(odd) < "80" or not all(map(_are_letters, RUN.findall(text)))


def _are_letters(run: str) -> bool:
    try:
        plain = bytes.fromhex(run.replace("%", "")).decode()
    except UnicodeDecodeError:
        return False
    return letters().fullmatch(plain) is not None


# Control characters, spaces, and all characters from the first combining mark on.
RISKY = re.compile("[^!-~\u00a1-\u00ac\u00ae-\u02ff]")
# Any character except visible ASCII; a backslash is included.
CLOUDED = re.compile(r"[^!-\[\]-~]")
OPENING, CLOSING = frozenset("<\"'([\u00ab\u201c"), frozenset(">\"')]\u00bb\u201d")

# Last labels of names outside of the public DNS.
SPECIAL = "|".join(sorted({name.rpartition(".")[2] for name in SPECIAL_NAMES}))
# Services that give credentials to machines in a cloud.
_METADATA = "|".join(sorted(map(re.escape, METADATA_NAMES)))
# A lowercase name of two or more labels without a hyphen at either end, short enough that no label
# is too long; or an IP address in its usual form.
LONGEST_NAME = 63
_LABEL = "(?!-)[a-z0-9-]++(?<!-)"
# RFC 5952: no leading zeros, lowercase, "::" for the longest run of zeros; here only for a run of
# two or more that is the only one.
_H16 = "[1-9a-f][0-9a-f]{0,3}+"
_IPV6 = (
    rf"(?!\[(?:[^:]*+:){{7}})\[(?:{_H16}(?::{_H16}){{0,4}}+)?+::(?:{_H16}(?::{_H16}){{0,4}}+)?+\]"
    rf"|\[(?:{_H16}:){{7}}{_H16}\]"
)
HOST = re.compile(
    rf"(?P<special>{_METADATA})\Z|(?:{_LABEL}\.|(?!))++(?:(?:{SPECIAL})\Z|(?P<name>[a-z]{{2,63}}))"
    rf"|(?P<address>{IPV4}|{_IPV6})"
)
# User information and ports that all readers parse alike.
PLAIN_USER = re.compile("[A-Za-z0-9._~-]*+(?::[A-Za-z0-9._~-]*+)?+")
PLAIN_PORT = re.compile("[0-9]{0,4}")
# Every IP address has a number as its last label, or brackets.
NUMERIC_HOST = expression(r"\[|(?:[^.]*+\.)*?(?:0[xX][0-9A-Fa-f]*+|[0-9]++)\.?\Z")
# Shorter labels before a site are not compared with names; the listed ones are common on all sites.
SHORTEST = 3
PLAIN_FRONTS = frozenset(
    {"www", "blog", "docs", "mail", "shop", "news", "support", "help", "app", "web", "forum"}
    | {"api", "cdn", "img", "images", "static", "assets", "media", "files", "download", "forums"}
)


# Numbers of cases and notices have at least this length; addresses have four numbers.
NUMBER = expression("[0-9]{7,}|(?:[0-9]{1,3}[.-]){4}")
# A quick check: every random name matches it.
MAYBE_RANDOM = expression("[0-9](?:[^0-9]*+[0-9]){2}|[bcdfghjklmnpqrstvwxz]{7}")


def has_front(name: str) -> bool:
    """Return True if labels before the site could look like another name."""
    dots = name.count(".")
    if dots != 2:
        return dots > 2
    # A single label matters only if it is a known name, which "www" and shorter ones are not.
    front = name.find(".")
    return front >= SHORTEST and name[:front].rstrip("0123456789") not in PLAIN_FRONTS


# Pairs of letters that are rare in names: the second letter follows the first in less than 0.6 % of
# cases in the hosts of the Chrome UX report of 2025-12-23.
_JUMBLED = re.compile(
    r"(?=(?:a[q]|b[fjkqvwxz]|c[fgjnqvwxz]|d[jkqxz]|e[jqz]|f[jknqvwxz]|g[fjqvxz]|h[fgjqvxz]"
    r"|i[hijqwy]|j[qvxz]|k[jqxz]|l[jnqrwxz]|m[fhjkqvwxz]|n[qwx]|o[jqz]|p[jqvwxz]|q[jkxy]"
    r"|r[hjqwxz]|s[jqxz]|t[jkqxz]|u[quw]|v[fhjkqwxz]|w[gjkqvxz]|x[jq]|y[qx]|z[jqx]))"
)
SHORTEST_JUMBLE, FEWEST_PAIRS = 7, 3


def is_jumbled(label: str, share: float) -> bool:
    """Return True if a label looks random, because many of its letter pairs are rare."""
    if len(label) < SHORTEST_JUMBLE or not label.isalpha() or not label.isascii():
        return False
    rare = len(_JUMBLED.findall(label))
    return rare >= FEWEST_PAIRS and rare >= share * (len(label) - 1)


# Endings that people recognize as the end of a host.
ENDINGS = "com|net|org|info|gov|edu|bank|example|co\\.uk|de|fr|test"
# A dot after other characters in the first segment, as in a host.
FIRST_DOT = re.compile(r"[^./?#]++\.")
# The number of ".." at the start of a relative path that is still usual.
UPS = 3
# Signs of a nested reference: an (escaped) colon with a slash, a value with slashes, "www.",
# base64.
_SLASH = r"(?:[/\\]|%(?:25)*(?:2f|5c))"
NESTED = re.compile(
    rf"(?=[:%=/,;?&#|\\])(?::{_SLASH}|%(?:25)*(?:3a|2f%)|=%(?:25)*[4-7][0-9a-f]|=[\w+.-]{{0,200}}"
    rf"{_SLASH}|(?:[=/,;?&#|]|#!|%(?:25)*3d)\s*+(?:www\.|{_SLASH}{{2}})|#!?/?www"
    rf"|(?:[/=#?&;]|#!)(?:{PACKED}))",
    re.IGNORECASE,
)
# Folders of programs, words about accounts, a host as a segment, or the start of a typical path.
NAME_IN_PATH = expression(
    r"/(?:(?:wp-|css/|js/|img|images/|\.|cgi-bin/|(?:log|sign)-?[io]n|verif|account|secure|support|webscr"
    r"|billing|users/|games/|communities/|groups/|sharedfiles/|tradeoffer/|profiles/|gift/|openid/|gp/"
    r"|dp/|help/contact/|appeals/)|[a-z0-9.-]{1,60}\.[a-z]{2,12}/)",
    re.IGNORECASE,
)
# Kinds of services where anyone can publish pages.
SHARED = frozenset({"shared-host", "ipfs-gateway", "file-or-form-service"})
# In paths there: words of sign-in pages and of copies, or a host as a segment.
COPIED = expression(
    r"clone|l[ou]g-?[io]n|sign-?[io]n|verif|secur|account|wallet|support|webscr|billing"
    r"|\.(?!(?:html?|php)(?:/|\Z))",
    re.IGNORECASE,
)


def may_be_copied(path: str, kinds: Iterable[str]) -> bool:
    """Return True if a path on a service of these kinds may be that of a copied page."""
    return not SHARED.isdisjoint(kinds) and COPIED.search(path) is not None


# A folder without pages for visitors, and the start of a sign-in page.
FOLDER = expression(r"/(?:wp-|css/|js/|img/|images/|fonts/|uploads/|[0-9a-f]{20})", re.IGNORECASE)
# Words of signing in and paying in Spanish, Portuguese, French, Italian, German, Dutch, Polish and
# Turkish.
FOREIGN_WORDS = (
    "pago|pagamento|paiement|connexion|acces+o|accedi|anmeld|einlogg|zahlung|betaling|inloggen"
    "|logowani|giris|odeme"
)
SIGN_IN_PAGE = expression(
    rf"/(?:l[ou]g-?[io]n|sign-?[io]n|verif|webscr|account|billing|{FOREIGN_WORDS})", re.IGNORECASE
)
# A run long enough for base64. In a path, a slash ends it; in a value, a slash may be part of it.
LONG_RUN = re.compile("[A-Za-z0-9+_-]{18}[A-Za-z0-9+_=-]{2}|[=&?#;][A-Za-z0-9+/_-]{20}")
# Keys and tokens that can be recognized by their form.
SHAPE = expression(
    r"(?=[eAgsxT0-9])(?:(?<![A-Za-z0-9_-])(?:eyJ[\w-]{8,}+\.eyJ[\w-]{4,}+\.[\w-]*+|AKIA[0-9A-Z]{16}(?![0-9A-Za-z])"
    r"|gh[pousr]_[A-Za-z0-9]{36}|sk_live_[A-Za-z0-9]{16,}+|xox[abprs]-[A-Za-z0-9-]{10,}+"
    r"|AIza[\w-]{35}(?![\w-]))"
    # Paths that give anyone who knows them access to a bot or webhook.
    r"|(?<=api\.telegram\.org/bot)[0-9]{8,10}:[\w-]{35}(?![\w-])"
    r"|(?<=hooks\.slack\.com/services/)T\w{6,14}/B\w{6,14}/[A-Za-z0-9]{20,32}(?![\w-])"
    r"|(?:(?<=discord\.com/api/webhooks/)|(?<=discordapp\.com/api/webhooks/))[0-9]{15,20}/[\w-]{60,80}(?![\w-]))",
    re.ASCII,
)


def has_code(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Return True if a long run in the path, the query or the fragment encodes text, or may be a
    key or token.
    """
    (start, end), *_ = spans
    if "eyJ" in text or text.startswith("=", end - 1) or SHAPE.search(text, start):
        return True
    return next(unpacked_runs(text, spans), None) is not None


HOSTLIKE = re.compile(
    r"www\.|\.(?:com|net|org|gov|edu|bank|example|co\.uk|de|fr|test)\b", re.IGNORECASE
)
DOTS = re.compile(r"(?:%2f|\\)\.|%2e", re.IGNORECASE)
MARKS = re.compile(r"///|&amp;|\?[^?]*\?|&#[xX0-9]|&[rRlL][rRlL][mM];")
# "@" in base64, in each of its three positions, or in hexadecimal, followed by enough text for
# "b.de".
ENCODED_AT = re.compile(
    "[A-P0](?:(?:(?<=Q[A-P])|(?<=[EUk0][A-D])|(?<=[BFJNRVZdhlptx159]A))(?=[A-Za-z0-9+/_%-]{4})"
    "|(?<=40)(?=[0-9A-Fa-f]{8}))"
)
# "@", escaped or not, or an escaped "%", which may be part of a double escape.
AT = expression("@|%(?:25|40)")

PASSWORD = "pass|passwd|password|passphrase|pwd|userpass|user_password"
SECRET = (
    "access_?token|id_?token|refresh_?token|auth_?token|oauth_?token|csrf_?token|reset_?token|token"
    "|api_?key|apikey|x-api-key|client_?secret|secret|secret_?key|private_?key|access_?key"
    "|session|session_?id|sess_?id|jsessionid|phpsessid|aspsessionid[a-z]{0,8}|cfid|cftoken|sid"
    "|jwt|bearer|authorization|otp|credentials?|x-amz-signature|x-amz-security-token"
    "|x-goog-signature"
)
CARD = "cc|ccn|pan|card|card_?(?:no|num|number)|credit_?card|cc_?(?:no|num|number)"
# Parameters that identify a recipient.
RECIPIENT = (
    "mc_eid|mkt_tok|_hsenc|_hsmi|vero_id|oly_(?:enc|anon)_id|(?:ck_)?subscriber_?id"
    "|recipient(?:_?id)?|rcpt|contact_?id|elq(?:track|contact)id|user_?id|uid|rid|email_id"
    "|member_?id|customer_?id|ml_subscriber_hash"
    "|sfmc_sub|et_rid|_kx|vgo_ee|dm_i|trk_contact|omnisendcontactid|midtoken"
)
# Any of these parameters, wherever a parameter can begin.
ANY = rf"[?&#;](?:amp;)?(?:{RECIPIENT}|{PASSWORD}|{SECRET}|{CARD})="
RECIPIENT_PARAMETER, RECIPIENT_PARAMETER_IN_ANY_CASE = (
    re.compile(ANY),
    expression(ANY, re.IGNORECASE),
)


def has_recipient_parameter(text: str, start: int) -> bool:
    """Return True if a parameter may identify a recipient; ASCII text is lowercased for speed."""
    if text.isascii():
        return RECIPIENT_PARAMETER.search(text.lower(), start) is not None
    return RECIPIENT_PARAMETER_IN_ANY_CASE.search(text, start) is not None


# Endings of files that do not run when opened, except those that are also suffixes of hosts.
_FILES = (
    "[psx]?html?|php[3-7]?|aspx?|ashx|jspx?|cfm|cgi|pdf|docx?|xlsx?|pptx?|epub|jpe?g|png|gif|svg|webp|avif"
    "|bmp|tiff?|ico|s?css|less|xml|xsd|json|txt|csv|sql|js|[jt]sx|ts|map|min|gz|bz2|tar|tgz|xz|whl|woff2?"
    "|ttf|otf|eot|mp[34]|wav|ogg|webm|rss|atom|ics|git|log|diff|patch|sig|asc|rst|markdown|ya?ml|toml|ini"
    "|conf|cfg|ipynb|[ch]|[ch]pp|cs|java|go|rb|lua|HTML?|PDF|JPE?G|PNG|GIF"
)
_WORD = "[A-Za-z0-9+_-]*+"
_DOT = (
    rf"\.(?<=[A-Za-z0-9_-]\.)(?=[0-9]|(?:{_FILES})(?![A-Za-z0-9_-]))"
    # "bill.pdf.js" has two endings.
    r"(?!(?!min|[0-9]++\.)[A-Za-z0-9]++(?:[_+]|%20)*+\.js)"
)
_PACKED = f"(?i:{PACKED})"
_WORDS = rf"{_WORD}(?:(?:{_DOT}|[~!,]|%20(?!%20)|{{more}}){_WORD}|(?!))*+"
_PATH = _WORDS.replace("{more}", rf"/(?!/|ipfs/|{_PACKED})")
_QUERY = _WORDS.replace("{more}", rf"(?:&(?!(?i:lrm|rlm);)|=|(?<!&amp);)(?!{_PACKED})")
# The start of a web link with a lowercase host and nothing else in its authority.
HEAD = re.compile(r"https?://[a-z0-9.-]++(?=[/?#]|\Z)")
# A path, a query and a fragment in which there is nothing to report, except in a run of base64.
CALM = re.compile(
    rf"({_PATH})(?:\?(?!{_PACKED})({_QUERY})|(?!))?+"
    rf"(?:(?<!&)\#(?!!?(?:[wW]{{3}}|{_PACKED}))({_QUERY})|(?!))?+"
)
# A search with words that give orders to a program, or with digits as in a telephone number.
_SEARCHED = (
    r"[?&](?:q|query|search|keywords?|term|searchterm)="
    r"[^?&#]{0,500}?(?:instructions|prompts|rules|[0-9]{3}[^?&#]{3,12}[0-9])"
)
SEARCHED = expression(_SEARCHED, re.IGNORECASE)
# Parameters that rules check, in lowercase.
MARKED = re.compile(
    rf"[?&#;](?:amp;)?(?:{RECIPIENT}|{PASSWORD}|{SECRET}|{CARD}|(?:x-(?:amz|goog)-)?expires|se)="
    rf"|{_SEARCHED}"
)
