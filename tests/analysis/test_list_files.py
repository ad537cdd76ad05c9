"""Files that replace or extend shipped lists: their effects and their mistakes."""

import pickle

import pytest

from tests.for_each import for_each
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.international.known_names import index, shipped_name_rows
from uriinspector.analysis.list_files import ListFile, lists_from, name_rows, shipped_source
from uriinspector.analysis.list_problems import MOST_PROBLEMS, ListError
from uriinspector.analysis.list_sources import (
    KINDS,
    KNOWN_NAMES,
    REWRITERS,
    SERVICES,
    SHIPPED,
    SHIPPED_FILES,
    Lists,
)
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.documents.scan import scan

OWN = "nordbankia\tname\tbanks\town\tnordbankia.example nordbankia-online.example\n"
TYPED = OWN.replace("\town\t", "\ttyped\t")
EXTENDS = "# extends: shipped\n"
GATE = (
    '[[rewriter]]\nname = "Our gate"\nkind = "rewriter"\nhosts = ["gate.example.org"]\n'
    'path = "/check"\nparameters = ["u"]\n'
)


def lists(kind: str, text: str | bytes, name: str = "own.txt") -> Lists:
    return lists_from([ListFile(kind, name, text if isinstance(text, bytes) else text.encode())])


def codes(inspection: Inspection) -> set[str]:
    return {each.code for each in inspection.findings} - {"special-name"}


@for_each("kind", *KINDS)
def test_shipped_list_is_a_valid_file_of_its_kind(kind: str) -> None:
    [source] = lists(kind, shipped_text(SHIPPED_FILES[kind]), SHIPPED_FILES[kind]).sources
    assert source == shipped_source(kind)
    assert source.name == SHIPPED_FILES[kind].rpartition("/")[2]
    assert source.entries > 100
    assert source.date is not None
    assert not source.extends


def test_copy_of_the_shipped_names_has_the_same_names() -> None:
    rows, _ = name_rows(shipped_text(SHIPPED_FILES[KNOWN_NAMES]))
    assert [row.name for row in rows] == [row.name for row in shipped_name_rows()]
    known = lists(KNOWN_NAMES, shipped_text(SHIPPED_FILES[KNOWN_NAMES])).known_names
    assert [each.label for each in index((), known).known] == [each.label for each in index().known]


def test_names_file_replaces_the_built_in_names() -> None:
    own = lists(KNOWN_NAMES, OWN)
    assert codes(inspect("https://nordbankla.com/", lists=own)) == {"lookalike"}
    assert codes(inspect("https://paypa1.com/")) == {"lookalike"}
    assert codes(inspect("https://paypa1.com/", lists=own)) == set()
    both = lists(KNOWN_NAMES, EXTENDS + OWN)
    assert codes(inspect("https://nordbankla.com/", lists=both)) == {"lookalike"}
    assert codes(inspect("https://paypa1.com/", lists=both)) == {"lookalike"}


@for_each(
    "text", "https://nordbankla.com@h.example/", "https://nordbankia.evil.test/",
    "https://nordbаnkia.com",
)  # fmt: skip
def test_all_rules_use_the_names_from_a_file(text: str) -> None:
    assert inspect(text, lists=lists(KNOWN_NAMES, OWN)).verdict.severity in {"medium", "high"}


def test_unverified_row_exempts_no_domain() -> None:
    link = "https://nordbankia-online.example/"
    assert "lookalike" not in codes(inspect(link, lists=lists(KNOWN_NAMES, OWN)))
    for doubt in ("typed", "Typed", "typed, unverified", "UNVERIFIED", "unverified (2024)"):
        typed = lists(KNOWN_NAMES, TYPED.replace("typed", doubt))
        assert "lookalike" in codes(inspect(link, lists=typed)), doubt


def test_row_adds_domains_to_a_shipped_name() -> None:
    row = "paypal\tname\town\town\tpaypal-login.com\nnix\tname\town\town\tnix.example =paypal\n"
    link = "https://paypal-login.com/"
    assert "lookalike" in codes(inspect(link))
    own = lists(KNOWN_NAMES, EXTENDS + row)
    assert "lookalike" not in codes(inspect(link, lists=own))
    known = index((), own.known_names).labels["nix"]
    assert {"paypal.com", "paypal-login.com", "nix.example"} <= known.own


def test_listed_domain_is_reduced_to_its_registrable_domain() -> None:
    known = lists(KNOWN_NAMES, "my-name\tname\to\to\tWWW.My-Name.co.uk xn--bcher-kva.example.\n")
    [name] = index((), known.known_names).known
    assert name.own == {"my-name.co.uk", "bücher.example"}


def test_services_from_a_file_are_recognized() -> None:
    link = "https://links.example.org/x"
    own = lists(SERVICES, '[shortener]\nhosts = ["Links.example.org"]\n')
    assert "shortener" in codes(inspect(link, lists=own))
    assert "shortener" not in codes(inspect("https://bit.ly/x", lists=own))
    assert "shortener" not in codes(inspect(link))
    both = lists(SERVICES, 'extends = "shipped"\n[shortener]\nhosts = ["links.example.org"]\n')
    assert "shortener" in codes(inspect("https://bit.ly/x", lists=both))
    assert "shortener" in codes(inspect(link, lists=both))


