"""Members see the current version of the published results, and no results before publication."""

import json
import re
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, ContestantPerson, Section, Table, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.signals import players_changed
from clubsite.play.models import Room
from clubsite.privacy.services import person_forget
from clubsite.rankings.digests import short_digest
from clubsite.rankings.models import Publication, PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.models.published import PlayerRole, exact_columns
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services import publications
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.services.verification import Source, night_verify
from scoring.board import BoardMP
from tests.kit.aged import guards_off, sql
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


def test_published_pages_are_there_for_everybody_until_withdrawn_and_the_versions_stay(published_night, client, dee):
    pages = [url for url in addresses(published_night) if "replay" not in url and "plays" not in url]
    assert {client.get(url).status_code for url in pages} == {200}
    unpublish(published_night.session, dee)
    assert {client.get(url).status_code for url in addresses(published_night)} == {404}
    with pytest.raises(Refused, match="not published"):
        unpublish(published_night.session, dee)
    publish(published_night.session, dee)
    assert client.get(addresses(published_night)[0]).status_code == 200
    versions = Publication.objects.order_by("pk").values_list("version", "withdrawn")
    assert list(versions) == [(1, False), (1, True), (2, False)], "as many versions as were shown"


def test_a_night_in_play_or_without_scores_is_not_published(night, dee):
    with pytest.raises(Refused, match="End the night first"):
        publish(night.session, dee)
    night.session.status = "ended"
    night.session.save()
    with pytest.raises(Refused, match="No board"):
        publish(night.session, dee)


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


