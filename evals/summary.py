"""All development sets on one screen: shares right by file, language, phenomenon or type of question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.cases import FRESH
from evals.loading import floors
from evals.running import Score, Seen, SetResult, sum_of

_WIDTH = 34
_INVENTED = "nothing invented"


@dataclass(frozen=True)
class FileScore:
    """What a file of examples came to, beside the least that its head asks for."""

    set: str
    file: str
    score: Score
    floor: float | None

    @property
    def holds(self) -> bool:
        """Whether it states a floor and is not under it."""
        return self.floor is not None and measure(self.score) >= self.floor


def measure(score: Score) -> float:
    """F1 over rows for logs, the share that is all right for everything else."""
    return score.accuracy if score.f1 is None else score.f1


def by_file(result: SetResult, folder: Path) -> list[FileScore]:
    """Each file of a set of which something was played."""
    least = floors(folder, result.name)
    scores = grouped(result.seen, lambda one: one.slices.file)
    return [FileScore(result.name, file, scores[file], least[file]) for file in least if file in scores]


def grouped(seen: Sequence[Seen], key: Callable[[Seen], str]) -> dict[str, Score]:
    """A score for each group, in the order in which the groups come."""
    found: dict[str, Score] = {}
    for one in seen:
        found.setdefault(key(one), Score(key(one))).add(one)
    return found


def whole(results: Sequence[SetResult]) -> Iterator[str]:
    """A line for each set, in Markdown. Rules were mended by these examples: see first_looks for new ones."""
    yield "| set | judged | examples | right | F1 | written blind, right now | English | Korean |"
    yield "|---|---|---|---|---|---|---|---|"
    for result in results:
        score = sum_of(result.seen)
        fresh = sum_of([one for one in result.seen if one.slices.part in FRESH])
        languages = grouped(result.seen, lambda one: one.slices.language)
        f1 = "" if score.f1 is None else f"{score.f1:.3f}"
        cells = [
            result.name,
            "the whole answer" if result.agent == "all" else result.agent,
            f"{score.cases}",
            _share(score),
            f1,
            f"{_share(fresh)} of {fresh.cases}" if fresh.cases else "",
            *(_share(languages.get(name, Score(name))) for name in ("en", "ko")),
        ]
        yield f"| {' | '.join(cells)} |"
    silent = [one for result in results for one in result.seen if _INVENTED in one.checks]
    if silent:
        invented = sum(not one.checks[_INVENTED] for one in silent)
        yield ""
        share = invented / len(silent)
        yield f"Of {len(silent)} messages that log nothing, {invented} had something stored ({share:.1%})."


def details(result: SetResult, folder: Path) -> Iterator[str]:
    """A set's files against their floors, then its phenomena or types of question by language."""
    logs = sum_of(result.seen).f1 is not None
    yield f"{result.name}: {'F1 over rows, share right' if logs else 'share right'}"
    yield f"  {'file':{_WIDTH}}{'':>22}{'least':>14}"
    for one in by_file(result, folder):
        floor = "none stated" if one.floor is None else f"{one.floor:.2f}"
        under = "" if one.holds else "   UNDER" if one.floor is not None else ""
        yield f"  {one.file[:_WIDTH]:{_WIDTH}}{_cell(one.score):>22}{floor:>14}{under}"
    languages = sorted(grouped(result.seen, lambda one: one.slices.language))
    head = "type of question" if result.name == "questions" else "phenomenon"
    yield f"  {head:{_WIDTH}}{''.join(f'{name:>22}' for name in languages)}"
    for phenomenon in sorted(grouped(result.seen, lambda one: one.slices.phenomenon)):
        of_it = [one for one in result.seen if one.slices.phenomenon == phenomenon]
        scores = grouped(of_it, lambda one: one.slices.language)
        cells = "".join(f"{_cell(scores[name]) if name in scores else '':>22}" for name in languages)
        yield f"  {phenomenon[:_WIDTH]:{_WIDTH}}{cells}"
    yield ""


def _share(score: Score) -> str:
    return f"{score.accuracy:.1%}" if score.cases else ""


def _cell(score: Score) -> str:
    f1 = "" if score.f1 is None else f"{score.f1:.3f} "
    return f"{f1}{score.accuracy:.0%} of {score.cases}"
