"""What members and strangers read of a published event: places, boards, the proof, files, and no hidden name."""

import io
import json
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from clubsite.clubs.models import Club, Person, ResultsFor, ShownAs
from clubsite.events.selectors.event_lines import ONLY_HERE, entrant_card, here_and_over_all
from clubsite.events.services.events import event_publish, public_number_set
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from games.event_proof import check_proof, read_event_proof
from games.notation.deal_files import read_deals
from scoring.files.csv_files import read_ranking, read_travellers
from scoring.files.usebio_reading import read_usebio
from tests.clubsite.events.two_clubs import LANTERN, raw, read, status, two_clubs
from tests.kit.aged import guards_off, sql
from tests.kit.events import LOTTO, close_window, heat_night, join, make_club, make_event, play_heat, score_round
from tests.kit.nights import end_and_publish
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score


@pytest.fixture
def played(club, dee, cy):
    """Both clubs have played, and their own results are published; the window is still open."""
    event = make_event(club, dee, winners=2, min_tables=3, min_boards=2, **LOTTO)
    public_number_set(event=event, user=dee, text="3 17 22")
    return two_clubs(event, club, dee, cy)


@pytest.fixture
def published(played):
    event_publish(event=close_window(played.event), user=played.user)
    played.event.refresh_from_db()
    return played


def test_strangers_read_the_ranking_over_all_clubs_the_lists_each_clubs_players_and_the_boards(published):
    page = read(published, "ranking/?list=two_handed-NS")
    table = page[page.index("<tbody>") :]
    for column in (("Jo Marsh", "Bo<", "Flo", "Kit", "Gus", "Lou"), (">100.00", ">80.00", ">50.00", ">20.00", ">0.00")):
        places = [table.index(word) for word in column]
        assert places == sorted(places)
    assert "Provisional" not in page and "South players" in page
    page = read(published)
    for words in ("South players", "North players", "Version 1", "12 players in 2 clubs", "can be corrected until"):
        assert words in page
    page = read(published, f"heats/{published.heats[1].public_id}/")
    assert "Jo Marsh" in page and "Flo" not in page and "South players" in page
    assert f"/results/{published.nights[1].public_id}/" in page
    assert status(published, "heats/NOBODY/") == 404
    page = read(published, "boards/1/")
    board = Board.objects.filter(board_set__session=published.nights[0], number=1).get()
    assert "West’s sequence, North’s dummy" in page and board.west.split()[0][-1] in page
    for words in ("+150", "+120", "+90", "−50", "6 results", "100.00", "80.00"):
        assert words in page, words
    assert "Jo Marsh" not in page
    assert read(published, "boards/").count('class="plate"') == 3
    assert status(published, "boards/4/") == 404


def test_the_files_read_back_as_what_was_played_and_hidden_names_stay_hidden_everywhere(published):
    night = read_usebio(raw(published, "files/results.xml").encode())
    assert {section.name for section in night.sections} == {"Lantern Street", "Quay Street"}
    assert len(night.lines) == 18 and {line.ns_points for line in night.lines if line.score == "150"} == {"10"}
    assert len(night.boards) == 3
    deals = read_deals(raw(published, "files/boards.pbn").encode(), "boards.pbn")
    assert [record.number for record in deals.boards] == [1, 2, 3]
    rows = [section.contestants[0] for section in read_ranking(raw(published, "files/ranking.csv"))]
    assert rows
    assert len(read_travellers(raw(published, "files/travellers.csv")).lines) == 18
    Person.objects.filter(name="Jo Marsh").update(shown_as=ShownAs.HIDDEN)
    for rest in ("", "ranking/", f"heats/{published.heats[1].public_id}/", "boards/1/", "log/", "proof/", "proof.json",
                 "files/results.xml", "files/boards.pbn", "files/ranking.csv", "files/travellers.csv"):  # fmt: skip
        assert "Jo Marsh" not in read(published, rest), rest


def test_a_correction_is_in_the_files_once_it_is_published(published):
    """South 3 of Lantern Street passed out board 1, and gets 180 now, which nobody had."""
    row = TableBoard.objects.get(round__section__session=published.nights[0], board__number=1, ns__number=3)
    enter_score(row, published.user, "1N S 10", why="as told")
    results_sweep()
    event_score(event_id=published.event.pk)

    def scores() -> list[tuple[str, bool]]:
        lines = read_travellers(raw(published, "files/travellers.csv")).lines
        assert len(read_usebio(raw(published, "files/results.xml").encode()).lines) == len(lines) == 18
        return sorted((line.score, bool(line.ns_points)) for line in lines if line.board == 1)

    before = scores()
    assert all(has_points for _, has_points in before) and ("180", True) not in before
    event_publish(event=published.event, user=published.user)
    assert ("180", True) in scores() and all(has_points for _, has_points in scores())


