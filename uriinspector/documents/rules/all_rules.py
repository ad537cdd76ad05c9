"""All rules that create findings, about references and about documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from uriinspector.analysis.facts import Rule
from uriinspector.analysis.rules.table import RULES as ABOUT_REFERENCES
from uriinspector.documents.rules.link_rule import DocumentRule, LinkRule
from uriinspector.documents.rules.message_context import MessageRule
from uriinspector.documents.rules.table import EVERY as ABOUT_DOCUMENTS

if TYPE_CHECKING:
    AnyRule: TypeAlias = Rule | LinkRule | DocumentRule | MessageRule

ALL_RULES: tuple[AnyRule, ...] = (*ABOUT_REFERENCES, *ABOUT_DOCUMENTS)
