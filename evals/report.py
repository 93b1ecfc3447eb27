"""Results as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.running import Score, SetResult

_WIDTH = 34


def table(result: SetResult, engine: str, *, misses: bool = False) -> Iterator[str]:
    """A head, and a line for each group; percentages, F1 of 1."""
    whole = result.score()
    checks = list(dict.fromkeys(check for one in result.scores() for check in one.checks))
    heads = [f"{'F1':>6}"] if whole.f1 is not None else []
    heads += [f"{check:>{_wide(check)}}" for check in checks]
    yield f"{result.name} ({result.agent}, {engine})"
    yield f"  {'':{_WIDTH}}{'cases':>6}{'right':>8}  {'  '.join(heads)}"
    for one in result.scores():
        cells = "  ".join(_cells(one, checks))
        yield f"  {one.slice[:_WIDTH]:{_WIDTH}}{one.cases:>6}{one.accuracy:>8.1%}  {cells}"
    if misses:
        for miss in result.misses:
            wrong = ", ".join(check for check, passed in miss.checks.items() if not passed) or "failed"
            yield f"  - {miss.key!r} ({miss.slices.phenomenon}, {miss.slices.part}) {wrong}"
            yield f"      wanted {miss.slices.label or 'the rows'}, got {miss.got}"
    yield ""


def _wide(check: str) -> int:
    return max(len(check), 6)


def _cells(one: Score, checks: Sequence[str]) -> Iterator[str]:
    if one.f1 is not None:
        yield f"{one.f1:6.3f}"
    for check in checks:
        share = one.share(check)
        yield f"{'' if share is None else f'{share:.1%}':>{_wide(check)}}"


def as_json(result: SetResult, engine: str, *, misses: bool = False) -> dict[str, object]:
    """The same, one object a set."""
    told: dict[str, object] = {
        "set": result.name,
        "agent": result.agent,
        "engine": engine,
        "slices": {
            one.slice: {
                "cases": one.cases,
                "accuracy": round(one.accuracy, 4),
                **({"f1": round(one.f1, 4)} if one.f1 is not None else {}),
                "checks": {check: round(one.share(check) or 0.0, 4) for check in one.checks},
            }
            for one in result.scores()
        },
    }
    if misses:
        told["misses"] = [
            {"text": one.key, **one.slices.model_dump(), "got": one.got, "checks": one.checks}
            for one in result.misses
        ]
    return told
