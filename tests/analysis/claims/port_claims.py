"""Checkers of sentences about ports."""

from typing import Final

from tests.analysis.claims.claim import Claim, require

DEFAULTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
OTHERS: Final = {
    "ssh": 22, "sftp": 22, "git": 9418, "git+ssh": 22, "gopher": 70, "telnet": 23, "ldap": 389,
    "redis": 6379, "sip": 5060, "sips": 5061, "smb": 445, "irc": None, "ircs": None,
}  # fmt: skip
# "Bad ports" of the Fetch standard (2.9), as of the date of the program's table.
BAD_PORTS: Final = frozenset(
    {1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95}
    | {101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161}
    | {179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563}
    | {587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060}
    | {5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}
)
PROTOCOLS: Final = {
    "Windows file sharing (SMB)": {445},
    "databases": {1433, 1521, 3306, 5432, 6379, 9200, 27017},
    "container management": {2375}, "remote desktop": {3389, 5900},
    "Windows remote management": {5985}, "caches such as memcached": {11211},
}  # fmt: skip


def invalid_port(claim: Claim) -> str | None:
    """Check that the run is not a valid port."""
    number = claim.run
    fine = not (number.isascii() and number.isdigit()) or int(number) > 65535
    return require(fine, "a port")


def port(claim: Claim) -> int | None:
    """Return the port in the run, or None if it is not a number."""
    return int(claim.run) if claim.run.isascii() and claim.run.isdigit() else None


def _scheme(claim: Claim) -> str:
    witness = claim.witness
    if witness.url is not None:
        return witness.url.protocol[:-1]
    return (witness.scheme or (witness.base or "https").partition(":")[0]).lower()


def other_port(claim: Claim) -> str | None:
    """Check that the port is not the default, which the sentence names."""
    default = (DEFAULTS | OTHERS).get(_scheme(claim), port)
    named = int(claim.args["default"])
    known = default is port or default == named
    return require(known and port(claim) not in {None, named}, f"the default is {default}")


def port_zero(claim: Claim) -> str | None:
    """Check that the port is 0."""
    return require(port(claim) == 0, "another port")


def low_port(claim: Claim) -> str | None:
    """Check that the port is below 1024."""
    number = port(claim)
    return require(number is not None and 0 < number < 1024, "not below 1024")


def blocked(claim: Claim) -> str | None:
    """Check that the Fetch standard blocks the port, and that browsers fetch links with this
    scheme.
    """
    fine = port(claim) in BAD_PORTS and _scheme(claim) in {"http", "https", "ws", "wss"}
    return require(fine, "not blocked by browsers")


def bad_port(claim: Claim) -> str | None:
    """Check that the Fetch standard blocks the port, because another protocol uses it."""
    return require(port(claim) in BAD_PORTS, "no such port")


def protocol(claim: Claim) -> str | None:
    """Check that the protocol uses this port."""
    return require(port(claim) in PROTOCOLS[claim.args["protocol"]], "a port of something else")


def browser_port(claim: Claim) -> str | None:
    """Check that browsers use this port, unless they reject the link."""
    url = claim.witness.url
    number = port(claim)
    if url is None or number is None or url.protocol == "file:":
        return None
    known = DEFAULTS.get(url.protocol[:-1])
    return require((url.port or str(known)) == str(number), f"the port is {url.port!r}")
