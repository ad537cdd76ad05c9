"""Rules about requests that give an app, or someone else's device, access to an account."""

from collections.abc import Iterator

from uriinspector.analysis.consent_endpoints import (
    DEVICE_CODES,
    ENDPOINTS,
    OWN_TEMPLATE,
    TEMPLATE,
    WIDE,
)
from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import LOW, MEDIUM
from uriinspector.analysis.verdict import CREATES, LINKS_BY_SITE
from uriinspector.core.expression import lowered
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded

MOST = 48
# The answer goes to a program on the user's device, whose name is unknown.
LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})


def consent_request(facts: Facts) -> Iterator[Hit]:
    """Find consent pages: which app asks for which access, and where the answer goes."""
    endpoint = ENDPOINTS.get(facts.browser_host or "")
    path = facts.reference.path
    if endpoint and endpoint.creating and endpoint.creating.fullmatch(path):
        yield from _creation(facts, endpoint.name)
    if endpoint is None or endpoint.consent is None or not endpoint.consent.fullmatch(path):
        return
    values = _values(facts)
    if "client_id" not in values and "oauth_token" not in values:
        return
    host = parse(values["redirect_uri"]).host if "redirect_uri" in values else None
    host = None if host and lowered(host) in LOCAL else host
    scopes = values.get("scope", "")
    # An administrator consents for everyone in the organization.
    is_whole = (
        lowered(path.rstrip("/")).endswith("adminconsent")
        or lowered(values.get("prompt", "")) == "admin_consent"
    )
    args = {"name": endpoint.name, "found": _short(values.get("client_id", ""))}
    args |= {"scopes": _short(scopes)} if scopes else {}
    args |= {"other": host} if host else {}
    about = "whole-" if is_whole else "scopes-" if scopes else ""
    variant = about + ("host" if host else "app")
    severity = MEDIUM if is_whole or WIDE.search(scopes) else LOW
    yield Hit(*facts.path_span, severity, variant, args=args)


def _creation(facts: Facts, name: str) -> Iterator[Hit]:
    """Find links to a cloud console that name what is to be created there."""
    if match := TEMPLATE.search(facts.text, facts.path_span.end):
        template = decoded(match[1]) if "%" in match[1] else facts.text[match.start(1) :]
        host = parse(template).host
        severity = LOW if OWN_TEMPLATE.match(template) else MEDIUM
        if host:
            yield Hit(*match.span(), severity, "template", args={"name": name, "other": host})


def _values(facts: Facts) -> dict[str, str]:
    result: dict[str, str] = {}
    for name, value in facts.query_pairs():
        if value is not None and value.start < value.end:
            called = lowered(name.of(facts.text).removeprefix("amp;"))
            result.setdefault(called, decoded(value.of(facts.text).replace("+", " ")))
    return result


def _short(text: str) -> str:
    return text if len(text) <= MOST else f"{text[:MOST]}\u2026"


def device_code(facts: Facts) -> Iterator[Hit]:
    endpoint = ENDPOINTS.get(facts.browser_host or "")
    path = facts.reference.path
    if endpoint and endpoint.device and endpoint.device.fullmatch(path):
        severity = None if DEVICE_CODES.isdisjoint(_values(facts)) else MEDIUM
        yield Hit(*facts.path_span, severity, args={"name": endpoint.name})
    elif endpoint and endpoint.linking and endpoint.linking.fullmatch(path):
        yield Hit(*facts.path_span, MEDIUM, "linking", args={"name": endpoint.name})


RULES = (
    Rule(
        "consent-request",
        LOW,
        "App asks for access",
        {
            "app": "App {found} asks for access to an account at {name}.",
            "host": "App {found} asks for access to an account at {name} and wants the answer "
            "sent to {other}.",
            "whole-app": "App {found} asks for access to a whole organization at {name}.",
            "whole-host": "App {found} asks for access to a whole organization at {name} and "
            "wants the answer sent to {other}.",
            "scopes-app": "App {found} asks for access to an account at {name} ({scopes}).",
            "scopes-host": "App {found} asks for access to an account at {name} ({scopes}) and "
            "wants the answer sent to {other}.",
            "template": CREATES,
        },
        ("RFC 6749 4.1.1", "MITRE T1528"),
        consent_request,
        rises="Medium for access to all emails, to all files or to a whole organization, and for "
        "templates from outside the cloud's own projects.",
        plain={
            **dict.fromkeys(
                ("app", "scopes-app"),
                "If you agree on that page, an app ({found}) can get access to your {name} "
                "account.",
            ),
            **dict.fromkeys(
                ("host", "scopes-host"),
                "If you agree on that page, {other} can get access to your {name} account.",
            ),
            "template": "If you agree on that page, {name} carries out a plan from {other}, which "
            "can give others access.",
            "whole-app": "If you agree on that page, an app ({found}) can get access to your whole "
            "organization at {name}.",
            "whole-host": "If you agree on that page, {other} can get access to your whole "
            "organization at {name}.",
        },
        when="may_consent",
    ),
    Rule(
        "device-code",
        LOW,
        "Device sign-in page",
        {
            "": "Typing a code here lets the device or program that showed the code sign in to "
            "{name}.",
            "linking": LINKS_BY_SITE,
        },
        ("RFC 8628 5.4",),
        device_code,
        rises="Medium if the code is in the link.",
        plain={
            "": "Typing a code there gives another device or program access to your {name} "
            "account.",
            "linking": "If you agree there, another device can use your {name} account.",
        },
        when="may_consent",
    ),
)
