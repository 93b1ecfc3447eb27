"""The five steps: intent, searches, ranking, reading, answer. At most three calls, none without a model.

A step whose call fails is played by code: the question's own words are searched, the search's order stays,
what was found is quoted. No model reads anything but the person's question and pages, and none can act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from agents.limits import CallLimits
from agents.model.calls.ask import Ask, W
from agents.model.checks.cleaned import is_foreign, languages, line
from agents.model.checks.cleaned import plain as cleaned
from agents.notes.intelligence import asks
from agents.notes.intelligence.asks import Question
from agents.notes.intelligence.forms import (
    AnswerWire,
    Citation,
    NoteFound,
    NotesAnswer,
    Pages,
    RankedResult,
    RankingWire,
    SearchStrategy,
    StrategyWire,
    SynthesizedAnswer,
)
from agents.notes.intelligence.held import Ground, stands_in
from agents.notes.settings import Intelligence
from agents.notes.source import NotesError

_QUERY, _QUOTE, _GAPS, _FOLLOW_UP = 200, 300, 300, 60
_FOLLOW_UPS = 3
_FALLBACKS = 3
_K = 60
"""Of reciprocal rank fusion."""
_UNRELATED = 0.15
"""A page judged so is left out, as long as others are left."""
_SHORTEST = 8
"""Characters of a quotation that says something."""
_A_PAGE = 8000
_CHARACTERS_A_TOKEN = 2
"""Korean has few."""
_OF_PROMPT = 0.6
"""The share of a prompt that pages may take."""
_WITH_SEARCH, _WITH_RANKING = 2, 3
"""Calls that it takes."""
_LEFT_OUT = 0.5
"""What is left of the confidence where sentences did not hold."""


class Models(Protocol):
    """The way to models, paid by whom the current session is of."""

    async def ask(self, ask: Ask[W]) -> W | None:
        """A model's answer; None: nobody answered."""
        ...


@dataclass(frozen=True, slots=True)
class NotesIntelligence:
    """Answers a question of one person's, by whatever of `settings` is switched on."""

    settings: Intelligence
    models: Models
    prompt_tokens: int = CallLimits().prompt_tokens
    overview: str = ""
    """What the notes are about, as the injectors tell it."""
    calls: int = 3
    """That may be made: the answer before all, then what to search for, then the ranking."""

    async def answer(self, asked: Question, pages: Pages, max_pages: int | None = None) -> NotesAnswer:
        """`max_pages` to read, 1 to 10; None: as configured. Raises NotesError: no search was possible."""
        strategy = await self._strategy(asked)
        most = min(max(max_pages or self.settings.fetch_top_n, 1), 10)
        found = await self._searched(strategy, asked, pages, most)
        ranked = await self._ranked(asked, found, most)
        if not self.settings.answer_synthesis or not ranked:
            return NotesAnswer(strategy=strategy, found=tuple(ranked))
        read = await _fetched(ranked, pages, most)
        told = await self._written(asked, read) if read else None
        answer = None if told is None else self._held(told, asked, read)
        refused = told is not None and answer is None
        return NotesAnswer(strategy=strategy, found=tuple(read or ranked), answer=answer, refused=refused)

    async def _strategy(self, asked: Question) -> SearchStrategy:
        """Step 1: intent."""
        floor = SearchStrategy(primary_queries=(asked.own_search,))
        if not self.settings.query_expansion or self.calls < _WITH_SEARCH:
            return floor
        most = 1 if asked.scope == "precise" else self.settings.max_queries
        told = await self.models.ask(asks.search(asked, self.overview, most, floor))
        return floor if told is None else _strategy(told, asked, most)

    async def _searched(
        self, strategy: SearchStrategy, asked: Question, pages: Pages, wanted: int
    ) -> list[RankedResult]:
        """Step 2: searches, the question's own words among them; then the fallbacks, if those find little."""
        first = await _all([asked.own_search, *strategy.primary_queries], pages, self.settings.rerank_top_n)
        found = _fused(first)
        if len(found) < wanted and strategy.fallback_queries:
            more = await _all(strategy.fallback_queries, pages, self.settings.rerank_top_n)
            found = _fused([*first, *more])
        return found[: max(self.settings.rerank_top_n, wanted)]

    async def _ranked(self, asked: Question, found: list[RankedResult], wanted: int) -> list[RankedResult]:
        """Step 3: what answers the question first; where all are read, there is nothing to choose."""
        if not self.settings.llm_reranking or self.calls < _WITH_RANKING or len(found) <= wanted:
            return found
        told = await self.models.ask(asks.rank(asked, found))
        return found if told is None else _reranked(told, found)

    async def _written(self, asked: Question, read: Sequence[RankedResult]) -> AnswerWire | None:
        """Step 5: the answer; None: nobody wrote one, or the pages hold none."""
        told = await self.models.ask(asks.answer(asked, read, self._characters(read)))
        return told if told is not None and told.answer.strip() else None

    def _held(
        self, told: AnswerWire, asked: Question, read: Sequence[RankedResult]
    ) -> SynthesizedAnswer | None:
        """It with what bears it out; None: nothing does, or it is in a language that nobody asked in."""
        citations = _citations(told, read)
        ground = _ground(asked, read, self._characters(read))
        text, is_whole = ground.kept(cleaned(told.answer, [one.content or "" for one in read]))
        if not citations or not text or is_foreign(text, languages(asked.text, asked.profile)):
            return None
        gaps, _ = ground.kept(line(told.gaps_identified, _GAPS))
        suggested = (one for one in _lines(told.follow_up_suggestions, _FOLLOW_UP + 1) if ground.bears(one))
        return SynthesizedAnswer(
            answer=text,
            confidence=min(max(told.confidence, 0.0), 1.0) * (1 if is_whole else _LEFT_OUT),
            citations=tuple(citations),
            gaps_identified=gaps or None,
            follow_up_suggestions=tuple(one for one in suggested if len(one) <= _FOLLOW_UP)[:_FOLLOW_UPS],
        )

    def _characters(self, read: Sequence[RankedResult]) -> int:
        """Of each page that are shown."""
        return min(_A_PAGE, round(self.prompt_tokens * _CHARACTERS_A_TOKEN * _OF_PROMPT / len(read)))


