"""References nested in other references: position, way of nesting, and text."""

from tests.core.schemes.scheme_results import actions, dossier, faults, inner, notes, values
from tests.for_each import for_each

LATER = "2005"
ONION = "urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a"


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


def test_magnet_link_names_content_and_trackers() -> None:
    text = f"magnet:?xt={ONION}&dn=a%20film&tr=udp%3A%2F%2Ft.example%3A80&tr.1=http://t2/&x.pe=1.2.3.4:5&ws&z=9"
    found = dossier(text, LATER)
    assert found.valid
    assert inner(found) == [
        ("magnet xt", ONION),
        ("magnet tr", "udp://t.example:80"),
        ("magnet tr", "http://t2/"),
    ]
    assert [each.name for each in found.fields] == ["xt", "dn", "tr", "tr", "x.pe", "ws", "z"]
    assert values(found)["dn"] == "a film"
    assert actions(found) == [
        "connect udp://t.example:80", "connect http://t2/", "connect 1.2.3.4:5",
        "fetch from any peer that shares it",
    ]  # fmt: skip
    assert notes(found) == {"display-name": "info"}


def test_magnet_link_without_content_has_no_xt_field() -> None:
    found = dossier("magnet:?tr=x", LATER)
    assert values(found)["xt"] is None
    assert notes(found) == {}
    # The first nonempty name is displayed.
    [named] = dossier("magnet:?dn&dn=a&dn=b", LATER).notes
    assert (named.code, named.span) == ("display-name", (14, 15))
    assert faults("magnet:xt=a", LATER) == [("magnet", "")]
    assert faults("magnet:", LATER) == [("magnet", "")]
    assert faults("magnet:?a|b", LATER) == [("query", "|")]


@for_each(
    "text, archive, entry",
    ("jar:http://www.foo.com/bar/baz.jar!/COM/foo/Quux.class", "http://www.foo.com/bar/baz.jar",
        "COM/foo/Quux.class"),
    ("jar:file:///a.jar!/", "file:///a.jar", ""),
    ("jar:jar:file:///a.jar!/b.jar!/c", "jar:file:///a.jar!/b.jar", "c"),
)  # fmt: skip
def test_jar_link_names_an_archive_and_an_entry(text: str, archive: str, entry: str) -> None:
    found = dossier(text, LATER)
    assert found.valid
    assert values(found) == {"archive": archive, "entry": entry}
    assert inner(found) == [("jar", archive)]
    assert actions(found) == [f"fetch {archive}", f"unpack {entry}"]
    assert ("twice-packed" in notes(found)) is archive.startswith("jar:")


@for_each(
    "text, expected", ("jar:", [("jar", ""), ("jar", "")]), ("jar:http://h/a.jar", [("jar", "")]),
    ("jar:a.jar!/b", [("jar", "")]),
)  # fmt: skip
def test_faults_of_jar_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


def test_intent_has_data_and_a_fallback_link() -> None:
    text = (
        "intent://scan/?a=b#Intent;scheme=zxing;package=com.google.zxing.client.android;"
        "S.browser_fallback_url=http%3A%2F%2Fzxing.org;i.n=1;q.x=2;;flag;end"
    )
    found = dossier(text, LATER)
    assert found.valid
    assert inner(found) == [
        ("intent data", "zxing://scan/?a=b"),
        ("intent fallback", "http://zxing.org"),
    ]
    assert [each.span.of(text) for each in found.inner] == ["//scan/?a=b", "http%3A%2F%2Fzxing.org"]
    assert actions(found) == ["start com.google.zxing.client.android", "open http://zxing.org"]
    assert notes(found) == {"fallback": "unusual"}
    by_name = {each.name: each.meaning for each in found.fields}
    assert by_name["i.n"] == "extra data for the app: a number"
    assert (by_name["q.x"], by_name["flag"]) == ("a parameter", "a parameter")


def test_intent_can_name_one_component_of_an_app() -> None:
    found = dossier("intent:#Intent;component=a/.B;SEL;action=c;end", LATER)
    assert found.valid
    assert inner(found) == []
    assert actions(found) == ["start a/.B"]
    assert notes(found) == {"component": "danger", "selector": "danger"}
    found = dossier("intent:tel:1#Intent;action=android.intent.action.CALL;end", LATER)
    assert notes(found) == {"call": "danger"}
    assert inner(dossier("intent:http://h#Intent;end", LATER)) == [("intent data", "http://h")]
    assert actions(dossier("intent:x", LATER)) == ["start any app registered for it"]


@for_each(
    "text, expected",
    ("intent:", [("intent", "")]), ("intent://h/", [("intent", "")]),
    ("intent://h/#x", [("intent", "")]), ("intent://h/#Intent;a=b", [("intent", "")]),
    ("intent:#Intent;", [("intent", "")]), ("intent:#Intent;end", []),
    ("intent:a|b#Intent;end", [("path-rootless", "|")]),
)  # fmt: skip
def test_faults_of_intent_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


@for_each(
    "text, command, found",
    ("ms-word:ofe|u|https://h/a.docx", "ofe", [("office u", "https://h/a.docx")]),
    ("ms-excel:ofv%7Cu%7Chttps://h/a.xlsx#b", "ofv", [("office u", "https://h/a.xlsx#b")]),
    ("ms-powerpoint:NFT|U|https://h/a.potx|s|https://h/b", "NFT",
        [("office u", "https://h/a.potx"), ("office s", "https://h/b")]),
    ("ms-word:https://h/a.docx", None, [("office u", "https://h/a.docx")]),
)  # fmt: skip
def test_office_link_names_a_command_and_a_document(
    text: str, command: str | None, found: list[tuple[str, str]]
) -> None:
    answer = dossier(text, LATER)
    assert answer.valid
    assert values(answer)["command"] == command
    assert inner(answer) == found
    assert actions(answer)[1:] == [f"fetch {each}" for _, each in found]
    assert notes(answer) == {"program-fetches": "danger"}


def test_office_document_on_a_share_is_dangerous() -> None:
    found = dossier("ms-word:ofe|u|\\\\h\\s\\a.docx", LATER)
    assert notes(found) == {"share": "danger", "program-fetches": "danger"}


@for_each(
    "text, expected",
    ("ms-word:", [("command-name", ""), ("argument", "")]),
    ("ms-word:ofe", [("argument", "")]),
    ("ms-word:open|u|x:y", [("command-name", "open")]),
    ("ms-word:ofe|v|x:y", [("descriptor", "v")]), ("ms-word:ofe|u", [("argument", "")]),
    ("ms-word:ofe|u|", [("argument", "")]), ("ms-word:ofe|u|x:y|s", [("argument", "")]),
)  # fmt: skip
def test_faults_of_office_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text, LATER) == expected


@for_each(
    "text, inner",
    ("googlechromes://h.test/a", "https://h.test/a"),
    ("x-safari-http://h.test/a", "http://h.test/a"),
    ("microsoft-edge-https://h.test/?q#f", "https://h.test/?q#f"),
)
def test_browser_scheme_replaces_http_or_https(text: str, inner: str) -> None:
    assert [each.text for each in dossier(text, "2005").inner] == [inner]
