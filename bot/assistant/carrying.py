"""Carrying out what was handed over: each part by its specialist, proposals kept until they are tapped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from agents.agenda.replying import Reply, other_time
from agents.agenda.speech import speech as of_calendars
from agents.agenda.times import read_times
from agents.handover import AskedBack, Part, Shown
from agents.language.text import plain
from agents.offline.lexicon import language_of
from agents.offline.questions.wishes import wish_in
from agents.profile import Profile
from agents.remote.proposals import CallProposal
from agents.specialists.catalogue.calendar import CalendarQuery, CalendarTold, again_at, on_day
from agents.specialists.catalogue.memory import MemoryQuery
from agents.specialists.chains import FoundDays, found_days
from agents.specialists.specialist import Heard, Passage, Query, Seat, Specialist, Told
from agents.specialists.speech import speech
from agents.specialists.staff import Staff, query_of
from agents.talk.session import said_before
from agents.tools.catalogue.event_proposals import EventProposal, Written
from agents.tools.context import ToolContext
from agents.turn import Incoming, Turn
from bot.assistant.concierge import is_own
from bot.assistant.pages import Page
from bot.assistant.remote import proposed
from bot.assistant.shown import passage, shown
from bot.assistant.tool_caller import kept, proposal_of, token_of, waiting
from bot.people.state import BotState
from bot.replies.console_ids import home
from bot.texts import Html, wording
from bot.texts.html import plain as unmarked
from storage.proposal import ProposalRow, Status

_AHEAD = 731
"""Days in which an option is looked for."""
_HINT = 4000
"""Characters of what helps to understand a request."""
_OPEN: dict[Reply, tuple[Status, ...]] = {"no": ("open", "declined"), "yes": ("open", "replaced")}
"""What a proposal may be when words decide it; the second of each: it was decided so before a kill."""
_LOOKED_UP = 1
"""Days that leave nothing to ask."""


@dataclass(frozen=True, slots=True)
class Errand:
    """One message's, for its person."""

    state: BotState
    staff: Staff
    incoming: Incoming
    profile: Profile

    @property
    def page(self) -> Page:
        """How it looks."""
        return Page(wording(self.language), self.profile, self.incoming.sent_at)

    @property
    def language(self) -> str:
        """That of the message, where it tells."""
        return self.state.services.spoken(self.incoming.text, self.profile.language)

    @property
    def context(self) -> ToolContext:
        """Who asks, where, when."""
        return ToolContext.of(
            self.profile,
            self.profile.local(self.incoming.sent_at),
            chat_id=self.incoming.chat_id,
            language=self.language,
        )

    @property
    def home(self) -> int:
        """The chat in which the person decides."""
        return home(self.incoming.user_id, self.incoming.chat_id)

    @property
    def said(self) -> Heard:
        """As rules read it."""
        user_id = self.incoming.user_id
        return Heard(
            self.incoming.text, self.context.now, language_of(self.incoming.text), self.profile.date_order,
            is_configured=lambda name: self.staff.is_configured(name, user_id), wish=wish_in,
        )  # fmt: skip

    async def talking(self) -> ToolContext:
        """Who asks, where, when, and after what."""
        state, incoming = self.state, self.incoming
        before = await said_before(
            state.db.messages, state.services.limits, incoming.user_id, incoming.chat_id, incoming.sent_at,
            but=incoming.message_id,
        )  # fmt: skip
        return replace(self.context, conversation=before)

    async def seat(self, one: Specialist) -> Seat:
        """Where a specialist works."""
        return self.staff.seat(one, await self.talking(), self.profile)

    async def takes(self, part: Part) -> bool:
        """Whether it is for its specialist after all."""
        one = self.staff.named(part.specialist)
        return part.day_from is not None or await one.takes(query_of(self.staff, part), await self.seat(one))

    async def done(self, part: Part, at: int, query: Query | None = None) -> Shown:
        """One part's answer; `at`: which of the message's it is."""
        one = self.staff.named(part.specialist)
        asked = self._in_context(query or query_of(self.staff, part))
        if isinstance(asked, MemoryQuery):
            asked = asked.model_copy(update={"but": self.incoming.message_id})
        if isinstance(asked, CalendarQuery) and asked.retimes:
            told = await self._decided(asked, await self.seat(one))
        else:
            told = await one.answer(asked, await self.seat(one))
        made = await self.shown(told, at, private=one.private)
        return made.model_copy(update={"specialist": one.name})

    def _in_context(self, query: Query) -> Query:
        """With the message that is replied to."""
        replied = self.incoming.replied_text
        if not replied or not self.state.services.limits.reply_context:
            return query
        told = f"[Context: User is replying to a previous message: '{replied}']"
        hint = "\n".join(filter(None, (query.context_hint, told)))
        return query.model_copy(update={"context_hint": hint[:_HINT]})

    async def shown(self, told: Told, at: int, *, private: bool) -> Shown:
        """As it looks; what is proposed waits in a row for its tap."""
        chat_id, buttons = self.incoming.chat_id, ()
        if isinstance(told.proposal, CallProposal):
            about = (self.incoming.user_id, self.home)
            said = await proposed(self.state, told.proposal, about, self._token(at), self.page.say)
            return Shown(html=said.html, buttons=said.buttons, private=private)
        if isinstance(told.proposal, EventProposal):
            asking = isinstance(told, CalendarTold) and told.asks_when
            waits = await self._keep(told.proposal, at, asking=asking)
            told = told.model_copy(update={"proposal": proposal_of(waits)})
            buttons = () if asking else self.page.buttons(waits.token, proposal_of(waits).change)
        return shown(told, self.page, chat_id=chat_id, private=private, buttons=buttons)

    async def _keep(self, proposed: EventProposal, at: int, *, asking: bool) -> ProposalRow:
        """The one of a message and part: dealt with again, it shows what its buttons do."""
        about = (self.incoming.user_id, self.home)
        body = kept(proposed, self.language)
        return await waiting(self.state, about, self._token(at), proposed.tool, body, asking=asking)

    def _token(self, at: int) -> str:
        return token_of(self.incoming.chat_id, self.incoming.message_id, at)

    async def _decided(self, query: CalendarQuery, seat: Seat) -> Told:
        """Of the proposal that the words are about."""
        row = await self.state.db.proposals.proposal(self.incoming.user_id, query.retimes)
        if row is None:
            return CalendarTold(says="calendar.when")
        if query.decides == "time":
            return await self._retimed(row, query.user_question, seat)
        if row.status not in _OPEN[query.decides]:
            return CalendarTold(says="tap.already")
        change = proposal_of(row).change
        if query.decides == "no":
            await self.state.db.proposals.turn(row, "declined")
            return CalendarTold(says="calendar.declined", values={"title": change.event.title})
        await self.state.db.proposals.turn(row, "replaced")
        again = EventProposal.model_validate(proposal_of(row).model_dump(exclude={"language"}))
        return CalendarTold(says="calendar.tap", proposal=again)

    async def _retimed(self, row: ProposalRow, said: str, seat: Seat) -> Told:
        """Another proposal, in place of the one whose time was to be changed."""
        when = other_time(said, of_calendars(self.language), seat.now, self.profile.date_order)
        if when is None:
            return CalendarTold(says="calendar.when")
        change = proposal_of(row).change
        if row.status == "done":
            written = Written.model_validate_json(row.result).event if row.result else None
            return await again_at(change.model_copy(update={"before": written or change.after}), when, seat)
        told = await again_at(change, when, seat)
        if told.proposal is not None:
            await self.state.db.proposals.turn(row, "replaced")
        return told


