"""How plates on a bar and warm-ups look."""

from __future__ import annotations

from dataclasses import dataclass

from agents.gym.gear import HEAVIEST, Gear, Loaded, Loading, convert, gear_of, loading, shown_plates
from agents.gym.warmup import ramp
from agents.profile import Profile
from bot.replies.coming import heavy, plates_told
from bot.texts import Html, Wording
from storage.entities import WeightUnit

_HALFWAY = 0.01


@dataclass(frozen=True, slots=True)
class LoadingPages:
    """With a person's own bar and plates."""

    say: Wording
    profile: Profile

    def plates(self, asked: float, unit: WeightUnit | None) -> Html:
        """What to put on the bar."""
        gear, weight, lines = self._meant(asked, unit)
        if (much := self._too_much(weight, gear)) is not None:
            return much
        mine = self.say("gym.gear", bar=heavy(gear.bar, gear.unit), plates=shown_plates(gear))
        return Html("\n".join([*lines, *self._loading(loading(weight, gear), gear), mine]))

    def warmup(self, asked: float, unit: WeightUnit | None) -> Html:
        """A ramp up to it, with the plates of each set."""
        gear, weight, lines = self._meant(asked, unit)
        target, sets = heavy(weight, gear.unit), ramp(min(weight, HEAVIEST), gear)
        if (much := self._too_much(weight, gear)) is not None:
            return much
        if not sets:
            return self.say("gym.no_warmup", target=target, bar=heavy(gear.bar, gear.unit))
        lines.append(self.say("gym.warmup", target=target))
        for one in sets:
            side = self.say("gym.warmup_side", side=plates_told(one.loaded.side)) if one.loaded.side else ""
            load = heavy(one.loaded.total, gear.unit)
            lines.append(self.say("gym.warmup_set", load=load, reps=one.reps, side=side))
        return Html("\n".join([*lines, *self._loading(loading(weight, gear), gear)]))

    def _meant(self, asked: float, unit: WeightUnit | None) -> tuple[Gear, float, list[Html]]:
        """The gear, the weight in its unit, and that it was converted."""
        gear = gear_of(self.profile, unit)
        weight = round(convert(asked, unit or gear.unit, gear.unit), 2)
        if unit in (None, gear.unit):
            return gear, weight, []
        said, meant = heavy(asked, unit or gear.unit), heavy(weight, gear.unit)
        return gear, weight, [self.say("gym.converted", asked=said, meant=meant)]

    def _too_much(self, weight: float, gear: Gear) -> Html | None:
        """What is said to a weight for which nobody's bar has room; None: it has."""
        if weight <= HEAVIEST and loading(weight, gear).nearest.fits:
            return None
        return self.say("gym.too_heavy", asked=heavy(weight, gear.unit))

    def _loading(self, found: Loading, gear: Gear) -> list[Html]:
        if found.exact is not None:
            return [self._loaded(found.exact, gear)]
        asked, near = heavy(found.asked, gear.unit), found.nearest
        below, above = found.below, found.above
        if below is None or above is None or abs(2 * found.asked - below.total - above.total) > _HALFWAY:
            head = self.say("gym.nearest", asked=asked, nearest=heavy(near.total, gear.unit))
            return [head, self._loaded(near, gear)]
        both = {"below": heavy(below.total, gear.unit), "above": heavy(above.total, gear.unit)}
        head = self.say("gym.neighbours", asked=asked, **both)
        return [head, self._loaded(below, gear), self._loaded(above, gear)]

    def _loaded(self, loaded: Loaded, gear: Gear) -> Html:
        total = heavy(loaded.total, gear.unit)
        if not loaded.side:
            return self.say("gym.bare", total=total)
        side, bar = Html(plates_told(loaded.side)), heavy(gear.bar, gear.unit)
        return self.say("gym.plates", total=total, bar=bar, side=side)
