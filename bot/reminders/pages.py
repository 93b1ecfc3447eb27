"""How reminders look: when they come, when they are set, in the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.profile import Profile
from agents.reminders.asking import units_of
from agents.reminders.plan import Plan
from agents.reminders.rows import plan_of
from bot.replies.callbacks import ReminderAct, ReminderTap
from bot.replies.evidence import shortened
from bot.replies.measures import duration
from bot.replies.rhythms import moment, rhythm
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import Button, Buttons
from storage.reminder import ReminderRow

LATE = timedelta(minutes=2)
_TEXT = 200
_LABEL = 24
_WITH_BUTTONS = 8
"""Of many that come at once, so many have buttons."""
_LISTED = 20


@dataclass(frozen=True, slots=True)
class Come:
    """A reminder whose time has come. `missed`: how often it should have come again since."""

    row: ReminderRow
    plan: Plan
    due: datetime
    missed: int
    after: ReminderRow
    """Its row from now on."""


def reminder_message(come: Sequence[Come], profile: Profile, say: Wording, now: datetime) -> Said:
    """One message, however many have come."""
    if len(come) == 1:
        return Said(_line(come[0], profile, say, now), _buttons(come[0], say))
    lines = [say("remind.several", count=len(come))]
    lines += [Html(f"{place}. {_line(one, profile, say, now)}") for place, one in enumerate(come, 1)]
    rows = [
        (
            button(f"✓ {place}. {shortened(one.plan.text, _LABEL)}", one.row.id, "done", several=True),
            button(say.label("remind.button.snooze"), one.row.id, "snooze", several=True),
        )
        for place, one in enumerate(come, 1)
        if one.row.kind == "reminder"
    ]
    return Said(Html("\n".join(lines)), tuple(rows[:_WITH_BUTTONS]))


def _line(come: Come, profile: Profile, say: Wording, now: datetime) -> Html:
    late = now - come.due >= LATE
    text = shortened(come.plan.text, _TEXT)
    if come.row.kind == "reminder":
        said = say("remind.now", text=text)
    else:
        key = "timer.over_text" if text else f"{come.row.kind}.over"
        said = say(key, text=text, long=duration(come.plan.seconds))
    if late:
        when = moment(come.due, profile, say, now)
        said = Html(f"{said}\n{say('remind.late', when=when)}")
    if come.missed:
        said = Html(f"{said} {say('remind.missed', count=come.missed)}")
    return said


def _buttons(come: Come, say: Wording) -> Buttons:
    acts: tuple[ReminderAct, ...] = ("done", "snooze", "stop") if come.plan.repeats else ("done", "snooze")
    if come.row.kind != "reminder":
        acts = ("again",)
    return (tuple(button(say.label(f"remind.button.{act}"), come.row.id, act) for act in acts),)


def snoozes(reminder_id: str, say: Wording, *, several: bool) -> Buttons:
    """For how long it is put off."""
    acts: tuple[ReminderAct, ...] = ("10", "60", "tomorrow")
    return (
        tuple(button(say.label(f"remind.snooze.{act}"), reminder_id, act, several=several) for act in acts),
    )


def set_message(row: ReminderRow, plan: Plan, profile: Profile, say: Wording, now: datetime) -> Html:
    """What was set, and when it comes."""
    if row.kind == "timer":
        return say("timer.set", long=duration(plan.seconds), text=_named(plan))
    when = moment(row.due_at, profile, say, now) if row.due_at is not None else ""
    if plan.repeats:
        every = rhythm(plan, say)
        return say("remind.set_every", text=shortened(plan.text, _TEXT), every=every, when=when)
    return say("remind.set", text=shortened(plan.text, _TEXT), when=when)


def back_message(rows: Sequence[ReminderRow], profile: Profile, say: Wording, now: datetime) -> Html:
    """What comes again, and when."""
    lines = [set_message(row, plan_of(row), profile, say, now) for row in rows[:_LISTED]]
    if len(rows) > _LISTED:
        lines.append(say("reminders.more", count=len(rows) - _LISTED))
    return Html("\n".join(lines))


def left_message(row: ReminderRow, say: Wording, now: datetime) -> Html:
    """How long a timer still runs."""
    plan = plan_of(row)
    left = max(0, round(((row.due_at or now) - now).total_seconds()))
    return say("timer.left", left=duration(left), long=duration(plan.seconds), text=_named(plan))


def _named(plan: Plan) -> str:
    return f": {shortened(plan.text, _TEXT)}" if plan.text else ""


def set_buttons(row: ReminderRow, say: Wording) -> Buttons:
    """Undo, and another time."""
    acts: tuple[ReminderAct, ...] = ("undo", "time") if row.kind == "reminder" else ("undo",)
    return (tuple(button(say.label(f"remind.button.{act}"), row.id, act) for act in acts),)


def confirmed(row: ReminderRow, plan: Plan, profile: Profile, now: datetime) -> Said:
    """What was set, or the question that comes first."""
    say = wording(plan.language)
    if row.due_at is not None:
        return Said(set_message(row, plan, profile, say, now), set_buttons(row, say))
    if plan.ahead:
        return Said(say("remind.unit", text=plan.text, count=plan.ahead), choices(row, plan, say))
    if plan.waking:
        return Said(say("remind.waking", text=plan.text), choices(row, plan, say))
    if len(plan.maybe) > 1 and len({one.hour % 12 for one in plan.maybe}) == 1:
        clock = f"{plan.maybe[0]:%H:%M}".lstrip("0") if plan.maybe[0].hour else f"{plan.maybe[1]:%H:%M}"
        return Said(say("remind.which", text=plan.text, clock=clock), choices(row, plan, say))
    return Said(say("remind.when", text=plan.text), choices(row, plan, say) if plan.maybe else ())


def moved_message(  # noqa: PLR0917 - what is, and what was
    row: ReminderRow, plan: Plan, was: ReminderRow, profile: Profile, say: Wording, now: datetime
) -> Html:
    """When it comes from now on, and when it came before."""
    before = Plan.model_validate_json(was.body)
    when = rhythm(before, say) if before.repeats else _when(was, before, profile, now)
    return Html(f"{set_message(row, plan, profile, say, now)}\n{say('remind.was', when=when)}")


def moved_buttons(row: ReminderRow, say: Wording) -> Buttons:
    """Back to what it was, and another time."""
    return (
        (
            button(say.label("remind.button.undo"), row.id, "back"),
            button(say.label("remind.button.time"), row.id, "time"),
        ),
    )


def choices(row: ReminderRow, plan: Plan, say: Wording) -> Buttons:
    """Of an ambiguous time, or a number without a unit: each that may be meant."""
    acts: tuple[ReminderAct, ...] = ("c0", "c1", "c2")
    if plan.ahead:
        return (tuple(button(unit, row.id, act) for act, unit in zip(acts, units_of(plan), strict=False)),)
    return (
        tuple(
            button(f"{_half(one.hour, say)} {one:%H:%M}", row.id, act)
            for act, one in zip(acts, plan.maybe, strict=False)
        ),
    )


def _half(hour: int, say: Wording) -> str:
    parts = (("night", 5), ("morning", 12), ("noon", 13), ("afternoon", 17), ("evening", 22), ("night", 24))
    return say.label(f"remind.part.{next(part for part, end in parts if hour < end)}")


def list_page(rows: Sequence[ReminderRow], profile: Profile, say: Wording, now: datetime) -> Said:
    """All that will come, the next first, with a button each."""
    if not rows:
        return Said(say("reminders.none"))
    lines, buttons = [say("reminders.title")], list[tuple[Button, ...]]()
    for place, row in enumerate(rows[:_LISTED], 1):
        plan = Plan.model_validate_json(row.body)
        text = shortened(plan.text or say.label(f"{row.kind}.name"), _TEXT)
        lines.append(say("reminders.line", place=place, text=text, when=_when(row, plan, profile, now)))
        buttons.append((button(f"{place}. {shortened(text, _LABEL)}", row.id, "open"),))
    if len(rows) > _LISTED:
        lines.append(say("reminders.more", count=len(rows) - _LISTED))
    if any(row.status == "silenced" for row in rows):
        lines.append(say("reminders.silenced"))
        buttons.append((button(say.label("remind.button.resume"), rows[0].id, "resume"),))
    return Said(Html("\n".join(lines)), tuple(buttons))


def _when(row: ReminderRow, plan: Plan, profile: Profile, now: datetime) -> str:
    """In the language that it was set in."""
    say = wording(plan.language)
    if row.status == "silenced":
        return say.label("reminders.stopped")
    when = moment(row.due_at or now, profile, say, now)
    return f"{rhythm(plan, say)} ({when})" if plan.repeats else when


def one_page(row: ReminderRow, profile: Profile, say: Wording, now: datetime) -> Said:
    """One of the list, with what can be done about it."""
    plan = Plan.model_validate_json(row.body)
    text = shortened(plan.text or say.label(f"{row.kind}.name"), _TEXT)
    html = say("reminders.one", text=text, when=_when(row, plan, profile, now))
    acts: tuple[ReminderAct, ...] = ("time", "text", "delete") if row.kind == "reminder" else ("delete",)
    first = tuple(button(say.label(f"remind.button.{act}"), row.id, act) for act in acts)
    return Said(html, (first, (button(say.label("settings.back"), row.id, "list"),)))


def button(label: str, reminder_id: str, act: ReminderAct, *, several: bool = False) -> Button:
    """What is tapped."""
    return ReminderTap(reminder_id, act, several).button(label)
