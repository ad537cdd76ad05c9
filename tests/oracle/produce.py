"""Write the answers of one version of the program: python -P produce.py PART CORPUS OUTPUT.

The version is the one on PYTHONPATH. Only the public API, the two commands and the settings module
are used, so that the code behind them can move. Each line of OUTPUT is a key and an answer in
JSON. Clock, home and time zone are fixed by this file and its caller.
"""

from __future__ import annotations

import datetime
import io
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Answers = Iterator[tuple[str, Any]]

NOW = datetime.datetime(2026, 11, 24, 12, 0, tzinfo=datetime.UTC)
VIEWS: dict[str, tuple[str, ...]] = {
    "inspect": ("encoding", "normal", "parsers", "scheme", "nested", "query", "values", "grammar"),
    "resolve": ("steps", "encode", "decode", "rules", "list", "compare"),
    "compare": ("pair", "list"),
    "documents": ("source", "inspection", "message", "fixes"),
    "learn": ("lesson", "mark", "where", "steps", "target", "spot"),
}
WINDOW_LINKS = (
    "https://www.paypal.com@0x7f.1/%zz?u=aHR0cHM6Ly9iLmV4YW1wbGUv#\u202eb",
    "urn:example:a?=b",
    "../g;x=1/./y",
)
SCAN_FORMATS = (
    *("table", "json", "jsonl", "csv", "markdown", "html", "stix", "misp", "sarif", "targets"),
)


DATED = ("stix", "misp", "markdown", "html")


def fix_clock() -> None:
    """Stop the clocks of this process, before the program is imported."""

    class Date(datetime.date):
        @classmethod
        def today(cls) -> Date:
            return cls(NOW.year, NOW.month, NOW.day)

    class DateTime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:  # type: ignore[override]
            return cls.fromtimestamp(NOW.timestamp(), tz)

    datetime.date, datetime.datetime = Date, DateTime  # type: ignore[misc]
    time.time = NOW.timestamp
    time.time_ns = lambda: int(NOW.timestamp()) * 10**9


def read(corpus: Path, name: str) -> Any:
    """Read a JSON file of the corpus."""
    return json.loads((corpus / f"{name}.json").read_text("utf-8"))


def links(corpus: Path) -> Answers:
    """Inspect every link; some with a base, protected names or another edition."""
    import uriinspector as ui

    for number, text in enumerate(read(corpus, "links")):
        base = "http://a.example/b/c;p?q" if number % 5 == 0 else None
        protect = ("bank.example",) if number % 7 == 0 else ()
        edition = ui.EDITIONS[number // 3 % 4] if number % 3 == 0 else "2005"
        yield text, ui.inspect(text, base=base, edition=edition, protect=protect).to_dict()


def pairs(corpus: Path) -> Answers:
    """Resolve and compare every pair in every edition."""
    import uriinspector as ui

    for base, text in read(corpus, "pairs"):
        for edition in ui.EDITIONS:
            for strict, above in ((True, "keep"), (False, "drop")):
                answer = ui.resolve(base, text, edition=edition, strict=strict, above_root=above)
                yield f"resolve {edition} {strict} {base} {text}", answer.to_dict()
            compared = ui.compare(base, text, edition=edition).to_dict()
            yield f"compare {edition} {base} {text}", compared


def documents(corpus: Path) -> Answers:
    """Scan every document."""
    import uriinspector as ui

    for number, name in enumerate(read(corpus, "documents")):
        content = (corpus / "documents" / str(number)).read_bytes()
        base = "https://page.example/dir/p.html" if number % 2 else None
        yield f"{number} {name}", ui.scan(content, name=name, base=base).to_dict()


def command(arguments: list[str], given: bytes | None, folder: Path) -> dict[str, Any]:
    """Run the command line in a forked process.

    Its output is stored in the parent of the given folder, which must not be the other version's.
    """
    out, err = folder.parent / "out", folder.parent / "err"
    sys.stdout.flush()
    child = os.fork()
    if not child:
        status = 70
        try:
            os.chdir(folder)
            status = _run(arguments, given, out, err)
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    texts = [each.read_bytes().decode("utf-8", "backslashreplace") for each in (out, err)]
    shown = [text.replace(str(folder), "FOLDER") for text in texts]
    return {"status": status, "out": shown[0], "err": shown[1]}


def _run(arguments: list[str], given: bytes | None, out: Path, err: Path) -> int:
    for number, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), "utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), "utf-8", write_through=True)
    sys.stdin = io.TextIOWrapper(io.BytesIO(given or b""), "utf-8")
    if given is None:
        sys.stdin = None
    from uriinspector.cli.main import main

    return int(main(arguments) or 0)


