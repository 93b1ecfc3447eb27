"""/settings: units, dates, language and time zone, chosen with buttons that edit the message in place."""

from __future__ import annotations

from datetime import datetime

from pydantic import ValidationError

from agents.profile import Profile
from bot.callbacks import SettingTap, setting_data
from bot.rendering import rows
from bot.texts import Wording, wording
from bot.zones import COMMON, known_zone
from storage.entities import Button, Preferences

Keyboard = tuple[tuple[Button, ...], ...]

_LANGUAGES = {"en": "English", "ko": "한국어"}
_CHOICES: dict[str, tuple[str, ...]] = {
    "weight_unit": ("kg", "lb"),
    "distance_unit": ("km", "mi"),
    "date_order": ("DMY", "MDY"),
    "language": tuple(_LANGUAGES),
}
ZONES_PAGE = SettingTap("zones", "")
MAIN_PAGE = SettingTap("page", "main")


def page(profile: Profile, now: datetime) -> tuple[str, Keyboard]:
    """The settings as they are, with a row of buttons for each."""
    say = wording(profile.language)
    lines = [
        say("settings.title"),
        say("settings.weight_unit", value=_shown("weight_unit", profile.weight_unit, say)),
        say("settings.distance_unit", value=_shown("distance_unit", profile.distance_unit, say)),
        say("settings.date_order", value=_shown("date_order", profile.date_order, say)),
        say("settings.language", value=_shown("language", profile.language, say)),
        say("settings.time_zone", value=profile.time_zone, clock=f"{profile.local(now):%H:%M}"),
    ]
    chosen = profile.model_dump(include=set(_CHOICES))
    keyboard = tuple(
        tuple(
            Button(
                label=f"{'✓ ' if chosen[field] == value else ''}{_shown(field, value, say)}",
                data=setting_data(field, value),
            )
            for value in values
        )
        for field, values in _CHOICES.items()
    )
    zones = Button(label=say("settings.zones"), data=setting_data(ZONES_PAGE.field, ZONES_PAGE.value))
    return "\n".join(lines), (*keyboard, (zones,))


def zones_page(profile: Profile, now: datetime) -> tuple[str, Keyboard]:
    """The most common time zones."""
    say = wording(profile.language)
    lines = [
        say("settings.time_zone", value=profile.time_zone, clock=f"{profile.local(now):%H:%M}"),
        say("settings.zone_hint"),
    ]
    buttons = [
        Button(
            label=f"{'✓ ' if zone == profile.time_zone else ''}{zone.rpartition('/')[2].replace('_', ' ')}",
            data=setting_data("time_zone", zone),
        )
        for zone in COMMON
    ]
    back = Button(label=say("settings.back"), data=setting_data(MAIN_PAGE.field, MAIN_PAGE.value))
    return "\n".join(lines), (*rows(buttons, 2), (back,))


def chosen_by(field: str, value: str) -> Preferences | None:
    """What a button or an argument sets; None when there is no such setting or value."""
    if field not in Preferences.model_fields:
        return None
    if field == "time_zone" and not known_zone(value):
        return None
    if field == "language" and value not in _LANGUAGES:
        return None
    try:
        return Preferences.model_validate({field: value})
    except ValidationError:
        return None


def _shown(field: str, value: str | None, say: Wording) -> str:
    if value is None:
        return say.catalogue.say["settings.unset"]
    if field == "date_order":
        return say.catalogue.say[f"settings.{value.lower()}"]
    return _LANGUAGES.get(value, value) if field == "language" else value
