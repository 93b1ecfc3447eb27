"""A cut of `benchmarks.importing`: what a file unpacks to is not what memory holds."""

from __future__ import annotations

import pytest

from benchmarks.importing import MOST_MB, run


@pytest.mark.soak_only
def test_a_zip_that_unpacks_to_many_rows_stays_within_bounds() -> None:
    """360,000 rows in 40 MB: each of them was held several times over. Here it is only looked into."""
    found = run(0.3, "too long", imported=False)
    assert 0 < found.rest_mb < found.most_mb <= MOST_MB
    [held] = found.files.values()
    assert "more than 50,000 rows" in held.said
