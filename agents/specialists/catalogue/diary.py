"""The diary as a specialist: what others ask of it. The person's own questions are the machine's."""

from __future__ import annotations

from agents.specialists.specialist import Passage, Query, Seat, Standing, Told
from agents.tools.catalogue.diary import nearest_entries


class DiaryQuery(Query):
    """A question to the diary's entries."""


class Diary(Standing):
    """Quotes the entries nearest to the question."""

    name = "diary"
    description = "the person's own log: training, food, sleep, body, health"
    private = False
    request = DiaryQuery
    tools = (nearest_entries,)

    async def answer(self, asked: DiaryQuery, seat: Seat) -> Told:
        """Nothing is computed here."""
        result = await seat.call(nearest_entries, {"question": asked.user_question[:1000]})
        found = result.value.entries if result.value is not None else []
        return Told(passages=tuple(Passage(text=one.text, day=one.day) for one in found))


specialist = Diary()
