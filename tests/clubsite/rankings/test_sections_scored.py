"""Several sections: compared across the field or within a section, and ranked together or apart. Pairs stay apart."""

from fractions import Fraction

import pytest

from clubsite.nights.models import Session, TableBoard
from clubsite.nights.services.sections import section_add_pairs, sections_split
from clubsite.rankings.models import BoardScore, Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.selectors.boards import board_page
from movements.mitchell import straight
from tests.kit.nights import draft_night, end_and_publish, fill_night
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page


@pytest.fixture
def build(club, dee):
    """A function that makes two sections of four players (two tables, one round) and, on request, one of four pairs."""

    def make(pairs=False, **scoring):
        session = draft_night(club, dee, 8)
        session.scoring = scoring
        session.save(update_fields=["scoring"])
        sections_split(session=session, sizes=[4, 4], user=dee)
        if pairs:
            section_add_pairs(session=session, pairs=4, own_boards=False, user=dee)
        return fill_night(session, dee, straight(2, 1), boards=2)

    return make


def play(session: Session, dee, tricks: dict[str, int]):
    """Play 1NT by South at each table in round 1. `tricks` gives South's tricks by table label."""
    for row in TableBoard.objects.filter(round__section__session=session, round__number=1):
        enter_score(row, dee, f"1NT S {tricks[row.table.label]}")
    results_sweep()


def south(session: Session, table: str) -> Fraction | None:
    scores = BoardScore.objects.filter(table_board__round__section__session=session)
    rows = scores.select_related("table_board__table__section")
    found = next(row for row in rows if row.table_board.table.label == table)
    return found.ns_mp


# In the only round board 1 is on table 1 of every section.
TRICKS = {"A1": 7, "A2": 7, "B1": 8, "B2": 8, "C1": 12, "C2": 12}


def test_a_score_is_compared_with_every_section_that_plays_the_board(build, dee):
    session = build()
    play(session, dee, TRICKS)
    assert south(session, "B1") > south(session, "A1")


def test_within_its_section_a_lone_score_has_nothing_to_be_compared_with(build, dee):
    session = build(field="section")
    play(session, dee, TRICKS)
    assert south(session, "B1") == south(session, "A1")


def test_pairs_are_not_compared_with_players_on_the_same_board(build, dee):
    with_pairs, without = build(pairs=True), build()
    for session in (with_pairs, without):
        play(session, dee, TRICKS)
    for table in ("A1", "B1"):
        assert south(with_pairs, table) == south(without, table)


def test_ranked_together_there_is_one_list_for_each_kind(build, dee):
    session = build(pairs=True, sections="together")
    play(session, dee, TRICKS)
    lists = {(r.section.name, r.line): [row.label for row in r.rows] for r in Ranking.objects.all()}
    assert set(lists) == {("A", "NS"), ("A", "EW"), ("C", "NS"), ("C", "EW")}
    assert {label[0] for label in lists["A", "NS"]} == {"A", "B"}
    assert {label[0] for label in lists["C", "NS"]} == {"C"}


def test_apart_every_section_has_its_own_list(build, dee):
    session = build()
    play(session, dee, TRICKS)
    assert {r.section.name for r in Ranking.objects.all()} == {"A", "B"}


def test_members_find_each_by_section_and_number_and_pairs_under_their_own_heading(build, dee, client):
    session = build(pairs=True)
    play(session, dee, TRICKS)
    end_and_publish(session, dee)
    at = f"/results/{session.public_id}"
    ranking = client.get(f"{at}/").text
    for words in ("Section A, South players", "Section B, North players", "Section C, N/S pairs", "C1x &amp; C1y"):
        assert words in ranking
    board = client.get(f"{at}/board/1/")
    assert {score.four_handed for score in board.context["page"].scores} == {False}
    assert {score.four_handed for score in board.context["page"].others} == {True}
    assert "Four-handed" in board.text
    card = client.get(f"{at}/player/B1/")
    assert card.status_code == 200 and "B1x" in on_page(card.text)
    published = published_or_404(session.public_id)
    of_a_pair = board_page(published, 1, published.contestant("C1"))
    assert of_a_pair.pairs and of_a_pair.standing is not None
    for nothing in ("player/Z9/", "player/B/", "board/99/", "board/Z1/"):
        assert client.get(f"{at}/{nothing}").status_code == 404
