from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from storage import preparation
from storage.entities import Effects, Measure, User
from storage.invariants import broken
from storage.schema import HEAD
from storage.stores import Stores
from storage.upgrade import MIGRATIONS, upgrade
from tests.driver.storing import save_entry
from tests.storage.things import TODAY, USER, change, entry


def master(path: Path) -> list[tuple[str, ...]]:
    """All there is in the schema; white space, which says nothing, is made alike."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").fetchall()
    connection.close()
    return sorted((*names, _spaced(sql)) for *names, sql in rows)


def _spaced(sql: str) -> str:
    return re.sub(r"(?<=\() | (?=\))", "", " ".join(sql.split()))


def test_a_migrated_database_is_a_fresh_one(tmp_path: Path):
    fresh = preparation.prepare(tmp_path / "fresh")
    migrated = tmp_path / "migrated.db"
    upgrade(migrated)
    assert master(migrated) == master(fresh)


def test_the_stamp_is_the_newest_migration():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


async def test_an_older_database_is_upgraded_when_opened(tmp_path: Path):
    path = tmp_path / preparation.FILE_NAME
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE alembic_version ("
        "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    )
    connection.close()
    db = await Stores.open(tmp_path)
    await save_entry(db.entries, entry(1))
    assert await db.entries.recent_entries(USER, 1)
    await db.close()
    fresh = preparation.prepare(tmp_path / "fresh")
    assert [row[1] for row in master(path)] == [row[1] for row in master(fresh)]


async def test_a_database_of_the_first_release_keeps_what_it_holds(tmp_path: Path):
    path = tmp_path / preparation.FILE_NAME
    upgrade(path, "0001")
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO users VALUES (?, ?)", (USER, User(id=USER, name="Ann").model_dump_json()))
    connection.commit()
    connection.close()
    db = await Stores.open(tmp_path)
    assert await db.people.get_user(USER) == User(id=USER, name="Ann")
    assert await db.attachments.attachments(USER) == []
    await db.close()
    assert master(path) == master(preparation.prepare(tmp_path / "fresh"))


async def test_odd_signs_in_a_path_do_no_harm(tmp_path: Path):
    odd = tmp_path / "100% of my data?#"
    db = await Stores.open(odd)
    await save_entry(db.entries, entry(1))
    assert await db.entries.recent_entries(USER, 1)
    await db.close()
    upgrade(odd / "migrated.db")
    assert (odd / "migrated.db").exists()


def stamp(path: Path, version: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    connection.commit()
    connection.close()


def measure(domain: str, name: str, value: float) -> Measure:
    return Measure(domain=domain, name=name, day=TODAY, value=value)


async def test_what_got_a_domain_of_its_own_is_found_under_it(tmp_path: Path):
    """Also in the history that undoing goes back to; what else the entry held stays where it was."""
    coffee, kcal = measure("nutrition", "coffee", 2), measure("nutrition", "kcal", 450)
    pulse, own = measure("general", "resting pulse", 52), measure("plants", "water", 3)
    breakfast = entry(1, "2 coffees", measures=(coffee, kcal), domains=("nutrition",))
    morning = entry(2, "rhr 52", measures=(pulse, own), domains=("general", "plants"))
    gone = entry(3, "rhr 53", measures=(pulse,), domains=("general",))
    db = await Stores.open(tmp_path)
    for one in (breakfast, morning, gone):
        await save_entry(db.entries, one)
    more = change(breakfast, "3 coffees", measures=(coffee.model_copy(update={"value": 3}), kcal))
    await db.turns.apply(Effects(revisions=[more, change(gone, deleted=True)]))
    await db.close()
    path = tmp_path / preparation.FILE_NAME
    stamp(path, "0007")
    upgrade(path, "0008")
    stamp(path, HEAD)

    db = await Stores.open(tmp_path)
    found = await db.search.by_topics(USER, ("drinks", "heart"))
    assert [one.domains for one in found] == [("plants", "heart"), ("nutrition", "drinks")]
    others = await db.search.by_topics(USER, ("general", "nutrition"))
    assert [one.id for one in others] == [breakfast.id]
    first = (await db.entries.revisions(USER, breakfast.id))[0].entry
    assert [(one.name, one.domain) for one in first.measures] == [("coffee", "drinks"), ("kcal", "nutrition")]
    logged = {(one.name, one.domain) for one in await db.measures.logged_measures(USER)}
    assert logged == {
        ("coffee", "drinks"), ("kcal", "nutrition"), ("resting pulse", "heart"), ("water", "plants"),
    }  # fmt: skip
    await db.close()
    assert not [one for one in await broken(path) if "differ" in one.says]
