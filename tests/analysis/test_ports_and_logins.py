"""Ports of other protocols, and public logins."""

from tests.analysis.claims.port_claims import BAD_PORTS, PROTOCOLS
from tests.for_each import for_each
from uriinspector import EDITIONS, inspect


def severity(text: str, code: str, edition: str = "2005") -> str | None:
    findings = inspect(text, edition=edition).findings
    return next((each.severity for each in findings if each.code == code), None)


@for_each("edition", *EDITIONS)
@for_each(
    "text, expected",
    ("http://h.test/", None), ("http://h.test:80/", None), ("http://h.test:080/", None),
    ("http://h.test:443/", "info"), ("https://h.test:80/", "info"), ("http://h.test:8080/", "info"),
    ("http://h.test:81/", "medium"), ("http://h.test:1000/", "medium"),
    ("http://h.test:1023/", "medium"), ("http://h.test:0591/", "medium"),
    ("http://h.test:1024/", "low"), ("http://h.test:49152/", "low"), ("ssh://h.test:443/", "low"),
    ("ssh://h.test:222/", "medium"), ("ssh://h.test:2222/", "low"),
    ("telnet://h.test:25/", "medium"), ("nntp://h.test:80/g/1", "low"),
    ("wais://h.test:70/d", "medium"),
)  # fmt: skip
def test_port_below_1024_is_more_severe(text: str, expected: str | None, edition: str) -> None:
    assert severity(text, "port-unusual", edition) == expected


OTHERS = {port: words for words, ports in PROTOCOLS.items() for port in ports}
# Common ports of web servers in addition to 80 and 443.
USUAL = {80, 443, 3000, 4200, 5000, 5173, 8000, 8008, 8080, 8081, 8088, 8443, 8888}
# Every known port and its neighbors.
AROUND = sorted(
    {port + step for port in {*BAD_PORTS, *OTHERS, *USUAL, 1024, 65_535} for step in (-1, 0, 1)}
)


def expected_of(port: int) -> tuple[str, str] | None:
    """Return the expected code and severity for a web page, whose default port is 80."""
    if port > 65_535:
        return "port-invalid", "medium"
    if port in BAD_PORTS or port in OTHERS:
        return "port-sensitive", "medium"
    if port in {80, 443}:
        return None if port == 80 else ("port-unusual", "info")
    if port in USUAL:
        return "port-unusual", "info"
    return "port-unusual", "medium" if port < 1024 else "low"


@for_each("port", *AROUND)
def test_every_known_port_has_its_severity(port: int) -> None:
    findings = inspect(f"http://h.test:{port}/").findings
    found = [each for each in findings if each.code.startswith("port-")]
    expected = expected_of(port)
    assert [(each.code, each.severity) for each in found] == ([expected] if expected else [])
    if port in OTHERS:
        assert OTHERS[port] in found[0].message


@for_each("edition", *EDITIONS)
@for_each(
    "login, expected",
    ("anonymous:guest", "info"), ("Anonymous:joe", "info"), ("anonymous:joe%40h.test", "info"),
    ("ftp:ftp", "info"), ("guest:guest", "info"), ("guest:secret", "low"), ("joe:guest", "low"),
    ("anonymous1:guest", "low"), ("anonymous", None), ("anonymous:", None),
)  # fmt: skip
def test_public_password_is_not_a_secret(login: str, expected: str | None, edition: str) -> None:
    text = f"sftp://{login}@h.test/"
    # Public logins are customary only in FTP.
    other = "low" if expected == "info" else expected
    assert severity(text, "userinfo-password", edition) == other
    web = severity(text.replace("sftp", "ftp"), "userinfo-password", edition)
    assert web == ("medium" if expected == "low" else expected)
    dossier = inspect(text.replace("sftp", "ftp"), edition=edition).dossier
    assert dossier
    assert ("password" in {each.code for each in dossier.notes}) is (expected == "low")


@for_each("edition", *EDITIONS)
@for_each(
    "text, valid",
    ("mid:a@b", True), ("mid:a@b@c", False), ("mid:a%40b@c", False), ("mid:%22a%40b%22@c", True),
    ("mid:a@b(c)", False), ("mid:@b@c", False), ("mid:a..b@c", False), ("mid:a@b,c", False),
    ("mid:a%20b@c", False), ("mid:a@%5B127.0.0.1%5D", True),
)  # fmt: skip
def test_message_id_must_be_a_single_address(text: str, valid: bool, edition: str) -> None:
    dossier = inspect(text, edition=edition).dossier
    assert dossier
    assert dossier.valid is valid


@for_each(
    "text, codes",
    ("ftp://anonymous:me%40x.de@ftp.example.org/", set()),
    ("ftp://anonymous:www.paypal.com@ftp.example.org/", {"userinfo-deceptive"}),
    ("https://anonymous:me%40x.de@a.example/", {"userinfo-deceptive", "encoded-delimiter"}),
    ("ftp://paypal.com:me%40x.de@a.example/", {"userinfo-deceptive", "encoded-delimiter"}),
)
def test_mailbox_as_password_of_a_public_login_is_not_deceptive(text: str, codes: set[str]) -> None:
    assert {each.code for each in inspect(text).findings if each.severity == "high"} == codes
