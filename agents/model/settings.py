"""The `llm` section: providers, tiers, who uses which, and what it may cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from pydantic import Field, SecretStr, field_validator, model_validator

from agents.limits import CallLimits
from storage.entities import Frozen

Tier = Literal["low", "medium", "high"]
Api = Literal["ollama", "openai", "azure", "anthropic", "gemini", "openrouter", "compatible"]
AgentName = Literal[
    "router",
    "planner",
    "retriever",
    "analyzer",
    "synthesizer",
    "evaluator",
    "clarifier",
    "parser",
    "observer",
]
NotesStep = Literal["notes_search", "notes_rank", "notes_answer", "notes_summary"]
Specialist = Literal["calendar", "coach", "jobs", "memory", "notes", "services"]
"""Those that ask a model; the one step of most has their own name."""
Step = NotesStep | Literal["calendar", "coach", "evolution", "jobs", "memory", "services"]
Player = AgentName | Step | Literal["picture"]
"""Whom a call is made for: an agent, a step of a specialist, or the reader of pictures."""
TIERS: tuple[Tier, ...] = ("low", "medium", "high")


class Provider(Frozen):
    """Where models are. The key is never logged and never shown."""

    api: Api | None = Field(default=None, description="how it is spoken to; empty: like OpenAI")
    api_key: SecretStr | None = Field(default=None, description="key, from the environment")
    api_base: str | None = Field(default=None, description="address, where it is not the usual one")
    api_version: str | None = Field(default=None, description="azure only")
    parallel: int = Field(default=100, ge=1, description="calls at once, at most")
    context: int | None = Field(
        default=None,
        ge=4096,
        description="tokens a model takes at once, where that is little; asked of ollama",
    )
    output: Literal["tool", "native", "prompted"] = Field(
        default="tool", description="how structured output is asked for"
    )


class AgentChoice(Frozen):
    """Which model plays an agent or a specialist; what is empty holds as usual."""

    tier: Tier | None = Field(default=None, description="low, medium or high")
    provider: str | None = Field(default=None, description="instead of the default provider")


class Budget(Frozen):
    """USD that one person's messages may cost; empty: no limit. At the cap the offline engine answers."""

    user_day: float | None = Field(default=None, ge=0, description="USD a day (of the person's time zone)")
    user_month: float | None = Field(default=None, ge=0, description="USD a calendar month")
    unknown_price: float = Field(
        default=10.0, ge=0, description="USD per million tokens assumed where a model's price is not known"
    )


class MediaModel(Frozen):
    """The model for voice, for pictures or for embeddings."""

    provider: str | None = Field(default=None, description="instead of the default provider")
    model: str | None = Field(default=None, description="instead of the provider's usual one for this")


class Target(Frozen):
    """One model at one provider. `litellm_model` is the name that litellm knows it by."""

    provider: str
    api: Api
    tier: Tier | None
    model: str
    api_key: SecretStr | None = None
    api_base: str | None = None
    api_version: str | None = None
    parallel: int = 100
    context: int | None = None
    output: Literal["tool", "native", "prompted"] = "tool"

    @property
    def litellm_model(self) -> str:
        """With litellm's prefix for the way it is spoken to."""
        return f"{PREFIX[self.api]}/{self.model}"


PREFIX: dict[Api, str] = {
    "ollama": "ollama_chat",
    "openai": "openai",
    "azure": "azure",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "openrouter": "openrouter",
    "compatible": "openai",
}
_BUILT_IN: dict[str, dict[str, object]] = {
    "ollama": {
        "api": "ollama",
        "api_base": "http://localhost:11434",
        "parallel": 2,
        "context": 16384,
        "output": "native",
    },
    "openai": {"api": "openai", "api_base": "https://api.openai.com/v1"},
    "anthropic": {"api": "anthropic", "api_base": "https://api.anthropic.com"},
    "gemini": {"api": "gemini", "api_base": "https://generativelanguage.googleapis.com/v1beta"},
    "openrouter": {"api": "openrouter", "api_base": "https://openrouter.ai/api/v1"},
    "azure": {"api": "azure", "api_version": "2025-04-01-preview"},
}
"""Addresses are spelled out: litellm would else take one from whatever is in the environment."""
_TIER_MODELS: dict[str, dict[str, str]] = {
    "low": {
        "ollama": "qwen2.5:7b",
        "openai": "gpt-5.4-nano",
        "anthropic": "claude-haiku-4-5",
        "gemini": "gemini-2.5-flash-lite",
        "openrouter": "anthropic/claude-haiku-4.5",
    },
    "medium": {
        "ollama": "qwen2.5:14b",
        "openai": "gpt-5.4-mini",
        "anthropic": "claude-haiku-4-5",
        "gemini": "gemini-2.5-flash",
        "openrouter": "anthropic/claude-haiku-4.5",
    },
    "high": {
        "ollama": "qwen2.5:32b",
        "openai": "gpt-5.4",
        "anthropic": "claude-sonnet-4-6",
        "gemini": "gemini-2.5-pro",
        "openrouter": "anthropic/claude-sonnet-4.6",
    },
}
_AGENT_TIERS: dict[AgentName, Tier] = {
    "router": "low",
    "retriever": "low",
    "parser": "medium",
    "clarifier": "medium",
    "synthesizer": "medium",
    "observer": "medium",
    "planner": "high",
    "analyzer": "high",
    "evaluator": "high",
}
_STEPS: dict[Step, tuple[Specialist, Tier]] = {
    "calendar": ("calendar", "low"),
    "coach": ("coach", "low"),
    "evolution": ("coach", "medium"),
    "jobs": ("jobs", "high"),
    "memory": ("memory", "low"),
    "services": ("services", "medium"),
    "notes_search": ("notes", "low"),
    "notes_rank": ("notes", "low"),
    "notes_answer": ("notes", "medium"),
    "notes_summary": ("notes", "low"),
}
"""Whose step it is, and its usual tier."""
_VOICE = {"openai": "gpt-4o-mini-transcribe", "azure": "whisper-1", "gemini": "gemini-2.5-flash"}


