"""What is wrong with a line that is no TOML, for who writes TOML seldom."""

from __future__ import annotations

import re

from uriinspector.analysis.list_files.list_problems import ListError, ListProblem
from uriinspector.core.expression import expression
from uriinspector.core.model import message

CURLY = expression(r"=\s*\[?\s*[\u201c\u201d\u201e\u00bb\u00ab\u2018\u2019]")
DATE = expression(r"=\s*\"?\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}")
COMMA = expression(r"=\s*\d+,\d")
WORD = expression(r"=\s*(?!true\b|false\b|inf\b|nan\b)[^\W\d_]", re.UNICODE)


def with_hint(fault: ListError, text: str) -> ListError:
    """The same fault, and what is likely to be meant in its line."""
    first = fault.problems[0]
    lines = text.split("\n")
    line = lines[first.line - 1] if 0 < first.line <= len(lines) else ""
    hint = _hint(line)
    return ListError([*fault.problems, ListProblem(first.line, hint)]) if hint else fault


def _hint(line: str) -> str:
    if CURLY.search(line):
        return message("TOML needs straight quotation marks, as in {example}", example='"text"')
    if DATE.search(line):
        return message("dates are written like {example}", example="2026-11-28")
    if COMMA.search(line):
        return message("numbers have a point, as in {example}", example="0.5")
    if line.partition("#")[0].count('"') % 2:
        return message("a quotation mark is missing")
    if WORD.search(line):
        return message("texts are in quotation marks, as in {example}", example='"text"')
    return ""
