"""The client of the accessibility bus, queried in lines of JSON.

It is run by the system's Python, which has gi, and does not know the program. Each question is
``[method, *arguments]``, each answer ``[value]`` or ``["error", text]``. Objects of the bus are
numbers from earlier answers.
"""

import json
import sys
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  # the version has to be chosen first

EVENTS = (
    "object:announcement", "object:state-changed:focused", "object:text-caret-moved",
    "object:text-selection-changed", "object:selection-changed", "object:active-descendant-changed",
    "object:property-change:accessible-name", "window:activate",
)  # fmt: skip


class BusReader:
    """Answers questions about the bus, and collects its events."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.events: list[dict[str, Any]] = []
        self.focused: Any = None
        self.listener = Atspi.EventListener.new(self.on_event)
        for name in EVENTS:
            self.listener.register(name)

    def on_event(self, event: Any) -> None:
        source = event.source
        if event.type.startswith("object:state-changed:focused") and event.detail1:
            self.focused = source
        said = event.any_data if isinstance(event.any_data, str) else ""
        try:
            name, role = source.get_name(), source.get_role_name()
        except GLib.Error:  # the object no longer exists
            name, role = "", ""
        self.events.append(
            {
                "event": event.type,
                "name": name,
                "role": role,
                "text": said,
                "first": event.detail1,
                "second": event.detail2,
            }
        )

    def number(self, accessible: Any) -> int | None:
        if accessible is None:
            return None
        self.objects.append(accessible)
        return len(self.objects) - 1

    def ask_applications(self) -> list[int | None]:
        desktop = Atspi.get_desktop(0)
        count = desktop.get_child_count()
        return [self.number(desktop.get_child_at_index(at)) for at in range(count)]

    def ask_focused(self) -> int | None:
        return self.number(self.focused)

    def ask_about(self, at: int) -> dict[str, Any]:
        it = self.objects[at]
        it.clear_cache()
        found = it.get_state_set().get_states()
        names = [Atspi.StateType(state).value_nick for state in found]
        return {
            "role": it.get_role_name(),
            "name": it.get_name(),
            "description": it.get_description(),
            "states": names,
        }

    def ask_children(self, at: int, most: int) -> list[int | None]:
        it = self.objects[at]
        it.clear_cache()
        count = min(it.get_child_count(), most)
        return [self.number(it.get_child_at_index(index)) for index in range(count)]

    def ask_relations(self, at: int) -> dict[str, list[str]]:
        found = {}
        for each in self.objects[at].get_relation_set():
            targets = [each.get_target(index) for index in range(each.get_n_targets())]
            found[each.get_relation_type().value_nick] = [it.get_name() for it in targets]
        return found

    def ask_actions(self, at: int) -> list[str]:
        action = self.objects[at].get_action_iface()
        return [action.get_action_name(i) for i in range(action.get_n_actions())] if action else []

    def ask_do(self, at: int, name: str) -> bool:
        action = self.objects[at].get_action_iface()
        return bool(action.do_action(self.ask_actions(at).index(name)))

    def ask_focus(self, at: int) -> bool:
        return bool(self.objects[at].get_component_iface().grab_focus())

    def ask_extents(self, at: int) -> list[int]:
        box = self.objects[at].get_component_iface().get_extents(Atspi.CoordType.SCREEN)
        return [box.x, box.y, box.width, box.height]

    def ask_text(self, at: int, start: int, end: int) -> str | None:
        text = self.objects[at].get_text_iface()
        return None if text is None else str(Atspi.Text.get_text(text, start, end))

    def ask_text_at(self, at: int, offset: int, unit: str) -> list[Any]:
        granularity = getattr(Atspi.TextGranularity, unit)
        it = Atspi.Text.get_string_at_offset(self.objects[at], offset, granularity)
        return [it.content, it.start_offset, it.end_offset]

    def ask_length(self, at: int) -> int:
        return int(Atspi.Text.get_character_count(self.objects[at]))

    def ask_caret(self, at: int) -> int:
        return int(Atspi.Text.get_caret_offset(self.objects[at]))

    def ask_put_caret(self, at: int, offset: int) -> bool:
        return bool(Atspi.Text.set_caret_offset(self.objects[at], offset))

    def ask_selection(self, at: int) -> list[int] | None:
        if not Atspi.Text.get_n_selections(self.objects[at]):
            return None
        chosen = Atspi.Text.get_selection(self.objects[at], 0)
        return [chosen.start_offset, chosen.end_offset]

    def ask_select_text(self, at: int, start: int, end: int) -> bool:
        it = self.objects[at]
        if Atspi.Text.get_n_selections(it):
            return bool(Atspi.Text.set_selection(it, 0, start, end))
        return bool(Atspi.Text.add_selection(it, start, end))

    def ask_write(self, at: int, text: str) -> bool:
        return bool(Atspi.EditableText.set_text_contents(self.objects[at], text))

    def ask_select(self, at: int, index: int) -> bool:
        return bool(self.objects[at].get_selection_iface().select_child(index))

    def ask_table(self, at: int) -> list[int]:
        it = self.objects[at]
        return [Atspi.Table.get_n_rows(it), Atspi.Table.get_n_columns(it)]

    def ask_cell(self, at: int, line: int, column: int) -> int | None:
        return self.number(Atspi.Table.get_accessible_at(self.objects[at], line, column))

    def ask_heard(self) -> list[dict[str, Any]]:
        heard, self.events = self.events, []
        return heard

    def answer(self, line: str) -> str:
        name, *arguments = json.loads(line)
        try:
            return json.dumps([getattr(self, f"ask_{name}")(*arguments)])
        except GLib.Error as error:  # anything else is a mistake of the test and ends the program
            return json.dumps(["error", str(error)])


def main() -> None:
    """Answer line by line until the input ends."""
    Atspi.init()
    reader = BusReader()
    loop = GLib.MainLoop()

    def on_line(channel: Any, condition: Any) -> bool:
        line = channel.readline() if condition & GLib.IOCondition.IN else ""
        if not line:
            loop.quit()
            return False
        sys.stdout.write(reader.answer(line) + "\n")
        sys.stdout.flush()
        return True

    GLib.io_add_watch(sys.stdin, GLib.IOCondition.IN | GLib.IOCondition.HUP, on_line)
    loop.run()


if __name__ == "__main__":
    main()
