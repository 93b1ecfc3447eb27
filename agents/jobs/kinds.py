"""Types of jobs: layers of YAML in `types/`, each type a folder, checked against one schema.

`types/defaults.yaml`, then `types/TYPE/config.yaml` laid over what it `extends`. A type may bring its own
`instructions.md`, `strategic_system.md` and `tactical_system.md`; todos and prompts of all lie beside. What
is unknown (a key, a tool) is an error that names file and line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast

import yaml
from pydantic import Field, ValidationError

from agents.jobs.todo import Todo, predefined
from agents.jobs.transitions import Mode, PhaseSettings
from domains.typed_yaml import composed, loaded, look_through
from storage.entities import Frozen

FOLDER = Path(__file__).parent / "types"
CONFIG, DEFAULTS = "config.yaml", "defaults"
Connection = Literal["model", "diary", "notes", "calendar", "mcp"]
Beginning = Literal["initial", "transition", "corrective"]
CONNECTED = "connected"
"""In `tools.domain`: whatever reading tools the person's connected servers (MCP) lend."""
WORKSPACE_TOOLS = frozenset({"read_file", "write_file", "list_files", "search_files"})
STRATEGIC_TOOLS = frozenset({"todo_write", "job_complete"})
TACTICAL_TOOLS = frozenset({"todo_complete"})
PERSON_TOOLS = frozenset({"ask_person"})


class Llm(Frozen):
    """Which model works: a tier, or a model of the default provider by its name."""

    tier: Literal["low", "medium", "high"] | None = None
    model: str | None = Field(default=None, min_length=1)
    reasoning_level: Literal["none", "low", "medium", "high"] | None = None


class ToolGroups(Frozen):
    """Names of tools; `of` says which of them a phase has."""

    workspace: tuple[str, ...] = ()
    strategic: tuple[str, ...] = ()
    tactical: tuple[str, ...] = ()
    domain: tuple[str, ...] = ()
    person: tuple[str, ...] = ()
    """In both phases."""

    def of(self, mode: Mode) -> frozenset[str]:
        """What a phase may call."""
        own = (*self.strategic, "todo_complete") if mode == "strategic" else (*self.tactical, *self.domain)
        return frozenset((*self.workspace, *self.person, *own))


class Bounds(Frozen):
    """What may be used before it is enough. Tokens are those of models, in and out."""

    steps: int = Field(ge=1)
    tokens: int = Field(ge=1)
    usd: float = Field(ge=0)
    minutes: float = Field(gt=0)


class JobBounds(Bounds):
    """Of a whole job."""

    phases: int = Field(ge=2)


class JobLimits(Frozen):
    """When a job is compacted, and when it is ended."""

    context_threshold_tokens: int = Field(ge=500)
    questions: int = Field(ge=0)
    proposals: int = Field(ge=0)
    phase: Bounds
    job: JobBounds


class JobType(Frozen):
    """One type, all layers laid over each other. `worker`: who works, a model or rules of ours."""

    extends: str | None = None
    job_type: str = Field(pattern=r"[a-z][a-z0-9_]{1,30}")
    display_name: Mapping[str, str]
    description: Mapping[str, str] = {}
    worker: Literal["model", "rule"]
    llm: Llm
    tools: ToolGroups
    phase_settings: PhaseSettings
    connections: Mapping[Connection, bool]
    """True: it can't do without; False: it uses it where it is there."""
    limits: JobLimits

    def name_in(self, language: str) -> str:
        """What it is called."""
        return self.display_name.get(language) or self.display_name.get("en") or self.job_type

    def about_in(self, language: str) -> str:
        """What it does, in a line."""
        return self.description.get(language) or self.description.get("en") or ""

    @property
    def needs(self) -> frozenset[Connection]:
        """What it can't do without."""
        return frozenset(name for name, is_needed in self.connections.items() if is_needed)


class KindError(Exception):
    """A type of job can't be used; the message names file, line and key."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type with the files beside its configuration."""

    type: JobType
    instructions: str
    prompts: Mapping[Mode, str]
    beginnings: Mapping[Beginning, tuple[Todo, ...]]


