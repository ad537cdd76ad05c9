"""Run the program under an audit hook: python -m tests.architecture.offline WHAT.

The hook records the interpreter's events for sockets, name look-ups, processes and files, and
refuses all communication beyond this machine and all processes, except the program's own process
for reading pictures. An audit hook cannot be removed, so it needs its own process. WHAT is
"everything", "kinds", "terminal", or the name of a forbidden action to try; the record is printed
as JSON.
"""

import base64
import contextlib
import io
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from tests.analysis.expectations.benign import ROWS as BENIGN
from tests.analysis.expectations.malicious import ROWS as MALICIOUS
from tests.documents.samples import pdf_file, picture, zipped
from tests.documents.test_picture_formats import BEGINNINGS, WITHIN
from tests.fuzz import corpus
from tests.fuzz.document_targets import NAMES
from tests.fuzz.target import CORPUS
from uriinspector.documents.picture_process import command
from uriinspector.documents.scan import READERS

LEAVING = (
    "socket.", "urllib.", "http.", "ftplib.", "smtplib.", "poplib.", "imaplib.", "nntplib.",
    "telnetlib.", "webbrowser.", "subprocess.", "pty.", "os.system", "os.exec", "os.fork",
    "os.posix_spawn", "os.spawn", "os.startfile",
)  # fmt: skip
INTERNET = (socket.AF_INET, socket.AF_INET6)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
# Files of each kind, read before the hook is installed.
MOST = 40
UNITS = {kind: corpus.units(CORPUS / f"document-{kind}.txt")[:MOST] for kind in READERS}

left: list[str] = []
opened: list[tuple[str, bool]] = []
readers: list[list[str]] = []


def watch(event: str, args: tuple[Any, ...]) -> None:
    """Record an event, and refuse it if it leaves the machine."""
    if event == "open":
        path, _, flags = args
        if not isinstance(path, int):  # a number is a file that is already open
            opened.append((os.fsdecode(path), bool(flags & WRITING)))
    elif event == "subprocess.Popen" and list(args[1]) == command():
        readers.append(list(args[1]))
    elif event.startswith(LEAVING):
        left.append(event)
        if event != "socket.__new__" and not is_local(args):
            message = f"{event} is refused here"
            raise PermissionError(message)


def is_local(args: tuple[Any, ...]) -> bool:
    """Return True if a socket event stays on this machine."""
    return bool(args) and isinstance(args[0], socket.socket) and args[0].family not in INTERNET


def record_stat() -> None:
    """Record calls of os.stat, which is wrapped because it raises no audit event."""

    def wrapped(real: Callable[..., Any]) -> Callable[..., Any]:
        def stat(path: Any, *args: Any, **options: Any) -> Any:
            if not isinstance(path, int):
                opened.append((os.fsdecode(path), False))
            return real(path, *args, **options)

        return stat

    for name in ("stat", "lstat"):
        setattr(os, name, wrapped(getattr(os, name)))


def texts(schemes: dict[str, Any]) -> Iterator[str]:
    """Yield references of every scheme, with and without a host."""
    for name in schemes:
        yield f"{name}://user@host.example:99/a%20b/../c?to=http://evil.test/#f"
        yield f"{name}:some.body@host.example,1?x=y"


def everything() -> None:
    """Run every public function on the references of the tables, and on every scheme."""
    import uriinspector
    from uriinspector.core.compare import normalize
    from uriinspector.core.schemes.table import SCHEMES

    for row in (*BENIGN, *MALICIOUS):
        uriinspector.inspect(row.text, base=row.base, protect=row.protect).to_dict()
    for text in texts(SCHEMES):
        found = uriinspector.inspect(text)
        assert found.dossier
        json.dumps([found.to_dict(), len(found.readings), len(found.nested)])
    for text in (*(row.text for row in (*BENIGN, *MALICIOUS)), *texts(SCHEMES)):
        for edition in uriinspector.EDITIONS:
            uriinspector.resolve("http://a.example/b/c", text, edition=edition).to_dict()
            uriinspector.compare(text, text.upper(), edition=edition).to_dict()
            normalize(uriinspector.parse(text, edition=edition))
    documents()


