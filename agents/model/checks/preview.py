"""An answer on the screen while it is written: whole sentences whose numbers hold, and only ever more.

That holds for a whole session: another try, or another draft after a refusal, takes nothing back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agents.model.checks.cleaned import is_foreign, plain
from agents.model.checks.support import holds
from agents.session import Session
from agents.truth import Sheet, slot_bounds

_SHOWN = ("preview", "shown")


class Preview:
    """Each sentence is judged once, when it is complete; one that does not hold is never shown."""

    def __init__(
        self,
        session: Session,
        sheet: Sheet,
        *,
        languages: Iterable[str] = (),
        named: Callable[[str], str] = str,
    ) -> None:
        self._session = session
        self._sheet = sheet
        self._languages = tuple(languages)
        self._named = named
        """Makes references of a sentence slots."""
        self._judged = ""
        self._good = ""

    def grown(self, response: str) -> None:
        """Takes the answer so far. When it began anew, nothing changes until it says all that is shown."""
        if not response.startswith(self._judged):
            self._judged = self._good = ""
        rest = response[len(self._judged) :]
        complete = list(slot_bounds(rest, self._sheet))[:-1]  # the last one may go on
        for start, end in complete:
            self._judged += rest[start:end]
            self._good += self._judge(rest[start:end])
        text = self._good.rstrip()
        shown = str(self._session.kept.get(_SHOWN, ""))
        more = len(text) > len(shown) and text.startswith(shown)
        if more and self._session.preview and not is_foreign(text, self._languages):
            self._session.kept[_SHOWN] = text
            self._session.preview(text)

    def _judge(self, sentence: str) -> str:
        said = plain(self._named(sentence))
        said = holds(said, self._sheet) if said else ""
        return said and said + sentence[len(sentence.rstrip()) :]
