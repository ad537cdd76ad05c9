"""A text character by character, for who hears it: what readers leave out has its name."""

from __future__ import annotations

from uriinspector.gui.editor.look import SpokenText
from uriinspector.gui.text.translation import say


def spelled(text: str) -> str:
    """Letters and digits as they are, signs by their names, and that there is nothing."""
    names = sign_names()
    return " ".join(names.get(char) or SpokenText(char).text for char in text) or say("empty")


def sign_names() -> dict[str, str]:
    """What each sign is called in the language in use."""
    return {
        " ": say("space"),
        ":": say("colon"),
        "/": say("slash"),
        "?": say("question mark"),
        "#": say("number sign"),
        "[": say("opening bracket"),
        "]": say("closing bracket"),
        "@": say("at sign"),
        ".": say("dot"),
        "-": say("hyphen"),
        "%": say("percent sign"),
        "&": say("ampersand"),
        "=": say("equals sign"),
        "+": say("plus sign"),
        ";": say("semicolon"),
        ",": say("comma"),
        "_": say("underscore"),
        "~": say("tilde"),
        "\\": say("backslash"),
    }
