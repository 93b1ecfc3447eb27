"""What a message asks to be reminded of; None for one that does not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from agents.language.days.day_rules import DateOrder
from agents.language.text import plain
from agents.reminders.plan import LEAST_MINUTES, Plan, next_due, parts_of
from agents.reminders.series import ALL_DAYS
from agents.reminders.speech import Does, FormRow, Needs, Speech, speech
from agents.reminders.times import When, only_times, read_times, seconds_of, shifted
from storage.entities import DateRange, Frozen

_LONGEST = 400
_LONGEST_TIMER = timedelta(days=1).total_seconds()
_LONGEST_AHEAD = timedelta(days=3660).total_seconds()
_ONE_DAY = timedelta(days=1)
_NOON = 12
Problem = Literal["", "no_such_day", "past", "too_often", "too_long"]


class Asked(Frozen):
    """A request. `plan` is there where something is to be set, or a timer; `title` of what is removed.

    What is moved has a title, too, and comes at `when` instead, or `shift` seconds later.
    """

    does: Does
    of: Literal["named", "newest", "all"] = "named"
    when: When | None = None
    shift: int = 0
    plan: Plan | None = None
    title: str = ""
    logs: str = ""
    """The measure that the title names."""
    only_known: bool = False
    of_days: bool = False
    """Of what is moved: another time for those days of a week alone."""
    problem: Problem = ""


def asked(text: str, now: datetime, language: str, order: DateOrder = "DMY") -> Asked | None:
    """Read a whole message; `now` is on the person's clock."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST or "\n" in said:
        return None
    words = speech(language)
    return (
        _timer(text, said, words, language)
        or _moved(text, said, words, now, order, language)
        or _request(text, said, words, now, order, language)
    )


