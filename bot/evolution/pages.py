"""How a conversation about a template looks: how its versions did, what would change, its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import unified_diff
from typing import TYPE_CHECKING

from agents.coaches.template import Template
from agents.evolution.record import VersionRecord
from agents.evolution.replay import Replayed
from agents.evolution.session import NAMES, Session
from agents.profile import Profile
from bot.replies.callbacks import ProposalTap, Verdict, read
from bot.replies.change_pages import SetPage
from bot.replies.evidence import shortened
from bot.replies.prices import priced, usd
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.entities import Button, Buttons

if TYPE_CHECKING:
    from agents.evolution.rethinking import Rethought

_QUOTE = 300
_ITEMS = 4
_LINES = 40
_NOTES = 3
_REPORT = 700


@dataclass(frozen=True, slots=True)
class EvolutionPage:
    """For one session of that token."""

    say: Wording
    profile: Profile
    now: datetime
    token: str
    session: Session
    talks: float | None = None
    """USD that a model's answer is likely to cost; None: none answers."""
    replays: float | None = None
    """The same of a replay by a model."""
    again: Sequence[Replayed] = ()
    """The last wakes by the rules, where the draft has other settings."""

    def html(self, records: Sequence[VersionRecord], *, asks: bool = False, told: Html | None = None) -> Html:
        """The page while it is under way."""
        say, session = self.say, self.session
        title = session.now.title(session.language)
        lines = [say("evolve.title", name=title, version=session.base)]
        lines += [self._record(one) for one in records] or [say("evolve.never")]
        if session.now.directives:
            lines += ["", say("evolve.directives", text=shortened(session.now.directives, _QUOTE))]
        lines += ["", *self.changes(), *self._tried()]
        lines += [say("evolve.note", text=one) for one in session.notes[-_NOTES:]]
        if session.said:
            lines += ["", Html(escape(session.said))]
        lines += ["", told] if told is not None else []
        lines += ["", say(self._next(asks=asks))]
        return Html("\n".join(lines))

    def _next(self, *, asks: bool) -> str:
        if not asks:
            return "evolve.what"
        return "evolve.asks" if self.talks is None else "evolve.asks_model"

    def _record(self, one: VersionRecord) -> Html:
        """What there was of it; nothing is said of what there was not."""
        say, proposed = self.say, sum(one.proposed.values())
        parts = [self._counted("wakes", one.wakes)]
        parts += [say("evolve.news", count=one.reported)] if one.wakes else []
        if proposed:
            of = self._counted("proposals", proposed, confirmed=one.confirmed)
            parts.append(say("evolve.decided", of=of, rejected=one.rejected))
        if one.rated:
            parts.append(say("evolve.rated", good=one.rated["good"], bad=one.rated["bad"]))
        if one.cost_usd > 0:
            parts.append(Html(usd(one.cost_usd)))
        return say("evolve.version", version=one.version, what=Html("; ".join(parts)))

    def _counted(self, key: str, count: int, **values: int) -> Html:
        """In the singular where that is meant."""
        return self.say(f"evolve.{key}.{'one' if count == 1 else 'many'}", count=count, **values)

    def changes(self) -> list[Html]:
        """What the draft makes different, a line a setting, directives as a diff."""
        found: list[Html] = []
        for name, before, after in self.session.changes:
            if name != "directives":
                found.append(self.say("evolve.change", name=self._setting(name), before=before, after=after))
                continue
            diff = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
            shown = [line for line in diff if not line.startswith(("---", "+++", "@@"))][:_LINES]
            found.append(self.say("evolve.diff", text="\n".join(shown)))
        return found or [self.say("evolve.same")]

    def _tried(self) -> list[Html]:
        """What came of the last wakes; the replay shows it one by one."""
        count, differ = len(self.again), sum(one.differs for one in self.again)
        key = "evolve.tried.differs" if differ else "evolve.tried.same"
        return [self.say(key, count=count, differ=differ)] if count else []

    def keyboard(self, *, older: int | None) -> Buttons:
        """Settings, each down and up; then what can be done. `older`: the version that may hold again."""
        settings = self.session.draft.settings
        rows: list[tuple[Button, ...]] = []
        for letter, name in zip("abcdef", NAMES, strict=False):
            label = f"{self._setting(name)}: {getattr(settings, name)}"
            rows.append((self._data(f"− {label}", f"{letter}-"), self._data("＋", f"{letter}+")))  # noqa: RUF001 - the signs are meant
        if self.session.changes:
            rows.append((self._button("replay", "try"), self._button("adopt", "yes")))
        if self.session.has_other_directives and self.replays is not None:
            label = self.say.label("evolve.button.rethink")
            rows.append((self._data(priced(label, self.replays, self.say), "paid"),))
        talk = self.say.label("evolve.button.talk")
        talk = talk if self.talks is None else priced(talk, self.talks, self.say)
        rows.append((self._data(talk, "talk"), self._button("reject", "no")))
        if older is not None:
            rows.append((self._button("roll", "roll", version=older),))
        return tuple(rows)

    def replayed(self, found: Sequence[Replayed]) -> Html:
        """What the draft would have made different."""
        return told_again(found, self.profile, self.now, self.say)

    def rethought(self, found: Sequence[Rethought]) -> Html:
        """What the model would have written with the draft's directives, beside what was reported."""
        say, set_page = self.say, SetPage(self.say, self.profile, self.now, (), ())
        lines = [say("evolve.rethought", count=len(found))]
        for one in found:
            day = say.short_day(self.profile.local(one.at).date(), self.profile.local(self.now).date())
            if one.would is None:
                lines.append(say("evolve.unanswered", day=day))
                continue
            lines.append(say("evolve.differs", day=day))
            lines.append(say("evolve.was", text=shortened(one.was, _REPORT)))
            lines.append(say("evolve.would", text=shortened(one.would, _REPORT)))
            lines += [say("evolve.new", what=set_page.what(item)) for item in one.items[:_ITEMS]]
        return Html("\n".join(lines))

    def how(self) -> Html:
        """What can be typed where there are no buttons, with what a model costs."""
        say, name = self.say, self.session.now.name
        words = typed_words(say)
        lines = [say("evolve.typed", name=name, names=", ".join(NAMES), **words)]
        if self.talks is not None:
            lines.append(Html(escape(priced(say.label("evolve.typed_talk"), self.talks, say))))
        if self.replays is not None:
            lines.append(Html(escape(priced(f"/evolve {name} {words['rethink']}", self.replays, say))))
        return Html("\n".join(lines))

    def ended(self, key: str, version: int) -> Html:
        """In place of the page once it is over."""
        name = self.session.now.title(self.session.language)
        lines = [self.say(f"evolve.{key}", name=name, version=version)]
        return Html("\n".join([*lines, *(self.changes() if key == "adopted" else [])]))

    def rolls_back(self) -> Buttons:
        """Below what was adopted."""
        return ((self._button("roll", "roll", version=self.session.base),),)

    def _setting(self, name: str) -> str:
        return self.say.label(f"evolve.setting.{name}")

    def _button(self, key: str, verdict: Verdict, **values: int) -> Button:
        return self._data(self.say.label(f"evolve.button.{key}", **values), verdict)

    def _data(self, label: str, verdict: str) -> Button:
        tap = read(f"p:{self.token}:{verdict}")
        if not isinstance(tap, ProposalTap):
            raise TypeError(verdict)
        return tap.button(label)


