"""The codes that questions are drawn by."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from uriinspector.lessons.draw import code_of

if TYPE_CHECKING:
    from uriinspector.gui.storage.profile import Profile


def new_code(profile: Profile) -> str:
    """A code by chance; where nothing is kept, as for pictures, always the same."""
    return code_of(secrets.token_hex(16) if profile.learning_file is not None else "example")


def learner_code(profile: Profile) -> str:
    """The code of a learner: made once, and no name of anything."""
    if not profile.settings["learner"]:
        profile.settings.set("learner", new_code(profile))
    return str(profile.settings["learner"])
