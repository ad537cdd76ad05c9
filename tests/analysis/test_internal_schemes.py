"""Headlines for schemes that are handled by the program that opens the link."""

import uriinspector
from tests.for_each import for_each

SAID = {
    "chrome edge brave opera vivaldi resource devtools chrome-untrusted": (
        "Opens a built-in browser page"
    ),
    "chrome-extension moz-extension ms-browser-extension safari-web-extension": (
        "Opens a page of a browser extension"
    ),
    "livescript mocha jscript vbs": "Runs a script in old browsers",
    "cid": "Refers to a part of an email; works only in that email",
    "mid": "Refers to an email or a part of one",
    "content": "Opens an Android app's data",
    "wyciwyg": "Opens a page from the cache of an old Firefox",
}


@for_each(
    "text, words",
    *((f"{scheme}:a@b", words) for schemes, words in SAID.items() for scheme in schemes.split()),
    ("filesystem:https://a.test/temporary/x", "Opens a file that a web page stored in the browser"),
)
def test_internal_scheme_has_its_own_headline(text: str, words: str) -> None:
    assert uriinspector.inspect(text).verdict.headline == words
