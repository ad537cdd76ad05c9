"""telnet, rlogin and tn3270: RFC 1738 3.8 and draft 03."""

import uriinspector
from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each

PORTS = {"telnet": 23, "rlogin": 513, "tn3270": 23}
every_scheme = for_each("scheme", *PORTS)


@every_scheme
@for_each("edition", *uriinspector.EDITIONS)
def test_telnet_session_shows_user_and_password(scheme: str, edition: str) -> None:
    port = PORTS[scheme]
    found = dossier(f"{scheme}://user:pass%20word@host:{port}/", edition)
    assert found.valid
    assert found.scheme == scheme
    assert found.default_port == port
    assert values(found) == {
        "user": "user",
        "password": "pass word",
        "host": "host",
        "port": str(port),
    }
    assert actions(found) == [
        f"connect host port {port}", "show user: user", "show password: pass word",
        "open an interactive session",
    ]  # fmt: skip
    advisory = {"advisory": "info"} if scheme == "telnet" else {}
    assert notes(found) == {"password": "unusual", **advisory, "clear-text": "info"}


@every_scheme
@for_each("rest", "//h", "//h/", "//u@h", "//u?x@h/", "//1.2.3.4:99")
def test_telnet_user_password_port_and_slash_are_optional(scheme: str, rest: str) -> None:
    assert faults(f"{scheme}:{rest}") == []
    assert faults(f"{scheme}:{rest}", "2005") == []


@every_scheme
@for_each(
    "rest, rule, run",
    *(("//h/x", "", "x"), ("//h/?x", "", "?x"), ("h", "", ""), ("", "", ""), ("//", "host", "")),
    *(("///", "host", ""), ("//h_", "host", "h_"), ("//h:", "port", ""), ("//h:2a3", "port", "a")),
    *(("//u:p:q@h", "password", ":"), ("//u^@h", "user", "^"), ("//u%zz@h", "user", "%")),
    ("//u:~@h", "password", "~"),
)
def test_faults_of_telnet_links_are_reported(scheme: str, rest: str, rule: str, run: str) -> None:
    own = "telneturl" if scheme == "telnet" else f"{scheme}address"
    assert faults(f"{scheme}:{rest}") == [(rule or own, run)]


@every_scheme
def test_later_edition_allows_ip_literals_in_telnet_links(scheme: str) -> None:
    assert faults(f"{scheme}://[::1]/", "2005") == []
    assert faults(f"{scheme}://[::1]/") == [("host", "[::1]")]
    assert actions(dossier(f"{scheme}:x")) == []


@for_each(
    "text, code, level",
    ("telnet://-nfile", "option", "danger"),
    ("rlogin://%2Dl@h", "option", "danger"),
    ("telnet://u%0D%0A@h", "escaped-control", "danger"),
    ("telnet://h:25/", "other-port", "danger"),
    ("tn3270://h:2323/", "other-port", "unusual"),
)
def test_dangerous_telnet_links_have_notes(text: str, code: str, level: str) -> None:
    assert notes(dossier(text)).get(code) == level
