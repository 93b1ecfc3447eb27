"""First looks: what the offline engine made of examples before anybody had seen its answers to them.

Each file's head keeps its own (`first_look`). It is written once and never again: rules were mended by the
misses since, so what the engine makes of the same examples today says nothing about the next writer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, model_validator

from evals.loading import checked

GROUPS = {
    "training logs, English": ("parsing/gym*.yaml",),
    "logs, Korean and mixed": ("parsing/korean*.yaml",),
    "logs of apps, in shorthand, in whole sentences": (
        "parsing/outside.yaml",
        "parsing/shorthand.yaml",
        "parsing/told.yaml",
    ),
    "roads, days, corrections": ("parsing/road_days_*.yaml",),
    "everyday messages, most of them no log": ("parsing/*nothing.yaml",),
    "all sorts of messages, written blind while the language layer was built": ("parsing/blind_*.yaml",),
    "three strangers' messages of December, written blind": (
        "parsing/everyday_of_december.yaml",
        "parsing/endurance_of_december.yaml",
        "parsing/lifters_of_december.yaml",
    ),
    "what a message is (router)": ("routing/*.yaml",),
    "questions over a diary, English": ("questions/[!k]*.yaml",),
    "questions over a diary, Korean": ("questions/korean*.yaml",),
    "strangers' messages, written blind": ("strangers/parsing/*.yaml",),
    "the same brief after the language layer: messages": ("strangers_after/parsing/*.yaml",),
    "the same brief after the language layer: questions": ("strangers_after/questions/*.yaml",),
    "gym people, written blind and never read": ("strangers_unread/parsing/*.yaml",),
    "questions over four diaries that were never read": ("strangers_unread/questions/*.yaml",),
    "German messages, with three files of words": ("german/parsing/*.yaml",),
    "strangers' questions over their diaries": ("strangers/questions/*.yaml",),
    "planner alone": ("planning.yaml",),
    "analyzer alone": ("analysis.yaml",),
    "evaluator alone": ("evaluation.yaml",),
    "when to ask (planner, clarifier, parser)": ("clarification.yaml",),
}
"""Files by what people write in them."""
_LOTS = (
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)


class FirstLook(BaseModel):
    """`right` of `of` examples; F1 over rows; something was stored for `invented` of `silent` messages."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    right: int = Field(ge=0)
    of: int = Field(gt=0)
    f1: float | None = Field(default=None, ge=0, le=1)
    invented: int | None = Field(default=None, ge=0)
    silent: int | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _parts(self) -> FirstLook:
        if self.right > self.of or (self.invented or 0) > (self.silent or 0):
            raise ValueError("a part is larger than its whole")
        return self

    @property
    def share(self) -> float:
        """Of the examples, all right."""
        return self.right / self.of


@dataclass(frozen=True)
class Lot:
    """A file with its first look."""

    file: str
    look: FirstLook

    @property
    def number(self) -> int:
        """Each lot of a kind was written after the rules had been mended by the one before."""
        words = self.file.split("_")
        return next((at for at, word in enumerate(_LOTS, 2) if word in words), 1)


class _Head(BaseModel):
    first_look: FirstLook | None = None


def lots(folder: Path, patterns: Sequence[str]) -> list[Lot]:
    """Files that have a first look, in the order in which they were written, as far as their names tell."""
    paths = sorted({path for pattern in patterns for path in folder.glob(pattern)})
    heads = ((path.stem, checked(path, _Head).first_look) for path in paths)
    return sorted((Lot(file, look) for file, look in heads if look is not None), key=lambda lot: lot.number)


def table(folder: Path) -> Iterator[str]:
    """A line for each group, in Markdown: the table that the README shows."""
    yield "| what | lots | examples | right at first look | worst and best lot | newest lot | F1 over rows |"
    yield "|---|---|---|---|---|---|---|"
    for name, patterns in GROUPS.items():
        found = lots(folder, patterns)
        if found:
            yield f"| {' | '.join([name, *_cells(found)])} |"
    looks = [lot for patterns in GROUPS.values() for lot in lots(folder, patterns)]
    silent = [lot for lot in looks if lot.look.silent]
    if silent:
        yield ""
        yield _invented(silent)


def _cells(found: Sequence[Lot]) -> Iterator[str]:
    shares = [lot.look.share for lot in found]
    of = sum(lot.look.of for lot in found)
    yield f"{len(found)}"
    yield f"{of}"
    yield f"{sum(lot.look.right for lot in found) / of:.0%}"
    yield f"{min(shares):.0%}, {max(shares):.0%}" if len(found) > 1 else ""
    yield f"{shares[-1]:.0%} of {found[-1].look.of}" if found[-1].number > 1 else ""
    f1 = [lot.look.f1 for lot in found if lot.look.f1 is not None]
    yield f"{min(f1):.2f} to {max(f1):.2f}" if len(f1) > 1 else "".join(f"{one:.2f}" for one in f1)


def _invented(silent: Sequence[Lot]) -> str:
    shares = [(lot.look.invented or 0) / (lot.look.silent or 1) for lot in silent]
    messages = sum(lot.look.silent or 0 for lot in silent)
    stored = sum(lot.look.invented or 0 for lot in silent)
    return (
        f"Of {messages} messages that log nothing, {stored} had something stored at first look"
        f" ({stored / messages:.0%}); {shares[0]:.0%} in the oldest lot, {shares[-1]:.0%} in the newest."
    )
