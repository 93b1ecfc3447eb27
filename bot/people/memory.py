"""/context: the memory with its history, and the buttons to pin, forget and go back; pages of one message."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agents.keeping import Difference, difference, forgotten, pinned, rolled_back
from agents.memory import SECTIONS, Forgotten, MemoryLine, opened, read_archive
from agents.offline.sentences import recalled
from agents.profile import Profile
from bot.people.remembered import sentence
from bot.replies.callbacks import MemoryAct, MemoryTap
from bot.replies.evidence import rows, shortened
from bot.replies.said import Said
from bot.texts import Html, Wording
from bot.texts.html import plain, units
from storage.chosen import chosen
from storage.contexts import Contexts
from storage.entities import Button, ContextVersion, Preferences

_PAGE_UNITS = 3000
_LINES_A_PAGE = 8
_VERSIONS_A_PAGE = 6
_LABEL = 48
_CAUSES = ("significant_log", "user_correction", "post_query", "periodic", "import", "undo", "pinned",
           "unpinned", "forgotten", "taught", "edited")  # fmt: skip
_DOES: dict[str, MemoryAct] = {"to_pin": "pin", "to_forget": "forget"}


@dataclass(frozen=True, slots=True)
class Page(Said):
    """What the message shows now; `notice` is said to the one who tapped."""

    notice: str = ""


def mark(line: MemoryLine) -> str:
    """A line's name as short as a button needs it; it stands for the same line in every version."""
    return hashlib.sha256("\n".join(line.name).encode()).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class MemoryPages:
    """One person's memory as pages of a message with buttons. Only changes write, each a new version."""

    contexts: Contexts
    profile: Profile
    say: Wording
    now: datetime
    """On the person's clock."""
    token_budget: int
    preferences: Preferences
    """What the person has chosen: shown with the memory, changed in the settings."""

    async def tapped(self, tap: MemoryTap) -> Page:
        """The page after a tap; a change made for a version that is no longer the newest is not made."""
        newest = await self._newest()
        if newest is None:
            return self._nothing()
        match tap.act:
            case "pin" | "forget" | "back":
                page = await self._changed(newest, tap)
            case "history":
                page = await self._history(newest, _number(tap.about))
            case "difference":
                page = await self._difference(newest, _number(tap.about))
            case "archive":
                page = self._archive(newest, _number(tap.about))
            case "to_pin" | "to_forget":
                page = self._choice(newest, tap.act, _number(tap.about))
            case "main":
                page = self._main(newest, _number(tap.about))
        return page

    async def first(self) -> Page:
        """The page that /context answers with."""
        newest = await self._newest()
        return self._main(newest, 0) if newest else self._nothing()

    async def _newest(self) -> ContextVersion | None:
        version = await self.contexts.context(self.profile.user_id)
        return version if version is not None and version.content else None

    # --- Changes ------------------------------------------------------------

    async def _changed(self, newest: ContextVersion, tap: MemoryTap) -> Page:
        """Saved only on top of the version that the button was shown for."""
        if tap.version != newest.version:
            return self._main(newest, 0, notice=self.say("context.stale"))
        after = await self._after(newest, tap)
        if after == "full":
            return self._main(newest, 0, notice=self.say("context.full"))
        if not isinstance(after, ContextVersion) or not await self.contexts.save_context(after):
            current = await self._newest() or newest
            return self._main(current, 0, notice=self.say("context.stale"))
        return self._main(after, 0, notice=plain(self._cause(after)), undo=True)

    async def _after(self, newest: ContextVersion, tap: MemoryTap) -> ContextVersion | str:
        if tap.act == "back":
            target = _number(tap.about)
            older = await self.contexts.versions(newest.user_id, until=target, limit=1)
            return rolled_back([newest, *older], target, self.now)
        line = next((line for line in opened(newest).lines if mark(line) == tap.about), None)
        if line is None:
            return "gone"
        if tap.act == "pin":
            return pinned(newest, line.name, self.now, self.token_budget)
        return forgotten(newest, line.name, self.now)

    # --- Pages ------------------------------------------------------------

    def _nothing(self) -> Page:
        """Nothing was learnt yet; what was chosen is shown all the same."""
        told = self._chosen()
        html = [self.say("context.title"), "", f"<b>{self.say('context.preference')}</b>", *told]
        return Page(Html("\n".join(html)) if told else self.say("context.nothing"))

    def _chosen(self) -> list[str]:
        """The lines of the settings."""
        found = chosen(self.preferences).items()
        return [
            self.say("context.told", key=self._shown(key), value=self._shown(value)) for key, value in found
        ]

    def _main(self, version: ContextVersion, number: int, notice: str = "", *, undo: bool = False) -> Page:
        say = self.say
        memory = opened(version)
        html: list[str] = []
        for category in SECTIONS:
            told = self._chosen() if category == "preference" else []
            told += [self._told(line) for line in memory.lines if line.category == category]
            if told:
                html += [f"\n<b>{say(f'context.{category}')}</b>", *told]
        pages = _pages(html)
        number = min(number, len(pages) - 1)
        day = say.day(self.profile.local(version.at).date(), self.now.date())
        foot = say("context.version", version=version.version, day=day)
        body = pages[number] if html else say("context.nothing")
        taps = _Taps(version, self.say)
        keyboard: list[tuple[Button, ...]] = []
        if undo:
            keyboard.append((taps.button("context.undo", "back", str(version.version - 1)),))
        keyboard.append(
            (
                taps.button("context.difference", "difference", str(version.version)),
                taps.button("context.history", "history"),
            )
        )
        if memory.lines:
            keyboard.append(
                (taps.button("context.pin", "to_pin"), taps.button("context.forget", "to_forget"))
            )
        keyboard.append((taps.button("context.archive", "archive"),))
        turned = taps.turning("main", number, len(pages))
        title = say("context.title")
        return Page(
            Html(f"{title}\n{body}\n\n{foot}"), (*((turned,) if turned else ()), *keyboard), notice=notice
        )

    async def _history(self, newest: ContextVersion, number: int) -> Page:
        """Versions, newest first, each with what it changed."""
        until = newest.version - number * _VERSIONS_A_PAGE
        found = await self.contexts.versions(newest.user_id, until=until, limit=_VERSIONS_A_PAGE + 1)
        shown = found[:_VERSIONS_A_PAGE]
        before = dict(zip((v.version for v in shown), [*found[1:], None], strict=False))
        taps = _Taps(newest, self.say)
        html = [self.say("context.history_title"), ""]
        buttons: list[Button] = []
        for version in shown:
            html.append(self._headline(version, difference(opened(before[version.version]), opened(version))))
            label = f"{version.version}"
            buttons.append(Button(label=label, data=taps.data("difference", str(version.version))))
        pages = -(-newest.version // _VERSIONS_A_PAGE)
        turned = taps.turning("history", min(number, pages - 1), pages)
        return Page(Html("\n".join(html)), (*rows(buttons, 3), *((turned,) if turned else ()), taps.main))

    async def _difference(self, newest: ContextVersion, number: int) -> Page:
        """What a version changed, with the way back to it."""
        found = await self.contexts.versions(newest.user_id, until=number, limit=2)
        if not found:
            return self._main(newest, 0, notice=self.say("context.stale"))
        version, before = found[0], found[1] if len(found) > 1 else None
        moved = difference(opened(before), opened(version))
        html = [self._headline(version, moved), "", *self._moves(moved)]
        taps = _Taps(newest, self.say)
        keyboard: list[tuple[Button, ...]] = []
        if version.version != newest.version:
            keyboard.append(
                (taps.button("context.back_to", "back", str(version.version), number=version.version),)
            )
        elif before is not None:
            back = taps.button("context.back_to", "back", str(before.version), number=before.version)
            keyboard.append((back,))
        keyboard.append((taps.button("context.history", "history"),))
        return Page(Html(_pages(html)[0]), (*keyboard, taps.main))

    def _archive(self, newest: ContextVersion, number: int) -> Page:
        left = read_archive(newest.archive)
        html = [
            self.say(
                "context.left",
                day=self.say.day(day, self.now.date()),
                line=self._words(item.line),
                reason=self._reason(item),
            )
            for day, item in left
        ]
        pages = _pages(html)
        number = min(number, len(pages) - 1)
        taps = _Taps(newest, self.say)
        turned = taps.turning("archive", number, len(pages))
        body = pages[number] if left else self.say("context.archive_empty")
        title = self.say("context.archive_title", count=len(left))
        return Page(Html(f"{title}\n\n{body}"), (*((turned,) if turned else ()), taps.main))

    def _choice(self, newest: ContextVersion, act: MemoryAct, number: int) -> Page:
        """A button for each line."""
        memory = opened(newest)
        taps = _Taps(newest, self.say)
        pages = max(1, -(-len(memory.lines) // _LINES_A_PAGE))
        number = min(number, pages - 1)
        start = number * _LINES_A_PAGE
        buttons = [
            (Button(label=self._label(line), data=taps.data(_DOES[act], mark(line))),)
            for line in memory.lines[start : start + _LINES_A_PAGE]
        ]
        turned = taps.turning(act, number, pages)
        title = self.say("context.choose_pin" if act == "to_pin" else "context.choose_forget")
        return Page(title, (*buttons, *((turned,) if turned else ()), taps.main))

    # --- Words ------------------------------------------------------------

    def _told(self, line: MemoryLine) -> str:
        sure = "context.tentative" if line.confidence == "tentative" else "context.line"
        said = sentence(line, self.say, self.profile.language, self.now.date())
        told = self.say(sure, line=said)
        return f"{told} 📌" if line.pinned else told

    def _shown(self, text: str) -> str:
        """What code wrote, in the person's language."""
        return recalled(text, self.profile.language)

    def _key(self, line: MemoryLine) -> str:
        return self._shown(line.key.replace("_", " "))

    def _words(self, line: MemoryLine) -> str:
        return f"{self._key(line)}: {self._shown(line.value)}"

    def _label(self, line: MemoryLine) -> str:
        return shortened(("📌 " if line.pinned else "") + self._words(line), _LABEL)

    def _moves(self, moved: Difference) -> list[str]:
        say = self.say
        told = [say("context.added", line=self._words(line)) for line in moved.added]
        told += [
            say(
                "context.changed",
                key=self._key(old),
                old=self._shown(old.value),
                new=self._shown(new.value),
            )
            for old, new in moved.changed
        ]
        told += [say("context.removed", line=self._words(line)) for line in moved.removed]
        told += [say("context.restated", line=self._words(line)) for _, line in moved.restated]
        return [*told] or [say("context.same")]

    def _headline(self, version: ContextVersion, moved: Difference) -> str:
        return self.say(
            "context.headline",
            version=version.version,
            day=self.say.day(self.profile.local(version.at).date(), self.now.date()),
            cause=self._cause(version),
            added=len(moved.added),
            changed=len(moved.changed),
            removed=len(moved.removed),
        )

    def _cause(self, version: ContextVersion) -> Html:
        if version.cause.startswith("back to "):
            return self.say("context.cause.back", version=version.cause.removeprefix("back to "))
        known = version.cause if version.cause in _CAUSES else "other"
        return self.say(f"context.cause.{known}")

    def _reason(self, item: Forgotten) -> Html:
        return self.say(f"context.reason.{item.reason.replace(' ', '_')}")


@dataclass(frozen=True, slots=True)
class _Taps:
    """Buttons for a page that shows this version."""

    version: ContextVersion
    say: Wording

    def data(self, act: MemoryAct, about: str = "") -> str:
        return MemoryTap(self.version.user_id, act, self.version.version, about).data

    def button(self, key: str, act: MemoryAct, about: str = "", **values: str | float) -> Button:
        return Button(label=self.say.label(key, **values), data=self.data(act, about))

    @property
    def main(self) -> tuple[Button, ...]:
        return (Button(label=self.say.label("settings.back"), data=self.data("main")),)

    def turning(self, act: MemoryAct, number: int, pages: int) -> tuple[Button, ...]:
        """To the pages before and after."""
        found: list[Button] = []
        if number > 0:
            found.append(Button(label="◀", data=self.data(act, str(number - 1))))
        if number + 1 < pages:
            found.append(Button(label="▶", data=self.data(act, str(number + 1))))
        return tuple(found)


def _number(about: str) -> int:
    return int(about) if about.isdecimal() else 0


def _pages(html: Sequence[str]) -> list[str]:
    """The rows on as few pages as they fit on; one at least."""
    pages: list[list[str]] = [[]]
    used = 0
    for row in html:
        size = units(row) + 1
        if pages[-1] and used + size > _PAGE_UNITS:
            pages.append([])
            used = 0
        pages[-1].append(row)
        used += size
    return ["\n".join(page).strip("\n") for page in pages]
