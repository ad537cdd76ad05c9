"""The menus of a review: all changes of a kind at once, and the ways of saving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from uriinspector.gui.fixes.fix_model import FixModel
    from uriinspector.gui.fixes.fix_review import ChoiceCount


def fill_kinds(menu: QMenu, model: FixModel) -> None:
    """Each kind of fix with a tick, and each kind of choice with its options."""

    def build() -> None:
        menu.clear()
        for each in model.review.kinds():
            counts = {"taken": each.taken, "total": each.total}
            words = say("{what} ({taken} of {total})", what=say(each.title), **counts)
            action = menu.addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(each.taken == each.total)
            action.triggered.connect(
                lambda on, title=each.title: model.decide(model.review.with_kind(title, wanted=on))
            )
        menu.addSeparator()
        for choice in model.review.choice_kinds():
            _add_choice(menu, model, choice)

    menu.aboutToShow.connect(build)


def _add_choice(menu: QMenu, model: FixModel, choice: ChoiceCount) -> None:
    words = say("All choices: {what} ({total})", what=say(choice.title), total=choice.total)
    options = menu.addMenu(words.replace("&", "&&"))
    entries = [*choice.options.items(), ("", "Leave it as it is for now")]
    for name, meaning in entries:
        action = options.addAction(say(meaning).replace("&", "&&"))
        action.triggered.connect(
            lambda _on, name=name: model.decide(model.review.with_choice(choice.code, name))
        )


def fill_saving(menu: QMenu, ways: dict[str, Callable[[], object]]) -> None:
    """The ways of saving, by their words."""
    for words, on in ways.items():
        menu.addAction(words).triggered.connect(lambda _on=False, on=on: on())
