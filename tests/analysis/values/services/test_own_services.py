"""The user's own rows about services: their effects and their mistakes."""

import pickle

import pytest

from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.list_files import ListFile, lists_from
from uriinspector.analysis.list_problems import ListError
from uriinspector.analysis.list_sources import PARAMETERS, Lists
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.values.value import flattened

DESK = """
[[service]]
name = "Our help desk"
hosts = ["desk.example.org", "{branch}.desk.example.org"]
path = ["/ticket/{ticket}", "/t/{ticket}/{part}"]
source = "own"
confidence = "certain"
says = "Ticket"
exclude = { ticket = ["new"], part = ["print"] }
[service.values]
branch = "Branch office"
ticket = { means = "Ticket number", form = "digits" }
part = "Part"
opened = { means = "Opened at", reader = "unix" }
mode = { means = "Mode", words = { r = "read" } }
"#note" = "Note"
"cf_*" = "Field"
"""
TICKET = "https://desk.example.org/ticket/42"
EXAMPLE = 'examples = {{ "{link}" = {{ ticket = "{ticket}" }} }}\n'


def lists(text: str) -> Lists:
    return lists_from([ListFile(PARAMETERS, "own.toml", text.encode())])


def with_example(link: str, ticket: str) -> str:
    row = EXAMPLE.format(link=link, ticket=ticket)
    return DESK.replace("[service.values]", row + "[service.values]")


def sentences(link: str, own: Lists) -> list[str]:
    rows = flattened(inspect(link, lists=own).values)
    return [each.reading.phrase for each in rows if each.reading.decoder == "service"]


OWN = {
    TICKET: ["Our help desk: Ticket", "Ticket number: 42 (Our help desk)"],
    "https://north.desk.example.org/t/42/a": ["Our help desk: Ticket",
        "Branch office: north (Our help desk)", "Ticket number: 42 (Our help desk)",
        "Part: a (Our help desk)"],
    f"{TICKET}?opened=1700000000#note=7": ["Our help desk: Ticket",
        "Ticket number: 42 (Our help desk)", "Opened at: 2023-11-14 22:13:20 UTC (Our help desk)",
        "Note: 7 (Our help desk)"],
    f"{TICKET}?mode=r&cf_color=red": ["Our help desk: Ticket", "Ticket number: 42 (Our help desk)",
        "Mode: read (Our help desk)", "Field: red (Our help desk)"],
    "https://desk.example.org/ticket/new": [], "https://desk.example.org/ticket/abc": [],
    "https://desk.example.org/t/42/print": [], "https://a.b.desk.example.org/ticket/42": [],
    "https://other.example.org/ticket/42": [], "https://meet.google.com/abc-defg-hij": [],
}  # fmt: skip


@for_each("link, expected", *OWN.items(), ids=OWN)
def test_own_service_row_explains_its_links(link: str, expected: list[str]) -> None:
    assert sentences(link, lists(DESK)) == expected


def test_own_services_file_can_extend_the_built_in_rows() -> None:
    own = lists('extends = "shipped"\n' + DESK)
    assert sentences(TICKET, own) == OWN[TICKET]
    assert len(sentences("https://meet.google.com/abc-defg-hij", own)) == 2


def test_own_service_rows_take_precedence() -> None:
    row = '[[service]]\nname="Mine"\nhosts=["meet.google.com"]\npath="/{room}"\nsource="own"\n'
    own = lists('extends = "shipped"\n' + row + 'values = { room = "Room" }\n')
    assert "Room: abc-defg-hij (Mine)" in sentences("https://meet.google.com/abc-defg-hij", own)


def test_service_reading_has_the_source_of_its_row() -> None:
    rows = inspect(TICKET, lists=lists(DESK)).to_dict(values=True)["values"]
    assert {each["source"] for each in rows if each["via"][-1] == "service"} == {"own"}


def test_own_services_can_use_built_in_and_own_suffixes() -> None:
    row = '[[service]]\nname="S"\nhosts=["shop.{}.*"]\nsource="own"\nsays="Shop"\n'
    own = lists(row.format("google"))
    assert sentences("https://shop.google.de/", own) == ["S: Shop"]
    own = lists('[suffixes]\nours = ["de"]\n' + row.format("ours"))
    assert sentences("https://shop.ours.de/", own) == ["S: Shop"]
    assert sentences("https://shop.ours.icu/", own) == []


def test_correct_example_of_a_service_row_is_accepted() -> None:
    assert lists(with_example(TICKET, "42")).sources[0].entries == 1


def test_service_rows_can_be_pickled() -> None:
    assert sentences(TICKET, pickle.loads(pickle.dumps(lists(DESK)))) == OWN[TICKET]


