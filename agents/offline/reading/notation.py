"""Items to pieces: the shorthand of training, item after item."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.chained import CHAINED
from agents.offline.reading.items import Item
from agents.offline.reading.numbered import read_figures
from agents.offline.reading.pieces import Piece
from agents.offline.reading.worded import read_word


def read_pieces(items: Sequence[Item]) -> list[Piece]:
    """The pieces of the items that are alive and not read by others."""
    alive = [item for item in items if not item.dead]
    pieces: list[Piece] = []
    at = 0
    near = True
    while at < len(alive):
        item = alive[at]
        if item.used and item.kind != "line":
            at += 1
            continue
        if at and alive[at - 1].sentence != item.sentence and item.kind != "line":
            pieces.append(Piece("break", ()))
        taken, found = _piece(alive, at)
        for piece in found:
            piece.near = near
            near = True
        pieces.extend(found)
        if (
            not found
            and not (item.has("filler") or item.meanings)
            and item.kind not in ("dash", "plus", "colon")
        ):
            near = False
        at += taken
    return pieces


def _piece(items: Sequence[Item], at: int) -> tuple[int, list[Piece]]:  # noqa: PLR0911 - one return a kind
    item = items[at]
    if item.kind in CHAINED:
        return read_figures(items, at)
    match item.kind:
        case "pace":
            return 1, [Piece("pace", [item], (item.value,), (item.unit,))]
        case "clock":
            return 1, [Piece("time", [item], (item.value,), ("clock",))]
        case "k":
            return 1, [Piece("distance", [item], (item.value * 1000,), ("km",))]
        case "rounds":
            return 1, [Piece("sets", [item], (item.value,))]
        case "laps":
            return 1, [Piece("laps", [item], (item.value,))]
        case "line" | "stop":
            return 1, [Piece("break", [item])]
        case "comma" | "close" | "open":
            return 1, [Piece("comma", [item])]
        case "colon":
            return 1, [Piece("colon", [item])]
        case "plus" if not item.glued:
            return 1, [Piece("comma", [item])]
        case "slash" if not item.glued and at + 1 < len(items) and items[at + 1].named is not None:
            return 1, [Piece("comma", [item])]
        case _:
            return read_word(items, at)
