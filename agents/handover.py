"""What of a message is handed to specialists instead of the diary, and what comes back."""

from __future__ import annotations

from pydantic import JsonValue

from storage.entities import Buttons, Frozen


class SpecialistInfo(Frozen):
    """What whoever hands on knows of a specialist: nothing but this."""

    name: str
    description: str


class DayFrom(Frozen):
    """Where a day is looked up that a request needs ("on that day"): the first source that says one."""

    question: str
    sources: tuple[str, ...]
    """Names of specialists."""


class Part(Frozen):
    """One specialist's part of a message."""

    specialist: str
    words: str
    """As they stand in the message."""
    request: dict[str, JsonValue]
    """The specialist's own typed request, as JSON."""
    day_from: DayFrom | None = None


class Handover(Frozen):
    """`rest` is what the diary has to deal with beside it: a log, a question or nothing."""

    parts: tuple[Part, ...]
    rest: str = ""


class Shown(Frozen):
    """A specialist's answer as Telegram HTML. `private`: never said in a group."""

    html: str
    buttons: Buttons = ()
    private: bool = True
    specialist: str = ""
    follow_ups: tuple[str, ...] = ()
    """Questions for the same specialist, as buttons."""


class AskedBack(Frozen):
    """What only the person can tell before a part can be carried out."""

    question: str
    options: tuple[str, ...]
    explanation: str = ""
    """Told before the first question: what was found so far."""
