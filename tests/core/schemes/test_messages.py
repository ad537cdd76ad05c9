"""mid and cid: draft 03 in 1994, RFC 2392 in later editions."""

from tests.core.schemes.scheme_results import actions, dossier, faults, notes, values
from tests.for_each import for_each

LATER = "2005"


@for_each(
    "text, message, content",
    ("mid:960830.1639@XIson.com", "960830.1639@XIson.com", None),
    ("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", "960830.1639@XIson.com",
        "partA.960830.1639@XIson.com"),
    ("cid:foo4%25foo1@bar.net", None, "foo4%foo1@bar.net"),
    ("cid:foo4*foo1@bar.net", None, "foo4*foo1@bar.net"),
    ("mid:%22a%40b%22@c", '"a@b"@c', None),
)  # fmt: skip
def test_message_and_content_ids_are_fields(
    text: str, message: str | None, content: str | None
) -> None:
    found = dossier(text, LATER)
    assert found.valid
    assert values(found) == {"message-id": message, "content-id": content}
    expected = [("Message-ID", message), ("Content-ID", content)]
    assert actions(found) == [f"find {name}: <{value}>" for name, value in expected if value]
    assert found.cites == ("RFC 2392 2",)
    assert notes(found) == {}


def test_slash_is_part_of_a_message_id_in_1994() -> None:
    found = dossier("mid:a/b@c")
    assert found.valid
    assert values(found)["message-id"] == "a/b@c"
    assert notes(found) == {"reserved": "info"}
    assert found.cites == ("url-draft-03 BNF", "RFC 1738 4")


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


def test_brackets_and_line_ends_in_message_ids_are_noted() -> None:
    assert notes(dossier("cid:%3Ca@b%3E", LATER)) == {"brackets": "unusual"}
    assert notes(dossier("mid:<a@b>", LATER)) == {"brackets": "unusual"}
    assert notes(dossier("mid:a%0D%0Ab@c", LATER)) == {"escaped-control": "danger"}
