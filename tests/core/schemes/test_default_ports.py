"""The default port of each scheme, and how other ports are described."""

from tests.core.schemes.rows import dossier
from tests.for_each import for_each
from uriinspector.core.schemes.table import SCHEMES

# From the documents of the schemes, or else IANA's registry of port numbers.
PORTS = {
    "RFC 1738 3.2": {"ftp": 21}, "RFC 1738 3.4": {"gopher": 70}, "RFC 1738 3.7": {"nntp": 119},
    "RFC 5538 2.1": {"news": 119}, "RFC 1738 3.8": {"telnet": 23}, "RFC 6270": {"tn3270": 23},
    "RFC 1738 3.9": {"wais": 210}, "RFC 1738 3.11": {"prospero": 1525},
    "RFC 9110 4.2": {"http": 80, "https": 443}, "RFC 6455 3": {"ws": 80, "wss": 443},
    "RFC 4516 2": {"ldap": 389, "ldaps": 636},
    "RFC 2056": {"z39.50": 210, "z39.50r": 210, "z39.50s": 210},
    "RFC 2229 5": {"dict": 2628}, "RFC 2224 2": {"nfs": 2049},
    "RFC 3261 19.1.2": {"sip": 5060, "sips": 5061}, "RFC 5781": {"rsync": 873},
    "RFC 7826 4.2": {"rtsp": 554, "rtsps": 322}, "RFC 7869 2.1": {"vnc": 5900},
    "RFC 1288": {"finger": 79}, "RFC 1282": {"rlogin": 513},
    "IANA ssh": {"ssh": 22, "sftp": 22, "svn+ssh": 22, "git+ssh": 22, "ssh+git": 22},
    "git": {"git": 9418, "git+http": 80, "git+https": 443},
    "IANA svn": {"svn": 3690},
    "IANA microsoft-ds": {"smb": 445, "cifs": 445},
    "IANA ms-wbt-server": {"rdp": 3389, "ms-rd": 3389},
    "IANA macromedia-fcs": {"rtmp": 1935}, "gemini": {"gemini": 1965}, "RFC 5092": {"imap": 143},
    "RFC 2384": {"pop": 110}, "RFC 3617": {"tftp": 69}, "RFC 4088": {"snmp": 161},
    "RFC 3510, RFC 7472": {"ipp": 631, "ipps": 631},
    "RFC 7252, RFC 8323": {"coap": 5683, "coap+tcp": 5683, "coaps": 5684, "coaps+tcp": 5684,
        "coap+ws": 80, "coaps+ws": 443},
    "RFC 8314 7.3": {"imaps": 993},
    "IANA afpovertcp": {"afp": 548},
}  # fmt: skip
EVERY = {scheme: port for those in PORTS.values() for scheme, port in those.items()}


def test_other_schemes_have_no_default_port() -> None:
    assert {name: row.port for name, row in SCHEMES.items() if row.port is not None} == EVERY


@for_each("scheme, port", *EVERY.items())
def test_schemes_have_their_registered_default_port(scheme: str, port: int) -> None:
    # RFC 3986 3.2.3: an absent or empty port is the default.
    for text in (f"{scheme}://host.test/", f"{scheme}://host.test:{port}/"):
        assert dossier(text).default_port == port, text


@for_each(
    "scheme, port", *[(each, EVERY[each]) for each in ("ftp", "gopher", "http", "https", "wais")]
)
def test_only_the_default_port_is_called_the_default(scheme: str, port: int) -> None:
    meanings = {
        number: next(
            each.meaning
            for each in dossier(f"{scheme}://host.test:{number}/").fields
            if each.name == "port"
        )
        for number in (port - 1, port, port + 1)
    }
    assert meanings[port - 1] == meanings[port + 1] == f"the default is {port}"
    assert meanings[port] != meanings[port + 1]
