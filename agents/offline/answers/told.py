"""What entries say in their own words, where no figure is wanted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.facts import is_training, samples
from agents.offline.answers.absence import nothing_at_all
from agents.offline.answers.counts import listing
from agents.offline.answers.explain import passage, quoted
from agents.offline.answers.scope import TRAINING, Scope, any_measure, count_figure
from agents.offline.answers.wording import fill
from agents.offline.asking.cues import cues
from agents.offline.lexicon import plain
from agents.offline.routing.requests import beyond_us
from agents.types import Finding, SubQuery
from storage.entities import DateRange, Entry


def without_figures(scope: Scope, part: SubQuery) -> list[Finding]:
    """A word nobody knows, or everything of some days."""
    span = part.date_range
    if part.keywords:
        beyond = re.search(scope.wording.words.asks_beyond, plain(part.question))
        if beyond and not any(_held(entry, [*part.keywords]) for entry in scope.entries):
            return [scope.finding(beyond_us(scope.wording.language), general=True)]
        counting = cues(scope.wording.language).how_many.search(plain(part.question)) is not None
        return about_words(scope, part.keywords, span, counting=counting)
    found = samples(scope.entries, any_measure, span)
    there = [entry for entry in scope.entries if span is None or span.start <= entry.day <= span.end]
    if found:
        return [listing(scope, TRAINING if all(is_training(s.measure) for s in found) else "", found, span)]
    if there:
        return [_quote(scope, entry) for entry in there[:3]]
    return [nothing_at_all(scope, span)]


def about_words(
    scope: Scope, keywords: Sequence[str], span: DateRange | None, *, counting: bool = False
) -> list[Finding]:
    """The entries that hold most of the words."""
    words = [word.lower() for word in keywords]
    skipping = [word for word in cues(scope.wording.language).skip_words if word in words]
    hits = [entry for entry in scope.entries if any(word in entry.text.lower() for word in skipping or words)]
    most = max((_held(entry, words) for entry in hits), default=0)
    hits = [entry for entry in hits if _held(entry, words) == most]
    inside = [entry for entry in hits if span is None or span.start <= entry.day <= span.end]
    if not hits:
        return [scope.finding(scope.say("never_word", name=" ".join(keywords)))]
    told = [
        scope.finding(
            scope.say(
                "logged_word",
                word=_hit(entry, words),
                day=scope.wording.day(entry.day),
                text=passage(entry.text, re.compile(re.escape(_hit(entry, words)))),
            ),
            [entry.id],
        )
        for entry in (inside or hits)[:3]
    ]
    return [*(_counted(scope, inside or hits, words) if counting else ()), *told]


def _counted(scope: Scope, hits: Sequence[Entry], words: list[str]) -> list[Finding]:
    """On how many days it was written of."""
    days = {entry.day for entry in hits}
    if len(days) < 2:
        return []
    named = [entry.id for entry in hits]
    figures = [count_figure(len(days), "days", "days on which it was written of", named)]
    claim = scope.say("written_on", word=_hit(hits[0], words), n=len(days))
    return [scope.finding(claim, named, figures)]


def _held(entry: Entry, words: list[str]) -> int:
    """How many of the words the entry has."""
    return sum(word in entry.text.lower() for word in words)


def _hit(entry: Entry, words: list[str]) -> str:
    """The asked word that the entry holds."""
    return next(word for word in words if word in entry.text.lower())


def _quote(scope: Scope, entry: Entry) -> Finding:
    shown = scope.wording.day(entry.day)
    return scope.finding(
        fill(scope.wording.words.why["felt"], day=shown, text=quoted(entry.text)), [entry.id]
    )
