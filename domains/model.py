"""The Domain model: what a YAML file of `data/` says (requirement 1, section 8)."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from domains.checks import ATTRIBUTES, FieldSpec, Measured, Wrong, problems, record_model
from domains.muscles import places_of
from domains.terms import Terms, Words, spellings

Shape = Literal["sets", "bouts", "metrics"]
"""How a domain is recorded: strength sets, bouts of endurance work, single metrics."""


class Frozen(BaseModel):
    """Base of value objects: immutable and closed. Built when first used, which a start does not wait for."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class DomainInfo(Frozen):
    """As much of a domain as choosing it needs."""

    name: str
    description: str
    cues: tuple[str, ...] = ()
    """Words that hint at the domain without being a measure ("gym", "slept in"), lower case."""
    patterns: tuple[str, ...] = ()
    """Regular expressions over lower-case text for its notation (`185x5`)."""
    base: bool = False

    @cached_property
    def hints(self) -> frozenset[str]:
        """The cues, to be looked up."""
        return frozenset(self.cues)

    @cached_property
    def notation(self) -> re.Pattern[str] | None:
        """All patterns as one."""
        return re.compile("|".join(f"(?:{one})" for one in self.patterns)) if self.patterns else None


class EvaluationRule(Frozen):
    """A rule a reply must keep, in plain words; `check` names the code that can judge it, where one can."""

    text: str
    check: str | None = None
    domain: str = ""


class Reason(Frozen):
    """General knowledge about ups and downs: said, and marked as general, where the user's data is silent.

    `about` names the measures or domains that explain; `when` holds words of a question that make it
    apply, none = always.
    """

    about: tuple[str, ...]
    text: str
    when: Words = ()
    domain: str = ""


class MeasureSpec(Frozen):
    """Something that is recorded under its own name: an exercise, a kind of bout."""

    name: str
    shape: Shape | None = None
    """Where it differs from its domain's."""
    terms: Terms = {}
    muscles: Words = ()
    """Those it mainly works, the first of them most."""
    secondary: Words = ()
    """Muscles that help."""
    equipment: str = ""
    unilateral: bool = False
    """Done one side at a time."""
    bodyweight: float = Field(0.0, ge=0, le=1)
    """The share of the body's weight that is moved."""
    sort_of: str = ""
    """The measure that it is a sort of: whoever hikes walks."""
    avoid: Words = ()
    """Painful places that rule it out ("shoulder", "lower back"); none = those of its muscles."""


class BodyPart(Frozen):
    """A place of the body, with the words for it."""

    name: str
    terms: Terms = {}


class Example(Frozen):
    """A message and what it must give, in the notation of `evals.expected`; none = nothing."""

    text: str
    measures: tuple[str, ...] = ()


