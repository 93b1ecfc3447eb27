"""`GET /metrics`: the counters and the state of the database, in the text format of Prometheus.

No label holds a user, a chat or anybody's words. `docs/http.md` lists what is here; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from importlib.metadata import version

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from bot.process.counters import Counters
from storage.counts import Counts, Vitals

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Snapshot:
    """A collector of one moment."""

    def __init__(self, counters: Counters, counts: Counts, vitals: Vitals, now: datetime) -> None:
        self._tally = counters
        self._counts = counts
        self._vitals = vitals
        self._now = now

    def collect(self) -> Iterator[Metric]:
        """Every metric."""
        yield _gauge("build_info", "The version that runs.", [((version("swealog"),), 1)], ("version",))
        yield from self._messages()
        yield from self._models()
        yield from self._state()

    def _messages(self) -> Iterator[Metric]:
        counters = self._tally
        kinds = "Updates from Telegram; known: repeated and dropped."
        updates = {(what,): counters.updates[what] for what in ("new", "known")}
        yield _counter("updates", kinds, updates.items(), ("kind",))
        turns = {(what,): counters.turns[what] for what in ("finished", "asked")}
        yield _counter("turns", "Messages worked on, by what became of them.", turns.items(), ("outcome",))
        replies = {(what,): counters.replies[what] for what in ("queued", "sent", "failed")}
        yield _counter("replies", "Replies by what became of them.", replies.items(), ("outcome",))
        yield _counter("entries_stored", "Entries stored.", [((), counters.entries)])
        requests = {(route, str(status)): count for (route, status), count in counters.requests.items()}
        yield _counter("http_requests", "HTTP requests.", requests.items(), ("route", "status"))

    def _models(self) -> Iterator[Metric]:
        counters, made = self._tally, ("provider", "model")
        yield _counter("model_calls", "Calls to language models.", counters.calls.items(), (*made, "outcome"))
        yield _counter("model_tokens", "Tokens of those calls.", counters.tokens.items(), (*made, "kind"))
        yield _counter("model_cost_usd", "What they cost.", counters.spent.items(), made)

    def _state(self) -> Iterator[Metric]:
        counts, vitals = self._counts, self._vitals
        yield _gauge("entries", "Entries there are.", [((), counts.entries)])
        yield _gauge("users", "People there are.", [((), counts.users)])
        yield _gauge("inbox_unfinished", "Updates and requests not done yet.", [((), counts.updates)])
        unfinished = {(status,): vitals.turns.get(status, 0) for status in ("ready", "waiting", "parked")}
        yield _gauge("turns_unfinished", "Turns not done yet.", unfinished.items(), ("status",))
        yield _gauge("questions_open", "Questions that wait for an answer.", [((), counts.questions)])
        yield _gauge("replies_queued", "Replies not sent yet.", [((), counts.queued)])
        yield _gauge("replies_undeliverable", "Replies that can't be delivered.", [((), counts.failed)])
        lag = {("inbox",): self._since(vitals.oldest_update), ("outbox",): self._since(vitals.oldest_reply)}
        yield _gauge("lag_seconds", "Age of the oldest that is not done.", lag.items(), ("queue",))

    def _since(self, moment: datetime | None) -> float:
        return 0.0 if moment is None else max(0.0, (self._now - moment).total_seconds())


def _gauge(
    name: str, says: str, values: Iterable[tuple[Sequence[str], float]], labels: tuple[str, ...] = ()
) -> Metric:
    metric = GaugeMetricFamily(f"swealog_{name}", says, labels=labels)
    for label, value in values:
        metric.add_metric(label, value)
    return metric


def _counter(
    name: str, says: str, values: Iterable[tuple[Sequence[str], float]], labels: tuple[str, ...] = ()
) -> Metric:
    metric = CounterMetricFamily(f"swealog_{name}", says, labels=labels)
    for label, value in values:
        metric.add_metric(label, value)
    return metric


def page(counters: Counters, counts: Counts, vitals: Vitals, now: datetime) -> bytes:
    """The page."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Snapshot(counters, counts, vitals, now))
    return generate_latest(registry)
