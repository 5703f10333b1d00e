"""Printed papers: slips with all of East's and West's cards in order, table cards, guides, and the named movement."""

import io
import re

import pytest
from pypdf import PdfReader

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Club
from clubsite.director.printing.papers import movements_of, score_slips_of, travellers_of
from clubsite.director.setup.dummy_slips import cards_refusal
from clubsite.nights.models import Board, ContestantPerson, TableBoard
from clubsite.nights.selectors.cardboard import boards_to_come
from clubsite.nights.selectors.sealed_boards import unshown_setup
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.rounds import round_force
from clubsite.nights.services.sections import section_add_pairs
from clubsite.pdf.letters import plain
from clubsite.pdf.paper import in_piles
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.services.publications import unpublish
from clubsite.scores.services.tables import table_play
from games.wording import numbers_told
from movements.mitchell import straight
from scoring.figures import percent_text
from tests.kit.dealt import dealt
from tests.kit.nights import at as table_of
from tests.kit.nights import draft_night, swiss
from tests.kit.pages import pdf_text, words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


@pytest.fixture
def at(night):
    return f"/director/{night.session.public_id}/print/"


def test_slips_show_every_dummy_in_its_order_and_curtain_cards_the_players_hands_by_suit(director, night, at):
    text = pdf_text(director.post(f"{at}slips.pdf"))
    boards = list(Board.objects.all())
    assert boards and all(dealt(board).east in text and dealt(board).west in text for board in boards)
    assert not any(dealt(board).north in text or dealt(board).south in text for board in boards)
    entry = AuditEntry.objects.get(action=AuditAction.SLIPS_PRINTED)
    assert (entry.session, entry.actor) == (night.session, "dee")
    text = pdf_text(director.post(f"/director/{night.session.public_id}/print/curtain-cards.pdf"))
    board = Board.objects.get(number=1)
    for hand in (dealt(board).north, dealt(board).south):
        ranks = sorted((card[1] for card in hand.split() if card[0] == "S"), key="AKQJT98765432".index)
        assert "  ".join(ranks).replace("T", "10") in text
    assert text.count("SOUTH") == text.count("NORTH") == 3 and "EAST" not in text
    assert AuditEntry.objects.filter(action=AuditAction.CURTAIN_CARDS_PRINTED).exists()


@pytest.mark.parametrize("sheet", ["slips.pdf", "curtain-cards.pdf"])
def test_solo_31_a_director_who_plays_gets_no_cards_before_they_have_played_them(director, night, dee, at, sheet):
    """The cards of a board that is still to be played late are withheld even after the session has ended."""
    assert cards_refusal(dee, night.session) == ""
    plays_as(night.session, 1, dee)
    row = TableBoard.objects.filter(seats__contestant=night.contestant(1)).first()
    for late in (False, True):
        if late:
            enter_score(row, dee, "late")
            director.post(f"/director/{night.session.public_id}/act/end/")
        assert "another director" in cards_refusal(dee, night.session).lower()
        answer = director.post(at + sheet, follow=True)
        assert "You are one of the players yourself" in answer.text
    printed = [AuditAction.SLIPS_PRINTED, AuditAction.CURTAIN_CARDS_PRINTED]
    assert not AuditEntry.objects.filter(action__in=printed).exists()
    enter_score(row, dee, "1N S 7", why="Played late")
    assert cards_refusal(dee, night.session) == ""
    assert director.post(at + sheet)["Content-Type"] == "application/pdf"


def test_a_slips_big_ranks_lie_left_to_right_as_the_sequence(night):
    from clubsite.pdf.dummy_slips import slips

    board = Board.objects.get(number=1)
    drawn: list[tuple[float, float, str]] = []

    def visit(text, cm, tm, font, size):
        # The place of a piece of text is `tm` transformed by `cm`.
        x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
        if size >= 30 and text.strip() in ("A", "K", "Q", "J", *map(str, range(2, 11))):
            drawn.append((round(y, 1), x, text.strip()))

    PdfReader(io.BytesIO(slips("Tuesday", [unshown_setup(board)]))).pages[0].extract_text(visitor_text=visit)
    west, east = (
        [rank for _, _, rank in sorted((row for row in drawn if row[0] == y), key=lambda row: row[1])]
        for y in sorted({y for y, _, _ in drawn}, reverse=True)
    )
    for ranks, hand in ((west, dealt(board).west), (east, dealt(board).east)):
        assert ranks == [card[1].replace("T", "10") for card in hand.split()]


