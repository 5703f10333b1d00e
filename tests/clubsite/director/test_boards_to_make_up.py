"""A table changes from screens to cards: which of its boards already exist as cards, and how to print the others."""

import re

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.selectors.cardboard import boards_to_come
from clubsite.nights.services.rounds import round_force
from clubsite.scores.services.tables import table_play
from games.wording import numbers_told
from tests.kit.nights import at
from tests.kit.pages import pdf_text, words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


def to_come(night, table: int) -> list[tuple[int, int, bool]]:
    """Return (board, round, whether it exists as cards by that round) for each board the table still has to play."""
    return [(one.board.number, one.round, one.made_up) for one in boards_to_come(at(night, table))]


def score_all(night, user, table: int):
    for row in at(night, table).table_boards.filter(round__number=night.section.round_number):
        enter_score(row, user, "p")


def test_boards_that_no_table_with_cards_has_or_plays_before_are_to_be_made_up(mixed, dee):
    """In the Mitchell, tables 1, 2 and 3 play boards 1-2, 3-4 and 5-6, then the next set. Table 2 plays with cards."""
    lies = [False, False, True, True, True, True]
    assert to_come(mixed, 1) == [(board, (board + 1) // 2, lies[board - 1]) for board in range(1, 7)]
    assert to_come(mixed, 3)[:2] == [(5, 1, False), (6, 1, False)]

    def where():
        return {one.board.number: one.where for one in boards_to_come(at(mixed, 1))}

    assert where()[3] == "at table 2 now" and where()[5] == "table 2 plays it before"
    score_all(mixed, dee, 2)
    round_force(section=mixed.section, user=dee)
    mixed.section.refresh_from_db()
    assert where()[3] == "played at table 2"


def test_where_all_tables_began_with_cards_nothing_is_to_be_made_up(make_night):
    night = make_night(boards_per_round=2, start=False, with_cards=True)
    assert boards_to_come(at(night, 1)) == []


def test_exactly_those_boards_are_printed_from_the_page_of_the_change(mixed, dee, director):
    room = f"/director/{mixed.session.public_id}/"
    answer = director.get(f"{room}table/1/kind/")
    shown, made = words(answer), answer.context["make_up"]
    assert "Not made up: boards 1 to 2 (round 1)" in shown and "boards 3 to 4, at table 2 now" in shown
    ids = [str(one.board.pk) for one in made["missing"]]
    assert all(f'name="board" value="{pk}"' in answer.text for pk in ids) and len(ids) == 2
    text = pdf_text(director.post(f"{room}print/slips.pdf", {"board": ids}))
    assert re.findall(r"^(\d+) (WEST|EAST)", text, re.M) == [
        (board, side) for board in "12" for side in ("WEST", "EAST")
    ]
    cards = director.post(f"{room}print/curtain-cards.pdf", {"board": ids})
    assert cards["Content-Type"] == "application/pdf"
    actions = [AuditAction.SLIPS_PRINTED, AuditAction.CURTAIN_CARDS_PRINTED]
    noted = [line.about for line in AuditEntry.objects.filter(action__in=actions)]
    assert list(noted) == ["boards 1 to 2"] * 2


def test_the_tables_page_says_it_after_the_change_and_not_of_a_table_that_began_with_cards(mixed, dee, director):
    room = f"/director/{mixed.session.public_id}/"
    after = director.post(f"{room}table/1/kind/", {"play": "cards"}, follow=True)
    assert "Not made up: boards 1 to 2" in words(after) and "Their dummy slips" in words(after)
    assert "Not made up" not in words(director.get(f"{room}table/2/"))
    table_play(table=at(mixed, 3), live=False, user=dee)
    score_all(mixed, dee, 1)
    round_force(section=mixed.section, user=dee)
    mixed.section.refresh_from_db()
    assert not [line for line in to_come(mixed, 1) if not line[2]], "all that comes has been played with cards"


def test_a_director_who_plays_sees_what_is_missing_and_prints_nothing_solo_31(mixed, dee, director):
    plays_as(mixed.session, 1, dee)
    shown = words(director.get(f"/director/{mixed.session.public_id}/table/3/kind/"))
    assert "Not made up: boards 1 to 2 and 5 to 6 (round 1: 5 to 6; round 2: 1 to 2)" in shown
    assert "You are one of the players yourself" in shown and "Their dummy slips" not in shown


def test_numbers_are_listed_in_runs():
    assert numbers_told([4, 1, 2, 3, 9, 7]) == "1 to 4, 7 and 9"
    assert (numbers_told([5]), numbers_told([])) == ("5", "")
