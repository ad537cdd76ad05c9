"""The wheels: reproducible from a checkout and from the source archive, and complete.

The engine contains everything except the window, which the other wheel contains: no file is in
both.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import uriinspector
from tests.architecture.source import PACKAGE, ROOT

HATCHLING = Path(sys.executable).with_name("hatchling")
BUILT_AT = {"SOURCE_DATE_EPOCH": "1790000000"}
ARCHIVE = "uriinspector-*.tar.gz"
WINDOW, ENGINE = "uriinspector-*.whl", "uriinspector_engine-*.whl"
PROJECT = ROOT / "packaging/make/wheel_project.py"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the output of ``packaging/wheel``."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [ROOT / "packaging/wheel", folder],
        env=os.environ | BUILT_AT | {"HATCHLING": str(HATCHLING)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    return folder


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def test_wheel_is_independent_of_path_dates_and_modes(built: Path, tmp_path: Path) -> None:
    """The second wheel is built without the source archive, from a copy made with a strict
    umask.
    """
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "uriinspector", copy_function=shutil.copyfile)
    shutil.copytree(ROOT / "resources", copy / "resources", copy_function=shutil.copyfile)
    (copy / "packaging/make").mkdir(parents=True)
    names = ("README.md", "LICENSE", "pyproject.toml", ".gitignore")
    for name in (*names, "packaging/make/translations.py"):
        shutil.copyfile(ROOT / name, copy / name)
    for path in copy.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    for which, pattern in (("window", WINDOW), ("engine", ENGINE)):
        project(which, copy)
        command = [str(HATCHLING), "build", "-t", "wheel", "-d", str(tmp_path)]
        how = {"capture_output": True, "check": True, "timeout": 120}
        subprocess.run(command, cwd=copy, env=os.environ | BUILT_AT, **how)  # type: ignore[call-overload]
        assert only(tmp_path, pattern).read_bytes() == only(built, pattern).read_bytes()


def project(which: str, folder: Path) -> None:
    subprocess.run([sys.executable, PROJECT, which, folder], check=True, timeout=60)


def content(wheel: Path) -> tuple[set[str], str, str]:
    """Return the files of a wheel, its entry points and its metadata."""
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
        texts = {
            name.rpartition("/")[2]: file.read(name).decode()
            for name in file.namelist()
            if name.endswith(("entry_points.txt", "METADATA"))
        }
    return held, texts["entry_points.txt"], texts["METADATA"]


def test_every_module_and_resource_is_in_one_wheel(built: Path) -> None:
    code = {f"uriinspector/{path.relative_to(PACKAGE).as_posix()}" for path in files(PACKAGE)}
    resources = {path.relative_to(ROOT).as_posix() for path in files(ROOT / "resources")}
    # Translations are included in compiled form.
    data = {f"uriinspector/{re.sub(r'[.]po$', '.mo', each)}" for each in resources}
    window, commands, _ = content(only(built, WINDOW))
    engine, _, _ = content(only(built, ENGINE))
    assert window & engine == set()
    assert window | engine == code | data
    assert len(data) > 50
    assert "uriinspect = uriinspector.cli.main:main" in commands
    assert "uriinspector = uriinspector.gui.app:main" in commands


def test_engine_wheel_has_everything_but_the_window(built: Path) -> None:
    held, commands, about = content(only(built, ENGINE))
    rooms = {name.split("/")[1] for name in held}
    assert {"core", "readers", "analysis", "documents", "lessons", "export", "arrow", "cli"} < rooms
    assert "gui" not in rooms
    assert not [name for name in held if "/icons/" in name or name.endswith((".qss", ".ttf"))]
    assert "requires-dist: pyside6" not in about.lower()
    assert "pyarrow>=24; extra == 'arrow'" in about
    assert "uriinspect = uriinspector.cli.main:main" in commands
    assert "uriinspector-engine = uriinspector.cli.main:main" in commands
    assert "gui_scripts" not in commands


def test_window_wheel_requires_the_engine_of_its_version(built: Path) -> None:
    held, _, about = content(only(built, WINDOW))
    folders = {"/".join(name.split("/")[1:3]) for name in held}
    assert {name for name in folders if "resources" not in name} == {"__main__.py"} | {
        f"gui/{path.name}" for path in (PACKAGE / "gui").iterdir() if path.name != "__pycache__"
    }
    version = uriinspector.__version__
    assert f"Requires-Dist: uriinspector-engine=={version}\n" in about
    assert f"Requires-Dist: uriinspector-engine[arrow]=={version}; extra == 'arrow'" in about


@pytest.mark.full
def test_both_wheels_install_and_run(built: Path, tmp_path: Path) -> None:
    """Installs as pipx does: in a new environment, with the commands of the named package."""
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True, timeout=120)
    python, bin_folder = environment / "bin/python", environment / "bin"

    def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            list(map(str, command)),
            env={"PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
            | {name: each for name, each in os.environ.items() if name.startswith("PIP_")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )

    pip = (python, "-m", "pip", "--disable-pip-version-check")
    installed = run(*pip, "install", "--find-links", built, "uriinspector")
    assert installed.returncode == 0, installed.stderr
    link = "http://www.example.com@10.0.0.1/"
    assert "Goes to 10.0.0.1" in run(bin_folder / "uriinspect", link).stdout
    picture = tmp_path / "window.png"
    shown = run(bin_folder / "uriinspector", "--screenshot", picture, link)
    assert picture.exists(), shown.stderr
    assert run(*pip, "check").returncode == 0
    assert run(*pip, "uninstall", "--yes", "uriinspector", "PySide6-Essentials").returncode == 0
    for command in ([bin_folder / "uriinspector-engine"], [python, "-m", "uriinspector.cli"]):
        assert "Goes to 10.0.0.1" in run(*command, link).stdout
        assert run(*command, "--version").stdout.startswith(
            f"uriinspect {uriinspector.__version__}\n"
        )
    assert not (environment / "bin/uriinspector").exists()


def files(folder: Path) -> list[Path]:
    """Return the project's files in a folder, without compiled ones."""
    compiled = {".pyc", ".mo"}
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix not in compiled]


def test_wheel_contains_german_texts(built: Path, tmp_path: Path) -> None:
    script = (
        "from uriinspector.export.language import speaking\nprint(speaking('de')('Comparison'))"
    )
    for pattern in (ENGINE, WINDOW):
        with zipfile.ZipFile(only(built, pattern)) as file:
            file.extractall(tmp_path)
    how = {"env": os.environ | {"PYTHONPATH": str(tmp_path)}, "cwd": tmp_path, "timeout": 60}
    answer = subprocess.check_output([sys.executable, "-c", script], text=True, **how)  # type: ignore[call-overload]
    assert answer == "Vergleich\n"


def test_source_archive_is_complete_and_reproducible(built: Path) -> None:
    with tarfile.open(only(built, ARCHIVE)) as archive:
        held = {member.name.partition("/")[2]: member for member in archive}
    for name in ("packaging/test", "packaging/wheel", "tests/conftest.py", "README.md", "LICENSE"):
        assert name in held
    assert held["packaging/test"].mode & 0o111
    assert {member.mtime for member in held.values()} == {int(BUILT_AT["SOURCE_DATE_EPOCH"])}
    assert {(member.uid, member.gid) for member in held.values()} == {(0, 0)}
