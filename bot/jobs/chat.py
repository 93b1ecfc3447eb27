"""/job, /jobs, their buttons, answers and feedback in words, files as input."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass

from agents.jobs.kinds import Kind, KindError
from agents.jobs.office import JobRefused, Office, Order, body_of
from agents.jobs.rules.speech import rule_words
from agents.jobs.signs import JobWish
from agents.turn import Incoming
from bot.assistant.concierge import is_surely_a_log
from bot.jobs import typed
from bot.jobs.inputs import digest_of
from bot.jobs.pages import answered_page, list_page, shown_page, types_page, unchanged_page
from bot.jobs.watching import asks_key
from bot.people.job_results import delivered_as
from bot.people.jobs import NO_FILES
from bot.people.state import BotState
from bot.replies.callbacks import JobTap, NewJobTap
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import Effects
from storage.job import ACTIVE, FEEDBACK, JobRow, JobStatus

logger = logging.getLogger(__name__)

_YES, _NO = "yes", "no"
_ABLE: Mapping[JobWish, tuple[JobStatus, ...]] = {
    "pause": ("running",), "resume": ("paused",), "stop": ACTIVE, "accept": ("done",),
}  # fmt: skip
"""What a job may be for what is wanted of it."""
_REFUSED = {
    "too_many": "job.too_many", "too_long": "job.too_long", "needs": "job.cant", "empty": "job.about",
    "workspace_gone": "job.linked",
}  # fmt: skip
"""Why none is begun, and how that is said."""


@dataclass(frozen=True, slots=True)
class JobChat:
    """Jobs are their person's own: everything is in the private chat."""

    state: BotState
    office: Office

    # --- /job and /jobs -------------------------------------------------------------------------------------

    async def wished(
        self, user_id: int, words: str, say: Wording, key: str, files: Mapping[str, bytes] = NO_FILES
    ) -> Said:
        """Begin what the words ask for; without words, what there is. `key`: of the message, see Order."""
        if not words.strip() and not files:
            return self._types(user_id, say)
        named = self._named(words, say.language)
        if named is None:
            page = self._types(user_id, say)
            return Said(Html(f"{say('job.which')}\n\n{page.html}"), page.buttons)
        kind, request = named
        digest = digest_of(words, files)
        return await self._start(user_id, kind, request, say, key=key, files=files, digest=digest)

    async def listed(self, user_id: int, say: Wording) -> Said:
        """Running and past ones."""
        rows = await self.state.db.jobs.of_user(user_id, typed.LISTED)
        found = [(row, body_of(row), self.office.kinds.shown(row.kind)) for row in rows]
        return list_page(found, say)

    async def typed(self, user_id: int, words: str, say: Wording) -> Said:
        """All of them with codes; one by its code; or what the words behind its code say."""
        rows = await self.state.db.jobs.of_user(user_id, typed.LISTED)
        code, _, rest = words.strip().partition(" ")
        if not code:
            return Said(typed.listed(rows, self.office, say))
        row = typed.called(rows, code)
        if row is None:
            return Said(say("job.gone"))
        if not rest.strip():
            return Said(typed.shown(row, self.office, say))
        return await typed.done(row, rest.strip(), self.office, say, self._answered)

    async def spoken(self, user_id: int, wish: JobWish, say: Wording, *, is_typed: bool) -> Said:
        """The one job that can be paused, resumed, stopped, accepted, so; all of them where it is not one."""
        office = self.office
        rows = [row for row in await self.state.db.jobs.of_user(user_id) if row.status in _ABLE.get(wish, ())]
        if len(rows) != 1:
            return await (self.typed(user_id, "", say) if is_typed else self.listed(user_id, say))
        if not await office.act(wish, rows[0]):
            return Said(say("tap.already"))
        row = await self.state.db.jobs.job(user_id, rows[0].id) or rows[0]
        page = shown_page(row, body_of(row), office.kinds.shown(row.kind), say)
        return Said(Html(f"{say('tap.done')}\n{page.html}"), page.buttons)

    def progress(self, user_id: int, say: Wording) -> AsyncGenerator[Html]:
        """Each new state of this person's jobs at work here, until none is."""
        return typed.progress(user_id, self.office, say)

    async def pause_all(self, user_id: int) -> None:
        """Those at work here: whoever runs them leaves."""
        for job_id in self.office.at_work:
            await self.office.pause(user_id, job_id)

    def _types(self, user_id: int, say: Wording) -> Said:
        kinds = self._kinds()
        lacking = {k.type.job_type: needs for k in kinds if (needs := self._lacks(user_id, k, say))}
        return types_page(kinds, lacking, say)

    def _kinds(self) -> list[Kind]:
        """All types that can be read; what is wrong with another is in the log."""
        found: list[Kind] = []
        for name in self.office.kinds.names():
            try:
                found.append(self.office.kinds.kind(name))
            except KindError as error:
                logger.warning("a type of jobs can't be used: %s", error)
        return found

    def _lacks(self, user_id: int, kind: Kind, say: Wording) -> str:
        """What it needs and this person has not, in words; empty: nothing."""
        words = say.catalogue.say
        missing = sorted(self.office.missing(user_id, kind))
        return ", ".join(words.get(f"job.needs.{one}", one) for one in missing)

    def _named(self, words: str, language: str) -> tuple[Kind, str] | None:
        """The type that words begin with or speak of, and what is wanted of it."""
        kinds = {one.type.job_type: one for one in self._kinds()}
        first, _, rest = words.strip().partition(" ")
        for kind in kinds.values():
            if first.casefold() in (kind.type.job_type, kind.type.name_in(language).casefold()):
                return kind, rest.strip()
        lowered = words.casefold()
        spoken = rule_words(self.state.services.spoken(words, language)).kinds
        found = next((name for name, form in spoken.items() if re.search(form, lowered)), None)
        return (kinds[found], words.strip()) if found in kinds else None

    async def _start(
        self,
        user_id: int,
        kind: Kind,
        request: str,
        say: Wording,
        *,
        key: str,
        files: Mapping[str, bytes] = NO_FILES,
        digest: str = "",
    ) -> Said:
        name = kind.type.job_type
        language = self.state.services.spoken(request, say.language) if request else say.language
        order = Order(user_id, user_id, name, request, language, files, key, digest)
        try:
            await self.office.start(order)
        except JobRefused as refused:
            return Said(self._refused(refused, kind, user_id, say))
        return Said(say("job.begun", request=request[:200] or kind.type.about_in(say.language)))

    def _refused(self, refused: JobRefused, kind: Kind, user_id: int, say: Wording) -> Html:
        name, needs = kind.type.name_in(say.language), self._lacks(user_id, kind, say)
        key = _REFUSED.get(refused.reason, "job.full")
        return say(key, name=name, needs=needs, kind=kind.type.job_type, count=refused.detail)

    # --- Buttons --------------------------------------------------------------------------------------------

    async def tapped(self, user_id: int, update_id: int, tap: JobTap | NewJobTap) -> str:
        """What to tell the one who tapped; what more there is to say is sent."""
        say = await self.state.wording(user_id)
        if isinstance(tap, NewJobTap):
            kind = next((one for one in self._kinds() if one.type.job_type == tap.kind), None)
            if kind is None:
                return say("tap.unknown")
            said = await self._start(user_id, kind, "", say, key=f"tap {update_id}")
            await self._say(user_id, f"update:{update_id}", said)
            return ""
        row = await self.state.db.jobs.job(user_id, tap.job_id)
        if row is None:
            return say("job.gone")
        if tap.act.startswith("o"):
            return await self._chosen(row, int(tap.act[1]), say)
        return await self._acted(row, tap, update_id, say)

    async def _acted(self, row: JobRow, tap: JobTap, update_id: int, say: Wording) -> str:
        user_id, office = row.user_id, self.office
        name = office.kinds.shown(row.kind).type.name_in(say.language)
        if tap.act == "show":
            kind, body = office.kinds.shown(row.kind), body_of(row)
            await self._say(user_id, f"update:{update_id}", shown_page(row, body, kind, say))
            return ""
        if tap.act == "change":
            if row.status != "done":
                return say("tap.already")
            await self._asks_for_feedback(row, update_id, say)
            return ""
        if not await office.act(tap.act, row):
            return say("tap.already")
        after = await self.state.db.jobs.job(user_id, row.id)
        if after is not None:
            await office.watcher.changed(after, body_of(after))
        told = {"stop": "job.stopped", "accept": "job.accepted"}.get(tap.act)
        if told is not None:
            await self._say(user_id, f"update:{update_id}", Said(say(told, name=name)))
        return say("tap.done")

    async def _chosen(self, row: JobRow, at: int, say: Wording) -> str:
        """An answer that was tapped."""
        question = body_of(row).question
        if row.status != "asking" or question is None:
            return say("tap.already")
        options = (_YES, _NO) if question.cut_off else question.options
        if at >= len(options) or not await self._answered(row, options[at]):
            return say("tap.unknown")
        return say("tap.chosen", answer=options[at])

    async def _answered(self, row: JobRow, answer: str) -> bool:
        """Give the answer, and show it where the question was; whether the job still asked."""
        if not await self.office.answer(row.user_id, row.id, answer):
            return False
        body = body_of(row)
        if body.question is None:
            return True
        key = asks_key(row, body.question)
        shown = await self.state.db.outbox.shown_as(key)
        if shown is not None and shown.message_ids:
            kind, say = self.office.kinds.shown(row.kind), wording(body.language)
            said = Said(answered_page(body, kind, answer, say))
            edit = said.to(row.user_id, f"{key}:answered", edits=shown.message_ids[-1])
            await self.state.db.turns.apply(Effects(outgoing=[edit]))
        return True

    async def _asks_for_feedback(self, row: JobRow, update_id: int, say: Wording) -> None:
        """The next words are what is to be changed; a row says so, so that a restart keeps it."""
        await self.state.db.jobs.show(row.user_id, row.id, FEEDBACK)
        self.state.jobs.words.add(row.user_id)
        asks = Said(say("job.change")).to(row.user_id, f"update:{update_id}")
        await self.state.db.turns.apply(Effects(outgoing=[asks.model_copy(update={"kind": "prompt"})]))

    # --- Words ----------------------------------------------------------------------------------------------

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a job's question, or feedback; None: it is about something else."""
        if incoming.edited or incoming.chat_id != incoming.user_id or not incoming.text.strip():
            return None
        say = await self.state.wording(incoming.user_id)
        rows = await self.state.db.jobs.of_user(incoming.user_id)
        asking = [one for one in rows if one.status == "asking"]
        for row in asking:
            if await self._answers(row, incoming):
                told = await self._answered(row, incoming.text)
                return Said(say("tap.chosen", answer=incoming.text[:100])) if told else None
        done = [one for one in rows if one.status == "done"]
        row = await self._replied_to(done, incoming)
        if row is None:
            row = next((one for one in done if one.shown == FEEDBACK), None)
            if row is not None and not await self._is_feedback(incoming):
                return None
        if not (asking or any(one.shown == FEEDBACK and one != row for one in done)):
            self.state.jobs.words.discard(incoming.user_id)
        if row is None:
            return None
        await self.state.db.jobs.show(row.user_id, row.id, "")
        try:
            changed = await self.office.change(row.user_id, row.id, incoming.text)
        except JobRefused as refused:
            return Said(unchanged_page(refused, say))
        return Said(say("job.changing")) if changed else None

    async def _replied_to(self, done: Sequence[JobRow], incoming: Incoming) -> JobRow | None:
        """The job whose files the message replies to with what is to be changed, not to log or to ask."""
        if incoming.reply_to is None or incoming.text.rstrip().endswith("?"):
            return None
        for row in done:
            if incoming.reply_to in await delivered_as(self.state.db.outbox, row):
                profile = await self.state.profile(row.user_id)
                is_log = await is_surely_a_log(incoming.text, profile, self.state.services.registry)
                return None if is_log else row
        return None

    async def _is_feedback(self, incoming: Incoming) -> bool:
        """A log stays one, and so does what is said to one. What replies to the prompt is none."""
        state, user_id = self.state, incoming.user_id
        if incoming.reply_to is not None:
            found = await state.db.entries.entry_by_message(user_id, incoming.chat_id, incoming.reply_to)
            return not found
        profile = await state.profile(user_id)
        return not await is_surely_a_log(incoming.text, profile, state.services.registry)

    async def _answers(self, row: JobRow, incoming: Incoming) -> bool:
        """Whether it is a reply to the question's message, or one of its options by its name."""
        question = body_of(row).question
        if question is None:
            return False
        if incoming.text.strip().casefold() in {one.casefold() for one in question.options}:
            return True
        if incoming.reply_to is None:
            return False
        shown = await self.state.db.outbox.shown_as(asks_key(row, question))
        return shown is not None and incoming.reply_to in shown.message_ids

    async def _say(self, user_id: int, key: str, said: Said) -> None:
        await self.state.db.turns.apply(Effects(outgoing=[said.to(user_id, key)]))
