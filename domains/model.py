"""The Domain model: what a YAML file of `data/` says (requirement 1, section 8)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Base of value objects: immutable and closed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DomainInfo(Frozen):
    """As much of a domain as choosing it needs."""

    name: str
    description: str


class EvaluationRule(Frozen):
    """A rule a reply must keep, in plain words; `check` names the code that can judge it, where one can."""

    text: str
    check: str | None = None
    domain: str = ""


class ActiveDomainContext(Frozen):
    """Base and selected domains put together."""

    domains_loaded: tuple[str, ...]
    vocabulary: dict[str, str]
    expertise: str
    evaluation_rules: tuple[EvaluationRule, ...]
    context_guidance: str
    available_domains: tuple[DomainInfo, ...]
    """Domains that are not loaded."""