def terminal(corpus: Path) -> Answers:
    """Run every command of the transcripts, each page in a new folder."""
    page, folder = "", corpus.parent / "folder"
    for key, arguments, given in read(corpus, "runs"):
        if key.split()[0] != page:
            page = key.split()[0]
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(corpus / "terminal", folder, symlinks=True)
            os.mkfifo(folder / "pipe")
        typed = None if given is None else bytes(given)
        yield f"{key} {arguments}", command(arguments, typed, folder)
        yield (
            f"{key} files",
            {
                str(each.relative_to(folder)): each.read_bytes().decode("utf-8", "backslashreplace")
                for each in sorted(folder.rglob("*"))
                if each.is_file() and not each.is_symlink()
            },
        )


def exports(corpus: Path) -> Answers:
    """Write every format of a scan and of a report."""
    folder = corpus.parent / "scanned"
    names = read(corpus, "documents")
    for number, name in enumerate(names[:60]):
        folder.mkdir(exist_ok=True)
        shutil.copy(corpus / "documents" / str(number), folder / name.replace("/", "_"))
    for form in SCAN_FORMATS:
        for more in ([], ["--without-recipient"], ["--exact"], ["--language", "de"]):
            dated = ["--date", "2026-11-24"] if form in DATED else []
            arguments = ["scan", "--format", form, *more, *dated, "--fail-on", "never", "."]
            yield f"scan {form} {more}", command(arguments, b"", folder)
    texts = read(corpus, "links")
    for text in texts[:400:10]:
        for form in ("markdown", "html", "svg", "json"):
            for more in ([], ["--without-recipient"], ["--exact", "--language", "de"]):
                arguments = ["report", "--format", form, *more, "--", text]
                yield f"report {form} {more} {text}", command(arguments, b"", folder)
    for text in texts[:2_000:20]:
        for name in ("tree", "normalize", "values", "defang"):
            yield f"{name} {text}", command([name, "--", text], b"", folder)


# Kinds of questions that packs of any version know.
QUESTION_KINDS = (
    *("target", "where", "site", "mark", "origin", "rung", "valid", "relative", "write"),
    *("editions", "tricks", "base", "order", "steps", "inner", "letters", "encode", "decode"),
)
PACK = 'pack = 1\nid = "oracle"\nversion = 1\ntitle = "Oracle"\n'


def lessons(corpus: Path) -> Answers:
    """Draw seeded questions of every lesson, kind and trick, as sheets and as quizzes."""
    from uriinspector.lessons.lesson import course

    folder = corpus.parent / "packs"
    folder.mkdir()
    packs = [f"lesson:{number}" for number, _ in enumerate(course().lessons, 1)]
    for kind in QUESTION_KINDS:
        item = f'[[item]]\nid = "{kind}"\nkind = "{kind}"\ncount = 9\n'
        (folder / f"{kind}.toml").write_text(PACK + item, "utf-8")
        packs.append(f"{kind}.toml")
    for pack in packs:
        for form, language in (("csv", "en"), ("html", "de"), ("moodle", "en"), ("json", "de")):
            arguments = ["sheet", "--count", "2", "--format", form, "--language", language]
            yield f"sheet {pack} {form}", command([*arguments, "--key", "with", pack], b"", folder)
    for code in ("7K3-F2Q", "AAA-111", "ZZZ-999"):
        yield f"spot {code}", command(["spot", code], b"A\nB\n" * 10, folder)
    for name in ("kinds", "mistakes", "lessons", "tricks"):
        yield f"list {name}", command(["sheet", "--list", name], b"", folder)


