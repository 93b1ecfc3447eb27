"""What a reply that is not right does: it claims something wrong, or says honestly that it can't tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Stance = Literal["right", "honest", "wrong claim"]
"""Of a reply. `honest`: it asks back, says that it can't tell, or only quotes entries."""
STANCES: tuple[Stance, ...] = ("wrong claim", "honest", "right")
"""The worst first."""

_ADMITS = re.compile(
    r"\bI (?:can't|cannot|could not|couldn't|found nothing|don't know|am not sure|have nothing)|I'm not sure"
    r"|nothing in your log|말할 수 없|알 수 없|답할 수 없|추천할 수 없|찾지 못|잘 모르"
)
_LEADS = re.compile(r"^.*(?:come closest|가장 가까운 기록이에요):$", re.MULTILINE)
_QUOTE = re.compile(r"^• [^“«\n]*[“«].*$", re.MULTILINE)
_GENERAL = re.compile(r"(?:In general \(not from your log\)|일반적으로).*$", re.MULTILINE)
_SENTENCES = re.compile(r"\n|(?<=[.!?])\s")


def quoted(text: str) -> list[str]:
    """The lines that quote an entry, each with its day."""
    return _QUOTE.findall(text)


def stance(text: str, *, right: bool, asks: bool, barred: Sequence[str] = ()) -> Stance:
    """Of a reply; `barred` are patterns of wrong values, which make any but a quotation a wrong claim.

    A denial ("you logged no runs") is a claim, "I found nothing about trail shoes" is none.
    """
    if right:
        return "right"
    told = _GENERAL.sub("", _LEADS.sub("", _QUOTE.sub("", text)))
    if any(re.search(pattern, told) for pattern in barred):
        return "wrong claim"
    claims = [one for one in _SENTENCES.split(told) if one.strip() and not _ADMITS.search(one)]
    return "wrong claim" if claims and not asks else "honest"
