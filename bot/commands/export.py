"""/export: everything a user has logged, as one zip of open formats."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import re
import time
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from storage.attachments import Attachment
from storage.cases import Case
from storage.coach import CoachNote, CoachReport, CoachRow, TemplateRow, WakeRow
from storage.entities import Entry, Measure, ModelCall, Preferences
from storage.job import JobRow
from storage.programme_rows import ProgrammeRow
from storage.proposal import ProposalRow
from storage.reminder import ReminderRow
from storage.stores import Stores
from storage.thought import Kept
from storage.vault import Vault
from units import DAY_S

if TYPE_CHECKING:
    from storage.importers.own import Profile

FOLDER = "exports"
CASES = "cases.json"
_KEPT_SECONDS = DAY_S
_MOST_CALLS = 100_000
_MOST_JOBS = 10_000
_JOB_FILES = "vault/{user}/jobs"
_MEDIA_BYTES = 40 * 1024 * 1024
"""Bots may send files of 50 MB."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 - spreadsheets take these too
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d{1,15})?")
_ABOUT = ("entry", "time", "words", "notes")
"""Columns of the entry; the time is that of the person's clock when it was logged."""
_COLUMNS = (
    "day",
    "domain",
    "name",
    "weight",
    "weight_unit",
    "reps",
    "sets",
    "rpe",
    "distance_m",
    "duration_s",
    "value",
    "unit",
    "warmup",
    "text",
)


_CALL_COLUMNS = (
    "at",
    "kind",
    "mode",
    "agent",
    "provider",
    "model",
    "input_tokens",
    "output_tokens",
    "cached_tokens",
    "price_usd",
    "price_known",
    "latency_ms",
    "outcome",
    "prompts",
)


def csv_safe(value: str) -> str:
    """Text that a spreadsheet will not take for a formula; a number stays one."""
    return f"'{value}" if value.startswith(_FORMULA) and not _NUMBER.fullmatch(value) else value


def measures_csv(entries: Iterable[Entry], zone: ZoneInfo) -> str:
    """One row a measure, oldest day first as given."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow((*_ABOUT, *_COLUMNS))
    for entry in entries:
        at = entry.logged_at.astimezone(zone).strftime("%H:%M")
        about = (entry.id, at, csv_safe(entry.text), csv_safe("; ".join(entry.notes)))
        writer.writerows((*about, *_row(measure)) for measure in entry.measures)
    return out.getvalue()


def domain_csvs(entries: Sequence[Entry], zone: ZoneInfo) -> dict[str, str]:
    """A table a domain, by its path in the zip."""
    domains = dict.fromkeys(measure.domain for entry in entries for measure in entry.measures)
    named = {domain: re.sub(r"[^\w-]+", "_", domain)[:60] for domain in domains}
    return {
        f"csv/{named[domain]}.csv": measures_csv(
            (
                entry.model_copy(update={"measures": tuple(m for m in entry.measures if m.domain == domain)})
                for entry in entries
            ),
            zone,
        )
        for domain in domains
    }


def _row(measure: Measure) -> list[str | float | None]:
    return [_cell(getattr(measure, column)) for column in _COLUMNS]


def _cell(value: object) -> str | float | None:
    if isinstance(value, bool):
        return "yes" if value else None
    if value is None or isinstance(value, int | float):
        return value
    return csv_safe(str(value))


OfCoach = CoachRow | TemplateRow | CoachReport | CoachNote | WakeRow | ProposalRow | Kept


@dataclass(frozen=True, slots=True)
class Everything:
    """What goes into the zip. `markdown` maps a path inside the vault to the file's text."""

    entries: Sequence[Entry]
    markdown: dict[str, str]
    attachments: Sequence[Attachment]
    """Oldest first."""
    calls: Sequence[ModelCall]
    """Of models, newest first."""
    profile: Profile
    zone: ZoneInfo
    programmes: Sequence[ProgrammeRow] = ()
    """Oldest first."""
    reminders: Sequence[ReminderRow] = ()
    """The next first."""
    coaches: Mapping[str, Sequence[OfCoach]] = field(default_factory=dict[str, Sequence[OfCoach]])
    """Coaches, templates, reports, notes, wakes, proposals, kept answers: rows by what they are."""
    cases: Sequence[Case] = ()
    """What was corrected, newest first."""
    jobs: Sequence[JobRow] = ()
    """Newest first."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing worth a file."""
        return not (self.entries or self.attachments or self.programmes or self.reminders or self.jobs)


async def gathered(db: Stores, user_id: int, time_zone: str) -> Everything:
    """All there is of a person."""
    from storage.importers.own import Profile  # noqa: PLC0415 - readers of files are for who exports

    user = await db.people.get_user(user_id)
    chosen = user.preferences.time_zone if user else None
    return Everything(
        zone=ZoneInfo(chosen or time_zone),
        profile=Profile(
            preferences=user.preferences if user else Preferences(),
            memory=await db.contexts.context(user_id),
            imported=tuple(await db.imports.all_imported(user_id)),
            goals=await db.goals.every(user_id),
        ),
        entries=await db.entries.get_entries_by_date_range(user_id, date.min, date.max),
        markdown=await Vault(db.vault, time_zone).markdown(user_id),
        attachments=await db.attachments.attachments(user_id),
        calls=await db.calls.recent_calls(user_id, _MOST_CALLS),
        programmes=await db.programmes.every(user_id),
        reminders=await db.reminders.of_user(user_id),
        coaches=await _coaches(db, user_id),
        jobs=await db.jobs.of_user(user_id, _MOST_JOBS),
        cases=await db.cases.newest(user_id, await db.cases.count(user_id)),
    )


