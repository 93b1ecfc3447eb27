"""Notes by day, read by the product's own parser as if they had been texted on that day.

The offline engine reads them whatever is configured: a diary of years would cost a model's price, and what
an import does must be the same each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.offline.engine import OfflineEngine
from agents.parser import ParsedEntry, ParserInput, ParserOutput
from agents.profile import Profile
from agents.router import RouterInput
from agents.types import InputType
from bot.importing.workouts import moment
from bot.updates.incoming import clean
from domains.registry import Registry
from storage.importers.model import Choices, Note

_LOGS = (InputType.LOG, InputType.BOTH)


@dataclass(frozen=True, slots=True)
class ReadNote:
    """What was understood. A note that logs nothing keeps its words."""

    note: Note
    entries: Sequence[ParsedEntry]
    confidence: float
    asks_weight: bool


class Diary:
    """Reads the notes of one person."""

    def __init__(self, registry: Registry, profile: Profile) -> None:
        self._registry = registry
        self._profile = profile
        self._engine = OfflineEngine()

    async def read(self, note: Note, choices: Choices) -> ReadNote:
        """One note."""
        now = self._profile.local(moment(note.day, note.at, choices.zone))
        profile = self._profile.model_copy(update={"weight_unit": choices.weight_unit})
        text = clean(note.text)
        routed = await self._engine.route(RouterInput.of(text, profile, self._registry))
        parsed = ParserOutput(confidence=0)
        if routed.input_type in _LOGS:
            context = self._registry.combine(routed.selected_domains)
            given = ParserInput(text=text, now=now, profile=profile, domain_context=context)
            parsed = await self._engine.parse(given)
        entries = [entry for entry in parsed.entries if entry.measures]
        return ReadNote(
            note=note,
            entries=entries or [ParsedEntry(day=note.day, text=text)],
            confidence=parsed.confidence,
            asks_weight=any(doubt.key == "weight_unit" for doubt in parsed.uncertain),
        )