def documents() -> None:
    """Scan documents of each kind, with many kinds of addresses in them."""
    import uriinspector

    page = "".join(f"<a href='{row.text}'>{row.text}</a>" for row in MALICIOUS[:100])
    page += "<img src='file://host.example/x'><base href='//host.example/'><iframe srcdoc='x'>"
    coded = base64.encodebytes(picture()).decode()
    mail = (
        "From: a@b.test\nTo: c@d.test\nContent-Type: multipart/mixed; boundary=b\n\n"
        f"--b\nContent-Type: text/html\n\n{page}\n"
        f"--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n{coded}\n--b--"
    )
    shortcut = "[InternetShortcut]\nURL=http://a.test/\nIconFile=\\\\host.example\\x"
    packed = zipped({"a.html": page.encode("utf-8", "replace"), "b.eml": mail.encode()})
    for source in (page, mail, shortcut, packed, picture(), pdf_file("http://a.test/")):
        json.dumps(uriinspector.scan(source).to_dict())


def kinds() -> None:
    """Scan intact and damaged files of each kind, from the fuzz tests."""
    import uriinspector

    for kind, every in UNITS.items():
        for unit in every:
            json.dumps(uriinspector.scan(unit, name=NAMES.get(kind)).to_dict())
    for octets in BEGINNINGS.values():
        for place in WITHIN.values():
            uriinspector.scan(place(octets)).to_dict()


def terminal() -> None:
    """Run the terminal commands that take references as arguments."""
    from uriinspector.cli.main import main

    text = "http://www.example.com@0x7f.1/%2e%2e/?to=//evil.test/"
    commands = (
        ["--full", text],
        ["--json", "file://host.example/share", r"\\host.example\share"],
        ["resolve", "http://a.example/b", text],
        ["compare", text, text.upper()],
        *([command, text] for command in ("normalize", "tree", "defang", "refang")),
        ["explain"],
        *(["report", "--format", name, text] for name in ("markdown", "html", "json", "svg")),
        ["report", "--without-recipient", f"{text}&e=a@corp.example"],
        *(["fill", name, text] for name in ("splunk", "elastic", "sentinel", "ticket")),
    )
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")):
        understood = [main(command) in (0, 1) for command in commands]
    assert all(understood), understood


def connect() -> NoReturn:
    """Connect to a local port on which nothing listens."""
    socket.socket(socket.AF_INET).connect(("127.0.0.1", 9))
    raise AssertionError


def connect_ex() -> NoReturn:
    """Connect with the function that returns an error number."""
    socket.socket(socket.AF_INET6).connect_ex(("::1", 9))
    raise AssertionError


def send() -> NoReturn:
    """Send a datagram."""
    socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"", ("::1", 9))
    raise AssertionError


def look_up() -> NoReturn:
    """Look up a host with getaddrinfo."""
    socket.getaddrinfo("host.example", 80)
    raise AssertionError


def look_up_by_name() -> NoReturn:
    """Look up a host with gethostbyname."""
    socket.gethostbyname("host.example")
    raise AssertionError


def start() -> NoReturn:
    """Start another program."""
    subprocess.run([sys.executable, "-c", ""], check=True)
    raise AssertionError


def read() -> None:
    """Open a foreign file, and get the status of another."""
    with open("/dev/null", "ab"):  # noqa: PTH123
        os.stat("/etc/passwd")  # noqa: PTH116


def local() -> None:
    """Create a pair of local sockets."""
    for each in socket.socketpair(socket.AF_UNIX):
        each.close()


WAYS = (
    *(everything, kinds, terminal, connect, connect_ex, send, look_up, look_up_by_name, start),
    *(read, local),
)

if __name__ == "__main__":
    sys.addaudithook(watch)
    record_stat()
    with contextlib.suppress(PermissionError):
        {way.__name__: way for way in WAYS}[sys.argv[1]]()
    sys.stdout.write(json.dumps({"left": left, "opened": opened, "readers": readers}))
