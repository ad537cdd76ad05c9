"""What holds several values."""

from __future__ import annotations

from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.shape import OCTETS, OPEN, Shape
from uriinspector.analysis.values.structures import (
    cbor,
    dns_message,
    json_text,
    links,
    markup,
    message_pack,
    protobuf,
    signed_values,
    web_tokens,
)

STRUCTURES = (
    Decoder("link", "link", links.link, "RFC 3986 4.1", OPEN, 8),
    Decoder("json", "JSON", json_text.json_object, "RFC 8259", OPEN, 2),
    Decoder("query", "query", links.query_text, "WHATWG URL 5.1", OPEN, 7),
    Decoder("xml", "XML and SAML", markup.markup, "XML 1.0 2.1, SAML 2.0 Core", OPEN, 8),
    Decoder(
        "jwt",
        "JSON Web Token",
        web_tokens.web_token,
        "RFC 7515 7.1, RFC 7516 7.1",
        Shape.DOTTED,
        20,
    ),
    Decoder(
        *("itsdangerous", "signed value of itsdangerous", signed_values.signed_value),
        *("itsdangerous 2.2, timed.py", Shape.DOTTED, 40),
    ),
    Decoder(
        *("fernet", "Fernet token", signed_values.fernet_token),
        *("Fernet specification, version 0x80", Shape.ALNUM | Shape.URLSAFE, 98),
    ),
    Decoder(
        "protobuf", "Protocol Buffers", protobuf.protobuf, "Protocol Buffers, Encoding", OCTETS, 6
    ),
    Decoder(
        "msgpack", "MessagePack", message_pack.message_pack, "MessagePack specification", OCTETS, 4
    ),
    Decoder("cbor", "CBOR", cbor.cbor, "RFC 8949 3", OCTETS, 4),
    Decoder("dns", "DNS message", dns_message.dns_message, "RFC 8484 4.1, RFC 1035 4", OCTETS, 17),
)
