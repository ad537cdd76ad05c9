"""Rules about the names of attachments and archived files: deceptive names and dangerous types."""

from collections.abc import Iterable, Iterator

from uriinspector.analysis.finding import HIGH, LOW, MEDIUM, Finding
from uriinspector.analysis.triggers import DOUBLE, RUNS, last_ending
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.documents.rules.link_rule import SOURCE, DocumentRule, LinkHit, finding
from uriinspector.documents.rules.message_context import MessageContext, MessageHit, MessageRule

TURNING = expression("[\u202d\u202e]")
# The maximum length of a name in a finding.
SHOWN_LONGEST = 100
# Pages that open from the disk: no mail filter sees what they load and ask for.
PAGES = frozenset({"html", "htm", "shtml", "xhtml", "mht", "mhtml"})
SCRIPTS = frozenset({"js", "wsc", "sct", "svg"})
# Scripts that Windows runs by itself, and settings that start programs: rare in real software.
RARE = frozenset(
    {"lnk", "scr", "pif", "cpl", "hta", "vbs", "vbe", "jse", "wsf", "wsh", "scf", "chm", "xll"}
    | {"settingcontent-ms", "library-ms", "search-ms", "wsc", "sct"}
)
# File types of other programs, by what these programs do.
OPENED = {
    "rdp": "remote",
    **dict.fromkeys(("one", "onepkg"), "notebook"),
    **dict.fromkeys(("iso", "img", "vhd", "vhdx", "dmg"), "disk"),
    **dict.fromkeys(
        ("docm", "dotm", "xlsm", "xltm", "xlam", "pptm", "potm", "ppsm", "ppam"), "macros"
    ),
}
DOCUMENTS = frozenset({"pdf", "doc", "docx", "xls", "xlsx", "rtf", "html", "htm", "zip"})
PACKED = frozenset({"zip", "rar", "7z", "tar", "gz", "tgz", "cab", "ace", "arj", "z", "xz", "bz2"})


class NamedRisk(NamedTuple):
    variant: str
    ending: str = ""


def risk_of(name: str) -> NamedRisk | None:
    """Return the risk of a deceptive or dangerous name, or None."""
    name = name.rstrip()
    ending = last_ending(name, 0, len(name))
    if TURNING.search(name):
        return NamedRisk("turned")
    if DOUBLE.search(name):
        return NamedRisk("double")
    if ending in OPENED:
        return NamedRisk(OPENED[ending], ending)
    if ending in RUNS:
        return NamedRisk("runs", ending)
    if ending in SCRIPTS:
        return NamedRisk("script", ending)
    return NamedRisk("page", ending) if ending in PAGES else None


def attachment_names(context: MessageContext) -> Iterator[MessageHit]:
    """Find attachments with reversed names, two extensions, or an extension that can run code."""
    is_doubted = context.is_doubtful or context.lure is not None or context.name is not None
    for part in context.attachments:
        name = part.name or ""
        risk = risk_of(name)
        ending = last_ending(name, 0, len(name))
        if ending in DOCUMENTS and part.type.startswith("image/") and risk is None:
            args = {"shown": name[:SHOWN_LONGEST], "ending": ending}
            yield MessageHit(None, "mislabeled", args, (part.start, part.end))
        if risk is None or (risk.ending == "svg" and not is_doubted):
            continue
        if risk.ending == "url" and context.opens_pages_only(part):
            continue  # its links are judged like those of the text
        severity = MEDIUM
        if risk.variant in {"turned", "double"}:
            severity = HIGH
        elif risk.variant in {"script", "page", "macros"} and not is_doubted:
            severity = LOW
        variant = "runs" if risk.variant == "script" else risk.variant
        args = {"shown": name[:SHOWN_LONGEST], "ending": risk.ending}
        yield MessageHit(severity, variant, args, (part.start, part.end))


ATTACHMENT_RULES = (
    MessageRule(
        "attachment-name",
        MEDIUM,
        "Deceptive or executable attachment",
        {
            "turned": 'The name "{shown}" contains a character that reverses its display order.',
            "double": '"{shown}" has two file extensions; the last one decides how it opens.',
            "runs": '"{shown}" ends in .{ending}: opening such a file can run code.',
            "macros": '"{shown}" ends in .{ending}: such documents can contain macros.',
            "notebook": '"{shown}" ends in .{ending}: one click in such a notebook can start a '
            "file.",
            "remote": '"{shown}" ends in .{ending}: opening it connects this computer to another '
            "one.",
            "disk": '"{shown}" ends in .{ending}: such disk images can contain programs.',
            "page": '"{shown}" is a web page that opens from the disk, without a web address.',
            "mislabeled": '"{shown}" ends in .{ending}, but the email labels it as an image.',
        },
        ("RFC 2183 2.3", "MITRE T1036.007"),
        attachment_names,
        rises="High for reversed names and double extensions. Low for web pages, their scripts "
        "and documents with macros, if there is no other sign.",
    ),
)

