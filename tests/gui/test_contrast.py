"""Every pair of colors that meet, computed from the themes and their style sheet.

WCAG 2.2: text needs 4.5:1 (1.4.3), the borders of controls and what marks a selection 3:1 (1.4.11).
"""

import re
import tomllib
from functools import cache
from itertools import combinations
from math import dist

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.gui.shell import start
from uriinspector.gui.storage.settings import Settings
from uriinspector.gui.theme import theme

THEMES = ("light", "dark", "light_contrast", "dark_contrast")
GROUNDS = (
    *("window", "card", "selected", "hover", "hatch", "hover_mark", "warning_card"),
    *("high_card", "medium_card", "low_card", "info_card", "calm_card"),
)
# Separators within a group: purely decorative.
DECORATIVE = {"line"}
TEXT, EDGE, HIGH, HIGH_EDGE = 4.5, 3.0, 7.0, 4.5
# Selectors with decorative borders: cards, rulers, headings and elements drawn twice.
WITHOUT_EDGE = re.compile(
    r"QFrame#(card|line|rail|tabs|rung|met|strip)|QTableView|QTreeView|QHeaderView|QTabWidget"
    r"|QMenuBar$|QSplitter|QMenu::separator"
)
# Linear RGB as seen with three kinds of color vision (Machado et al. 2009, severity 1).
VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
APART = 10.0  # CIE 1976; adjacent swatches are distinguishable from about 2


@cache
def colors(theme: str) -> dict[str, str]:
    """Return all colors of a theme; a high-contrast theme overrides some of its base theme."""
    base = theme.partition("_")[0]
    found = tomllib.loads(shipped_text(f"themes/{base}.toml"))
    if theme != base:
        changed = tomllib.loads(shipped_text(f"themes/{theme}.toml"))
        found["parts"] |= changed.pop("parts", {})
        found |= changed
    return {**found.pop("parts"), **found}


@cache
def parts(theme: str) -> tuple[str, ...]:
    return tuple(tomllib.loads(shipped_text(f"themes/{theme.partition('_')[0]}.toml"))["parts"])


