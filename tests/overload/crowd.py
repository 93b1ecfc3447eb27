"""What a crowd texts at one moment, and what it must have been answered. Seeded: two runs get the same."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from telegram_local.world import CROWD_ID

FIRST_ID = CROWD_ID
"""The one who floods; the last of the chats is the newest."""
ANSWER = "answer"
_QUESTION = "have I ever gone swimming?"
_A_QUESTION_IN = 12
_LOAD = re.compile(r"(\d+(?:\.\d+)?) kg")


@dataclass(frozen=True, slots=True)
class Said:
    """A message; `token` is what tells the reply to it from others of its chat."""

    chat_id: int
    text: str
    token: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply, when it was sent in seconds."""

    chat_id: int
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Replies that are missing, too many, out of order; how far back in the queue the newest chat was."""

    unanswered: int
    doubled: int
    reordered: int
    newest_rank: int
    newest_share: float
    """Of all replies, those that came before the newest chat's first."""


def crowd(seed: int, chats: int, messages: int, flood: int) -> list[Said]:
    """In the order in which they arrive: all of the flood, then the others mixed, the newest chat's one last.

    Loads go down, so that none is a record, and each is met once in its chat.
    """
    chance = random.Random(f"crowd/{seed}")  # noqa: S311
    newest = FIRST_ID + chats - 1
    others = list(range(FIRST_ID + 1, newest))
    senders = [others[number % len(others)] for number in range(messages - flood - 1)]
    chance.shuffle(senders)
    said, counts = list[Said](), Counter[int]()
    for sender in [*[FIRST_ID] * flood, *senders, newest]:
        counts[sender] += 1
        if sender not in {FIRST_ID, newest} and counts[sender] > 1 and not chance.randrange(_A_QUESTION_IN):
            said.append(Said(sender, _QUESTION, ANSWER))
        else:
            load = f"{600 - counts[sender] * 0.25:g}"
            said.append(Said(sender, f"bench {load} kg 3x5", load))
    return said


def token_of(text: str) -> str:
    """The load that a receipt tells, or that it is an answer."""
    found = _LOAD.search(text)
    return found[1] if found else ANSWER


def by_chat(tokens: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    """In their order."""
    sorted_out = defaultdict[int, list[str]](list)
    for chat_id, token in tokens:
        sorted_out[chat_id].append(token)
    return sorted_out


def judge(said: Sequence[Said], heard: Sequence[Heard]) -> Verdict:
    """Hold what was answered against what was said; `heard` is in the order of sending."""
    wanted = by_chat((one.chat_id, one.token) for one in said)
    got = by_chat((one.chat_id, token_of(one.text)) for one in heard)
    newest = said[-1].chat_id
    rank = next((place for place, one in enumerate(heard) if one.chat_id == newest), len(heard))
    return Verdict(
        unanswered=_surplus(wanted, got),
        doubled=_surplus(got, wanted),
        reordered=sum(_overtaken(wanted[chat_id], got.get(chat_id, [])) for chat_id in wanted),
        newest_rank=rank,
        newest_share=round(rank / max(1, len(heard)), 3),
    )


def _surplus(these: Mapping[int, list[str]], those: Mapping[int, list[str]]) -> int:
    return sum((Counter(tokens) - Counter(those.get(chat, []))).total() for chat, tokens in these.items())


def _overtaken(wanted: list[str], got: list[str]) -> int:
    """Neighbours that came the wrong way round; an answer is worth its place among them."""
    numbered = _numbered(wanted)
    places = {token: place for place, token in enumerate(numbered)}
    order = [places[token] for token in _numbered(got) if token in places]
    return sum(later < sooner for sooner, later in pairwise(order))


def _numbered(tokens: Iterable[str]) -> list[tuple[str, int]]:
    """Equal ones are told apart by how many came before."""
    seen = Counter[str]()
    numbered = list[tuple[str, int]]()
    for token in tokens:
        seen[token] += 1
        numbered.append((token, seen[token]))
    return numbered
