"""Encrypted archives: the passwords tried, and the report if none fits."""

from base64 import b64decode
from email.message import EmailMessage

import pytest

import uriinspector
from tests.documents.samples import zipped
from tests.for_each import for_each
from uriinspector.documents import decryption, work_budget
from uriinspector.documents.decryption import ArchivePasswords, counted

# Made by Info-ZIP 3.0 ("infected", then "secret" and fed by a pipe) and by pyzipper 0.4.0.
TRADITIONAL = b64decode(
    "UEsDBAoACQAAAO61dl1oLT0KMwAAACcAAAAGABwAYS5odG1sVVQJAAMAcQNrAHEDa3V4CwABBAAAAAAEAAAAAEtXHS"
    "nb9sQFfqbjm1M/FI2h6sw1GT7Mdg3xNme0LXPwxpCos1SBBT59CIBU19RMZ06y0VBLBwhoLT0KMwAAACcAAABQSwME"
    "CgAJAAAA7rV2XUM/4EAhAAAAFQAAAAUAHABiLnR4dFVUCQADAHEDawBxA2t1eAsAAQQAAAAABAAAAACpYxiyHemLPf"
    "vHitYJn5iq073Pmxwz/J3esRq9IgCpgZJQSwcIQz/gQCEAAAAVAAAAUEsBAh4DCgAJAAAA7rV2XWgtPQozAAAAJwAA"
    "AAYAGAAAAAAAAQAAAKSBAAAAAGEuaHRtbFVUBQADAHEDa3V4CwABBAAAAAAEAAAAAFBLAQIeAwoACQAAAO61dl1DP+"
    "BAIQAAABUAAAAFABgAAAAAAAEAAACkgYMAAABiLnR4dFVUBQADAHEDa3V4CwABBAAAAAAEAAAAAFBLBQYAAAAAAgAC"
    "AJcAAADzAAAAAAA="
)
AES_256 = b64decode(
    "UEsDBBQAAQBjAO61dl0AAAAARwAAAHIAAAAGAAsAYS5odG1sAZkHAAIAQUUDCACLz8cZcLlgfGgwjhLtkJs+PCWBGQ"
    "7wckK+ztyW9eIA2dzv3ZzpGotqcU9rMQKWijUlgrnh54VlRsS+PkWXl8Y/5ykLi7CGXVBLAQIUAxQAAQBjAO61dl0A"
    "AAAARwAAAHIAAAAGAAsAAAAAAAAAAACAAQAAAABhLmh0bWwBmQcAAgBBRQMIAFBLBQYAAAAAAQABAD8AAAB2AAAAAA"
    "A="
)
AES_128 = b64decode(
    "UEsDBBQAAQBjAO61dl0AAAAAhgAAAHIAAAAGAAsAYS5odG1sAZkHAAIAQUUBAAAHfTRpfxWRalYxIH28qHWzou8+G7"
    "U0hshbM36XwVHzbwRGW/o1MgOFMaxRJG+NVc6R0EjBLWILec911hySewoHAcE//2ddJxw3FwHFbX7V2xi/aFPUERYs"
    "j4vhWLCzkJhQ3NlKc+lj5pusWu0oBhoASpzUU6OrzPeRILWUWSIzBek1CMPPFFBLAQIUAxQAAQBjAO61dl0AAAAAhg"
    "AAAHIAAAAGAAsAAAAAAAAAAACAAQAAAABhLmh0bWwBmQcAAgBBRQEAAFBLBQYAAAAAAQABAD8AAAC1AAAAAAA="
)
AES_192 = b64decode(
    "UEsDBBQAAQBjALOheF0AAAAAPgAAACYAAAAGAAsAYS5odG1sAZkHAAIAQUUCAADj6PEd4c+TXE4fTjYBEKm6FjtObI"
    "Npa+G39hdi8L0NQmDQLl3QamdfaBz3lfHdQDdOspnpGJ1molkjN3efIlBLAQIUAxQAAQBjALOheF0AAAAAPgAAACYA"
    "AAAGAAsAAAAAAAAAAACAAQAAAABhLmh0bWwBmQcAAgBBRQIAAFBLBQYAAAAAAQABAD8AAABtAAAAAAA="
)
PIPED = b64decode(
    "UEsDBC0ACQAAAO61dl1oLT0K//////////8BABQALQEAEAAnAAAAAAAAADMAAAAAAAAAdTV3GNh47kBnhGjSecBi5d"
    "I2/nS/gduZ7jiARWi7Eire0/n4qjkW2bbP2pHwAqoRk480UEsHCGgtPQozAAAAAAAAACcAAAAAAAAAUEsBAh4DLQAJ"
    "AAAA7rV2XWgtPQozAAAAJwAAAAEAAAAAAAAAAQAAAIARAAAAAC1QSwYGLAAAAAAAAAAeAy0AAAAAAAAAAAABAAAAAA"
    "AAAAEAAAAAAAAALwAAAAAAAAB+AAAAAAAAAFBLBgcAAAAArQAAAAAAAAABAAAAUEsFBgAAAAABAAEALwAAAH4AAAAA"
    "AA=="
)


