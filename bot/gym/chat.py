"""What is asked of the gym by words, commands, files and buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING

from agents.gym.asked import Asked, asked, short_names, stopped, wanted, weight_of
from agents.gym.book import GymBook
from agents.gym.coming import Coming, Week
from agents.gym.gear import convert, gear_of
from agents.gym.programmed import Programmed
from agents.gym.reading import LONGEST, ProgrammeError, read_programme
from agents.gym.training_plans import Begin, Offered, TrainingPlans, begun_as
from agents.language.text import plain as text_of
from agents.offline.about import topic_of
from agents.offline.lexicon import language_of
from agents.profile import Profile
from agents.turn import Incoming
from bot.gym.loading import LoadingPages
from bot.gym.pages import GymPages
from bot.people.sources import gym_book
from bot.people.state import BotState
from bot.replies.callbacks import GymTap
from bot.replies.console_ids import without_buttons
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.texts.html import plain
from bot.texts.languages import OWN
from bot.updates.asked import Place
from storage.entities import Effects, WeightUnit
from storage.programme_rows import ProgrammeRow

if TYPE_CHECKING:  # only where a tool has proposed one
    from agents.tools.catalogue.programmes import ProgrammeProposal


@dataclass(frozen=True, slots=True)
class Who:
    """Who asks, on which day of theirs, and how they are answered. `key`: one a message."""

    profile: Profile
    today: date
    say: Wording
    key: str
    typed: bool = False
    """Nobody can tap where they ask."""
    shared: bool = False
    """Others read the answer."""

    @property
    def pages(self) -> GymPages:
        """For them."""
        return GymPages(self.say, self.profile, self.today)

    @property
    def bar(self) -> LoadingPages:
        """Theirs."""
        return LoadingPages(self.say, self.profile)


@dataclass(frozen=True, slots=True)
class GymChat:
    """Answers; what was proposed begins when it is tapped."""

    state: BotState
    gym: Programmed

    @property
    def desk(self) -> TrainingPlans:
        """Programmes."""
        return self.gym.desk

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that asks something of the gym; None: it is about something else."""
        language = language_of(incoming.text)
        found = asked(incoming.text, language)
        if found is None:
            return None
        if topic_of(incoming.text) is not None:
            found = found.model_copy(update={"needs": "programme"})  # "what do I do now?" of who only begins
        profile = await self.state.profile(incoming.user_id)
        say = wording(self.state.services.spoken(incoming.text, profile.language))
        today = profile.local(incoming.sent_at).date()
        key, typed = f"{incoming.chat_id}:{incoming.message_id}", without_buttons(incoming.chat_id)
        who = Who(profile, today, say, key, typed, shared=incoming.chat_id < 0)
        return await self._answered(who, found, language)

    async def _answered(self, who: Who, found: Asked, language: str) -> Said | None:
        match found.does:
            case "plates":
                return Said(who.bar.plates(found.load, found.unit))
            case "warmup":
                return Said(who.bar.warmup(found.load, found.unit))
            case "next":
                running = await self.desk.programmes.running(who.profile.user_id) if found.needs else None
                return None if found.needs and running is None else await self.next(who)
            case "show":
                return await self.shown(who)
            case "stop":
                return await self._stopped(who, wanted(found.name, language, {}).name)
            case "start":
                return await self._named(who, found.name, language)

    async def plates(self, who: Who, text: str) -> Said:
        """What stands behind /plates."""
        found = self._weight_in(who, text)
        return Said(who.say("gym.plates_usage") if found is None else who.bar.plates(*found))

    async def warmup(self, who: Who, text: str) -> Said:
        """What stands behind /warmup."""
        found = self._weight_in(who, text)
        return Said(who.say("gym.warmup_usage") if found is None else who.bar.warmup(*found))

    def _weight_in(self, who: Who, text: str) -> tuple[float, WeightUnit | None] | None:
        """`100`, `225 lb`, `bench 100`."""
        language = language_of(text, who.say.language)
        of_a_lift = wanted(text, language, self.desk.terms).loads.values()
        return weight_of(text, language) or next(iter(of_a_lift), None)

    async def next(self, who: Who, text: str = "") -> Said:
        """What the programme says, else what was done last; of one lift, if the text names one."""
        lift = await self._lift_in(text, who.profile.user_id) if text.strip() else ""
        if lift is None:
            return Said(who.say("gym.next_of_what", what=text.strip()[:60]))
        found = await self.desk.comes(who.profile, who.today, lift)
        if found is not None and not (lift and _has_none(found[1])):
            return Said(who.pages.next(found[1]))
        due = await self._book(who.profile.user_id).suggested(who.today, lift)
        if lift and due is None:
            return Said(who.say("gym.nothing_of", lift=who.say.measure(lift).lower()))
        return Said(who.pages.suggested(due, runs=found is not None, shared=who.shared))

    async def _lift_in(self, text: str, user_id: int) -> str | None:
        said, row = text_of(text).strip(" .!?"), await self.desk.programmes.running(user_id)
        short = short_names(begun_as(row).programme.lifts, self.desk.terms) if row is not None else {}
        return short.get(said) or self.desk.terms.get(said)

    async def programme(self, who: Who, text: str) -> Said:
        """What stands behind /programme."""
        if not text:
            return await self.shown(who)
        language = language_of(text, who.say.language)
        stop = stopped(text, language)
        told = await self._answered(who, stop, language) if stop is not None else None
        return told or await self._named(who, text, language) or Said(who.say("gym.no_such", name=text[:60]))

    async def shown(self, who: Who) -> Said:
        """The programme that is followed, else all there are."""
        row = await self.desk.programmes.running(who.profile.user_id)
        found = await self.desk.comes(who.profile, who.today)
        if row is None or found is None:
            return who.pages.offers(await self.desk.offers(who.profile.user_id))
        return who.pages.running(row.token, *found)

    async def _named(self, who: Who, said: str, language: str) -> Said | None:
        """A proposal of the programme of that name; None: there is none."""
        offers = await self.desk.offers(who.profile.user_id)
        if (whole := offers.called(said)) is not None:
            return await self._proposed(who, await self.desk.begin(who.profile, whole.programme, who.today))
        want = wanted(said, language, self.desk.terms)
        found = offers.called(want.name) or (offers.by_maxima if want.loads and not want.name else None)
        if found is None:
            return None
        said = said if want.name else f"{found.programme.name} {said}"
        want = wanted(
            said, language, {**self.desk.terms, **short_names(found.programme.lifts, self.desk.terms)}
        )
        unit = gear_of(who.profile).unit
        loads = {lift: convert(load, of or unit, unit) for lift, (load, of) in want.loads.items()}
        begin = await self.desk.begin(who.profile, found.programme, who.today, loads=loads, days=want.days)
        return await self._proposed(who, begin, said if loads else "")

    async def _proposed(self, who: Who, begin: Begin, said: str = "") -> Said:
        """Kept as a row that waits for its button; the same message again finds it."""
        user_id, name = who.profile.user_id, begin.start.programme.name
        token = _token(f"{user_id}:{who.key}:{name}")
        running = await self.desk.programmes.running(user_id)
        row = await self.desk.programmes.programme(user_id, token)
        if not begin.unknown and row is None:
            body = begin.start.model_dump_json(exclude_defaults=True)
            row = ProgrammeRow(token, user_id, "proposed", name, self.state.now(), None, body)
            await self.state.db.turns.apply(Effects(programmes=[row]))
        if row is not None and who.typed:
            return await self._begun(who, row)
        return who.pages.proposed(token, begin, running.name if running else None, said)

    async def _begun(self, who: Who, row: ProgrammeRow) -> Said:
        """Without a tap; the same message again finds it begun."""
        if row.status == "proposed":
            row = await self._book(row.user_id).begun(row, who.today, self.state.now())
            await self.state.db.turns.apply(Effects(programmes=[row]))
            self.gym.begun(row.user_id)
        start = begun_as(row)
        comes = await self.desk.next(start, who.profile, who.today)
        return who.pages.running(row.token, start, comes, began=True)

    async def offered(self, who: Who, proposal: ProgrammeProposal) -> Said:
        """What a tool has proposed, with its buttons."""
        await self.state.db.turns.apply(Effects(programmes=[proposal.row]))
        return who.pages.proposed(proposal.row.token, proposal.begin, proposal.replaces)

    def _book(self, user_id: int) -> GymBook:
        return gym_book(self.state.services, self.gym, user_id)

    async def _stopped(self, who: Who, name: str) -> Said | None:
        """None: another one runs than that of the name, or there is none of it."""
        user_id = who.profile.user_id
        row, offered = await self.desk.programmes.running(user_id), await self.desk.offers(user_id)
        if name and not (begun_as(row).programme.is_called(name) if row else offered.called(name)):
            return None
        if row is None:
            return Said(who.say("gym.none_running"))
        now = self.state.now()
        await self.state.db.turns.apply(Effects(programmes=[replace(row, status="stopped", ended_at=now)]))
        return self._stopped_page(who, row)

    @staticmethod
    def _stopped_page(who: Who, row: ProgrammeRow) -> Said:
        return Said(who.say("gym.stopped", name=row.name), ((who.pages.button("go", row.token),),))

    async def sent(self, who: Who, file: str, content: bytes) -> Said:
        """A programme of one's own, as a file; it takes the place of one of the same name."""
        try:
            if len(content) > LONGEST:
                raise ProgrammeError(file, 1, "too_long", value=str(LONGEST // 1024))  # noqa: TRY301
            read = read_programme(content.decode("utf-8-sig"), file, self.desk.terms)
        except ProgrammeError as error:
            return Said(who.pages.problem(error))
        except UnicodeDecodeError:
            return Said(who.pages.problem(ProgrammeError(file, 1, "yaml")))
        user_id = who.profile.user_id
        token = _token(f"{user_id}:{read.name}")
        row = ProgrammeRow(token, user_id, "file", file, self.state.now(), None, content.decode("utf-8-sig"))
        await self.state.db.turns.apply(Effects(programmes=[row]))
        offered = Offered(token, read, own=True)
        said = await self._proposed(who, await self.desk.begin(who.profile, offered.programme, who.today))
        return replace(said, html=Html("\n".join([who.say("gym.file_taken", name=read.name), said.html])))

    async def tapped(self, place: Place, tap: GymTap, say: Wording) -> str:
        """What to tell the one who tapped; the page is edited."""
        profile = await self.state.profile(place.user_id)
        today = profile.local(self.state.now()).date()
        who = Who(profile, today, say, f"{place.chat_id}:{place.message_id}:{tap.ref}")
        if tap.act == "list":
            offers = await self.desk.offers(place.user_id)
            await self._show(place, who.pages.offers(offers), ())
            return ""
        if tap.act == "show":
            return await self._offered(place, who, tap.ref)
        row = await self.desk.programmes.programme(place.user_id, tap.ref)
        if row is None:
            return say("tap.unknown")
        return await self._turned(place, who, row, tap)

    async def _offered(self, place: Place, who: Who, key: str) -> str:
        found = (await self.desk.offers(place.user_id)).called(key)
        if found is None:
            return who.say("tap.unknown")
        begin = await self.desk.begin(who.profile, found.programme, who.today)
        await self._show(place, await self._proposed(who, begin), ())
        return ""

    async def _turned(self, place: Place, who: Who, row: ProgrammeRow, tap: GymTap) -> str:
        """Start, go on, stop or decline, once."""
        if row.status not in _FROM[tap.act]:
            return who.say("tap.already")
        now = self.state.now()
        if tap.act in ("start", "go"):
            book = self._book(place.user_id)
            going_on = replace(row, status="running", ended_at=None)
            row = await book.begun(row, who.today, now) if tap.act == "start" else going_on
            start = begun_as(row)
            comes = await self.desk.next(start, who.profile, who.today)
            page = who.pages.running(row.token, start, comes, began=tap.act == "start")
        elif tap.act == "stop":
            row = replace(row, status="stopped", ended_at=now)
            page = self._stopped_page(who, row)
        else:
            row = replace(row, status="declined", ended_at=now)
            page = Said(who.say("gym.declined", name=row.name))
        await self._show(place, page, (row,))
        self.gym.begun(place.user_id)
        return ""

    async def _show(self, place: Place, said: Said, rows: tuple[ProgrammeRow, ...]) -> None:
        shown = place.edited(said)
        effects = Effects(inbox_done=place.update_id, outgoing=[shown], programmes=rows)
        await self.state.db.turns.apply(effects)


_FROM = {
    "start": ("proposed",), "no": ("proposed",), "stop": ("running",), "go": ("stopped",),
}  # fmt: skip


def _token(of: str) -> str:
    return sha256(f"programme:{of}".encode()).hexdigest()[:24]


def _has_none(comes: Coming | Week) -> bool:
    """Whether the programme has nothing of the lift."""
    return isinstance(comes, Week) or not comes.targets


def shown_in(tap: GymTap, label: str, head: str, say: Wording) -> Wording:
    """In the language of what was tapped: of the button's words; where those are a name, of the message."""
    if tap.act == "show":
        return wording(language_of(head, say.language))
    each = (wording(language) for language in OWN)
    return next((one for one in each if plain(one(f"gym.button.{tap.act}")) == label), say)
