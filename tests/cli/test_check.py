"""Marking a class's answers, with the mistake behind each wrong one."""

import csv
import io
import json
from pathlib import Path

from tests.cli.conftest import Command
from tests.for_each import for_each
from tests.lessons.test_typed_answers import TABLE
from uriinspector.documents.rules.table import ALL_RULES
from uriinspector.lessons.mistakes.table import MISTAKES

HEAD = "student,base,reference,edition,answer,ask\n"
ROWS = (
    HEAD
    + "ann,http://a/b/c,../g,2005,http://a/b/../g,\n"
    + "bob,http://a/b/c,g,,http://a/b/g,target\n"
    + "bob,,https://www.bank.example@evil.test/,,www.bank.example,host\n"
    + "cem,,https://www.evil.test/,,,site\n"
)


def rows(out: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(out, newline=""), delimiter=delimiter))


def test_check_marks_answers_with_reasons(uriinspect: Command) -> None:
    answer = uriinspect("check", "-", given=ROWS.encode())
    found = rows(answer.out)
    assert found[0] == [*HEAD.strip().split(","), "right", "mistake", "reason", "also"]
    assert [row[6:8] for row in found[1:]] == [
        *(["no", "dots-left"], ["yes", ""], ["no", "userinfo-as-host"], ["", ""])
    ]
    assert found[1][8] == "You left dot segments in the path. They are removed after merging."
    assert (answer.status, answer.err) == (0, "uriinspect: 1 of 3 correct\n")


def test_check_gives_reasons_in_german(uriinspect: Command) -> None:
    answer = uriinspect("check", "--language", "de", "-", given=ROWS.encode())
    assert rows(answer.out)[1][8].startswith("Sie haben Punktsegmente im Pfad gelassen.")


@for_each("delimiter", ",", ";", "\t")
@for_each("encoding", "utf-8", "utf-8-sig", "utf-16", "cp1252")
def test_spreadsheet_encodings_and_delimiters_are_read(
    delimiter: str, encoding: str, uriinspect: Command
) -> None:
    given = io.StringIO(newline="")
    writer = csv.writer(given, delimiter=delimiter)
    writer.writerows([["Sch\u00fcler", "Antwort", "Basis", "Referenz"]])
    writer.writerow(["J\u00fcrgen", "http://a/b/c;p/g", "http://a/b/c;p?q", "g"])
    answer = uriinspect("check", "-", given=given.getvalue().encode(encoding))
    found = rows(answer.out, delimiter)
    assert found[1][0] == "J\u00fcrgen"
    assert found[1][-3] == "kept-last-segment"


def test_every_known_wrong_answer_is_recognized(uriinspect: Command, tmp_path: Path) -> None:
    asks = {"target": "target", "where": "host", "site": "site"}
    known = [
        (
            (its.get("base"), its.get("reference", its.get("text")), its.get("edition"), answer),
            asks[each["kind"]],
            name,
        )
        for each in TABLE
        for its in (each["given"],)
        for answer, name in each.get("wrong", {}).items()
        if each["kind"] in asks and "of" not in its
    ]
    file = tmp_path / "answers.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["base", "reference", "edition", "answer", "ask"])
        writer.writerows((*cells, ask) for cells, ask, _ in known)
    answer = uriinspect("check", "--json", str(file))
    found = [json.loads(line)["mistake"] for line in answer.out.splitlines()]
    assert found == [name for *_, name in known]


@for_each(
    "row, fault",
    ("x,http://a/,g,1999,h,", 'edition is "1999"; available: 1994, 1997, 2003, 2005'),
    ("x,http://a/,g,,h,path", 'ask is "path"; available: target, host, site'),
    ("x,,g,,h,", "no base"),
    ("x,y", "missing column: reference"),
    ("x,http://a/,g,,h,,more", "7 cells, but 6 columns"),
)
def test_check_reports_a_bad_row_by_line(row: str, fault: str, uriinspect: Command) -> None:
    answer = uriinspect("check", "-", given=f"{ROWS}{row}\n".encode())
    assert f"line 6: {fault}" in answer.err
    assert (answer.status, len(rows(answer.out))) == (2, 5)


def test_empty_trailing_cells_are_ignored(uriinspect: Command) -> None:
    given = HEAD + "ann,http://a/b/c,g,2005,http://a/b/g,,,,\n"
    assert uriinspect("check", "-", given=given.encode()).status == 0