@for_each("octets", TRADITIONAL, AES_256)
def test_default_passwords_of_malware_samples_are_tried(octets: bytes) -> None:
    document = uriinspector.scan(octets)
    assert document.links[0].value == "http://evil.test/login"
    assert (document.locked, document.not_examined) == ((), ())


@for_each("octets, password", (AES_128, "schön"), (AES_192, "schön"), (PIPED, "secret"))
def test_given_password_opens_the_archive(octets: bytes, password: str) -> None:
    locked = uriinspector.scan(octets)
    assert (len(locked.links), locked.locked) == (0, ("1",))
    assert locked.not_examined[0].reason.endswith(": encrypted")
    document = uriinspector.scan(octets, passwords=("other", password))
    assert document.links[0].value == "http://evil.test/login"
    assert (document.locked, document.not_examined) == ((), ())
    source = document.links[0].source
    assert 0 < source.start < source.end < len(octets)


def test_locked_archive_in_an_archive_is_listed_by_path() -> None:
    assert uriinspector.scan(zipped({"a.txt": b"x", "inner.zip": AES_128})).locked == ("1.2",)


def test_passwords_must_be_strings() -> None:
    with pytest.raises(TypeError, match="passwords"):
        uriinspector.scan(b"", passwords=(b"x",))  # type: ignore[arg-type]


def test_number_of_password_tries_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decryption, "TRIES", 3)
    document = uriinspector.scan(AES_128, passwords=[str(each) for each in range(9)])
    assert "decryption limit" in document.not_examined[0].reason


@for_each("wrong, links", (1_999, 1), (2_000, 0))
def test_two_thousand_passwords_are_tried(wrong: int, links: int) -> None:
    given = [f"wrong{each}" for each in range(wrong)]
    document = uriinspector.scan(PIPED, passwords=[*given, "secret"])
    assert len(document.links) == links
    stopped = [each.code for each in document.findings if each.code == "reading-stopped"]
    assert len(stopped) == (0 if links else 1)


def test_decryption_is_bounded_by_the_work_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    # Enough for the text, which is read first, but not for the page.
    monkeypatch.setattr(work_budget, "AT_LEAST", 3_000)
    monkeypatch.setattr(work_budget, "TIMES", 0)
    document = uriinspector.scan(TRADITIONAL)
    assert [each.value for each in document.links] == ["http://two.test/"]
    assert "decryption limit" in document.not_examined[0].reason


@for_each("octets", TRADITIONAL, AES_256, AES_192, AES_128, PIPED)
def test_corrupted_encrypted_archive_does_not_raise(octets: bytes) -> None:
    for at in range(0, len(octets), 3):
        broken = octets[:at] + bytes((octets[at] ^ 0xFF,)) + octets[at + 1 :]
        uriinspector.scan(broken, passwords=("schön", "secret")).to_dict()


def test_counter_mode_continues_between_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    octets = bytes(200)
    whole = counted(bytes(16), octets)
    monkeypatch.setattr("uriinspector.documents.decryption.RUN", 3)
    assert counted(bytes(16), octets) == whole


def test_key_derivation_cost_follows_the_number_of_rounds() -> None:
    usual, slow, quick = (ArchivePasswords() for _ in range(3))
    assert sum(iter(lambda: usual.may_make_key(1 << 19), False)) == 20
    assert sum(iter(lambda: slow.may_make_key(1 << 20), False)) == 10
    assert sum(iter(lambda: quick.may_make_key(1 << 10), False)) == 2_000


@for_each(
    "text, is_told",
    ("The password is secret", True),
    ("Passwort: secret", True),
    ("\u30d1\u30b9\u30ef\u30fc\u30c9\uff1asecret", True),
    ("Senha ZIP: secret", True),
    ("The archive has no secret", False),
)
def test_password_in_the_text_opens_an_attached_archive_and_is_reported(
    text: str, is_told: bool
) -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "a@b.example.org", "x"
    mail.set_content(text)
    mail.add_attachment(PIPED, maintype="application", subtype="zip", filename="a.zip")
    document = uriinspector.scan(mail.as_bytes())
    codes = {each.code: each.severity for each in document.findings}
    assert codes.get("encrypted-attachment") == ("medium" if is_told else None)
    assert (len(document.links) > 0) is is_told
    # A password in a text without an encrypted archive is not reported.
    assert uriinspector.scan(f"From: a@b.example.org\n\n{text}".encode()).findings == ()
