"""Give up the rights of this process that decoding does not need, as far as the system allows it.

Everywhere but on Windows: a limit of memory, and no file is opened any more.  On Linux with
seccomp: no system call but those that a computation needs.  None of it can be taken back.
"""

from __future__ import annotations

import os
import struct
import sys

# The calls that are left, by their numbers (linux/unistd.h): reading and writing what is open,
# memory, threads, clocks, signals to itself, the end.
ALLOWED = {
    "x86_64": (
        *(0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 24, 25, 28, 35, 38, 39, 60, 96),
        *(97, 98, 99, 100, 131, 186, 201, 202, 204, 219, 228, 229, 230, 231, 271, 273, 309, 318),
        *(324, 334),
    ),
    "aarch64": (
        *(57, 62, 63, 64, 65, 66, 67, 73, 80, 93, 94, 98, 99, 101, 103, 113, 114, 115, 123, 124),
        *(128, 132, 134, 135, 139, 153, 163, 165, 168, 169, 172, 178, 179, 214, 215, 216, 222, 226),
        *(233, 278, 283, 293),
    ),
}
# A thread is a clone of this process with this flag; any other clone is a new process.
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE_3 = 435
THREAD = 0x0001_0000
ARCHITECTURE = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
# Of the instructions of the filter (linux/filter.h), and of its answers (linux/seccomp.h).
LOAD, EQUAL, ANY_BIT, ANSWER = 0x20, 0x15, 0x45, 0x06
ALLOW, REFUSE, KILL = 0x7FFF_0000, 0x0005_0000, 0x8000_0000
NOT_PERMITTED, NO_SUCH_CALL = 1, 38
NUMBER_AT, ARCHITECTURE_AT, FIRST_ARGUMENT_AT = 0, 4, 16
SET_NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2


def close_process(memory: int) -> None:
    """Set the limits, then the filter."""
    if sys.platform == "win32":
        return
    import resource

    try:
        import ctypes

        control = ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):  # a Python without it, or another system
        control = None
    for limit, most in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NOFILE", 3),
        ("RLIMIT_AS", memory),
    ):
        try:
            resource.setrlimit(getattr(resource, limit), (most, most))
        except (OSError, ValueError):  # a system that knows the limit and not its use
            continue
    machine = os.uname().machine
    if control and sys.platform == "linux" and machine in ALLOWED and struct.calcsize("P") == 8:
        lines = filter_for(machine)
        kept = ctypes.create_string_buffer(lines, len(lines))
        program = struct.pack("HxxxxxxP", len(lines) // 8, ctypes.addressof(kept))
        # Where the kernel has no filters, it goes on without.
        if control(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0:
            control(SET_SECCOMP, FILTER, program, 0, 0)


def filter_for(machine: str) -> bytes:
    """The instructions: refuse all calls but those that are listed."""

    def instruction(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
        return struct.pack("HBBI", code, yes, no, value)

    calls = ALLOWED[machine]
    lines = [
        instruction(LOAD, ARCHITECTURE_AT),
        instruction(EQUAL, ARCHITECTURE[machine], 1, 0),
        instruction(ANSWER, KILL),
        instruction(LOAD, NUMBER_AT),
        # The C library then makes its threads with the older call, whose flags can be seen.
        instruction(EQUAL, CLONE_3, 0, 1),
        instruction(ANSWER, REFUSE | NO_SUCH_CALL),
        instruction(EQUAL, CLONE[machine], 0, 4),
        instruction(LOAD, FIRST_ARGUMENT_AT),
        instruction(ANY_BIT, THREAD, 0, 1),
        instruction(ANSWER, ALLOW),
        instruction(ANSWER, REFUSE | NOT_PERMITTED),
    ]
    for at, call in enumerate(calls):
        lines.append(instruction(EQUAL, call, len(calls) - at, 0))
    lines.append(instruction(ANSWER, REFUSE | NOT_PERMITTED))
    lines.append(instruction(ANSWER, ALLOW))
    return b"".join(lines)
