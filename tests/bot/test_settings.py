from __future__ import annotations

import re
import traceback
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from bot.errors import SettingsError
from bot.settings import Settings, Yaml, load_settings

EXAMPLE = Path(__file__).parents[2] / "config.example.yaml"


def write(folder: Path, text: str) -> Path:
    file = folder / "config.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def keys_of_model(model: type[BaseModel], prefix: str = "") -> set[str]:
    found: set[str] = set()
    for name, info in model.model_fields.items():
        key = f"{prefix}{name}"
        if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
            found |= keys_of_model(info.annotation, f"{key}.")
        else:
            found.add(key)
    return found


def keys_of_tree(tree: Yaml, known: set[str], prefix: str = "") -> set[str]:
    """A key of the model is a leaf, also where it holds names of one's own (providers, tiers)."""
    if not isinstance(tree, dict) or prefix.removesuffix(".") in known:
        return {prefix.removesuffix(".")}
    return {key for name, item in tree.items() for key in keys_of_tree(item, known, f"{prefix}{name}.")}


def test_the_example_loads_as_it_is_and_says_the_defaults(tmp_path: Path):
    loaded = load_settings(EXAMPLE, tmp_path, environ={})
    assert loaded.model_copy(update={"data_dir": None}) == Settings()


def test_the_example_documents_every_key_and_no_other():
    known = keys_of_model(Settings)
    assert keys_of_tree(yaml.safe_load(EXAMPLE.read_text(encoding="utf-8")), known) == known


def test_one_key_in_the_environment_is_enough(tmp_path: Path):
    llm = load_settings(EXAMPLE, tmp_path, environ={"ANTHROPIC_API_KEY": "secret"}).llm
    assert llm.enabled
    assert [target.litellm_model for target in llm.targets("planner")] == ["anthropic/claude-sonnet-4-6"]
    assert "secret" not in repr(llm)


def test_with_a_model_any_language_will_do(tmp_path: Path):
    text = "profile: {language: de}\nllm: {default_provider: ollama}"
    assert load_settings(write(tmp_path, text), tmp_path, environ={}).profile.language == "de"


def test_a_server_of_ones_own_and_another_provider_for_one_agent(tmp_path: Path):
    text = """
llm:
  default_provider: den
  fallback_provider: openai
  providers: {den: {api_base: http://127.0.0.1:1/v1}}
  tiers: {low: {den: a}, medium: {den: b}, high: {den: c}}
  agents: {evaluator: {provider: openai}}
"""
    llm = load_settings(write(tmp_path, text), tmp_path, environ={}).llm
    names = [[t.litellm_model for t in llm.targets(agent)] for agent in ("router", "evaluator")]
    assert names == [["openai/a", "openai/gpt-5.4-nano"], ["openai/gpt-5.4"]]


def test_a_provider_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"llm: fallback_provider: there is no provider 'opnai'"):
        load_settings(write(tmp_path, "llm: {fallback_provider: opnai}"), environ={})


