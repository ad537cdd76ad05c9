"""Every target handles its corpus, and every reader has a target."""

from collections import Counter
from pathlib import Path

import pytest

import uriinspector
from tests.for_each import for_each
from tests.fuzz import corpus
from tests.fuzz.document_targets import NAMES
from tests.fuzz.table import TARGETS
from tests.fuzz.target import CORPUS, tokens
from uriinspector.analysis.list_sources import KINDS
from uriinspector.cli.row_inputs import READERS as ROWS
from uriinspector.documents.scan import READERS

# Corpora are part of every test run and every clone.
MOST_INPUTS, MOST_OCTETS = 200, 64_000
every_target = for_each("name", *TARGETS)


@every_target
@pytest.mark.usefixtures("qapp")
def test_fuzz_targets_accept_their_corpus(name: str) -> None:
    target = TARGETS[name]
    for unit in corpus.units(target.corpus):
        target.work(unit)


@every_target
def test_fuzz_corpus_is_small_and_not_empty(name: str) -> None:
    target = TARGETS[name]
    inputs = corpus.units(target.corpus)
    assert 0 < len(inputs) <= MOST_INPUTS
    assert sum(map(len, inputs)) <= MOST_OCTETS
    assert max(map(len, inputs)) <= target.longest
    assert [unit for unit, count in Counter(inputs).items() if count > 1] == []


@every_target
def test_token_file_of_a_fuzz_target_exists(name: str) -> None:
    """Without the file, the fuzzer does not start."""
    words = TARGETS[name].tokens
    assert not words or tokens(words).is_file()


def test_every_fuzz_corpus_has_a_target() -> None:
    assert {each.name for each in CORPUS.iterdir()} == {f"{name}.txt" for name in TARGETS}


def test_every_reader_has_a_fuzz_target() -> None:
    assert {f"document-{kind}" for kind in READERS} <= set(TARGETS)
    assert {f"list-{kind}" for kind in KINDS} <= set(TARGETS)
    assert {f"table-{form}" for form in ROWS} <= set(TARGETS)


@for_each("kind", *READERS)
def test_fuzz_corpus_contains_files_of_its_kind(kind: str) -> None:
    inputs = corpus.units(TARGETS[f"document-{kind}"].corpus)
    assert kind in {uriinspector.scan(unit, name=NAMES.get(kind)).kind for unit in inputs}


def test_written_fuzz_corpus_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    corpus.write(file, [b"b\0", b"a", b"\xff" * 99], {b"broken": "Error: \u202e\nlate"})
    assert corpus.units(file) == [b"a", b"b\0", b"\xff" * 99, b"broken"]
    assert corpus.remarked(file) == {b"broken": "Error: \\u202e late"}
