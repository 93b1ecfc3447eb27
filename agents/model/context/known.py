"""What the loaded domains know in general, as far as it may bear on a question."""

from __future__ import annotations

from collections.abc import Collection

from domains.model import ActiveDomainContext


def known_of(context: ActiveDomainContext, names: Collection[str]) -> str:
    """The expertise of the base and of the loaded domains of these names; of all where none of them is."""
    loaded = [domain for domain in context.domains if domain.expertise.strip()]
    told = [domain for domain in loaded if domain.base or domain.name in names]
    if all(domain.base for domain in told):
        return context.expertise
    return "\n\n".join(f"## {domain.name}\n{domain.expertise.strip()}" for domain in told)
