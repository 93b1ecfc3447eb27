from __future__ import annotations

import socket
from pathlib import Path

from bot.cli.checks import http, webhook
from bot.settings import Settings
from tests.web.calling import ALEXS, TOKEN, http_section


def looked_at(tmp_path: Path, section: dict[str, object], **telegram: object) -> tuple[bool, str, str]:
    settings = Settings.model_validate({"data_dir": tmp_path, "http": section, "telegram": telegram})
    found = http(settings, running=False)
    assert TOKEN not in repr(found)
    assert ALEXS not in repr(settings)
    return found.ok, found.says, found.mend


def test_doctor_says_who_has_a_token_and_whether_the_port_is_free(tmp_path: Path):
    assert looked_at(tmp_path, {}) == (True, "off: nobody has a token", "")
    assert looked_at(tmp_path, http_section()) == (True, "2 tokens of 2 people, port any free one", "")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ok, says, mend = looked_at(tmp_path, http_section(port=port))
        assert not ok
        assert f"127.0.0.1:{port} is used by another program" in says
        assert "set http.port" in mend
        hook = {"url": "https://x.example", "secret": "s" * 16}
        in_webhook_mode = looked_at(
            tmp_path, http_section(port=port), token="1:a", mode="webhook", webhook=hook
        )
        assert in_webhook_mode == (True, "2 tokens of 2 people, at the webhook's address and port", "")


def test_doctor_says_when_the_webhooks_secret_can_be_guessed():
    def told(secret: str) -> bool:
        hook = {"url": "https://x.example", "secret": secret}
        telegram = {"token": "1:a", "mode": "webhook", "webhook": hook}
        return webhook(Settings.model_validate({"telegram": telegram})).ok

    assert told("s" * 16)
    assert not told("s" * 15)
