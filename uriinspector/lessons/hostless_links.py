"""Links that name something and no host: the name of a host in them is only text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.lessons.built_link import BuiltLink

if TYPE_CHECKING:
    from uriinspector.lessons.material import Pool

FORMS = (
    "urn:example:{lure}:{name}",
    "urn:example:{dir}:{lure}",
    "data:text/plain,https://{lure}/",
    "data:,{lure}",
    "cid:{dir}.{user}@{lure}",
    "mid:{user}.{dir}@{lure}",
    "tag:{lure},2026:{name}",
    "news:{dir}.{user}@{lure}",
    "mailto:{user}@{lure}",
)
WIDER_FORMS = (
    "urn:example:{lure}:{dir}:{name}",
    "urn:example:{dir}:{name}:{lure}",
    "data:text/plain,https://{lure}/{dir}/{name}",
    "data:,{lure}/{dir}/{name}",
    "cid:{dir}.{user}@{lure}",
    "mid:{user}.{dir}@{lure}",
    "tag:{lure},2026:{dir}/{name}",
    "news:{dir}.{user}@{lure}",
    "mailto:{user}.{dir}@{lure}",
)


def name_of_something(pool: Pool) -> BuiltLink:
    """A URN, data, a part of a message, a tag, an article, an address for mail."""
    return _filled(FORMS, pool)


def wider_name(pool: Pool) -> BuiltLink:
    """The same, with more of it drawn."""
    return _filled(WIDER_FORMS, pool)


def _filled(forms: tuple[str, ...], pool: Pool) -> BuiltLink:
    form = pool.draw.choice(forms)
    text = form.format(
        lure=pool.take("lures"),
        name=pool.take("names"),
        dir=pool.take("dirs"),
        user=pool.take("users"),
    )
    return BuiltLink(text, None)
