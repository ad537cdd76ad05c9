"""The table of formats: menu texts and manual."""

from pathlib import Path

from tests.for_each import for_each
from uriinspector.export.formats import CASE_FORMATS, LINK_FORMATS, SCAN_FORMATS, SITE_FORMATS

MANUAL = Path(__file__).resolve().parents[2] / "resources/manual/exports.md"
EVERY = {
    f"{kind}-{name}": form
    for kind, forms in (
        ("link", LINK_FORMATS), ("scan", SCAN_FORMATS), ("case", CASE_FORMATS),
        ("site", SITE_FORMATS),
    )
    for name, form in forms.items()
}  # fmt: skip


@for_each("name", *EVERY)
def test_menu_text_has_an_ellipsis_and_a_unique_mnemonic(name: str) -> None:
    words = getattr(EVERY[name], "words", "")
    if words:
        assert words.endswith("\u2026")
        assert words.count("&") == 1
        assert words.partition("&")[2][:1].isalnum()
        same = [each for each in EVERY if each.partition("-")[0] == name.partition("-")[0]]
        keys = [getattr(EVERY[each], "words", "").partition("&")[2][:1].lower() for each in same]
        assert keys.count(words.partition("&")[2][:1].lower()) == 1


@for_each("name", *[each for each in EVERY if not each.startswith("site-")])
def test_format_matches_the_manual(name: str) -> None:
    form = EVERY[name]
    links = "original" if form.is_exact else "defanged"
    row = f"| `{form.name}` | {form.title} | .{form.ending} | {links} |"
    assert row in MANUAL.read_text("utf-8").splitlines()