def reworded(plan: Plan, text: str, now: datetime, order: DateOrder = "DMY") -> Asked | None:
    """The same reminder at another time, of words that only say when; its day stays where none is said."""
    words = speech(plan.language)
    said = re.sub(rf"(?:[ ,.!]+{words.words.tails})+$", "", plain(text).strip(" .!?~"))
    if plan.ahead and (unit := words.words.units.get(said.strip(" .!"))):
        moment = now + timedelta(seconds=plan.ahead * unit)
        return Asked(does="set", plan=plan.model_copy(update={"ahead": 0, "moment": moment}))
    when = only_times(said, words, now, order)
    when = when or only_times(words.words.again.sub(" ", said).strip(" ,.!"), words, now, order)
    bare = words.words.articles.sub("", said.strip(" .!"))
    half = words.words.meridiem.get(bare)
    part = _HALVES[half] if half is not None else words.words.parts.get(bare)
    part = when.part if part is None and when is not None else part
    if when is not None and plan.waking:
        when = _in_morning(when)
    if part is not None and plan.maybe and (when is None or not (when.clocks or when.days or when.rule)):
        return _of_those(plan, part)
    return None if when is None else planned_again(plan, when, now)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is said to a reminder: when else, or so many seconds later; or that it is left out today."""

    when: When
    shift: int = 0
    not_today: bool = False


def replied(text: str, language: str, now: datetime, order: DateOrder = "DMY") -> Reply | None:
    """Of a reply to a reminder; None: it says no time."""
    words, said = speech(language), plain(text).strip(" .!,")
    if words.words.not_today.fullmatch(said):
        return Reply(When(), not_today=True)
    shift, left = shifted(said, words)
    if shift and not re.search(r"\w", words.words.again.sub("", left)):
        return Reply(When(), shift=shift)
    left = " ".join(words.words.again.sub(" ", said).split()).strip(" ,")
    if (span := words.spans.fullmatch(left)) is not None:
        return Reply(When(seconds=_span(span, words)))
    when = only_times(left, words, now, order)
    return None if when is None or when.waking else Reply(when)


def with_unit(plan: Plan, place: int, said_at: datetime) -> Plan:
    """`in 20` with the unit that was chosen, in the order in which they are offered."""
    seconds = list(speech(plan.language).words.unit_words.values())[place] * plan.ahead
    return plan.model_copy(update={"ahead": 0, "moment": said_at + timedelta(seconds=seconds)})


def units_of(plan: Plan) -> tuple[str, ...]:
    """The units that are offered, as they are called."""
    return tuple(one.format(n=plan.ahead) for one in speech(plan.language).words.unit_words)


def planned_again(plan: Plan, when: When, now: datetime) -> Asked:
    """The same at another time; without a day on its own."""
    start = plan.start if plan.moment is None else plan.moment.astimezone(now.tzinfo).date()
    if start is not None and not (plan.rule or when.rule or when.seconds or when.days):
        day = max(start, now.date())
        when = when.model_copy(update={"days": DateRange(start=day, end=day)})
    found = _planned(plan.text, when, now, plan.language, logs=plan.logs)
    return found.model_copy(update={"when": when})


_HALVES = {"am": (0, 12, 0), "pm": (12, 24, 0)}


def _of_those(plan: Plan, part: tuple[int, int, int]) -> Asked:
    """`in the morning`, said of an hour that may be two."""
    meant = [one for one in plan.maybe if part[0] <= one.hour < part[1] or one.hour + 24 < part[1]]
    times = (meant[0] if meant else plan.maybe[0],)
    return Asked(does="set", plan=plan.model_copy(update={"times": times, "maybe": ()}))


def value_in(text: str, plan: Plan) -> str | None:
    """The words of a log that a bare number makes where one was asked for; None: it is no such number."""
    words = speech(plan.language)
    found = words.words.value.fullmatch(plain(text).strip())
    row = next((row for row in words.words.logs if row.measure == plan.logs), None)
    return None if found is None or row is None else row.log.format(value=found["value"])


def length_in(text: str, language: str) -> int | None:
    """Seconds of a duration that is all a text says; a bare number is minutes up to 10, else seconds."""
    said = plain(text).strip()
    if said.isdecimal() and len(said) < 5:
        return int(said) * (60 if int(said) <= 10 else 1)
    found = speech(language).spans.fullmatch(said)
    return None if found is None else _span(found, speech(language))


def _timer(text: str, said: str, words: Speech, language: str) -> Asked | None:
    """`set a timer for 2 minutes`."""
    found = words.spans.search(said)
    if found is None:
        return None
    left = " ".join(f"{said[: found.start()]} {said[found.end() :]}".split())
    for row, form in words.forms:
        if row.does != "timer" or (match := form.fullmatch(left)) is None:
            continue
        title = _title(match, row, text, words)
        return timer(_span(found, words), title or "", language)
    return None


def timer(seconds: int, title: str, language: str) -> Asked:
    """One that runs so long; of no length it is none."""
    plan = Plan(text=title, language=language, seconds=seconds) if seconds > 0 else None
    return Asked(does="timer", plan=plan, problem="" if seconds <= _LONGEST_TIMER else "too_long")


def _span(found: re.Match[str], words: Speech) -> int:
    if found["minutes"]:
        return int(found["minutes"]) * 60 + int(found["seconds"])
    return seconds_of(found, words)


def _request(  # noqa: PLR0917 - the message, and who reads it when
    text: str, said: str, words: Speech, now: datetime, order: DateOrder, language: str
) -> Asked | None:
    when, left = read_times(said, words, now, order)
    for row, form in words.forms:
        found = form.fullmatch(left)
        if found is None or row.does in ("timer", "moved") or not _may(row.needs, when, now):
            continue
        title = _title(found, row, text, words)
        if title is None or (row.needs == "leads" and words.words.not_bare.match(title.lower())):
            continue
        if row.does != "set":
            logs = _logs(title, words)
            return Asked(
                does=row.does, of=row.of, title=title, logs=logs, when=when, only_known=row.only_known
            )
        planned = _planned(title, _in_half(when, row), now, language, logs=_logs(title, words))
        return planned.model_copy(update={"of": row.of})
    return None


def _moved(  # noqa: PLR0917 - as above
    text: str, said: str, words: Speech, now: datetime, order: DateOrder, language: str
) -> Asked | None:
    """`move the stretch reminder to 7pm`, `make it half an hour later`."""
    if words.words.moves.search(said) is None:
        return None
    shift, left = shifted(words.moved_from.sub("", said), words)
    when, left = read_times(words.words.moved_to.sub(words.words.at, left), words, now, order)
    for row, form in words.forms:
        found = form.fullmatch(left) if row.does == "moved" else None
        if found is None or (row.needs == "time" and not (when.said or shift)):
            continue
        title = _title(found, row, text, words) or ""
        new = _planned(title, when, now, language, logs=_logs(title, words)).plan if row.new else None
        logs = _logs(title, words)
        return Asked(
            does="moved",
            of=row.of,
            title=title,
            logs=logs,
            when=when,
            shift=shift,
            plan=new,
            only_known=row.only_known,
            of_days=words.words.of_days.search(said) is not None,
        )
    return None


def _may(needs: Needs, when: When, now: datetime) -> bool:
    """Whether that was said of the time which a way to ask needs."""
    needed = {
        "none": True, "time": when.said, "clock": when.exact, "coming": when.exact or _comes(when, now),
        "leads": when.leads and not (when.days or when.clocks), "span": False,
        "days": bool(when.days or when.ending or when.rule) and not when.clocks,
        "every": bool(when.rule) and not when.clocks,
    }  # fmt: skip
    return needed[needs]


def _comes(when: When, now: datetime) -> bool:
    """Whether a part of a day was said that is still to come: `내일 저녁에`."""
    if when.days is None or when.part is None:
        return False
    return datetime.combine(when.days.start, time(when.part[2])) > now.replace(tzinfo=None)


def _in_half(when: When, row: FormRow) -> When:
    """Nobody is woken in the evening: `wake me at 7`."""
    return _in_morning(when) if row.half == "am" else when


def _in_morning(when: When) -> When:
    """An hour that may be two is that of the morning."""
    clocks = [one.model_copy(update={"sure": one.sure or one.at.hour < _NOON}) for one in when.clocks]
    return when.model_copy(update={"clocks": tuple(clocks)})


def _logs(title: str, words: Speech) -> str:
    lowered = plain(title)
    return next((row.measure for row in words.words.logs if row.form.search(lowered)), "")


def _title(found: re.Match[str], row: FormRow, text: str, words: Speech) -> str | None:
    """None: it is none. In the person's letters where it stands so in the message."""
    given = found.groupdict()
    said = (given.get("title") or given.get("title2") or "").strip(" ,.!?\"'")
    if not said:
        return row.titled
    before, after = words.words.trims["before"], words.words.trims["after"]
    title = re.sub(rf"^(?:{before})+|(?:{after})+$", "", said).strip(" ,.!?\"'")
    at = plain(text).find(title)
    shown = text[at : at + len(title)] if at >= 0 else title
    for form, instead in (*words.words.endings, *words.words.own.items()):
        shown = re.sub(form, instead, shown, flags=re.IGNORECASE)
    return shown[:1].upper() + shown[1:] if shown.strip() else None


