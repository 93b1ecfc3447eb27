"""The scripts of `review` and `cleanup`: plan, write part by part, look back, take feedback up.

What a phase has to know of the one before it reads from `workspace.md`, which its first phase wrote; so a
script that is begun again after a kill makes the same calls.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, cast

from pydantic import JsonValue

from agents.jobs.rules.speech import RuleWords, parts_wished, rule_words
from agents.jobs.todo import PhaseTodos, Todo, written
from agents.jobs.worker import Call, Returned, Scene, Script
from agents.jobs.workspace import ARTIFACTS, INSTRUCTIONS, MEMORY, PLAN
from agents.language.days.dates import EARLIEST, find_periods
from agents.reports.speech import ReportWords, report_words
from agents.truth.words import language_of
from storage.entities import DateRange

_BARE_YEAR = re.compile(r"(?<![\d.,-])((?:19|20)\d\d)(?![\d.,:-])")
_YEAR = timedelta(days=364)
_JUST_BEGUN = timedelta(days=2)
"""So long into a week or month "my week" is the one before."""
_SHORT_YEAR = timedelta(days=31)
"""So long into a year "my year" is the one before."""


def span_asked(
    text: str, now: datetime, words: RuleWords, order: Literal["DMY", "MDY"] = "DMY"
) -> DateRange | None:
    """The days that a text names, none to come; None: it names none. `now` is on the person's clock."""
    today = now.date()
    own = re.search(words.own["said"], text.casefold())
    for which in ("now", "before") if own is not None else ():
        named = find_periods(own.expand(words.own[which]), now, order) if own is not None else []
        if named and today - named[0].range.start > _JUST_BEGUN:
            return _to(named[0].range.start, named[0].range.end, today)
    found = [one.range for one in find_periods(text, now, order) if one.range.start <= today]
    if found:
        return _to(min(one.start for one in found), max(one.end for one in found), today)
    if years := [int(year) for year in _BARE_YEAR.findall(text) if int(year) <= today.year]:
        return _to(date(min(years), 1, 1), date(max(years), 12, 31), today)
    if re.search(words.everything, text.casefold()):
        return _to(EARLIEST, today, today)
    if re.search(words.a_year, text.casefold()):
        return _year_of(today)
    return None


def usual_span(today: date) -> DateRange:
    """The twelve months up to today."""
    return DateRange(start=today - _YEAR, end=today)


def _year_of(today: date) -> DateRange:
    """This one so far, or in its first weeks the one before."""
    first = date(today.year, 1, 1)
    if today - first > _SHORT_YEAR:
        return DateRange(start=first, end=today)
    return DateRange(start=date(today.year - 1, 1, 1), end=date(today.year - 1, 12, 31))


def _to(start: date, end: date, today: date) -> DateRange:
    return DateRange(start=start, end=min(end, today))


REVIEW = (
    "overview", "months", "records", "courses", "distances", "muscles", "sleep", "weight", "metrics",
    "streaks", "goals", "missing",
)  # fmt: skip
CLEANUP = ("cleanup",)
CHARTS, CHANGES = ".charts.json", ".changes.json"
"""How files of artifacts/ end: what the pictures of a part are of, and the items of a change set."""
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)")
_PARTS = re.compile(r"\[([a-z, ]*)\]")
TASK = re.compile(r" ?\(([a-z]+)\)$")
"""How a todo of ours ends: what it is for a script."""


_FIRST_TACTICAL = 2
_NAMED_SLOT = re.compile(r"(?m)^\{([FP])(\d+)\} = ")
"""How the loop tells which slot a figure of a result has, in the order of the figures."""
_SLOT = re.compile(r"\{[FP]\d+")


def review(scene: Scene) -> Script:
    """A review of a period."""
    return _script(scene, REVIEW)


def cleanup(scene: Scene) -> Script:
    """What is odd in the diary."""
    return _script(scene, CLEANUP)


def _script(scene: Scene, parts: tuple[str, ...]) -> Script:
    desk = _Desk(scene, rule_words(scene.profile.language), report_words(scene.profile.language), parts)
    if not scene.state.is_strategic_phase:
        return desk.worked()
    if scene.state.phase_number == 1:
        return desk.planned()
    return desk.looked_back() if scene.state.may_complete else desk.corrected()


@dataclass(frozen=True, slots=True)
class _Task:
    """What a report is to be of."""

    span: DateRange
    parts: tuple[str, ...]

    @property
    def days(self) -> str:
        return f"{self.span.start}..{self.span.end}"

    @property
    def named(self) -> str:
        return f"[{', '.join(self.parts)}]"


