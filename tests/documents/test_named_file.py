"""File paths typed in place of a link: existing, missing, or not looked up."""

from pathlib import Path

import pytest

from tests.for_each import for_each
from uriinspector.documents.named_file import names_file


def test_local_path_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mail.eml").write_text("x")
    monkeypatch.chdir(tmp_path)
    for path in ("mail.eml", "./mail.eml", f"{tmp_path}/mail.eml", f"{tmp_path}/"):
        assert names_file(path) is True
    for path in ("mial.eml", "./mial.eml", "a/mail.eml", "../mail x.eml", f"{tmp_path}/mial.eml"):
        assert names_file(path) is False


@for_each(
    "text",
    "", "nonsense", "../x", "?a.b", "http://a.test/b.html", "mailto:a@b.com", "example.com",
    "www.example.com/a.html", "//host/share.txt", "\\\\host\\a.txt", "file:///etc/x.txt",
    "/net/h/x", "/\\host/x.txt", "a\0.txt", "x" * 9_999 + ".txt", "a.b?c.txt", "1.5",
)  # fmt: skip
def test_texts_that_are_not_local_paths_are_not_looked_up(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.path.lexists", lambda path: pytest.fail(f"asked for {path}"))
    assert names_file(text) is None
