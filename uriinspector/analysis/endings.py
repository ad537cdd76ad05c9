"""Endings of files: those that run when they are opened, and those of documents in front of one."""

from __future__ import annotations

import re

from uriinspector.core.expression import expression, lowered

# What a system starts, installs or mounts when it is opened; no ending of pages or of sources.
RUNS = frozenset(
    {"exe", "scr", "pif", "cpl", "msi", "msix", "msixbundle", "appx", "appxbundle", "appinstaller"}
    | {"bat", "cmd", "ps1", "vbs", "vbe", "jse", "wsf", "wsh", "hta", "lnk", "url", "chm", "xll"}
    | {"reg", "msc", "jar", "apk", "xapk", "ipa", "dmg", "pkg", "deb", "rpm", "iso", "img", "vhd"}
    | {"vhdx", "library-ms", "search-ms", "settingcontent-ms", "desktop", "application", "scf"}
)
LONGEST = max(map(len, RUNS))
_DOCUMENTS = (
    "pdf|docx?|xlsx?|pptx?|rtf|od[tsp]|txt|csv|jpe?g|png|gif|bmp|webp|tiff?|mp[34]|avi|mov|wav|zip|rar|7z"
    "|eml|msg|html?"
)
# In front of these an ending of a document has another meaning: "app.desktop", "a.zip.pkg".
_SECOND = sorted(RUNS - {"application", "desktop", "pkg", "deb", "rpm", "reg", "img"})
# In the decoded name; blanks between the two push the second one out of sight.
DOUBLE = expression(
    rf"[^/\\.](?<!\bwww)(\.(?:{_DOCUMENTS}))[\s_+\u200b-\u200f]{{0,200}}"
    rf"(\.(?:{'|'.join(_SECOND)}|js|com))[\s\"]*\Z",
    re.IGNORECASE,
)
# Anywhere in a text, its dots escaped or not.
MAYBE_DOUBLE = re.compile(
    rf"(?:\.|%2E)(?:{_DOCUMENTS})(?:%[0-9A-F][0-9A-F]|[\s_+\u200b-\u200f])*+(?:\.|(?<=%2E))(?:{'|'.join(_SECOND)}|js|com)"
    r"(?![A-Za-z0-9_.-])",
    re.IGNORECASE,
)


# The most common endings, behind which nothing is to be looked for; and those of scripts of pages
# and of sites, which count behind a document's alone.
PAGES = frozenset({"html", "htm", "php", "aspx", "asp", "jsp", "pdf", "jpg", "png", "xml"})
ALSO_PAGES = frozenset({"js", "com"})


def last_ending(text: str, start: int, end: int) -> str:
    """What follows the last dot of a path, in small letters; nothing where it is too long."""
    dot = text.rfind(".", max(start, end - LONGEST - 1), end)
    if dot < 0:
        return ""
    ending = text[dot + 1 : end]
    return ending if ending.islower() else lowered(ending)