def test_header_without_a_required_column_is_refused(uriinspect: Command) -> None:
    answer = uriinspect("check", "-", given=b"student,base,reference\na,b,c\n")
    assert "missing column: answer" in answer.err
    assert answer.status == 2


def test_table_without_a_header_has_the_default_columns(uriinspect: Command) -> None:
    answer = uriinspect("check", "-", given=b"http://a/b/c,g,1997,http://a/b/g\n")
    assert rows(answer.out) == [
        ["base", "reference", "edition", "answer", "ask", "right", "mistake", "reason", "also"],
        ["http://a/b/c", "g", "1997", "http://a/b/g", "", "yes", "", "", ""],
    ]


def test_formula_in_an_answer_is_escaped_and_read_back(uriinspect: Command) -> None:
    given = b"base,reference,answer\nhttp://a/b,=g,http://a/=g\nhttp://a/b,'=g,http://a/=g\n"
    answer = uriinspect("check", "-", given=given)
    assert [row[1] for row in rows(answer.out)[1:]] == ["'=g", "'=g"]
    assert [row[3] for row in rows(answer.out)[1:]] == ["yes", "yes"]


@for_each(
    "by, lines", ("student", ["ann", "bob", "cem"]), ("class", ["class"]), ("item", ["(none)"])
)
def test_check_totals_answers_by_group(by: str, lines: list[str], uriinspect: Command) -> None:
    answer = uriinspect("check", "--by", by, "-", given=ROWS.encode())
    assert [line.split("  ")[1] for line in answer.out.splitlines()[1:]] == lines


def test_most_common_mistake_is_first_with_its_reason(uriinspect: Command) -> None:
    another = "dan,,https://www.bank.example@evil.test/,,www.bank.example,host\n"
    answer = uriinspect("check", "--by", "mistake", "-", given=(ROWS + another).encode())
    found = [line.split()[:5] for line in answer.out.splitlines()[1:] if line[2] != " "]
    assert found == [
        ["2", "students", "2", "answers", "userinfo-as-host"],
        ["1", "student", "1", "answer", "dots-left"],
        ["1", "student", "1", "answer", "(right)"],
        ["1", "student", "1", "answer", "(no"],
    ]
    assert "You left dot segments in the path" in answer.out
    german = uriinspect("check", "--by", "mistake", "--language", "de", "-", given=ROWS.encode())
    assert "Punktsegmente" in german.out


@for_each("fail_on, status", ("wrong", 1), ("never", 0))
def test_fail_on_wrong_sets_the_exit_status(fail_on: str, status: int, uriinspect: Command) -> None:
    assert uriinspect("check", "--fail-on", fail_on, "-", given=ROWS.encode()).status == status


def test_empty_table_has_no_answers(uriinspect: Command) -> None:
    assert uriinspect("check", "-").err == "uriinspect: -: no answers\nuriinspect: 0 of 0 correct\n"


def test_mistake_codes_are_explained(uriinspect: Command) -> None:
    answer = uriinspect("explain", "kept-last-segment")
    assert "You kept the last segment of the base." in " ".join(answer.out.split())
    assert "5.2.3" in answer.out
    record = json.loads(uriinspect("explain", "--json", "climbed-too-far").out)
    assert record["mistake"] == "climbed-too-far"
    assert len(record["reasons"]) == 2
    assert "a mistake in exercises" in uriinspect("explain", "as-1997", "lure").out


def test_lure_is_the_only_code_shared_by_mistakes_and_findings() -> None:
    assert {each.code for each in MISTAKES} & {rule.code for rule in ALL_RULES} == {"lure"}


def test_check_scores_tries_and_hints_as_the_pack_specifies(
    uriinspect: Command, tmp_path: Path
) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text(
        'pack = 1\nid = "a"\nversion = 1\ntitle = "t"\n[scoring]\nsecond = 0.25\nhinted = 0.75\n'
        '[[item]]\nid = "x"\nkind = "where"\ntext = "https://a.example/"\n'
    )
    tries = [("1", "0"), ("2", "0"), ("1", "2"), ("2", "1"), ("1", "4"), ("", ""), ("x", "-1")]
    answers = "student,item,number,answer,tries,hints\n" + "".join(
        f"ann{at},x,1,a.example,{each},{hints}\n" for at, (each, hints) in enumerate(tries)
    )
    answer = uriinspect("check", "-", "--pack", str(pack), given=answers.encode())
    assert [row[7] for row in rows(answer.out)[1:]] == [
        *("1", "0.25", "0.75", "0.75", "0", "1", "1")
    ]
