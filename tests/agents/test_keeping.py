from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agents.keeping import difference, forgotten, pinned, rewritten, rolled_back
from agents.memory import GlobalContext, Reason, opened, read_archive, tokens, updated_context
from agents.observer import ObserverOutput
from agents.types import ContextUpdate
from storage.entities import Confidence, ContextVersion

DAY = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
BUDGET = 2000


class Kept:
    """A memory's versions, as storage keeps them."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.versions: list[ContextVersion] = []

    def learn(
        self,
        key: str,
        value: str,
        confidence: Confidence = "certain",
        category: str = "fact",
        *,
        source: str = "logs",
        days: int = 0,
    ) -> GlobalContext:
        update = ContextUpdate.model_validate(
            {"category": category, "key": key, "value": value, "confidence": confidence, "source": source}
        )
        seen = ObserverOutput(updates=(update,), should_update=True)
        return self.keep(self._updated(seen, days))

    def nothing_new(self, days: int) -> GlobalContext:
        return self.keep(self._updated(ObserverOutput(should_update=False), days))

    def _updated(self, seen: ObserverOutput, days: int) -> ContextVersion | None:
        newest = self.versions[0] if self.versions else None
        now = DAY + timedelta(days=days)
        return updated_context(newest, 7, seen, now=now, cause="test", token_budget=self.budget)

    def keep(self, version: ContextVersion | str | None) -> GlobalContext:
        assert not isinstance(version, str), version
        if version is not None:
            self.versions.insert(0, version)
        return opened(self.versions[0])

    @property
    def left(self) -> list[tuple[str, Reason]]:
        return [(item.line.value, item.reason) for _, item in read_archive(self.versions[0].archive)]


def test_tentative_lines_fade_also_when_nothing_is_learnt_and_stay_findable():
    memory = Kept()
    memory.learn("knee pain", "last logged 2026-11-01", "tentative", "insight")
    memory.learn("training days", "Mon, Wed", "likely", "pattern")
    memory.learn("bench record", "100 kg")
    assert len(memory.nothing_new(60).lines) == 3
    assert [line.key for line in memory.nothing_new(61).lines] == ["training days", "bench record"]
    assert [line.key for line in memory.nothing_new(181).lines] == ["bench record"]
    assert memory.left == [("Mon, Wed", "faded"), ("last logged 2026-11-01", "faded")]


def test_seen_again_a_line_lives_on():
    memory = Kept()
    for days in (0, 50, 100):
        memory.learn("short nights", "go with hard training", "tentative", "insight", days=days)
    (line,) = memory.nothing_new(161).lines
    assert (line.confidence, line.seen) == ("likely", 3)


def test_a_contradiction_replaces_what_is_no_surer_and_both_are_kept():
    memory = Kept()
    memory.learn("training days", "Mon, Wed", "likely", "pattern")
    assert memory.learn("training days", "Tue", "tentative", "pattern", days=5).lines[0].value == "Mon, Wed"
    assert memory.learn("training days", "Tue, Thu", "likely", "pattern", days=9).lines[0].value == "Tue, Thu"
    assert memory.left == [("Mon, Wed", "replaced")]
    moved = difference(opened(memory.versions[1]), opened(memory.versions[0]))
    assert [(old.value, new.value) for old, new in moved.changed] == [("Mon, Wed", "Tue, Thu")]


def test_what_is_pinned_neither_fades_nor_makes_room_and_follows_what_is_new():
    memory = Kept(budget=600)
    line = memory.learn("knee pain", "last logged 2026-11-01", "tentative", "insight").lines[0]
    memory.keep(pinned(memory.versions[0], line.name, DAY, 600))
    for number in range(40):
        memory.learn(f"habit {number}", "y" * 60, "likely", "pattern", days=70 + number)
    held = opened(memory.versions[0])
    assert tokens(memory.versions[0].content) <= 600
    assert held.find("insight", "knee pain") is not None
    held = memory.learn("knee pain", "last logged 2027-03-01", "tentative", "insight", days=120)
    kept = held.find("insight", "knee pain")
    assert kept is not None
    assert (kept.value, kept.pinned) == ("last logged 2027-03-01", True)
    loose = pinned(memory.versions[0], kept.name, DAY, 600)
    assert isinstance(loose, ContextVersion)
    assert not any(line.pinned for line in opened(loose).lines)


def test_pins_leave_room_for_what_is_learnt():
    memory = Kept(budget=400)
    for number in range(10):
        line = memory.learn(f"fact {number}", "z" * 60).lines[-1]
        kept = pinned(memory.versions[0], line.name, DAY, 400)
        if kept == "full":
            break
        memory.keep(kept)
    else:
        raise AssertionError("everything could be pinned")
    assert 1 < number < 9
    assert pinned(memory.versions[0], ("fact", "no such"), DAY, 400) == "gone"


def test_what_was_forgotten_comes_back_only_in_the_users_own_words():
    memory = Kept()
    line = memory.learn("usual bar", "20 kg", "likely", "preference").lines[0]
    assert memory.keep(forgotten(memory.versions[0], line.name, DAY)).lines == ()
    assert memory.left == [("20 kg", "forgotten")]
    assert memory.learn("usual_bar", "20 kg", "certain", "preference", days=9).lines == ()
    told = memory.learn("usual bar", "15 kg", "certain", "preference", source="correction", days=10)
    assert (told.lines[0].value, told.unwanted) == ("15 kg", ())


def test_going_back_is_a_new_version_that_can_be_taken_back():
    memory = Kept()
    memory.learn("bench record", "100 kg")
    memory.learn("bench record", "105 kg", days=3)
    memory.learn("squat record", "140 kg", days=4)
    before = opened(memory.versions[0]).lines
    back = memory.keep(rolled_back(memory.versions, 1, DAY))
    assert [line.value for line in back.lines] == ["100 kg"]
    assert (back.version, memory.versions[0].cause) == (4, "back to 1")
    assert memory.left[:2] == [("105 kg", "rolled back"), ("140 kg", "rolled back")]
    assert memory.keep(rolled_back(memory.versions, 3, DAY)).lines == before
    assert memory.keep(rolled_back(memory.versions, 0, DAY)).lines == ()
    assert rolled_back(memory.versions, 6, DAY) == "gone"
    assert rolled_back(memory.versions, 99, DAY) == "gone"


def test_what_was_taken_back_leaves_the_memory():
    memory = Kept()
    memory.learn("bench record", "900 kg", source="record")
    wrong = ContextUpdate(
        category="fact",
        key="bench record",
        value="900 kg",
        confidence="certain",
        source="record",
        withdrawn=True,
    )
    seen = ObserverOutput(updates=(wrong,), should_update=True)
    after = updated_context(memory.versions[0], 7, seen, now=DAY, cause="test", token_budget=BUDGET)
    assert memory.keep(after).lines == ()
    assert memory.left == [("900 kg", "withdrawn")]


def test_a_file_changes_adds_and_takes_out_lines():
    kept = Kept()
    kept.learn("squat record", "100 kg")
    kept.learn("gym", "the old one", "likely")
    kept.learn("knee", "hurts", "tentative", "insight")
    base = kept.versions[0]
    text = base.content.replace("the old one", "the new one").replace(
        "## Insights", "## Insights\n\n- mood: fine"
    )
    text = "\n".join(row for row in text.split("\n") if "knee" not in row)
    kept.learn("bench record", "80 kg")  # meanwhile
    current = kept.versions[0]
    after, whole = rewritten(current, base, text, base.content, DAY, BUDGET)
    assert whole
    assert after is not None
    assert after.version == current.version + 1
    memory = opened(after)
    assert {(line.category, line.key, line.value, line.confidence) for line in memory.lines} == {
        ("fact", "squat record", "100 kg", "certain"),
        ("fact", "bench record", "80 kg", "certain"),
        ("fact", "gym", "the new one", "likely"),
        ("insight", "mood", "fine", "certain"),
    }
    assert ("insight", "knee") in memory.unwanted
    assert rewritten(after, base, text, base.content, DAY, BUDGET) == (None, True)  # killed, and begun again


def test_a_file_that_says_more_or_was_overtaken_is_told_apart():
    kept = Kept()
    kept.learn("gym", "the old one")
    base = kept.versions[0]
    theirs = base.content.replace("the old one", "the new one")
    between = theirs.replace("# Global Context", "# Global Context\n\nI like trains")
    for text in (between, theirs + "- no line\n"):
        after, whole = rewritten(base, base, text, base.content, DAY, BUDGET)
        assert after is not None
        assert not whole
    kept.learn("gym", "a third one")
    assert rewritten(kept.versions[0], base, theirs, base.content, DAY, BUDGET) == (None, False)
    assert rewritten(base, base, theirs, base.content, DAY, 5) == (None, False)
