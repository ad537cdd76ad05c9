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


def rows(out: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(out, newline=""), delimiter=delimiter))


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