@dataclass(frozen=True, slots=True)
class _Desk:
    scene: Scene
    words: RuleWords
    report: ReportWords
    known: tuple[str, ...]

    # --- The first phase ------------------------------------------------------------------------------------

    async def planned(self) -> Script:
        """Explore, plan, divide, hand over."""
        notes = self.words.notes
        explore, plan, divide, hand = self.scene.state.todos
        listed = yield Call(tool="list_files")
        yield Call(tool="read_file", arguments={"path": INSTRUCTIONS})
        span = self._span(self.scene.request)
        if span is None and len(self.known) > 1:
            answer = yield self._asks(self.words.which_days, self.words.days)
            span = self._span(answer.text)
        everything = DateRange(start=date(1970, 1, 1), end=self.scene.now.date())
        wanted = usual_span(self.scene.now.date()) if len(self.known) > 1 else everything
        task = _Task(span or wanted, parts_wished(self.scene.request, self.known, self.words) or self.known)
        yield self._writes(MEMORY, self._memory(task, self.scene.request))
        yield _done(explore, notes["explored"].format(count=listed.text.count('"path"')))
        yield self._writes(PLAN, notes["plan"])
        yield _done(plan)
        yield _done(divide, notes["planned"])
        todos = self._todos(task)
        yield self._hands(task, todos)
        yield _done(hand, notes["handed"].format(count=len(todos)))

    def _span(self, text: str) -> DateRange | None:
        order = self.scene.profile.date_order
        return span_asked(text, self.scene.now, self._words_of(text), order or "DMY")

    def _words_of(self, text: str) -> RuleWords:
        """Of the language that it is in, whichever the job is."""
        return rule_words(language_of(text, self.scene.profile.language))

    def _memory(self, task: _Task, request: str) -> str:
        said = " ".join(request.split())[:300]
        return self.words.notes["memory"].format(request=said, span=task.days, parts=task.named)

    def _hands(self, task: _Task, todos: Sequence[str]) -> Call:
        notes = self.words.notes
        coming = PhaseTodos(
            phase=notes["phase"],
            description=notes["description"].format(span=task.days),
            todos=tuple(Todo(id=at, content=one) for at, one in enumerate(todos, 1)),
        )
        return Call(tool="todo_write", arguments={"content": written(coming)})

    def _todos(self, task: _Task) -> list[str]:
        notes, titles = self.words.notes, self.report.titles
        parts = [f"{notes['part'].format(title=titles[name])} ({name})" for name in task.parts]
        after = [f"{notes[key]} ({name})" for key, name in (("whole", "whole"), ("check", "check"))]
        return [f"{notes['read']} (read)", *parts, *after, f"{notes['memory_todo']} (memory)"]

    # --- Tactical phases ------------------------------------------------------------------------------------

    async def worked(self) -> Script:
        """Part by part."""
        notes = self.words.notes
        told = yield Call(tool="read_file", arguments={"path": MEMORY})
        task, is_empty = self._task(told.text), True
        for todo in self.scene.state.todos:
            found = TASK.search(todo.content)
            name, note = found[1] if found is not None else "", notes["looked"]
            if name in self.known:
                made = yield self._computes(name, task)
                is_empty = is_empty and not made.is_done
                note = notes["written"] if made.is_done else notes["empty"]
                for call in self._leaves(name, made):
                    yield call
            for call in self._looks(name, task, is_empty=is_empty):
                yield call
            yield _done(todo, note)

    def _leaves(self, name: str, made: Returned) -> list[Call]:
        """What is written of a part: its files; nothing in the place of one that was there before."""
        if not made.is_done:
            return [self._writes(_text_of(name), "")] if self._left(name) else []
        return [self._writes(path, text) for path, text in _files(name, made).items()]

    def _looks(self, name: str, task: _Task, *, is_empty: bool) -> list[Call]:
        """What is done for a todo that is no part."""
        if name == "check" and is_empty:
            return [self._writes(f"{ARTIFACTS}/nothing.md", self.words.notes["nothing"])]
        calls = [_LOOKS[name]] if name in _LOOKS else []
        if name == "whole":
            gone = [one for one in self.known if one not in task.parts and self._left(one)]
            calls += [self._writes(_text_of(one), "") for one in gone]
        return calls

    def _left(self, name: str) -> bool:
        """Whether a phase before this one may have left the part."""
        return self.scene.state.phase_number > _FIRST_TACTICAL and name in self.known

    def _task(self, memory: str) -> _Task:
        days, parts = _DAYS.search(memory), _PARTS.search(memory)
        today = self.scene.now.date()
        span = usual_span(today)
        if days is not None:
            span = DateRange(start=date.fromisoformat(days[1]), end=date.fromisoformat(days[2]))
        named = [one.strip() for one in parts[1].split(",")] if parts is not None else []
        return _Task(span, tuple(one for one in named if one in self.known) or self.known)

    def _computes(self, name: str, task: _Task) -> Call:
        span = task.span
        days: dict[str, JsonValue] = {"since": span.start.isoformat(), "until": span.end.isoformat()}
        if name in CLEANUP:
            return Call(tool="find_flaws", arguments=days)
        gone: list[JsonValue] = [one for one in self.known if one not in task.parts]
        without: dict[str, JsonValue] = {"without": gone} if gone else {}
        return Call(tool="review_part", arguments={"name": name, **days, **without})

    # --- Looking back, and what the person wants otherwise --------------------------------------------------

    async def looked_back(self) -> Script:
        """What was done, and the end."""
        notes, phase = self.words.notes, self.scene.state.phase_number - 1
        summarize, update, mark, finish = self.scene.state.todos
        archived = yield Call(tool="read_file", arguments={"path": f"archive/phase_{phase}.yaml"})
        memory = yield Call(tool="read_file", arguments={"path": MEMORY})
        task = self._task(memory.text)
        done = notes["summary"].format(span=task.days, parts=", ".join(task.parts))
        text = notes["look_back"].format(phase=phase, done=done)
        yield self._writes(f"archive/phase_{phase}.md", text)
        yield _done(summarize, notes["looked" if archived.is_done else "empty"])
        yield _done(update)
        yield self._writes(PLAN, notes["plan_done"])
        yield _done(mark)
        yield Call(tool="job_complete", arguments={"summary": done})
        yield _done(finish)

    async def corrected(self) -> Script:
        """Other days, or other parts."""
        notes = self.words.notes
        read, plan, hand = self.scene.state.todos
        memory = yield Call(tool="read_file", arguments={"path": MEMORY})
        yield Call(tool="read_file", arguments={"path": INSTRUCTIONS})
        feedback = _newest(self.scene.workspace.text(INSTRUCTIONS) or "")
        before = self._task(memory.text)
        task = self._changed(before, feedback)
        if task == before:
            answer = yield self._asks(self.words.which_change, self.words.changes)
            task = self._changed(before, answer.text)
        yield self._writes(MEMORY, self._memory(task, self.scene.request))
        yield _done(read, notes["feedback"].format(span=task.days, parts=", ".join(task.parts)))
        yield self._writes(PLAN, notes["plan"])
        yield _done(plan)
        todos = self._todos(task)
        yield self._hands(task, todos)
        yield _done(hand, notes["handed"].format(count=len(todos)))

    def _changed(self, task: _Task, words: str) -> _Task:
        spoken = self._words_of(words)
        left = parts_wished(words, task.parts, spoken) or parts_wished(words, self.known, spoken)
        return _Task(self._span(words) or task.span, left or task.parts)

    @staticmethod
    def _asks(question: str, options: Sequence[str]) -> Call:
        return Call(tool="ask_person", arguments={"question": question, "options": [*options]})

    @staticmethod
    def _writes(path: str, text: str) -> Call:
        return Call(tool="write_file", arguments={"path": path, "text": text})


