"""What is said beside a deed: a ride, a price, a meeting, and where the writer's own deed begins after it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.people import SUBJECTS

_PAST = frozenset(("ran", "swam", "rode", "slept", "ate", "did", "rowed"))


def kill(clause: Sequence[Item]) -> None:
    """Mark them as about something that was not done, or not by the writer."""
    for item in clause:
        item.dead = True


def is_deed(item: Item) -> bool:
    """`benched`, `ran`."""
    return item.named is not None and (item.text.endswith("ed") or item.text in _PAST)


def after_that_i_did(clause: list[Item]) -> bool:
    """`after my physio appointment I biked 20 min`: only what stands before was about something else."""
    about = max(at for at, item in enumerate(clause) if item.has("cue", "price", "elsewhere"))
    near = range(max(0, about - 2), about)
    aside = next((at for at in near if clause[at].has("cue", "beside_it")), None)
    if aside is not None:  # `before my flight: 30 min swim`, `neck is stiff after the flight`
        told = any(item.data or item.has("pain") for item in clause[:aside])
        kill(clause[aside:] if told else clause[: about + 1])
        return True
    for at in range(about + 1, len(clause) - 1):
        subject = clause[at].text.partition(" ")[0] in SUBJECTS
        if subject and any(one.has("cue", "done") or is_deed(one) for one in clause[at : at + 3]):
            kill(clause[:at])
            return True
    return False


def got_off(clause: list[Item]) -> bool:
    """`took the bus home and ran 5k`: what stands before the deed was the way there."""
    ride = next(at for at, item in enumerate(clause) if item.has("cue", "transport"))
    did = next((at for at in range(ride + 1, len(clause)) if is_deed(clause[at])), None)
    kill(clause[:did] if did else [])
    return did is not None or not any(item.data for item in clause)


def opens_with_a_deed(clause: list[Item], cues: set[str]) -> bool:
    """`walked home from the movie, 40 minutes`."""
    first = next((item for item in clause if item.kind not in ("line", "comma", "dash")), None)
    moved = first is not None and first.named is not None and first.named.shape == "bouts"
    return first is not None and moved and "price" not in cues and is_deed(first)
