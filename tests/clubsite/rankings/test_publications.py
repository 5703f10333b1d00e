"""Members see the current version of the published results, and no results before publication."""

import json
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, Section, Table, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.play.models import Room
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services import publications
from clubsite.rankings.services.publications import publish, unpublish
from tests.kit.dealt import dealt
from tests.kit.nights import end_and_publish
from tests.kit.people import signed_in
from tests.kit.typed_scores import enter_score
from tests.on_page import has_word


def addresses(night) -> list[str]:
    at, row = night.session.public_id, TableBoard.objects.order_by("pk").first()
    pages = ["", "boards/", "player/1/", "board/1/", f"board/1/replay/{row.pk}/"]
    api = ["", "ranking/", "boards/", "boards/1/", f"boards/1/plays/{row.pk}/"]
    return [f"/results/{at}/{page}" for page in pages] + [f"/api/v1/sessions/{at}/{page}" for page in api]


def test_nothing_of_a_night_in_play_is_public(scored_night, dee, cy):
    for client in (Client(), signed_in(cy)):
        assert {client.get(url).status_code for url in addresses(scored_night)} == {404}
    director = signed_in(dee)  # their pages say that the results are to come, and nothing of them
    for url in addresses(scored_night):
        answer = director.get(url)
        assert answer.status_code == (404 if url.startswith("/api/") else 200)
        assert "Bo" not in re.findall(r"\w+", answer.text)


def test_cards_are_in_no_public_answer_before_publication(scored_night, dee, client):
    session_end(session=scored_night.session, user=dee)
    hands = [b.south for b in scored_night.section.board_set.boards.all()]
    urls = "/ /clubs/lantern/ /clubs/lantern/results/ /api/v1/clubs/ /api/v1/clubs/lantern/sessions/".split()
    for url in [*urls, *addresses(scored_night)]:
        body = client.get(url).text
        assert not any(hand in body for hand in hands)
        assert scored_night.session.public_id not in body or url in addresses(scored_night)


def test_published_pages_are_there_for_everybody(published_night, client):
    pages = [url for url in addresses(published_night) if "replay" not in url and "plays" not in url]
    assert {client.get(url).status_code for url in pages} == {200}


def test_a_night_must_have_ended(scored_night, dee):
    with pytest.raises(Refused, match="End the night first"):
        publish(scored_night.session, dee)


def test_a_night_without_scores_is_not_published(night, dee):
    night.session.status = "ended"
    night.session.save()
    with pytest.raises(Refused, match="No board"):
        publish(night.session, dee)


def test_withdrawn_results_are_gone_and_the_versions_stay(published_night, dee, client):
    unpublish(published_night.session, dee)
    assert {client.get(url).status_code for url in addresses(published_night)} == {404}
    with pytest.raises(Refused, match="not published"):
        unpublish(published_night.session, dee)
    publish(published_night.session, dee)
    assert client.get(addresses(published_night)[0]).status_code == 200
    versions = Publication.objects.order_by("pk").values_list("version", "withdrawn")
    assert list(versions) == [(1, False), (1, True), (2, False)], "as many versions as were shown"


def test_published_twice_as_it_is_makes_no_new_version(published_night, dee):
    assert publish(published_night.session, dee).version == 1
    row = TableBoard.objects.filter(ns=published_night.contestant(3)).first()
    assert row is not None
    enter_score(row, dee, "7N S 13")
    assert [publish(published_night.session, dee).version for _ in range(2)] == [2, 2]


def test_a_board_that_one_section_owes_late_is_published_in_none(scored_night, dee):
    """Sections share boards, so showing one section's cards would also show the other's (SOLO-31)."""
    other = Section.objects.create(
        session=scored_night.session, name="B", board_set=scored_night.section.board_set, round_number=1
    )
    pair = [Contestant.objects.create(section=other, number=number) for number in (1, 2)]
    table = Table.objects.create(section=other, number=1, room=Room.objects.create())
    board = other.board_set.boards.get(number=1)
    row = TableBoard.objects.create(
        round=other.rounds.create(number=1), table=table, board=board, ns=pair[0], ew=pair[1], live=False
    )
    enter_score(row, dee, "late")
    end_and_publish(scored_night.session, dee)
    assert published_or_404(scored_night.session.public_id).board_numbers == [2, 3]


@pytest.mark.parametrize("change", [lambda rows: rows.update(withdrawn=True), lambda rows: rows.delete()])
def test_the_database_refuses_to_change_a_publication(published_night, change):
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        change(Publication.objects.all())


def test_a_publication_keeps_figures_and_names_are_resolved_when_read(published_night, client):
    payload = json.dumps(Publication.objects.get().payload)
    assert not has_word(payload, "Bo") and not has_word(payload, "Ann")
    assert not any(dealt(board).south in payload for board in published_night.section.board_set.boards.all())
    Person.objects.filter(name="Bo").update(name="Boudicca")
    assert "Boudicca" in client.get(addresses(published_night)[0]).text


def test_a_publication_takes_the_moves_and_climbs_that_the_docs_give(scored_night, dee):
    """A move is a call from one of the services of `rankings` into another; a climb calls an app above."""
    session_end(session=scored_night.session, user=dee)
    services, moves, climbs = Path(publications.__file__).parent, set(), set()

    def step(frame: FrameType, event: str, _: Any):
        called, name, before = Path(frame.f_code.co_filename), frame.f_code.co_name, frame.f_back
        while before is not None and "clubsite" not in Path(before.f_code.co_filename).parts:
            before = before.f_back
        if event != "call" or before is None or name.startswith(("<", "__")):
            return
        caller = Path(before.f_code.co_filename)
        if caller.parent == called.parent == services and called != caller:
            moves.add(name)
        elif caller.parent == services and called.name == "receivers.py":
            climbs.add(before.f_code.co_name)

    sys.setprofile(step)
    try:
        publish(scored_night.session, dee)
    finally:
        sys.setprofile(None)
    flows = " ".join((services.parents[2] / "docs/flows.md").read_text().split())
    assert f"{len(moves)} moves, and {len(climbs)} climb," in flows and len(moves) <= 10, (moves, climbs)
