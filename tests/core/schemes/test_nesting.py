"""References nested in other references: position, way of nesting, and text."""

from tests.core.schemes.scheme_results import dossier, faults, inner
from tests.for_each import for_each

LATER = "2005"


@for_each(
    "text, found",
    ("view-source:http://h/a#b", [("view-source", "http://h/a#b")]),
    ("view-source:", []),
    ("blob:https://h/9115d58c-bcda-ff47", [("blob", "https://h/9115d58c-bcda-ff47")]),
    ("blob:https://h/x#f", [("blob", "https://h/x")]),
    ("blob:null/x", []),
    ("filesystem:http://h/temporary/a", [("filesystem", "http://h/temporary/a")]),
    ("feed:https://h/rss", [("feed", "https://h/rss")]),
    ("feed://h/rss", [("feed", "http://h/rss")]),
    ("onenote:https://h/a", [("onenote", "https://h/a")]),
    ("onenote:x", []),
    ("mk:@MSITStore:C:\\a.chm::/b.htm", [("mk", "C:\\a.chm")]),
    ("mk:@MSITStore:http://h/a.chm::/b.htm", [("mk", "http://h/a.chm")]),
    ("ms-its:http://h/a.chm::/b.htm", [("ms-its", "http://h/a.chm")]),
    ("its:http://h/a.chm", [("its", "http://h/a.chm")]),
    ("git+https://h/a#b", [("scheme after +", "https://h/a#b")]),
    ("git+ssh://git@h/a", [("scheme after +", "ssh://git@h/a")]),
    ("ssh+git://h/a", []),
    ("pkg:deb/a@1?arch=x&repository_url=https%3A%2F%2Fh", [("pkg parameter", "https://h")]),
    ("pkg:npm/a@1?repository_url=h&download_url", []),
    ("itms-services://?action=download-manifest&URL=https://h/a.plist",
        [("itms-services parameter", "https://h/a.plist")]),
    ("ms-appinstaller:?source=https://h/a.msix",
        [("ms-appinstaller parameter", "https://h/a.msix")]),
    ("whatsapp://send?text=https%3A%2F%2Fh", [("mentioned", "https://h")]),
    ("steam://openurl/https://h/a?b", [("steam", "https://h/a?b")]),
    ("steam://run/440", []),
    ("x-github-client://openRepo/https://h/r", [("x-github-client", "https://h/r")]),
    ("googlechrome://navigate?url=https://h", [("googlechrome parameter", "https://h")]),
    ("microsoft-edge:https://h/a", [("microsoft-edge", "https://h/a")]),
    ("microsoft-edge:?url=https://h/a", [("microsoft-edge parameter", "https://h/a")]),
    # A link is listed once, and a parameter ends before the next one.
    ("microsoft-edge:https://h?url=http://i", [("microsoft-edge", "https://h?url=http://i")]),
    ("googlechromes://h.test?url=http://i", [("googlechromes", "https://h.test?url=http://i")]),
    ("brave://open-url?url=http%3A%2F%2Fh&a=b", [("brave parameter", "http://h")]),
    ("firefox://open/https://h/a?b#c", [("firefox", "https://h/a?b#c")]),
    ("sourcetree://clone?cloneurl=https://h&type=x", [("sourcetree parameter", "https://h")]),
    ("search-ms:query=a&crumb=location:%5C%5Ch%5Cs", [("search location", "\\\\h\\s")]),
    ("search-ms:displayname=a&crumb=LOCATION:http://h/", [("search location", "http://h/")]),
    ("search-ms:subquery=\\\\h\\a.search-ms", [("search location", "\\\\h\\a.search-ms")]),
    ("search:?crumb=kind:pics&crumb", []),
    ("ms-msdt:/id PCWDiagnostic /param \"IT_x=$(a 'http://h/b')\"",
        [("inside of the text", "http://h/b")]),
    ("ms-officecmd:%7B%22u%22:%22https%3A%2F%2Fh%2Fa%22%7D",
        [("inside of the text", "https://h/a")]),
    ('javascript:a(\'http://h/1\');b="//x";c("FILE://h/2")',
        [("inside of the text", "http://h/1"), ("inside of the text", "FILE://h/2")]),
    ("vbscript:x", []),
    ("about:blank", []),
    ("tg://proxy?server=h", []),
)  # fmt: skip
def test_references_nested_by_a_scheme_are_found(text: str, found: list[tuple[str, str]]) -> None:
    answer = dossier(text, LATER)
    assert inner(answer) == found
    for each in answer.inner:
        written = each.span.of(text)
        assert "%" in written or each.text in {written, f"http:{written}", f"https:{written}"}


@for_each(
    "text, expected",
    ("intent:", [("intent", "")]), ("intent://h/", [("intent", "")]),
    ("intent://h/#x", [("intent", "")]), ("intent://h/#Intent;a=b", [("intent", "")]),
    ("intent:#Intent;", [("intent", "")]), ("intent:#Intent;end", []),
    ("intent:a|b#Intent;end", [("path-rootless", "|")]),
)  # fmt: skip
def test_faults_of_intent_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected
