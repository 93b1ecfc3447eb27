"""Delivery to the bot's webhook: in order within a chat, repeated until it answers 2xx."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx

from telegram_local.state import LocalState, WebhookSettings
from telegram_local.updates import PendingUpdate

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 10.0
_IDLE_CHECK = 0.2


class WebhookDelivery:
    """Posts pending updates while a webhook is set."""

    def __init__(self, state: LocalState, answered: Callable[[str, bytes], Awaitable[None]]) -> None:
        self._state = state
        self._answered = answered
        self._task: asyncio.Task[None] | None = None
        self._lanes: dict[int, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Begin to watch the queue."""
        self._task = asyncio.create_task(self._run(), name="webhook delivery")

    async def stop(self) -> None:
        """Stop; what was not delivered stays queued."""
        tasks = [task for task in (self._task, *self._lanes.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        # Certificates take a while to load: whoever polls need not wait for them.
        while not self._state.webhook.url:  # noqa: ASYNC110  # set once or never: not worth an event
            await asyncio.sleep(_IDLE_CHECK)
        async with httpx.AsyncClient(timeout=30.0, trust_env=False) as http:
            while True:
                changed = self._state.updates.changed()
                if self._state.webhook.url:
                    self._deliver(http)
                # The timeout notices a webhook set, or a lane that ended, while no update came.
                await asyncio.wait({changed}, timeout=_IDLE_CHECK)
                changed.cancel()

    def _deliver(self, http: httpx.AsyncClient) -> None:
        for update in self._state.updates.pending():
            if update.lane not in self._lanes and len(self._lanes) < self._state.webhook.max_connections:
                lane = asyncio.create_task(self._drain(http, update.lane))
                self._lanes[update.lane] = lane
                lane.add_done_callback(lambda _, lane=update.lane: self._lanes.pop(lane, None))

    async def _drain(self, http: httpx.AsyncClient, lane: int) -> None:
        """Deliver a lane's updates one after the other until none is left or the webhook changes."""
        pause = _FIRST_PAUSE
        webhook = self._state.webhook
        while self._state.webhook is webhook:
            waiting = (update for update in self._state.updates.pending() if update.lane == lane)
            update = next(waiting, None)
            if update is None:
                return
            problem = await self._post(http, webhook, update)
            self._state.presence.webhook(works=problem is None)
            if problem is None:
                self._state.confirm([update.update_id])
                pause = _FIRST_PAUSE
                continue
            self._state.delivery.last_error_date = self._state.now()
            self._state.delivery.last_error_message = problem
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _post(
        self, http: httpx.AsyncClient, webhook: WebhookSettings, update: PendingUpdate
    ) -> str | None:
        """Post one update, and do what the answer asks; what went wrong, in Telegram's words, or None."""
        headers = {"Content-Type": "application/json"}
        if webhook.secret_token:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret_token
        try:
            response = await http.post(webhook.url, content=update.body.encode(), headers=headers)
        except httpx.TimeoutException:
            return "Read timeout expired"
        except httpx.HTTPError as error:
            return f"Connection failed: {type(error).__name__}"
        if not response.is_success:
            return f"Wrong response from the webhook: {response.status_code} {response.reason_phrase}"
        if response.content:
            await self._answered(response.headers.get("content-type", ""), response.content)
        return None