def test_a_key_in_the_place_of_a_provider_is_not_repeated(tmp_path: Path):
    key = "sk-proj-" + "4f9a" * 8
    with pytest.raises(SettingsError, match="there is no provider of that name") as refused:
        load_settings(write(tmp_path, f"llm: {{default_provider: {key}}}"), environ={})
    assert key not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("tokn: x", "tokn", "unknown key"),
        ("telegram: {tokn: x}", "telegram.tokn", "did you mean token?"),
        ("telegram: {webhook: {secrt: x}}", "telegram.webhook.secrt", "did you mean secret?"),
        (
            "profile: {time_zone: Mars/Olympus}",
            "profile",
            "time_zone: 'Mars/Olympus' is not a known time zone",
        ),
        ("profile: {time_zone: ../etc/passwd}", "profile", "time_zone"),
        ("profile: {language: tlh}", "profile", "language"),
        ("profile: {language: de}", "profile", "language: 'de' is not one of en, ko (others need a model"),
        (
            "profile: {language: xx}\nllm: {default_provider: ollama}",
            "profile",
            "language: 'xx' is not one of en, ko or a code of ISO 639-1",
        ),
        ("telegram: {token: '${NO_SUCH_VARIABLE}'}", "telegram.token", "NO_SUCH_VARIABLE is not set"),
        ("limits: {replans: many}", "limits.replans", "should be a valid integer"),
        ("limits: {replans: -1}", "limits.replans", "greater than or equal to 0"),
        ("local: {host: 0.0.0.0}", "local.host", "loopback"),
        ("telegram: 5", "telegram", "must hold keys and values"),
        ("- a list", "", "must hold keys and values"),
        ("a: [1", "", "line"),
        ("access: {allow_users: [me]}", "access.allow_users", "valid integer"),
        ("telegram: {mode: webhook}", "telegram", "needs telegram.webhook.url"),
        ("domains: {folder: nowhere}", "domains.folder", "there is no folder nowhere"),
    ],
)
def test_a_mistake_is_one_clear_line_naming_file_and_key(tmp_path: Path, text: str, key: str, says: str):
    file = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(file, environ={})
    message = str(caught.value)
    assert message.startswith(f"{file}: {key}")
    assert says in message
    assert "\n" not in message


CANARY = re.compile("123|abc", re.IGNORECASE)


@pytest.mark.parametrize(
    "text",
    [
        "telegram: {token:123:ABC}",
        "telegram:\n  token:123abc\n  mode: polling",
        "telegram: {token: *123:ABC}",
        "telegram: {token: *abc}",
        "telegram: {token: !abc:123}",
        "telegram: {token: !abc!123 x}",
        "telegram: {token: !<abc123}",
        "telegram: {token: !!int abc123}",
        "telegram: {token: !!float abc}",
        "telegram: {token: !!timestamp abc}",
        "telegram: {token: !!bool abc}",
        "telegram: {token: !!binary abc1}",
        "telegram: {token: %123abc}",
        "telegram: {token: @abc}",
        "telegram: {token: `abc`}",
        "telegram: {token: &abc123 x, mode: &abc123 y, x: *abc}",
        "telegram: {token: 'abc123}",
        'telegram: {token: "abc\\q123"}',
        "telegram: {token: [abc123}",
        "telegram: token: abc123",
        "telegram: {token: 2026-13-45, mode: abc}",
        "telegram: {token: abc123}",
        "telegram: {abc123}",
        "telegram: {abc}",
        "abc123",
        "123:abc: {x: 1}",
        "llm: {providers: {openai: {api_key:abc123}}}",
        "llm: {providers: {openai: {abc123: {x: 1}}}}",
        "llm: {providers: {openai: {api_key: ['${ABC_MISSING}', abc123]}}}",
        "telegram: {token: '${abc123}'}",
        "telegram: {abc123: '${NO}'}",
        "http: {tokens: [{name: x, user: 1, token:abc123}]}",
        "access: {allow_users: [abc123]}",
    ],
)
def test_what_may_be_a_secret_is_in_no_message_about_a_mistake(tmp_path: Path, text: str):
    with pytest.raises(SettingsError) as caught:
        load_settings(write(tmp_path, text), environ={})
    message = str(caught.value).removeprefix(str(tmp_path)).replace("ABC_MISSING", "")
    assert not CANARY.search(message), message
    told = "".join(traceback.format_exception(caught.value)).partition("SettingsError:")[2]
    assert not CANARY.search(told.removeprefix(f" {tmp_path}").replace("ABC_MISSING", "")), told
    assert "\n" not in message


def test_a_sign_that_yaml_takes_for_something_else_is_told(tmp_path: Path):
    for value, sign in (("*x", "*"), ("!x y", "!"), ("@x", "%, @ or `")):
        with pytest.raises(SettingsError) as caught:
            load_settings(write(tmp_path, f"telegram:\n  token: {value}\n"), environ={})
        assert str(caught.value).endswith(f"line 2: a value that begins with {sign} must stand in quotes")