@dataclass(frozen=True, slots=True)
class Kinds:
    """The types of a folder. `domain_tools`: the names that `tools.domain` may use; None: any."""

    folder: Path = FOLDER
    domain_tools: Collection[str] | None = None
    _read: dict[str, Kind] = field(default_factory=dict[str, Kind], init=False)

    def names(self) -> list[str]:
        """Every type there is."""
        return sorted(one.parent.name for one in self.folder.glob(f"*/{CONFIG}"))

    def all(self) -> list[Kind]:
        """Each of them. Raises KindError."""
        return [self.kind(name) for name in self.names()]

    def kind(self, name: str) -> Kind:
        """One type. Raises KindError, also for one that is not there."""
        if name not in self._read:
            if name not in self.names():
                raise KindError(f"there is no type of job {name!r} (there are: {', '.join(self.names())})")
            self._read[name] = self._made(name)
        return self._read[name]

    def shown(self, name: str) -> Kind:
        """One as jobs of it are shown, and stopped: of one that can't be used its name is left."""
        try:
            return self.kind(name)
        except KindError:
            base = self._made(DEFAULTS)
            named = base.type.model_copy(update={"job_type": name, "display_name": {"en": name}})
            return replace(base, type=named)

    def _made(self, name: str) -> Kind:
        layers = [*self._layers(name, ())]
        whole: dict[str, Any] = {}
        for layer in reversed(layers):
            whole = _laid_over(whole, layer.data)
        try:
            read = JobType.model_validate(whole)
        except ValidationError as error:
            raise _told(error, layers) from None
        if read.job_type != name:
            raise KindError(f"{layers[0].at('job_type')}: job_type is {read.job_type!r}, the folder {name!r}")
        self._check_tools(read, layers)
        return Kind(
            read,
            self._text(name, "instructions.md", ""),
            {"strategic": self._prompt(name, "strategic"), "tactical": self._prompt(name, "tactical")},
            {one: self._todos(one) for one in ("initial", "transition", "corrective")},
        )

    def _layers(self, name: str, above: tuple[str, ...]) -> Iterator[_Layer]:
        """The type's own file, then what it extends."""
        if name in above:
            raise KindError(f"{name}: extends itself: {' > '.join((*above, name))}")
        path = self.folder / (f"{name}.yaml" if name == DEFAULTS else f"{name}/{CONFIG}")
        if not path.is_file():
            raise KindError(f"{above[-1] if above else name}: extends {name!r}, which is not there")
        layer = _Layer.read(path, path.relative_to(self.folder).as_posix())
        yield layer
        extends = layer.data.get("extends")
        if isinstance(extends, str):
            yield from self._layers(extends, (*above, name))

    def _check_tools(self, read: JobType, layers: Sequence[_Layer]) -> None:
        domain = None if self.domain_tools is None else {*self.domain_tools, CONNECTED}
        known: Mapping[str, Collection[str] | None] = {
            "workspace": WORKSPACE_TOOLS,
            "strategic": STRATEGIC_TOOLS,
            "tactical": TACTICAL_TOOLS,
            "person": PERSON_TOOLS,
            "domain": domain,
        }
        for group, names in known.items():
            for at, name in enumerate(getattr(read.tools, group)):
                if names is not None and name not in names:
                    place = _place(layers, ("tools", group, at))
                    raise KindError(f"{place}: tools.{group}: there is no tool {name!r}")

    def _text(self, name: str, file: str, otherwise: str) -> str:
        path = self.folder / name / file
        return path.read_text(encoding="utf-8") if path.is_file() else otherwise

    def _prompt(self, name: str, mode: Mode) -> str:
        file = f"{mode}_system.md"
        return self._text(name, file, "") or self._text("prompts", file, "")

    def _todos(self, beginning: Beginning) -> tuple[Todo, ...]:
        return predefined(self._text("todos", f"{beginning}.yaml", ""))


@dataclass(frozen=True, slots=True)
class _Layer:
    """One file, with where each key stands."""

    file: str
    data: dict[str, Any]
    root: yaml.MappingNode

    @classmethod
    def read(cls, path: Path, file: str) -> _Layer:
        """A file. Raises KindError."""
        try:
            text = path.read_text(encoding="utf-8")
            look_through(text)
            root, data = composed(text), loaded(text)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            raise KindError(f"{file}:{line}: {error.problem or 'no YAML'}") from None
        except (yaml.YAMLError, ValueError) as error:  # a letter or a date that there is not
            raise KindError(f"{file}:1: {' '.join(str(error).split())[:200]}") from None
        if not isinstance(root, yaml.MappingNode) or not isinstance(data, dict):
            raise KindError(f"{file}:1: a type is a mapping of keys")
        return cls(file, cast("dict[str, Any]", data), root)

    def has(self, place: Sequence[str | int]) -> bool:
        """Whether the first two keys of a place are this file's own."""
        here: object = self.data
        for part in place[:2]:
            if not isinstance(here, dict) or part not in here:
                return False
            here = cast("dict[object, object]", here)[part]
        return True

    def at(self, *place: str | int) -> str:
        """File and line of a key, or of the nearest around it."""
        node, line = cast("yaml.Node", self.root), 1
        for part in place:
            if isinstance(node, yaml.MappingNode):
                pair = next((one for one in node.value if one[0].value == str(part)), None)
                if pair is None:
                    break
                node, line = pair[1], pair[0].start_mark.line + 1
            elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
                node = node.value[part]
                line = node.start_mark.line + 1
        return f"{self.file}:{line}"


def _laid_over(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings key by key, everything else whole."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = (
            _laid_over(cast("dict[str, Any]", below), cast("dict[str, Any]", value)) if both else value
        )
    return merged


def _place(layers: Sequence[_Layer], place: Sequence[str | int]) -> str:
    """Where it stands: in the topmost file that says it."""
    layer = next((one for one in layers if one.has(place)), layers[0])
    return layer.at(*place)


def _told(error: ValidationError, layers: Sequence[_Layer]) -> KindError:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = cast("Sequence[str | int]", first["loc"])
    key = ".".join(map(str, place))
    is_unknown = first["type"] == "extra_forbidden"
    return KindError(f"{_place(layers, place)}: {key}: {'unknown key' if is_unknown else first['msg']}")
