"""/coaches, and coaches asked for in words. Where there are no buttons each has a code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from agents.changes.proposing import withdraw
from agents.coaches.coach import links_of, tokens_watched
from agents.coaches.making import Made, Maker, known_templates, next_time, version_of
from agents.coaches.report import report_of
from agents.coaches.speech import Doing, asked_for, wish_of
from agents.coaches.template import Template, TemplateError, read_template
from agents.coaches.working import turn_of
from agents.derived_ids import message_key
from agents.evolution.replay import replayed
from agents.offline.lexicon import language_of
from agents.turn import Incoming
from agents.wakes.runner import requested
from bot.coaches.pages import (
    Shown,
    history_page,
    inside_page,
    keyboard_of,
    list_page,
    report_page,
    templates_page,
)
from bot.coaches.typed import called, code_of, codes, is_called, links, named, tap_of
from bot.evolution.pages import told_again
from bot.people.sources import goal_books
from bot.people.state import BotState
from bot.replies.callbacks import CoachAct, CoachTap
from bot.replies.console_ids import without_buttons
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.updates.asked import Asked
from storage.coach import CoachReport, CoachRow, Rating, TemplateRow
from storage.coaches import scheduled
from storage.entities import Button, Effects

_MOST_CALLS = 20
_SHOWS: frozenset[CoachAct] = frozenset(("open", "now", "history", "inside", "drop"))
"""Acts whose answer says what came of them."""
_MOST_WAKES = 500
_OWN = "chat"
"""The cause of a version that was made in the chat."""


@dataclass(frozen=True, slots=True)
class CoachDesk:
    """Everything said and tapped about coaches. What is answered belongs into the private chat."""

    state: BotState

    async def asked(self, asked: Asked) -> Said:
        """/coaches: the list, a new one, or a template of one's own (YAML behind `template`)."""
        say, text = asked.say, asked.arguments
        if not self.state.coaching.enabled:
            return Said(say("coach.off"))
        is_typed = without_buttons(asked.chat_id)
        if not text:
            return await self._listed(asked.user_id, say, is_typed=is_typed)
        if (said := await self._called(asked)) is not None:
            return said
        word, _, rest = text.partition("\n")
        if word.strip().casefold() in _TEMPLATE_WORDS:
            if not rest.strip():
                return await self._templates(asked.user_id, say)
            return await self._own_template(asked.user_id, rest, asked.sent_at, say)
        language = language_of(text, say.language)
        wanted = asked_for(text, language)
        key = message_key(asked.chat_id, asked.message_id)
        return await self._made(
            asked.user_id, wanted or text, key, asked.sent_at, language, say, is_typed=is_typed
        )

    async def _listed(self, user_id: int, say: Wording, *, is_typed: bool) -> Said:
        """All of them; with codes where there are no buttons."""
        mine = await self.state.db.coaches.of_user(user_id)
        page = list_page(mine, say)
        return Said(Html("\n".join([page.html, *codes(mine, say)])), page.buttons) if is_typed else page

    async def _templates(self, user_id: int, say: Wording) -> Said:
        known = await known_templates(self.state.services, user_id)
        versions = await self.state.db.coaches.templates(user_id)
        return templates_page([*known.values()], versions, say)

    async def _called(self, asked: Asked) -> Said | None:
        """What words do with a coach that its code or name says; None: they name none."""
        every = await self.state.db.coaches.every(asked.user_id)
        found = called(every, asked.arguments) or named(every, asked.arguments, asked.say)
        if found is None:
            return None
        (coach, words), say = found, asked.say
        reports = await self.state.db.coaches.reports(asked.user_id, coach.id, 1)
        tap = tap_of(coach, words, every, reports[0].wake_id if reports else "", say)
        if tap is None or (coach.status == "deleted" and tap.act != "back"):
            return await self._listed(asked.user_id, say, is_typed=True)
        said = await self.tapped(asked.user_id, tap, message_key(asked.chat_id, asked.message_id))
        if said is None:
            return Said(say("coach.no_report", name=coach.name))
        saved = [] if tap.act in _SHOWS else [say("tap.saved")]
        typed = links(coach, said.buttons, say) if without_buttons(asked.chat_id) else ()
        return Said(Html("\n".join([*saved, said.html, *typed])), said.buttons)

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that asks for a coach, or something of one; None: it does not."""
        if not self.state.coaching.enabled:
            return None
        language = language_of(incoming.text)
        wish, wanted = wish_of(incoming.text, language), asked_for(incoming.text, language)
        if wish is None and wanted is None:
            return None
        profile = await self.state.profile(incoming.user_id)
        say = wording(self.state.services.spoken(incoming.text, profile.language))
        key = message_key(incoming.chat_id, incoming.message_id)
        if wish is not None:
            return await self._wished(incoming, wish, key, say)
        if wanted is None:
            return None
        is_typed = without_buttons(incoming.chat_id)
        return await self._made(
            incoming.user_id, wanted, key, incoming.sent_at, language, say, is_typed=is_typed
        )

    async def _wished(
        self, incoming: Incoming, wish: tuple[Doing, str], key: str, say: Wording
    ) -> Said | None:
        """Of the one coach that is meant; all of them where it is not one. None: there is none."""
        (does, about), act = wish, wish[0].act
        mine = await self.state.db.coaches.of_user(incoming.user_id)
        if incoming.chat_id < 0 or (not mine and act != "open"):
            return None
        meant = [one for one in mine if one.status == _ABLE.get(act, one.status) and is_called(one, about)]
        if len(meant) != 1 and does.unnamed:
            return None
        if len(meant) != 1:
            is_typed = without_buttons(incoming.chat_id)
            return await self._listed(incoming.user_id, say, is_typed=is_typed)
        return await self.tapped(incoming.user_id, CoachTap(meant[0].id, act), key)

    async def tapped(self, user_id: int, tap: CoachTap, key: str) -> Said | None:
        """The page that a tap leads to; None: there is no such coach."""
        say, db = await self.state.wording(user_id), self.state.db
        if not self.state.coaching.enabled:
            return Said(say("coach.off"))
        if tap.act == "list":
            return await self._listed(user_id, say, is_typed=False)
        if tap.act == "templates":
            return await self._templates(user_id, say)
        coach = await db.coaches.coach(user_id, tap.coach_id)
        if coach is None or (coach.status == "deleted" and tap.act != "back"):
            return None
        return await self._of_one(coach, tap, key, say)

    async def _of_one(self, coach: CoachRow, tap: CoachTap, key: str, say: Wording) -> Said | None:
        db = self.state.db
        match tap.act:
            case "history":
                profile = await self.state.profile(coach.user_id)
                reports, today = await db.coaches.reports(coach.user_id, coach.id), self.state.now()
                return history_page(coach, reports, say, profile, profile.local(today).date())
            case "inside" | "read" | "unread":
                return await self._inside(await self._linked(coach, tap), say)
            case "now":
                await db.wakes.ask(requested(coach, key, self.state.now()))
                self.state.coaching.soon()
                return Said(say("coach.updating", name=coach.name))
            case "good" | "bad":
                return await self._rated(coach, tap.act, tap.about, say)
            case "drop":
                await self._dropped(coach)
                back = Button(label=say("coach.button.back"), data=f"o:{coach.id}:back")
                return Said(say("coach.dropped", name=coach.name), ((back,),))
            case _:
                return await self._changed(coach, tap, say)

    async def _dropped(self, coach: CoachRow) -> None:
        """It watches nothing any more, and what it proposed is withdrawn."""
        db, effects, origin = self.state.db, Effects(), f"coach:{coach.id}"
        waiting = [one for one in await db.proposals.open_items(coach.user_id) if one.origin == origin]
        await withdraw(self.state.services, waiting, effects)
        await db.coaches.save(replace(coach, status="deleted"))
        await db.turns.apply(effects)

    async def _changed(self, coach: CoachRow, tap: CoachTap, say: Wording) -> Said:
        """With another state, if the tap gives one."""
        changes = {
            "auto": {"automatic": True}, "manual": {"automatic": False}, "pause": {"status": "paused"},
            "resume": {"status": "active"}, "back": {"status": "active"},
        }  # fmt: skip
        if (change := changes.get(tap.act)) is not None:
            coach = replace(coach, **change)
            await self._save(coach)
        reports = await self.state.db.coaches.reports(coach.user_id, coach.id, 1)
        if not reports:
            return Said(say("coach.no_report", name=coach.name), keyboard_of(coach, say))
        return await self._report(coach, reports[0], reports[0].wake_id, say)

    async def _rated(self, coach: CoachRow, rating: Rating, wake_id: str, say: Wording) -> Said | None:
        """The same report with what was thought of it; None: there is no such wake."""
        db = self.state.db
        wakes = await db.wakes.log(coach.user_id, coach.id, _MOST_WAKES)
        wake = next((one for one in wakes if one.id == wake_id and one.ended_at is not None), None)
        reports = await db.coaches.reports(coach.user_id, coach.id, _MOST_WAKES)
        if wake is None or wake.ended_at is None:
            return None
        then = next((one for one in reports if one.at <= wake.ended_at), None)
        if then is None:
            return None
        await db.coaches.rate(wake, rating, self.state.now())
        return await self._report(coach, then, wake_id, say)

    async def _report(self, coach: CoachRow, row: CoachReport, wake_id: str, say: Wording) -> Said:
        """A version of it, as that wake brought it."""
        report, db = report_of(row), self.state.db
        entries = await db.entries.entries(coach.user_id, report.evidence)
        rating = (await db.coaches.ratings(coach.user_id, coach.id)).get(wake_id, "")
        shown = Shown(report, wake_id, rating)
        return report_page(coach, shown, entries, say, await self._today(coach.user_id))

    async def _save(self, coach: CoachRow) -> None:
        """With what it watches, and its own time."""
        template = (await known_templates(self.state.services, coach.user_id))[coach.template]
        due = next_time(template, await self.state.profile(coach.user_id), self.state.now())
        waits = [scheduled(coach, self.state.now(), due)] if due and coach.status == "active" else []
        await self.state.db.coaches.save(coach, tokens_watched(links_of(coach), template), waits)

    async def _inside(self, coach: CoachRow, say: Wording) -> Said:
        db = self.state.db
        wakes = await db.wakes.log(coach.user_id, coach.id)
        calls = [
            call
            for one in wakes[:_MOST_CALLS]
            for call in await db.calls.calls_of_turn(coach.user_id, turn_of(one))
        ]
        notes, mine = await db.coaches.notes(coach.user_id, coach.id), await db.coaches.of_user(coach.user_id)
        others = [one for one in mine if one.id != coach.id and self.state.asked is not None]
        profile = await self.state.profile(coach.user_id)
        return inside_page(coach, wakes, notes, calls, say, profile=profile, others=others)

    async def _linked(self, coach: CoachRow, tap: CoachTap) -> CoachRow:
        """It reads the other's reports from its next wake on, or no longer, where the tap says so."""
        mine = await self.state.db.coaches.of_user(coach.user_id)
        if tap.about == coach.id or all(one.id != tap.about for one in mine):
            return coach
        links = links_of(coach).reading(tap.about, reads=tap.act == "read")
        coach = replace(coach, body=links.model_dump_json())
        await self._save(coach)
        return coach

    async def _made(  # noqa: PLR0917 - who wants what, when, in which words
        self, user_id: int, text: str, key: str, at: datetime, language: str, say: Wording, *, is_typed: bool
    ) -> Said:
        book = goal_books(self.state.services)(user_id)
        if not text or book is None:
            return Said(say("coach.unread"))
        found = await Maker(self.state.services, user_id, book).made(text, key, at, language)
        if not isinstance(found, Made):
            return Said(say(f"coach.{found}"))
        self.state.coaching.soon()
        told = "coach.made" if found.is_new else "coach.there"
        title = found.template.title(say.language)
        html = say(told, name=found.coach.name, template=title)
        if is_typed:
            html = Html(f"{html}\n{say('coach.code', name=found.coach.name, code=code_of(found.coach))}")
        return Said(html, keyboard_of(found.coach, say))

    async def sent(self, user_id: int, content: bytes, at: datetime, say: Wording) -> Said:
        """A template of one's own, as a file."""
        return await self._own_template(user_id, content.decode("utf-8-sig", errors="replace"), at, say)

    async def _own_template(self, user_id: int, text: str, at: datetime, say: Wording) -> Said:
        try:
            template = read_template(text)
        except TemplateError as error:
            return Said(say("coach.template_unread", why=str(error)))
        known, again = await known_templates(self.state.services, user_id), Html("")
        if template.name in known:
            await version_of(self.state.services, user_id, known[template.name], at)
            again = await self._again(user_id, known[template.name], template, say)
        row = TemplateRow(user_id, template.name, 1, template.model_dump_json(), at, _OWN)
        kept = await self.state.db.coaches.add_template(row)
        html = say("coach.template_kept", name=template.name, version=kept.version)
        return Said(Html("\n\n".join(filter(None, (html, again)))))

    async def _again(self, user_id: int, now: Template, then: Template, say: Wording) -> Html:
        """What the other version would have made different of the last wakes, by the rules."""
        found = await replayed(self.state.services, user_id, now, then)
        profile = await self.state.profile(user_id)
        return told_again(found, profile, self.state.now(), say) if found else Html("")

    async def _today(self, user_id: int) -> date:
        return (await self.state.profile(user_id)).local(self.state.now()).date()


_ABLE = {"pause": "active", "resume": "paused", "now": "active"}
"""What a coach has to be for what is wanted of it."""


_TEMPLATE_WORDS = ("template", "templates", "템플릿")
