"""The Meaning column explains values once the verdict is shown."""

from pytestqt.qtbot import QtBot

import uriinspector
from tests.for_each import for_each
from tests.gui.inspect.listed import rows_of, turn
from uriinspector.gui.inspect.component_rows import ComponentRow, ValueMeanings, component_rows
from uriinspector.gui.shell.window import Window

NOW = "2023-11-14 22:13:20 UTC"
ZIPPED = "eJzj4tLP1TcwNajKKi8yYPSSTcvMSVUoriwuSc1VSMsvSs0rzkxWSMxLzKksziwGADbBDzw"


def meanings(text: str) -> dict[str, str]:
    """Return the meaning of each row by the path of titles."""
    result: dict[str, str] = {}
    inspection = uriinspector.inspect(text)

    def take(level: list[ComponentRow], above: str) -> None:
        for row in level:
            result[f"{above}{row.title}"] = row.meaning
            take(list(row.children(50)), f"{above}{row.title}/")

    take(component_rows(inspection, ValueMeanings(inspection.values)), "")
    return result


@for_each("text, row, meaning",

        ("https://a.example/1700000000/b", "path/segment 1", f"{NOW}, if Unix seconds"),
        ("https://a.example/x?t=1700000000", "query/t", f"{NOW} (Unix seconds)"),
        (
            "https://a.example/1700000000",
            "path",
            f"{NOW}, if Unix seconds; 1 segment; path-abempty",
        ),
        (
            "https://a.example/?1700000000",
            "query",
            f"{NOW}, if Unix seconds; text without key-value pairs",
        ),
        ("https://a.example/#1700000000", "fragment", f"{NOW}, if Unix seconds; is not sent"),
        (
            "https://a.example/?u=https%3A%2F%2Fb.test%2Fc",
            "query/u",
            "Link to b.test; decoded: https://b.test/c",
        ),
        (
            "https://a.example/?d=eyJhIjoxLCJiIjoiaGVsbG8gd29ybGQifQ",
            "query/d",
            '"{"a":1,"b":"hello world"}" in base64; JSON',
        ),
        ("https://a.example/?t=1700000000&t=2", "query/t", "2 of 2 with this name"),
        (
            "https://a.example/report-1700000000123.pdf/x",
            "path/segment 1",
            "2023-11-14 22:13:20.123 UTC, if Unix milliseconds",
        ))  # fmt: skip
def test_best_reading_comes_first_in_the_meaning(text: str, row: str, meaning: str) -> None:
    assert meanings(text)[row] == meaning


def test_each_encoding_layer_is_named() -> None:
    meaning = meanings(f"https://a.example/?gs_lp={ZIPPED}")["query/gs_lp"]
    assert meaning.startswith("Encoded in base64")
    assert len(meaning.split("; ")) > 1


@for_each(
    "text", "https://a.example/about/us?q=cats&lang=nice", "urn:isbn:1", "", "//", "mailto:a@b"
)
def test_meanings_are_unchanged_without_values(text: str) -> None:
    inspection = uriinspector.inspect(text)
    plain = [row.meaning for row in component_rows(inspection)]
    assert [row.meaning for row in component_rows(inspection, ValueMeanings(()))] == plain


def test_decoded_invisible_characters_are_not_shown_raw() -> None:
    every = meanings("https://a.example/?q=4oCuZXhlLmZpbGUubmFtZS50aGF0LmlzLmhpZGRlbg")
    assert "\u202e" not in "".join(every.values())


def test_values_are_decoded_after_the_verdict(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("https://a.example/?t=1700000000&x=1")
    turn(page.components.list, "query")

    def meaning() -> str:
        rows = rows_of(page.components.list)
        return str(next(row.meaning for row in rows if row.title == "t"))

    assert "values" not in vars(page.shown)  # the verdict decodes no values
    qtbot.waitUntil(lambda: meaning() == f"{NOW} (Unix seconds)")
    assert window.is_settled()


def test_values_of_a_long_text_are_decoded_in_the_background(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("https://a.example/1700000000/" + "a" * 5_000)
    qtbot.waitUntil(lambda: page.shown is not None and not page.components.is_reading)
    turn(page.components.list, "path")
    rows = [each.meaning for each in rows_of(page.components.list)]
    assert f"{NOW}, if Unix seconds" in rows


def test_values_of_a_replaced_text_are_not_shown(qtbot: QtBot, window: Window) -> None:
    page = window.inspect_page
    window.show()
    window.show_text("https://a.example/1700000000")
    window.show_text("https://a.example/about")
    qtbot.waitUntil(lambda: not page.components.is_reading)
    assert not any(NOW in each.meaning for each in rows_of(page.components.list))
