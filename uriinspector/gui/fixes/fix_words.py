"""What is said of a review as a whole, and of what was saved.  No Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.gui.fixes.fix_review import CHOICES, LEFT
from uriinspector.gui.fixes.saving import PATCH, PLACE, RESTORE
from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.translation import say, say_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.gui.fixes.fix_review import FixReview
    from uriinspector.gui.fixes.saving import SaveResult

# So many of the things that were not looked at are named.
MOST = 3


def summary(review: FixReview) -> str:
    """How much would be changed, and what is left to the author."""
    links = sum(each.links for each in review.files.values())
    words = [
        say("{changed} of {links} links to change", changed=review.changed, links=links),
        say_count(review.open_choices, "1 choice left to you", "{count} choices left to you")
        if review.open_choices
        else "",
        say_count(review.left, "1 link not changed", "{count} links not changed")
        if review.left
        else "",
    ]
    if len(review.files) > 1:
        words.append(say("{count} files", count=len(review.files)))
    return " · ".join(filter(None, [*words, *unread(review)]))


def unread(review: FixReview) -> list[str]:
    """The files that could not be read, and parts of files that were not looked at."""
    files = review.files.values()
    result = [
        say("{file}: {why}", file=visible(each.name), why=say(each.problem))
        for each in files
        if each.problem
    ]
    parts = sum(len(each.not_examined) for each in files)
    if parts:
        result.append(say_count(parts, "1 part not checked", "{count} parts not checked"))
    return result[:MOST]


def nothing(review: FixReview, view: str) -> str:
    """Why there are no rows."""
    if review.proposals:
        words = {CHOICES: say("No choice is left to you."), LEFT: say("Every link can be fixed.")}
        return words.get(view, "")
    links = sum(each.links for each in review.files.values())
    checked = say_count(links, "1 link was checked.", "{count} links were checked.")
    return "\n".join((say("Nothing to fix"), checked, *unread(review)))


def saved(results: Iterable[SaveResult], how: str, root: str) -> tuple[str, bool]:
    """What was saved, and whether something was not."""
    results = list(results)
    written = [each for each in results if each.place]
    links = sum(each.links for each in written)
    words = []
    if written:
        words.append(_written_words(written, links, how, root))
    left = sum(each.left for each in written)
    if left:
        words.append(
            say_count(
                left,
                "1 link stayed as it was: its place would have it read differently.",
                "{count} links stayed as they were: their places would have them read differently.",
            )
        )
    problems = [each for each in results if each.problem]
    words += [
        say("{file}: {why}", file=visible(each.name), why=say(each.problem))
        for each in problems[:MOST]
    ]
    if rest := len(problems) - MOST if len(problems) > MOST else 0:
        words.append(
            say_count(rest, "1 more file was not written.", "{count} more files were not written.")
        )
    if not words:
        words.append(say("Nothing was written: no change is taken."))
    return " ".join(words), bool(problems or left or not written)


def _written_words(written: list[SaveResult], links: int, how: str, root: str) -> str:
    changed = say_count(links, "1 link changed", "{count} links changed")
    if how == RESTORE:
        return say_count(len(written), "The old file is back.", "{count} old files are back.")
    if how == PATCH:
        if root:
            return say(
                "{changed}. Apply the patch in {folder}.", changed=changed, folder=visible(root)
            )
        return f"{changed}."
    if len(written) > 1:
        return say("{changed} in {count} files.", changed=changed, count=len(written))
    name = visible(Path(written[0].place).name)
    if how == PLACE:
        backup = visible(Path(written[0].backup).name)
        return say(
            "{changed} in {file}. The old file is {backup}.",
            changed=changed,
            file=name,
            backup=backup,
        )
    return say("{changed}. Saved as {file}.", changed=changed, file=name)
