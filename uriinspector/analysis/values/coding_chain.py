"""Codings that somebody takes off a text one by one, and puts on again around another content."""

from __future__ import annotations

from uriinspector.analysis.values.codings import (
    CODINGS,
    NotCodedError,
    recoded_by,
    stages_of,
)
from uriinspector.analysis.values.readable import text_of
from uriinspector.core.model import NamedTuple

# No coding is offered for more octets: each would be tried at once.
MOST = 1 << 18


class CodingChain(NamedTuple):
    """A text, the codings that were taken off, and what was left after each of them."""

    text: str
    names: tuple[str, ...]
    stages: tuple[bytes, ...]

    @property
    def content(self) -> bytes:
        """What is left in the end."""
        return self.stages[-1]

    @property
    def offered(self) -> tuple[str, ...]:
        """The codings that what is left may be in, those first that leave a text."""
        content = self.content
        if len(content) > MOST:
            return ()
        readable: list[str] = []
        other: list[str] = []
        for name, coding in CODINGS.items():
            try:
                plain = coding.unpack(content)
            except NotCodedError:
                continue
            if plain and plain != content:
                (other if text_of(plain) is None else readable).append(name)
        return (*readable, *other)

    def then(self, name: str) -> CodingChain:
        """One coding more taken off; NotCodedError where it is not written so."""
        plain = CODINGS[name].unpack(self.content)
        return self._replace(names=(*self.names, name), stages=(*self.stages, plain))

    def undone(self) -> CodingChain:
        """The last one on again."""
        return self._replace(names=self.names[:-1], stages=self.stages[: max(len(self.names), 1)])

    def edited(self, content: bytes) -> CodingChain:
        """The same codings around another content."""
        return chain_of(self.holding(content), self.names)

    def holding(self, content: bytes) -> str:
        """The text with another content in the same codings."""
        return recoded_by(self.text, self.names, content)


def chain_of(text: str, names: tuple[str, ...] = ()) -> CodingChain:
    """A text with these codings taken off; NotCodedError where it is not written so."""
    return CodingChain(text, names, tuple(stages_of(text, names)))
