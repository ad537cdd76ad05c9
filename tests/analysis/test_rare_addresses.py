"""Unusual spellings of addresses, in web links and elsewhere."""

from tests.for_each import for_each
from uriinspector import EDITIONS, inspect
from uriinspector.core.host import ipv4_number

CODES = {"rare-ip", "ip-invalid", "special-name", "parser-differential"}
# Schemes whose programs connect to the given host.
CONNECTING = (
    *("gopher", "telnet", "ssh", "ldap", "rtsp", "smb", "nntp", "git", "svn", "sftp", "ldaps"),
    *("svn+ssh", "git+ssh", "rsync", "vnc", "rdp", "irc", "ircs", "dav", "webcal", "news", "wais"),
    *("prospero", "rlogin", "tn3270", "dict", "finger", "gemini", "rtmp", "GOPHER"),
)
RARE = ("2130706433", "0x7f.1", "0177.0.0.1", "017700000001", "127.1", "0", "1.2.3", "0x7F000001")
NOT_ONE = ("4294967296", "0x100000000", "256.1.1.1", "1.2.3.4.5", "08", "1.2.3.4.", "0x1ffffffff")


def reported(text: str, edition: str = "2005") -> dict[str, tuple[str, str]]:
    findings = inspect(text, edition=edition).findings
    return {each.code: (each.severity, each.message) for each in findings if each.code in CODES}


@for_each("scheme", *CONNECTING)
def test_rare_address_forms_are_reported_in_other_schemes(scheme: str) -> None:
    for host in RARE:
        findings = inspect(f"{scheme}://{host}/x").findings
        (rare,) = [each for each in findings if each.code == "rare-ip"]
        assert (rare.severity, rare.args["address"]) == ("high", str(ipv4_number(host)))
        assert "rowser" not in rare.message
        assert rare.fix
        assert rare.fix.text == f"{scheme}://{ipv4_number(host)}/x"


@for_each("edition", *EDITIONS)
@for_each("scheme", "gopher", "nntp", "telnet", "git")
def test_rare_address_form_is_reported_in_every_edition(scheme: str, edition: str) -> None:
    assert reported(f"{scheme}://2130706433:99/x", edition)["rare-ip"][0] == "high"


@for_each("scheme", *CONNECTING)
def test_invalid_address_is_reported_as_invalid(scheme: str) -> None:
    for host in NOT_ONE:
        findings = reported(f"{scheme}://{host}/x")
        assert findings.keys() == {"ip-invalid"}
        assert "rowser" not in findings["ip-invalid"][1]


@for_each("scheme", *CONNECTING)
@for_each("host", "127.0.0.1", "192.0.2.7", "a1", "host.com", "1a.com", "2130706433a", "abc", "a.1")
def test_usual_hosts_are_not_reported_as_rare_addresses(scheme: str, host: str) -> None:
    assert reported(f"{scheme}://{host}/x").keys() & CODES == set()


@for_each(
    "text",
    "slack://2130706433", "zoommtg://2130706433", "tel://2130706433", "urn://2130706433",
    "mailto://2130706433", "docker://1.2", "ipfs://0x7f", "foo://2130706433/x",
    "matrix://0x100000000/", "about://256.1.1.1",
)  # fmt: skip
def test_number_that_no_program_connects_to_is_not_an_address(text: str) -> None:
    assert reported(text) == {}


@for_each("scheme", "http", "https", "ws", "wss", "ftp")
@for_each("host", "1.2.3.4.", "127.0.0.1.", "192.0.2.7.")
def test_address_with_a_final_dot_is_reported_in_web_links(scheme: str, host: str) -> None:
    inspection = inspect(f"{scheme}://{host}/x")
    (rare,) = [each for each in inspection.findings if each.code == "rare-ip"]
    assert rare.severity == "medium"
    assert rare.message.startswith(f"Browsers ignore the final dot and go to {host[:-1]} (")
    assert inspection.verdict.host == host[:-1]
    assert rare.fix
    assert rare.fix.text == f"{scheme}://{host[:-1]}/x"


@for_each("scheme", "http", "https", "ws", "wss", "ftp")
@for_each(
    "host",
    "0x100000000", "4294967296", "99999999999999999999999", "08", "040000000000", "0x1ffffffff",
)  # fmt: skip
def test_overflowing_number_is_not_an_address_or_a_special_name(scheme: str, host: str) -> None:
    inspection = inspect(f"{scheme}://{host}/x")
    findings = reported(inspection.text)
    assert findings["ip-invalid"] == (
        "medium",
        "Browsers reject this address; other programs may look it up as a name.",
    )
    assert "special-name" not in findings
    assert "parser-differential" not in findings
    assert inspection.verdict.host is None
    if scheme != "ftp":  # which browsers leave to another program
        headline = f"Browsers reject this link; {host} is not a valid address"
        assert inspection.verdict.headline == headline


@for_each("scheme", "http", "git", "gopher", "foo")
@for_each("literal", "[::g]", "[1.2.3.4]", "[::1::]", "[]")
def test_invalid_ip_literal_is_never_called_a_name(scheme: str, literal: str) -> None:
    severity, message = reported(f"{scheme}://{literal}/")["ip-invalid"]
    assert severity == "medium"
    assert "name" not in message


def test_rare_address_form_in_a_file_link_is_reported() -> None:
    assert reported("file://2130706433/x")["rare-ip"][0] == "high"
    assert reported("file://0x100000000/x")["ip-invalid"][0] == "medium"
    assert reported("file:///2130706433") == {}
