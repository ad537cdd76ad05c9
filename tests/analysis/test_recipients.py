"""Mail addresses in links: those of people identify the recipient, those of programs do not."""

from tests.for_each import for_each
from uriinspector import inspect


def found(link: str) -> list[str]:
    return [each.severity for each in inspect(link).findings if each.code == "recipient-id"]


@for_each(
    "link",
    "https://storage.googleapis.com/b/o?GoogleAccessId=svc@proj.iam.gserviceaccount.com&Expires=1",
    "https://storage.googleapis.com/b/o?X-Goog-Credential=a@p.iam.gserviceaccount.com%2F2026",
    "https://lore.kernel.org/all/CAHk-=whabc@mail.gmail.com/",
    "https://lore.kernel.org/r/20260101120000.123-1-ann@host.test/",
    "https://lists.test/m/AM0PR04MB5714E6@AM0PR04MB5714.eurprd04.prod.outlook.com",
    "https://lists.test/m/1E4A7F38-0A9C-4D1B-9B0D-6B1F1C0A2D11@mac.test",
    "https://lists.test/d/msgid/group/1?message_id=h2k5j8x1c9v4b7n3@mail.test",
)
def test_message_ids_and_accounts_of_programs_are_not_recipients(link: str) -> None:
    assert found(link) == []


@for_each(
    "link",
    "https://kxqv.test/u?email=bob@corp.test",
    "https://kxqv.test/u?message_id=bob@corp.test",
    "https://kxqv.test/u?message_id=bob.miller.1985@corp.test",
    "https://kxqv.test/u?GoogleAccessId=bob@corp.test",
    "https://kxqv.test/u?email=bob@gserviceaccount.com.corp.test",
    "https://kxqv.test/u?email=bob@notmail.gmail.com.test",
    "https://kxqv.test/u?email=bob@gmail.com",
)
def test_addresses_of_people_are_recipients_for_any_parameter_name(link: str) -> None:
    assert found(link) == ["low"]


def test_disguised_address_in_a_fragment_is_a_recipient() -> None:
    assert found("https://kxqv.test/#1700000000.bob@corp.test") == ["medium"]
    assert found("https://kxqv.test/#a@mail.gmail.com") == ["medium"]
