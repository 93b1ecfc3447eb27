"""Reads the examples: `<set>.yaml` and `<set>/*.yaml`, each `cases: {phenomenon: {language: [example]}}`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents.profile import Profile
from bot.errors import StartError
from evals.cases import Example, Part, Slices
from evals.diary import Person

EXAMPLES = Path(__file__).parent / "data"
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SHORT, LONG = 40, 140
"""Characters under which a message is short, and from which on it is long."""

E_ = TypeVar("E_", bound=Example)


class ExamplesError(StartError):
    """The examples cannot be read."""


class Labelled(BaseModel, Generic[E_]):
    """An example with the groups it is counted in."""

    model_config = ConfigDict(frozen=True)
    example: E_
    slices: Slices


class _File(BaseModel, Generic[E_]):
    """`seen`: rules were made with these examples. `apart`: phenomena labelled after seeing answers.

    `floor` is the share that must be right (of logs, the F1 over rows): tests hold each file to its own.
    `first_look` is for `evals.first_looks`.
    """

    model_config = ConfigDict(extra="forbid")
    seen: bool = False
    floor: float | None = Field(default=None, ge=0, le=1)
    apart: tuple[str, ...] = ()
    first_look: Any = None
    cases: dict[str, dict[str, list[E_]]]

    def labelled(self, file: str) -> Iterator[Labelled[E_]]:
        """In the order of the file."""
        for phenomenon, languages in self.cases.items():
            for language, examples in languages.items():
                for example in examples:
                    slices = Slices(
                        language=language,
                        phenomenon=phenomenon,
                        length=length(example.key),
                        part=self._part(phenomenon, example),
                        label=example.label,
                        file=file,
                    )
                    yield Labelled(example=example, slices=slices)

    def _part(self, phenomenon: str, example: Example) -> Part:
        if phenomenon in self.apart:
            return "apart"
        if example.held_out:
            return "held out"
        return "seen" if self.seen else "open"


def length(text: str) -> Literal["short", "middle", "long"]:
    """In words, for the groups of a report."""
    return "short" if len(text) < SHORT else "long" if len(text) >= LONG else "middle"


def files(folder: Path, name: str) -> list[Path]:
    """The files of a set. Raises ExamplesError where there are none."""
    found = [path for path in (folder / f"{name}.yaml",) if path.is_file()]
    found += sorted((folder / name).glob("*.yaml"))
    if not found:
        raise ExamplesError(
            f"there are no examples for {name!r} in {folder}: they come with the source code and are not"
            " installed; run this in a checkout, or say --examples FOLDER"
        )
    return found


def read(folder: Path, name: str, kind: type[E_]) -> list[Labelled[E_]]:
    """All examples of a set. Raises ExamplesError, which names the file and the place in it."""
    found: list[Labelled[E_]] = []
    for path in files(folder, name):
        found += checked(path, _File[kind]).labelled(path.stem)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    return found


class _Floor(BaseModel):
    floor: float | None = None


def floors(folder: Path, name: str) -> dict[str, float | None]:
    """What each file of a set must reach, as its head says."""
    return {path.stem: checked(path, _Floor).floor for path in files(folder, name)}


def tree(path: Path) -> Any:
    """A file as it is, read once and not to be changed; where libyaml is there, ten times as fast."""
    return _tree(path, *_state(path))


def _state(path: Path) -> tuple[int, int]:
    """Differs when the file has changed."""
    state = path.stat()
    return state.st_mtime_ns, state.st_size


@cache
def _tree(path: Path, _changed: int, _size: int) -> Any:
    return yaml.load(path.read_text("utf-8"), Loader=_LOADER)  # noqa: S506 - a SafeLoader


M = TypeVar("M", bound=BaseModel)


def checked(path: Path, shape: type[M]) -> M:
    """A file in its shape. Raises ExamplesError, which names the place."""
    try:
        return shape.model_validate(tree(path))
    except yaml.YAMLError as error:
        raise ExamplesError(f"{path}: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = " > ".join(str(step) for step in first["loc"])
        raise ExamplesError(f"{path}: {place}: {first['msg']}") from error


class _PersonFile(BaseModel):
    """A diary with questions (the questions are not read here)."""

    person: dict[str, Any]
    now: Any
    diary: Any
    questions: Any = Field(default=None, repr=False)


def people(folder: Path) -> dict[str, Person]:
    """Everybody with a diary (`questions/*.yaml`), by name; nobody where there are only logs."""
    found = files(folder, "questions") if (folder / "questions").is_dir() else ()
    return {path.stem: _person(path, *_state(path)) for path in found}


@cache
def _person(path: Path, _changed: int, _size: int) -> Person:
    raw = checked(path, _PersonFile)
    who = {("user_id" if key == "id" else key): value for key, value in raw.person.items()}
    profile = Profile.model_validate(who)
    return Person.model_validate({"name": path.stem, "profile": profile, "now": raw.now, "diary": raw.diary})
