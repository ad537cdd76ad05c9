"""What was made to be told apart."""

from __future__ import annotations

from uriinspector.analysis.values.decoder import Decoder
from uriinspector.analysis.values.identifiers import (
    addresses,
    check_digits,
    cloud,
    conversations,
    google,
    hardware,
    hashes,
    payloads,
    snowflakes,
    sortable,
    uuids,
)
from uriinspector.analysis.values.shape import (
    ALNUM,
    DIGITS,
    HEXLIKE,
    MARKED,
    OPEN,
    PACKEDLIKE,
    TOKEN,
    TOKENLIKE,
    Shape,
)

IDENTIFIERS = (
    Decoder("uuid", "UUID", uuids.uuid, "RFC 9562", TOKENLIKE | Shape.OTHER, 36, 47),
    Decoder("uuid-hex", "UUID without hyphens", uuids.bare_uuid, "RFC 9562", HEXLIKE, 32, 32),
    Decoder("ulid", "ULID", sortable.ulid, "ULID specification", Shape.ALNUM, 26, 26),
    Decoder("ksuid", "KSUID", sortable.ksuid, "segmentio/ksuid, README", ALNUM, 27, 27),
    Decoder(
        "objectid", "MongoDB ObjectID", sortable.object_id, "BSON types, ObjectId", HEXLIKE, 24, 24
    ),
    Decoder(
        "tid", "AT Protocol TID", sortable.tid, "AT Protocol, Timestamp Identifiers", ALNUM, 13, 13
    ),
    Decoder("cuid", "CUID", sortable.cuid, "paralleldrive/cuid, README", ALNUM, 25, 25),
    Decoder("push-id", "Firebase push ID", sortable.push_id, "Firebase, push IDs", TOKEN, 20, 20),
    Decoder(
        "x-ray", "AWS X-Ray trace ID", sortable.trace_id, "AWS X-Ray, trace IDs", TOKEN, 35, 35
    ),
    Decoder(
        "snowflake",
        "snowflake ID",
        snowflakes.snowflake,
        "twitter-archive/snowflake; Discord API",
        DIGITS,
        15,
        20,
    ),
    Decoder(
        "instagram",
        "Instagram short code",
        snowflakes.instagram_code,
        "Instagram Engineering, Sharding & IDs",
        TOKENLIKE,
        10,
        12,
    ),
    Decoder(
        "linkedin",
        "LinkedIn ID",
        snowflakes.linkedin,
        "dfir.blog, LinkedIn timestamps",
        TOKENLIKE | Shape.OTHER,
        10,
        400,
    ),
    Decoder(
        "sonyflake", "Sonyflake", snowflakes.sonyflake, "sony/sonyflake, README", HEXLIKE, 15, 15
    ),
    Decoder("google-ei", "Google ei", google.google_ei, "dfir.blog, Google search", TOKEN, 12, 64),
    Decoder(
        "google-ved", "Google ved", google.google_ved, "dfir.blog, Google search", TOKEN, 6, 200
    ),
    Decoder(
        "google-sxsrf", "Google sxsrf", google.google_sxsrf, "own observation", Shape.OTHER, 30, 120
    ),
    Decoder(
        "google-click",
        "Google Ads click ID",
        google.google_click,
        "own observation",
        TOKEN,
        10,
        400,
    ),
    Decoder(
        "google-analytics",
        "Google Analytics browser",
        google.analytics_client,
        "Google Analytics, _ga cookie",
        MARKED,
        17,
        120,
    ),
    Decoder("google-rlz", "Google RLZ", google.google_rlz, "Chromium, rlz/lib", TOKEN, 7, 40),
    Decoder("google-aqs", "Google aqs", google.google_aqs, "Chromium, omnibox", MARKED, 10, 400),
    Decoder(
        "gmail",
        "Gmail thread",
        conversations.gmail_thread,
        "ArsenalRecon, GmailURLDecoder",
        TOKENLIKE,
        16,
        80,
    ),
    Decoder(
        "fbclid",
        "Facebook click ID",
        conversations.facebook_click,
        "own observation",
        TOKEN,
        30,
        400,
    ),
    Decoder("youtube", "YouTube ID", conversations.youtube, "YouTube Data API", TOKENLIKE, 1, 80),
    Decoder(
        "aws-key", "AWS access key", cloud.aws_key, "AWS IAM, unique identifiers", ALNUM, 20, 20
    ),
    Decoder(
        "aws-credential",
        "AWS credential scope",
        cloud.aws_credential,
        "AWS Signature Version 4",
        Shape.OTHER,
        40,
        120,
    ),
    Decoder("arn", "ARN", cloud.arn, "AWS, Amazon Resource Names", Shape.OTHER, 12, 1_200),
    Decoder(
        "azure-tenant",
        "Microsoft tenant",
        cloud.azure_tenant,
        "Microsoft Entra, tenant ID",
        Shape.URLSAFE,
        36,
        36,
    ),
    Decoder(
        "hash",
        "hash by its length",
        hashes.hash_by_length,
        "RFC 1321, FIPS 180-4",
        HEXLIKE,
        32,
        128,
    ),
    Decoder(
        "mac",
        "MAC address",
        hardware.mac_address,
        "IEEE 802; MA-L registry in oui-data 2.1.9",
        HEXLIKE | Shape.OTHER | Shape.URLSAFE | Shape.ALNUM,
        12,
        17,
    ),
    Decoder(
        "check-digit",
        "ISBN, ISSN, GTIN",
        check_digits.checked_number,
        "ISO 2108, ISO 3297, GS1 General Specifications",
        TOKEN,
        8,
        20,
    ),
    Decoder("iban", "IBAN", check_digits.iban, "ISO 13616", ALNUM | Shape.OTHER, 15, 42),
    Decoder(
        "email", "email address", addresses.mail_address, "RFC 5322 3.4.1", Shape.OTHER, 6, 320
    ),
    Decoder(
        "ip",
        "IP address",
        addresses.internet_address,
        "RFC 791, RFC 4291, WHATWG URL 3.5",
        HEXLIKE | Shape.ALNUM | Shape.DOTTED | Shape.OTHER,
        2,
        64,
    ),
    Decoder(
        "text-fragment",
        "text fragment",
        addresses.text_fragment,
        "WICG Text Fragments 3",
        OPEN | PACKEDLIKE | Shape.DOTTED,
        1,
        4_096,
    ),
    Decoder(
        "msf-checksum",
        "payload checksum",
        payloads.payload_checksum,
        "Metasploit, uri_checksum.rb",
        Shape.ALNUM,
        4,
        4,
    ),
    Decoder(
        "msf-uuid",
        "payload UUID",
        payloads.payload_uuid,
        "Metasploit, payload/uuid.rb",
        TOKEN,
        22,
        300,
    ),
)
