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


def name_of_something(pool: Pool) -> BuiltLink:
    """A URN, data, a part of a message, a tag, an article, an address for mail."""
    form = pool.draw.choice(FORMS)
    text = form.format(
        lure=pool.take("lures"),
        name=pool.take("names"),
        dir=pool.take("dirs"),
        user=pool.take("users"),
    )
    return BuiltLink(text, None)
