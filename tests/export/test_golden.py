"""Golden files of exported links."""

from tests.export.texts import GOLDEN
from tests.for_each import for_each
from tests.golden_files import compare
from uriinspector.analysis.inspection import inspect
from uriinspector.export.csv import csv_row
from uriinspector.export.formats import LINK_FORMATS, export_as
from uriinspector.export.options import ExportOptions
from uriinspector.export.templates import fill, shipped_templates

NAMED_BY_ENDING = {"markdown", "html", "svg"}
READ = [name for name, each in LINK_FORMATS.items() if not each.is_exact and not each.is_drawn]


@for_each("form", *READ)
@for_each("name", *GOLDEN)
def test_report_matches_its_golden_file(name: str, form: str) -> None:
    found = export_as(inspect(GOLDEN[name]), form)
    ending = LINK_FORMATS[form].ending
    compare(f"{name}.{ending}" if form in NAMED_BY_ENDING else f"{name}.{form}.{ending}", found)


@for_each(
    "name, base, text",
    ("empty", None, ""),
    ("reference", "https://user@a.example/b/c?d", "../g;x=1?y#z w"),
    ("no-target", "mailto:a@b.example", "g"),
    ("address", None, "http://0x7f.1:8080/%7Ea"),
    ("mail", None, "mailto:a@b.example?subject=x&body=http://c.example/"),
)
def test_report_on_little_input_matches_its_golden_file(
    name: str, base: str | None, text: str
) -> None:
    found = [export_as(inspect(text, base=base), form) for form in ("markdown", "svg", "route")]
    exact = export_as(inspect(text, base=base), "html", ExportOptions(exact=True, theme="dark"))
    compare(f"{name}.txt", "\n".join([*found, exact]))


def test_reports_match_their_golden_files() -> None:
    compare("deceptive.json", export_as(inspect(GOLDEN["deceptive"]), "json"))
    made = inspect(
        "https://a.example/?email=alice@corp.example&uid=12345678", base="http://b.test/"
    )
    compare(
        "without-recipient.md", export_as(made, "markdown", ExportOptions(without_recipient=True))
    )


@for_each("name", *shipped_templates())
def test_filled_template_matches_its_golden_file(name: str) -> None:
    compare(f"hostile.{name}.txt", fill(shipped_templates()[name], inspect(GOLDEN["hostile"])))


def test_csv_rows_match_their_golden_file() -> None:
    cells = ["=1+1", "@a", "-1", "\ta", "\ra", GOLDEN["hostile"], "a,b;c", 'a"b', "calm"]
    compare("hostile.csv", "".join(csv_row(str(at), cell) for at, cell in enumerate(cells)))
