"""What the bot says, one YAML file a language: every sentence has its one home here."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

import yaml

from bot.texts.html import escape, plain
from domains.names import name_in
from storage.entities import Frozen

FALLBACK = "en"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Html(str):
    """Text that is Telegram HTML already and is filled in as it is."""

    __slots__ = ()


class Catalogue(Frozen):
    """The sentences of one language."""

    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    measures: dict[str, str]
    """Shown name of a measure by its canonical one; others have the first term of their domain's."""
    fields: dict[str, str]
    """What the fields of a measure are called; one without a name here is called as the measure is."""
    doubts: dict[str, str]
    """What is asked about a log in this language, by what is in doubt; else it is asked as it was worded."""
    say: dict[str, str]


class Wording:
    """One language's sentences, filled in and escaped."""

    def __init__(self, catalogue: Catalogue, language: str) -> None:
        self.catalogue = catalogue
        self.language = language

    def __call__(self, key: str, /, **values: str | float) -> Html:
        """The sentence as HTML. Values are escaped unless they are Html."""
        safe = {
            name: value if isinstance(value, Html) else escape(str(value)) for name, value in values.items()
        }
        return Html(self.catalogue.say[key].format(**safe))

    def label(self, key: str, /, **values: str | float) -> str:
        """The sentence without markup, as buttons and lines of text need it."""
        return plain(self(key, **values))

    def day(self, day: date, today: date | None = None) -> str:
        """A day with its weekday; the year is said when it is not this one."""
        return self._day("day" if today is None or day.year == today.year else "day_year", day)

    def short_day(self, day: date, today: date | None = None) -> str:
        """A day as short as a button needs it."""
        return self._day("day_short" if today is None or day.year == today.year else "day_short_year", day)

    def _day(self, key: str, day: date) -> str:
        return self.catalogue.say[key].format(
            weekday=self.catalogue.weekdays[day.weekday()],
            day=day.day,
            month=self.catalogue.months[day.month - 1],
            year=day.year,
        )

    def measure(self, name: str) -> str:
        """A measure's name as a heading."""
        shown = self.catalogue.measures.get(name) or name_in(name, self.language)
        return shown[:1].upper() + shown[1:]


@cache
def wording(language: str) -> Wording:
    """The wording of a language; English for one that has none."""
    folder = Path(__file__).parent
    file = folder / f"{language}.yaml"
    if not language.isalpha() or not file.is_file():
        file = folder / f"{FALLBACK}.yaml"
    tree: object = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - a safe loader
    return Wording(Catalogue.model_validate(tree), file.stem)
