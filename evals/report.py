"""Results as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evals.running import Score, Seen, SetResult, sum_of

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
    yield from claims(result.seen)
    if misses:
        for miss in result.misses:
            wrong = ", ".join(check for check, passed in miss.checks.items() if not passed) or "failed"
            taken = f", {miss.stance}" if miss.stance else ""
            yield f"  - {miss.key!r} ({miss.slices.phenomenon}, {miss.slices.part}{taken}) {wrong}"
            yield f"      wanted {miss.slices.label or 'the rows'}, got {miss.got}"
    yield ""


def claims(seen: Sequence[Seen]) -> Iterator[str]:
    """How many answers claim something wrong, and how many say honestly that they can't tell."""
    whole = sum_of(seen)
    if whole.wrong_claims is None:
        return
    shown, of = whole.entries
    quotes = f", {shown} of {of} quotations with the entry that explains it" if of else ""
    yield f"  of all {whole.cases}: right {_of(whole.right, whole)}, {_wrong(whole)}{quotes}"


def _wrong(score: Score) -> str:
    return f"wrong claims {_of(score.wrong_claims or 0, score)}, honest {_of(score.honest, score)}"


def _of(count: int, score: Score) -> str:
    return f"{count} ({count / max(score.cases, 1):.1%})"


def in_a_line(score: Score) -> str:
    """A score of logs, for the log of looks."""
    right, wrong, missed = score.rows or (0, 0, 0)
    silent, of = score.checks.get("nothing invented", (0, 0))
    return (
        f"{score.cases} messages, right {score.accuracy:.3f}, F1 {score.f1 or 0:.3f}"
        f" (right {right} wrong {wrong} missed {missed}), invented in {of - silent}/{of} silent"
    )


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
                **_claims(one),
                "checks": {check: round(one.share(check) or 0.0, 4) for check in one.checks},
            }
            for one in result.scores()
        },
    }
    if (all_of := sum_of(result.seen)).wrong_claims is not None:
        told["claims"] = {"cases": all_of.cases, "right": all_of.right, **_claims(all_of)}
    if misses:
        told["misses"] = [
            {
                "text": one.key,
                **one.slices.model_dump(),
                "got": one.got,
                "checks": one.checks,
                "stance": one.stance,
            }
            for one in result.misses
        ]
    return told


def _claims(score: Score) -> dict[str, int]:
    """Counts of answers by what they claim; nothing of what is no answer."""
    if score.wrong_claims is None:
        return {}
    shown, of = score.entries
    told = {"wrong_claims": score.wrong_claims, "honest": score.honest}
    return {**told, "honest_with_entry": shown, "honest_with_entry_of": of}
