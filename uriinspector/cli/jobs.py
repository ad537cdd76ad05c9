"""The option --jobs, and distributing work to several processes."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from uriinspector.cli.arguments import refuse

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST = 256


def jobs_of(options: argparse.Namespace) -> int:
    """Return the number of jobs from --jobs; refuse invalid numbers."""
    jobs: int = options.jobs
    if not 1 <= jobs <= MOST:
        refuse(f"--jobs must be a number from 1 to {MOST}")
    return jobs


def results(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield ``work(item)`` for each item in order; a single job runs in this process."""
    if jobs == 1:
        return map(work, items)
    from uriinspector.cli.worker_processes import in_order

    return in_order(work, items, jobs)
