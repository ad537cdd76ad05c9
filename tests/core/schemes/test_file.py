"""file: RFC 1738 3.10, and all spellings of shares, drives and devices."""

import uriinspector
from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each
from uriinspector.core.compare import compare
from uriinspector.core.schemes.unc import is_webdav


def server(text: str) -> str | None:
    """Return the host of a share, or None."""
    found = dossier(text, "2005")
    return values(found)["host"] if "share" in notes(found) else None


@for_each("edition", *uriinspector.EDITIONS)
@for_each("host", "", "localhost", "LocalHost")
def test_empty_host_and_localhost_are_the_local_machine(host: str, edition: str) -> None:
    found = dossier(f"file://{host}/etc/motd", edition)
    assert found.valid
    assert values(found) == {"host": host or None, "path": "/etc/motd"}
    assert actions(found) == ["open /etc/motd"]
    assert notes(found) == {}
    assert compare("file:///etc/motd", f"file://{host}/etc/motd").first_equal


@for_each(
    "text",
    "file://srv/share/x", "file:\\\\srv\\share\\x", "file:////srv/share/x", "file://///srv/share/x",
    "file:///////srv/share/x", "file:/\\srv/share/x", "file:\\/srv/share/x",
    "file://\\\\srv\\share\\x", "file:///\\\\srv\\share\\x", "file:///%5C%5Csrv%5Cshare%5Cx",
    "file:%5c%5csrv%5cshare%5cx", "file:%2F%2Fsrv/share/x", "file:///%2F/srv/share/x",
    "file://localhost//srv/share/x", "file://localhost/\\srv\\share\\x",
    "file://localhost\\\\srv\\share\\x", "file://///?/UNC/srv/share/x",
    "file:\\\\?\\UNC\\srv\\share\\x", "file:\\\\.\\unc\\srv\\share\\x",
)  # fmt: skip
def test_share_is_found_in_every_spelling(text: str) -> None:
    assert server(text) == "srv"
    found = dossier(text, "2005")
    assert actions(found)[0] == "connect srv"
    path = values(found)["path"]
    assert path is not None
    assert path.replace("\\", "/") == "/share/x"


@for_each(
    "text",
    *("file:", "file:x", "file:/x", "file:///x", "file:/", "file://", "file:///", "file:////"),
    *("file://localhost", "file://localhost/", "file://localhost/x", "file:\\x", "file:%5Cx"),
    *("file:///C:/x", "file:////C:/x", "file://C|/x", "file:\\\\.\\pipe\\x"),
    *("file://127.0.0.1/x", "file:////127.1/x", "file://[::1]/x"),
)
def test_local_paths_are_not_shares(text: str) -> None:
    assert server(text) is None


def test_host_with_a_port_or_login_is_a_share() -> None:
    assert server("file://srv@8080/x") == "srv@8080"
    assert server("file://srv@ssl@443/x") == "srv@ssl@443"
    assert server("file://srv:80/x") == "srv"
    assert server("file://user@srv/x") == "srv"
    assert server("file://192.0.2.1/x") == "192.0.2.1"


@for_each(
    "text, drive, path, level",
    ("file:///C:/a/b", "C:", "/a/b", "info"), ("file:///c:\\a", "c:", "\\a", "info"),
    ("file:///C|/a", "C|", "/a", "unusual"), ("file:///C%7C/a", "C|", "/a", "unusual"),
    ("file:///C%3A/a", "C:", "/a", "unusual"), ("file://localhost/C:/a", "C:", "/a", "info"),
    ("file:C:/a", "C:", "/a", "info"), ("file:/C:", "C:", "", "info"),
    ("file://C:/a", "C:", "/a", "info"), ("file://C|/a", "C|", "/a", "unusual"),
)  # fmt: skip
def test_drive_letter_is_recognized(text: str, drive: str, path: str, level: str) -> None:
    found = dossier(text, "2005")
    assert (values(found)["drive"], values(found)["path"]) == (drive, path)
    assert notes(found)["drive"] == level
    assert actions(found) == [f"open {drive}{path}".replace("\\", "\\\\")]
    assert ("drive-as-host" in notes(found)) is text.startswith("file://C")
    if "localhost" not in text:
        assert values(found)["host"] is None


@for_each("text", "file:///Cx:/a", "file:///C:x", "file:///1:/a")
def test_lookalikes_of_drive_letters_are_not_drives(text: str) -> None:
    assert "drive" not in values(dossier(text))


@for_each("edition", "1994", "2005")
@for_each("text", "file://u@h/a", "file://h:80/a", "file://u:p@h:80/a")
def test_user_and_port_are_not_part_of_the_host(text: str, edition: str) -> None:
    found = dossier(text, edition)
    assert values(found)["host"] == "h"
    assert "connect h" in actions(found)


@for_each(
    "text, expected",
    ("file:/x", [("fileurl", "")]), ("file:x", [("fileurl", "")]), ("file:", [("fileurl", "")]),
    ("file://h", [("fileurl", "")]), ("file://", [("fileurl", "")]),
    ("file://u@h/", [("fileurl", "u")]),
    ("file://h:80/", [("fileurl", ":80")]),
    ("file://h_/", [("host", "h_")]), ("file:///a b", [("fpath", " ")]),
    ("file:///a;b", [("fpath", ";")]), ("file:///%C", [("fpath", "%C")]),
    ("file:///C|/", [("fpath", "|")]), ("file:///a\\b", [("fpath", "\\")]),
)  # fmt: skip
def test_faults_of_file_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected


@for_each(
    "text, found",
    ("file:/x", {"rfc8089": "info"}), ("file:x", {"rfc8089": "unusual"}),
    ("file:///a?b", {"question-mark": "unusual"}), ("file:///a\\b", {"backslash": "unusual"}),
)  # fmt: skip
def test_notes_on_file_links_depend_on_the_edition(text: str, found: dict[str, str]) -> None:
    assert notes(dossier(text, "2005")) == found
    early = notes(dossier(text))
    assert early == {code: level for code, level in found.items() if code == "backslash"}
    assert dossier(text, "2005").cites == ("RFC 1738 3.10", "RFC 8089 2")


@for_each(
    "text, in_file, elsewhere",
    (r"\\host@SSL\a", True, True), (r"\\host@8080\a", True, False),
    (r"\\host\DavWWWRoot\a", False, True), (r"\\host\a", False, False),
)  # fmt: skip
def test_authority_or_root_can_request_webdav(text: str, in_file: bool, elsewhere: bool) -> None:
    authority = (2, text.index("\\", 2))
    assert is_webdav(text, authority, is_file=True) is in_file
    assert is_webdav(text, authority, is_file=False) is elsewhere