class Domain(Frozen):
    """One domain as its file says it; `fields` and `measures` keep the file's order."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]*$")
    description: str
    base: bool = False
    """Always loaded, whatever a message is about."""
    shape: Shape = "metrics"
    fields: tuple[FieldSpec, ...] = ()
    measures: tuple[MeasureSpec, ...] = ()
    body_parts: tuple[BodyPart, ...] = ()
    """Places that can hurt; `MeasureSpec.avoid` speaks of them."""
    cues: Terms = {}
    patterns: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    """Domains that explain this one's ups and downs."""
    expertise: str = ""
    reasons: tuple[Reason, ...] = ()
    evaluation_rules: tuple[EvaluationRule, ...] = ()
    context_management_guidance: str = ""
    examples: tuple[Example, ...] = ()

    @field_validator("fields", "measures", "body_parts", mode="before")
    @classmethod
    def _from_mapping(cls, raw: object) -> object:
        """In YAML these are mappings from a name to the rest: `squat: {en: [squats], ko: [스쿼트]}`."""
        if not isinstance(raw, dict):
            return raw
        given = cast("dict[str, object]", raw)
        return [_named(str(name), rest) for name, rest in given.items()]

    @field_validator("patterns")
    @classmethod
    def _patterns_compile(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is no regular expression: {error}") from None
        return patterns

    @model_validator(mode="before")
    @classmethod
    def _label(cls, raw: object) -> object:
        """Rules may be bare sentences; rules and reasons are labelled with the domain they come from."""
        if not isinstance(raw, dict):
            return raw
        data = dict(cast("dict[str, object]", raw))
        for key in ("evaluation_rules", "reasons"):
            if isinstance(items := data.get(key), list):
                data[key] = [_labelled(item, data.get("name")) for item in cast("list[object]", items)]
        return data

    @cached_property
    def info(self) -> DomainInfo:
        """What the router is given: places that hurt are cues too."""
        cues = [cue.lower() for cues in self.cues.values() for cue in cues] + list(self.places)
        return DomainInfo(
            name=self.name,
            description=self.description,
            cues=(self.name, *cues),
            patterns=self.patterns,
            base=self.base,
        )

    @cached_property
    def vocabulary(self) -> dict[str, str]:
        """Every way to write a measure (lower case) to its canonical name; the first to claim a term wins."""
        vocabulary: dict[str, str] = {}
        metrics = [spec for spec in self.fields if self.shape == "metrics" and spec.name not in ATTRIBUTES]
        for spec in (*self.measures, *metrics):
            vocabulary[spec.name] = spec.name
        for spec in (*self.measures, *metrics):
            for language, terms in (("en", (spec.name,)), *spec.terms.items()):
                for term in terms:
                    for spelling in spellings(term, language):
                        vocabulary.setdefault(spelling, spec.name)
        return {**vocabulary}  # a table that grew has room for twice as much

    @cached_property
    def sorts(self) -> dict[str, str]:
        """Its measures to what they are a sort of."""
        return {one.name: one.sort_of for one in (*self.fields, *self.measures) if one.sort_of}

    @cached_property
    def names(self) -> frozenset[str]:
        """The canonical names of what it records."""
        return frozenset(self.vocabulary.values())

    @cached_property
    def places(self) -> dict[str, str]:
        """Words for places of the body (lower case) to the place's name."""
        return {
            spelling: part.name
            for part in self.body_parts
            for language, terms in (("en", (part.name,)), *part.terms.items())
            for term in terms
            for spelling in spellings(term, language)
        }

    def field(self, name: str) -> FieldSpec | None:
        """The field of that name."""
        return self._fields_by_name.get(name)

    def measure(self, name: str) -> MeasureSpec | None:
        """The measure of that canonical name; metrics are fields, see `field`."""
        return self._by_name.get(name)

    def shape_of(self, name: str) -> Shape:
        """How the measure of that name is recorded."""
        spec = self._by_name.get(name)
        return spec.shape or self.shape if spec else self.shape

    @cached_property
    def record(self) -> type[BaseModel]:
        """The fields as a pydantic model, limits included; made at first use."""
        return record_model(self.name, self.fields)

    def validate_measure(self, measure: Measured) -> tuple[Wrong, ...]:
        """What cannot be among a measure's values."""
        return problems(self.record, self.fields, measure)

    @cached_property
    def _fields_by_name(self) -> dict[str, FieldSpec]:
        return {spec.name: spec for spec in reversed(self.fields)}

    @cached_property
    def _by_name(self) -> dict[str, MeasureSpec]:
        return {spec.name: spec for spec in self.measures}


def _named(name: str, rest: object) -> object:
    """The YAML mapping with its name inside and its two-letter keys gathered as terms by language."""
    if rest is None:
        return {"name": name}
    if not isinstance(rest, dict):
        return rest
    given = cast("dict[str, object]", rest)
    terms = {key: value for key, value in given.items() if len(key) == 2}
    others = {key: value for key, value in given.items() if len(key) != 2}
    return {"name": name, "terms": terms, **others}


def _labelled(item: object, domain: object) -> object:
    if isinstance(item, str):
        return {"text": item, "domain": domain}
    return {**cast("dict[str, object]", item), "domain": domain} if isinstance(item, dict) else item


class ActiveDomainContext(Frozen):
    """Base and selected domains put together."""

    domains_loaded: tuple[str, ...]
    vocabulary: dict[str, str]
    expertise: str
    evaluation_rules: tuple[EvaluationRule, ...]
    context_guidance: str
    available_domains: tuple[DomainInfo, ...]
    """Domains that are not loaded."""
    domains: tuple[Domain, ...] = Field((), exclude=True, repr=False)
    """The loaded domains themselves, base first: their fields, reasons, related domains, painful places."""
    own: dict[str, str] = Field(default_factory=dict[str, str], exclude=True, repr=False)
    """What of the vocabulary is a person's own and not the domains'."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """General knowledge of the loaded domains."""
        return tuple(reason for domain in self.domains for reason in domain.reasons)

    @property
    def related(self) -> tuple[str, ...]:
        """Domains not loaded that explain the ups and downs of those that are."""
        names = (name for domain in self.domains for name in domain.related)
        return tuple(dict.fromkeys(name for name in names if name not in self.domains_loaded))

    @property
    def body_parts(self) -> dict[str, str]:
        """Words for places of the body (lower case, several languages) to the place's name."""
        return {word: place for domain in self.domains for word, place in domain.places.items()}

    def domain_of(self, measure: str) -> Domain | None:
        """The loaded domain that records measures of that canonical name."""
        return next((domain for domain in self.domains if measure in domain.names), None)

    def advised(self, measure: str) -> FieldSpec | None:
        """The field that records it, where a range is advised."""
        domain = self.domain_of(measure)
        spec = domain.field(measure) if domain is not None else None
        return spec if spec is not None and spec.advised is not None else None

    def avoid(self, measure: str) -> tuple[str, ...]:
        """Painful places that rule an exercise out."""
        for domain in self.domains:
            if spec := domain.measure(measure):
                return spec.avoid or places_of(spec.muscles)
        return ()