def _over(usual: object, given: object) -> object:
    """`given` laid over `usual`, key by key; an empty value leaves the usual one."""
    if given is None:
        return usual
    if not isinstance(usual, Mapping) or not isinstance(given, Mapping):
        return given  # pyright: ignore[reportUnknownVariableType] - as YAML has it
    base, changes = cast("Mapping[str, object]", usual), cast("Mapping[str, object]", given)
    return {**base, **{key: _over(base.get(key), value) for key, value in changes.items()}}


NONE = "none"
"""In place of the default provider: no model at all."""

_LONGEST_NAME = 20
"""Of a provider, as it is told in a message: what is longer may be a key in the wrong place."""


class LlmSettings(Frozen):
    """Models, or none: with no provider named and no key set, the offline engine plays alone."""

    default_provider: str | None = Field(
        default=None, description="one of the providers; empty: the first with a key; none: no model"
    )
    fallback_provider: str | None = Field(default=None, description="asked when the default one fails")
    providers: dict[str, Provider] = Field(default={}, validate_default=True, description="where models are")
    tiers: dict[Tier, dict[str, str]] = Field(
        default={}, validate_default=True, description="per tier: provider to model"
    )
    agents: dict[AgentName, AgentChoice] = Field(
        default={}, validate_default=True, description="which tier plays which agent"
    )
    specialists: dict[Specialist, AgentChoice] = Field(
        default={}, description="which model plays all steps of a specialist; empty: each step as usual"
    )
    fewer_calls: bool = Field(
        default=True, description="answer what is certain by code and put several agents into one call"
    )
    profile: Literal["full", "small"] = Field(
        default="full", description="small: flat forms and short prompts, for models of about 8B"
    )
    examples: bool = Field(
        default=False,
        description="with profile small: examples in the prompts (their worth was not measured)",
    )
    quick: Literal["offline", "low"] = Field(
        default="offline", description="what a quick answer uses: no model, or the low tier"
    )
    budget: Budget = Budget()
    voice: MediaModel = MediaModel()
    pictures: MediaModel = MediaModel()
    embeddings: MediaModel = MediaModel()

    @model_validator(mode="before")
    @classmethod
    def _none_at_all(cls, value: object) -> object:
        """No default provider on purpose: then nobody stands in for it either."""
        if not isinstance(value, dict):
            return value
        given = cast("dict[str, object]", value)
        named = given.get("default_provider")
        if not isinstance(named, str) or named.casefold() != NONE:
            return given
        return {**given, "default_provider": NONE, "fallback_provider": None}

    @field_validator("providers", mode="before")
    @classmethod
    def _usual_providers(cls, value: object) -> object:
        return _over(_BUILT_IN, value)

    @field_validator("tiers", mode="before")
    @classmethod
    def _usual_tiers(cls, value: object) -> object:
        return _over(_TIER_MODELS, value)

    @field_validator("agents", mode="before")
    @classmethod
    def _usual_agents(cls, value: object) -> object:
        return _over({name: {"tier": tier} for name, tier in _AGENT_TIERS.items()}, value)

    @model_validator(mode="after")
    def _everything_named_exists(self) -> LlmSettings:
        named = {
            "default_provider": None if self.default_provider == NONE else self.default_provider,
            "fallback_provider": self.fallback_provider,
            "voice.provider": self.voice.provider,
            "pictures.provider": self.pictures.provider,
            "embeddings.provider": self.embeddings.provider,
            **{f"agents.{name}.provider": choice.provider for name, choice in self.agents.items()},
            **{f"specialists.{name}.provider": one.provider for name, one in self.specialists.items()},
        }
        for key, provider in named.items():
            if provider is not None and provider not in self.providers:
                known = ", ".join(self.providers)
                told = repr(provider) if len(provider) <= _LONGEST_NAME else "of that name"
                raise ValueError(f"{key}: there is no provider {told} (there are: {known})")
        for key, provider in named.items():
            if provider is None or key.startswith(("voice", "embeddings")):
                continue
            missing = next((tier for tier in TIERS if provider not in self.tiers.get(tier, {})), None)
            if missing is not None:
                raise ValueError(f"{key}: tiers.{missing} names no model of {provider!r}")
        for name in {self.provider, *named.values()} - {None}:
            provider = self.providers[cast("str", name)]
            if provider.api_base is None and (provider.api or "compatible") in {"compatible", "azure"}:
                raise ValueError(f"providers.{name}: needs an api_base")
        return self

    @property
    def provider(self) -> str | None:
        """The default provider: as configured, else the first that has a key and models; None: no models."""
        if self.default_provider is not None:
            return None if self.default_provider == NONE else self.default_provider
        return next(
            (
                name
                for name, provider in self.providers.items()
                if provider.api_key is not None and all(name in self.tiers.get(tier, {}) for tier in TIERS)
            ),
            None,
        )

    @property
    def enabled(self) -> bool:
        """Whether any model is configured."""
        return self.provider is not None

    @property
    def callable(self) -> bool:
        """Whether there is any model to call, be it for voice or pictures alone."""
        return self.enabled or bool(self.voice_targets()) or self.picture_target() is not None

    def targets(
        self, agent: Player, tier: Tier | None = None, model: str | None = None
    ) -> tuple[Target, ...]:
        """The models for an agent in the order to try them: its own provider, then the fallback.

        `model`: the first provider's, instead of the tier's.
        """
        if agent == "picture":
            return self._picture_targets()
        choice, usual = self._choice(agent)
        tier = tier or choice.tier or usual
        names = (choice.provider or self.provider, self.fallback_provider)
        found = [self.target(name, tier) for name in dict.fromkeys(names) if name is not None]
        if model is not None and found:
            found[0] = self._at(found[0].provider, model, tier)
        return tuple(found)

    def _choice(self, agent: AgentName | Step) -> tuple[AgentChoice, Tier]:
        """What was chosen for an agent or a step, and its usual tier."""
        step = _STEPS.get(cast("Step", agent))
        if step is None:
            own = cast("AgentName", agent)
            return self.agents[own], _AGENT_TIERS[own]
        return self.specialists.get(step[0], AgentChoice()), step[1]

    def fitting(self, limits: CallLimits) -> CallLimits:
        """The limits, with prompts no larger than every model that plays an agent can take."""
        rooms = [
            target.context - limits.output_tokens
            for agent in self.agents
            for target in (self.targets(agent) if self.enabled else ())
            if target.context is not None
        ]
        smallest = min((limits.prompt_tokens, *rooms))
        return limits.model_copy(update={"prompt_tokens": max(smallest, 2000)})

    def target(self, provider: str, tier: Tier) -> Target:
        """The model of a tier at a provider."""
        return self._at(provider, self.tiers[tier][provider], tier)

    def voice_targets(self) -> tuple[Target, ...]:
        """The models that write down voice notes, in the order to try them; none: nobody can.

        The fallback provider is asked with its usual model: `voice.model` is another's.
        """
        first, other = self.voice.provider or self.provider, self.fallback_provider
        chosen = [(first, self.voice.model), (other if other != first else None, None)]
        return tuple(
            self._at(name, model, None)
            for name, own in chosen
            if name is not None and (model := own or _VOICE.get(self._api(name))) is not None
        )

    def picture_target(self) -> Target | None:
        """The model that reads pictures; None: nobody can."""
        name = self.pictures.provider or self.provider
        if name is None:
            return None
        return self._at(name, self.pictures.model or self.tiers["medium"][name], "medium")

    def embedding_target(self) -> Target | None:
        """The model that makes vectors; None: none is named, or nobody to ask it of."""
        name, model = self.embeddings.provider or self.provider, self.embeddings.model
        return self._at(name, model, None) if name is not None and model is not None else None

    def _picture_targets(self) -> tuple[Target, ...]:
        first = self.picture_target()
        if first is None:
            return ()
        other = self.fallback_provider
        return (first,) if other in (None, first.provider) else (first, self.target(other, "medium"))

    def _api(self, name: str) -> Api:
        return self.providers[name].api or "compatible"

    def _at(self, name: str, model: str, tier: Tier | None) -> Target:
        provider = self.providers[name]
        return Target(
            provider=name,
            api=self._api(name),
            tier=tier,
            model=model,
            api_key=provider.api_key,
            api_base=provider.api_base,
            api_version=provider.api_version,
            parallel=provider.parallel,
            context=provider.context,
            output=provider.output,
        )