def _planned(title: str, when: When, now: datetime, language: str, *, logs: str) -> Asked:
    """The plan, as far as the time is known."""
    plan = Plan(text=title, language=language, logs=logs)
    if when.no_such_day:
        return Asked(does="set", plan=plan, problem="no_such_day")
    if when.seconds and not when.clocks:
        problem: Problem = "" if when.seconds <= _LONGEST_AHEAD else "too_long"
        moment = now + timedelta(seconds=min(when.seconds, _LONGEST_AHEAD))
        return Asked(does="set", plan=plan.model_copy(update={"moment": moment}), problem=problem)
    if when.ahead:
        return Asked(does="set", plan=plan.model_copy(update={"ahead": when.ahead}))
    if when.waking:
        return _at_waking(plan, when, now)
    if when.rule:
        return _repeated(plan, when, now)
    return _once(plan, when, now)


def _at_waking(plan: Plan, when: When, now: datetime) -> Asked:
    """Nobody can tell when that is: times of the morning are offered, from tomorrow unless a day was said."""
    start = when.days.start if when.days is not None else now.date() + _ONE_DAY
    rule = _filled(when.rule, start) if when.rule else ""
    known = {"rule": rule, "start": start, "maybe": _MORNING, "waking": True}
    return Asked(does="set", plan=_ended(plan.model_copy(update=known), when, now))


_MORNING = (time(6, 30), time(7, 30), time(8, 30))


def _repeated(plan: Plan, when: When, now: datetime) -> Asked:
    start = when.days.start if when.days is not None else now.date()
    rule = _filled(when.rule, start)
    if when.window is not None:
        return _within(plan, when, when.window, now)
    known: dict[str, object] = {"rule": rule, "start": first_day(rule, start)}
    often = re.search(r"FREQ=MINUTELY;INTERVAL=(\d+)", rule)
    problem: Problem = "too_often" if often and int(often[1]) < LEAST_MINUTES else ""
    if rule.startswith(("FREQ=HOURLY", "FREQ=MINUTELY")):
        begin = when.clocks[0].at if when.clocks else _this_minute(now)
        known["times"] = (begin,)
    else:
        known |= _clocks(when)
    return Asked(does="set", plan=_ended(plan.model_copy(update=known), when, now), problem=problem)


def _ended(plan: Plan, when: When, now: datetime) -> Plan:
    """With its last day, counted from the first on which it comes."""
    if when.ending is None:
        return plan
    due = next_due(plan, now, now.tzinfo or UTC)
    first = due.astimezone(now.tzinfo).date() if due is not None else plan.start or now.date()
    return plan.model_copy(update={"until": when.ending.last(plan.rule, first, len(plan.times) or 1)})


