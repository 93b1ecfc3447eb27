"""The configuration: all sections in one model, and the only reader of YAML configuration and environment."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import TypeAlias

import yaml
from pydantic import BaseModel, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails

from agents.agenda.settings import CalendarAccount
from agents.limits import Limits
from agents.model.settings import LlmSettings
from agents.notes.settings import NotesSection
from agents.profile import ProfileDefaults
from agents.redaction import secrets_of_address
from agents.remote.settings import ToolsSection
from bot.errors import SettingsError
from bot.people.access import AccessSection
from bot.people.coaching import CoachesSection
from bot.people.due import ObserverSection
from bot.people.zones import LOCAL, known_zone, machine_zone
from bot.process.backups import BackupsSection
from bot.process.log import LoggingSection, redacted
from bot.process.vault_watch import VaultSection
from bot.texts.languages import OWN, known_language
from bot.updates.section import TelegramSection
from bot.web.section import HttpSection
from storage.entities import Frozen
from storage.sync.settings import SyncSection

CONFIG_FILE = "config.yaml"

Yaml: TypeAlias = "str | int | float | bool | list[Yaml] | dict[str, Yaml] | None"


class LocalSection(Frozen):
    """The chat page in the browser, used when there is no token. Never reachable from outside."""

    host: str = Field(default="127.0.0.1", description="loopback address to listen on")
    port: int = Field(default=8765, ge=0, le=65535, description="port of the chat page; 0: any free one")

    @field_validator("host")
    @classmethod
    def _loopback_only(cls, value: str) -> str:
        if value != "localhost":
            try:
                loopback = ip_address(value).is_loopback
            except ValueError:
                loopback = False
            if not loopback:
                raise ValueError("must be a loopback address such as 127.0.0.1")
        return value


class SpecialistsSection(Frozen):
    """Whether parts of messages are handed to specialists."""

    enabled: bool = Field(default=True, description="off: the diary alone answers")


class DomainsSection(Frozen):
    """Domains of your own."""

    folder: str | None = Field(default=None, description="folder with more domain files (*.yaml)")
    food_estimates: bool = Field(
        default=False, description="say about how much energy a meal had, where nobody stated it"
    )


class Settings(Frozen):
    """Everything that can be configured, with working defaults: an empty file is a valid one."""

    data_dir: Path | None = Field(default=None, description="where everything is kept")
    telegram: TelegramSection = TelegramSection()
    local: LocalSection = LocalSection()
    http: HttpSection = HttpSection()
    access: AccessSection = AccessSection()
    limits: Limits = Limits()
    llm: LlmSettings = LlmSettings()
    profile: ProfileDefaults = Field(default=ProfileDefaults(time_zone=LOCAL), validate_default=True)
    observer: ObserverSection = ObserverSection()
    coaches: CoachesSection = CoachesSection()
    backups: BackupsSection = BackupsSection()
    sync: SyncSection = SyncSection()
    vault: VaultSection = VaultSection()
    notes: NotesSection = NotesSection()
    domains: DomainsSection = DomainsSection()
    calendars: tuple[CalendarAccount, ...] = ()
    specialists: SpecialistsSection = SpecialistsSection()
    tools: ToolsSection = ToolsSection()
    logging: LoggingSection = LoggingSection()

    @field_validator("profile")
    @classmethod
    def _profile_exists(cls, value: ProfileDefaults, info: ValidationInfo) -> ProfileDefaults:
        if value.time_zone == LOCAL or "time_zone" not in value.model_fields_set:
            value = value.model_copy(update={"time_zone": machine_zone()})
        if not known_zone(value.time_zone):
            raise ValueError(f"time_zone: {value.time_zone!r} is not a known time zone")
        llm: object = info.data.get("llm")  # validated before, in the order of the fields
        with_models = isinstance(llm, LlmSettings) and llm.enabled
        if value.language not in OWN and not (with_models and known_language(value.language)):
            usual = f"one of {', '.join(OWN)}" + (" or a code of ISO 639-1" if with_models else "")
            other = " (others need a model, see llm)" if known_language(value.language) else ""
            raise ValueError(f"language: {value.language!r} is not {usual}{other}")
        return value

    @property
    def has_assistant(self) -> bool:
        """Whether anything beside the diary is configured."""
        return bool(self.calendars or self.notes.configured or self.tools.mcp)

    @property
    def data(self) -> Path:
        """The data directory; the one of the user's home when nothing was configured."""
        return self.data_dir or default_data_dir(os.environ)