def test_boards_and_files_are_shut_before_the_publication_and_then_have_the_master_points(played):
    """With six tables the winner of a list gets 150 * sqrt(6 / 25) = 73.48, rounded up, and the next one 70 % of it."""
    type(played.event).objects.update(master_points=True)
    event = close_window(played.event)
    assert status(played, "boards/") == status(played, "files/results.xml") == status(played, "proof.json") == 404
    event_publish(event=event, user=played.user)
    given = [
        [pair.master_points for section in sections for pair in section.contestants if pair.names == ("Jo Marsh",)]
        for sections in (
            read_ranking(raw(played, "files/ranking.csv")),
            read_usebio(raw(played, "files/results.xml").encode()).sections,
        )
    ]
    assert given == [["74"], ["74"]]
    assert "<MASTER_POINTS_AWARDED>74<" in raw(played, "files/results.xml")


def test_a_card_shows_both_figures_and_parts_that_add_up_to_their_difference(published):
    """Bo's 120 is a top of three at Lantern Street, and beaten by the 150s at Quay Street: 8 of 10."""
    heat = published.heats[0]
    card = entrant_card(published.event.public_id, Visitor.as_public(), heat.public_id, "1")
    assert (card["name"], card["here"], card["over_all"]) == ("Bo", 100, 80)
    assert [(line.here.results, line.over_all.results) for line in card["lines"]] == [(3, 6)] * 3
    parts = [line.part for line in card["lines"]]
    assert sum(parts) == card["differs_by"] == -20 and not card["rest"]
    assert sorted(parts) == [Fraction(-667, 100), Fraction(-667, 100), Fraction(-666, 100)]
    page = read(published, f"heats/{heat.public_id}/1/")
    for words in ("100.00", "80.00", "−20.00", "−6.67", "+120", "3 results", "6 results"):
        assert words in page, words
    assert status(published, f"heats/{heat.public_id}/99/") == 404


def test_clubs_that_show_results_to_members_show_strangers_no_name_no_board_and_no_card(published, director):
    Club.objects.filter(pk=published.quay.pk).update(results_for=ResultsFor.MEMBERS)
    assert status(published, f"heats/{published.heats[1].public_id}/1/") == 403
    assert status(published, f"heats/{published.heats[0].public_id}/1/") == 200
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    page = read(published, "ranking/")
    assert "Jo Marsh" not in page and "A player" in page and "Quay Street" in page
    assert status(published, "boards/1/") == 404
    own = read(published, "ranking/", director)
    assert "Bo" in own and "Jo Marsh" not in own
    assert "+150" in read(published, "boards/1/", director)


def verified(tmp_path, text: str, *more: str) -> str:
    file, output = tmp_path / "proof.json", io.StringIO()
    file.write_text(text, encoding="utf-8")
    call_command("event_verify", str(file), *more, stdout=output)
    return output.getvalue()


def test_the_proof_derives_every_card_again_and_the_program_fails_for_a_changed_or_missing_one(published, tmp_path):
    """`tests/games/test_proofs.py` tries every change of a proof."""
    page = read(published, "proof/")
    assert "Everything agrees." in page and published.event.shown_secret in page
    output = verified(tmp_path, raw(published, "proof.json"), "--commitment", published.event.commitment)
    assert "3 of 3 boards are as derived." in output and "Lantern Street, Quay Street" in output
    proof = json.loads(raw(published, "proof.json"))
    for change in ({"public_number": "3 17 23"}, {"played": proof["played"][1:]}, {"heats": proof["heats"][1:]}):
        with pytest.raises(CommandError, match="Not proven"):
            verified(tmp_path, json.dumps(proof | change))
    with pytest.raises(CommandError, match="Not proven"):
        verified(tmp_path, json.dumps(proof), "--commitment", "0" * 64)
    with pytest.raises(CommandError, match=r"none\.json cannot be read"):
        call_command("event_verify", str(tmp_path / "none.json"))


