"""ftp: RFC 1738 3.1 and 3.2 with all their examples, and draft 03."""

from tests.core.schemes.scheme_results import actions, dossier, faults, meanings, notes, values
from tests.for_each import for_each

PLAIN, EMPTY, ROOT = (
    "plain: from the login directory", '"//": an empty CWD first', '"%2F": from the root',
)  # fmt: skip
ANONYMOUS = ["send USER anonymous\\r\\n", "send PASS <mail address>\\r\\n"]


@for_each(
    "text, commands",
    ("ftp://myname@host.dom/%2Fetc/motd", ["CWD /etc", "RETR motd"]),
    ("ftp://myname@host.dom/etc/motd", ["CWD etc", "RETR motd"]),
    ("ftp://myname@host.dom//etc/motd", ["CWD", "CWD etc", "RETR motd"]),
)
def test_ftp_examples_send_the_commands_of_3_2_2(text: str, commands: list[str]) -> None:
    found = dossier(text)
    assert found.valid
    assert actions(found) == [
        "connect host.dom port 21",
        "send USER myname\\r\\n",
        "ask password",
        *(f"send {each}\\r\\n" for each in commands),
    ]
    assert actions(found, PLAIN) == ["send CWD etc\\r\\n", "send RETR motd\\r\\n"]
    assert actions(found, EMPTY) == ["send CWD\\r\\n", *actions(found, PLAIN)]
    assert actions(found, ROOT) == ["send CWD /etc\\r\\n", "send RETR motd\\r\\n"]


@for_each(
    "text, user, password",
    ("ftp://@host.com/", "", None), ("ftp://host.com/", None, None),
    ("ftp://foo:@host.com/", "foo", ""), ("ftp://foo:b%40r@host.com/", "foo", "b@r"),
)  # fmt: skip
def test_undefined_and_empty_ftp_logins_differ(
    text: str, user: str | None, password: str | None
) -> None:
    found = dossier(text)
    assert found.valid
    assert (values(found)["user"], values(found)["password"]) == (user, password)
    assert values(found)["host"] == "host.com"


def test_login_without_a_user_is_anonymous() -> None:
    for text in (
        "ftp://info.cern.ch/pub/www/doc",
        "ftp://info.cern.ch/pub",
        "ftp://ds.internic.net/rfc",
        "ftp://info.cern.ch/pub/www/doc/http-spec.txt",
    ):
        found = dossier(text)
        assert found.valid
        assert actions(found)[1:3] == ANONYMOUS
        assert meanings(found)["user"] == "anonymous (3.2.1)"


def test_password_is_sent_and_noted() -> None:
    found = dossier("ftp://u:p@h/a")
    assert actions(found)[1:3] == ["send USER u\\r\\n", "send PASS p\\r\\n"]
    assert notes(found) == {"password": "unusual"}


@for_each(
    "text, code, commands",
    ("ftp://h/a;type=a", "a", ["TYPE A", "RETR a"]),
    ("ftp://h/a;type=I", "I", ["TYPE I", "RETR a"]),
    ("ftp://h/a;TYPE=i", "i", ["TYPE I", "RETR a"]),
    ("ftp://h/a;type=d", "d", ["NLST a"]),
    ("ftp://h/;type=D", "D", ["NLST"]),
    ("ftp://h/a", None, ["RETR a"]),
)
def test_type_code_is_case_insensitive_and_never_guessed(
    text: str, code: str | None, commands: list[str]
) -> None:
    found = dossier(text)
    assert found.valid
    assert values(found)["type"] == code
    assert actions(found)[3:] == [f"send {each}\\r\\n" for each in commands]


def test_unknown_ftp_type_is_a_fault() -> None:
    assert faults("ftp://h/a;type=x") == [("ftptype", "x")]
    assert faults("ftp://h/a;type=") == [("ftptype", "")]
    assert meanings(dossier("ftp://h/a;type=x"))["type"] == "not an ftp type"


