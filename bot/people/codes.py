"""Pairing codes and invitations: eight signs that nobody mixes up, kept only as a hash.

The hash is scrypt with a salt of its own for each code. A code has 39 bits: enough against guessing in a chat
with a lock-out, too few for a fast hash, should somebody read the database or a backup of it. A secret key in
place of the slow hash would have to lie beside the database, where the same reader finds it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from storage.rights import Code, LockOut, NewCode, Role
from units import HOUR_S

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0 and O, 1, I and L, and without U, which spells words and looks like V."""
LENGTH = 8
VALID: dict[Role, timedelta] = {"owner": timedelta(hours=1), "person": timedelta(hours=24)}
"""How long a code can be used, by what it makes of whoever sends it."""
MOST: dict[Role, int] = {"owner": 3, "person": 5}
"""So many can be open at once; a newer one takes the place of the oldest."""
WORK = 1 << 13
"""The cost of a hash: about 20 ms."""
LOCK_OUT = LockOut(person=5, seconds=HOUR_S)

_FORM = re.compile(rf"(?=[A-Z]*\d[^A-Z]*[A-Z])[{ALPHABET}]{{{LENGTH}}}")
"""With a letter behind a digit, so that neither a word nor `bench 225` looks like a code."""
_ALONE = re.compile(r"\s*\w{4}[ \u2010-\u2015-]?\w{4}\s*")
_BETWEEN = re.compile(r"[\s\u2010-\u2015_-]+")


def new_code() -> str:
    """As it is compared: capitals and digits, nothing between them."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        if _FORM.fullmatch(code):
            return code


def shown(code: str) -> str:
    """As it is read and typed."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def typed(text: str) -> str | None:
    """The code that somebody typed, however they spaced it; None: that has not the form of one."""
    if len(text) > 4 * LENGTH:
        return None
    code = _BETWEEN.sub("", unicodedata.normalize("NFKC", text)).upper()
    return code if _FORM.fullmatch(code) else None


def typed_alone(text: str) -> str | None:
    """As `typed`, of a message that may as well be a log: only as it is shown, or in one piece."""
    return typed(text) if _ALONE.fullmatch(text) else None


def to_keep(code: str, kind: Role, made_by: int | None, now: datetime) -> NewCode:
    """What storage is given of it."""
    salt = secrets.token_hex(16)
    return NewCode(
        kind=kind,
        salt=salt,
        digest=_digest(code, salt),
        made_by=made_by,
        made_at=now,
        expires_at=now + VALID[kind],
        most=MOST[kind],
    )


def meant(code: str, kept: Sequence[Code]) -> Code | None:
    """The one of them that it is. Slow on purpose: run it in a thread."""
    fits: Iterable[tuple[bool, Code]] = [
        (hmac.compare_digest(_digest(code, each.salt), each.digest), each) for each in kept
    ]
    return next((each for right, each in fits if right), None)


def _digest(code: str, salt: str) -> str:
    return hashlib.scrypt(code.encode(), salt=bytes.fromhex(salt), n=WORK, r=8, p=1, dklen=32).hex()