def first_day(rule: str, start: date) -> date:
    """Of every second week the first is that of the next day that is named, not the one that has begun."""
    parts = parts_of(rule)
    if parts["FREQ"] != "WEEKLY" or "INTERVAL" not in parts or "BYDAY" not in parts:
        return start
    named = [ALL_DAYS.index(one) for one in parts["BYDAY"].split(",")]
    return start + min((day - start.weekday()) % len(ALL_DAYS) for day in named) * _ONE_DAY


def _within(plan: Plan, when: When, window: tuple[time | None, time], now: datetime) -> Asked:
    """Hours that are named are a rhythm of days; with an end alone it is today's."""
    begin, end = window
    parts = parts_of(when.rule)
    step = int(parts.get("INTERVAL", "1")) * (60 if parts["FREQ"] == "HOURLY" else 1)
    if begin is None:
        known = {"rule": when.rule, "start": now.date(), "times": (_this_minute(now),)}
        problem: Problem = "past" if end <= now.time() else "too_often" if step < LEAST_MINUTES else ""
        plan = plan.model_copy(update={**known, "until": now.date(), "last": end})
        return Asked(does="set", plan=plan, problem=problem)
    first, last = begin.hour * 60 + begin.minute, end.hour * 60 + end.minute
    last += _DAY_MINUTES if last < first else 0  # over midnight
    times = tuple(sorted({time(*divmod(one % _DAY_MINUTES, 60)) for one in range(first, last + 1, step)}))
    start = when.days.start if when.days is not None else now.date()
    plan = plan.model_copy(update={"rule": "FREQ=DAILY", "start": start, "times": times})
    return Asked(
        does="set", plan=_ended(plan, when, now), problem="too_often" if len(times) > _MOST_A_DAY else ""
    )


_MOST_A_DAY = 24
_DAY_MINUTES = 24 * 60


def _this_minute(now: datetime) -> time:
    """So that it comes for the first time when as much has passed as between two."""
    return now.time().replace(second=0, microsecond=0)


def _filled(rule: str, day: date) -> str:
    """A rule that names no day goes by the day on which it begins."""
    if rule.startswith("FREQ=WEEKLY") and "BYDAY" not in rule:
        return f"{rule};BYDAY={ALL_DAYS[day.weekday()]}"
    if rule.startswith("FREQ=MONTHLY") and "BY" not in rule:
        return f"{rule};BYMONTHDAY={day.day}"
    return rule


def _clocks(when: When) -> dict[str, tuple[time, ...]]:
    """The times of the day, or those of which one has to be chosen."""
    if len(when.clocks) == 1 and not when.clocks[0].sure:
        at = when.clocks[0].at
        return {"maybe": tuple(at.replace(hour=hour) for hour in (at.hour % 12, at.hour % 12 + 12))}
    if when.clocks:
        return {"times": tuple(_likely(one.at, sure=one.sure) for one in when.clocks)}
    if when.part is not None:
        return {"times": (time(when.part[2]),)}
    return {}


def _likely(at: time, *, sure: bool) -> time:
    return at if sure or at.hour >= 7 else at.replace(hour=at.hour % 12 + 12)


def _once(plan: Plan, when: When, now: datetime) -> Asked:
    today = now.date()
    known = _clocks(when)
    if when.days is None and not known:
        return Asked(does="set", plan=plan)
    day = today if when.days is None else _day(when, now)
    times = known.get("maybe") or known.get("times") or ()
    ahead = tuple(one for one in times if datetime.combine(day, one) > now.replace(tzinfo=None))
    if times and not ahead:
        if when.days is not None and day == when.days.end:
            return Asked(does="set", plan=plan.model_copy(update={"start": day, **known}), problem="past")
        day, ahead = day + _ONE_DAY, tuple(times)
    if "maybe" in known:
        if when.days is not None and len(ahead) == 1:
            return Asked(does="set", plan=plan.model_copy(update={"start": day, "times": ahead}))
        return Asked(does="set", plan=plan.model_copy(update={"start": day, "maybe": times}))
    if day < today:
        return Asked(does="set", plan=plan.model_copy(update={"start": day}), problem="past")
    return Asked(does="set", plan=plan.model_copy(update={"start": day, "times": times}))


def _day(when: When, now: datetime) -> date:
    """The first day to come of those that were named; the night after today is today's."""
    days = when.days
    if days is None:
        return now.date()
    return max(days.start, now.date()) if days.end >= now.date() else days.start
