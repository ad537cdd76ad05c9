"""What code does to a page and to its links, as far as the addresses in it tell: none is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, RANK
from uriinspector.core.expression import expression
from uriinspector.documents.empty_references import base_at
from uriinspector.documents.html.page import SCRIPT
from uriinspector.documents.link_location import START
from uriinspector.documents.place_weight import FOLLOWED, FRAMED, effect_of
from uriinspector.documents.rules import code_effects
from uriinspector.documents.rules.code_effects import CodeEffect, code_of
from uriinspector.documents.rules.link_rule import LinkHit, LinkRule
from uriinspector.documents.rules.sites import is_listed_site, known_site

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from uriinspector.documents.rules.link_rule import LinkContext

MOVES, OPENS, REWRITES = code_effects.MOVES, code_effects.OPENS, code_effects.REWRITES
LOADS, SENDS = code_effects.LOADS, code_effects.SENDS
# What stands in front of an address that a script moves on to.
MOVING_ON = expression(
    rb"(?:\blocation(?:[\"']\s{0,9}\])?(?:\.href)?\s{0,9}=\s{0,9}\(?"
    rb"|\blocation\.(?:assign|replace)\s{0,9}\()\s{0,9}"
    rb"(?P<coded>(?:\w{1,20}\.)?atob\s{0,9}\(\s{0,9})?[\"'`]\Z"
)
BEFORE = 64
# What sends to the address behind it, and where those collect who take passwords.
SENDING = expression(
    rb"(?:\b(?:fetch|sendBeacon|post|ajax)\s{0,9}\(|\.action\s{0,9}=|\burl\s{0,9}:"
    rb"|\bopen\s{0,9}\(\s{0,9}[\"'](?:GET|POST|PUT)[\"']\s{0,9},)\s{0,9}[\"'`]\Z"
)
COLLECTING = expression(
    r"https://(?:api\.telegram\.org/bot|discord(?:app)?\.com/api/webhooks/|hooks\.slack\.com/)"
)
LONGEST = 500
SIDES, WHOLE = ("width", "height"), frozenset({"100%", "100vw", "100vh"})
SPACES = expression(r"\s+")
# Events that nobody has to do anything for.
BY_ITSELF = frozenset(
    {"onload", "onerror", "onpageshow", "onfocus", "onanimationstart", "ontoggle"}
)
# The attribute that says where an element leads, which its code may not mean.
SPELLED = {"a": "href", "area": "href", "form": "action"}
# Findings of sites on which anybody can put what they want, or send others on.
OF_ANYBODY = frozenset(
    {"shared-host", "file-or-form-service", "open-redirect", "shortener", "ipfs-gateway", "tunnel"}
)
WEIGHT = {MOVES: HIGH, SENDS: HIGH, LOADS: HIGH, OPENS: MEDIUM, REWRITES: MEDIUM}


def moved_on_to(context: LinkContext) -> re.Match[bytes] | None:
    """How a script sets the place of the page to the address, to the letter."""
    start = context.location[START]
    before = context.leaf.octets.get()[max(start - BEFORE, context.leaf.start) : start]
    return MOVING_ON.search(before)


def event_handler(context: LinkContext) -> Iterator[LinkHit]:
    """Code at an element that takes people elsewhere than the element says."""
    event, end = context.place.attribute or "", len(context.value)
    spelled, host = _spelled(context), context.host
    code = context.attribute(event) or ""
    effects = [each for each in code_effects.code_effects(code) if each.host == host]
    if host and code_effects.moves_to_name(code):
        effects.append(CodeEffect(MOVES, host, host))
    if not spelled and _leaves(effects):
        yield from _by_code_alone(context, event, effects)
    elif spelled is None:
        yield LinkHit(0, end, INFO, "alone", {"event": event})
    elif effects and host and spelled and not context.is_same(spelled, host):
        severity = _weight(context, effects, host)
        if severity == MEDIUM and known_site(spelled, context.leaf.judge.names):
            severity = HIGH
        yield LinkHit(0, end, severity, "", {"event": event, "host": host, "shown": spelled})
    else:
        yield LinkHit(0, end, LOW, "alone", {"event": event})


def _leaves(effects: list[CodeEffect]) -> bool:
    return any(each.kind in {MOVES, OPENS} for each in effects)


def _by_code_alone(
    context: LinkContext, event: str, effects: list[CodeEffect]
) -> Iterator[LinkHit]:
    """Code that leads away from an element that names no address itself."""
    there, end = context.elsewhere, len(context.value)
    if there is None:
        yield LinkHit(0, end, INFO, "alone", {"event": event})
        return
    moves = any(each.kind == MOVES for each in effects)
    if _is_known(context, there) or context.is_home(there):
        severity = LOW
    elif event in BY_ITSELF:
        severity = HIGH if moves else MEDIUM
    else:
        severity = MEDIUM if moves else INFO
    variant = "itself" if event in BY_ITSELF else "click"
    yield LinkHit(0, end, severity, variant, {"event": event, "host": there})


def _weight(context: LinkContext, effects: list[CodeEffect], host: str) -> str:
    if _is_known(context, host) or context.is_home(host):
        return LOW
    return max((WEIGHT[each.kind] for each in effects), key=RANK.__getitem__)


def _is_known(context: LinkContext, host: str) -> bool:
    """Whether the address is of a known site itself, not of what anybody puts there."""
    if not is_listed_site(host, context.leaf.judge.names):
        return False
    return not any(each.code in OF_ANYBODY for each in context.judged.findings)


def _spelled(context: LinkContext) -> str | None:
    """The host that its element says it leads to: "" where that is none, None where it is no
    link and no form."""
    name = SPELLED.get(context.place.element or "")
    written = context.attribute(name) if name else None
    if written is None:
        return None
    place = context.place._replace(attribute=name)
    base = base_at(context.leaf, place, written)
    verdict = context.leaf.judge.of(written, base.text, in_document=True).verdict
    return verdict.final_host or verdict.host or ""


def script_sends(context: LinkContext) -> Iterator[LinkHit]:
    """An address that a script sends to, in a page that asks for a password."""
    host, start = context.elsewhere, context.location[START]
    if host is None:
        return
    before = context.leaf.octets.get()[max(start - BEFORE, context.leaf.start) : start]
    collects = COLLECTING.match(context.value) is not None
    if not (collects or SENDING.search(before)) or not context.leaf.passwords.are_any:
        return
    if collects or not (_is_known(context, host) or context.is_home(host)):
        is_moved = context.page is not None or context.leaf.in_message
        yield LinkHit(0, len(context.value), HIGH if is_moved else MEDIUM, "", {"host": host})


def filling_frame(context: LinkContext) -> Iterator[LinkHit]:
    """A page with nothing to see but another site."""
    host = context.elsewhere
    if host is None or not context.is_on_small_page:
        return
    style = SPACES.sub("", (context.attribute("style") or "")[:LONGEST].lower())
    sizes = [(context.attribute(name) or "").strip() in WHOLE for name in ("width", "height")]
    sizes = [size or f"{name}:100" in style for size, name in zip(sizes, SIDES, strict=True)]
    if all(sizes) or context.place.element == "frame":
        severity = LOW if _is_known(context, host) or context.is_home(host) else MEDIUM
        yield LinkHit(0, len(context.value), severity, "", {"host": host})


def script_link(context: LinkContext) -> Iterator[LinkHit]:
    """A link that is code: what that does, where it says so."""
    code = code_of(context.value)
    if code is None:
        return
    worst: LinkHit | None = None
    for effect in code_effects.code_effects(code):
        hit = LinkHit(0, len(context.value), *_of_effect(context, effect))
        if worst is None or RANK[hit.severity or HIGH] > RANK[worst.severity or HIGH]:
            worst = hit
    if worst is not None:
        yield worst


def _of_effect(context: LinkContext, effect: CodeEffect) -> tuple[str, str, dict[str, str]]:
    if effect.host is None:
        # Advertisements write scripts into frames of their own.
        severity = MEDIUM if effect.shown.lower().endswith("script") else HIGH
        return severity, effect.kind, {"found": effect.shown}
    page, severity = context.page, WEIGHT[effect.kind]
    args = {"host": effect.host}
    if (page is not None and context.is_same(effect.host, page)) or context.is_home(effect.host):
        severity = INFO
    elif is_listed_site(effect.host, context.leaf.judge.names):
        severity = MEDIUM if effect.kind == LOADS else LOW
    return severity, effect.kind, args


RULES = (
    LinkRule(
        "event-handler",
        HIGH,
        "Event handler contains a link",
        {
            "": "The element points to {shown}; its {event} handler names {host}.",
            "itself": "Its {event} handler runs without a click and can go to {host}.",
            "click": "The element names no address; its {event} handler can go to {host}.",
            "alone": "Its {event} handler runs code that contains this address.",
        },
        ("HTML 8.1.8.1", "RFC 3986 7.6"),
        lambda place: (place.attribute or "").startswith("on"),
        event_handler,
        rises="medium if a new window opens or the link is changed; low for a known site, for the "
        "same site or none, and if the code does not navigate; info on other elements",
    ),
    LinkRule(
        "script-sends",
        MEDIUM,
        "Script that can send data",
        {"": "There is a password field, and a script can send data to {host}."},
        ("HTML 8.1.8.1", "RFC 3986 7.6"),
        lambda place: place == SCRIPT,
        script_sends,
        rises="high if the origin of the page is known, and in a message",
    ),
    LinkRule(
        "filling-frame",
        MEDIUM,
        "Frame that fills the page",
        {"": "Little is shown but a frame with {host}."},
        ("RFC 3986 7.6",),
        lambda place: place.element in {"iframe", "frame"} and place.attribute == "src",
        filling_frame,
        rises="low for known sites",
    ),
    LinkRule(
        "script-link",
        HIGH,
        "Link runs code that acts on its own",
        {
            MOVES: "The code in this link moves the window to {host}.",
            OPENS: "The code in this link opens {host}.",
            REWRITES: "The code in this link changes the address of a link to {host}.",
            LOADS: "The code in this link loads a script from {host}.",
            SENDS: "The code in this link can send data to {host}.",
            code_effects.WRITES: 'The code in this link writes markup: "{found}".',
            code_effects.HIDES: 'The code in this link is put together as it runs: "{found}".',
        },
        ("RFC 7595 3.7", "RFC 3986 7.6"),
        lambda place: effect_of(place.element, place.attribute) in {FOLLOWED, FRAMED},
        script_link,
        rises="medium for a new window, a changed link and written scripts; low for known sites; "
        "info within the site of the page",
    ),
)
