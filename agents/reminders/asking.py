"""What a message asks to be reminded of; None for one that does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from agents.language.days.day_rules import DateOrder
from agents.language.text import plain
from agents.reminders.changing import Change, days_for_good, wanted
from agents.reminders.plan import Plan
from agents.reminders.planning import Asked, Does, planned, planned_again, with_usual_times
from agents.reminders.speech import FormRow, Needs, Said, Speech, speech
from agents.reminders.times import When, only_times, read_times, seconds_of, shifted

_LONGEST = 400
_LONGEST_TIMER = timedelta(days=1).total_seconds()
_NOON = 12


def asked(
    text: str, now: datetime, language: str, order: DateOrder = "DMY", titles: Sequence[str] = ()
) -> Asked | None:
    """Read a whole message; `now` is on the person's clock, `titles` are those of their reminders."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST or "\n" in said:
        return None
    words = speech(language)
    return (
        _timer(text, said, words, language)
        or _changed(text, said, words, now, order, language, titles)
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


def said_to_one(text: str, language: str, *, in_reply: bool) -> Said | None:
    """What is said to a reminder that has come, where that is the whole message."""
    said = plain(text).strip(" .!,~")
    forms = speech(language).words.to_one.items()
    return next((act for act, form in forms if (in_reply or act != "did") and form.fullmatch(said)), None)


def with_unit(plan: Plan, place: int, said_at: datetime) -> Plan:
    """`in 20` with the unit that was chosen, in the order in which they are offered."""
    seconds = list(speech(plan.language).words.unit_words.values())[place] * plan.ahead
    return plan.model_copy(update={"ahead": 0, "moment": said_at + timedelta(seconds=seconds)})


def units_of(plan: Plan) -> tuple[str, ...]:
    """The units that are offered, as they are called."""
    return tuple(one.format(n=plan.ahead) for one in speech(plan.language).words.unit_words)


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
        if found is None or row.does == "timer" or not _may(row.needs, when, now):
            continue
        title = _title(found, row, text, words)
        if title is None or (row.needs == "leads" and words.words.not_bare.match(title.lower())):
            continue
        wish = planned(title, _in_half(when, row), now, language, logs=_logs(title, words))
        plan = wish.plan and with_usual_times(wish.plan, now)
        return wish.model_copy(update={"of": row.of, "plan": plan})
    return None


def _changed(  # noqa: PLR0917 - as above, and of which reminders
    text: str, said: str, words: Speech, now: datetime, order: DateOrder, language: str, titles: Sequence[str]
) -> Asked | None:
    """What is wanted of reminders that are set: `move the stretch reminder to 7pm`, `skip friday`."""
    want = wanted(said, words, titles, now, order, language)
    if want is None:
        return None
    found = Asked(
        does=_DOES[want.change], of=want.of, title=want.title, logs=_logs(want.title, words),
        when=want.when, shift=want.shift, adds=want.change == "added",
    )  # fmt: skip
    if want.change in ("never", "added"):
        return _on_days(found, days_for_good(want.when))
    if want.change == "ended" or (want.when.ending and not want.when.said):
        return _ended_or_skipped(found, want.when)
    if found.does != "moved":
        return found
    if want.of == "newest" and not (want.when.said or want.shift):
        return None
    title = shown_title(want.title, text, words)
    new = planned(title, want.when, now, language, logs=found.logs).plan if want.change == "put" else None
    of_days = words.words.of_days.search(said) is not None
    return found.model_copy(update={"plan": new, "of_days": of_days})


_DOES: dict[Change, Does] = {
    "timer_asked": "timer_asked", "timer_left": "timer_left", "timer_stopped": "timer_stopped",
    "listed": "listed", "ended": "removed",
    "never": "skipped", "added": "moved", "moved": "moved", "put": "moved",
}  # fmt: skip


def _on_days(found: Asked, when: When) -> Asked | None:
    """Only days of a week are left out for good, or come to a week."""
    return found.model_copy(update={"when": when}) if when.rule and not when.clocks else None


def _ended_or_skipped(found: Asked, when: When) -> Asked | None:
    """For good, or on the days that are said."""
    if when.clocks or not (when.days or when.ending or when.rule):
        return None if found.of == "newest" else found
    of = found.of if found.title or found.of == "newest" else "all"
    return found.model_copy(update={"does": "skipped", "of": of})


def _may(needs: Needs, when: When, now: datetime) -> bool:
    """Whether that was said of the time which a way to ask needs."""
    needed = {
        "none": True, "time": when.said, "clock": when.exact, "coming": when.exact or _comes(when, now),
        "leads": when.leads and not (when.days or when.clocks), "span": False,
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
    said = (given.get("title") or "").strip(" ,.!?\"'")
    if not said:
        return row.titled
    before, after = words.words.trims["before"], words.words.trims["after"]
    title = re.sub(rf"^(?:{before})+|(?:{after})+$", "", said).strip(" ,.!?\"'")
    return shown_title(title, text, words) or None


def shown_title(title: str, text: str, words: Speech) -> str:
    """In the person's letters where it stands so in the message; empty where nothing is left of it."""
    at = plain(text).find(title)
    shown = text[at : at + len(title)] if at >= 0 else title
    for form, instead in (*words.words.endings, *words.words.own.items()):
        shown = re.sub(form, instead, shown, flags=re.IGNORECASE)
    return shown[:1].upper() + shown[1:] if shown.strip() else ""
