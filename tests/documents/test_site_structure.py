"""The map of a site: single pages if there are few, else folders, as deep as fits."""

from tests.for_each import for_each
from uriinspector.documents.site.site_check import SiteStructure, SiteTarget, StructureEdge
from uriinspector.documents.site.site_store import FILE, PAGE, SiteEntry


def chosen(*paths: str) -> SiteStructure:
    structure = SiteStructure()
    structure.choose(paths)
    return structure


def test_few_pages_are_shown_and_many_grouped_by_folder() -> None:
    paths = [f"a/{number}.html" for number in range(40)]
    structure = chosen(*paths)
    assert list(structure.nodes) == paths
    assert not structure.is_by_folder
    assert structure.name_of("a/1.html") == "a/1.html"
    structure = chosen("x.html", *(f"a/{number}.html" for number in range(40)))
    assert (list(structure.nodes), structure.is_by_folder) == (["", "a/"], True)
    assert structure.name_of("a/new.html") == "a/"
    assert structure.name_of("elsewhere/x.html") == ""


@for_each("folders, expected", (40, 40), (41, 1))
def test_site_structure_folders_are_as_deep_as_possible(folders: int, expected: int) -> None:
    structure = chosen(
        *(f"a/{number:02}/{page}.html" for number in range(folders) for page in "xy")
    )
    assert len(structure.nodes) == expected
    assert structure.name_of("a/01/x.html") == ("a/01/" if expected == 40 else "a/")


def test_folder_depth_is_limited_to_eight() -> None:
    deep = "/".join("abcdefghijk")
    structure = chosen(*(f"{deep}/{number}.html" for number in range(50)))
    assert list(structure.nodes) == ["a/b/c/d/e/f/g/h/"]


def test_site_structure_has_only_the_largest_folders() -> None:
    large = [
        f"large{number:02}/{deep}/{page}" for number in range(39) for deep in "ab" for page in "xy"
    ]
    small = [f"small{number:02}/a/x" for number in range(9)]
    structure = chosen(*small, *large)
    assert list(structure.nodes) == ["", *(f"large{number:02}/" for number in range(39))]
    assert structure.name_of("small01/a/x") == ""
    assert structure.name_of("large01/a/x") == "large01/"


def entry(path: str, kind: int = PAGE) -> SiteEntry:
    return SiteEntry(1, path, kind, "")


def test_links_between_nodes_are_counted() -> None:
    structure = chosen("a.html", "b.html")
    for page in ("a.html", "b.html", "b.html"):
        structure.add_page(page)
    a, b = entry("a.html"), entry("b.html")

    def link(page: SiteEntry, other: SiteEntry | None, path: str, fragment: str = "") -> None:
        target = SiteTarget("file", path, fragment=fragment)
        structure.add_link(page, other, target, is_broken=other is None or bool(fragment))

    link(b, a, "a.html")
    for _ in range(2):
        link(a, b, "b.html")
    link(a, a, "a.html")
    link(a, entry("c.png", FILE), "c.png")
    link(a, None, "missing.html", "f")
    for _ in range(2):
        link(b, a, "a.html", "nothing")
    link(entry("a.css", FILE), None, "missing.png")
    assert structure.edges == [
        StructureEdge("a.html", "b.html", 2),
        StructureEdge("b.html", "a.html", 1),
    ]
    assert structure.missing == [
        StructureEdge("b.html", "a.html#nothing", 2),
        StructureEdge("a.html", "missing.html", 1),
    ]
    nodes = {each.path: (each.pages, each.broken) for each in structure.nodes.values()}
    assert nodes == {"a.html": (1, 1), "b.html": (2, 2)}


@for_each("count", 999, 1000, 1001)
def test_number_of_listed_missing_targets_is_limited(count: int) -> None:
    structure = chosen("a.html")
    for _ in range(2):
        for number in range(count):
            target = SiteTarget("file", f"{number}.html")
            structure.add_link(entry("a.html"), None, target, is_broken=True)
    assert len(structure.missing) == min(count, 1000)
    assert {each.links for each in structure.missing} == {2}
    assert structure.nodes["a.html"].broken == 2 * count
