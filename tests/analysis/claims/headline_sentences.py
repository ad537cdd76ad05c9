"""The checkers of the headlines."""

from typing import Final

from tests.analysis.claims import destination_claims as way
from tests.analysis.claims import headline_claims as does
from tests.analysis.claims.claim import Checker

both = way.together

HEADLINES: Final[dict[str, Checker]] = {
    "Goes to {host}": way.headline_goes,
    "Goes to {host} first": way.headline_goes,
    "Goes to {host}, not {name}": way.not_there,
    "Goes to {host}, which looks like {name}": way.looks_like,
    "Goes to {host}; part of it looks like {name}": way.label_looks_like,
    "Browsers go to {host}; other programs may go to {other}": both(way.headline_goes, way.other),
    "Browsers go to {host}; other programs may find no site": both(way.headline_goes, way.no_host),
    "Browsers reject this link": way.rejected,
    "May go to {host}, not {name}": both(way.rejected, way.not_written),
    "; {other} is not a valid address": both(way.rejected, way.other),
    "Connects to {host} over {scheme}": does.other_program,
    'Opens {host} in an app for "{scheme}" links, if there is one': does.other_program,
    'Opens an app for "{scheme}" links, if there is one': does.other_program,
    **dict.fromkeys(
        ("On Android, opens {host} in the app {app}, if installed",
            "On Android, opens the app {app}, if installed",
            'On Android, opens {host} in an app for "{scheme}" links, if there is one',
            'On Android, opens an app for "{scheme}" links, if there is one',
            "On Android, opens {host} in an app that accepts the link",
            "On Android, opens an app that accepts the link, if any"),
        does.android,
    ),
    "On Windows, opens a file on this computer": does.drive,
    "The code in the link does nothing": does.idle,
    "; otherwise, browsers can go to {other}": does.fallback,
    "On Windows, opens a file on {host}": does.file_there,
    "Opens a shared folder on {host}": does.share_there,
    "Opens a file on this computer": does.file_here,
    "Does not name a file": way.rejected,
    "Is not a valid {scheme} link": does.not_valid,
    "Incomplete link: where it goes depends on the page it is on": does.baseless,
    "Not a link": does.no_link,
    "Base64: contains a link": does.packed_link,
    "Text with {count} links": does.several_links,
    "A path, not a complete link": both(does.baseless, does.rooted),
    "In Git or scp, connects to {host} over SSH": does.remote_path,
    "In an address bar, goes to {host}": way.goes,
    "Goes to {host}; the start, such as https, comes from the page": way.goes,
    "In an email app, starts an email to {rest}": does.email,
    "In a page, browsers read the text as a file name": way.relative,
    "In a page, browsers read the text as a file name; an address bar can go to {host}": does.typed,
    "In a page or document, the text is a relative path. Its ending is also a top-level domain: an "
    "address bar can go to {host}.": does.typed,
    "Stays in the same document": does.same_document,
    "Browsers do not open this link to {host}": way.blocked_port,
    "Leads nowhere: {host} cannot be looked up": way.no_name,
    "Has no content: a data URL needs a comma": does.no_content,
    "On Windows, a path on this computer": does.local_path,
    **dict.fromkeys(
        ("In a browser, runs code in the current page", "Runs a script in old browsers",
            "Opens content embedded in the link", "Opens a built-in browser page",
            "Opens data created by a web page", "Starts an email to {rest}",
            "Starts a call to {rest}", "Opens a phone app with {rest}",
            "Opens a page of a browser extension",
            "Refers to a part of an email; works only in that email",
            "Refers to an email or a part of one",
            "Opens a file that a web page stored in the browser", "Opens an Android app's data",
            "Opens a page from the cache of an old Firefox version",
            "Starts a text message to {rest}", "Names {text}; does not say where it is",
            "Starts an email without a recipient", "Starts a call without a number",
            "Starts a text message without a number"),
        does.unfetched_headline,
    ),
}  # fmt: skip
