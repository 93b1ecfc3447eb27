"""The figures that a job has computed, and what its artifacts say held against them.

They are kept in `figures.json` of the workspace, which no worker writes: F1, F2 … in the order they were
computed, and the texts of sources that were read. A number in an artifact is a slot of one of them, or stands
in a source or in what the person asked; everything else is refused with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import cast, get_args

from pydantic import BaseModel, JsonValue

from agents.jobs.todo import Refusal
from agents.jobs.workspace import FIGURES, Workspace
from agents.profile import Profile
from agents.reports.marking import MARKER, NUMBER
from agents.tools.catalogue.diary import ComputedFigure
from agents.truth import Sheet, tell
from agents.types import Figure, Role
from storage.entities import Frozen

_MOST_REFUSALS = 4
_MOST_SOURCES = 3
"""That a number is told to stand in."""
_MOST_SAID = 150_000
"""Characters of sources that are kept."""
_HEADING = re.compile(r"^\s*#")
_ORDINAL = re.compile(r"(?<![\d.,])\d{1,2}(?![\d.,]*\d)")
_CELLS = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"^[\s|:-]+$")
_GLUED = re.compile(r"(?<![\w.,])\d+(?:[.,:]\d+)*")
_PLANS = frozenset({"target", "projection"})


Said = tuple[str, str]
"""Words of a source, and which it is: an entry's id, a page's address, a file; empty: code of ours."""


class _Kept(Frozen):
    figures: tuple[Figure, ...] = ()
    said: tuple[str, ...] = ()
    read: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - a pydantic field


@dataclass(slots=True)
class FigureBook:
    """One job's. `query` are the person's own words."""

    workspace: Workspace
    profile: Profile
    today: date
    query: str = ""
    _kept: _Kept | None = field(default=None, init=False)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """In the order they were computed."""
        return self._read().figures

    @property
    def read(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers of sources, each with the first sources that it stands in."""
        return self._read().read

    def add(self, figures: Iterable[Figure], said: Iterable[Said] = ()) -> list[str]:
        """Keep them; the slot of each. What is known already has the slot it had."""
        kept = self._read()
        given, said = [*figures], [*said]
        every = tuple(dict.fromkeys((*kept.figures, *given)))
        texts = tuple(dict.fromkeys((*kept.said, *(text for text, _ in said if text))))
        read = dict(kept.read)
        for number, of in ((found, of) for text, of in said if of for found in _numbers(text)):
            known = read.get(number.casefold(), ())
            read[number.casefold()] = tuple(dict.fromkeys((*known, of)))[:_MOST_SOURCES]
        while sum(map(len, texts)) > _MOST_SAID:
            texts = texts[1:]
        self._kept = _Kept(figures=every, said=texts, read=read)
        if self._kept != kept:
            self.workspace.put(FIGURES, self._kept.model_dump_json(exclude_defaults=True).encode())
        return [self._slot(one, every) for one in given]

    def sheet(self) -> Sheet:
        """What slots stand for."""
        kept = self._read()
        return Sheet(
            today=self.today,
            figures=kept.figures,
            query=self.query,
            told=kept.said,
            language=self.profile.language,
            weight_unit=self.profile.weight_unit,
            distance_unit=self.profile.distance_unit,
        )

    def hold(self, text: str) -> None:
        """Raises Refusal for what of an artifact does not hold, with the first reasons."""
        sheet = self.sheet()
        said = {found.casefold() for one in (*self._read().said, self.query) for found in NUMBER.findall(one)}
        wrong = [
            f"{refusal.phrase!r}: {refusal.reason}"
            for piece in _pieces(text)
            for refusal in tell(_without(piece, said), sheet, code=True).refusals
        ]
        if wrong:
            told = "; ".join(dict.fromkeys(wrong[:_MOST_REFUSALS]))
            raise Refusal(f"Not written, as {len(wrong)} numbers do not hold. Use slots. {told}")

    def _read(self) -> _Kept:
        if self._kept is None:
            text = self.workspace.text(FIGURES)
            self._kept = _Kept() if text is None else _Kept.model_validate_json(text)
        return self._kept

    @staticmethod
    def _slot(figure: Figure, every: tuple[Figure, ...]) -> str:
        planned = figure.role in _PLANS
        alike = [one for one in every if (one.role in _PLANS) == planned]
        return f"{{{'P' if planned else 'F'}{alike.index(figure) + 1}}}"


def told_by(tool: str, value: BaseModel) -> tuple[list[Figure], list[Said]]:
    """The figures of a tool's result, and the words of sources that it quotes."""
    given = cast("Iterable[object]", getattr(value, "figures", ()) or ())
    figures = [one for one in given if isinstance(one, Figure)]
    if isinstance(value, ComputedFigure):
        return [_of(value)], []
    of = "" if hasattr(value, "figures") else tool
    return figures, [*_texts(value.model_dump(mode="json", exclude={"figures"}), of)]


def _of(computed: ComputedFigure) -> Figure:
    statistic, _, rest = computed.what.partition(" ")
    return Figure(
        value=computed.value, unit=computed.unit, what=computed.what, entries=tuple(computed.entries),
        day=computed.day, role=_ROLES.get(statistic, ""), measure=rest.partition(" of ")[2],
    )  # fmt: skip


_ROLES: Mapping[str, Role] = {one: one for one in get_args(Role)}
_IDS = frozenset({"id", "entry_id", "url", "measures"})
"""What is no word of a source."""
_NAMES = ("url", "entry_id", "id", "title")


def _texts(value: JsonValue, of: str) -> Iterator[Said]:
    """Every text and number within a result but ids, each with what names the nearest thing around it."""
    match value:
        case dict():
            own = next((str(value[key]) for key in _NAMES if value.get(key)), of) if of else of
            for key, one in value.items():
                if key not in _IDS:
                    yield from _texts(one, own)
        case list():
            for one in value:
                yield from _texts(one, of)
        case str():
            yield value, of
        case int() | float() if not isinstance(value, bool):
            yield f"{value:g}", of
        case _:
            return


def _numbers(text: str) -> set[str]:
    """As they may be told: with what is written together, and without the unit behind them."""
    return {*NUMBER.findall(text), *_GLUED.findall(text)}


def _without(piece: str, said: Collection[str]) -> str:
    """Without the numbers that a source says as they stand here."""
    return NUMBER.sub(lambda found: "" if found[0].casefold() in said else found[0], piece)


def _pieces(text: str) -> Iterator[str]:
    """What of a Markdown text is held: lines without their markers, the cells of tables each by itself."""
    for line in text.splitlines():
        if _RULE.match(line):
            continue
        rest = line[len(found[0]) :] if (found := MARKER.match(line)) else line
        if _HEADING.match(line):
            rest = _ORDINAL.sub("", rest) if "{" not in rest else rest
        if line.lstrip().startswith("|"):
            yield from (cell for cell in _CELLS.split(line) if cell.strip())
        elif rest.strip():
            yield rest
