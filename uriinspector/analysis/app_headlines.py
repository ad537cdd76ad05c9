"""The words for links that start an app, by what the link says of it.

Most name their app by their scheme.  An Android intent names it by its parameters: a package, a
component, or the scheme of its data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.host_shape import remote_path
from uriinspector.analysis.phrase import EVIDENCE, HOST, OTHER, Arg, Phrase
from uriinspector.analysis.safe_text import visible, visible_host
from uriinspector.core.expression import expression, lowered
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.core.schemes.nesting import VIA_FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.analysis.facts import Facts
    from uriinspector.analysis.nested.layer import Layer

REST = 80
NOTHING = Phrase("")
# Schemes that are registered for no app: what has the link, or made what it names, answers them.
INTERNAL = {
    **dict.fromkeys(
        ("chrome", "edge", "brave", "opera", "vivaldi", "resource", "devtools", "chrome-untrusted"),
        "Opens a built-in browser page",
    ),
    **dict.fromkeys(
        ("chrome-extension", "moz-extension", "ms-browser-extension", "safari-web-extension"),
        "Opens a page of a browser extension",
    ),
    **dict.fromkeys(
        ("livescript", "mocha", "jscript", "vbs"),
        "Runs a script in old browsers",
    ),
    "cid": "Refers to a part of an email; works only in that email",
    "mid": "Refers to an email or a part of one",
    "filesystem": "Opens a file that a web page stored in the browser",
    "content": "Opens data of an Android app",
    "wyciwyg": "Opens a page from the cache of an old Firefox",
}


# A drive of Windows, whose letter is a scheme by the grammar.
DRIVE = expression(r"[A-Za-z]:(?=[\\/])")


def opening_of_app(facts: Facts, scheme: str, host: str | None) -> Phrase:
    """What a scheme that browsers do not fetch does, with the host where it names one."""
    if scheme == "intent":
        return _intent(facts, host)
    if scheme in {"filesystem", "jar"} and not (facts.dossier and facts.dossier.inner):
        return not_valid(scheme)
    if scheme in INTERNAL:
        return Phrase(INTERNAL[scheme])
    if DRIVE.match(facts.text):
        return Phrase("On Windows, opens a file on this computer")
    named = Arg("scheme", visible(scheme, REST), EVIDENCE)
    if "." in scheme and (remote := remote_path(facts.text)):
        return over_ssh(remote["host"])
    row = scheme_of(scheme)
    if host and (row.port is not None or row.danger == "fetches"):
        return Phrase("Connects to {host} over {scheme}", (_host(host), named))
    if host:
        return Phrase(
            "Opens the app registered for {scheme}, if any, with {host}", (named, _host(host))
        )
    if scheme == "android-app" and facts.reference.authority:
        app = Arg("app", visible(facts.reference.authority, REST), EVIDENCE)
        return Phrase("On Android, opens the app {app}, if installed", (app,))
    return Phrase("Opens the app registered for {scheme}, if any", (named,))


def over_ssh(host: str) -> Phrase:
    """What Git and scp make of "user@host:path"."""
    return Phrase("In Git or scp, connects to {host} over SSH", (_host(host),))


def not_valid(scheme: str) -> Phrase:
    """What a text is that has the scheme and not what its own text asks for."""
    return Phrase("Is not a valid {scheme} link", (Arg("scheme", scheme, EVIDENCE),))


def _host(host: str) -> Arg:
    return Arg("host", visible_host(host), HOST)


def _intent(facts: Facts, host: str | None) -> Phrase:
    """The app by its package, else by the scheme of the data, else any that takes it."""
    app, scheme = _parameter(facts, "component").partition("/")[0], _parameter(facts, "scheme")
    app = app or _parameter(facts, "package")
    place = (_host(host),) if host else ()
    if app:
        named = Arg("app", visible(app, REST), EVIDENCE)
        if host:
            return Phrase(
                "On Android, opens the app {app} with {host}, if installed", (named, *place)
            )
        return Phrase("On Android, opens the app {app}, if installed", (named,))
    if scheme:
        named = Arg("scheme", visible(lowered(scheme), REST), EVIDENCE)
        if host:
            return Phrase(
                "On Android, opens the app registered for {scheme}, if any, with {host}",
                (named, *place),
            )
        return Phrase("On Android, opens the app registered for {scheme}, if any", (named,))
    if host:
        return Phrase("On Android, opens an app that accepts the link, with {host}", place)
    return Phrase("On Android, opens an app that accepts the link, if any")


def _parameter(facts: Facts, name: str) -> str:
    """A parameter of an intent, without escapes."""
    for field in facts.dossier.fields if facts.dossier else ():
        if field.name.lower() == name and field.value:
            return field.value
    return ""


def fallback_of(facts: Facts, inner: Iterable[Layer]) -> Layer | None:
    """The layer that an intent leads to where no app takes it."""
    if facts.scheme != "intent" or facts.dossier is None:
        return None
    places = {each.span for each in facts.dossier.inner if each.via == VIA_FALLBACK}
    return next((layer for layer in inner if (layer.start, layer.end) in places), None)


def otherwise(host: str | None) -> Phrase:
    """Where browsers go when no app takes an intent."""
    if not host:
        return NOTHING
    return Phrase(
        "; otherwise, browsers can go to {other}", (Arg("other", visible_host(host), OTHER),)
    )