def test_rewriters_from_a_file_are_followed() -> None:
    link = "https://gate.example.org/check?u=https://end.example.com/"
    safe = "https://www.google.com/url?q=https://end.example.com/"
    own = lists(REWRITERS, GATE)
    assert inspect(link, lists=own).verdict.final_host == "end.example.com"
    assert inspect(link).verdict.final_host != "end.example.com"
    assert inspect(safe, lists=own).nested[0].layer.service != "Google"
    both = lists(REWRITERS, 'extends = "shipped"\n' + GATE)
    assert inspect(safe, lists=both).verdict.final_host == "end.example.com"


def test_several_files_are_used_together() -> None:
    files = (ListFile(KNOWN_NAMES, "a", OWN.encode()), ListFile(REWRITERS, "b", GATE.encode()))
    own = lists_from(files)
    assert [each.kind for each in own.sources] == [KNOWN_NAMES, REWRITERS]
    inspection = inspect("https://gate.example.org/check?u=https://nordbankla.com/", lists=own)
    assert "lookalike" in codes(inspection.nested[0].inspection or inspection)


def test_json_names_the_lists_in_use() -> None:
    own = lists(KNOWN_NAMES, "# date: 2026-01-02\n" + EXTENDS + OWN, "/home/me/own.txt")
    text = "https://a.example/?u=https://b.example/"
    assert "lists" not in inspect(text).to_dict()
    record = inspect(text, lists=own).to_dict()
    [source] = record["lists"]
    assert source["name"] == "own.txt"
    assert source["date"] == "2026-01-02"
    assert source["entries"] == 1
    assert source["extends"] is True
    assert "lists" not in record["nested"][0]["inspection"]


def test_documents_are_judged_by_the_same_lists() -> None:
    page = b'<a href="https://nordbankla.com/">nordbankia.example</a>'
    own = scan(page, lists=lists(KNOWN_NAMES, OWN))
    assert {each.code for each in own.links[0].judged().findings} >= {"lookalike"}
    assert own.to_dict()["lists"][0]["name"] == "own.txt"
    assert "lists" not in scan(page).to_dict()
    siblings = b'<a href="https://nordbankia-online.example/">nordbankia.example</a>'
    shown = scan(siblings, lists=lists(KNOWN_NAMES, OWN)).links[0].judged().findings
    assert "text-mismatch" not in {each.code for each in shown}


def test_pickled_lists_share_the_index() -> None:
    own = lists(KNOWN_NAMES, OWN)
    assert index((), pickle.loads(pickle.dumps(own)).known_names) is index((), own.known_names)
    assert index((), lists(KNOWN_NAMES, TYPED).known_names) is not index((), own.known_names)


def test_shipped_lists_are_not_listed_as_sources() -> None:
    assert SHIPPED.sources == ()
    assert lists_from(()) is SHIPPED


