"""The printed examples as exercises: the key is right, and each mistake is named."""

import tomllib
from typing import Any

from tests.for_each import for_each
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.diagnosis import wrong_targets
from uriinspector.lessons.kinds.table import KINDS, judged
from uriinspector.lessons.mistakes.pairs import Pair

TABLES = [
    each
    for each in tomllib.loads(shipped_text("resolutions.toml"))["table"]
    if each["edition"] in {"1997", "2003", "2005"}
]
ROWS = [
    (table["edition"], row.get("base", table["base"]), row)
    for table in TABLES
    for row in table["rows"]
    if not set(row) - {"reference", "target", "same", "clause", "base"}
]


def test_more_than_120_printed_examples_are_used() -> None:
    assert len(ROWS) > 120


@for_each("edition, base, row", *ROWS)
def test_printed_answer_is_right_and_each_mistake_is_named(
    edition: str, base: str, row: dict[str, Any]
) -> None:
    given = {"base": base, "reference": row["reference"], "edition": edition}
    question = KINDS["target"].question(given)
    assert judged(question, row.get("target", "same document")).right is True
    for mistake, texts in wrong_targets(Pair(base, row["reference"], edition)):
        for text in (each for each in texts if each is not None and each.strip() == each):
            if text and text not in {question.key, *question.also}:
                diagnosis = judged(question, text).diagnosis
                assert mistake.code in {diagnosis.mistake, *diagnosis.also}