_LOOKS = {
    "read": Call(tool="read_file", arguments={"path": PLAN}),
    "whole": Call(tool="list_files", arguments={"folder": ARTIFACTS}),
    "check": Call(tool="search_files", arguments={"words": "\u007b?\u007d"}),
    "memory": Call(tool="read_file", arguments={"path": MEMORY}),
}


def _text_of(name: str) -> str:
    return f"{ARTIFACTS}/{name}.md"


def _newest(instructions: str) -> str:
    """What is quoted below the last heading: what the person wants otherwise."""
    last = re.split(r"(?m)^## .*$", instructions)[-1]
    return "\n".join(line.removeprefix("> ") for line in last.strip().splitlines())


def _files(name: str, made: Returned) -> Mapping[str, str]:
    """What a part leaves in the workspace: its text with the job's own slots, its charts, its changes."""
    if not made.is_done:
        return {}
    slots: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for letter, number in _NAMED_SLOT.findall(made.text):
        counted[letter] += 1
        slots[f"{{{letter}{counted[letter]}"] = f"{{{letter}{number}"
    told = json.JSONDecoder().raw_decode(made.text[made.text.index('{"') :])[0]
    part = cast("dict[str, JsonValue]", told)
    text = _SLOT.sub(lambda found: slots.get(found[0], found[0]), str(part["text"]))
    files = {_text_of(name): text}
    for key in ("charts", "changes"):
        if part.get(key):
            files[f"{ARTIFACTS}/{name}.{key}.json"] = json.dumps(part[key], ensure_ascii=False)
    return files


def _done(todo: Todo, note: str = "") -> Call:
    return Call(tool="todo_complete", arguments={"todo_id": todo.id, "note": note})


SCRIPTS = {"review": review, "cleanup": cleanup}
"""By type of job."""
