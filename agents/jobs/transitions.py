"""From phase to phase: strategic to tactical by `todos.yaml`, tactical to strategic by the archive.

A phase ends with its last todo. What comes then is a pure function of the state and the file: either the next
phase, whose messages are empty, or a refusal, and then the last todo stays in progress.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from agents.jobs.todo import TODOS_FILE, PhaseTodos, Refusal, Todo, TodoStatus, read_todos, written
from storage.entities import Frozen

Mode = Literal["strategic", "tactical"]


class PhaseSettings(Frozen):
    """How many todos a tactical phase may have, and whether they are kept afterwards."""

    min_todos: int = 5
    max_todos: int = 20
    archive_on_transition: bool = True


class JobState(Frozen):
    """Where a job is. Phases count from 1; the first is strategic."""

    job_id: str
    is_strategic_phase: bool = True
    phase_number: int = 1
    todos: tuple[Todo, ...] = ()
    phase: str = ""
    description: str = ""
    may_complete: bool = False
    """Whether a tactical phase has ended since the job, or a correction of it, began."""

    @property
    def mode(self) -> Mode:
        """The phase's kind."""
        return "strategic" if self.is_strategic_phase else "tactical"

    @property
    def look_back(self) -> str | None:
        """The file that a strategic phase after a tactical one has to leave; None: nothing lies behind it."""
        looks = self.is_strategic_phase and self.may_complete
        return f"archive/phase_{self.phase_number - 1}.md" if looks else None

    @property
    def current(self) -> Todo | None:
        """The todo that is to be done now; None: all are done."""
        return next((one for one in self.todos if one.status != "completed"), None)

    @property
    def completed(self) -> int:
        """How many todos of this phase are done."""
        return sum(one.status == "completed" for one in self.todos)


@dataclass(frozen=True, slots=True)
class Turned:
    """The next phase. `archive`: a file of what was done, by its path."""

    state: JobState
    archive: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """No next phase yet; the reason is told to the worker."""

    state: JobState
    reason: str


def begun(state: JobState, todos: tuple[Todo, ...]) -> JobState:
    """The state with these todos, the first in progress."""
    return state.model_copy(update={"todos": _with_current(todos)})


def todo_done(state: JobState, todo_id: int, note: str) -> JobState:
    """The state with the current todo completed. Raises Refusal for any other."""
    current = state.current
    if current is None or current.id != todo_id:
        wanted = "none is left" if current is None else f"the current one is {current.id}"
        raise Refusal(f"Todo {todo_id} is not the current todo: {wanted}.")
    done = tuple(
        one.model_copy(update={"status": "completed", "note": note}) if one.id == todo_id else one
        for one in state.todos
    )
    return begun(state, done)


def looked_back(state: JobState, text: Callable[[str], str | None]) -> None:
    """Raises Refusal where the look back on the phase before is not written; `text`: of a file."""
    path = state.look_back
    if path is not None and not (text(path) or "").strip():
        raise Refusal(f"{path} not found. Write the look back on that phase with write_file.")


def on_phase_complete(
    state: JobState,
    text: Callable[[str], str | None],
    settings: PhaseSettings,
    next_strategic: tuple[Todo, ...],
) -> Turned | Rejected:
    """What follows when the last todo is done: see the two below. `text`: of a file; None: there is none."""
    if state.is_strategic_phase:
        return on_strategic_phase_complete(state, text, settings)
    return on_tactical_phase_complete(state, settings, next_strategic)


def on_strategic_phase_complete(
    state: JobState, text: Callable[[str], str | None], settings: PhaseSettings
) -> Turned | Rejected:
    """Tactical, with the todos of the file; refused where a file is not there, or not as it must be."""
    try:
        coming = read_todos(text(TODOS_FILE), settings.min_todos, settings.max_todos)
        looked_back(state, text)
    except Refusal as refusal:
        return reject_transition(state, str(refusal))
    turned = state.model_copy(
        update={
            "is_strategic_phase": False,
            "phase_number": state.phase_number + 1,
            "phase": coming.phase,
            "description": coming.description,
        }
    )
    return Turned(begun(turned, coming.todos))


def on_tactical_phase_complete(
    state: JobState, settings: PhaseSettings, next_strategic: tuple[Todo, ...]
) -> Turned:
    """Strategic, with the todos that every look back has; what was done goes into the archive."""
    turned = state.model_copy(
        update={
            "is_strategic_phase": True,
            "phase_number": state.phase_number + 1,
            "phase": "",
            "description": "",
            "may_complete": True,
        }
    )
    number = str(state.phase_number)
    todos = tuple(
        one.model_copy(update={"content": one.content.replace("{phase}", number)}) for one in next_strategic
    )
    return Turned(begun(turned, todos), archived(state) if settings.archive_on_transition else None)


def reject_transition(state: JobState, reason: str) -> Rejected:
    """The last todo stays in progress."""
    *before, last = state.todos
    kept = last.model_copy(update={"status": "in_progress"})
    return Rejected(
        state.model_copy(update={"todos": (*before, kept)}), f"Phase transition rejected: {reason}"
    )


def archived(state: JobState) -> tuple[str, str]:
    """Path and text of a phase's archive."""
    phase = PhaseTodos(phase=state.phase, description=state.description, todos=state.todos)
    return f"archive/phase_{state.phase_number}.yaml", written(phase, done=True)


def _with_current(todos: tuple[Todo, ...]) -> tuple[Todo, ...]:
    def marked() -> Iterator[Todo]:
        is_first = True
        for one in todos:
            if one.status == "completed":
                yield one
                continue
            status: TodoStatus = "in_progress" if is_first else "pending"
            yield one.model_copy(update={"status": status})
            is_first = False

    return tuple(marked())
