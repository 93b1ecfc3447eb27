"""The sentences about a log that a model has read, one YAML file a language (`agents/model/data`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from agents.language.files import yaml_in

FALLBACK = "en"
_TEXTS = TypeAdapter(dict[str, str])


@cache
def texts(language: str) -> dict[str, str]:
    """By key; in the fallback's words where there is no file of the language."""
    folder = files("agents.model").joinpath("data")
    known = {item.name: item for item in folder.iterdir()}
    file = known.get(f"{language}.yaml", folder.joinpath(f"{FALLBACK}.yaml"))
    return _TEXTS.validate_python(yaml_in(file))


def say(key: str, language: str, **values: str) -> str:
    """A sentence, filled in."""
    return texts(language)[key].format(**values)
