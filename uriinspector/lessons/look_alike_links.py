"""Links whose hosts have letters outside ASCII: to deceive, or because a name is written so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.built_link import BuiltLink, rest

if TYPE_CHECKING:
    from uriinspector.lessons.material import Pool

# Cyrillic letters by the Latin ones that they look like (UTS 39, intentional confusables).
CYRILLIC = dict(
    zip("aceopxyis", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0455", strict=True)
)
# The letters of one label and of no other script.
HONEST_LABELS = (
    "b\u00fccher",
    "m\u00fcller",
    "caf\u00e9",
    "se\u00f1or",
    "sm\u00f8rrebr\u00f8d",
    "\u0431\u0438\u0431\u043b\u0438\u043e\u0442\u0435\u043a\u0430",
    "\u03bc\u03bf\u03c5\u03c3\u03b5\u03af\u03bf",
)
ENDINGS = ("example", "test")


def ascii_form(host: str) -> str:
    """A host as it is asked for: Punycode (RFC 3492) after "xn--", label by label."""
    labels = (
        each if each.isascii() else f"xn--{each.encode('punycode').decode('ascii')}"
        for each in host.split(".")
    )
    return ".".join(labels)


def with_look_alike(pool: Pool) -> tuple[str, int]:
    """A known name in which one letter is Cyrillic, and the place of that letter."""
    name = pool.take("lures")
    # The last label is the ending: another letter there would be another suffix.
    places = [at for at, char in enumerate(name[: name.rindex(".")]) if char in CYRILLIC]
    at = pool.draw.choice(places)
    return f"{name[:at]}{CYRILLIC[name[at]]}{name[at + 1 :]}", at


def look_alike(pool: Pool) -> BuiltLink:
    """A letter of another script that looks like one of ASCII."""
    host, _ = with_look_alike(pool)
    return BuiltLink(f"https://{host}{rest(pool)}", ascii_form(host))


def punycode(pool: Pool) -> BuiltLink:
    """The same, in the form that has only ASCII."""
    host = ascii_form(with_look_alike(pool)[0])
    return BuiltLink(f"https://{host}{rest(pool)}", host)


def honest_host(pool: Pool) -> str:
    """A name that is written with letters outside ASCII."""
    front = ("", "www.")[pool.draw.number(2)]
    return f"{front}{pool.draw.choice(HONEST_LABELS)}.{pool.draw.choice(ENDINGS)}"


def own_letters(pool: Pool) -> BuiltLink:
    """Letters outside ASCII, all of one script, as people write that name."""
    host = honest_host(pool)
    return BuiltLink(f"https://{host}{rest(pool)}", ascii_form(host))