def test_a_publication_never_changes_and_names_are_resolved_when_it_is_read(published_night, client):
    for change in (lambda rows: rows.update(withdrawn=True), lambda rows: rows.delete()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change(Publication.objects.all())
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


SAME = {}
OTHER_TOP = """replace(payload, '"top": 4', '"top": 40')"""
HERE = {Source.ROWS, Source.SESSION}


def differs(session):
    """Return the sources of the newest version that give another digest, with the parts that differ."""
    return night_verify(session)[0][-1].differs


def verified(*arguments: str) -> str:
    out = StringIO()
    call_command("verify_night", *arguments, stdout=out)
    return out.getvalue()


def test_all_three_sources_give_the_digest_that_was_published_and_the_command_says_so(published_night):
    session = published_night.session
    [version], _ = night_verify(session)
    assert (version.sources, version.differs) == (tuple(Source), SAME)
    assert session.publications.get().digest == version.publication.digest and len(version.publication.digest) == 64
    session, digest = published_night.session, Publication.objects.get().digest
    output = verified(session.public_id, "--digits", short_digest(digest))
    assert f"The digits {digest[:24]} are those of {session}, version 1." in output
    assert output.count(": the same") == 3 and "Everything is as it was published." in output
    assert "the same" in verified("--all") and "the same" in verified(session.club.slug)
    with pytest.raises(CommandError, match="Something differs"):
        verified(session.public_id, "--digits", "0000 " * 6)
    with pytest.raises(CommandError, match="Give all 24 digits"):
        verified(session.public_id, "--digits", digest[:8])
    with pytest.raises(CommandError, match="There is no club and no night nobody"):
        verified("nobody")
    session, short = published_night.session, Publication.objects.get().short
    assert f"<code>{short}</code>" in Client().get(f"/results/{session.public_id}/").text
    assert f"Digest {short}" in Client().get(f"/clubs/{session.club.slug}/results.atom").text


@pytest.mark.parametrize(
    ("statement", "differ"),
    (
        (f"UPDATE rankings_publication SET payload = {OTHER_TOP}", {Source.PAYLOAD, Source.ROWS}),
        ("UPDATE rankings_publication SET digest = 'b' || digest", {*Source}),
        ("UPDATE rankings_publication SET players = '[]'", {Source.PAYLOAD}),
        ("UPDATE rankings_publication SET payload = '{}'", {Source.PAYLOAD, Source.ROWS}),
        ("UPDATE rankings_publication SET cards = '5'", {*Source}),
        ("UPDATE rankings_publishedresult SET place = 1", {Source.ROWS}),
        ("UPDATE rankings_publishedresult SET counts = NOT counts", {Source.ROWS}),
        ("DELETE FROM rankings_publishedsession", {Source.ROWS}),
        ("DELETE FROM nights_board", {*Source}),
        ("DELETE FROM clubs_person WHERE id = 2", HERE),
        ("UPDATE rankings_publishedresult SET won_num = won_num + 2 WHERE place = 2", {Source.ROWS}),
        ("UPDATE rankings_publishedline SET tricks = 13 WHERE tricks = 7", {Source.ROWS}),
        ("DELETE FROM rankings_publishedline WHERE id = (SELECT min(id) FROM rankings_publishedline)", {Source.ROWS}),
        ("UPDATE scores_scoreentry SET ns_score = ns_score + 10 WHERE ns_score > 0", {Source.SESSION}),
        ("UPDATE nights_tableboard SET ns_id = ew_id, ew_id = ns_id WHERE state = 'finished'", {Source.SESSION}),
        ("UPDATE nights_contestantperson SET person_id = person_id + 1 WHERE contestant_id = 1", {Source.SESSION}),
        ("UPDATE clubs_person SET name = 'Somebody' WHERE id = 2", HERE),
        ("UPDATE nights_board SET east = west, west = east", {Source.SESSION}),
        ("UPDATE nights_board SET vulnerability = 'all'", {*Source}),
    ),
)
def test_what_is_changed_in_the_database_is_named_by_its_source(published_night, statement, differ):
    session = published_night.session
    with guards_off():
        sql(statement)
        assert set(differs(session)) == differ
    assert differs(session) == SAME


def test_the_digest_stays_after_a_name_was_hidden_or_forgotten_and_a_corrected_one_is_new(published_night, dee):
    session = published_night.session
    person, other = session.club.people.order_by("pk")[:2]
    person.shown_as = "hidden"
    person.save()
    assert differs(session) == SAME
    person_forget(person=person, user=dee)
    assert differs(session) == SAME
    assert "1 player forgotten since: no name was compared" in verified(session.public_id)
    other.name = "Ann Oakwood"
    other.save()
    assert differs(session) == {Source.ROWS: ["players"], Source.SESSION: ["players"]}
    assert publish(session, dee).version == 2
    assert differs(session) == SAME
    assert publish(session, dee).version == 2


def test_a_version_or_rows_that_are_gone_are_named(published_night, dee):
    session, out = published_night.session, StringIO()
    with guards_off():
        sql("UPDATE rankings_publication SET payload = '5'")
        with pytest.raises(CommandError, match="Something differs"):
            call_command("verify_night", "--all", stdout=out)
    assert "the payload: another digest (cannot be read)" in out.getvalue(), "and every night is verified"
    unpublish(session, dee)
    publish(session, dee)
    assert night_verify(session)[1] == []
    with guards_off():
        sql("DELETE FROM rankings_publication WHERE version = 1")
        assert night_verify(session)[1] == ["Version 1 is missing."]
    with guards_off():
        sql("UPDATE rankings_publishedsession SET publication_id = (SELECT min(id) FROM rankings_publication)")
        assert night_verify(session)[1] == ["The published rows are not those of the newest version."]


def test_a_new_version_has_its_own_digest_and_the_old_one_is_verified_by_its_payload(published_night, dee):
    session = published_night.session
    row = session.sections.get().rounds.first().table_boards.filter(state="finished").first()
    enter_score(row, dee, "1N S 13")
    results_sweep()
    assert differs(session) == {Source.SESSION: ["results"]}, "corrected, and not published yet"
    publish(session, dee)
    (first, second), _ = night_verify(session)
    assert (first.sources, first.differs, second.differs) == ((Source.PAYLOAD,), SAME, SAME)
    assert first.publication.digest != second.publication.digest
    withdrawn = unpublish(session, dee)
    assert (withdrawn.digest, withdrawn.short) == ("", "")


def places() -> list[tuple[str, str, str, Fraction | None]]:
    rows = PublishedResult.objects.select_related("person").order_by("list", "position")
    return [(row.direction, row.place_text, row.person.name if row.person else "", row.percentage) for row in rows]


def test_rows_hold_what_is_published_to_the_fraction(published_night):
    published = published_or_404(published_night.session.public_id)
    figures = ("place_text", "won", "percentage", "factored", "possible")
    wanted = [(ranking.direction, row.contestant, *(getattr(row, name) for name in figures))
              for section in published.sections for ranking in section.rankings for row in ranking.rows]  # fmt: skip
    rows = PublishedResult.objects.order_by("pk")
    assert [(r.direction, r.contestant_id, *(getattr(r, name) for name in figures)) for r in rows] == wanted
    assert len(wanted) == 6 and all(row.counts and row.honours and row.of == 3 for row in rows)
    lines = {line.table_board: line for board in published.boards for line in board.lines}
    for row in PublishedLine.objects.all():
        line = lines.pop(row.table_board_id)
        assert (row.ns_id, row.ew_id) == (line.ns, line.ew)
        assert BoardMP(row.ns_mp, row.ew_mp, row.top) == line.points
        assert {name: getattr(row, name) for name in line.result.columns()} == line.result.columns()
    assert not lines
    night = PublishedSession.objects.get()
    assert (night.publication.version, night.players, night.boards, night.winners) == (1, 6, [1, 2, 3], 2)


def test_who_is_forgotten_keeps_the_row_a_correction_replaces_it_and_a_withdrawal_takes_it_away(published_night, dee):
    rows = list(PublishedResult.objects.order_by("pk").values())
    assert not any("Ann" in str(value) for row in rows for value in row.values())
    person_forget(person=Person.objects.get(name="Ann"), user=dee)
    assert list(PublishedResult.objects.order_by("pk").values()) == rows
    assert "A former player" in [name for _, _, name, _ in places()]
    before = places()
    for row in TableBoard.objects.filter(ns=published_night.contestant(3)):
        enter_score(row, dee, "7N S 13")
    assert places() == before, "not before it is published again"
    publish(published_night.session, dee)
    after = places()
    assert after != before and after[0][2] == "Gus" and len(after) == 6
    assert PublishedSession.objects.get().publication.version == 2 and PublishedLine.objects.count() == 9
    unpublish(published_night.session, dee)
    assert not (PublishedSession.objects.exists() or PublishedLine.objects.exists() or places())


def test_rows_are_made_anew_when_who_played_is_put_right(published_night, club):
    kit, sub = person_add(club=club, name="Kit"), person_add(club=club, name="Sub")
    row = ContestantPerson.objects.get(person__name="Ann")
    ContestantPerson.objects.filter(pk=row.pk).update(person=kit)
    ContestantPerson.objects.create(contestant=row.contestant, person=sub, from_round=2)
    players_changed.send(sender=None, session=published_night.session)
    results = PublishedResult.objects.filter(contestant=row.contestant).order_by("pk")
    assert [(result.person, result.role, result.counts) for result in results] == [
        (kit, PlayerRole.PLAYER, True),
        (sub, PlayerRole.SUBSTITUTE, False),
    ]
    assert PublishedSession.objects.get().publication.version == 1


def test_nothing_is_made_of_a_session_that_is_not_published(scored_night):
    players_changed.send(sender=None, session=scored_night.session)
    assert not PublishedResult.objects.exists()


def test_who_left_and_came_back_as_another_contestant_counts_once(published_night):
    """The person counts as the later of the two contestants, as was the case before published rows existed."""
    first, other = (published_night.contestant(number).persons.get() for number in (1, 6))
    ContestantPerson.objects.filter(pk=other.pk).update(person=first.person)
    players_changed.send(sender=None, session=published_night.session)
    rows = PublishedResult.objects.filter(person=first.person).order_by("pk")
    assert [(row.contestant_id, row.counts) for row in rows] == [
        (first.contestant_id, False),
        (other.contestant_id, True),
    ]


def test_a_fraction_that_no_column_holds_is_the_nearest_that_one_does():
    huge = Fraction(10**30 + 1, 3 * 10**30)
    columns = exact_columns(won=huge, vps=None, mean=Fraction(0))
    assert (columns["won_num"], columns["won_den"]) == (1, 3)
    assert (columns["vps_num"], columns["mean_num"], columns["mean_den"]) == (None, 0, 1)
