"""What may wait for a file that never answers, asked beside the window and waited for a moment.

A named pipe is told by its kind; that a network drive is gone, only by nothing coming back.
"""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswerError
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
# So many seconds.
PATIENCE = 0.7
NO_ANSWER = "no answer from the disk"


def timely_answer(work: Callable[[], T], late: Callable[[T], object] | None = None) -> T:
    """What the work gives or raises; TimeoutError, an OSError, where that takes too long.

    What comes later is given to ``late``.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - raised again where somebody waits for it
            if future.set_running_or_notify_cancel():
                future.set_exception(error)
        else:
            if future.set_running_or_notify_cancel():
                future.set_result(result)
            elif late is not None:
                late(result)

    Thread(target=run, name="file", daemon=True).start()
    try:
        return future.result(PATIENCE)
    except NoAnswerError:
        if future.cancel():
            raise TimeoutError(NO_ANSWER) from None
        return future.result()
