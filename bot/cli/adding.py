"""A folder of notes written into the configuration, everything else in it left as it was."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import click

from bot.errors import SettingsError
from bot.settings import load_settings

_SECTION = re.compile(r"(?m)^notes:[ \t]*(?:#.*)?$")
_FOLDERS = re.compile(r"(?m)^(?P<indent>[ \t]+)folders:[ \t]*(?P<empty>\[\])?[ \t]*(?:#.*)?$")
_NEXT = re.compile(r"(?m)^\S")


def sample_in(folder: Path) -> None:
    """Put the sample notes there; what is there already stays."""
    with as_file(files("agents.notes") / "sample") as sample:
        for file in sorted(sample.rglob("*.md")):
            to = folder / file.relative_to(sample)
            to.parent.mkdir(parents=True, exist_ok=True)
            if not to.exists():
                shutil.copyfile(file, to)


def add_folder(config: Path, folder: Path, name: str) -> None:
    """Add it to `notes.folders`. Raises ClickException where that has to be done by hand."""
    line = "- {" + f"path: {json.dumps(str(folder), ensure_ascii=False)}"
    line += f", name: {json.dumps(name, ensure_ascii=False)}" if name else ""
    line += "}"
    before = config.read_text(encoding="utf-8") if config.exists() else ""
    after = _with(before, line)
    if after is None:
        raise click.ClickException(f"add this below notes.folders in {config}: {line}")
    trial = config.with_name(f".{config.name}.new")
    trial.write_text(after, encoding="utf-8")
    try:
        load_settings(trial)
        trial.replace(config)
    except SettingsError as error:
        raise click.ClickException(str(error).replace(trial.name, config.name)) from None
    finally:
        trial.unlink(missing_ok=True)


def _with(text: str, line: str) -> str | None:
    """The text with another folder; None: its form is another one."""
    section = _SECTION.search(text)
    if section is None:
        if re.search(r"(?m)^[\"']?notes[\"']?[ \t]*:", text):
            return None
        joint = "" if not text or text.endswith("\n") else "\n"
        return f"{text}{joint}\nnotes:\n  folders:\n    {line}\n".lstrip("\n")
    end = found.start() if (found := _NEXT.search(text, section.end() + 1)) else len(text)
    folders = _FOLDERS.search(text, section.end(), end)
    if folders is None:
        return f"{text[: section.end()]}\n  folders:\n    {line}{text[section.end() :]}"
    if folders["empty"] is None and not text[folders.end() :].lstrip("\n").lstrip().startswith(("-", "#")):
        return None
    indent = folders["indent"]
    start = text.rfind("folders:", folders.start(), folders.end())
    return f"{text[:start]}folders:\n{indent * 2}{line}{text[folders.end() :]}"
