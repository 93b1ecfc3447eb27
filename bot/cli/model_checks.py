"""What `swealog doctor` says about models: which are configured, and on request what calling each brings."""

from __future__ import annotations

from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from agents.model.calls.ask import Outcome
from agents.model.settings import TIERS, LlmSettings, Target
from agents.profile import Profile
from bot.cli.checks import Check
from bot.settings import Settings
from storage.errors import StorageError
from storage.preparation import FILE_NAME
from storage.stores import Stores

if TYPE_CHECKING:
    from agents.model.calls.accounts import Ledger
    from agents.model.calls.cascade import TierCheck

_OPEN = ("ollama", "compatible")
"""Servers that may want no key."""
_MEND: dict[Outcome, str] = {
    Outcome.AUTH: "copy the key again",
    Outcome.BAD_REQUEST: "check the model's name in llm.tiers",
    Outcome.CONNECTION: "check the network and api_base; is the server running?",
    Outcome.SERVER_ERROR: "see what the provider says; it is there, and fails",
    Outcome.RATE_LIMITED: "wait, or check your plan at the provider",
    Outcome.MALFORMED: "try another `output` for this provider (native, prompted), or a larger model",
    Outcome.KEPT: "try another `output` for this provider (native, prompted), or a larger model",
    Outcome.TIMEOUT: "it answers too late: raise limits.calls, or take a smaller model",
}

_SAYS: dict[Outcome, str] = {Outcome.CONNECTION: "unreachable", Outcome.TIMEOUT: "too slow"}
"""What is mended differently is told in words."""


def configured(settings: Settings) -> Check:
    """Which models would be asked; nobody is."""
    llm = settings.llm
    if not llm.enabled:
        return Check("models", ok=True, says="none configured: the offline engine does everything")
    keyless = [t.provider for t in _targets(llm) if t.api not in _OPEN and t.api_key is None]
    if keyless:
        says = f"no key for {', '.join(dict.fromkeys(keyless))}"
        return Check("models", ok=False, says=says, mend="set api_key there, or name another provider")
    named = "; ".join(
        f"{provider}: " + ", ".join(f"{tier} {llm.target(provider, tier).model}" for tier in TIERS)
        for provider in _providers(llm)
    )
    return Check("models", ok=True, says=f"{named} (`swealog doctor --models` calls each once)")


async def called(settings: Settings) -> list[Check]:
    """Each of them asked once."""
    if not settings.llm.enabled:
        return [configured(settings)]
    from agents.model.calls.accounts import NoLedger  # noqa: PLC0415 - only when models are asked for
    from agents.model.calls.cascade import Cascade  # noqa: PLC0415

    async def nobody(user_id: int) -> Profile:
        return settings.profile.profile(user_id)

    async with AsyncExitStack() as open_:
        ledger: Ledger = NoLedger()
        if (settings.data / FILE_NAME).exists():
            with suppress(StorageError):  # told by the check of the database
                ledger = (await open_.enter_async_context(Stores.opened(settings.data))).calls
        cascade = Cascade(settings.llm, settings.limits.calls, ledger, lambda: datetime.now(UTC), nobody)
        await cascade.warm()
        return [_told(await cascade.check(target)) for target in _targets(settings.llm)]


def _providers(llm: LlmSettings) -> list[str]:
    return list(dict.fromkeys(name for name in (llm.provider, llm.fallback_provider) if name is not None))


def _targets(llm: LlmSettings) -> list[Target]:
    """Each tier of each provider that may be asked, and who sees pictures."""
    tiers = [llm.target(each, tier) for each in _providers(llm) for tier in TIERS]
    others = [target for agent in llm.agents for target in llm.targets(agent)]
    sees = llm.picture_target()
    wanted = [*tiers, *others, *([sees] if sees is not None else [])]
    return list({(target.provider, target.tier, target.model): target for target in wanted}.values())


def _told(check: TierCheck) -> Check:
    name = f"model {check.target.provider} {check.target.tier}"
    if check.outcome is not Outcome.OK:
        says = f"{_title(check.target)}: {_SAYS.get(check.outcome, check.outcome)}. {check.detail}"
        return Check(name, ok=False, says=says, mend=_MEND.get(check.outcome, "see what the provider says"))
    price = f"${check.price.usd:.6f}" + ("" if check.price.known else " (assumed: its price is not known)")
    says = f"{_title(check.target)}: {check.seconds:.2f} s, {price}, structured output works"
    return Check(name, ok=True, says=says)


def _title(target: Target) -> str:
    return f"{target.model} ({target.output})"