ARCHIVED_FILE = DocumentRule(
    "archived-file",
    MEDIUM,
    "Deceptive or executable file inside another",
    {
        "turned": 'The file contains "{shown}", whose name has a character that reverses its '
        "display order.",
        "double": 'The file contains "{shown}", which has two file extensions; the last one '
        "decides how it opens.",
        "runs": 'The file contains "{shown}": opening such a file can run code.',
        "macros": 'The file contains "{shown}": such documents can contain macros.',
        "notebook": 'The file contains "{shown}": one click in such a notebook can start a file.',
        "remote": 'The file contains "{shown}": opening it connects this computer to another one.',
        "disk": 'The file contains "{shown}": such disk images can contain programs.',
        "archive": 'The archive contains another archive, "{shown}".',
        "vba": "The document contains macros (VBA), which can run code.",
        "hidden-vba": 'The document contains macros (VBA), although its name, "{shown}", does not '
        "show it.",
    },
    ("MITRE T1036.007", "MITRE T1204.002"),
    rises="High for reversed names and double extensions. Low for macros, for an archive "
    "inside another one, and for programs in an archive that was not attached to an "
    "email.",
)
ENCRYPTED_ATTACHMENT = DocumentRule(
    "encrypted-attachment",
    MEDIUM,
    "Encrypted attachment with its password",
    {
        "": "An attached file is encrypted; the text gives a password, which filters usually do "
        "not use."
    },
    ("MITRE T1027",),
)
LAUNCHED = DocumentRule(
    "document-launch",
    MEDIUM,
    "Document opens a file or program",
    {"": "An action in the PDF file opens another file or starts a program."},
    ("MITRE T1204.002",),
)
ARCHIVE_RULES = (ARCHIVED_FILE, ENCRYPTED_ATTACHMENT, LAUNCHED)


def archived_files(
    names: Iterable[str], place: tuple[int, int], *, in_message: bool
) -> Iterator[Finding]:
    """Yield a finding for the first file of each kind of risk among the names in an archive."""
    variants: set[str] = set()
    for name in names:
        file = name.replace("\\", "/").rpartition("/")[2]
        risk = risk_of(file)
        variant = risk.variant if risk else ""
        if in_message and not variant and last_ending(file, 0, len(file)) in PACKED:
            variant = "archive"
        elif variant == "script":
            is_unusual = in_message or (risk is not None and risk.ending in RARE)
            variant = "runs" if is_unusual and risk and risk.ending != "svg" else ""
        if not variant or variant in variants or variant == "page":
            continue
        variants.add(variant)
        severity = _severity_in_archive(variant, risk, in_message=in_message)
        args = {"shown": file[:SHOWN_LONGEST]}
        yield finding(ARCHIVED_FILE, LinkHit(*place, severity, variant, args, SOURCE))


def _severity_in_archive(variant: str, risk: NamedRisk | None, *, in_message: bool) -> str:
    if variant in {"turned", "double"}:
        return HIGH
    if variant in {"archive", "macros"}:
        return LOW
    is_usual = variant in {"runs", "disk"} and not in_message and risk and risk.ending not in RARE
    return LOW if is_usual else MEDIUM


def macros_in(name: str, place: tuple[int, int]) -> Finding:
    """Return the finding for macros in an Office file, more severe if its name hides them."""
    risk = risk_of(name)
    is_shown = not name or (risk is not None and risk.variant == "macros")
    is_shown |= last_ending(name, 0, len(name)) in {"doc", "xls", "ppt", "dot", "xlt", "pps"}
    hit = (LOW, "vba") if is_shown else (MEDIUM, "hidden-vba")
    args = {} if is_shown else {"shown": name[:SHOWN_LONGEST]}
    return finding(ARCHIVED_FILE, LinkHit(*place, *hit, args, SOURCE))


def encrypted_attachment(place: tuple[int, int]) -> Finding:
    """Return the finding for an encrypted file in a message whose text gives a password."""
    return finding(ENCRYPTED_ATTACHMENT, LinkHit(*place, of=SOURCE))


def launched(place: tuple[int, int]) -> Finding:
    """Return the finding for a PDF file with an action that opens another file."""
    return finding(LAUNCHED, LinkHit(*place, of=SOURCE))