def cases_json(found: Sequence[Case]) -> str:
    """A list: words, then, now."""
    rows = [
        {
            "number": one.number,
            "at": one.at.isoformat(),
            "cause": one.cause,
            "words": one.words,
            "said": one.said,
            "then": _case_rows(one.then.measures),
            "now": None if one.now.deleted else _case_rows(one.now.measures),
        }
        for one in found
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)


def _case_rows(measures: Sequence[Measure]) -> list[object]:
    return [one.model_dump(mode="json", exclude_defaults=True, exclude={"certainty"}) for one in measures]


async def _coaches(db: Stores, user_id: int) -> dict[str, Sequence[OfCoach]]:
    """Empty for whoever never had any."""
    found: dict[str, Sequence[OfCoach]] = {
        "coaches": await db.coaches.every(user_id),
        "templates": await db.coaches.templates(user_id),
        "reports": await db.coaches.every_report(user_id),
        "notes": await db.coaches.every_note(user_id),
        "wakes": await db.wakes.every(user_id),
        "proposals": await db.proposals.every_of_coaches(user_id),
        "answers": await db.thoughts.every(user_id),
    }
    return found if any(found.values()) else {}


def calls_csv(calls: Iterable[ModelCall]) -> str:
    """One row a call."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_CALL_COLUMNS)
    writer.writerows([_cell(getattr(call, column)) for column in _CALL_COLUMNS] for call in calls)
    return out.getvalue()


def pack(everything: Everything, data_dir: Path, target: Path) -> None:
    """Write the zip. Of voice notes and pictures the newest that fit come along; all are listed."""
    from storage.importers.own import ENTRIES, PROFILE  # noqa: PLC0415 - only for who exports

    entries, attachments = everything.entries, everything.attachments
    rows = [entry.model_dump(mode="json") for entry in entries]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ENTRIES, json.dumps(rows, ensure_ascii=False, indent=1))
        archive.writestr(PROFILE, everything.profile.model_dump_json(indent=1))
        archive.writestr("measures.csv", measures_csv(entries, everything.zone))
        for path, text in domain_csvs(entries, everything.zone).items():
            archive.writestr(path, text)
        if everything.reminders:
            kept = [{"due": str(row.due_at), **json.loads(row.body)} for row in everything.reminders]
            archive.writestr("reminders.json", json.dumps(kept, ensure_ascii=False, indent=1))
        if everything.cases:
            archive.writestr(CASES, cases_json(everything.cases))
        if everything.coaches:
            rows_of = {name: [asdict(one) for one in rows] for name, rows in everything.coaches.items()}
            archive.writestr("coaching.json", json.dumps(rows_of, ensure_ascii=False, indent=1, default=str))
        if everything.calls:
            archive.writestr("model-calls.csv", calls_csv(everything.calls))
        if everything.programmes:
            told = [asdict(one) for one in everything.programmes]
            archive.writestr("programmes.json", json.dumps(told, ensure_ascii=False, indent=1, default=str))
        _add_jobs(archive, everything.jobs, data_dir)
        for path, text in everything.markdown.items():
            archive.writestr(f"vault/{path}", text)
        if attachments:
            sent = [attachment.model_dump(mode="json", exclude={"file_id"}) for attachment in attachments]
            archive.writestr("media.json", json.dumps(sent, ensure_ascii=False, indent=1))
        room = _MEDIA_BYTES
        for path in (attachment.path for attachment in reversed(attachments)):
            if path is None or not (file := data_dir / path).is_file():
                continue
            room -= file.stat().st_size
            if room < 0:
                break
            archive.write(file, path, zipfile.ZIP_STORED)


def _add_jobs(archive: zipfile.ZipFile, jobs: Sequence[JobRow], data_dir: Path) -> None:
    """What jobs were asked and became, and the files that they worked in."""
    if not jobs:
        return
    rows = [{**one.model_dump(mode="json", exclude={"shown"}), "body": json.loads(one.body)} for one in jobs]
    archive.writestr("jobs.json", json.dumps(rows, ensure_ascii=False, indent=1))
    for job in jobs:
        root = data_dir / _JOB_FILES.format(user=job.user_id) / job.id
        for path in sorted(root.rglob("*")):
            if path.is_file() and not path.is_symlink():
                archive.write(path, f"vault/jobs/{job.id}/{path.relative_to(root).as_posix()}")


async def write(packing: Callable[[Path], None], data_dir: Path, name: str) -> str:
    """Pack in a thread; the path below the data directory. What was written there long ago goes.

    Raises OSError, and then there is no such file.
    """
    relative = f"{FOLDER}/{name}"
    await asyncio.to_thread(_replace, packing, data_dir / relative)
    return relative


def _replace(packing: Callable[[Path], None], target: Path) -> None:
    for folder in (target.parent.parent, target.parent):
        folder.mkdir(exist_ok=True, mode=0o700)
    for old in target.parent.glob("*.zip"):
        if old.stat().st_mtime < time.time() - _KEPT_SECONDS:
            old.unlink()
    draft = target.with_suffix(".part")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        packing(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