def test_names_in_every_script_are_printed_or_refused_with_only_the_letters_in_use_in_the_file(director, night):
    person_called(night, 1, "Γιάννης")
    answer = director.get(f"/director/{night.session.public_id}/print/movement.pdf")
    assert len(answer.content) < 60_000  # the two fonts alone have 340,000 bytes
    names = ["Čapek Łuçja", "Tāne Ōkāhu", "Γιάννης Ρήγας", "Їжакевич Щукін", "Nguyễn Thị Ðào", "Øre Þór-Ælfßen"]
    for number, name in enumerate(names, start=1):
        person_called(night, number, name)
    for sheet in ("print/movement.pdf", "print/A/guide-cards.pdf"):
        text = pdf_text(director.get(f"/director/{night.session.public_id}/{sheet}"))
        for name in names:
            assert all(word in text for word in name.split()), (sheet, name)
        assert "?" not in text
    for name, text in (
        ("عمر خیام", "(name in Arabic letters)"),
        ("王 伟", "(name in Chinese characters)"),
        ("田中さくら", "(name in Japanese characters)"),
        ("Ann שלום 😀", "Ann (name in Hebrew letters)"),
        ("😀", "(name in symbols)"),
    ):
        person_called(night, 1, name)
        assert text in pdf_text(director.get(f"/director/{night.session.public_id}/print/movement.pdf"))


def person_called(night, number: int, name: str):
    person = ContestantPerson.objects.get(contestant=night.contestant(number)).person
    person.name = name
    person.save()


def test_score_slips_and_travellers_name_everybody_who_plays_a_board(director, at, night):
    answer = director.get(f"{at}A/score-slips.pdf")
    text = pdf_text(answer)
    assert text.count("Contract") == text.count("South agrees") == text.count("North agrees") == 9
    assert all(name in text for name in ("Bo", "Flo", "Gus", "Ann", "Hal", "Ivy"))
    assert len(PdfReader(io.BytesIO(answer.content)).pages) == 2
    later = pdf_text(director.get(f"{at}A/score-slips.pdf?from=3"))
    assert later.count("Round 3") == 3 and "Round 2" not in later
    over = director.get(f"{at}A/score-slips.pdf?from=9", follow=True)
    assert "No table plays from that round on" in over.text
    sheets = travellers_of(movements_of(night.session)[0])
    assert [sheet.board for sheet in sheets] == [1, 2, 3]
    met = [(line.round, line.table, line.numbers) for line in sheets[0].lines]
    assert met == [("1", "1", ("1", "4")), ("2", "3", ("3", "5")), ("3", "2", ("2", "6"))]
    text = pdf_text(director.get(f"/director/{night.session.public_id}/print/A/travellers.pdf"))
    assert text.count("N/S +") == 3 and "East deals, South (N/S) vulnerable" in text


def test_slips_cut_in_one_go_give_piles_in_order_with_numbers_in_runs_and_a_true_minus():
    """There are eight slips per sheet. The pile cut from each position on the sheets continues the previous pile."""
    sheets = list(in_piles(list(range(20)), 8))
    assert [len(sheet) for sheet in sheets] == [7, 7, 6]
    piles = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(8)]
    assert [piece for pile in piles for piece in pile] == list(range(20))
    assert numbers_told([4, 1, 2, 3, 9, 7]) == "1 to 4, 7 and 9"
    assert (numbers_told([5]), numbers_told([])) == ("5", "")
    assert plain("\u2212100, 1\u20133, \u201cDee\u2019s\u201d\u2026") == "–100, 1–3, “Dee’s”…"


def test_slips_of_rounds_that_are_still_to_be_drawn_have_no_names(club, dee):
    """Only the first of four rounds of a three-table Swiss has been drawn. An odd player needs no slip."""
    slips = score_slips_of(movements_of(swiss(club, dee, 7))[0])
    assert {(slip.round, slip.board) for slip in slips} == {(turn, turn) for turn in range(1, 5)}
    assert all(all(slip.names) for slip in slips if slip.round == 1)
    assert [sum(slip.round == turn for slip in slips) for turn in range(1, 5)] == [3, 3, 3, 3]
    assert not any(any(slip.numbers) for slip in slips if slip.round > 1)