def default_data_dir(environ: Mapping[str, str]) -> Path:
    """Where data belongs on this system when nobody says otherwise (XDG base directories)."""
    base = environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "swealog"


def load_settings(
    config: Path | None = None,
    data_dir: Path | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """Settings from `config`, SWEALOG_CONFIG or ./config.yaml, else defaults.

    The data directory: `data_dir`, SWEALOG_DATA_DIR, the file, else the user's home. Raises SettingsError.
    """
    redacted.learn(_secrets_of(environ))
    file = config_file(config, environ)
    name = str(file) if file else "settings"
    tree = _read(file, environ) if file else {}
    settings = _validate(tree, name)
    chosen = data_dir or _path(environ.get("SWEALOG_DATA_DIR"))
    base = file.parent if file else Path()
    if chosen is None and settings.data_dir is not None:
        chosen = base / settings.data_dir.expanduser()
    changes: dict[str, object] = {"data_dir": (chosen or default_data_dir(environ)).absolute()}
    if settings.domains.folder:
        folder = (base / Path(settings.domains.folder).expanduser()).absolute()
        if not folder.is_dir():
            raise SettingsError(f"{name}: domains.folder: there is no folder {settings.domains.folder}")
        changes["domains"] = settings.domains.model_copy(update={"folder": str(folder)})
    if settings.notes.folders:
        changes["notes"] = settings.notes.below(base)
    if settings.sync.targets:
        changes["sync"] = settings.sync.below(base)
    changes["calendars"] = tuple(one.beside(base) for one in settings.calendars)
    return settings.model_copy(update=changes)


def _secrets_of(environ: Mapping[str, str]) -> Iterator[str]:
    """What libraries may find there by themselves: keys, and passwords in the addresses of proxies."""
    for name, value in environ.items():
        if "://" in value:
            yield from secrets_of_address(value)
        elif _NAMES_A_SECRET.search(name) and not value.startswith("/"):
            yield value


_PASSED_ON = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "MPLCONFIGDIR", "XDG_CACHE_HOME", "SYSTEMROOT")


def passed_on(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What a process that the bot starts is told of the environment; no secret is among it."""
    return {name: environ[name] for name in _PASSED_ON if name in environ}


def config_file(config: Path | None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """The file that the settings come from; None: there is none. Raises SettingsError."""
    asked = config or _path(environ.get("SWEALOG_CONFIG"))
    if asked is not None:
        if not asked.is_file():
            raise SettingsError(f"{asked}: no such configuration file")
        return asked
    usual = Path(CONFIG_FILE)
    return usual if usual.is_file() else None


def _path(value: str | None) -> Path | None:
    return Path(value).expanduser() if value else None


def _read(file: Path, environ: Mapping[str, str]) -> dict[str, Yaml]:
    try:
        tree: Yaml = yaml.safe_load(file.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:  # it quotes the line, and so would a traceback
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise SettingsError(f"{file}: {line}{_mistake(error)}") from None
    except (yaml.YAMLError, *_OF_TAGS):
        raise SettingsError(f"{file}: not valid YAML") from None
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}") from error
    if tree is None:
        return {}
    if not isinstance(tree, dict):
        raise SettingsError(f"{file}: must hold keys and values, not a {type(tree).__name__}")
    if _has_more(tree, _MOST_VALUES):
        raise SettingsError(f"{file}: more than {_MOST_VALUES:,} values (are there aliases in aliases?)")
    return {str(key): _interpolated(value, str(key), file, environ) for key, value in tree.items()}


def _mistake(error: yaml.MarkedYAMLError) -> str:
    """What is wrong, without a word of the file: a key or a token may be what was mistyped."""
    said = error.problem or ""
    for sign, words in _SIGNS.items():
        if said.startswith(words):
            return f"a value that begins with {sign} must stand in quotes"
    return _QUOTED.split(said, maxsplit=1)[0].rstrip(" (,:") or "not valid YAML"


_OF_TAGS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What PyYAML lets through of a value that is not of the type its tag names, with the value in it."""
_SIGNS = {
    "*": ("found undefined alias", "while scanning an alias", "expected alphabetic or numeric character"),
    "&": ("found duplicate anchor",),
    "!": ("could not determine a constructor", "found undefined tag handle", "expected URI", "expected '!'"),
    "%, @ or `": ("found character",),
}
"""What YAML takes for something else, and how PyYAML's complaint begins."""
_QUOTED = re.compile(r"['\"]|\bbut (?:found|got)\b")
_KEY = re.compile(r"[a-z][a-z_]{0,30}")


def _named(part: int | str, *, beside: object = True) -> str:
    """A key as it may be shown. Without a value beside it (`{token:123}`) it is one itself, perhaps."""
    shown = isinstance(part, int) or (beside is not None and _KEY.fullmatch(part) is not None)
    return str(part) if shown else "…"


_MOST_VALUES = 10_000


def _has_more(tree: Yaml, most: int) -> bool:
    """A few lines of aliases can stand for billions of values."""
    waiting = [tree]
    for _ in range(most):
        if not waiting:
            return False
        value = waiting.pop()
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return bool(waiting)


_NAMES_A_SECRET = re.compile(
    r"(?:(?:^|_)(?:API)?(?:KEY|TOKEN|SECRET|PASSW(?:OR)?D|PASS|CREDENTIALS?|AUTH)|_PWD)(?:_|\d|$)",
    re.IGNORECASE,
)
"""Such a variable is never shown, whichever field it fills."""
_VARIABLE = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<default>:-(?P<value>[^}]*))?\}")


