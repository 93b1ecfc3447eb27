"""The mark in a file's front matter that tells our own writing from a person's: a hash of all the rest.

A file whose mark fits was written by us, whenever that was and whatever copied it since. One that a person
changed keeps the mark of what they changed, so the two can be told apart, and what was changed is known.
"""

from __future__ import annotations

import re
from hashlib import sha256

_MARK = re.compile(r"^swealog: ([0-9a-f]{16})\n", re.MULTILINE)
_END = "\n---\n"


def marked(text: str) -> str:
    """The text with its mark as the last property; what has no front matter is left as it is."""
    head, end, rest = text.partition(_END)
    if not end or not text.startswith("---\n"):
        return text
    return f"{head}\nswealog: {_hash(text)}{end}{rest}"


def mark_of(text: str) -> str:
    """The mark it carries, whether or not it fits; empty: none."""
    found = _MARK.search(text.partition(_END)[0] + "\n")
    return found[1] if found else ""


def unmarked(text: str) -> str:
    """Without its mark."""
    head, end, rest = text.partition(_END)
    return _MARK.sub("", head + "\n", count=1).removesuffix("\n") + end + rest


def is_ours(text: str) -> bool:
    """Whether nothing of it was changed since we wrote it."""
    mark = mark_of(text)
    return bool(mark) and _hash(unmarked(text)) == mark


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