def test_service_example_in_the_manual_works() -> None:
    own = lists(shipped_text("manual/values.md").split("```toml\n")[1].split("```")[0])
    link = "https://north.desk.example.org/ticket/42?opened=1700000000&state=o"
    assert sentences(link, own) == [
        "Our help desk: Ticket", "Branch office: north (Our help desk)",
        "Ticket number: 42 (Our help desk)", "Opened at: 2023-11-14 22:13:20 UTC (Our help desk)",
        "State: open (Our help desk)",
    ]  # fmt: skip
    assert len(sentences("https://meet.google.com/abc-defg-hij", own)) == 2


def changed(old: str, new: str) -> str:
    assert old in DESK
    return DESK.replace(old, new)


HEAD = '[[service]]\nname = "a"\nhosts = ["a.example"]\nsource = "own"\n'
WRONG = {
    "no rows": ("", "the file has no rows"),
    "another table": ("[[rewriter]]\n" + DESK, 'unknown field "rewriter"'),
    "no table": ("service = 1", 'rows must begin with "[[service]]"'),
    "a row": ("service = [1]", "a row must be a table"),
    "words": ("words = 1\n" + DESK, "words must be a table of tables"),
    "suffixes": ("suffixes = 1\n" + DESK, "suffixes must be lists of strings"),
    "a field": (changed("says =", "sayz ="), "line 2: Our help desk: unknown fields: sayz"),
    "a name": (changed('"Our help desk"', '""'), 'line 2: a row without a name: "name", "hosts"'),
    "a number": (changed('"Our help desk"', "3"),
        "line 2: a row without a name: name must be a string"),
    "no source": (changed('"own"', '""'), '"name", "hosts" and "source" are required'),
    "hosts": (changed('["desk.example.org", ', "[3, "), "hosts must be a list of strings"),
    "paths": (changed('["/ticket/{ticket}", ', "[3, "), "path must be a list of strings"),
    "a host": (changed("desk.example.org", "http://d"), '"http://d" is not a host name'),
    "a confidence": (changed("certain", "sure"), "confidence must be one of certain, likely"),
    "a path": (changed('"/ticket', '"ticket'), "ticket/{ticket}: a path must begin with a slash"),
    "two places": (changed("/t/{ticket}/{part}", "/t/{ticket}{part}"), "one placeholder"),
    "a brace": (changed("/t/{ticket}", "/t/{ticket"), "one placeholder"),
    "a host with a place": (changed("{branch}.desk.example.org", "{branch}"),
        "followed by a domain"),
    "a suffix": (changed('"desk.example.org"', '"a.nosuch.*"'),
        "no suffixes are listed for nosuch"),
    "a place": (changed('part = "Part"\n', ""),
        'part is a placeholder, but is missing from "values"'),
    "excluded": (changed("part = [", "other = ["),
        'other is excluded, but is missing from "values"'),
    "exclude": (changed('ticket = ["new"]', "ticket = 3"), "exclude must be a table of lists"),
    "means": (changed('"Branch office"', '""'), 'branch: "means" is missing'),
    "means that is none": (changed('"Branch office"', "3"), 'branch: "means" is missing'),
    "a form": (changed('form = "digits"', 'form = "odd"'), "form must be one of digits, hex"),
    "a reader": (changed('reader = "unix"', 'reader = "odd"'), "reader must be one of text, words"),
    "a field of a value": (changed('form = "digits"', 'shape = "x"'), "unknown fields: shape"),
    "a split": (changed('form = "digits"', "split = 3"), "split must be a string"),
    "words of a value": (changed('{ r = "read" }', '"nosuch"'),
        "mode: words must be a table of strings"),
    "nothing": (HEAD, 'values must be a table, and must not be empty unless "says" is given'),
    "any host": (HEAD.replace("a.example", "*") + 'says = "a"', 'with hosts = ["*"], a row'),
    "any fragment": (HEAD.replace("a.example", "*") + 'values = { "#a" = "b" }',
        'with hosts = ["*"], a row'),
    "endpoints": (HEAD + 'says = "a"\nendpoints = "b"', "endpoints must be one of consent, device"),
    "examples": (HEAD + 'says = "a"\nexamples = { a = 1 }', "examples must be a table of tables"),
    "another value": (with_example(TICKET, "43"), 'ticket is "42", not "43"'),
    "another link": (with_example("https://b.example/", "42"), "ticket is not explained"),
}  # fmt: skip


@for_each("text, words", *WRONG.values(), ids=WRONG)
def test_mistake_in_an_own_service_is_reported(text: str, words: str) -> None:
    with pytest.raises(ListError) as error:
        lists(text)
    assert words in str(error.value)
