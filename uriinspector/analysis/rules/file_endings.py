"""Rules about files that run when opened, including those disguised with a document's ending."""

from collections.abc import Iterator

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, LOW, MEDIUM
from uriinspector.analysis.international.known_names import KnownName
from uriinspector.analysis.international.lookalike import RESTRICTED, Imitation
from uriinspector.analysis.rules.dot_segments import has_segments
from uriinspector.analysis.rules.lookalikes import evidence_of
from uriinspector.analysis.triggers import DOUBLE, RUNS, last_ending
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Span
from uriinspector.core.percent import decoded

# Endings of programs that people download.
DOWNLOADS = frozenset({"exe", "msi", "msix", "dmg", "pkg", "apk", "xapk", "scr", "bat", "jar"})
# Endings of programs that have no reason to follow the ending of a document.
PROGRAMS = frozenset(
    {".exe", ".scr", ".pif", ".bat", ".cmd", ".hta", ".lnk", ".vbs", ".jse", ".wsf"}
)
LONGEST_NAME = 64
# Programs for remote control, which criminals ask people to install.
CONTROL = expression(
    r"(?i)(screenconnect|connectwise|anydesk|teamviewer|rustdesk|splashtop|supremo|ultraviewer|atera"
    r"|netsupport|simplehelp|meshagent|dwagent|gotoassist|logmein|aeroadmin|zohoassist)"
)
RELAY = expression(r"(?i)[?&]h=([^&#]{4,253})")
TOKEN = expression("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Words that appear next to a program's name in its file names.
SETUP = expression(
    r"(?i)setup|install(?:er|ation)?|update[rs]?|upgrade|launcher|client|full|latest|new|free|desktop"
    r"|plus|pro|premium|gold|beta|mod|app|browser|messenger|v|version"
    r"|win(?:dows)?|mac(?:os)?|android|x|bit|amd|arm|universal|en|us"
)
# Folders of mirrors and collections, where other people's files are usual.
MIRROR = expression(
    r"(?i)/(?:mirrors?|pub|archives?|releases?|old|software|downloads?|dist|distfiles|packages|tools)/"
)


def double_extension(facts: Facts) -> Iterator[Hit]:
    """Find names like "report.pdf.exe": a document's ending before a program's."""
    for span in _names(facts):
        match = DOUBLE.search(decoded(span.of(facts.text)))
        if match:
            severity = HIGH if lowered(match[2]) in PROGRAMS else None
            yield Hit(*span, severity, args={"shown": match[1], "found": match[2]})


def runnable_file(facts: Facts) -> Iterator[Hit]:
    if not has_segments(facts):
        return
    path = facts.path_span
    ending = last_ending(facts.text, *path)
    known = _imitated_program(facts, ending)
    if known is not None:
        at = facts.text.rfind("/", *path) + 1
        args = {"shown": facts.text[at : path.end], "name": known.label, "known": known.domain}
        yield Hit(at, path.end, MEDIUM, "named", args=args)
    elif (found := _doubtful_name(facts, ending)) is not None:
        args = {"found": f".{ending}", "name": found.known.label, "site": facts.site or ""}
        yield Hit(path.end - len(ending) - 1, path.end, HIGH, "imitated", args=args)
    elif (tool := _remote_control(facts, ending)) is not None:
        relay = RELAY.search(facts.text, path.end)
        severity = HIGH if relay and registrable_domain(relay[1]) != facts.site else MEDIUM
        args = {"shown": tool, "site": facts.site or ""}
        at = facts.text.rfind("/", *path) + 1
        yield Hit(at, path.end, severity, "control", args=args)
    elif ending in RUNS:
        variant = "remote" if ending == "rdp" else ""
        yield Hit(
            path.end - len(ending) - 1, path.end, variant=variant, args={"found": f".{ending}"}
        )


def _doubtful_name(facts: Facts, ending: str) -> Imitation | None:
    """Return the known name that the site offering a program resembles."""
    is_read = facts.site and facts.reached_host and facts.is_read_as_written
    return evidence_of(facts).doubtful if is_read and ending in DOWNLOADS else None


def _imitated_program(facts: Facts, ending: str) -> KnownName | None:
    """Return the name that a file on someone else's site is named after: "Zoom_Setup.exe"."""
    site, path = facts.site or "", facts.path_span
    if ending not in DOWNLOADS or not facts.is_web or not site or site in facts.names.domains:
        return None
    if RESTRICTED.fullmatch(facts.suffix or "") or MIRROR.search(facts.text, *path):
        return None
    name = decoded(facts.text[facts.text.rfind("/", *path) + 1 : path.end - len(ending) - 1])
    words = [each[0].lower() for each in TOKEN.finditer(name[:LONGEST_NAME])]
    subject = "".join(word for word in words if not SETUP.fullmatch(word))
    known = facts.names.labels.get(subject)
    if known is None or known.label in site or known.is_short:
        return None
    is_bare = len(words) == 1
    return None if is_bare and not known.is_distinct else known


def _remote_control(facts: Facts, ending: str) -> str | None:
    """Return the program for remote control that a file is named after on another's site."""
    path, site = facts.path_span, facts.site or ""
    match = CONTROL.search(facts.text, facts.text.rfind("/", *path), path.end)
    is_elsewhere = facts.is_web and site and site not in facts.names.domains
    if match is None or not is_elsewhere or ending not in DOWNLOADS or match[1].lower() in site:
        return None
    return None if MIRROR.search(facts.text, *path) else match[1]


def _names(facts: Facts) -> Iterator[Span]:
    if not facts.is_web and facts.effective_scheme != "file":
        return
    start, end = facts.path_span
    last = max(start, facts.text.rfind("/", start, end) + 1)
    yield Span(last, end)
    # File hosts can add a word after the name: "/file/abc/report.pdf.js/file".
    if last > start + 1 and "file-or-form-service" in facts.service_kinds:
        yield Span(max(start, facts.text.rfind("/", start, last - 1) + 1), last - 1)
    for _, value in facts.query_pairs():
        if value is not None:
            yield value


RULES = (
    Rule(
        "double-extension",
        MEDIUM,
        "Double file extension",
        {"": 'The name looks like a "{shown}" file, but ends in "{found}", which can run code.'},
        ("MITRE T1036.007",),
        double_extension,
        plain={
            "": 'The file\'s name looks like a "{shown}" file, but ends in "{found}", which can '
            "start a program."
        },
        rises="High for Windows programs.",
        when="may_run",
    ),
    Rule(
        "runnable-file",
        LOW,
        "Possible program file",
        {
            "": 'The path ends in "{found}". If it names a file, that file can run, install or '
            "contain a program.",
            "remote": 'The path ends in "{found}". Such a file connects to another computer and '
            "can share your drives with it.",
            "imitated": 'The path ends in "{found}", like a program, and the registrable domain '
            "{site} contains or resembles the name {name}.",
            "named": '"{shown}" is named like a program from {name}, but the site is not {known}.',
            "control": '"{shown}" is the name of a program for remote control; the registrable '
            "domain is {site}.",
        },
        ("MITRE T1204.002",),
        runnable_file,
        rises="High on a site with a name like a known one. Medium for a program that is named "
        "like a known one but comes from another site; for programs for remote control, high if "
        "the link names a server of yet another site.",
        plain={
            "": 'The name ends in "{found}": if it is a file, it can run, install or contain a '
            "program.",
            "remote": 'A name that ends in "{found}". Such a file connects to another computer '
            "and can share your drives.",
            "imitated": 'The name ends in "{found}", like a program; the site, {site}, has '
            "a name like {name}.",
            "control": 'With this program ("{shown}"), someone else can see and use the computer; '
            "it comes from {site}.",
            "named": "Named like a program from {name}, but the site is {site}, not {known}.",
        },
        when="may_run",
    ),
)
