"""Links and files that contain one word wherever a program could follow it: host, share, path."""

import plistlib
from html import escape
from pathlib import Path

from tests.documents.compound_files import compound, outlook_tree
from tests.documents.samples import pdf_file, picture, zipped
from tests.documents.test_desktop_files import ONE, embedded, named, shortcut
from tests.documents.test_office_files import field, related
from uriinspector.core.schemes.table import SCHEMES

# No path contains this by chance; the file of this name exists and must never be opened.
WORD = "canary7f3a9c"


def links(secret: Path) -> list[str]:
    """Return links to the word in every form that a program might follow."""
    path = secret.as_posix()
    return [
        *(f"{name}://{WORD}.test/{WORD}?a={WORD}#{WORD}" for name in SCHEMES),
        *(f"{name}:{WORD}@{WORD}.test" for name in SCHEMES),
        *(path, f"file:{path}", f"file://{path}", f"file://localhost{path}", f"file:///{path}"),
        *(f"file://{WORD}.test{path}", f"//{WORD}.test{path}", rf"\\{WORD}.test\share\{WORD}"),
        *(rf"\\?\UNC\{WORD}.test\a", f"smb://{WORD}.test/a", f"view-source:file://{path}"),
        *(f"jar:file://{path}!/a", f"http://h.test/?url=file://{path}", f"hxxp://{WORD}[.]test/"),
        *(f"intent://{WORD}.test/#Intent;scheme=http;S.browser_fallback_url={path};end", path[1:]),
        *(f"search-ms:crumb=location:\\\\{WORD}.test\\a", f"ms-word:ofe|u|http://{WORD}.test/a.docx"),
        *(f"data:text/html,<img src={path}>", f"javascript:fetch('{path}')", f"ftp://{WORD}.test/a"),
    ]  # fmt: skip


def files(secret: Path) -> dict[str, bytes]:
    """Return a file of every kind with all of these links in it."""
    every, path = links(secret), str(secret).encode()
    page = "<!doctype html>" + "".join(
        f"<a href='{text}'>{text}</a><img src='{text}' srcset='{text} 2x'><link rel=stylesheet "
        f"href='{text}'><script src='{text}'></script><iframe src='{text}'></iframe>"
        for text in (escape(each) for each in every)
    )
    page += f"<base href='//{WORD}.test/'><form action='file://{secret}'><input type=password>"
    styles = "".join(f"@import url({each!r});" for each in every)
    lines = "\n".join(every)
    mail = (
        f"From: a@{WORD}.test\nTo: b@c.test\nSubject: {WORD}\nContent-Base: http://{WORD}.test/\n"
        f"List-Unsubscribe: <http://{WORD}.test/u>\nDisposition-Notification-To: a@{WORD}.test\n"
        "Content-Type: multipart/related; boundary=b\n\n"
        f"--b\nContent-Type: message/external-body; access-type=local-file; name={secret}\n\n\n"
        f"--b\nContent-Type: text/html\nContent-Location: file://{secret}\n\n{page}\n"
        f"--b\nContent-Type: text/plain\n\n{lines}\n--b--\n"
    ).encode()
    remote = [("rId1", "hyperlink", each) for each in every]
    parts = {
        "[Content_Types].xml": b"<x/>",
        "word/document.xml": f"<p>{field(f'INCLUDEPICTURE {secret}', 'x')}</p>".encode(),
        "word/_rels/document.xml.rels": related(("rId0", "attachedTemplate", str(secret)), *remote),
    }
    made = {
        "page.html": page.encode(), "style.css": styles.encode(), "list.txt": lines.encode(),
        "mail.eml": mail, "mails.mbox": b"From a@b.test\n" + mail, "office.docx": zipped(parts),
        "shortcut.url": f"[InternetShortcut]\nURL=file://{secret}\nIconFile={secret}\n".encode(),
        "shortcut.lnk": shortcut(str(secret), str(secret), rf"\\{WORD}.test\a", f"http://{WORD}.test"),
        "place.webloc": plistlib.dumps({"URL": f"file://{secret}"}),
        "day.ics": f"BEGIN:VCALENDAR\nATTACH:file://{secret}\nURL:{secret}\nEND:VCALENDAR\n".encode(),
        "card.vcf": f"BEGIN:VCARD\nPHOTO;VALUE=uri:file://{secret}\nEND:VCARD\n".encode(),
        "paper.pdf": pdf_file(f"file://{secret}", f"http://{WORD}.test/"),
        "code.png": picture("PNG", f"file://{secret}"),
        "note.one": ONE + named("a.htm") + embedded(page.encode()),
        "mail.msg": compound(outlook_tree({0x37: WORD, 0x1000: lines})),
        "text.rtf": rb"{\rtf1{\field{\*\fldinst INCLUDEPICTURE %s}{\fldrslt x}}}" % path,
    }  # fmt: skip
    # A member's name must not be used as a path to write to.
    return made | {"all.zip": zipped({f"../../{WORD}/{name}": made[name] for name in made})}