NAME = "is not a valid name; a name is one label, without dots"
WRONG = {
    "empty": (KNOWN_NAMES, b"", ["the file has no rows"]),
    "remarks alone": (KNOWN_NAMES, b"# a\n\n", ["the file has no rows"]),
    "blanks for tabs": (KNOWN_NAMES, b"\na name b c d.example", ["line 2: a row needs 5 columns"]),
    "a column too few": (KNOWN_NAMES, b"a\tname\tb\td.example", ["a row needs 5 columns", "has 4"]),
    "an empty column": (KNOWN_NAMES, b"a\tname\tb\t\td.example", ["line 1: a row needs 5 columns"]),
    "a kind": (KNOWN_NAMES, b"a\tfoo\tb\tc\td.example", ['line 1: unknown kind "foo"']),
    "two words": (KNOWN_NAMES, b"a b\tname\tb\tc\td.example", [f'line 1: "a b" {NAME}']),
    "a host for a name": (KNOWN_NAMES, b"a.b\tname\tb\tc\td.example", [f'line 1: "a.b" {NAME}']),
    "an address": (KNOWN_NAMES, b"a\tname\tb\tc\t1.2.3.4", ['line 1: "1.2.3.4" is not a domain']),
    "a link": (KNOWN_NAMES, b"a\tname\tb\tc\thttp://d.example", ["is not a domain"]),
    "a label": (KNOWN_NAMES, b"a\tname\tb\tc\td", ['line 1: "d" is not a domain']),
    "what comes later": (
        KNOWN_NAMES,
        b"a\tname\tb\tc\t=z",
        ['"z" is not a name defined above this line'],
    ),
    "another list": (KNOWN_NAMES, b"# extends: all\n" + OWN.encode(),
        ["line 1: a list can extend"]),
    "no UTF-8": (KNOWN_NAMES, b"a\n\xe9\n", ["line 2: byte 1 is not valid UTF-8"]),
    "UTF-16": (KNOWN_NAMES, OWN.encode("utf-16"), ["the file is UTF-16; save it as UTF-8"]),
    "NUL": (SERVICES, b"a\0", ["line 1: contains a NUL character"]),
    "too large": (KNOWN_NAMES, b"#" * (4 << 20) + b"#", ["the file is larger than 4 MB"]),
    "a long line": (KNOWN_NAMES, b"a" * 60_000, ["line 1: longer than 50,000 characters"]),
    "no TOML": (SERVICES, b'version = "1"\n[shortener', ["line 2: not valid TOML"]),
    "deep": (SERVICES, b"a=" + b"[" * 90_000, ["nested too deeply"]),
    "many dots": (SERVICES, b"\na" + b".a" * 90_000 + b"=1",
        ["line 2: too many names in one line"]),
    "many keys": (SERVICES, b"[a" + b".a" * 900 + b"]\n" + b"a.a=1\n" * 9_000,
        ["line 1: too many"]),
    "large TOML": (REWRITERS, b"#" * (2 << 20), ["the file is larger than 1 MB"]),
    "no services": (SERVICES, b'version = "1"', ["the file has no rows"]),
    "a kind of services": (SERVICES, b"\n[foo]\nhosts=[]", ['line 2: unknown kind "foo"']),
    "a kind that is none": (SERVICES, b"tunnel = 3", ['"tunnel" needs a "hosts" list']),
    "another field": (SERVICES, b"[tunnel]\nhosts=[]\nx=1",
        ['line 1: "tunnel" needs a "hosts" list']),
    "a host": (SERVICES, b'[tunnel]\nhosts=["a.b",\n"a b"]', ['line 3: "a b" is not a host name']),
    "a number": (SERVICES, b"[tunnel]\nhosts=[3]", ['"3" is not a host name']),
    "what it extends": (SERVICES, b"extends=[1]\n[tunnel]\nhosts=['a.b']", ["a list can extend"]),
    "no rewriters": (REWRITERS, b"", ["the file has no rows"]),
    "a field": (REWRITERS, b"foo = 1\n" + GATE.encode(), ['line 1: unknown field "foo"']),
    "a row": (REWRITERS, GATE.encode() + b"\n[[rewriter]]\nname='b'",
        ["line 8: b: kind must be one of"]),
    "hosts of a row": (*(REWRITERS, GATE.replace('["gate.example.org"]', "[3]").encode()),
        ["line 1: Our gate: hosts must be a list of strings"]),
    "a host of a row": (*(REWRITERS, GATE.replace("gate.example.org", "http://g.example").encode()),
        ['line 1: "http://g.example" is not a host name']),
    "a list of rows": (REWRITERS, b"rewriter = [1]", ["a row must be a table"]),
    "no list of rows": (REWRITERS, b"rewriter = 1", ['rows must begin with "[[rewriter]]"']),
    "suffixes": (
        REWRITERS,
        b"suffixes = 1\n" + GATE.encode(),
        ["suffixes must be lists of strings"],
    ),
}  # fmt: skip


@for_each("kind, octets, words", *WRONG.values(), ids=WRONG)
def test_mistake_in_a_list_is_reported_with_its_line(
    kind: str, octets: bytes, words: list[str]
) -> None:
    with pytest.raises(ListError) as error:
        lists(kind, octets)
    assert all(any(each in text for text in error.value.texts) for each in words)


def test_number_of_reported_bad_lines_is_limited() -> None:
    with pytest.raises(ListError) as error:
        lists(KNOWN_NAMES, "a\n" * (MOST_PROBLEMS + 1))
    assert error.value.texts[-1] == "and 1 more problem"
    with pytest.raises(ListError) as error:
        lists(KNOWN_NAMES, "a\n" * 1_020)
    assert len(error.value.problems) == MOST_PROBLEMS
    assert error.value.texts[-1] == "and 1,000 more problems"


def test_list_with_too_many_rows_is_refused() -> None:
    rows = "".join(f"n{at}\tname\to\to\tn{at}.example\n" for at in range(20_001))
    with pytest.raises(ListError, match="line 20,001: more than 20,000 rows"):
        lists(KNOWN_NAMES, rows)
    many = GATE * 2_001
    with pytest.raises(ListError, match="more than 2,000 rows"):
        lists(REWRITERS, many)
    hosts = "".join(f'"a{at}.b",\n' for at in range(50_001))
    with pytest.raises(ListError, match="more than 50,000 rows"):
        lists(SERVICES, f"[tunnel]\nhosts = [\n{hosts}]")


def test_crlf_and_byte_order_mark_are_accepted() -> None:
    text = b"\xef\xbb\xbf" + (EXTENDS + OWN).replace("\n", "\r\n").encode()
    [source] = lists(KNOWN_NAMES, text).sources
    assert (source.entries, source.extends) == (1, True)


def test_quotation_from_a_bad_list_line_is_cut() -> None:
    with pytest.raises(ListError) as error:
        lists(KNOWN_NAMES, f"{'a.' * 5_000}\tname\to\to\td.example")
    assert len(error.value.texts[0]) < 160


def test_unknown_kind_of_list_raises() -> None:
    with pytest.raises(ValueError, match="no kind of list is called 'foo'"):
        lists("foo", "")
