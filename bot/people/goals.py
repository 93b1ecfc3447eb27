"""Goals in the chat: set by /goal or in words, shown with how far they are, changed by buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import blake2b

from agents.derived_ids import message_key
from agents.goals.asking import AskedGoal, GoalReader, asked_goal, changed_goal, dropped_goal
from agents.goals.book import GoalBook, Known
from agents.goals.goal import Goal
from agents.goals.standing import body_of, goal_of
from agents.offline.lexicon import language_of
from agents.offline.parser import parse
from agents.profile import Profile
from agents.turn import Incoming
from bot.people.state import BotState
from bot.replies.achievements import amount, goal_named, progress_line
from bot.replies.callbacks import GoalAct, GoalTap
from bot.replies.evidence import shortened
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.updates.asked import Asked
from storage.entities import Button, Buttons, Effects, WeightUnit
from storage.goal import GoalRow
from units import HOUR_S

_LABEL = 34
_UNITS: tuple[WeightUnit, ...] = ("kg", "lb")
_MONTH = timedelta(weeks=4)


@dataclass(frozen=True, slots=True)
class GoalDesk:
    """Everything said and tapped about goals."""

    state: BotState

    def book(self, user_id: int) -> GoalBook:
        """A person's."""
        return GoalBook(self.state.services, user_id, parse)

    async def asked(self, asked: Asked) -> Said:
        """/goal: all of them, or a new one."""
        say, book = asked.say, self.book(asked.user_id)
        if not asked.arguments:
            return await self._all(book, say)
        language = language_of(asked.arguments, say.language)
        reader = await book.reader(asked.sent_at)
        if (question := asked_goal(asked.arguments, language)) is not None:
            return await self._some(book, reader, question.name, say) or await self._all(book, say)
        goal = reader.read(asked.arguments, language)
        goals = [goal] if goal is not None else reader.in_words(asked.arguments, language) or []
        return await self._set_each(book, goals, (asked.user_id, asked.chat_id, asked.message_id), say)

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that asks how far a goal is, or that sets one; None: it does neither."""
        text, book = incoming.text, self.book(incoming.user_id)
        language = language_of(text)
        say = wording(self.state.services.spoken(text, (await book.profile()).language))
        question = asked_goal(text, language)
        reader = await book.reader(incoming.sent_at)
        if question is not None:
            return await self._how_far(question, book, reader, say)
        if (dropped := dropped_goal(text, language)) is not None:
            return await self._dropped(book, reader.name_of(dropped) if dropped else "", say)
        changed = await self._changed(book, reader, text, say)
        if isinstance(changed, Said):
            return changed
        goals = [changed] if changed is not None else reader.in_words(text, language)
        if goals is None:
            return None
        message = (incoming.user_id, incoming.chat_id, incoming.message_id)
        return await self._set_each(book, goals, message, say)

    async def _how_far(
        self, question: AskedGoal, book: GoalBook, reader: GoalReader, say: Wording
    ) -> Said | None:
        """The goals that are asked about; None: it may be about something else."""
        if question.of_last and await self._spoken_of(book.user_id) is None:
            return None
        if question.target is not None:
            meant = [one for one in await book.all() if one.goal.target == question.target]
            return self._these(meant, say) if meant else None
        if not question.name:
            missing = question.needs_goal and not await book.all()
            return None if missing else await self._all(book, say)
        some = await self._some(book, reader, question.name, say)
        unknown = None if question.needs_goal else Said(say("goal.no_such", name=question.name))
        return some or unknown

    async def _set_each(
        self, book: GoalBook, goals: list[Goal], message: tuple[int, int, int], say: Wording
    ) -> Said:
        """All that one message sets."""
        told = [
            await self._set(book, goal, _token(*message, at), say) for at, goal in enumerate(goals or [None])
        ]
        return Said.together(told, "\n\n")

    async def _changed(
        self, book: GoalBook, reader: GoalReader, text: str, say: Wording
    ) -> Goal | Said | None:
        """A goal that there is with what a message makes of it: the one named or spoken of last."""
        language = language_of(text)
        found = changed_goal(text, language)
        if found is None:
            return None
        name, becomes = found
        known = await book.all()
        meant = reader.among([one.goal for one in known], name, language)
        changed = [
            (one, new)
            for one in known
            if one.goal in meant and (new := reader.changed(one.goal, becomes, language)) is not None
        ]
        last = await self._spoken_of(book.user_id)
        [*only] = [new for one, new in changed if len(changed) == 1 or one.row.token == last]
        if only:
            return only[0]
        buttons = tuple(
            (GoalTap(one.row.token, "until", new.by.isoformat()).button(_label(one, say)),)
            for one, new in changed
            if new.by is not None and new.target == one.goal.target
        )
        return Said(say("goal.which"), buttons) if buttons else None

    async def _spoken_of(self, user_id: int) -> str | None:
        """The goal that was shown last, unless something was logged since or it is long ago."""
        token, at = self.state.goals_spoken_of.get(user_id, ("", self.state.now()))
        change = await self.state.db.entries.last_change(user_id)
        pause = timedelta(minutes=self.state.services.limits.session_gap_minutes)
        is_past = self.state.now() - at > pause or (change is not None and change.at > at)
        return None if is_past else token

    def _speaks_of(self, row: GoalRow) -> None:
        self.state.goals_spoken_of[row.user_id] = (row.token, self.state.now())

    async def _dropped(self, book: GoalBook, name: str, say: Wording) -> Said:
        """The only goal of that name goes; of several the person chooses."""
        known = await book.all()
        named = [one for one in known if not name or one.goal.name == name]
        if len(named) != 1:
            return await self._all(book, say)
        (one,) = named
        row = replace(one.row, dropped_at=self.state.now())
        await self.state.db.turns.apply(Effects(goals=[row]))
        goal = goal_named(one.goal, say, one.progress.today)
        return Said(say("goal.deleted", goal=goal), ((_button(say, "keep", row),),))

    async def taken_back(self, user_id: int, effects: Effects) -> Html | None:
        """In the place of the newest goal what stood there before; what to say, None if there is no goal."""
        rows = await self.state.db.goals.of_user(user_id)
        if not rows:
            return None
        back = await self.state.db.goals.taken_back(rows[-1], self.state.now())
        effects.goals = [back]
        profile = await self.state.profile(user_id)
        say = wording(profile.language)
        became = "goal.deleted" if back.dropped_at is not None else "goal.back_again"
        return say(became, goal=goal_named(goal_of(back), say, self._today(profile)))

    async def tapped(self, user_id: int, tap: GoalTap, effects: Effects) -> Said | None:
        """The page that a tap leads to, what it changes in the effects; None: there is no such goal."""
        profile = await self.state.profile(user_id)
        say, today = wording(profile.language), self._today(profile)
        if tap.act == "list":
            return await self._all(self.book(user_id), say)
        row = await self.state.db.goals.goal(user_id, tap.token)
        if row is None or (row.dropped_at is not None and tap.act != "keep"):
            return None
        goal = goal_of(row)
        named = goal_named(goal, say, today)
        if tap.act == "drop":
            effects.goals = [replace(row, dropped_at=self.state.now())]
            return Said(say("goal.deleted", goal=named), ((_button(say, "keep", row),),))
        if tap.act == "keep":
            await self.state.db.goals.revive(row)
            return Said(say("goal.back_again", goal=named), ((_button(say, "adjust", row, "edit"),),))
        changed = _adjusted(goal, tap, today)
        if changed != goal:
            made = row.made_at if tap.act in _UNITS else self.state.now()
            goal, row = changed, replace(row, body=body_of(changed), made_at=made, reached_at=None)
            effects.goals = [row]
        return await self._page(profile, row, goal, say)

    def _today(self, profile: Profile) -> date:
        return profile.local(self.state.now()).date()

    async def _all(self, book: GoalBook, say: Wording) -> Said:
        known = await book.all()
        if not known:
            return Said(say("goal.none"))
        lines = [say("goal.title"), *self._lines(known, say), say("goal.hint")]
        return Said(Html("\n".join(lines)), self._buttons(known, say))

    async def _some(self, book: GoalBook, reader: GoalReader, words: str, say: Wording) -> Said | None:
        """Those of a name; None: there are none."""
        name = reader.name_of(words)
        known = [one for one in await book.all() if one.goal.name in (name, words)]
        return self._these(known, say) if known else None

    def _these(self, known: list[Known], say: Wording) -> Said:
        if len(known) == 1:
            self._speaks_of(known[0].row)
        return Said(Html("\n".join(self._lines(known, say))), self._buttons(known, say))

    @staticmethod
    def _lines(known: Iterable[Known], say: Wording) -> list[Html]:
        return [
            say("goal.done", goal=goal_named(one.goal, say, one.progress.today))
            if one.row.reached_at is not None or (one.progress.is_reached and one.goal.kind != "frequency")
            else progress_line(one.progress, say)
            for one in known
        ]

    @staticmethod
    def _buttons(known: Iterable[Known], say: Wording) -> Buttons:
        return tuple((GoalTap(one.row.token, "edit").button(f"✏️ {_label(one, say)}"),) for one in known)

    async def _set(self, book: GoalBook, goal: Goal | None, token: str, say: Wording) -> Said:
        """A new goal; of the same thing it takes the place of the one that is not reached yet."""
        found = await book.fitted(goal, token)
        if isinstance(found, str):
            return Said(say(f"goal.{found}"))
        row, progress = found
        await book.keep(row)
        self._speaks_of(row)
        goal, today = progress.goal, progress.today
        lines = [say("goal.set", goal=goal_named(goal, say, today)), progress_line(progress, say)]
        met = progress.now is not None and goal.is_met(progress.now)
        if met and goal.kind in ("best", "pace") and progress.day is not None and progress.day < today:
            lines.append(say("goal.had", day=say.short_day(progress.day, today)))
        buttons = ((_button(say, "adjust", row, "edit"), _button(say, "delete", row, "drop")),)
        if goal.lacks_unit:
            lines.append(say("goal.which_unit"))
            buttons = (tuple(GoalTap(row.token, unit).button(unit) for unit in _UNITS), *buttons)
        return Said(Html("\n".join(lines)), buttons)

    async def _page(self, profile: Profile, row: GoalRow, goal: Goal, say: Wording) -> Said:
        """One goal, with what would be less and more."""
        self._speaks_of(row)
        today = self._today(profile)
        step, progress = _step(goal), await self.book(profile.user_id).progress(goal)
        less, more = (amount(goal.target + way * step, goal, say) for way in (-1, 1))
        targets = (
            GoalTap(row.token, "down").button(f"↓ {less}"),
            GoalTap(row.token, "up").button(f"↑ {more}"),
        )
        dates = [_button(say, "later", row)]
        if goal.by is not None:
            dates = [_button(say, "sooner", row), *dates, _button(say, "open", row)]
        last = (
            _button(say, "delete", row, "drop"),
            GoalTap("all", "list").button(say.label("goal.button.all")),
        )
        html = say("goal.page", goal=goal_named(goal, say, today))
        keyboard = (targets, last) if goal.kind == "frequency" else (targets, tuple(dates), last)
        return Said(Html(f"{html}\n{progress_line(progress, say)}"), keyboard)


def _label(known: Known, say: Wording) -> str:
    return shortened(goal_named(known.goal, say, known.progress.today), _LABEL)


def _button(say: Wording, label: str, row: GoalRow, act: GoalAct | None = None) -> Button:
    act = act or _ACTS[label]
    return GoalTap(row.token, act).button(say.label(f"goal.button.{label}"))


_ACTS: dict[str, GoalAct] = {one: one for one in ("keep", "later", "sooner", "open")}


def _token(user_id: int, chat_id: int, message_id: int, at: int) -> str:
    """Of the message that set it, and its place there: heard again, it is the same goal."""
    of = f"{user_id}/{message_key(chat_id, message_id)}{f'/{at}' if at else ''}"
    return blake2b(of.encode(), digest_size=8).hexdigest()


def _step(goal: Goal) -> float:
    """What one tap makes more or less of the target."""
    if goal.unit in _STEPS:
        return _STEPS[goal.unit] if goal.kind != "level" else _STEPS[goal.unit] * 0.4
    if goal.unit == "s":
        return 30 if goal.target < HOUR_S else 300
    if goal.kind == "streak":
        return 7
    return max(round(goal.target * 0.05), 1)


_STEPS = {"kg": 2.5, "lb": 5.0, "km": 1.0, "mi": 1.0, "m": 100.0, "h": 0.5, "reps": 1.0}


def _adjusted(goal: Goal, tap: GoalTap, today: date) -> Goal:
    """With another target or day; as it was where that makes no sense."""
    act, step, by = tap.act, _step(goal), goal.by
    most = 7 if goal.kind == "frequency" and goal.counts_days else float("inf")
    targets = {"up": goal.target + step, "down": goal.target - step}
    if act in targets:
        target = round(targets[act], 2)
        return goal.model_copy(update={"target": target}) if 0 < target <= most else goal
    if act in _UNITS:
        return goal.model_copy(update={"unit": act}) if goal.lacks_unit else goal
    days = {"later": (by or today) + _MONTH, "sooner": (by or today) - _MONTH, "open": None}
    days |= {"until": date.fromisoformat(tap.day)} if tap.day else {}
    if act in days:
        day = days[act]
        return goal if day is not None and day <= today else goal.model_copy(update={"by": day})
    return goal
