"""The texts of the rules about references in the folder of a site.

``documents/site`` applies them; whether a target exists is known from the list of the folder's
files alone.
"""

from collections.abc import Mapping

from uriinspector.analysis.finding import INFO, LOW, MEDIUM
from uriinspector.documents.rules.link_rule import DocumentRule

SERVERS, FILE_SYSTEMS = "common server behavior", "common file system behavior"

MISSING_FILE = DocumentRule(
    "missing-file",
    MEDIUM,
    "Linked file is missing",
    {
        "": 'There is no "{file}" in the site\'s folder.',
        "rooted": 'There is no "{file}" in the site\'s folder, which is taken as the root of '
        "the host. If it is not, set a base URL.",
        "extension": 'There is no "{file}", but "{other}" exists. Some servers add the '
        "extension, others do not.",
        "percent": 'There is no "{file}", but "{other}" exists: in a link, write its "%" as "%25".',
        "query": 'There is no "{file}", but "{other}" exists: in a link, write its "?" as "%3F".',
        "slash": '"{file}" is a file, but the slash at the end of the link asks for a folder.',
    },
    ("RFC 9110 15.5.5", SERVERS),
    rises="Low if a file with that name and the extension .html or .htm exists.",
)
FILE_NAME_CASE = DocumentRule(
    "file-name-case",
    MEDIUM,
    "File name in different letter case",
    {
        "": 'The file is named "{other}". Windows and macOS usually ignore letter case; Linux does '
        "not.",
        "normal": 'The file is named "{other}", in another Unicode form of the same characters. '
        "macOS treats the two forms as equal; Linux does not.",
    },
    ("RFC 3986 6.2.2.1", FILE_SYSTEMS),
    plain={"": 'The file is called "{other}"; the name in the link differs in letter case.'},
)
MISSING_FRAGMENT = DocumentRule(
    "missing-fragment",
    LOW,
    "Fragment without a target",
    {
        "": 'No element in the source of "{file}" has the id "{fragment}", and no anchor has '
        "that name.",
        "case": (
            'No element in the source of "{file}" has the id "{fragment}". Letter case '
            'matters, and "{other}" does exist.'
        ),
    },
    ("RFC 3986 3.5", "HTML 7.4.6"),
    plain={
        "": 'The source of "{file}" has no place called "{fragment}".',
        "case": 'No place in the source is called "{fragment}", but one is called "{other}".',
    },
)
NO_FOLDER_INDEX = DocumentRule(
    "no-folder-index",
    LOW,
    "Folder without an index page",
    {
        "": 'The folder "{file}" has no index page such as index.html. Some servers list its '
        "files, others refuse the request."
    },
    (SERVERS,),
    plain={"": 'The folder "{file}" has no start page.'},
)
OUTSIDE_SITE = DocumentRule(
    "outside-site",
    INFO,
    "Link leaves the site's folder",
    {
        "": 'The ".." segments lead above the site\'s folder. The target was not checked.',
        "base": "The target is on the site's host, but not below {base}. It was not checked.",
        "file": "Browsers open file links from local pages only. The target was not checked.",
    },
    ("RFC 3986 5.2.4", FILE_SYSTEMS),
    rises="Medium for links to files on a computer.",
    plain={
        "": "The link leads out of the site's folder.",
        "base": "The link leads to the same host, but outside the site.",
        "file": "The link leads to a file on a single computer; visitors may not have that file.",
    },
)
SINGLE_DEPTH = DocumentRule(
    "single-depth",
    MEDIUM,
    "Reference works in one folder only",
    {
        "": 'There is no "{file}". The same reference works on pages in the folder "{folder}".',
        "root": 'There is no "{file}". The same reference works on pages in the top folder.',
        "climb": 'The ".." segments lead above the root. Browsers drop them and ask for '
        '"{file}"; in a folder on disk, the link does not lead there.',
        "error": (
            "Many servers show this page for any missing address. Relative references such as "
            '"{value}" then fail in deeper folders.'
        ),
    },
    ("RFC 3986 5.2.4", SERVERS),
    rises="Low if browsers still reach the file, and for error pages.",
    plain={
        "": 'This link works from the folder "{folder}", but not from here.',
        "root": "This link works from the top folder, but not from here.",
        "climb": 'The ".." segments lead above the top folder; browsers ignore the extra ones.',
        "error": 'Servers may show this page at any address; "{value}" works from one folder only.',
    },
)
OWN_HOST_LINK = DocumentRule(
    "own-host-link",
    INFO,
    "Absolute link to the site's own host",
    {
        "": "The link names {host}, the site's own host. A relative reference needs no change "
        "when the site moves to another host."
    },
    ("RFC 3986 4.2",),
    plain={
        "": "The link names the site's own host, so it still goes to that host if the site moves."
    },
)
MIXED_SCHEMES = DocumentRule(
    "mixed-schemes",
    INFO,
    "http and https for the same host",
    {
        "": "The site links to {host} with http and with https. Browsers treat these as two "
        "origins.",
        "own": "The site is at {base}, but this link uses {scheme}. Browsers treat these as two "
        "origins.",
    },
    ("RFC 9110 4.2.2",),
    rises="Low for the site's own host.",
    plain={
        "": "The site links to {host} with both http and https.",
        "own": "This link uses {scheme}, but the site is at {base}.",
    },
)
DUPLICATE_ID = DocumentRule(
    "duplicate-id",
    LOW,
    "Duplicate id",
    {
        "": 'The id "{id}" occurs {count} times. A link to this id goes to the first element that '
        "has it.",
        "more": "{count} more ids occur more than once.",
    },
    ("HTML 3.2.6",),
    plain={"": 'Several elements have the id "{id}".'},
)
ORPHAN_PAGE = DocumentRule(
    "orphan-page",
    INFO,
    "Page that no other page links to",
    {"": "No other checked page links to this page. Links created by scripts are unknown."},
    ("common crawler behavior",),
    plain={"": "No other checked page links to this page."},
)
UNCHECKED_TARGET = DocumentRule(
    "unchecked-target",
    INFO,
    "Target not checked",
    {
        "": '"{file}" could not be read, so the target was not checked.',
        "link": 'There is a symbolic link at "{file}". It was not followed, so the target was '
        "not checked.",
        "name": 'Servers differ in how they treat "%2F" and "%00" in a path, so "{file}" was not '
        "checked.",
    },
    (FILE_SYSTEMS,),
    plain={
        "": '"{file}" could not be read.',
        "link": '"{file}" is a symbolic link, which was not followed.',
        "name": 'Servers differ in how they treat "%2F" and "%00", so "{file}" was not checked.',
    },
)

RULES: tuple[DocumentRule, ...] = (
    *(MISSING_FILE, FILE_NAME_CASE, SINGLE_DEPTH, MISSING_FRAGMENT, NO_FOLDER_INDEX),
    *(DUPLICATE_ID, MIXED_SCHEMES, OUTSIDE_SITE, OWN_HOST_LINK, ORPHAN_PAGE, UNCHECKED_TARGET),
)
BY_CODE: Mapping[str, DocumentRule] = {each.code: each for each in RULES}
# Findings that visitors to the site would notice.
BROKEN = frozenset(
    each.code for each in (MISSING_FILE, FILE_NAME_CASE, SINGLE_DEPTH, MISSING_FRAGMENT)
)
