"""The API is fuzzed from its own description, with a token and without: it answers as it says it does."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownParameterType=false
# pyright: reportMissingTypeArgument=false, reportUnknownArgumentType=false
# schemathesis leaves the types of its generic classes open

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from bot.web.openapi import OPERATIONS, description
from tests.driver.harness import is_of_this_test
from tests.driver.sizes import size
from tests.web.calling import TOKEN, base_url, calling

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    allow_header_conformance,
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]
EXAMPLES = size(3, 12, 100)
"""For each operation, with data that fits the description and with data that does not."""


_REJECTED = {"expected-statuses": [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]}
"""What schemathesis takes for a refusal, and 413: a text may be too long for its field and for a body."""


class Fuzz:
    """Sends what schemathesis makes of the description; runs in a thread, as it knows no event loop."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._session = requests.Session()
        self._session.trust_env = False
        rejects = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": _REJECTED}})
        self._schema = schemathesis.openapi.from_dict(description(), config=rejects)  # pyright: ignore[reportArgumentType] - JSON
        self.answers: Counter[tuple[str, int]] = Counter()

    def __call__(self, token: str | None) -> None:
        """Each operation; what breaks raises."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        for found in self._schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            for mode in _MODES if operation.label in _WITH_DATA else _MODES[:1]:
                fuzzed = given(case=operation.as_strategy(generation_mode=mode))(self._tried(headers))
                _HYPOTHESIS(seed(5)(fuzzed))()

    def _tried(self, headers: dict[str, str]) -> Callable[[Case], None]:
        def tried(case: Case) -> None:
            if isinstance(case.body, dict):
                case.body.pop("wait", None)  # nobody has so much time
                if case.operation.label != "POST /jobs":
                    case.body["wait"] = 0.2
            response = case.call(base_url=self._base, headers=headers, session=self._session)
            self.answers[case.operation.label, response.status_code] += 1
            case.validate_response(response, checks=CHECKS, headers=headers)

        return tried


_MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
_WITH_DATA = {f"{one.method.upper()} {one.path}" for one in OPERATIONS if one.given or one.parameter}
_HYPOTHESIS = settings(
    max_examples=EXAMPLES,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.filter_too_much),
)


@pytest.mark.soak
@pytest.mark.fault("fuzzed HTTP API")
@pytest.mark.parametrize("token", [TOKEN, None], ids=["with a token", "without"])
async def test_whatever_is_sent_is_answered_as_described(
    tmp_path: Path,
    token: str | None,
    caplog: pytest.LogCaptureFixture,
    record_property: Callable[[str, object], None],
):
    async with calling(tmp_path) as (bot, you):
        fuzz = Fuzz(base_url(bot))
        await asyncio.to_thread(fuzz, token)
        await bot.app.core.lanes.idle()
        record_property("trials", fuzz.answers.total())
        statuses = {status for _, status in fuzz.answers}
        if token is None:
            assert statuses <= {200, 401, 404, 405}
            assert {label for label, status in fuzz.answers if status == 200} == {"GET /health"}
            assert (await bot.app.core.db.counts.counts()).entries == 0
        else:
            assert {200, 404, 422} <= statuses
            assert {label for label, _ in fuzz.answers} == {
                f"{one.method.upper()} {one.path}" for one in OPERATIONS
            }
        errors = [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
        assert not [record.getMessage() for record in errors if is_of_this_test(record)]
        assert (await you.say("slept 7 h")).entries
