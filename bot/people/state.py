"""What the handlers and commands work with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from agents.gym.programmed import Programmed
from agents.machine import Machine
from agents.offline.lexicon import language_of
from agents.ports import Specialists
from agents.profile import Profile
from agents.senses import Senses
from agents.work import Services
from bot.people.access import Access
from bot.people.coaching import Coaching
from bot.people.due import BRIEFINGS, ObserverSection, briefing_due, next_due
from bot.people.jobs import Jobs
from bot.people.preferences import Offers
from bot.people.watch import Watch
from bot.texts import Wording, wording
from bot.texts.commands import MENU_LANGUAGES
from bot.updates.edits import Edits
from bot.updates.pace import Pace
from storage.entities import Effects, PendingQuestion, Preferences, ScheduledRun, User
from storage.reminder import ReminderRow
from storage.stores import Stores

if TYPE_CHECKING:  # a bot for which nothing of it is configured never loads it
    from agents.assistant import Assistant
    from agents.model.calls.ask import Models
    from agents.tools.registry import ToolRegistry
    from bot.people.memory import MemoryPages


@dataclass(frozen=True, slots=True)
class BotState:
    """Built once by the composition root."""

    services: Services
    machine: Machine
    access: Access
    data_dir: Path
    observer: ObserverSection = field(default_factory=ObserverSection)
    senses: Senses | None = None
    """What hears voice notes and sees pictures; None: nothing does."""
    assistant: Assistant | None = None
    """What is done beside the diary; None: nothing of it is configured."""
    replayed: int = 0
    estimates: bool = False
    """Whether meals are estimated where somebody asks for it."""
    unwritten: set[int] = field(default_factory=set[int])
    """Updates of strangers, which have no row."""
    held: set[int] = field(default_factory=set[int])
    """Updates that this run has begun and not finished, because the machine beneath refused."""
    pace: Pace = field(default_factory=Pace)
    goals_spoken_of: dict[int, tuple[str, datetime]] = field(default_factory=dict[int, tuple[str, datetime]])
    """By person, the token of the goal that was shown last, and when."""
    introduced: set[int] = field(default_factory=set[int])
    """Users who are known to have been asked what is asked on the first day."""
    met: set[int] = field(default_factory=set[int])
    """Users whose rows are known to be there."""
    quiet: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Users in chats in which nothing is being asked; see `hear_question`."""
    unfixed: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Users in chats in which no log is being corrected; see `bot.people.fixing`."""
    untalked: set[int] = field(default_factory=set[int])
    """Users whose words no conversation about a template waits for; see `bot.evolution`."""
    watch: Watch = field(init=False)
    """What is known of reminders."""
    coaching: Coaching = field(init=False)
    """Who runs them."""
    edits: Edits = field(default_factory=Edits)
    """What edited messages said last."""
    newest: dict[int, int] = field(default_factory=dict[int, int])
    """The highest message id seen in a chat: what is above it can't be a repetition."""

    jobs: Jobs = field(default_factory=Jobs)
    """Long jobs."""
    asked: Models | None = None
    """The models that specialists may ask."""
    _plain: list[Assistant] = field(default_factory=list["Assistant"])

    def __post_init__(self) -> None:
        """A dataclass that is frozen is filled in so."""
        object.__setattr__(self, "watch", Watch(self.services.db.reminders))
        object.__setattr__(self, "coaching", Coaching(self.db.wakes, self.now))

    @property
    def concierge(self) -> Specialists | None:
        """Who hands messages to specialists; None: only the diary answers."""
        return self.services.beside.to

    @property
    def db(self) -> Stores:
        """Storage."""
        return self.services.db

    @property
    def tools(self) -> ToolRegistry:
        """The one registry: with all that is configured, else diary and conversations alone."""
        return self.assisting.tools

    @property
    def assisting(self) -> Assistant:
        """All that is configured, else what everybody has."""
        if self.assistant is not None:
            return self.assistant
        if not self._plain:
            from agents.assistant import build  # noqa: PLC0415 - when a tool is first asked for
            from bot.people.sources import sources  # noqa: PLC0415 - as above

            self._plain.append(
                build(
                    self.db,
                    lambda: self.access.owners,
                    own=sources(self.services, self.data_dir),
                    limits=self.services.limits,
                    models=self.asked,
                )
            )
        return self._plain[0]

    @property
    def offers(self) -> Offers:
        """What there is to choose in the settings beyond what everybody has."""
        return Offers(
            answers=self.services.money is not None, any_language=self.services.engine.languages is None
        )

    @property
    def gym(self) -> Programmed:
        """Everybody's programmes."""
        found = self.services.gym
        if found is None:
            raise LookupError
        return found

    def now(self) -> datetime:
        """The current moment, aware."""
        return self.services.clock()

    async def user(self, user_id: int, name: str = "") -> User:
        """The stored user, or a new one."""
        return await self.db.people.get_user(user_id) or User(id=user_id, name=name)

    async def meet(self, user_id: int, name: str, language_code: str | None = None, said: str = "") -> None:
        """Know a person from the first message on: the row, the language, when the Observer is due first.

        Who begins in Hangul speaks Korean, whatever the code of their Telegram.
        """
        if user_id in self.met:
            return
        known = await self.db.people.get_user(user_id)
        run = await self.db.schedule.scheduled(user_id, "observer")
        code = "ko" if language_of(said) == "ko" else language_code
        if known is None or known.name != name or run is None:
            spoken = Preferences(language=self._spoken(code) if known is None else None)
            user = with_preference((known or User(id=user_id)).model_copy(update={"name": name}), spoken)
            profile = self.services.defaults.profile(user_id, user.preferences)
            runs = [] if run else [self.observer_run(profile)]
            runs += await self._briefings_missing(profile)
            await self.db.turns.apply(Effects(users=[user], runs=runs))
        elif missing := await self._briefings_missing(
            self.services.defaults.profile(user_id, known.preferences)
        ):
            await self.db.turns.apply(Effects(runs=missing))
        self.met.add(user_id)

    async def _briefings_missing(self, profile: Profile) -> list[ScheduledRun]:
        """What is wanted and not due at all: the wish came with an import."""
        missing: list[ScheduledRun] = []
        for job in BRIEFINGS:
            due = briefing_due(job, profile, self.now())
            if due is not None and await self.db.schedule.scheduled(profile.user_id, job) is None:
                missing.append(ScheduledRun(user_id=profile.user_id, job=job, due_at=due))
        return missing

    def _spoken(self, language_code: str | None) -> str | None:
        """The language that somebody's Telegram speaks, where it is one of ours and not spoken anyway."""
        code = (language_code or "").partition("-")[0]
        return code if code in MENU_LANGUAGES and code != self.services.defaults.language else None

    async def scrub(self, update_id: int) -> None:
        """An update is dealt with, and nothing that it said is kept."""
        if update_id in self.unwritten:
            return
        await self.db.scrubbing.scrub_update(update_id)
        self.access.overwritten = True

    async def open_questions(self, user_id: int, chat_id: int) -> list[PendingQuestion]:
        """What this person was asked in this chat and has not answered; most often known to be nothing."""
        if (user_id, chat_id) in self.quiet:
            return []
        found = await self.db.questions.open_questions(user_id, chat_id)
        if not found:
            self.quiet.add((user_id, chat_id))
        return found

    def hear_question(self, question: PendingQuestion) -> None:
        """Something is being asked now."""
        self.quiet.discard((question.user_id, question.chat_id))

    async def is_repeated(self, chat_id: int, message_id: int) -> bool:
        """Whether this message was dealt with before, under whatever update id."""
        newest = self.newest.get(chat_id)
        if newest is None:  # an earlier run has seen some, perhaps
            known = await self.db.messages.recent_messages(chat_id, 1)
            newest = known[0].message_id if known else 0
        self.newest[chat_id] = max(message_id, newest)
        if message_id > newest:
            return False
        return await self.db.messages.get_message(chat_id, message_id) is not None

    def observer_run(self, profile: Profile, last: ScheduledRun | None = None) -> ScheduledRun:
        """When the periodic Observer is due for somebody with this profile."""
        due = next_due(self.now(), profile.time_zone, self.observer)
        if last is not None:
            return last.model_copy(update={"due_at": due})
        return ScheduledRun(user_id=profile.user_id, job="observer", due_at=due)

    async def choose(self, user_id: int, name: str, chosen: Preferences, effects: Effects) -> Profile:
        """Add a choice to the effects; the profile as it is then."""
        return await self.prefer(with_preference(await self.user(user_id, name), chosen), effects)

    async def prefer(self, user: User, effects: Effects) -> Profile:
        """Add the user with changed preferences to the effects. A new time zone moves what is due."""
        effects.users.append(user)
        before = await self.profile(user.id)
        profile = self.services.defaults.profile(user.id, user.preferences)
        if profile.time_zone != before.time_zone:
            last = await self.db.schedule.scheduled(user.id, "observer")
            effects.runs.append(self.observer_run(profile, last))
            effects.reminders = await self._moved(profile)
        effects.runs += self._briefings(before, profile)
        return profile

    def _briefings(self, before: Profile, profile: Profile) -> list[ScheduledRun]:
        """When the person hears of us by itself, where that has changed; what is off ends when it is due."""
        runs: list[ScheduledRun] = []
        for job in BRIEFINGS:
            due = briefing_due(job, profile, self.now())
            if due is not None and due != briefing_due(job, before, self.now()):
                runs.append(ScheduledRun(user_id=profile.user_id, job=job, due_at=due))
        return runs

    async def _moved(self, profile: Profile) -> Sequence[ReminderRow]:
        """The person's reminders as they are due on their new clock."""
        rows = await self.db.reminders.of_user(profile.user_id)
        if not rows:
            return ()
        from agents.reminders.rows import moved  # noqa: PLC0415 - only where there are any

        return moved(rows, profile.zone, self.now())

    async def profile(self, user_id: int) -> Profile:
        """Preferences over defaults."""
        return await self.services.profile(user_id)

    async def memory_pages(self, profile: Profile, say: Wording) -> MemoryPages:
        """What /context shows a person."""
        from bot.people.memory import MemoryPages  # noqa: PLC0415 - a start must not wait for it

        budget = self.services.limits.global_context_tokens
        preferences = (await self.user(profile.user_id)).preferences
        return MemoryPages(self.db.contexts, profile, say, profile.local(self.now()), budget, preferences)

    async def wording(self, user_id: int) -> Wording:
        """The sentences in the user's language."""
        return wording((await self.profile(user_id)).language)


def with_preference(user: User, chosen: Preferences) -> User:
    """The user with what `chosen` sets on top of earlier choices."""
    new: dict[str, str] = chosen.model_dump(exclude_none=True)
    changed = user.told is not None and new.get(user.told.field, user.told.value) != user.told.value
    preferences = user.preferences.model_copy(update=new)
    return user.model_copy(update={"preferences": preferences, "told": None if changed else user.told})