def typed_words(say: Wording) -> dict[str, str]:
    """What is typed where there are no buttons, by what it does."""
    return {one: say.label(f"evolve.word.{one}") for one in ("replay", "rethink", "adopt", "reject", "back")}


def told_again(found: Sequence[Replayed], profile: Profile, now: datetime, say: Wording) -> Html:
    """What another version would have made different."""
    if not found:
        return say("evolve.no_wakes")
    set_page, lines = SetPage(say, profile, now, (), ()), [say("evolve.replayed", count=len(found))]
    for one in found:
        day = say.short_day(profile.local(one.at).date(), profile.local(now).date())
        if not one.differs:
            lines.append(say("evolve.alike", day=day))
            continue
        lines.append(say("evolve.differs", day=day))
        lines += [say("evolve.gone", what=set_page.what(item)) for item in one.gone[:_ITEMS]]
        lines += [say("evolve.new", what=set_page.what(item)) for item in one.new[:_ITEMS]]
        lines += [say("evolve.unsaid", text=shortened(text, _QUOTE)) for text in one.unsaid[:_ITEMS]]
        lines += [say("evolve.says", text=shortened(text, _QUOTE)) for text in one.said[:_ITEMS]]
    return Html("\n".join(lines))


def choice(templates: Sequence[Template], say: Wording, language: str) -> Html:
    """Which there are to talk about."""
    lines = [
        say("evolve.of", name=one.name, title=one.title(language))
        for one in sorted(templates, key=lambda one: one.name)
    ]
    return Html("\n".join([say("evolve.which"), *lines]))
