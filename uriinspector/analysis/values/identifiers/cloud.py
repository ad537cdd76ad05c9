"""Identifiers of clouds: keys and names of Amazon, tenants of Microsoft."""

from __future__ import annotations

import re
from base64 import b32decode
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum, Within
from uriinspector.analysis.values.link_hosts import is_of
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LIKELY
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = expression(r"(?P<kind>AKIA|ASIA)(?P<body>[A-Z2-7]{16})")
# The account is in the upper bits of the first six octets, behind the first one.
ACCOUNT_MASK, ACCOUNT_SHIFT = 0x7FFF_FFFF_FF80, 7
# Keys from before 2019 hold no account; their fifth letter comes early in the alphabet.
FIRST_LETTER = "Q"
CREDENTIAL = expression(
    r"(?P<key>(?:AKIA|ASIA)[A-Z0-9]{16})/(?P<date>[0-9]{8})/(?P<region>[a-z0-9-]+)/"
    r"(?P<service>[a-z0-9-]+)/aws4_request"
)
ARN = expression(
    r"arn:(?P<partition>aws[a-z-]*):(?P<service>[a-z0-9-]+):(?P<region>[a-z0-9-]*):"
    r"(?P<account>[0-9]{12})?:(?P<resource>.{1,1024})"
)


def aws_key(datum: Datum) -> Iterator[Decoded]:
    """The identifier of a key, not its secret; newer ones hold the number of the account."""
    match = KEY.fullmatch(datum.text)
    if match is None:
        return
    is_temporary = match["kind"] == "ASIA"
    phrase = Phrase("Temporary AWS access key ID" if is_temporary else "AWS access key ID")
    inner: tuple[InnerDatum, ...] = ()
    if match["body"][0] >= FIRST_LETTER:
        bits = int.from_bytes(b32decode(match["body"])[:6])
        account = f"{(bits & ACCOUNT_MASK) >> ACCOUNT_SHIFT:012}"
        arg = (Arg("account", account),)
        known = Decoded(IDENTIFIER, account, Phrase("AWS account {account}", arg), LIKELY)
        inner = (InnerDatum("account", account, known=(known,), is_final=True),)
    yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


def aws_credential(datum: Datum) -> Iterator[Decoded]:
    """The scope of a signature: key, day, region, service (AWS Signature Version 4)."""
    match = CREDENTIAL.fullmatch(datum.text)
    if match:
        inner = tuple(
            InnerDatum(name, match[name], Within(match.start(name), datum.placing), is_member=True)
            for name in ("key", "date", "region", "service")
        )
        args = (
            Arg("service", match["service"], EVIDENCE),
            Arg("region", match["region"], EVIDENCE),
        )
        phrase = Phrase("AWS signature for {service} in {region}", args)
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


def arn(datum: Datum) -> Iterator[Decoded]:
    """A name of something at Amazon: service, region, account, resource."""
    match = ARN.fullmatch(datum.text)
    if match:
        inner = tuple(
            InnerDatum(name, match[name], Within(match.start(name), datum.placing), is_member=True)
            for name in ("service", "region", "account", "resource")
            if match[name]
        )
        phrase = Phrase("AWS resource name (ARN)")
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


TENANT_HOSTS = (
    "login.microsoftonline.com",
    "login.microsoftonline.us",
    "login.windows.net",
    "sts.windows.net",
)
UUID = expression(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"


def _names_tenant(datum: Datum) -> bool:
    """By a name; a short one says so only in a token, or to Microsoft itself."""
    if datum.name in {"tenantid", "tenant_id"}:
        return True
    return datum.name == "tid" and ("jwt" in datum.via or is_of(datum, *TENANT_HOSTS))


def azure_tenant(datum: Datum) -> Iterator[Decoded]:
    """The organization whose accounts may sign in: the first segment of Microsoft's sign-in."""
    if (datum.part == "path" and datum.index == 1 and is_of(datum, *TENANT_HOSTS)) or _names_tenant(
        datum
    ):
        tenant = datum.text.lower()
    else:
        return
    if not UUID.fullmatch(tenant):
        return
    if tenant == PERSONAL:
        phrase = Phrase("Microsoft tenant of personal accounts")
    else:
        phrase = Phrase("Microsoft Entra tenant {tenant}", (Arg("tenant", tenant),))
    sure = CERTAIN if datum.part == "path" else LIKELY
    yield Decoded(IDENTIFIER, tenant, phrase, sure)
