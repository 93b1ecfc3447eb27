"""What the models' calls and prompts come to: `python -m benchmarks.calls --json`.

The forty messages of `calls.yaml` are sent one after the other, by one person with a small diary, to the
whole product; the model behind it is scripted (`benchmarks/brain.py`), what it is asked counted on the wire.
First as the product does it, then with `fewer_calls` off: each agent makes a call of its own. Tokens are
estimated as four characters each, tools and output forms included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import mean, median
from typing import cast

from pydantic_ai import models

from agents.session import Notice
from agents.types import InputType
from benchmarks.beside import Beside, counted
from benchmarks.brain import Brain, Labelled, messages
from bot.core import utc_now
from evals.diary import entry
from storage.entities import Frozen
from storage.stores import Stores
from tests.driver.storing import save_entry
from tests.models.product import product
from tests.models.server import ModelServer
from tests.models.telling import Says

LIMITS = {"tries": 1, "low_seconds": 30, "medium_seconds": 30, "high_seconds": 30}
USER = 7
DIARY = (
    (40, "bench 75kg 5x5", ("bench press weight=75kg reps=5 sets=5",)),
    (36, "squat 100kg 5x5, slept 8h", ("squat weight=100kg reps=5 sets=5", "sleep value=8h")),
    (33, "deadlift 130kg 3x5", ("deadlift weight=130kg reps=5 sets=3",)),
    (29, "bench 77.5kg 5x5", ("bench press weight=77.5kg reps=5 sets=5",)),
    (26, "ran 5k in 27:00", ("run distance=5km duration=27:00",)),
    (22, "squat 105kg 5x5", ("squat weight=105kg reps=5 sets=5",)),
    (19, "slept 6.5h", ("sleep value=6.5h",)),
    (16, "slept 7h, bench 80kg 5x5", ("sleep value=7h", "bench press weight=80kg reps=5 sets=5")),
    (12, "deadlift 135kg 3x5, slept 5h", ("deadlift weight=135kg reps=5 sets=3", "sleep value=5h")),
    (9, "only slept 4.5h", ("sleep value=4.5h",)),
    (8, "bench 80kg x5, felt so heavy", ("bench press weight=80kg reps=5",)),
    (7, "slept 7.5h", ("sleep value=7.5h",)),
    (5, "squat 107.5kg 5x5", ("squat weight=107.5kg reps=5 sets=5",)),
    (3, "ran 6k in 33:00", ("run distance=6km duration=33:00",)),
    (2, "slept 7h", ("sleep value=7h",)),
)
"""Days ago, words, measures."""


class Calls(Frozen):
    """The last line of the output."""

    certain_log: float
    """Calls for a log in plain notation, on average."""
    other_log: float
    """For a log told in any other way."""
    other_log_tokens: float
    """Prompt tokens of a call for such a log, on average."""
    question_usual: float
    """The median of the questions, what is learned from them included."""
    question_worst: int
    """The most of any question."""
    both: float
    chitchat: int
    """The most of any greeting, thanks and the like."""
    notes_question: int
    """The most of a question to notes, read by rules or handed on by a model (`benchmarks/beside.py`)."""
    calendar_question: int
    """As of notes."""
    dispatch_extra: int
    """That a question to the diary makes more where there are specialists."""
    token_ratio: float
    """Prompt tokens of all messages / those of the same messages with a call for each agent."""
    calls: int
    calls_plain: int
    prompt_tokens: int
    prompt_tokens_plain: int
    messages: int
    refused: int
    """Of both ways: answered by code in the end, as true drafts were refused."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request as it came over the wire."""

    message: int
    kind: str
    agent: str
    tokens: int
    refused: bool = False


def kind_of(message: Labelled) -> str:
    """As the table tells them apart."""
    if message.is_ is InputType.LOG:
        return "certain log" if message.plain else "other log"
    return {InputType.QUERY: "question"}.get(message.is_, message.is_.value)


async def play(labelled: Iterable[Labelled], *, fewer_calls: bool) -> list[Call]:
    """All messages, one after the other, to a product of their own."""
    made: list[Call] = []
    brain = Brain(utc_now().date())
    async with ModelServer.running() as server:
        server.always(
            "*", lambda asked: cast("Says", brain.fields(asked.agent, asked.user, asked.schema or {}))
        )
        llm = {**server.llm_section(), "fewer_calls": fewer_calls}
        profile = {"time_zone": "UTC", "weight_unit": "kg", "distance_unit": "km"}
        with tempfile.TemporaryDirectory(prefix="swealog-calls-") as folder:
            async with product(Path(folder), llm, LIMITS, profile=profile) as whole:
                await _write_diary(whole.db)
                for number, message in enumerate(labelled):
                    brain.now = message
                    server.asked.clear()
                    said = await whole.say(message.say, USER)
                    await whole.learned()
                    refused = said.turn.notices == (Notice.REFUSED,)
                    if said.turn.notices and not refused:
                        raise RuntimeError(f"{message.say!r}: {said.turn.notices}")
                    made += (
                        Call(number, kind_of(message), asked.agent, _tokens(asked.raw), refused)
                        for asked in server.asked
                    )
    return made


