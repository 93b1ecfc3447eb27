"""How programmes look: what there is, how one would begin, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agents.gym.coming import WEEKDAYS, Coming, Target, Week
from agents.gym.course import Start, lines_of, week
from agents.gym.gear import gear_of
from agents.gym.programme import Wave
from agents.gym.reading import ProgrammeError
from agents.gym.rules import Line, Standing
from agents.gym.suggesting import Suggested
from agents.gym.training_plans import Begin, Offers
from agents.profile import Profile
from bot.replies.callbacks import GymAct, GymTap
from bot.replies.coming import heavy, run_told, session_lines, target_lines, target_told, week_lines
from bot.replies.evidence import rows
from bot.replies.said import Said
from bot.texts import Html, Wording
from storage.entities import Button

_ABOUT = 160
_LABEL = 30
_EXAMPLES = 3
_EXAMPLE = 100


@dataclass(frozen=True, slots=True)
class GymPages:
    """For one person, on their day."""

    say: Wording
    profile: Profile
    today: date

    def suggested(self, found: Suggested | None, *, runs: bool = False, shared: bool = False) -> Html:
        """What is due without a programme, or of what the one that runs does not have.

        Where it is `shared` with others nothing is told of what hurts.
        """
        if found is None:
            return self.say("gym.nothing_due")
        key = "gym.suggested_beside" if runs else "gym.suggested"
        head = self.say(key, day=self.say.day(found.last, self.today))
        lines = target_lines(found.targets, found.unit, self.say)
        lifts = ", ".join(self.say.measure(lift).lower() for lift in found.spared)
        spared = self.say("gym.spared_shared") if shared else self.say("gym.spared", lifts=lifts)
        lines += [spared] if lifts else []
        return Html("\n".join([head, *lines]))

    def next(self, comes: Coming | Week) -> Html:
        """What the programme says."""
        return Html("\n".join(self._next(comes)))

    def _next(self, comes: Coming | Week) -> list[Html]:
        if isinstance(comes, Week):
            return week_lines(comes, self.say, self.today)
        return session_lines(comes, self.say, self.today)

    def running(self, token: str, start: Start, comes: Coming | Week, *, began: bool = False) -> Said:
        """The programme that is followed."""
        name = start.programme.name
        title = self.say("gym.running", name=name, day=self.say.day(start.first_day, self.today))
        title = self.say("gym.started", name=name) if began else title
        html = Html("\n".join([title, *self._next(comes)]))
        return Said(html, ((self.button("stop", token), self.button("list", "all")),))

    def offers(self, offers: Offers) -> Said:
        """All that can be begun, and what was wrong with files."""
        lines = [self.say("gym.list")]
        for one in offers.programmes:
            about = one.programme.told(self.say.language)
            short = about if len(about) <= _ABOUT else f"{about.partition('. ')[0]}."
            lines.append(self.say("gym.offer", name=one.programme.name, about=short))
        lines += [self.problem(problem) for problem in offers.problems]
        lines.append(self.say("gym.own_hint"))
        buttons = [GymTap("show", one.key).button(one.programme.name[:_LABEL]) for one in offers.programmes]
        return Said(Html("\n".join(lines)), rows(buttons, 2))

    def problem(self, problem: ProgrammeError) -> Html:
        """What is wrong with a file, and in which row."""
        why = self.say(f"gym.error.{problem.why}", field=problem.field, value=problem.value)
        return self.say("gym.file_problem", file=problem.file, row=problem.row, why=why)

    def proposed(self, token: str, begin: Begin, replaces: str | None, said: str = "") -> Said:
        """How a programme would begin, with its buttons; `said` are the loads that were told, in words."""
        start, programme = begin.start, begin.start.programme
        lines = [self.say("gym.proposed", name=programme.name, about=programme.told(self.say.language))]
        if begin.unknown:
            return Said(
                Html(
                    "\n\n".join(
                        [*lines, self._unknown(f"{said}," if said else programme.name, begin.unknown)]
                    )
                )
            )
        lines += self._first_week(start) if programme.weeks else self._beginning(start)
        lines += [self.say("gym.replaces", name=replaces)] if replaces else []
        lines.append(self.say("gym.ask_start"))
        return Said(Html("\n".join(lines)), ((self.button("start", token), self.button("no", token)),))

    def button(self, act: GymAct, ref: str) -> Button:
        """One of a programme's."""
        return GymTap(act, ref).button(self.say.label(f"gym.button.{act}"))

    def _unknown(self, name: str, lifts: Sequence[str]) -> Html:
        shown = [self.say.measure(lift).lower() for lift in lifts]
        example = ", ".join(f"{lift} {_EXAMPLE}" for lift in shown[:_EXAMPLES])
        return self.say("gym.unknown_maximum", lifts=", ".join(shown), name=name, example=example)

    def _first_week(self, start: Start) -> list[Html]:
        lines = [self.say("gym.first_week", day=self.say.day(start.first_day, self.today))]
        for one in week(start, (), start.first_day).runs:
            what = f"{self.say.catalogue.weekdays[one.day.weekday()]}: {run_told(one, self.say)}"
            lines.append(Html(self.say("gym.line", what=what, note="").rstrip()))
        return lines

    def _beginning(self, start: Start) -> list[Html]:
        days = start.days or start.programme.days
        shown = ", ".join(self.say.catalogue.weekdays[WEEKDAYS.index(day)] for day in days)
        lines = [self.say("gym.days", days=shown), self.say("gym.begins_with")]
        workouts = lines_of(start, gear_of(self.profile)).values()
        told = (self._begins_with(one, start) for workout in workouts for one in workout)
        lines += [Html(self.say("gym.line", what=one, note="").rstrip()) for one in dict.fromkeys(told)]
        return [*lines, self.say("gym.loads_hint", name=start.programme.name)]

    def _begins_with(self, line: Line, start: Start) -> str:
        load, lift = start.loads.get(line.key), self.say.measure(line.lift.lift).lower()
        if load is not None and isinstance(line.rule, Wave):
            return self.say.label("gym.maximum", lift=lift, load=heavy(load, start.unit))
        told = target_told(Target(line.lift.lift, line.planned(Standing(load))), start.unit, self.say)
        return told if load is not None else self.say.label("gym.own_load", lift=told)