def test_four_handed_slips_and_curtain_cards_are_for_pairs(director, make_night, dee):
    session = make_night(start=False).session
    section_add_pairs(session=session, pairs=4, own_boards=False, user=dee)
    pairs = sections_of(session)[1]
    movement_accept(session=session, section=pairs, plan=straight(2, 1), title="Pairs", user=dee)
    text = pdf_text(director.get(f"/director/{session.public_id}/print/B/score-slips.pdf"))
    assert "For N/S" in text and "Table B1" in text and "South agrees" not in text
    text = pdf_text(director.post(f"/director/{session.public_id}/print/curtain-cards.pdf"))
    assert text.count("EAST") == text.count("WEST") == text.count("NORTH") > 0


def width(answer) -> int:
    return round(PdfReader(io.BytesIO(answer.content)).pages[0].mediabox.width)


SHEETS = "score-slips travellers guide-cards table-guides movement".split()


def test_the_ranking_is_printed_with_every_score_before_and_after_it_is_published(published_night, dee, client):
    session = published_night.session
    own, public = f"/director/{session.public_id}/ranking/?boards=yes", f"/results/{session.public_id}/"
    row = rankings_published(published_or_404(session.public_id))[0].rows[0]
    published = words(client.get(f"{public}?boards=yes"))
    client.force_login(dee)
    for text in (published, words(client.get(own))):
        assert all(part in text for part in ("South players", row.name, percent_text(row.percentage), "to North"))
    assert "to North" not in words(client.get(public))
    print_page = f"/director/{session.public_id}/setup/print/"
    assert f'href="{public}?boards=yes"' in client.get(print_page).text
    unpublish(session, dee)
    assert f'href="{own}"' in client.get(print_page).text
    assert "Not published. As it stood at" in words(client.get(own))


def test_solo_31_boards_that_a_director_has_still_to_play_are_not_printed(night, dee, director):
    enter_score(TableBoard.objects.filter(board__number=1).first(), dee, "1N S 7")
    address = f"/director/{night.session.public_id}/ranking/?boards=yes"
    assert "7 tricks" in words(director.get(address))
    plays_as(night.session, 6, dee)
    assert "7 tricks" not in words(director.get(address))


def test_every_sheet_is_on_the_print_page_for_the_paper_asked_for_and_cards_carry_codes(director, night, at, settings):
    text = director.get(f"/director/{night.session.public_id}/setup/print/?paper=letter").text
    for sheet in ("table-cards", "slips", "curtain-cards", *(f"A/{sheet}" for sheet in SHEETS)):
        assert f"{at}{sheet}.pdf?paper=letter" in text
    for path in ("table-cards.pdf", "movement.pdf", *(f"A/{sheet}.pdf" for sheet in SHEETS)):
        assert width(director.get(at + path)) == 595
        assert width(director.get(f"{at}{path}?paper=letter")) == 612
    Club.objects.update(paper="letter")
    assert width(director.post(f"{at}slips.pdf")) == 612
    assert width(director.post(f"{at}slips.pdf?paper=a4")) == 595
    settings.PUBLIC_URL = "http://192.168.1.40:8000"
    text = pdf_text(director.get(f"/director/{night.session.public_id}/print/table-cards.pdf"))
    for table in night.section.tables.all():
        assert f"http://192.168.1.40:8000/join/{table.code}/" in text
        assert f"{table.code[:3]} {table.code[3:]}" in text


def test_guides_and_the_picture_name_the_players_and_who_comes(director, night):
    text = pdf_text(director.get(f"/director/{night.session.public_id}/print/A/guide-cards.pdf"))
    assert "Ann" in text
    assert "1 1 North 1 1\n2 2 North 2 3\n3 3 North 3 2" in text
    assert "Lantern Street, Tuesday, 17 November 2026" in text
    text = pdf_text(director.get(f"/director/{night.session.public_id}/print/A/table-guides.pdf"))
    assert "1 1 4 1\n2 1 6 2\n3 1 5 3" in text
    answer = director.get(f"/director/{night.session.public_id}/movement/")
    animation = answer.context["shown"].animation
    assert (animation["names"][1], animation["names"][4]) == ("Bo", "Ann")
    first = animation["rounds"][0][0]
    assert first == {"table": 1, "ns": 1, "ew": 4, "set": 1}