async def _write_diary(db: Stores) -> None:
    for number, (ago, text, holds) in enumerate(DIARY):
        written = entry(number, (utc_now() - timedelta(days=ago)).date(), text, holds, USER)
        await save_entry(db.entries, written)


def _tokens(request: dict[str, object]) -> int:
    sent = {name: request.get(name) for name in ("messages", "tools", "response_format")}
    return len(json.dumps(sent, ensure_ascii=False)) // 4


def _per_message(made: list[Call], labelled: tuple[Labelled, ...], kind: str) -> list[int]:
    return [
        sum(call.message == number for call in made)
        for number, message in enumerate(labelled)
        if kind_of(message) == kind
    ]


def summary(few: list[Call], plain: list[Call], labelled: tuple[Labelled, ...], beside: Beside) -> Calls:
    """The figures."""
    questions = _per_message(few, labelled, "question")
    tokens, tokens_plain = (sum(call.tokens for call in made) for made in (few, plain))
    return Calls(
        certain_log=round(mean(_per_message(few, labelled, "certain log")), 2),
        other_log=round(mean(_per_message(few, labelled, "other log")), 2),
        other_log_tokens=round(mean([call.tokens for call in few if call.kind == "other log"] or [0]), 1),
        question_usual=median(questions),
        question_worst=max(questions),
        both=round(mean(_per_message(few, labelled, "both")), 2),
        chitchat=max(_per_message(few, labelled, InputType.CHAT.value)),
        **dict(beside),
        token_ratio=round(tokens / tokens_plain, 3),
        calls=len(few),
        calls_plain=len(plain),
        prompt_tokens=tokens,
        prompt_tokens_plain=tokens_plain,
        messages=len(labelled),
        refused=sum(len({call.message for call in made if call.refused}) for made in (few, plain)),
    )


def table(few: list[Call], plain: list[Call], labelled: tuple[Labelled, ...]) -> Iterator[str]:
    """Calls and prompt tokens per agent and kind of message, of both ways."""
    yield f"{'':12} {'':12} {'fewer calls':>20} {'a call an agent':>20}"
    yield f"{'message':12} {'agent':12} {'calls':>8} {'tokens':>11} {'calls':>8} {'tokens':>11}"
    for kind in dict.fromkeys(map(kind_of, labelled)):
        number = sum(kind_of(message) == kind for message in labelled)
        rows = [[call for call in made if call.kind == kind] for made in (few, plain)]
        yield f"{f'{number} x {kind}':25} {_cells(rows[0])} {_cells(rows[1])}"
        for agent in dict.fromkeys(call.agent for made in reversed(rows) for call in made):
            own = [[call for call in made if call.agent == agent] for made in rows]
            yield f"{'':12} {agent:12} {_cells(own[0])} {_cells(own[1])}"
    yield f"{'all':25} {_cells(few)} {_cells(plain)}"


def _cells(made: list[Call]) -> str:
    return f"{len(made):8} {sum(call.tokens for call in made):11,}"


def some(labelled: tuple[Labelled, ...], each: int) -> tuple[Labelled, ...]:
    """At most so many of each kind."""
    counts: Counter[str] = Counter()
    kept: list[Labelled] = []
    for message in labelled:
        counts[kind_of(message)] += 1
        if counts[kind_of(message)] <= each:
            kept.append(message)
    return tuple(kept)


async def measure(each: int) -> tuple[Calls, list[str]]:
    """Both ways in one run."""
    models.ALLOW_MODEL_REQUESTS = True
    labelled = some(messages(), each)
    few = await play(labelled, fewer_calls=True)
    plain = await play(labelled, fewer_calls=False)
    questions = [one for one in labelled if one.is_ is InputType.QUERY]
    beside = await counted(questions, _write_diary)
    return summary(few, plain, labelled, beside), list(table(few, plain, labelled))


def main() -> None:
    """Print the table; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calls", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--each", type=int, default=40, help="messages of each kind, at most")
    given = parser.parse_args()
    result, lines = asyncio.run(measure(given.each))
    if not given.json:
        print("\n".join(lines))
    print(result.model_dump_json())


if __name__ == "__main__":
    main()
