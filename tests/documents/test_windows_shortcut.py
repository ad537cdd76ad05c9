"""Windows shortcuts: the strings of a file, with names and positions, also if truncated."""

import struct

import uriinspector
from tests.for_each import for_each
from uriinspector.documents.reading.windows_shortcut import ShortcutText, shortcut_texts

TARGETS, INFO, DESCRIPTION, RELATIVE, FOLDER, ARGUMENTS, ICON, WIDE = (1 << bit for bit in range(8))
TARGET_BLOCK, ICON_BLOCK, OTHER_BLOCK = 0xA0000001, 0xA0000007, 0xA0000002


def shortcut(flags: int, body: bytes) -> bytes:
    """Return a file with these flags and this body."""
    identity = bytes.fromhex("4c0000000114020000000000c000000000000046")
    return (identity + struct.pack("<I", flags)).ljust(76, b"\0") + body


def text(value: str, *, is_wide: bool = True) -> bytes:
    """Return a string with its length before it."""
    octets = value.encode("utf-16-le" if is_wide else "cp1252")
    return struct.pack("<H", len(value)) + octets


def info(share: str, rest: str, *, more: int = 0) -> bytes:
    """Return a LinkInfo structure: a network share and the path in it."""
    name, suffix = share.encode("cp1252") + b"\0", rest.encode("cp1252") + b"\0"
    network = struct.pack("<IIIII", 20 + len(name), 2, 20, 0, 0) + name
    at = 28 + len(network)
    size = at + len(suffix) + more
    return struct.pack("<IIIIIII", size, 28, 2, 0, 0, 28, at) + network + suffix + bytes(more)


def block(signature: int, path: str) -> bytes:
    """Return a block with a path in both windows-1252 and UTF-16."""
    narrow, wide = path.encode("cp1252"), path.encode("utf-16-le")
    head = struct.pack("<II", 8 + 3 * 260, signature)
    return head + narrow.ljust(260, b"\0") + wide.ljust(520, b"\0")


def texts(octets: bytes) -> list[tuple[str, str]]:
    return [(each.name, each.text) for each in shortcut_texts(octets, 0, len(octets))]


def written(octets: bytes, each: ShortcutText) -> bytes:
    return octets[each.start : each.end]


@for_each("is_wide", True, False)
def test_each_shortcut_string_has_its_name_and_position(is_wide: bool) -> None:
    flags = DESCRIPTION | RELATIVE | FOLDER | ARGUMENTS | ICON | (WIDE if is_wide else 0)
    values = ["Café", r"..\a.exe", r"C:\b", "/c https://a.test/", r"\\c.test\d.ico"]
    octets = shortcut(flags, b"".join(text(each, is_wide=is_wide) for each in values))
    found = list(shortcut_texts(b"head" + octets, 4, 4 + len(octets)))
    assert [(each.name, each.text) for each in found] == list(
        zip(
            ("description", "relative path", "working directory", "arguments", "icon"),
            values,
            strict=True,
        )
    )
    encoding = "utf-16-le" if is_wide else "cp1252"
    for each in found:
        assert written(b"head" + octets, each).decode(encoding) == each.text


@for_each(
    "flag, name",
    (DESCRIPTION, "description"), (RELATIVE, "relative path"), (FOLDER, "working directory"),
    (ARGUMENTS, "arguments"), (ICON, "icon"),
)  # fmt: skip
def test_shortcut_string_is_present_only_with_its_flag(flag: int, name: str) -> None:
    assert texts(shortcut(flag | WIDE, text("x") + text("y"))) == [(name, "x")]


def test_shortcut_id_list_is_skipped() -> None:
    body = struct.pack("<H", 3) + b"abc" + text("x")
    assert texts(shortcut(TARGETS | DESCRIPTION | WIDE, body)) == [("description", "x")]


@for_each(
    "share, rest, target",
    (r"\\a.test\s", r"d\e.exe", r"\\a.test\s\d\e.exe"),
    (r"\\a.test\s" + "\\", "e.exe", r"\\a.test\s\e.exe"),
    (r"\\a.test\s", "", r"\\a.test\s"),
)
def test_network_target_is_share_and_path(share: str, rest: str, target: str) -> None:
    octets = shortcut(INFO | DESCRIPTION | WIDE, info(share, rest) + text("x"))
    assert texts(octets) == [("target", target), ("description", "x")]
    first = next(iter(shortcut_texts(octets, 0, len(octets))))
    assert written(octets, first).decode() == share


