"""How a set of proposed changes looks: a line and two buttons an item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.changes.items import (
    GoalItem,
    Item,
    MemoryItem,
    MergeItem,
    ProgrammeItem,
    ReminderItem,
    RemoveItem,
    SessionItem,
    TextItem,
    TypoItem,
    UnitItem,
)
from agents.changes.proposing import KeptItem
from agents.changes.rewriting import corrected
from agents.profile import Profile
from agents.reminders.plan import next_due
from agents.shown import show
from bot.replies.achievements import goal_named
from bot.replies.callbacks import ProposalTap, Verdict
from bot.replies.evidence import evidence_buttons, rows, shortened
from bot.replies.measures import brief
from bot.replies.rhythms import moment, rhythm
from bot.replies.tried import tried_lines
from bot.texts import Html, Wording
from storage.entities import Button, Buttons, Entry
from storage.proposal import ProposalRow
from storage.proposals import SET_LETTERS

_QUOTE = 160
_REASON = 240
_A_ROW = 4
_TWO_A_ROW = 2
_MOST_EVIDENCE = 6


@dataclass(frozen=True, slots=True)
class SetPage:
    """A set as it stands; `entries` are those that its items are about."""

    say: Wording
    profile: Profile
    now: datetime
    shown: Sequence[tuple[ProposalRow, KeptItem]]
    entries: Sequence[Entry]

    @property
    def html(self) -> Html:
        """What is proposed, and what became of it."""
        name = self.shown[0][1].name
        title = self.say("changes.from", name=name) if name else self.say("changes.title")
        lines = [self._line(number, row, kept) for number, (row, kept) in enumerate(self.shown, 1)]
        return Html("\n".join([title, *lines]))

    @property
    def buttons(self) -> Buttons:
        """Of what still waits, and the entries that it rests on."""
        open_ = [(n, row) for n, (row, _) in enumerate(self.shown, 1) if self._is_open(row)]
        if not open_:
            return ()
        pairs = [self._button(key, row.token, verdict, n) for n, row in open_ for key, verdict in _EACH]
        of = self.shown[0][0].token[:SET_LETTERS] + "00"
        below = [self._button("changes.button.all", of, "all")] if len(open_) > 1 else []
        below.append(self._button("changes.button.later", of, "later"))
        cited = {one for row, kept in self.shown if self._is_open(row) for one in kept.item.evidence}
        evidence = [one for one in self.entries if one.id in cited]
        today = self.profile.local(self.now).date()
        told = evidence_buttons(evidence, (), self.say, today, _MOST_EVIDENCE)
        return (*rows(pairs, _A_ROW), tuple(below), *rows(told, _TWO_A_ROW))

    def _is_open(self, row: ProposalRow) -> bool:
        return row.status == "open" and row.expires_at > self.now

    def _button(self, key: str, token: str, verdict: Verdict, number: int = 0) -> Button:
        label = self.say.label(key, number=number)
        return ProposalTap(token, verdict).button(label)

    def _line(self, number: int, row: ProposalRow, kept: KeptItem) -> Html:
        what = self.what(kept.item)
        if kept.item.reason:
            what = self.say("changes.because", what=what, reason=shortened(kept.item.reason, _REASON))
        if self._is_open(row):
            item = self.say("changes.item", number=number, what=what)
            return Html("\n".join([item, *tried_lines(kept.tried, self.say)]))
        status = "expired" if row.status == "open" else row.status
        return self.say("changes.settled", what=what, status=self.say.label(f"changes.is.{status}"))

    def what(self, item: Item) -> Html:
        """The change itself."""
        say, today = self.say, self.profile.local(self.now).date()
        match item:
            case GoalItem():
                shown = say("changes.goal", goal=goal_named(item.goal, say, today))
            case SessionItem():
                shown = self._session(item)
            case TypoItem():
                shown = self._typo(item)
            case TextItem():
                was, text = shortened(item.was, _QUOTE), shortened(item.text, _QUOTE)
                shown = say("changes.text", was=was, text=text)
            case RemoveItem():
                day = say.short_day(item.day, today)
                shown = say("changes.remove", day=day, was=shortened(item.was, _QUOTE))
            case UnitItem():
                shown = say(f"changes.{item.field}", unit=item.unit)
            case MergeItem():
                shown = say("changes.merge", name=say.measure(item.name), into=say.measure(item.into))
            case MemoryItem():
                shown = say("changes.memory", key=item.key, value=item.value)
            case ProgrammeItem():
                shown = say("changes.programme", name=item.start.programme.name)
            case ReminderItem():
                shown = self._reminder(item)
        return shown

    def _reminder(self, item: ReminderItem) -> Html:
        due = next_due(item.plan, self.now, self.profile.zone)
        when = "" if due is None else moment(due, self.profile, self.say, self.now)
        when = rhythm(item.plan, self.say) if item.plan.repeats else when
        return self.say("changes.reminder", text=shortened(item.plan.text, _QUOTE), when=when)

    def _session(self, item: SessionItem) -> Html:
        say, today = self.say, self.profile.local(self.now).date()
        day = say.short_day(item.day, today)
        if item.at is not None:
            return say("changes.session", title=item.title, day=day, clock=f"{item.at:%H:%M}")
        if item.days == 1:
            return say("changes.day", title=item.title, day=day)
        last = say.short_day(item.day + timedelta(days=item.days - 1), today)
        return say("changes.days", title=item.title, first=day, last=last)

    def _typo(self, item: TypoItem) -> Html:
        entry = next((one for one in self.entries if one.id == item.entry_id), None)
        after = None if entry is None else corrected(entry, item)
        was, becomes, day = show(item.was, ""), show(item.becomes, ""), ""
        if entry is not None:
            day = self.say.short_day(entry.day, self.profile.local(self.now).date())
        if entry is not None and after is not None:
            pairs = zip(entry.measures, after.measures, strict=True)
            was, becomes = next(
                ((brief(old), brief(new)) for old, new in pairs if old != new), (was, becomes)
            )
        name = self.say.measure(item.name)
        return self.say("changes.typo", name=name, was=was, becomes=becomes, day=day)


_EACH: tuple[tuple[str, Verdict], ...] = (("changes.button.yes", "yes"), ("changes.button.no", "no"))
