"""Labels in one script that look like Latin."""

from tests.for_each import for_each
from uriinspector.analysis.international.display import whole_script


@for_each(
    "label, script, imitates",
    ("аррӏе", "Cyrl", "apple"), ("сор-1", "Cyrl", "cop-1"), ("νοτα", "Grek", "vota"),
    ("հոս", "Armn", "hnu"), ("\u1090\u1091", "Mymr", None), ("россия", None, None),
    ("aррӏе", None, None),  # the first letter is Latin
    ("abc", None, None),
    ("日本", None, None),
    ("сα", None, None),
    ("курс", None, None),  # an ordinary word that browsers show
    ("рот", "Cyrl", "pot"),
    ("é", None, None),
)  # fmt: skip
def test_label_in_another_script_can_imitate_latin(
    label: str, script: str | None, imitates: str | None
) -> None:
    found = whole_script(label)
    assert (found.script if found else None) == script
    assert (found.imitates if found else None) == imitates