def test_a_board_changed_in_the_database_is_found_and_one_that_the_window_keeps_shut_is_hidden_solo_31(published):
    two, three = Board.objects.filter(board_set__session=published.nights[1], number__in=(2, 3)).order_by("number")
    with guards_off():
        cards = (three.north, three.east, three.south, three.west)
        sql("UPDATE nights_board SET north = %s, east = %s, south = %s, west = %s WHERE id = %s", *cards, two.pk)
        page = read(published, "proof/")
        assert "Not proven: not every board is as derived." in page and "Board 2: not as dealt by the seed" in page
        assert not check_proof(read_event_proof(raw(published, "proof.json"))).good
    Board.objects.first().board_set.__class__.objects.update(held_until="2090-01-01T00:00Z")
    assert "not shown to you" in read(published, "boards/") and status(published, "boards/1/") == 404
    assert "not shown to you" in read(published, "files/")
    assert "[Deal " not in read(published, "files/boards.pbn")
    assert status(published, "proof.json") == 404 and published.event.shown_secret not in read(published, "proof/")


def test_the_digits_of_the_ranking_are_those_of_its_version_until_a_figure_changes(published, tmp_path):
    event, page = published.event, read(published, "ranking/")
    digits = event.publications.get().short
    assert f"Digest <code>{digits}</code>" in page and f"Digest <code>{digits}</code>" in read(published, "files/")
    for proof in (raw(published, "proof.json"), None):
        output = io.StringIO()
        (tmp_path / "proof.json").write_text(proof or "", encoding="utf-8")
        where = str(tmp_path / "proof.json") if proof else event.public_id
        call_command("event_verify", where, "--digest", digits, stdout=output)
        assert "the digits of version 1" in output.getvalue()
        for wrong in ("0" * 24, digits[:9]):
            with pytest.raises(CommandError, match="Not proven"):
                call_command("event_verify", where, "--digest", wrong, stdout=output)
    with guards_off():
        version = event.publications.get()
        version.payload["lists"][0]["rows"][0]["place"] = "9"
        event.publications.update(payload=version.payload)
        with pytest.raises(CommandError, match="Not proven"):
            call_command("event_verify", event.public_id, "--digest", digits, stdout=io.StringIO())


@pytest.fixture
def event(club, dee, cy):
    """Lantern Street plays all boards; at Quay Street only one table has played board 1, and scored the top."""
    event = make_event(club, dee, winners=2)
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN)
    other = heat_night(join(event, make_club("Quay Street", cy), cy), cy)
    score_round(other, cy, {1: "1N S 9"})
    session_end(session=other, user=cy)
    end_and_publish(session, dee)
    event_score(event_id=event.pk)
    return event


@pytest.fixture
def session(event, club):
    return event.heats.get(club=club).session


def card(session, number: int = 1):
    published = published_or_404(session.public_id)
    return here_and_over_all(published, session.sections.get().contestants.get(number=number).pk)


def event_card(event, session):
    return entrant_card(event.public_id, Visitor.as_public(), session.heat.public_id, "1")


def test_every_board_is_worth_something_here_and_over_all_once_the_event_is_published(event, session, dee, director):
    """Board 1 has four results, of which 120 beats two. On board 2, 4 of 4 among three is 4/3 * (4 + 1) - 1 = 17/3."""
    assert card(session) is None
    close_window(event)
    assert card(session) is None
    event_publish(event=event, user=dee)
    own_card = event_card(event, session)
    first, second, _ = own_card["lines"]
    assert (first.here.points, first.here.top, first.here.results) == (4, 4, 3)
    assert (first.over_all.points, first.over_all.top, first.over_all.results) == (4, 6, 4)
    assert (second.over_all.points, second.over_all.top, second.over_all.results) == (Fraction(17, 3), 6, 3)
    assert (own_card["here"], own_card["over_all"]) == (100, Fraction(100 * (4 + 2 * Fraction(17, 3)), 18))
    assert card(session).words == "2nd of 4 South players, 85.19\xa0%"
    page = director.get(f"/results/{session.public_id}/player/1/").text
    assert "2nd of 4 South players" in page
    assert "Here 100.00 %, over all 85.19 %" in text_of(director, f"/results/{session.public_id}/player/1/")
    assert f'href="/events/{event.public_id}/heats/{session.heat.public_id}/1/"' in page


def test_a_board_that_the_club_added_counts_here_only(club, dee):
    """Without board 3, which is no top for North 3, the boards of the event are worth more than the night."""
    event = make_event(club, dee, boards=2, winners=2)
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN | {1: "p"})
    end_and_publish(session, dee)
    event_publish(event=close_window(event), user=dee)
    card = event_card(event, session)
    assert [line.score.board for line in card["lines"]] == [1, 2]
    assert sum(line.part for line in card["lines"]) + sum(part for _, part in card["rest"]) == card["differs_by"]
    assert {words for words, _ in card["rest"]} <= {ONLY_HERE}
