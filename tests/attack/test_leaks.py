"""The walk finds every leak that is planted. The leaks are planted one at a time, each in a different output."""

import pytest

from tests.attack.leaks import LEAKS, PlantedLeak
from tests.attack.letters import letters_of, walk_letters
from tests.attack.moments import moment_at
from tests.attack.sockets import walk_sockets
from tests.attack.walk import DrawnTexts, Walked, walk
from tests.needs import compiled_solver

IN_ANSWERS = {name: leak for name, leak in LEAKS.items() if name not in ("a frame", "a letter")}


def told(found: Walked) -> set[tuple[str, str]]:
    return {(leak.reader, leak.seen.what) for leak in found.leaks}


def planned(leak: PlantedLeak) -> set[tuple[str, str]]:
    return {(reader, leak.what) for reader in leak.readers}


@compiled_solver
@pytest.mark.parametrize("moment", sorted({leak.moment for leak in IN_ANSWERS.values()}))
def test_the_walk_finds_each_leak_in_an_answer(moment, make_night, dee, on_commit, monkeypatch):
    drawn = DrawnTexts(monkeypatch)
    at = moment_at(moment, make_night=make_night, dee=dee, on_commit=on_commit)
    for name, leak in IN_ANSWERS.items():
        if leak.moment == moment:
            assert not walk(at, drawn, {leak.address}).leaks, name
            with monkeypatch.context() as planted:
                leak.plant(planted)
                found = walk(at, drawn, {leak.address})
            assert planned(leak) <= told(found), name


@pytest.mark.django_db(transaction=True)
async def test_the_walk_finds_a_leak_in_a_frame(frames_moment, monkeypatch):
    leak = LEAKS["a frame"]
    leak.plant(monkeypatch)
    found, _, _ = await walk_sockets(frames_moment)
    assert planned(leak) <= told(found)


@pytest.fixture
def frames_moment(make_night, dee, on_commit):
    return moment_at(LEAKS["a frame"].moment, make_night=make_night, dee=dee, on_commit=on_commit)


@compiled_solver
def test_the_walk_finds_a_leak_in_a_letter(make_night, dee, on_commit, monkeypatch):
    leak = LEAKS["a letter"]
    moment = moment_at(leak.moment, make_night=make_night, dee=dee, on_commit=on_commit)
    letters = letters_of(moment, dee)
    leak.plant(monkeypatch)
    found, _ = walk_letters(moment, letters)
    assert planned(leak) <= told(found)
