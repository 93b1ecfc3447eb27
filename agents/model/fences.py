"""Fences around what somebody wrote, so that a model can tell data from instructions."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e01ef]"
)
"""Controls, bidirectional overrides, what is invisible or can smuggle text, and broken surrogates."""
_LIKE_A_TAG = re.compile(r"<(?=\s*/?\s*[^\W\d_])|<(?=\s*/)")
ANGLE = "\u2039"
"""Stands for the `<` of whatever looks like a tag."""
_SECRET = secrets.token_bytes(32)
_COUNT = count()
_NAME = re.compile(r"[a-z][a-z_]*")


def visible(text: str) -> str:
    """The text without characters that nobody sees; line breaks and tabs stay."""
    return _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _drawn() -> str:
    """As good as `secrets.token_hex(4)`; asking the system for every call takes up to half a millisecond."""
    return blake2b(next(_COUNT).to_bytes(8), digest_size=4, key=_SECRET).hexdigest()


@dataclass(frozen=True, slots=True)
class Fence:
    """Marks blocks with a mark that was drawn for this one call: who wrote the text cannot know it."""

    mark: str = field(default_factory=_drawn)

    def block(self, name: str, text: str) -> str:
        """The text between an opening and a closing line of its own."""
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name for a block")
        return f"<{name}-{self.mark}>\n{self.inside(text)}\n</{name}-{self.mark}>"

    def inside(self, text: str) -> str:
        """The text as it may stand between the marks: nothing in it closes or opens a block."""
        told = visible(text)
        if self.mark in told.lower():  # a pattern made for each call costs more than what it looks through
            told = re.sub(self.mark, "·", told, flags=re.IGNORECASE)
        return _LIKE_A_TAG.sub(ANGLE, told)
