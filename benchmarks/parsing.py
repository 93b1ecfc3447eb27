"""What reading a message costs and how it grows: `python -m benchmarks.parsing --json`.

The logs of the development sets are parsed and routed one after the other, in turns with a floor that
understands nothing: one plain regular expression that finds numbers and words. Then a realistic diary and
hostile texts are parsed and routed at a length and at four times that length: a growth of 4 is linear,
16 quadratic. Times are of the processor.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from statistics import median, quantiles
from time import process_time

from agents.offline.parser import parse
from agents.offline.router import route
from agents.parser import ParserInput
from agents.profile import Profile
from agents.router import RouterInput
from domains.registry import load
from evals.cases import Parsing
from evals.loading import EXAMPLES, read
from storage.entities import Frozen

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
HOSTILE = (
    "5x", "1/2/", "((((", "111 ", "for ", "one ", "🙂", "벤치", "한", "squat x ", "not 5 ", "1", "a -1 ",
    "be\u200b", "chicken 600 kcal ", "60kg x10, x8 ", "1세트 ", "100/", "same weight ", "3x5 (failed) ",
    "bench 185x5x3, ", "bench 100kg, ", "slept 5 to ", "5:", "1,000,", "12-", "@8 ", "last set ", "\n", " ",
    "x x x ", "and a ", "1h ", "ㅋ", "!?", "a", "one hundred and ", "on monday ", "not 185 but ",
    "two plates ", "bench\n5x5\n", "e\u0301", "\uff11\uff10", "..1", ".", "!", "\u2026", "\u3002", "?", "1.",
    "12", "\u0663", "1 x 25 ", "1km ", "@  ", "1시간 ", "5세트 ", "\u2028", "\t", "\ufe0f", "would a ",
    "it was ", "1? ", "82,1 ",
)  # fmt: skip
"""Each is repeated to the length wanted, for the parser and for the router."""
DIARY = (
    "Mon: bench 185x5x3 @8, felt heavy; slept 5h\nsquat 3x5 @ 225, last set got 9\nran 5k in 25:30\n"
    "2 eggs and toast 450 kcal, 30g protein. tomorrow deadlift 315\n벤치 80kg 5회 3세트, 7시간 잤다\n"
)
SHORT = 2_000
TIMES = 4
_FLOOR = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_REGISTRY = load()
_CONTEXT = _REGISTRY.combine(_REGISTRY.domains)
_PROFILE = Profile(user_id=1)


class Reading(Frozen):
    """The last line of the output."""

    messages: int
    letters: int
    parse_ms_p50: float
    parse_ms_p95: float
    parse_ms_max: float
    route_ms_p50: float
    route_ms_p95: float
    floor_ms_p50: float
    parse_to_floor: float
    growth_diary: float
    """Time of four times the length to that of the length; 4 is linear."""
    growth_hostile_max: float
    hostile_worst: str
    growth_routed_max: float
    routed_worst: str
    hostile_ms_per_1000_letters_max: float


def parsed(text: str) -> None:
    """One message through the parser."""
    parse(ParserInput(text=text, now=NOW, profile=_PROFILE, domain_context=_CONTEXT))


def routed(text: str) -> None:
    """One message through the router."""
    given = RouterInput(
        text=text, profile=_PROFILE, available_domains=_REGISTRY.infos, vocabulary=_REGISTRY.vocabulary
    )
    route(given)


def floor(text: str) -> None:
    """Numbers and words, and nothing understood."""
    _FLOOR.findall(text)


def seconds(read_: Callable[[str], None], text: str) -> float:
    """Of the processor, for one text."""
    began = process_time()
    read_(text)
    return process_time() - began


def growth(
    piece: str, *, short: int = SHORT, rounds: int = 3, read_: Callable[[str], None] = parsed
) -> tuple[float, float]:
    """How much longer four times the length takes, and ms for 1000 letters of the longer; best of some."""
    texts = [piece * max(1, length // len(piece)) for length in (short, TIMES * short)]
    spent = [min(seconds(read_, text) for _ in range(rounds)) for text in texts]
    return spent[1] / max(spent[0], 1e-4), spent[1] / len(texts[1]) * 1e6


def measure(
    rounds: int, hostile: Sequence[str] = HOSTILE, messages: int | None = None, short: int = SHORT
) -> Reading:
    """All of it, or only so many messages; growth from so many letters on."""
    texts = [one.example.text for one in read(EXAMPLES, "parsing", Parsing) if not one.example.after]
    texts = texts[:messages]
    for text in texts[:50]:
        parsed(text)
        routed(text)
    spent: dict[str, list[float]] = {"parse": [], "route": [], "floor": []}
    for _ in range(rounds):
        for text in texts:
            for name, read_ in (("parse", parsed), ("route", routed), ("floor", floor)):
                spent[name].append(seconds(read_, text) * 1000)
    grown = {piece: growth(piece, short=short) for piece in hostile}
    worst = max(grown, key=lambda piece: grown[piece][0])
    routes_grown = {piece: growth(piece, short=short, read_=routed)[0] for piece in hostile}
    routed_worst = max(routes_grown, key=lambda piece: routes_grown[piece])
    parses, routes = (quantiles(spent[name], n=20) for name in ("parse", "route"))
    mid = {name: median(times) for name, times in spent.items()}
    floor_ms = sum(spent["floor"]) / len(spent["floor"])
    return Reading(
        messages=len(texts),
        letters=round(sum(map(len, texts)) / len(texts)),
        parse_ms_p50=round(mid["parse"], 3),
        parse_ms_p95=round(parses[-1], 3),
        parse_ms_max=round(max(spent["parse"]), 2),
        route_ms_p50=round(mid["route"], 3),
        route_ms_p95=round(routes[-1], 3),
        floor_ms_p50=round(floor_ms, 4),
        parse_to_floor=round(sum(spent["parse"]) / sum(spent["floor"]), 1),
        growth_diary=round(growth(DIARY, short=short)[0], 2),
        growth_hostile_max=round(grown[worst][0], 2),
        hostile_worst=worst,
        growth_routed_max=round(routes_grown[routed_worst], 2),
        routed_worst=routed_worst,
        hostile_ms_per_1000_letters_max=round(max(per for _, per in grown.values()), 2),
    )


def main() -> int:
    """Print the figures; with --json only as the last line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="only the JSON line")
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument(
        "--hostile", type=int, default=len(HOSTILE), help="only the first so many hostile texts"
    )
    options.add_argument("--messages", type=int, help="only the first so many messages")
    options.add_argument("--short", type=int, default=SHORT, help="letters of the shorter text")
    told = options.parse_args()
    found = measure(told.rounds, HOSTILE[: told.hostile], told.messages, told.short)
    if not told.json:
        for name, value in found.model_dump().items():
            print(f"{name:34}{value!r}")
    print(found.model_dump_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