def light(color: str) -> tuple[float, float, float]:
    """Return the linear RGB values of a color."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    one, two, three = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (red, green, blue)
    )
    return one, two, three


def contrast(one: str, other: str) -> float:
    weights = (0.2126, 0.7152, 0.0722)
    values = sorted(
        sum(weight * part for weight, part in zip(weights, light(color), strict=True))
        for color in (one, other)
    )
    return (values[1] + 0.05) / (values[0] + 0.05)


def lab(theme: str, name: str, vision: str) -> tuple[float, float, float]:
    source = light(colors(theme)[name])
    seen = [
        min(max(sum(a * b for a, b in zip(row, source, strict=True)), 0), 1)
        for row in VISIONS[vision]
    ]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        _root(sum(a * b for a, b in zip(row, seen, strict=True)) / most)
        for row, most in zip(rows, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116


def rules() -> list[tuple[str, dict[str, str]]]:
    """Return each selector of the style sheet with its declarations."""
    sheet = re.sub(r"/\*.*?\*/", "", shipped_text("themes/window.qss"), flags=re.DOTALL)
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
        said = dict(each.split(":", 1) for each in body.split(";") if ":" in each)
        said = {name.strip(): value.strip() for name, value in said.items()}
        found += [(each.strip(), said) for each in selectors.split(",")]
    return found


def named(value: str) -> list[str]:
    """Return the color names used in a value of the style sheet."""
    return [each for each in re.findall(r"\$(\w+)", value) if not re.match(r"px\d|icons", each)]


def test_contrast_formula_matches_known_values() -> None:
    assert round(contrast("#000000", "#FFFFFF"), 2) == 21
    assert round(contrast("#767676", "#FFFFFF"), 2) == 4.54


@for_each("theme", *THEMES)
def test_text_has_enough_contrast_on_every_background(theme: str) -> None:
    found = colors(theme)
    texts = set(found) - set(GROUNDS) - DECORATIVE - {"border"}
    assert set(parts(theme)) < texts
    least = HIGH if theme.endswith("contrast") else TEXT
    pairs = {
        (text, ground): contrast(found[text], found[ground]) for text in texts for ground in GROUNDS
    }
    assert {pair: round(value, 2) for pair, value in pairs.items() if value < least} == {}


@for_each("theme", *THEMES)
def test_edges_have_enough_contrast_on_every_background(theme: str) -> None:
    found = colors(theme)
    least = HIGH_EDGE if theme.endswith("contrast") else EDGE
    edges = {"border", "accent"} | (DECORATIVE if theme.endswith("contrast") else set())
    pairs = {(edge, on): contrast(found[edge], found[on]) for edge in edges for on in GROUNDS}
    assert {pair: round(value, 2) for pair, value in pairs.items() if value < least} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_component_colors_differ_for_every_color_vision(theme: str) -> None:
    if theme.endswith("contrast"):
        pytest.skip("of higher contrast the parts have their brackets and names")
    for vision in VISIONS:
        seen = {name: lab(theme, name, vision) for name in parts(theme)}
        near = {
            (one, other): round(dist(seen[one], seen[other]), 1)
            for one, other in combinations(seen, 2)
        }
        assert {pair: value for pair, value in near.items() if value < APART} == {}, vision


def test_borders_of_interactive_widgets_are_not_faint() -> None:
    faint = [
        (selector, name)
        for selector, said in rules()
        for name, value in said.items()
        if name.startswith("border") and "line" in named(value)
        if not WITHOUT_EDGE.match(selector)
    ]
    assert faint == []


def test_selected_items_have_an_edge() -> None:
    selected: dict[str, list[str]] = {}
    for selector, said in rules():
        if re.search(r"::(item|tab):selected$|QPushButton:checked$", selector):
            edges = [value for name, value in said.items() if name.startswith("border")]
            selected.setdefault(selector, []).extend(named(" ".join(edges)))
    assert {"QTableView::item:selected", "QTreeView::item:selected"} < set(selected)
    # Rows of tables are painted with a bar, as tests/gui/tables checks.
    plain = [each for each, edges in selected.items() if "accent" not in edges]
    # While the details are folded, no tab is shown as selected.
    assert plain == ["QTableView::item:selected", 'QTabBar[folded="true"]::tab:selected']


@for_each("theme", *THEMES)
def test_text_has_enough_contrast_within_each_style_rule(theme: str) -> None:
    found, least = colors(theme), {}
    for selector, said in rules():
        ground = named(said.get("background", "")) + named(
            said.get("selection-background-color", "")
        )
        text = named(said.get("color", "")) + named(said.get("selection-color", ""))
        for one in text[-1:]:
            for other in ground[-1:]:
                least[selector] = contrast(found[one], found[other])
    assert {each: round(value, 2) for each, value in least.items() if value < TEXT} == {}


def test_system_contrast_preference_is_followed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = False
    monkeypatch.setattr(start, "wants_contrast", lambda _application: wanted)
    settings = Settings()
    theme.use("light")
    settings.set("theme", "light")
    changed = qapp.styleHints().accessibility().contrastPreferenceChanged
    changed.connect(dir)  # disconnecting fails if nothing is connected
    changed.disconnect()  # otherwise windows of other tests would dress the application first
    display = start.DisplaySettings(qapp, settings)
    dressed: list[bool] = []
    display.dressed.connect(lambda: dressed.append(theme.has_contrast))
    display.complete()
    assert dressed == []
    wanted = True
    changed.emit(Qt.ContrastPreference(1))
    assert dressed == [True]
    assert theme.color("border").name().upper() == colors("light_contrast")["border"]
    settings.set("theme", "dark")
    assert (theme.name, theme.color("window").name()) == ("dark", "#000000")
    assert theme.color("hatch").name().upper() == colors("dark_contrast")["hatch"]
    wanted = False
    display.complete()
    assert theme.color("window").name().upper() == colors("dark")["window"]