@pytest.mark.parametrize("token", ["notatoken", "12345", "123:", ":abc", "123:with blank", "123: abc", "1:ä"])
def test_what_is_no_bot_token_is_refused_with_a_sentence(tmp_path: Path, token: str):
    with pytest.raises(SettingsError) as caught:
        load_settings(write(tmp_path, f"telegram: {{token: '{token}'}}"), environ={})
    assert str(caught.value).endswith(
        "telegram.token: this is no bot token: @BotFather gives one of digits, a colon and letters"
    )


@pytest.mark.parametrize("none", ["none", "None", "NONE"])
def test_no_model_at_all_is_a_choice_whatever_keys_there_are(tmp_path: Path, none: str):
    text = EXAMPLE.read_text(encoding="utf-8")
    text = text.replace("  default_provider:\n", f"  default_provider: {none}\n")
    text = text.replace("  fallback_provider:\n", "  fallback_provider: openai\n")
    environ = {"ANTHROPIC_API_KEY": "secret", "OPENAI_API_KEY": "secret"}
    llm = load_settings(write(tmp_path, text), tmp_path, environ=environ).llm
    assert (llm.enabled, llm.callable, llm.provider) == (False, False, None)
    assert llm.voice_targets() == ()


def test_variables_are_filled_in(tmp_path: Path):
    file = write(
        tmp_path,
        "telegram: {token: '${A}', mode: '${M:-polling}'}\n"
        "local: {port: '${P}'}\naccess: {allow_users: '${U}'}",
    )
    loaded = load_settings(file, environ={"A": "1:secret", "P": "99", "U": "1, 2"})
    assert loaded.telegram.token is not None
    assert loaded.telegram.token.get_secret_value() == "1:secret"
    assert loaded.local.port == 99
    assert loaded.access.allow_users == (1, 2)
    assert "1:secret" not in repr(loaded)


def test_an_empty_variable_means_nothing_configured(tmp_path: Path):
    file = write(tmp_path, "telegram: {token: '${A:-}'}\naccess: {allow_users: '${U:-}'}")
    loaded = load_settings(file, environ={})
    assert loaded.telegram.token is None
    assert loaded.access.allow_users == ()


def test_where_the_configuration_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert load_settings(environ={"XDG_DATA_HOME": str(tmp_path)}).data == tmp_path / "swealog"
    write(tmp_path, "local: {port: 1111}\ndata_dir: here")
    assert load_settings(environ={}).local.port == 1111
    assert load_settings(environ={}).data == tmp_path / "here"
    other = tmp_path / "other.yaml"
    other.write_text("local: {port: 2222}", encoding="utf-8")
    assert load_settings(environ={"SWEALOG_CONFIG": str(other)}).local.port == 2222
    assert load_settings(tmp_path / "config.yaml", environ={"SWEALOG_CONFIG": str(other)}).local.port == 1111
    assert load_settings(environ={"SWEALOG_DATA_DIR": str(tmp_path / "env")}).data == tmp_path / "env"
    assert load_settings(None, tmp_path / "flag", environ={"SWEALOG_DATA_DIR": "x"}).data == tmp_path / "flag"


def test_a_missing_file_is_said(tmp_path: Path):
    with pytest.raises(SettingsError, match="no such configuration file"):
        load_settings(tmp_path / "absent.yaml", environ={})


def test_days_begin_in_the_zone_of_this_machine_unless_configured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TZ", "Asia/Seoul")
    monkeypatch.chdir(tmp_path)
    assert load_settings(environ={}).profile.time_zone == "Asia/Seoul"
    config = tmp_path / "config.yaml"
    config.write_text("profile: {language: ko}")
    assert load_settings(environ={}).profile.time_zone == "Asia/Seoul"
    config.write_text("profile: {time_zone: Europe/Berlin}")
    assert load_settings(environ={}).profile.time_zone == "Europe/Berlin"
    monkeypatch.setenv("TZ", "Nowhere/Land")
    config.write_text("profile: {time_zone: local}")
    assert load_settings(environ={}).profile.time_zone == "UTC"
