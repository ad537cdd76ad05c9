"""Targets that read what teachers and students write: packs, and tables of answers."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from tests.fuzz.target import Target
from tests.fuzz.text_targets import chosen, decoded
from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.export.judged_answers import answer_table, judged_rows, plain_row, text_of
from uriinspector.export.sheet_forms import SheetForm, as_csv, as_json
from uriinspector.export.sheet_page import as_html
from uriinspector.lessons.pack import sheet_of
from uriinspector.lessons.pack_file import read_pack
from uriinspector.lessons.question import NoQuestionError

# More rows and questions than these say nothing new.
MOST_ROWS, MOST_QUESTIONS = 20, 40


def pack(data: bytes) -> None:
    """A pack: a sheet in all forms, or each fault with its line."""
    try:
        read = read_pack(decoded(data))
    except ListError:
        return
    questions = sum(item.count or len(item.fixed) for item in read.items)
    if questions > MOST_QUESTIONS or any(len(item.fixed) > MOST_QUESTIONS for item in read.items):
        return
    with suppress(NoQuestionError):
        sheet = sheet_of(read, "a")
        assert sheet == sheet_of(read, "a")
        form = SheetForm("with")
        assert all((*as_csv([sheet], form), *as_json([sheet], form)))
        assert "".join(as_html(read, [sheet], form)).count("<section>") == 1


def answers(data: bytes) -> None:
    """A table of answers: each row is right, wrong with a reason, open, or not to be read."""
    how, rest = chosen(data)
    table = answer_table(text_of(rest))
    base = "http://a/b/c/d;p?q" if how & 1 else ""
    for row, _ in zip(
        judged_rows(table, partial(plain_row, base=base, edition="2005")),
        range(MOST_ROWS),
        strict=False,
    ):
        assert row.fault or row.right is not False or row.reason()
        assert isinstance(row.fault, str)


TARGETS = (
    Target("pack", pack, 4_096, tokens="pack"),
    Target("answers", answers, 1_000, tokens="links"),
)
