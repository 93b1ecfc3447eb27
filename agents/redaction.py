"""Leaving secrets out of what is written down: logs, error columns, what is said to whoever runs the bot."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from html import escape
from urllib.parse import quote, quote_plus, unquote, urlsplit

SHORTEST = 8
"""Characters; what is shorter is a placeholder, and stands in ordinary words too."""
BLOT = "***"
_QUERY_VALUE = re.compile(r"[?&][^=&]+=([^&#]+)")


class Redaction:
    """Replaces the secrets it was told of, however they are spelled: quoted, escaped, as HTTP basic auth."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._known: set[str] = set()
        self._pattern: re.Pattern[str] | None = None
        self.learn(secrets)

    def learn(self, secrets: Iterable[str]) -> None:
        """From now on these are left out too."""
        new = {spelled for secret in secrets for spelled in _spellings(secret)} - self._known
        if not new:
            return
        self._known |= new
        longest_first = sorted(self._known, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def __call__(self, text: str) -> str:
        """The text without them."""
        return text if self._pattern is None else self._pattern.sub(BLOT, text)


def secrets_of_address(address: str) -> list[str]:
    """What must not be shown of a URL: user and password, and what its query carries."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return []
    found = [value for _, value in _queries(address)]
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    if user:
        plain = f"{unquote(user)}:{unquote(password)}"
        found += [password or user, unquote(password or user), base64.b64encode(plain.encode()).decode()]
    return found


def _queries(address: str) -> list[tuple[str, str]]:
    return [(match[0], unquote(match[1])) for match in _QUERY_VALUE.finditer(address)]


def _spellings(secret: str) -> set[str]:
    """Of a Telegram token the part behind the bot's id is the secret, and may stand alone."""
    number, colon, rest = secret.partition(":")
    words = {secret, *([rest] if colon and number.isdecimal() else [])}
    spelled = {
        way(word)
        for word in words
        for way in (str, quote, quote_plus, _wholly_quoted, escape, _as_json, _as_repr)
    }
    return {each for each in spelled if len(each) >= SHORTEST}


def _wholly_quoted(word: str) -> str:
    return quote(word, safe="")


def _as_json(word: str) -> str:
    return json.dumps(word)[1:-1]


def _as_repr(word: str) -> str:
    return repr(word)[1:-1]
