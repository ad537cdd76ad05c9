"""mid and cid: draft 03 in 1994, RFC 2392 in later editions."""

from tests.core.schemes.scheme_results import faults
from tests.for_each import for_each

LATER = "2005"


def test_content_id_of_1994_may_be_any_nonempty_text() -> None:
    assert faults("cid:anything") == []
    assert faults("cid:") == [("cidaddress", "")]
    assert faults("cid:a|b") == [("xchar", "|")]


@for_each("body", "", "a", "@")
def test_identifier_must_be_formed_like_an_address(body: str) -> None:
    lacks = 2 if body == "@" else 1
    assert faults(f"mid:{body}") == [("midaddress", "")] * lacks
    assert faults(f"mid:{body}", LATER) == [("message-id", "")] * lacks
    assert faults(f"cid:{body}", LATER) == [("content-id", "")] * lacks
    assert faults(f"mid:a@b/{body}", LATER) == [("content-id", "")] * lacks


def test_fragment_is_not_a_fault_of_mid_and_cid() -> None:
    assert faults("mid:a@b#c") == []
    assert faults("mid:a@b#c|", LATER) == []
    assert faults("mid:a b@c", LATER) == [("path-rootless", " ")]
