"""A report: sentences with slots, held and rendered by code, with the entries that its figures rest on."""

from __future__ import annotations

from agents.coaches.material import Material
from agents.truth import tell
from storage.coach import CoachReport
from storage.entities import Frozen

_MOST = 6
"""Entries that a report has buttons for."""


class Report(Frozen):
    """One version. `draft` has slots, `text` is what the person reads; `by`: who wrote it."""

    draft: str
    text: str
    evidence: tuple[str, ...] = ()
    template_version: int = 0
    by: str = ""


def rendered(draft: str, material: Material, version: int, *, by: str = "", code: bool = True) -> Report:
    """Without the sentences that do not hold."""
    told = tell(draft, material.sheet(), code=code).kept
    slots = [figure for figure in material.figures if figure.entries]
    ids = dict.fromkeys(entry for figure in slots for entry in figure.entries[:2])
    known = {entry.id for entry in material.entries} or set(ids)
    evidence = tuple(one for one in ids if one in known)[:_MOST]
    return Report(draft=draft, text=told.text, evidence=evidence, template_version=version, by=by)


def report_of(row: CoachReport) -> Report:
    """From a row's body."""
    return Report.model_validate_json(row.body)
