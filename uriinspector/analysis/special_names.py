"""Names outside of the public DNS, and what each stands for."""

from __future__ import annotations

SPECIAL_NAMES = {
    "localhost": "this machine",
    "local": "a machine in the same network, found by multicast",
    "localdomain": "this machine",
    "internal": "a private network",
    "intranet": "a private network",
    "lan": "a private network",
    "home": "a private network",
    "corp": "a private network",
    "home.arpa": "a home network",
    "onion": "a service of the Tor network",
    "i2p": "a service of the I2P network",
    "alt": "a name outside of the DNS",
    "test": "a name for tests: it is never registered",
    "invalid": "a name that is never registered",
    "example": "a name for examples: it is never registered",
}
