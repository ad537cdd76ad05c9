"""The schema of packs accepts what the reader accepts."""

import json
import os
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.for_each import for_each
from tests.lessons.pack_schema import built
from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.lessons.kinds.table import KINDS
from uriinspector.lessons.pack_file import KIND_FIELDS, read_pack
from uriinspector.lessons.question import JOINED_KINDS

FILE = Path(__file__).parents[2] / "resources/schema/uriinspector-pack-1.schema.json"
HEAD = 'pack = 1\nid = "school.example/x"\nversion = 1\ntitle = "X"\n'
GOOD = (
    shipped_text("lessons/example.toml"),
    *(
        f'{HEAD}[[item]]\nid = "x"\nkind = "{kind}"\ncount = 2\n'
        for kind in (*KIND_FIELDS, *JOINED_KINDS)
    ),
    HEAD + '[[item]]\nid = "x"\nkind = "steps"\nof = "lines"\nedition = "1997"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "where"\nof = "innermost"\nabout = "inner-site-only"\n',
    HEAD + 'language = "de"\n[[item]]\nid = "x"\nkind = "rung"\na = "a:b"\nb = "A:b"\n',
    HEAD
    + '[[item]]\nid = "x"\nkind = "write"\nwants = [{ has = "port" }, { length_at_most = 9 }]\n',
    HEAD + '[[item]]\nid = "x"\nkind = "base"\npage = "<a href=g>"\nurl = "http://a.test/"\n',
)
BAD = (
    HEAD,
    HEAD + 'language = "fr"\n[[item]]\nid = "x"\nkind = "rung"\n',
    HEAD + '[[item]]\nid = "x y"\nkind = "where"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "essay"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "tricks"\ncount = 2\n',
    HEAD + '[[item]]\nid = "x"\nkind = "where"\nof = "lines"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "site"\nof = "innermost"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "where"\nparts = "host"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "steps"\nof = "lines"\nedition = "1994"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "rung"\nedition = "1997"\n',
    HEAD + '[[item]]\nid = "x"\nkind = "write"\nwants = [{ has = "tail" }]\n',
    HEAD + '[[item]]\nid = "x"\nkind = "write"\nwants = [{ has = "port", valid = "2005" }]\n',
    HEAD + '[[item]]\nid = "x"\nkind = "write"\nwants = [{ resolves_to = { base = "a:b" } }]\n',
    HEAD + '[[item]]\nid = "x"\nkind = "write"\nwants = []\n',
    HEAD + '[[item]]\nid = "x"\nkind = "where"\ncount = 101\n',
    HEAD + 'tries = -1\n[[item]]\nid = "x"\nkind = "where"\n',
    'version = 1\ntitle = "X"\n[[item]]\nid = "x"\nkind = "where"\n',
)


def test_schema_file_is_up_to_date() -> None:
    text = json.dumps(built(), indent=1) + "\n"
    if os.environ.get("URIINSPECT_REWRITE_GOLDEN"):
        FILE.write_text(text, "utf-8")
    assert FILE.read_text("utf-8") == text
    Draft202012Validator.check_schema(built())


def test_every_kind_has_its_fields() -> None:
    assert set(KIND_FIELDS) == set(KINDS)


@for_each("text", *GOOD)
def test_valid_pack_matches_the_schema(text: str) -> None:
    Draft202012Validator(built()).validate(tomllib.loads(text))
    assert read_pack(text).items


@for_each("text", *BAD)
def test_invalid_pack_does_not_match_the_schema(text: str) -> None:
    assert not Draft202012Validator(built()).is_valid(tomllib.loads(text))
    with pytest.raises(ListError):
        read_pack(text)


@for_each(
    "item, fault",
    ('kind = "rung"\na = "x:y"', "a needs b"),
    ('kind = "base"\nurl = "x:y"', "url needs page"),
    ('kind = "relative"\nbase = "x:y"', "base needs target"),
    ('kind = "editions"\nbase = "x:y"\nreference = "z"', "base needs result"),
    ('kind = "write"\nasks = "Write a link."', "asks needs wants"),
    ('kind = "write"\nwants = [{ hass = "port" }]', 'wants: unknown "hass"; similar: has'),
    ('kind = "write"\nwants = [3]', 'wants: unknown "3"; allowed: valid'),
    ('kind = "write"\nwants = "port"', "wants is not a list of conditions"),
    ('kind = "order"\neditions = ["1994"]', 'editions: unknown "1994"; similar: 1997'),
    ('kind = "steps"\neditions = ["1997"]', "editions needs of"),
    ('kind = "steps"\nof = "line"', 'of: unknown "line"; similar: lines'),
    ('kind = "where"\nof = "lines"', 'of: unknown "lines"; allowed: innermost'),
    ('kind = "where"\nof = 3', "of is not a text"),
    ('kind = "where"\nof = "innermost"\nabout = "with-port"', 'about: unknown "with-port"; '),
    ('kind = "tricks"\ncount = 3',
        'questions of the kind "tricks" no longer exist; remove this item'),
    ('kind = "valid"\ntext = "x y"\nsays = "yes"', 'the answer is "no 2", not "yes"'),
)  # fmt: skip
def test_missing_entry_of_a_pack_is_reported(item: str, fault: str) -> None:
    with pytest.raises(ListError) as error:
        read_pack(f'{HEAD}[[item]]\nid = "x"\n{item}\n')
    assert any(fault in each for each in error.value.texts)