def stored(corpus: Path) -> Answers:
    """Open settings and packs written by earlier versions."""
    from PySide6.QtWidgets import QApplication

    from uriinspector.gui.storage.profile import profile_at

    application = QApplication(["oracle"])
    for number, text in enumerate(read(corpus, "settings")):
        config = corpus.parent / f"config-{number}"
        config.mkdir()
        (config / "uriinspector.ini").write_text(text, "utf-8")
        settings = profile_at(config, corpus.parent / f"data-{number}").settings
        names = ("theme", "zoom", "language", "edition", "history", "splitters", "protect")
        yield f"settings {number}", {name: _setting(settings, name) for name in names}
    folder = corpus.parent / "packs"
    folder.mkdir()
    for number, text in enumerate(read(corpus, "pack")):
        path = folder / f"pack-{number}.toml"
        path.write_text(text, "utf-8", errors="surrogateescape")
        yield f"pack {number}", command(["sheet", "--check", path.name], b"", folder)
    del application


def _setting(settings: Any, name: str) -> str:
    try:
        return repr(settings[name])
    except KeyError:
        return "not known"


def window(corpus: Path) -> Answers:
    """Take a screenshot and the accessibility tree of every view."""
    pictures = corpus.parent / "pictures"
    pictures.mkdir()
    for name, views in VIEWS.items():
        for view in views:
            looks = ("light", "en"), ("dark", "de")
            for theme, language in looks if view == views[0] else looks[:1]:
                shown = _shown(corpus, name)
                key = f"{name}-{view}-{theme}-{language}"
                place = ["--workspace", name, "--tab", view]
                options = [*place, "--theme", theme, "--language", language]
                yield key, _window([*options, *shown], pictures / f"{key}.png")
    for number, text in enumerate(WINDOW_LINKS):
        key = f"link-{number}-small"
        yield key, _window(["--size", "900x600", "--uri", text], pictures / f"{key}.png")
    for path in sorted((corpus / "cases").glob("*")):
        yield f"case-{path.stem}", _window([str(path)], pictures / f"case-{path.stem}.png")


def _shown(corpus: Path, name: str) -> list[str]:
    if name == "documents":
        return [str(corpus / "documents" / str(number)) for number in range(40, 70)]
    return ["--uri", WINDOW_LINKS[0]] if name in {"inspect", "resolve", "compare"} else []


def _window(options: list[str], picture: Path) -> Any:
    """Start the window in a child process, which writes its tree when the screenshot is taken."""
    tree = picture.with_suffix(".json")
    sys.stdout.flush()
    child = os.fork()
    if not child:
        status = 70
        try:
            os.dup2(os.open(picture.with_suffix(".err"), os.O_WRONLY | os.O_CREAT), 2)
            _watch_pictures(tree)
            from uriinspector.gui.app import main

            status = main([*options, "--screenshot", str(picture)])
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = json.loads(tree.read_text("utf-8")) if tree.exists() else []
    return {"status": status, "tree": found}


def _watch_pictures(path: Path) -> None:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication

    save: Callable[..., bool] = QPixmap.save

    def watched(self: QPixmap, *where: Any) -> bool:
        top = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
        path.write_text(json.dumps([list(_tree(each)) for each in top]), "utf-8")
        return save(self, *where)

    QPixmap.save = watched  # type: ignore[method-assign, assignment]


def _tree(widget: Any) -> Iterator[str]:
    from PySide6.QtGui import QAccessible

    def lines(node: Any, depth: int) -> Iterator[str]:
        if node is None or not node.isValid() or depth > 40:
            return
        place, state = node.rect(), node.state()
        flags = [
            name
            for name in ("checked", "disabled", "expanded", "focused", "invisible", "selected")
            if getattr(state, name)
        ]
        texts = [
            node.text(each).replace(str(Path.home()), "HOME")
            for each in (
                *(QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Description),
            )
        ]
        sides = [place.x(), place.y(), place.width(), place.height()]
        if depth and state.invisible:
            return  # what is in it depends on the moment until it is shown
        yield f"{'  ' * depth}{node.role().name} {texts} {flags} {sides}"
        for number in range(min(node.childCount(), 400)):
            yield from lines(node.child(number), depth + 1)

    return lines(QAccessible.queryAccessibleInterface(widget), 0)


PARTS = {
    each.__name__: each
    for each in (links, pairs, documents, terminal, exports, lessons, stored, window)
}


def main(part: str, corpus: Path, output: Path) -> None:
    """Write the answers of one part."""
    fix_clock()
    with output.open("w", encoding="utf-8") as file:
        for key, answer in PARTS[part](corpus):
            file.write(json.dumps([key, answer], sort_keys=True, default=repr) + "\n")
            file.flush()  # otherwise a forked child would write it again


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
