"""When a reminder comes, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from agents.profile import Profile
from agents.reminders.plan import LAST_OF_FEBRUARY, Plan, parts_of
from bot.texts import Wording

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def moment(due: datetime, profile: Profile, say: Wording, now: datetime) -> str:
    """A day, where it is not today, and a time on the person's clock."""
    local, today = profile.local(due), profile.local(now).date()
    clock = f"{local:%H:%M}"
    if local.date() == today:
        return say.label("remind.today", clock=clock)
    if local.date() == today + timedelta(days=1):
        return say.label("remind.tomorrow", clock=clock)
    return say.label("remind.on", day=say.day(local.date(), today), clock=clock)


def rhythm(plan: Plan, say: Wording) -> str:
    """How often, and at which times."""
    said = how_often(plan.rule, say)
    clocks = ", ".join(f"{one:%H:%M}" for one in plan.times)
    if parts_of(plan.rule)["FREQ"] not in {"HOURLY", "MINUTELY"}:
        said = say.label("every.at", every=said, clock=clocks)
    if plan.last is not None:
        return say.label("every.until", every=said, day=f"{plan.last:%H:%M}")
    if plan.until is not None:
        said = say.label("every.until", every=said, day=say.day(plan.until))
    return said


def how_often(rule: str, say: Wording) -> str:
    """Every day, every Sunday, every 2 weeks on Mon and Thu."""
    if LAST_OF_FEBRUARY in rule:
        return say.label("every.leap_day")
    parts = parts_of(rule)
    count = int(parts.get("INTERVAL", "1"))
    key = f"every.{parts['FREQ'].lower()}{'_n' if count > 1 else ''}"
    days = parts.get("BYDAY", "")
    if days == "MO,TU,WE,TH,FR":
        key, days = "every.weekdays", ""
    if days == "SA,SU":
        key, days = "every.weekends", ""
    said = say.label(key, count=count)
    if days:
        said = say.label("every.on", every=said, days=_days(days, say))
        if key == "every.weekly":
            said = say.label("every.days", days=_days(days, say))
    if "BYMONTHDAY" in parts:
        key = "every.monthday_last" if "BYSETPOS" in parts else "every.monthday"
        said = say.label(key, every=said, day=parts["BYMONTHDAY"].split(",")[-1])
    return said


def _days(listed: str, say: Wording) -> str:
    shown: list[str] = []
    for one in listed.split(","):
        name = say.catalogue.weekdays[_DAYS.index(one[-2:])]
        which = one[:-2]
        shown.append(say.label(f"every.nth.{which}", day=name) if which else name)
    return ", ".join(shown)
