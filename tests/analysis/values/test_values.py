"""Values in links: readings, spans, and limits."""

import base64
import zlib
from collections.abc import Callable
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.test_golden import links
from tests.analysis.values.look_alikes import SILENT
from tests.analysis.values.packing import HOME, b64
from tests.analysis.values.row import Silent, readings
from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.values.candidates import LONGEST
from uriinspector.analysis.values.layers import MOST_UNPACKED
from uriinspector.analysis.values.value import CONFIDENCES, KINDS, every_value, flattened
from uriinspector.analysis.values.walk import DECODERS, DEPTH, MOST_DATA, OVER, values_of
from uriinspector.core.parse import parse

SURE = {"certain", "likely"}


@for_each("row", *SILENT)
def test_texts_that_resemble_values_are_not_decoded(row: Silent) -> None:
    sure = [each for each in readings(row.text) if each[2] in SURE]
    if row.decoders:
        sure = [each for each in sure if each[0].rpartition(" > ")[2] in row.decoders]
    assert sure == []


def test_values_are_decoded_only_on_request() -> None:
    inspection = inspect("https://a.example/?t=1700000000")
    assert "values" not in vars(inspection)
    assert "values" not in inspection.to_dict()
    assert inspection.to_dict(values=True)["values"][0]["value"] == "2023-11-14T22:13:20Z"


def test_reading_json_has_every_field() -> None:
    [first, second] = inspect(f"{HOME}?u=a%20b&t=1700000000").to_dict(values=True)["values"]
    assert first["value"] == "a b"
    assert second == {
        "start": 29,
        "end": 39,
        "text": "1700000000",
        "kind": "time",
        "value": "2023-11-14T22:13:20Z",
        "via": ["unix"],
        "confidence": "likely",
        "of": None,
        "source": "POSIX.1-2017 XBD 4.16",
        "name": "t",
        "part": "query",
        "meaning": "2023-11-14 22:13:20 UTC (Unix seconds)",
    }


def test_nested_value_names_its_outer_value() -> None:
    packed = base64.urlsafe_b64encode(b'{"u":"https://b.example/?t=1700000000"}').decode()
    rows = inspect(f"{HOME}?d={packed}").to_dict(values=True)["values"]
    assert [each["of"] for each in rows] == [None, 0, 1, 2]
    assert [each["via"][-1] for each in rows] == ["base64", "json", "link", "unix"]


def test_defanged_link_has_the_values_with_original_spans() -> None:
    [value] = inspect("hxxps://a[.]example/?t=1700000000").values
    assert value.span == (23, 33)


def test_link_nested_by_a_service_is_one_value() -> None:
    text = "https://web.archive.org/web/2020/https://b.example/?ts=1700000000"
    [value] = inspect(text).values
    assert value.best.kind == "link"
    assert value.best.inside[0].best.value == "2023-11-14T22:13:20Z"


def test_every_layer_of_a_value_has_a_span_in_the_link() -> None:
    packed = base64.b64encode(b'{"when":"1700000000","x":"y"}').decode()
    text = f"{HOME}?d={packed}"
    at = text.index(packed)
    [time] = [each for each in readings(text) if each[0] == "base64 > json > unix"]
    # The digits are the decoded bytes 9 to 19: groups 3 to 6 of four characters.
    assert time[3] == (at + 12, at + 28)


@for_each("times", DEPTH, 3 * DEPTH)
def test_nesting_depth_of_values_is_limited(times: int) -> None:
    text = "https://z.example/"
    for _ in range(times):
        text = f"https://a.example/?u={quote(text, safe='')}" if len(text) < 20_000 else text
    values = inspect(text).values
    assert max(len(each.via) for each in every_value(values)) < DEPTH


@for_each("times", DEPTH - 1, DEPTH, DEPTH + 1)
def test_layers_of_values_are_decoded_up_to_the_limit(times: int) -> None:
    texts = ["some words that were packed"]
    for _ in range(times):
        texts.append(b64(texts[-1]))
    read = min(times, DEPTH)
    assert max(len(each[0].split(" > ")) for each in readings(f"{HOME}?d={texts[-1]}")) == read
    assert texts[times - read] in [each[1] for each in readings(f"{HOME}?d={texts[-1]}")]


