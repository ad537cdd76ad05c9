"""The schema of packs, built from the tables that the reader of packs uses."""

from typing import Any

from uriinspector import EDITIONS
from uriinspector.core.model import Part
from uriinspector.lessons.answer_lines import KIND_WORDS
from uriinspector.lessons.mistakes.reference_writing import CONDITIONS as REQUIREMENTS
from uriinspector.lessons.mistakes.reference_writing import MOST
from uriinspector.lessons.mistakes.sameness import LEVELS
from uriinspector.lessons.mistakes.table import MISTAKES
from uriinspector.lessons.pack_file import (
    CONDITIONS,
    EVERY_KIND,
    FIELDS,
    KIND_EDITIONS,
    KIND_FIELDS,
    LONGEST_VALUE,
    MATERIALS,
    MOST_COUNT,
    MOST_ITEMS,
    MOST_TEXTS,
    NUMBER,
    REASONS,
    SCORES,
    SWITCH,
    TEXT,
    TEXTS,
)
from uriinspector.lessons.question import JOINED_KINDS
from uriinspector.lessons.tricks import TRICKS

Schema = dict[str, Any]
TEXT_SCHEMA: Schema = {"type": "string", "maxLength": LONGEST_VALUE}
ENUMS = {
    "about": sorted({each.code for each in MISTAKES}),
    "tricks": list(TRICKS),
    "parts": [part.value for part in Part],
}


def one_or_several(single: Schema) -> Schema:
    array = {"type": "array", "items": single, "minItems": 1, "maxItems": MOST_TEXTS}
    return {"anyOf": [single, array]}


def condition(name: str) -> Schema:
    if name == "length_at_most":
        return {"type": "integer", "minimum": 1, "maximum": LONGEST_VALUE}
    values = REQUIREMENTS[name].values
    if name in {"resolves_to", "same_as"}:
        fields = {
            each: {"enum": list(LEVELS)} if each == "rung" else TEXT_SCHEMA for each in values
        }
        return {
            "type": "object",
            "properties": fields,
            "required": list(values),
            "additionalProperties": False,
        }
    return {"enum": list(values)}


def field(name: str, kind: str) -> Schema:
    if name == "of":
        return {"enum": [KIND_WORDS[kind].of[0]]}
    if name in ENUMS:
        return {"$ref": f"#/$defs/known-{name}"}
    if name in {"edition", "editions"}:
        years = {"enum": list(KIND_EDITIONS.get(kind, EDITIONS))}
        return years if name == "edition" else one_or_several(years)
    if name == "count":
        return {"type": "integer", "minimum": 1, "maximum": MOST_COUNT}
    return {
        NUMBER: {"type": "integer"},
        TEXT: {"$ref": "#/$defs/text"},
        SWITCH: {"type": "boolean"},
        TEXTS: {"$ref": "#/$defs/texts"},
        CONDITIONS: {"$ref": "#/$defs/wants"},
    }[FIELDS[name]]


def item(kind: str) -> Schema:
    fields = {name: field(name, kind) for name in (*EVERY_KIND, *KIND_FIELDS[kind])}
    fields["id"] = {"type": "string", "pattern": "^[\\w.-]{1,40}$"}
    old = [name for name, (joined, _) in JOINED_KINDS.items() if joined == kind]
    fields["kind"] = {"enum": [kind, *old]} if old else {"const": kind}
    return {
        "type": "object",
        "properties": fields,
        "required": ["id", "kind"],
        "additionalProperties": False,
    }


def built() -> Schema:
    score = {"type": "number", "minimum": 0, "maximum": 1}
    text = {**TEXT_SCHEMA, "minLength": 1}
    wants = {
        "type": "array",
        "minItems": 1,
        "maxItems": MOST,
        "items": {"type": "object", "minProperties": 1, "maxProperties": 1,
            "properties": {name: condition(name) for name in REQUIREMENTS},
            "additionalProperties": False},
    }  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pack of questions for uriinspect sheet, read from TOML",
        "type": "object",
        "properties": {
            "pack": {"const": 1},
            "id": text,
            "version": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
            "title": text,
            "language": {"enum": ["en", "de"]},
            "edition": {"enum": list(EDITIONS)},
            "material": {"enum": list(MATERIALS)},
            "tries": {"type": "integer", "minimum": 0},
            "reasons": {"enum": list(REASONS)},
            "due": {},
            "scoring": {"type": "object", "properties": dict.fromkeys(SCORES, score),
                "additionalProperties": False},
            "item": {"type": "array", "minItems": 1, "maxItems": MOST_ITEMS,
                "items": {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in KIND_FIELDS]}},
        },
        "required": ["id", "version", "title", "item"],
        "additionalProperties": False,
        "$defs": {"text": TEXT_SCHEMA, "texts": one_or_several(TEXT_SCHEMA), "wants": wants,
            **{f"known-{name}": one_or_several({"enum": known}) for name, known in ENUMS.items()},
            **{kind: item(kind) for kind in KIND_FIELDS}},
    }  # fmt: skip
