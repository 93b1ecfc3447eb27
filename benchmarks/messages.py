"""Logs as people write them, all of them certain: nothing needs to be asked back, and records are rare."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

_TEMPLATES = (
    "bench 185x5x3",
    "squat {w}x5, felt strong",
    "ran 5k in {m}:30",
    "slept {h}h",
    "bench {w} lb 3x8 @8",
    "deadlift {w}x3",
    "bodyweight 17{d}.{d} lb",
    "overhead press 95x5x5",
    "swam 40 laps in 35 min",
    "2 eggs and toast for breakfast, 4{d}0 kcal",
    "easy run {d}.5 km",
    "barbell row 135 3x10",
    "mood 4/5 energy 3/5",
    "pull-ups 8/8/7",
    "cycled {m} km in 1h",
    "yesterday squat {w} 5x5",
)


def logs() -> Iterator[str]:
    """Different messages without end."""
    for number in count():
        template = _TEMPLATES[number % len(_TEMPLATES)]
        yield template.format(
            w=330 - 5 * (number // 16 % 40), m=20 + number // 16 % 20, h=5 + number % 4, d=1 + number % 9
        )
