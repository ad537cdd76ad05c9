"""7z archives, with and without a password."""

import random
from base64 import b64decode

import pytest

import uriinspector
from tests.examples import at_most
from tests.for_each import for_each
from uriinspector.documents import decryption
from uriinspector.documents.reading import seven_zip

# Made with py7zr 1.1.4: a page and a text; "enc" with "infected", "head" with "schön".
SAMPLES = {
    "lzma2": b64decode(
        "N3q8ryccAATgztoloQAAAAAAAAAUAAAAAAAAABYKlLvgACkAJF0AHhhABqfutJwM8CGT91bsGVFaJNHQ9M0o"
        "516YE4r5h2dxAToAAOAAdgBtXQAAgTMHrg/QxEs8nzkQnGzqVhqO4c5CG/fd17aoujM6XrRBO19mM7QuSEOS"
        "GqEbx3iniyAG1q+KCKKLH/YHvBE5A0+2ssteUp6kwY/yiGNGa9cWJiAxbQpQpF7ffyQWIgVBpc+Dv108qutO"
        "AAAAABcGLAEJdQAHCwEAASEhARgMdwAA"
    ),
    "lzma1": b64decode(
        "N3q8ryccAAR9HPUkoQAAAAAAAAAUAAAAAAAAAG+T3UIAHhhABqfutJwM8CGT91bsGVFaJNHQ9M0o516YE4r5"
        "h2dx+klD//+ECAAA4AB6AG5dAACBMweuD9C1KPyfORCchLFx9OyzG+hIZVTD/7lTkzYTXDKqBguliFhWZWUd"
        "AOtW/xQeA2LTZbdZla9l/jlAUFRmp0R392ACM3Uw0cs9uREz0286XIdFXe9V9ADqf3L8sSUI/QLpgTI6JQ3E"
        "JgAAABcGKwEJdgAHCwEAASEhARgMewAA"
    ),
    "enc": b64decode(
        "N3q8ryccAAT9DGhHvAAAAAAAAAAWAAAAAAAAAGu0vNwuiZLjR1InIApQfA+7eZIOpImYyEzQKrlZgB+nmLWj"
        "F+gQmAhMvsfVzQAsxMlGnBvgAIoAhF0AAIEzB64P0QEiFYyzHmCzvydlTq7rIG5QSZBkCGkRXvwZvJjHvUZB"
        "+d5KoScg1wnTDZC91zj7G3whFGuSyJYwOc6hH4Pd79eKlDa2ZuYY31XRu4FRrQklZ83c3svACvOcTDz6xlEn"
        "CviDnlwepHSEKdSziROm7eXKdfiKOL8JYHktAAAAABcGMAEJgIwABwsBAAEhIQEYDICLAAA="
    ),
    "head": b64decode(
        "N3q8ryccAASwHYylwAAAAAAAAAAqAAAAAAAAAG/hjP6Be99CKlQY86dYwB3gHoipJiyFFgeN8tbeTaJeGE3i"
        "04eMwxrPtl0lQBYfYiCzYsLH/S9HSCWWo04r2jH7QD6zccZb3m09uKt7b1fwhEErq8z5rldDzNe3kmcN1ZTq"
        "ihEYknMqB1Ox5vTtyUW4PUGWvaYLFM8V3zxMyVssaBoIuadJ8meEXAUqU8TXxY7XrIOkfLrxsVh807Sn6Ti4"
        "8bWBOozEsAtdnVod/fIwxGZyd0od3AFyGGndRbMhW3WziUQXBjABCYCQAAcLAQABJAbxBwESUw/t5Q8tHQIe"
        "vrLM2J2ErUJKDICLAAA="
    ),
    "copy": b64decode(
        "N3q8ryccAAQxX73ElQAAAAAAAAAUAAAAAAAAAL1rxQk8YSBocmVmPWh0dHA6Ly9hLnRlc3QvPng8L2E+aHR0"
        "cDovL2IudGVzdC/gAGoAY10AAIEzB64P0KYGvJ8/R2c/J5unTroOeKh6w+eMbBAtktNgK6vkbgdDwIhd/EnE"
        "qIi9qJbNamgA1EovV9qJIHOji0TJfO72QMehufI5fWbB1lwEAbCdsGXKj3r1AZi0UZp/AAAAABcGKgEJawAH"
        "CwEAASEhARgMawAA"
    ),
    "bz": b64decode(
        "N3q8ryccAARXxp+ktQAAAAAAAAAUAAAAAAAAAFF6KylCWmg5MUFZJlNZHoJPUgAABpmAQAGAFzNAXEAgADFD"
        "TTAAJU0ZT0DTKPlGJPnSCrw92S0ue5HlJYooUUb8XckU4UJAegk9SOAAbgBmXQAAgTMHrg/STU69QMCQzuXL"
        "dvY+AEyRCB2dsz9v8gZtPa7skFUTA82RCaFrGOCY5MUDbSfpk4Y57644DRpLBHakSj26n9eMnn270EpL9TS+"
        "j37Zme0DRmlBst+UbfWYrKfoc1IAAAAAFwZHAQluAAcLAQABISEBGAxvAAA="
    ),
    "defl": b64decode(
        "N3q8ryccAASHALGckAAAAAAAAAAUAAAAAAAAAObTGiqzSVTIKEpNs80oKSmw0tdP1CtJLS7Rt6uw0U+0g4ol"
        "QcQA4ABuAGZdAACBMweuD9As9LyfP0c759EegpTAth9mtqDl2SPRLf7+u3h+7TMko+8aAR33fBJastRISBoU"
        "qvSJyg4KmxKn9GfDW+vK3+a13GHYIV6PAhrzBh54uL4ZdMIqtjXQxSEZQ5Vy+wAAAAAXBiIBCW4ABwsBAAEh"
        "IQEYDG8AAA=="
    ),
    "ppmd": b64decode(
        "N3q8ryccAASFb/QilgAAAAAAAAAUAAAAAAAAAHfDQhsAPCcIXtaVaCYJuLITeG2BZWvsUGO05rH3OgA1QJXT"
        "EnYA4AB2AGxdAACBMweuD9As9LyfP0dBZcZNrengz7QFXFRNj9T6GXkhisIELl4I2FwtI7wpu/CTbhrMJveS"
        "kpPZuA9uouuV7lm1XpGBwjiwdQOJZd1MrI1JrDrtrS566ZtK7vdj3eJ1/Zu+Ppp5OiwB3gAAAAAXBiIBCXQA"
        "BwsBAAEhIQEYDHcAAA=="
    ),
}
# Also made with py7zr, password "zwei": encrypted but not compressed.
STORED = b64decode(
    "N3q8ryccAATuKCezvwAAAAAAAAAWAAAAAAAAAEWoffIN1RtdHoCQsgkbQ4Utqomks/EXMtWDFXwpOlH3U82B"
    "nMf0osoBd1J4vMvUbs+oaYTgAI4Ah10AAIEzB64P0QEiFF6owfBIe7LzcEvu5AFZOIsf/hDdYGeZXvlsFJVl"
    "lXFRRTUK4bvFbuOs7l9Nbs8AYN+pE40qUfYLJUcjAgIF8BmdnLKRSshWbYHlvrlytFx4AhvpaIihIPA8HHT5"
    "7ZLvNlPc8Xso3zBClZM22LXH905si06o6QqVf6elAAAAABcGMAEJgI8ABwsBAAEhIQEYDICPAAA="
)
READ = ("lzma2", "lzma1", "copy", "bz", "defl", "enc")


