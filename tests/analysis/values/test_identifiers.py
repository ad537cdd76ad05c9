"""Identifiers whose reading depends on a name, a neighbor or a number."""

from tests.analysis.values.packing import HOME, b64
from tests.analysis.values.row import readings
from tests.for_each import for_each
from uriinspector.analysis.inspection import inspect
from uriinspector.analysis.values.value import flattened

SENT = 1_700_000_000
# Paths and payloads by the checksum of their letters, as Metasploit and Cobalt Strike use.
ASKED_FOR = (
    ("aBSZ", "Metasploit: Python payload"),
    ("aBaT", "Metasploit: Java payload"),
    ("aBaX", "Metasploit: Windows payload; Cobalt Strike: x86 payload"),
    ("aBaY", "Cobalt Strike: x64 payload"),
    ("aBbZ", "Metasploit: first connection"),
    ("aBeZ", "Metasploit: connection"),
)
# Platforms numbered from 1, as in Metasploit's payload/uuid.rb.
PLATFORMS = (
    *("Windows", "NetWare", "Android", "Java", "Ruby", "Linux", "Cisco", "Solaris", "OSX", "BSD"),
    *("OpenBSD", "BSDi", "NetBSD", "FreeBSD", "AIX", "HPUX", "Irix", "Unix", "PHP", "JavaScript"),
    *("Python", "NodeJS", "Firefox"),
)
ARCHITECTURES = (
    *("x86", "x64", "mips", "mipsle", "mipsbe", "ppc", "ppc64", "cbea", "cbea64", "sparc"),
    *("armle", "armbe", "cmd", "php", "tty", "java", "ruby", "dalvik", "python", "nodejs"),
    *("firefox", "zarch", "aarch64"),
)


def payload(platform: int, architecture: int, seconds: int = SENT, checksum: int = 92) -> str:
    """Return a Metasploit payload path: sixteen bytes, then letters up to a checksum."""
    first, second = 0x41, 0x9C
    masked = seconds ^ int.from_bytes(bytes((first, second, first, second)))
    octets = (
        bytes(range(8)) + bytes((first, second, platform ^ first, architecture ^ second))
    ) + masked.to_bytes(4)
    text = b64(octets)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    wanted = {(checksum - ord(char)) & 255: char for char in letters}
    while sum(map(ord, text)) & 255 not in wanted:
        text += "z"
    return text + wanted[sum(map(ord, text)) & 255]


def parts_of(text: str) -> dict[str, str]:
    """Return the parts inside a value by name."""
    return {each.value.name: each.reading.value for each in flattened(inspect(text).values)}


def words_of(text: str, decoder: str) -> list[str]:
    """Return the sentences for the values that a decoder reads."""
    every = flattened(inspect(text).values)
    return [each.reading.phrase for each in every if each.reading.decoder == decoder]


@for_each("path, title", *ASKED_FOR)
def test_four_letter_path_can_request_a_payload(path: str, title: str) -> None:
    said = f"Matches a checksum that malware tools use ({title})"
    assert words_of(f"{HOME}{path}", "msf-checksum") == [said]


@for_each("path", "aBSY", "aBSZ/x", "aBSZ5")
def test_ordinary_paths_do_not_request_a_payload(path: str) -> None:
    assert words_of(f"{HOME}{path}", "msf-checksum") == []


@for_each("number, name", *enumerate(PLATFORMS, 1))
def test_payload_names_its_platform(number: int, name: str) -> None:
    parts = parts_of(HOME + payload(number, 1))
    assert parts["platform"] == name
    assert parts["unique ID"] == "0001020304050607"
    assert parts["time"] == "2023-11-14T22:13:20Z"


@for_each("number, name", *enumerate(ARCHITECTURES, 1))
def test_payload_names_its_architecture(number: int, name: str) -> None:
    assert parts_of(HOME + payload(1, number))["architecture"] == name


@for_each(
    "path", payload(0, 1), payload(1, 0), payload(len(PLATFORMS) + 1, 1),
    payload(1, len(ARCHITECTURES) + 1), payload(1, 1, seconds=1_420_070_399),
    payload(1, 1, seconds=2_208_988_800), payload(1, 1, checksum=91),
)  # fmt: skip
def test_ordinary_path_is_not_a_payload_identifier(path: str) -> None:
    assert words_of(HOME + path, "msf-uuid") == []


@for_each("seconds", 1_420_070_400, 2_208_988_799)
def test_payload_with_the_earliest_or_latest_time_is_recognized(seconds: int) -> None:
    assert words_of(HOME + payload(1, 1, seconds), "msf-uuid") == ["Metasploit payload UUID"]


@for_each("name", "v", "ver", "version", "release", "build", "client", "app")
def test_four_numbers_are_a_version_if_the_name_says_so(name: str) -> None:
    assert readings(f"{HOME}?{name}=10.0.0.1") == []


@for_each(
    "name",
    "ip", "ipv4", "ipv6", "addr", "address", "host", "remote", "clientip", "userip", "src", "dst",
)  # fmt: skip
def test_four_numbers_are_an_address_if_the_name_says_so(name: str) -> None:
    assert words_of(f"{HOME}?{name}=10.0.0.1", "ip") == ["IP address 10.0.0.1 (private use)"]


def test_four_numbers_without_a_known_name_may_be_an_address() -> None:
    said = "Could be the IP address 10.0.0.1 (private use)"
    assert words_of(f"{HOME}?x=10.0.0.1", "ip") == [said]


def test_aws_signature_has_service_and_region() -> None:
    text = f"{HOME}?c=AKIAIOSFODNN7EXAMPLE/20231114/eu-west-1/s3/aws4_request"
    assert words_of(text, "aws-credential") == ["AWS signature for s3 in eu-west-1"]
    parts = parts_of(text)
    assert (parts["date"], parts["region"], parts["service"]) == ("2023-11-14", "eu-west-1", "s3")


def test_amazon_resource_name_is_split_into_parts() -> None:
    parts = parts_of(f"{HOME}?r=arn:aws:ec2:eu-west-1:123456789012:instance/i-1")
    assert (parts["service"], parts["region"]) == ("ec2", "eu-west-1")
    assert parts["resource"] == "instance/i-1"


def test_object_id_has_its_counter() -> None:
    assert parts_of(f"{HOME}65920080aabbccddee112233")["counter"] == str(0x112233)


@for_each("first", *"abdz")
def test_cuid_must_begin_with_c(first: str) -> None:
    rest = "kymzxdxd000001lchmgq8q2h"
    assert words_of(f"{HOME}c{rest}", "cuid") != []
    assert words_of(f"{HOME}{first}{rest}", "cuid") == []


@for_each("path", "embed/", "shorts/", "live/", "v/", "watch?v=")
def test_youtube_video_is_found_in_every_form_of_path(path: str) -> None:
    video = "YouTube video"
    assert video in words_of(f"https://www.youtube.com/{path}LnhSTZgzKuY", "youtube")
    assert video in words_of("https://youtu.be/LnhSTZgzKuY", "youtube")
    assert words_of("https://www.youtube.com/LnhSTZgzKuY", "youtube") == []
