"""Compare this checkout with another version: python -m tests.oracle COMMIT [PART ...].

Both run on the same corpus, each with its own home, at the same fixed time. Prints the answers
that differ, part by part, and exits with 1 if any does. Images that differ in more than a few
pixels are kept for review.
"""

import argparse
import difflib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.oracle import corpus
from tests.oracle.produce import PARTS

ROOT = Path(__file__).parents[2]
SHOWN, LINES = 12, 30
# A channel of a pixel may differ by this much, and this share of pixels by more.
SHADE, PIXELS = 8, 0.0005


@contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """Check out that commit in a temporary work tree."""
    tree = folder / "tree"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
    try:
        compile_translations(tree)
        yield tree
    finally:
        subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def compile_translations(version: Path) -> None:
    """Compile the translation catalogs of a version, if it has any."""
    compiler = version / "packaging" / "make" / "translations.py"
    if compiler.exists():
        subprocess.run([sys.executable, str(compiler)], cwd=version, check=True)


def start(part: str, version: Path, place: Path, samples: Path) -> subprocess.Popen[bytes]:
    """Start one version in a folder with its own home."""
    place.mkdir(parents=True)
    (place / "corpus").symlink_to(samples)
    home = place / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("PATH", "VIRTUAL_ENV") if name in os.environ}
    surroundings = kept | {
        "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_RUNTIME_DIR": str(home),
        "XDG_DATA_HOME": str(home / "data"), "TMPDIR": str(home), "TZ": "UTC", "LANG": "C.UTF-8",
        "COLUMNS": "80", "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(version),
        "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0",
    }  # fmt: skip
    script = Path(__file__).with_name("produce.py")
    arguments = [part, str(place / "corpus"), str(place / "answers")]
    command = [sys.executable, "-P", str(script), *arguments]
    return subprocess.Popen(command, env=surroundings, cwd=place)


def rows(place: Path) -> Iterator[Any]:
    """Yield the stored answers."""
    with (place / "answers").open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def text_of(answer: Any) -> list[str]:
    """Format an answer over several lines, so that differences are short."""
    text = json.dumps(answer, indent=1, ensure_ascii=False, sort_keys=True)
    return text.replace("\\n", "\n").splitlines()


def differences(before: Path, after: Path) -> int:
    """Print the answers that differ, and return their number."""
    count = 0
    for old, new in zip_longest(rows(before), rows(after)):
        if _neutral(old, before) == _neutral(new, after):
            continue
        count += 1
        if count <= SHOWN:
            print(f"  {(old or new)[0]!r}")  # noqa: T201 - the command's output
            lines = difflib.unified_diff(text_of(old), text_of(new), "before", "after", "", "", 1)
            for line in list(lines)[2 : LINES + 2]:
                print(f"    {line[:240]}")  # noqa: T201
    return count


def _neutral(row: Any, place: Path) -> str:
    return json.dumps(row).replace(str(place), "PLACE")


def pictures(before: Path, after: Path, kept: Path) -> int:
    """Keep images that differ in more than a few pixels side by side, and return their number."""
    from PIL import Image, ImageChops

    count = 0
    for old in sorted((before / "pictures").glob("*.png")):
        new = after / "pictures" / old.name
        if not new.exists():
            count += 1
            continue
        with Image.open(old) as first, Image.open(new) as second:
            pair = first.convert("RGB"), second.convert("RGB")
        if pair[0].size == pair[1].size:
            shades = ImageChops.difference(*pair).convert("L").histogram()
            if sum(shades[SHADE + 1 :]) <= PIXELS * sum(shades):
                continue
        count += 1
        width, height = pair[0].size
        sheet = Image.new("RGB", (width + pair[1].width, max(height, pair[1].height)))
        sheet.paste(pair[0], (0, 0))
        sheet.paste(pair[1], (width, 0))
        kept.mkdir(parents=True, exist_ok=True)
        sheet.save(kept / old.name)
    if count:
        print(f"  {count} pictures differ: see {kept}")  # noqa: T201
    return count


def compare(parts: list[str], tree: Path, folder: Path) -> int:
    """Run both versions in parallel, part by part, and return the number of differences."""
    samples = folder / "samples"
    samples.mkdir()
    corpus.write(samples)
    total = 0
    for part in parts:
        places = folder / part / "before", folder / part / "after"
        running = [
            start(part, version, place, samples)
            for version, place in zip((tree, ROOT), places, strict=True)
        ]
        failed = [each.wait() for each in running]
        print(f"{part}: {sum(1 for _ in rows(places[1]))} answers", flush=True)  # noqa: T201
        if any(failed):
            print(f"  exit statuses {failed}")  # noqa: T201
        found = differences(*places) + any(failed)
        if part == "window":
            found += pictures(*places, Path(tempfile.gettempdir()) / "oracle-pictures")
        print(f"  {found or 'no'} difference{'' if found == 1 else 's'}", flush=True)  # noqa: T201
        total += found
    return total


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("commit", help="the version to compare with")
    parser.add_argument("part", nargs="*", help=f"some of: {', '.join(PARTS)} (default: all)")
    options = parser.parse_args()
    if unknown := set(options.part) - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    compile_translations(ROOT)
    with tempfile.TemporaryDirectory() as folder, checked_out(options.commit, Path(folder)) as tree:
        return min(1, compare(options.part or list(PARTS), tree, Path(folder)))


sys.exit(main())