@for_each("name", *READ)
def test_every_file_of_a_7z_archive_is_read(name: str) -> None:
    octets = SAMPLES[name]
    document = uriinspector.scan(octets)
    assert document.kind == "7z"
    assert [(link.part, link.value) for link in document.links] == [
        ("1.1", "http://a.test/"),
        ("1.2", "http://b.test/"),
    ]
    assert [each.name for each in document.parts] == [None, "a.html", "d/b.txt"]
    assert (document.not_examined, document.locked) == ((), ())
    for link in document.links:
        assert 0 < link.source.start < link.source.end <= len(octets)


def test_7z_files_after_the_limit_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seven_zip, "MEMBERS", 1)
    document = uriinspector.scan(SAMPLES["lzma2"])
    assert [link.value for link in document.links] == ["http://a.test/"]
    assert [each.reason for each in document.not_examined] == ["1 more file not opened"]
    assert [each.code for each in document.findings] == ["reading-stopped"]


def test_encrypted_header_needs_the_password() -> None:
    octets = SAMPLES["head"]
    locked = uriinspector.scan(octets, passwords="wrong")
    assert locked.locked == ("1",)
    assert [each.reason for each in locked.not_examined] == ["encrypted"]
    assert len(uriinspector.scan(octets, passwords=("wrong", "schön")).links) == 2


def test_exhausted_password_tries_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decryption, "TRIES", 150)
    document = uriinspector.scan(SAMPLES["head"], passwords=("a", "b"))
    assert "decryption limit" in document.not_examined[0].reason


@for_each("wrong, links", (18, 2), (19, 0))
def test_up_to_twenty_keys_are_derived(wrong: int, links: int) -> None:
    given = [f"wrong{each}" for each in range(wrong)]
    document = uriinspector.scan(SAMPLES["head"], passwords=[*given, "schön"])
    assert len(document.links) == links
    assert ["reading-stopped" in each.code for each in document.findings] == [True] * (not links)


def test_files_with_an_unknown_password_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decryption, "USUAL", ())
    document = uriinspector.scan(SAMPLES["enc"], passwords="wrong")
    assert document.locked == ("1",)
    reasons = [each.reason for each in document.not_examined]
    assert reasons == ["a.html: encrypted", "d/b.txt: encrypted"]


def test_password_is_checked_by_checksum_not_by_size() -> None:
    assert uriinspector.scan(STORED, passwords=("one", "three")).locked == ("1",)
    document = uriinspector.scan(STORED, passwords=("one", "zwei", "three"))
    assert [link.value for link in document.links] == ["http://a.test/", "http://b.test/"]
    assert document.locked == ()


def test_unknown_coder_is_reported() -> None:
    document = uriinspector.scan(SAMPLES["ppmd"])
    assert document.not_examined[0].reason == "a.html: unsupported compression"


def test_oversized_7z_member_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seven_zip, "LARGEST", 30)
    assert "only the first" in uriinspector.scan(SAMPLES["lzma2"]).not_examined[-1].reason
    monkeypatch.setattr(seven_zip, "MEMBERS", 1)
    reason = uriinspector.scan(SAMPLES["copy"]).not_examined[-1].reason
    assert reason == "1 more file not opened"


@for_each("name", *SAMPLES)
def test_damaged_7z_does_not_raise(name: str) -> None:
    octets, chance = SAMPLES[name], random.Random(name)
    for cut in range(0, len(octets), 25):
        uriinspector.scan(octets[:cut] or b"7z").to_dict()
    for _ in range(at_most(25)):
        changed = bytearray(octets)
        for _ in range(chance.randrange(1, 6)):
            changed[chance.randrange(6, len(changed))] = chance.randrange(256)
        uriinspector.scan(bytes(changed), passwords="schön").to_dict()
