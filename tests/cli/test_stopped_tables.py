"""A killed table run can be continued, and the result has the same bytes."""

import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import environment
from tests.cli.test_worker_processes import gone
from tests.for_each import for_each

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc"),
]
RUN = """
import sys
from uriinspector.cli.main import main
from uriinspector.cli.row_inputs import row_inputs

row_inputs.MOST_ROWS = 400
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""
KILLS = 20


def source(folder: Path, rows: int) -> Path:
    path = folder / "in.csv"
    links = (f"https://www{n % 97}.example.org/{n}?q=http%3A%2F%2F{n}.test%2F" for n in range(rows))
    path.write_text("n,url\n" + "".join(f"{n},{each}\n" for n, each in enumerate(links)))
    return path


def command(folder: Path, *arguments: str) -> list[str]:
    script = folder / "run.py"
    script.write_text(RUN)
    return [sys.executable, str(script), "table", *arguments]


@for_each("form, jobs", ("parquet", 1), ("csv", 2))
def test_killed_table_run_continues_with_the_same_result(
    form: str, jobs: int, tmp_path: Path
) -> None:
    given = source(tmp_path, 16_000)
    whole, stopped = tmp_path / f"whole.{form}", tmp_path / f"stopped.{form}"
    kwargs = {"env": environment(), "capture_output": True, "timeout": 300}
    subprocess.run(command(tmp_path, str(given), str(whole)), check=True, **kwargs)  # type: ignore[call-overload]
    run = command(tmp_path, str(given), str(stopped), f"--jobs={jobs}")
    kills = 0
    chance = random.Random(20261123)
    while kills < KILLS:
        process = subprocess.Popen(
            run, env=environment(), stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            process.wait(chance.uniform(0.2, 3))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
            assert not stopped.exists() or stopped.read_bytes() == whole.read_bytes()
            assert gone(process.pid)
        else:
            assert process.returncode == 0
            assert stopped.read_bytes() == whole.read_bytes()
            stopped.unlink()  # start again
    subprocess.run(run, check=True, **kwargs)  # type: ignore[call-overload]
    assert stopped.read_bytes() == whole.read_bytes()
    left = {each.name for each in tmp_path.iterdir()}
    assert left == {"in.csv", "run.py", whole.name, stopped.name}


def test_cancelled_table_run_explains_how_to_continue(tmp_path: Path) -> None:
    given, out = source(tmp_path, 40_000), tmp_path / "out.parquet"
    process = subprocess.Popen(
        command(tmp_path, str(given), str(out), "--jobs=2"),
        env=environment(),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    parts = tmp_path / "out.parquet.parts"
    while process.poll() is None and not (parts.exists() and list(parts.glob("part-*"))):
        pass
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b"uriinspect: stopped; run the same command to continue\n"
    assert gone(process.pid)


def test_table_write_error_is_reported(tmp_path: Path) -> None:
    given, out = source(tmp_path, 2_000), tmp_path / "out.parquet"

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096))

    answer = subprocess.run(
        command(tmp_path, str(given), str(out)),
        env=environment(),
        capture_output=True,
        preexec_fn=limited,
        check=False,
    )
    assert answer.returncode == 2
    assert answer.stderr.endswith(b"File too large\n")
    assert answer.stderr.count(b"\n") == 1
    assert not list(tmp_path.rglob("*.new"))