def test_number_and_length_of_values_are_limited() -> None:
    text = HOME + "?" + "&".join(f"t{at}=1700000000" for at in range(5_000))
    *values, last = inspect(text).values
    assert MOST_DATA - 2 <= len(values) <= MOST_DATA
    assert last.best.phrase == OVER
    assert values[-1].end < last.start
    [value] = inspect(f"{HOME}?d={'QUJD' * (LONGEST // 4 + 1)}").values
    assert value.best.phrase == "More than 131,072 characters: not decoded"


@for_each("wbits", 31, 15, -15)
def test_compression_bomb_in_a_value_is_not_unpacked(wbits: int) -> None:
    packer = zlib.compressobj(9, wbits=wbits)
    bomb = packer.compress(b"a" * 30_000_000) + packer.flush()
    values = inspect(f"{HOME}?d={b64(bomb)}").values
    for each in every_value(values):
        assert len(each.text) <= MOST_UNPACKED
        assert all(len(reading.value) <= MOST_UNPACKED for reading in each.readings)
    if wbits > 0:
        text = "only the first 262,144 bytes were unpacked"
        assert text in values[0].best.inside[0].best.phrase


def test_readings_of_a_megabyte_of_values_are_limited() -> None:
    for piece in (
        "eyJhIjoxfQ",
        "%1f%8b%08",
        "1700000000/",
        "a=SGVsbG8sIHdvcmxkIQ&",
        "(" * 9,
        "0123456789abcdef",
    ):
        text = f"{HOME}?d=" + piece * (1_000_000 // len(piece))
        assert len(flattened(values_of(parse(text)))) <= 4 * MOST_DATA


@for_each(
    "text",
    lambda size: HOME + "?d=" + "<a b='c'>" * (size // 9),
    lambda size: HOME + "?d=" + b64(b"\x0a\x7e" * (size // 4)),
    lambda size: HOME + "?d=" + b64(b"\x81\xa1a" * (size // 4)),
    lambda size: HOME + "?d=" + b64(b"\xa1\x61a" * (size // 4)),
    lambda size: HOME + "?d=" + "&amp;" * (size // 5),
    lambda size: HOME + "?d=" + "=3D" * (size // 3),
    lambda size: HOME + "a-" * (size // 2) + "1700000000123",
    lambda size: HOME + "#:~:text=" + "a,-" * (size // 3),
    lambda size: HOME + "?q=" + "a+" * (size // 2),
    lambda size: HOME + "?d=" + "eyJh" * (size // 4),
    lambda size: HOME + "?d=" + "%7B" * (size // 3),
    lambda size: HOME + "?d=" + "[" * size,
    lambda size: HOME + "?" + "a=1700000000&" * (size // 13),
    lambda size: HOME + "a/" * (size // 2),
    lambda size: HOME + "?d=" + "a." * (size // 2),
    lambda size: HOME + "#" + "a=b&" * (size // 4),
    lambda size: HOME + "?d=" + "0" * size,
    lambda size: HOME + "?d=" + "https://" * (size // 8),
    lambda size: "x" * size,
)
def test_decoding_values_takes_linear_time(text: Callable[[int], str]) -> None:
    assert is_linear_over(lambda each: inspect(each).values, text, 30_000)


@given(st.text(max_size=200))
def test_decoding_a_text_never_raises(text: str) -> None:
    for value in every_value(inspect(f"{HOME}?a={text}#{text}").values):
        assert 0 <= value.start <= value.end <= len(text) * 2 + len(HOME) + 4


@given(st.binary(max_size=120), st.sampled_from(["zlib", "plain"]))
def test_decoding_bytes_never_raises(octets: bytes, how: str) -> None:
    packed = zlib.compress(octets) if how == "zlib" else octets
    text = f"{HOME}?d={base64.urlsafe_b64encode(packed).decode()}"
    for each in flattened(inspect(text).values):
        assert each.reading.kind in KINDS
        assert each.reading.confidence in CONFIDENCES


def test_every_decoder_has_a_source_and_a_unique_name() -> None:
    assert all(row.source and row.title for row in DECODERS)
    assert len({row.name for row in DECODERS}) == len(DECODERS)


def test_every_decoder_reads_a_link_of_the_golden_file() -> None:
    chains = {chain for _, (text, *_) in links() for chain, *_ in readings(text)}
    used = {name for chain in chains for name in chain.split(" > ")}
    assert {row.name for row in DECODERS} - used == set()
