"""What the code of a page gives away about the page as a whole, read from its text: none is run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import MEDIUM
from uriinspector.core.expression import expression
from uriinspector.documents.rules.code_effects import WS
from uriinspector.documents.rules.link_rule import SOURCE, DocumentRule, LinkHit, finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.finding import Finding
    from uriinspector.documents.leaf import Leaf

# A larger page has libraries, in which all of this is usual.
SMALL = 16_384
LONGEST = 1 << 20
SCRIPT = expression(rb"<script\b", re.IGNORECASE)
# An application of its own kind says what it is at its beginning.
APPLICATION = expression(rb"<hta:application\b", re.IGNORECASE)
HEAD = 16_384
# Code, or an address, that is put together while the page runs,
HIDES = expression(
    (
        rf"\b(?:eval|atob|unescape|Function|execScript){WS}\("
        rf"|\bString{WS}\.{WS}fromCharCode\b"
        rf"|\breverse{WS}\({WS}\){WS}\.{WS}join\b"
        rf"|\bdecodeURI(?:Component)?{WS}\({WS}[\"'`](?:[^\"'`%]{{0,9}}%[0-9a-fA-F]{{2}}){{3}}"
        rf"|\b(?:window|self|top|this|document|globalThis){WS}"
        rf"\[{WS}[\"'][^\"'\]]{{0,40}}[\"']{WS}\+"
    ).encode()
)
# and what is done with it.
ACTS = expression(
    (
        rf"\blocation\b|\bloc[\"']{WS}\+|\bdocument{WS}\.{WS}write|\.innerHTML\b"
        rf"|\b(?:eval|Function|execScript){WS}\(|\.(?:src|action|href){WS}="
    ).encode()
)
# A file out of data that the page itself carries.
FILE = expression(rf"\bnew\s{{1,9}}(?:Blob|File){WS}\(".encode())
OFFERED = expression(
    (
        rf"\.download{WS}=|\bsetAttribute{WS}\({WS}[\"']download[\"']"
        r"|\bmsSaveOrOpenBlob\b|\bmsSaveBlob\b"
    ).encode()
)
UNPACKED = expression(rf"\batob{WS}\(|\bfromBase64\b|\bnew\s{{1,9}}Uint8Array{WS}\({WS}\[".encode())
BY_ITSELF = expression(rf"\.click{WS}\(|\bmsSave(?:OrOpen)?Blob\b".encode())
# A command for people to paste where it runs.
COMMANDS = (
    r"(?:powershell|pwsh|mshta|rundll32|msiexec|certutil|bitsadmin|regsvr32|wscript|cscript"
    r"|osascript|cmd(?:\.exe)?\s{1,9}/|(?:curl|wget)\b[^\"'`|]{1,300}\|)"
)
COPIED = expression(
    (
        rf"\b(?:writeText|setData){WS}\((?:{WS}[\"']text(?:/plain)?[\"']{WS},)?{WS}"
        rf"[\"'`](?P<command>[^\"'`]{{0,300}}?\b{COMMANDS}[^\"'`]{{0,300}})"
    ).encode(),
    re.IGNORECASE,
)

HIDDEN_CODE = DocumentRule(
    "hidden-code",
    MEDIUM,
    "Script puts its code together as it runs",
    {"": 'A script in this small page decodes or assembles text as it runs: "{found}".'},
    ("MITRE T1027",),
)
SMUGGLED_FILE = DocumentRule(
    "smuggled-file",
    MEDIUM,
    "Page saves a file that it carries",
    {"": "A script makes a file out of data in the page and offers it for saving by itself."},
    ("MITRE T1027", "MITRE T1204.002"),
)
COPIED_COMMAND = DocumentRule(
    "copied-command",
    MEDIUM,
    "Page copies a command",
    {"": 'A script puts a command into the clipboard: "{found}".'},
    ("MITRE T1204.002",),
)
HTML_APPLICATION = DocumentRule(
    "html-application",
    MEDIUM,
    "HTML application",
    {"": "Windows runs such a file as a program, with the rights of the user."},
    ("MITRE T1204.002",),
)


def page_code(leaf: Leaf, name: str | None) -> Iterator[Finding]:
    """What is said of a page as a whole; ``name`` is that of its file."""
    octets, start, end = leaf.octets.get(), leaf.start, min(leaf.end, leaf.start + LONGEST)
    is_named_so = (name or "").lower().endswith(".hta")
    if is_named_so or APPLICATION.search(octets, start, min(end, start + HEAD)):
        yield _finding(HTML_APPLICATION, leaf, start, start)
    if not SCRIPT.search(octets, start, end):
        return
    if (copied := COPIED.search(octets, start, end)) is not None:
        yield _finding(COPIED_COMMAND, leaf, *copied.span("command"))
    file = FILE.search(octets, start, end)
    needed = (OFFERED, UNPACKED, BY_ITSELF)
    if file and all(each.search(octets, start, end) for each in needed):
        yield _finding(SMUGGLED_FILE, leaf, *file.span())
    if leaf.end - start > SMALL:
        return
    hides = HIDES.search(octets, start, end)
    if hides and ACTS.search(octets, start, end):
        yield _finding(HIDDEN_CODE, leaf, *hides.span())


def _finding(rule: DocumentRule, leaf: Leaf, start: int, end: int) -> Finding:
    found = leaf.octets.get()[start:end].decode("utf-8", "replace")
    args = {"found": found} if "{found}" in rule.texts[""] else {}
    source = leaf.source(start, end)
    return finding(rule, LinkHit(source.start, source.end, args=args, of=SOURCE))


RULES = (HIDDEN_CODE, SMUGGLED_FILE, COPIED_COMMAND, HTML_APPLICATION)