@for_each("code", *"AID")
def test_typecode_of_the_draft_is_part_of_the_name(code: str) -> None:
    found = dossier(f"ftp://h/a!{code}")
    assert found.valid
    assert values(found)["name"] == f"a!{code}"
    assert notes(found) == {"draft-type": "info"}


@for_each(
    "text, code, commands",
    ("ftp://h/d/a!A", "A", ["CWD d", "TYPE A", "RETR a"]),
    ("ftp://h/a!I", "I", ["TYPE I", "RETR a"]),
    ("ftp://h/a!D", "D", ["NLST a"]),
)
def test_typecode_of_the_draft_has_its_own_commands(
    text: str, code: str, commands: list[str]
) -> None:
    for edition in ("1994", "2005"):
        found = dossier(text, edition)
        assert f"send RETR a!{code}\\r\\n" in actions(found)
        beside = actions(found, f'draft 03: "!{code}" is a type')
        assert beside == [f"send {each}\\r\\n" for each in commands]


def test_typecode_of_rfc_1738_excludes_that_of_the_draft() -> None:
    found = dossier("ftp://h/a!A;type=i")
    assert {each.variant for each in found.actions} == {""}
    assert notes(found) == {}


@for_each("name", "a!X", "a!i")
def test_other_suffix_is_not_a_typecode_of_the_draft(name: str) -> None:
    assert notes(dossier(f"ftp://h/{name}")) == {}


def test_ftp_link_without_a_path_only_logs_in() -> None:
    found = dossier("ftp://h")
    assert values(found)["name"] is None
    assert actions(found) == ["connect h port 21", *ANONYMOUS]
    assert actions(dossier("ftp://h/"))[-1] == "send RETR \\r\\n"


def test_ftp_path_from_the_root_has_variants() -> None:
    for text in ("ftp://h/%2fmotd", "ftp://h//motd"):
        found = dossier(text)
        assert actions(found, PLAIN) == ["send RETR motd\\r\\n"]
        assert actions(found, EMPTY) == ["send CWD\\r\\n", "send RETR motd\\r\\n"]
        assert actions(found, ROOT) == ["send RETR /motd\\r\\n"]
    assert actions(dossier("ftp://h/motd"), PLAIN) == []
    assert actions(dossier("ftp://h//"), PLAIN) == []


def test_very_long_ftp_path_has_no_variants() -> None:
    found = dossier("ftp://h/" + "a/" * 300)
    assert len(actions(found)) == 304
    assert actions(found, PLAIN) == []


def test_escaped_line_ends_in_ftp_links_are_dangerous() -> None:
    found = dossier("ftp://u%0d%0aDELE@h/a%0Ab%09")
    assert notes(found) == {"escaped-control": "danger"}
    assert actions(found)[1] == "send USER u\\r\\nDELE\\r\\n"
    assert notes(dossier("ftp://h/a%09")) == {"escaped-control": "unusual"}


@for_each(
    "text, expected",
    ("ftp:h", [("ftpurl", "")]), ("ftp:", [("ftpurl", "")]), ("ftp://", [("host", "")]),
    ("ftp://h:", [("port", "")]), ("ftp://h:2x/", [("port", "x")]), ("ftp://h_/", [("host", "h_")]),
    ("ftp://u:p:q@h/", [("password", ":")]),
    ("ftp://u^@h/", [("user", "^")]), ("ftp://h/a b", [("fpath", " ")]),
    ("ftp://h/%zz", [("fpath", "%")]), ("ftp://h/a;b", [("fpath", ";")]),
    ("ftp://h/~u", [("fpath", "~")]),
)  # fmt: skip
def test_faults_of_ftp_links_are_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert faults(text) == expected
    assert dossier(text).actions == () or "//" in text


def test_port_of_another_protocol_is_noted() -> None:
    assert notes(dossier("ftp://h:25/")) == {"other-port": "danger"}
    assert notes(dossier("ftp://h:2121/")) == {"other-port": "unusual"}
    assert notes(dossier("ftp://h:0021/")) == {}
    assert notes(dossier("ftp://h:999999999999999999999/")) == {"other-port": "unusual"}