def test_no_sheet_without_a_section_or_a_movement(director, night, club, dee):
    for path in ("movement/Z/", "print/Z/guide-cards.pdf", "print/nothing.pdf"):
        assert director.get(f"/director/{night.session.public_id}/{path}").status_code == 404
    draft = draft_night(club, dee, 8)
    answer = director.get(f"/director/{draft.public_id}/movement/", follow=True)
    assert "Choose a movement first." in answer.text


def to_come(night, table: int) -> list[tuple[int, int, bool]]:
    """Return (board, round, whether it exists as cards by that round) for each board the table still has to play."""
    return [(board.board.number, board.round, board.made_up) for board in boards_to_come(table_of(night, table))]


def score_all(night, user, table: int):
    for row in table_of(night, table).table_boards.filter(round__number=night.section.round_number):
        enter_score(row, user, "p")


def test_boards_that_no_table_with_cards_has_or_plays_before_are_to_be_made_up_and_only_they(mixed, make_night, dee):
    """In the Mitchell, tables 1, 2 and 3 play boards 1-2, 3-4 and 5-6, then the next set. Table 2 plays with cards."""
    lies = [False, False, True, True, True, True]
    assert to_come(mixed, 1) == [(board, (board + 1) // 2, lies[board - 1]) for board in range(1, 7)]
    assert to_come(mixed, 3)[:2] == [(5, 1, False), (6, 1, False)]

    def where():
        return {board.board.number: board.where for board in boards_to_come(table_of(mixed, 1))}

    assert where()[3] == "at table 2 now" and where()[5] == "table 2 plays it before"
    score_all(mixed, dee, 2)
    round_force(section=mixed.section, user=dee)
    mixed.section.refresh_from_db()
    assert where()[3] == "played at table 2"
    night = make_night(boards_per_round=2, start=False, with_cards=True)
    assert boards_to_come(table_of(night, 1)) == []


def test_exactly_those_boards_are_printed_from_the_page_of_the_change_and_named_after_it(mixed, dee, director):
    """A director who plays sees what is missing and prints nothing (SOLO-31)."""
    room = f"/director/{mixed.session.public_id}/"
    plays_as(mixed.session, 1, dee)
    shown = words(director.get(f"{room}table/3/kind/"))
    assert "Not made up: boards 1 to 2 and 5 to 6 (round 1: 5 to 6; round 2: 1 to 2)" in shown
    assert "You are one of the players yourself" in shown and "Their dummy slips" not in shown
    plays_as(mixed.session, 1, None)
    answer = director.get(f"{room}table/1/kind/")
    shown, made = words(answer), answer.context["make_up"]
    assert "Not made up: boards 1 to 2 (round 1)" in shown and "boards 3 to 4, at table 2 now" in shown
    ids = [str(board.board.pk) for board in made["missing"]]
    assert all(f'name="board" value="{pk}"' in answer.text for pk in ids) and len(ids) == 2
    text = pdf_text(director.post(f"{room}print/slips.pdf", {"board": ids}))
    slips = re.findall(r"^(\d+) (WEST|EAST)", text, re.M)
    assert slips == [(board, side) for board in "12" for side in ("WEST", "EAST")]
    cards = director.post(f"{room}print/curtain-cards.pdf", {"board": ids})
    assert cards["Content-Type"] == "application/pdf"
    actions = [AuditAction.SLIPS_PRINTED, AuditAction.CURTAIN_CARDS_PRINTED]
    assert [line.about for line in AuditEntry.objects.filter(action__in=actions)] == ["boards 1 to 2"] * 2
    after = director.post(f"{room}table/1/kind/", {"play": "cards"}, follow=True)
    assert "Not made up: boards 1 to 2" in words(after) and "Their dummy slips" in words(after)
    assert "Not made up" not in words(director.get(f"{room}table/2/"))
    table_play(table=table_of(mixed, 3), live=False, user=dee)
    score_all(mixed, dee, 1)
    round_force(section=mixed.section, user=dee)
    mixed.section.refresh_from_db()
    assert not [line for line in to_come(mixed, 1) if not line[2]], "all that comes has been played with cards"
