"""Widgets in reference cycles are deleted by the thread of the window, never by a worker."""

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import current_thread, main_thread
from weakref import finalize

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from uriinspector.gui.shell.after_start import GarbageCollection

MANY = 100_000


@pytest.fixture
def collection(qapp: QApplication) -> Iterator[GarbageCollection]:
    made = GarbageCollection(qapp)
    yield made
    made.deleteLater()


def widget_in_a_cycle(deleted: list[bool]) -> None:
    """Make a widget that only a collection deletes; it records whether the thread is the main."""
    widget = QWidget()
    widget.cycle = widget  # type: ignore[attr-defined]
    finalize(widget, lambda: deleted.append(current_thread() is main_thread()))


def test_worker_does_not_delete_widgets(collection: GarbageCollection) -> None:
    deleted: list[bool] = []
    widget_in_a_cycle(deleted)
    with ThreadPoolExecutor(1) as worker:
        worker.submit(lambda: [[] for _ in range(MANY)]).result()
    assert deleted == []
    kept: list[list[int]] = [[] for _ in range(gc.get_threshold()[0] + 1)]
    collection.collect()
    assert deleted == [True]
    del kept


def test_nothing_is_collected_after_few_new_objects(collection: GarbageCollection) -> None:
    gc.collect()
    deleted: list[bool] = []
    widget_in_a_cycle(deleted)
    collection.collect()
    assert deleted == []
    gc.collect()
    assert deleted == [True]