async def carried_out(errand: Errand, turn: Turn) -> tuple[Shown, ...] | AskedBack:
    """Every part, in order; a question that has to be asked first comes before all of them."""
    made: list[Shown] = []
    for at, part in enumerate(turn.handed.parts if turn.handed is not None else ()):
        done = await (_chained(errand, turn, part, at) if part.day_from else errand.done(part, at))
        if isinstance(done, AskedBack):
            return done
        made.append(done)
    return tuple(made)


async def _chained(errand: Errand, turn: Turn, part: Part, at: int) -> Shown | AskedBack:
    """What needs a day that another specialist, or the person, tells."""
    query = query_of(errand.staff, part)
    if part.day_from is None or not isinstance(query, CalendarQuery):
        return await errand.done(part, at)
    if turn.declined:
        return Shown(html=errand.page.say("handed.skipped"))
    if turn.answers:
        return await errand.done(part, at, on_day(query, _day_said(errand, turn.answers[-1].answer)))
    context = await errand.talking()
    found = await found_days(part.day_from, errand.staff, errand.said, context, errand.profile)
    ahead = [day for day in found.days if day >= errand.page.today]
    if len(ahead) != _LOOKED_UP:
        return _asked(errand, part.day_from.question, found, ahead)
    proposed = await errand.done(part, at, on_day(query, ahead[0]))
    quote = _quote(errand, found.passage)
    return proposed.model_copy(update={"html": f"{quote}\n\n{proposed.html}" if quote else proposed.html})


def _asked(errand: Errand, question: str, found: FoundDays, ahead: list[date]) -> AskedBack:
    """Which of several days, or any; in a group nothing of what was found is told."""
    words, page = speech(errand.language), errand.page
    if found.days and not is_own(errand.incoming):
        return AskedBack(question=words.which_day, options=())
    if len(ahead) > 1:
        why = words.several
    elif found.days:
        why = words.over.format(day=page.say.day(found.days[0], page.today))
    else:
        why = words.no_day.format(question=question)
    quote = unmarked(_quote(errand, found.passage)) if found.days else ""
    return AskedBack(
        question=words.which_day,
        options=tuple(page.say.day(day, page.today) for day in ahead),
        explanation="\n".join(filter(None, (quote, why))),
    )


def _quote(errand: Errand, found: Passage | None) -> Html:
    return passage(found, errand.page, errand.incoming.chat_id) if found is not None else Html("")


def _day_said(errand: Errand, answer: str) -> date | None:
    """An option, or a day in the person's own words."""
    page = errand.page
    offered = (page.today + timedelta(days=ahead) for ahead in range(_AHEAD))
    chosen = next((day for day in offered if page.say.day(day, page.today) == answer), None)
    if chosen is not None:
        return chosen
    words, now = of_calendars(errand.language), errand.context.now
    when, _ = read_times(plain(answer), words, now, errand.profile.date_order)
    return when.days.start if when.days is not None else None
