"""Names outside of the public DNS, and what each stands for."""

from __future__ import annotations

SPECIAL_NAMES = {
    "localhost": "this device",
    "local": "devices on the local network (mDNS)",
    "localdomain": "private networks",
    "internal": "private networks",
    "intranet": "private networks",
    "lan": "private networks",
    "home": "private networks",
    "corp": "private networks",
    "home.arpa": "home networks",
    "onion": "Tor onion services",
    "i2p": "I2P services",
    "alt": "naming systems outside DNS",
    "test": "testing",
    "invalid": "deliberately invalid names",
    "example": "documentation",
}
# What clouds call the service that gives credentials to their own machines.
METADATA_NAMES = frozenset(
    {"metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"}
)