def test_link_info_with_a_false_size_has_no_target() -> None:
    whole = info(r"\\a.test\s", "e")
    description = text("x")

    def changed(at: int, value: int) -> list[tuple[str, str]]:
        body = whole[:at] + struct.pack("<I", value) + whole[at + 4 :]
        return texts(shortcut(INFO | DESCRIPTION | WIDE, body + description))

    size, only = len(whole), [("description", "x")]
    assert changed(20, 0) == only  # no share
    assert changed(20, size - 19) == only  # the share ends after the table
    assert changed(24, size + 1) == only  # the path starts after the table
    # At the very end the path is empty; the next string follows.
    assert [name for name, _ in changed(24, size)] == ["target", "description"]


def test_shortcut_share_must_end_within_the_file() -> None:
    network = struct.pack("<IIIII", 20, 2, 20, 0, 0)
    table = struct.pack("<IIIIIII", 48, 28, 2, 0, 0, 28, 48) + network
    assert texts(shortcut(INFO, table + b"\\\\a.test\\s\0"))[0][1].startswith(r"\\a.test\s")
    network = struct.pack("<IIIII", 20, 2, 4000, 0, 0)
    table = struct.pack("<IIIIIII", 48, 28, 2, 0, 0, 28, 48) + network
    assert texts(shortcut(INFO, table + b"rest\0")) == []


@for_each("signature, name", (TARGET_BLOCK, "target"), (ICON_BLOCK, "icon"))
def test_extra_block_of_a_shortcut_has_a_path(signature: int, name: str) -> None:
    path = r"\\a.test\é.exe"
    body = block(OTHER_BLOCK, r"\\other.test\x") + block(signature, path)
    octets = shortcut(0, body)
    assert texts(octets) == [(name, path)]
    within = b"more" + octets
    (found,) = shortcut_texts(within, 4, len(within))
    assert written(within, found).decode("utf-16-le") == path


def test_shortcut_block_needs_its_minimum_size_and_a_path() -> None:
    path = r"\\a.test\e"
    whole = block(TARGET_BLOCK, path)
    smaller = struct.pack("<I", len(whole) - 1) + whole[4:]
    assert texts(shortcut(0, whole)) == [("target", path)]
    assert texts(shortcut(0, smaller)) == []
    # An 8-byte block is skipped and the next is read. A smaller one ends the list.
    assert texts(shortcut(0, struct.pack("<II", 8, 0) + whole)) == [("target", path)]
    assert texts(shortcut(0, struct.pack("<II", 7, 0) + whole)) == []
    assert texts(shortcut(0, block(TARGET_BLOCK, "") + block(ICON_BLOCK, "x"))) == [("icon", "x")]
    octets = shortcut(0, block(TARGET_BLOCK, "abc"))[: 76 + 8 + 260 + 5]
    assert texts(octets) == [("target", "ab")]


def test_truncated_shortcut_has_its_complete_strings() -> None:
    octets = shortcut(DESCRIPTION | ARGUMENTS | WIDE, text("ab") + text("cd"))
    assert texts(octets[:-4]) == [("description", "ab"), ("arguments", "")]
    assert texts(octets[:-5]) == [("description", "ab")]
    assert texts(octets[:22]) == []


def test_shortcut_links_are_addresses_and_unc_paths() -> None:
    values = ["see https://a.test/", r"C:\b.exe", "/c mshta https://c.test/x|more", r"\\d.test\i"]
    flags = DESCRIPTION | FOLDER | ARGUMENTS | ICON | WIDE
    document = uriinspector.scan(shortcut(flags, b"".join(map(text, values))), name="a.lnk")
    assert [(link.attribute, link.value) for link in document.links] == [
        ("description", "https://a.test/"),
        ("arguments", "https://c.test/x"),
        ("icon", r"\\d.test\i"),
    ]
    (note,) = document.not_examined
    assert note.reason.endswith("/c mshta https://c.test/x|more")


def test_blank_shortcut_command_is_hidden_and_a_long_one_cut() -> None:
    octets = shortcut(ARGUMENTS | ICON | WIDE, text("  ") + text("https://a.test/i.ico"))
    document = uriinspector.scan(octets, name="a.lnk")
    assert document.not_examined == ()
    assert [link.value for link in document.links] == ["https://a.test/i.ico"]
    document = uriinspector.scan(shortcut(ARGUMENTS | WIDE, text("x" * 301)), name="a.lnk")
    assert document.not_examined[0].reason.count("x") == 300 + "only addresses are checked".count(
        "x"
    )


@for_each("flag", 0x04, 0x08, 0x10)
def test_padding_does_not_hide_the_shortcut_command(flag: int) -> None:
    padding = " " * 260
    body = struct.pack("<H", 5000) + padding.encode("utf-16-le") + text("https://a.test/x.hta")
    document = uriinspector.scan(shortcut(flag | 0x20 | 0x80, body))
    assert [(link.value, link.attribute) for link in document.links] == [
        ("https://a.test/x.hta", "arguments")
    ]