def _strategy(told: StrategyWire, asked: Question, most: int) -> SearchStrategy:
    queries = _lines(told.primary_queries, _QUERY)[:most]
    return SearchStrategy(
        primary_queries=tuple(queries) or (asked.own_search,),
        fallback_queries=tuple(one for one in _lines(told.fallback_queries, _QUERY) if one not in queries)[
            :_FALLBACKS
        ],
        expected_content_type=line(told.expected_content_type, _QUERY),
        reasoning=line(told.reasoning, _QUERY),
    )


def _lines(texts: Iterable[str], longest: int) -> list[str]:
    return list(dict.fromkeys(told for text in texts if (told := line(text, longest))))


async def _all(queries: Iterable[str], pages: Pages, most: int) -> list[Sequence[NoteFound]]:
    """What each query finds. Raises NotesError where none could be made."""
    found: list[Sequence[NoteFound]] = []
    failed: NotesError | None = None
    for query in dict.fromkeys(queries):
        try:
            found.append(await pages.search(query, most))
        except NotesError as error:
            failed = error
    if failed is not None and not found:
        raise failed
    return found


def _fused(searches: Iterable[Sequence[NoteFound]]) -> list[RankedResult]:
    """Each page once, by reciprocal rank, with all that was found in it."""
    scores: dict[str, float] = {}
    pages: dict[str, NoteFound] = {}
    quotes: dict[str, dict[str, None]] = {}
    for search in searches:
        for place, one in enumerate(search):
            scores[one.page_id] = scores.get(one.page_id, 0.0) + 1 / (_K + place)
            pages.setdefault(one.page_id, one)
            quotes.setdefault(one.page_id, {})[one.quote] = None
    ranked = sorted(scores, key=lambda one: -scores[one])
    return [_result(pages[one], tuple(quotes[one])) for one in ranked]


def _result(page: NoteFound, quotes: tuple[str, ...]) -> RankedResult:
    return RankedResult(
        page_id=page.page_id, title=page.title, path=page.path, workspace=page.workspace, url=page.url,
        summary=page.summary, day=page.day, quotes=quotes,
    )  # fmt: skip


def _reranked(told: RankingWire, found: Sequence[RankedResult]) -> list[RankedResult]:
    """By the model's scores; a page that it does not name stays behind those, in the search's order."""
    scored: dict[int, RankedResult] = {}
    for one in told.pages:
        if 1 <= one.page <= len(found) and one.page not in scored:
            score = min(max(one.relevance_score, 0.0), 1.0)
            why = line(one.relevance_reasoning, _QUERY)
            scored[one.page] = found[one.page - 1].model_copy(
                update={"relevance_score": score, "relevance_reasoning": why}
            )
    judged = sorted(scored, key=lambda number: -scored[number].relevance_score)
    related = [scored[number] for number in judged if scored[number].relevance_score >= _UNRELATED]
    others = [one for number, one in enumerate(found, 1) if number not in scored]
    return [*related, *others] or list(found)


async def _fetched(ranked: Sequence[RankedResult], pages: Pages, most: int) -> list[RankedResult]:
    """Step 4: the first pages that are still there, as they are now."""
    read: list[RankedResult] = []
    for one in ranked:
        if len(read) == most:
            break
        page = await pages.read(one.page_id)
        if page is not None:
            read.append(one.model_copy(update={"content": page.text, "is_live": page.is_live}))
    return read


def _ground(asked: Question, read: Sequence[RankedResult], characters: int) -> Ground:
    texts = [(f"{one.title}\n{asks.shown(one, characters)}", _day(one)) for one in read]
    return Ground(texts, asked.own_search, asked.now)


def _day(page: RankedResult) -> date:
    try:
        return date.fromisoformat(page.day)
    except ValueError:
        return date.min


def _citations(told: AnswerWire, read: Sequence[RankedResult]) -> list[Citation]:
    """Those whose words stand in their page, one a page and quotation."""
    found: dict[tuple[str, str], Citation] = {}
    for one in told.citations:
        if not 1 <= one.page <= len(read):
            continue
        page, quote = read[one.page - 1], " ".join(one.quote.split())[:_QUOTE]
        texts = (page.content or "", *page.quotes)
        if len(quote) >= _SHORTEST and any(stands_in(quote, text) for text in texts):
            found[page.page_id, quote] = _citation(page, quote)
    return list(found.values())


def _citation(page: RankedResult, quote: str) -> Citation:
    return Citation(
        page_id=page.page_id, title=page.title, path=page.path, url=page.url, day=page.day, quote=quote
    )
