"""Find the passwords for encrypted files in the text of the messages they came with."""

from collections.abc import Iterator
from itertools import islice

from uriinspector.analysis.encoding import decode
from uriinspector.core.expression import expression
from uriinspector.documents.html.page import page_text
from uriinspector.documents.rules.file_names import encrypted_attachment
from uriinspector.documents.scan_state import Entity, Scan

# Limits on the search for passwords in the text of a message: bytes per text, and matches.
PASSWORDS_WITHIN, MOST_PASSWORDS = 1 << 16, 8
PASSWORD = expression(
    r"(?i)(?:passwor[dt]|passcode|kennwort|\bpwd?\b|mot de passe|contrase\xf1a|\bsenha\b|wachtwoord"
    r"|\u30d1\u30b9\u30ef\u30fc\u30c9|\u5bc6\u7801|\u5bc6\u78bc)(?: PDF| ZIP)?"
    r"(?:[^\S\n]{0,3}(?:[:=\uff1a]|is|ist|est|es|\xe9|\u306f|\u662f)){1,2}[\s\"'\u201c\u300c]{0,4}"
    r"([^\s\"'<>\u201d\u300d]{3,32})"
)


def known_passwords(scan: Scan, entity: Entity, first: str) -> Iterator[str]:
    """Yield ``first``; if it is wrong, the passwords given or found in the message's text."""
    yield first
    search_for_passwords(scan, entity)
    yield from scan.passwords.texts()


def search_for_passwords(scan: Scan, entity: Entity) -> None:
    """Add the passwords that a message's text gives for an encrypted file in it."""
    scope = scan.message
    if scope.envelope is None or id(scope) in scan.passwords.searched:
        return
    scan.passwords.searched.add(id(scope))
    found: dict[str, None] = {}
    for leaf in scan.leaves:
        if leaf.message is scope and leaf.is_shown_as_message and not leaf.is_packed:
            octets, end = leaf.octets.get(), min(leaf.end, leaf.start + PASSWORDS_WITHIN)
            is_page, encoding = leaf.is_page, leaf.encoding
            text = (
                page_text(octets, leaf.start, end, encoding)
                if is_page
                else decode(octets[leaf.start : end], encoding)
            )
            found |= dict.fromkeys(islice(PASSWORD.findall(text), MOST_PASSWORDS))
    if found:
        scan.passwords.add(found)
        scan.note(encrypted_attachment(entity.octets.extent(entity.start, entity.end)))