def _interpolated(value: Yaml, key: str, file: Path, environ: Mapping[str, str]) -> Yaml:
    """`value` with `${VAR}` and `${VAR:-default}` filled in; one that comes out empty is None."""
    if isinstance(value, dict):
        return {
            str(name): _interpolated(item, f"{key}.{name}", file, environ) for name, item in value.items()
        }
    if isinstance(value, list):
        return [_interpolated(item, f"{key}[{index}]", file, environ) for index, item in enumerate(value)]
    if not isinstance(value, str) or "${" not in value:
        return value

    def fill(match: re.Match[str]) -> str:
        found = environ.get(match["name"])
        if found is None and match["default"] is None:
            where = ".".join(_named(part) for part in key.split("."))
            name = f" {match['name']}" if match["name"].isupper() else ""
            raise SettingsError(f"{file}: {where}: environment variable{name} is not set")
        if found and _NAMES_A_SECRET.search(match["name"]):
            redacted.learn([found])
        return found or match["value"] or ""

    return _VARIABLE.sub(fill, value) or None


def _validate(tree: dict[str, Yaml], name: str) -> Settings:
    # A section whose lines are all commented out is None in YAML; it means the defaults.
    given = {key: value for key, value in tree.items() if value is not None}
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        raise SettingsError(redacted(f"{name}: {_problem(error.errors(include_url=False)[0])}")) from None


def _problem(details: ErrorDetails) -> str:
    """One clear line without the offending value, which may be a secret."""
    *above, last = details["loc"] or ("settings",)
    unknown = details["type"] == "extra_forbidden"
    beside = details["input"] if unknown else True
    key = ".".join([*(_named(part) for part in above), _named(last, beside=beside)])
    match details["type"]:
        case "extra_forbidden":
            return f"{key}: unknown key{_meant(details['loc'])}"
        case "model_type" | "model_attributes_type":
            return f"{key}: must hold keys and values"
        case _:
            message = details["msg"].removeprefix("Value error, ").removeprefix("Input ")
            return f"{key}: {message}"


def _meant(location: tuple[int | str, ...]) -> str:
    model: type[BaseModel] = Settings
    for part in location[:-1]:
        annotation = model.model_fields[str(part)].annotation if str(part) in model.model_fields else None
        if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
            return ""
        model = annotation
    close = difflib.get_close_matches(str(location[-1]), list(model.model_fields), n=1)
    return f" (did you mean {close[0]}?)" if close else ""
