"""What a rule makes of what was done: the next load, by lift."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.gym.coming import Change, Planned
from agents.gym.gear import Gear, rounded
from agents.gym.programme import Fixed, Lift, Linear, Rule, Scheme, Wave

_NEAR = 0.98
"""Of the planned load: who did so much has done it, whatever plates there were."""


@dataclass(frozen=True, slots=True)
class DoneSet:
    """One set; `load` in the programme's unit, None: not written, so it was the planned one."""

    load: float | None
    reps: int
    """0: tried and not done, which ends the lift for that day."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a lift stands: its load or training maximum, and what happened last."""

    load: float | None
    stage: int = 0
    """Of a linear rule; of a wave its week."""
    missed: int = 0
    """Failures in a row; of a wave in this cycle."""
    change: Change = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A lift with its rule, and how it is loaded."""

    lift: Lift
    rule: Rule
    gear: Gear

    @property
    def key(self) -> str:
        """What its load is kept under: the same lift with the same rule goes on from workout to workout."""
        return f"{self.lift.lift}|{self.lift.rule}"

    def planned(self, standing: Standing) -> tuple[Planned, ...]:
        """The sets of the next time."""
        match self.rule:
            case Linear(stages=stages):
                return (_sets(self.loadable(standing.load), stages[standing.stage]),)
            case Wave(weeks=weeks):
                return tuple(
                    Planned(self.loadable(_share(standing.load, one.percent)), 1, one.reps, one.plus)
                    for one in weeks[standing.stage]
                )
            case Fixed(do=scheme):
                return (_sets(standing.load, scheme),)

    def is_whole(self, standing: Standing, done: Sequence[DoneSet]) -> bool:
        """Whether as many sets were tried as were planned: a session of today may still go on."""
        if any(not one.reps for one in done):
            return True
        planned = self.planned(standing)
        top = _at_least(done, _lowered(planned[-1].load))
        if isinstance(self.rule, Wave):
            return len(done) >= len(planned) or bool(top)
        return len(_at_least(done, _worked(done))) >= planned[0].sets

    def after(self, standing: Standing, done: Sequence[DoneSet]) -> Standing:
        """Where it stands once these sets were done."""
        match self.rule:
            case Linear():
                return self._after_linear(self.rule, standing, done)
            case Wave():
                return self._after_wave(self.rule, standing, done)
            case Fixed():
                return replace(standing, load=_worked(done) or standing.load)

    def _after_linear(self, rule: Linear, standing: Standing, done: Sequence[DoneSet]) -> Standing:
        load = self.loadable(standing.load)
        worked = _worked(done) or load
        if _is_done(rule.stages[standing.stage], _at_least(done, worked)):
            enough = rule.add_from is None or done[-1].reps >= rule.add_from
            heavier = self._heavier(worked, rule)
            return Standing(heavier if enough else worked, standing.stage, 0, "added" if enough else "again")
        is_lighter = worked is not None and load is not None and worked < load * _NEAR
        load = worked if is_lighter else load
        if rule.add_from is not None:
            return Standing(load, standing.stage, 0, "again")
        missed = 1 if is_lighter else standing.missed + 1
        if missed < rule.tries:
            return Standing(load, standing.stage, missed, "again")
        if standing.stage + 1 < len(rule.stages):
            return Standing(load, standing.stage + 1, 0, "fewer")
        return Standing(self.loadable(_share(load, 100 - rule.drop)), 0, 0, "dropped")

    def _after_wave(self, rule: Wave, standing: Standing, done: Sequence[DoneSet]) -> Standing:
        planned = self.planned(standing)
        reached = all(
            any(one.reps >= last.reps for one in _at_least(done, _lowered(last.load)))
            for last in planned
            if last.plus
        )
        missed = standing.missed + (not reached)
        if standing.stage + 1 < len(rule.weeks):
            return Standing(standing.load, standing.stage + 1, missed)
        if standing.load is None:
            return Standing(None)
        if missed:
            return Standing(standing.load * (100 - rule.drop) / 100, 0, 0, "dropped")
        return Standing(standing.load + self._step(rule), 0, 0, "added")

    def _step(self, rule: Linear | Wave) -> float:
        return (self.lift.add or rule.add).of(self.gear.unit)

    def _heavier(self, worked: float | None, rule: Linear) -> float | None:
        if worked is None:
            return None
        step = self._step(rule)
        return rounded(worked + step, self.gear, "above", over=worked) if self.lift.plates else worked + step

    def loadable(self, load: float | None) -> float | None:
        """The nearest that can be loaded."""
        if load is None:
            return None
        if self.lift.plates:
            return rounded(load, self.gear)
        step = self._step(self.rule) if not isinstance(self.rule, Fixed) else 1.0
        return max(step, round(load / step) * step)


def _sets(load: float | None, scheme: Scheme) -> Planned:
    return Planned(load, scheme.sets, scheme.reps, scheme.plus)


def _share(load: float | None, percent: float) -> float | None:
    return None if load is None else load * percent / 100


def _lowered(load: float | None) -> float | None:
    return None if load is None else load * _NEAR


def _worked(done: Sequence[DoneSet]) -> float | None:
    """The load of most sets; of loads with as many the heaviest."""
    counts = Counter(one.load for one in done if one.load is not None)
    return max(counts, key=lambda load: (counts[load], load), default=None)


def _at_least(done: Sequence[DoneSet], load: float | None) -> list[DoneSet]:
    return [one for one in done if load is None or one.load is None or one.load >= load]


def _is_done(scheme: Scheme, done: Sequence[DoneSet]) -> bool:
    return sum(one.reps >= scheme.reps for one in done) >= scheme.sets
