"""A session with Bridgemates: the set-up is exported, and scores are imported on the page for all results files."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.files.services.card_files import setup_file
from clubsite.nights.models import Board, Seating, Section, Session, Table, TableBoard
from clubsite.nights.services.repairs import board_turn
from clubsite.scores.models import ScoreEntry
from scoring.files.jet.reading import read_tables
from tests.bws_files import Row, bws, score
from tests.on_page import on_page


def at(session: Session, page: str = "") -> str:
    return f"/director/{session.public_id}/files/{page}"


def upload(director: Client, session: Session, data: bytes) -> str:
    file = SimpleUploadedFile("Tuesday.bws", data)
    return director.post(at(session, "results/"), {"file": file}, follow=True).text


def take(director: Client, session: Session, page: str):
    seal = page.split('name="sealed" value="')[1].split('"')[0]
    director.post(at(session, "results/"), {"sealed": seal})


def rounds(data: bytes) -> list[Row]:
    columns = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")
    return read_tables(data, {"RoundData": columns})["RoundData"]


def played(data: bytes, last_round: int = 99) -> list[Row]:
    """Return a score for every meeting in a set-up, as Bridgemates would send it: 1NT by N/S, just made."""
    scores: list[Row] = []
    for row in rounds(data):
        if row["LowBoard"] and int(str(row["Round"])) <= last_round:
            more = {name: row[name] for name in ("Section", "Table", "Round")}
            pairs = {"Board": row["LowBoard"], "PairNS": row["NSPair"], "PairEW": row["EWPair"]}
            how: Row = {"Declarer": row["NSPair"], "Contract": "1 NT", "NS/EW": "S"}
            scores.append(score(len(scores) + 1, **more, **pairs, **how))
    return scores


def made(session: Session, dee) -> bytes:
    session.refresh_from_db()
    return setup_file(session=session, computer="CLUB-PC", user=dee)[0]


def test_a_set_up_has_every_meeting_of_the_movement(night, dee):
    seatings = Seating.objects.filter(round__section=night.section).select_related("round", "table", "ns", "ew")
    wanted = {(seat.table.number, seat.round.number, seat.ns.number, seat.ew.number) for seat in seatings}
    rows = rounds(made(night.session, dee))
    assert {(row["Table"], row["Round"], row["NSPair"], row["EWPair"]) for row in rows} == wanted
    assert {row["LowBoard"] for row in rows} == {1, 2, 3}


def test_south_sits_south_and_north_west(night, dee):
    """SOLO-11a: with these seats, each player gets the score that a Bridgemate gives to that player's side."""
    Person.objects.filter(name="Bo").update(number="007")
    data = made(night.session, dee)
    seats = read_tables(data, {"PlayerNumbers": ("Table", "Direction", "Number", "Name")})["PlayerNumbers"]
    named = {(row["Table"], row["Direction"]): row["Name"] for row in seats if row["Name"]}
    first = Seating.objects.filter(round__section=night.section, round__number=1).select_related("table")
    for seating in first.prefetch_related("ns__persons__person", "ew__persons__person"):
        assert named[seating.table.number, "S"] == seating.ns.persons.get().person.name
        assert named[seating.table.number, "W"] == seating.ew.persons.get().person.name
    assert len(named) == 2 * len(first)


def test_the_page_makes_the_file_and_asks_for_the_computer(night, director):
    page = director.get(at(night.session)).text
    assert "North’s as by West" in page and 'name="computer"' in page
    answer = director.post(at(night.session, "bridgemates/"), {"computer": " "})
    assert "Write the name of the computer" in answer.text
    answer = director.post(at(night.session, "bridgemates/"), {"computer": "CLUB-PC"})
    assert f"{night.session.public_id}.bws" in answer["Content-Disposition"]
    tables = read_tables(answer.content, {"Clients": ("Computer",), "HandRecord": ("Board",)})
    assert tables == {"Clients": [{"Computer": "CLUB-PC"}], "HandRecord": []}
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()


def test_the_hands_are_asked_for_twice_and_noted(night, director):
    form = {"computer": "CLUB-PC", "hands": "on"}
    page = director.post(at(night.session, "bridgemates/"), form)
    assert "The hands of boards 1 to 3 too?" in page.text
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()
    answer = director.post(at(night.session, "bridgemates/"), form | {"sure": "yes"})
    assert "SECRET" in answer["Content-Disposition"]
    columns = [f"North{suit}" for suit in ("Spades", "Hearts", "Diamonds", "Clubs")]
    hands = read_tables(answer.content, {"HandRecord": ("Board", *columns)})["HandRecord"]
    assert [row["Board"] for row in hands] == [1, 2, 3]
    assert all(sum(len(str(row[name])) for name in columns) == 13 for row in hands)
    suits = [str(row[name]) for row in hands for name in columns]
    assert suits == ["".join(sorted(suit, key="AKQJT98765432".index)) for suit in suits]
    assert AuditEntry.objects.get(action=AuditAction.DEALS_EXPORTED).about == "boards 1 to 3: BWS"


def test_a_file_that_cannot_be_written_opens_no_board(night, director):
    Table.objects.filter(number=3).update(number=100)
    sealed = Board.objects.exclude(sealed="").count()
    form = {"computer": "CLUB-PC", "hands": "on", "sure": "yes"}
    page = director.post(at(night.session, "bridgemates/"), form, follow=True)
    assert "Bridgemates know tables and rounds up to 99" in page.text
    assert Board.objects.exclude(sealed="").count() == sealed > 0
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()


def test_a_director_who_plays_gets_the_file_without_the_hands_only(night, director, dee):
    Person.objects.filter(name="Bo").update(user=dee)
    form = {"computer": "CLUB-PC", "hands": "on", "sure": "yes"}
    page = director.post(at(night.session, "bridgemates/"), form | {"promise": "yes"}, follow=True)
    assert "Another director of the club can do it." in page.text
    answer = director.post(at(night.session, "bridgemates/"), {"computer": "CLUB-PC"})
    assert read_tables(answer.content, {"HandRecord": ("Board",)})["HandRecord"] == []


def test_a_night_that_has_not_begun_has_no_set_up(make_night, director):
    night = make_night(start=False)
    assert "once it has started" in director.get(at(night.session)).text
    page = director.post(at(night.session, "bridgemates/"), {"computer": "X"}, follow=True).text
    assert "This session has not begun" in page


def test_a_whole_night_comes_back_from_the_bridgemates(night, director, dee):
    scores = played(made(night.session, dee))
    page = upload(director, night.session, bws(*scores))
    assert "Bring in 9 scores?" in page
    assert not ScoreEntry.objects.exists()
    take(director, night.session, page)
    assert {(entry.contract, entry.declarer, entry.tricks) for entry in ScoreEntry.objects.all()} == {("1N", "S", 7)}
    assert ScoreEntry.objects.count() == 9
    assert "Nothing new" in upload(director, night.session, bws(*scores))
    assert AuditEntry.objects.filter(action=AuditAction.RESULTS_IMPORTED, subject="Tuesday.bws").exists()


def test_during_the_night_what_is_new_and_what_differs_is_shown(night, director, dee):
    setup = made(night.session, dee)
    first = played(setup, last_round=1)
    take(director, night.session, upload(director, night.session, bws(*first)))
    assert ScoreEntry.objects.count() == 3
    again = {**first[0], "ID": 50, "Result": "+1"}
    erased = {**first[1], "Erased": True}
    second = [row for row in played(setup) if row["Round"] == 2][:2]
    page = upload(director, night.session, bws(*first, again, erased, *second))
    for sentence in (
        "Bring in 3 scores?",
        "1N by S, 7 tricks",
        "1N by S, 8 tricks",
        "its score was erased there. In here it is 1N by S, 7 tricks, until you change it in the room.",
        "Rounds that begin by this",
        "1 score was typed again on a Bridgemate: the last one counts.",
    ):
        assert sentence in on_page(page)
    take(director, night.session, page)
    assert ScoreEntry.objects.count() == 6


def test_a_board_played_the_wrong_way_round_is_left_for_the_director(night, director, dee):
    scores = played(made(night.session, dee), last_round=1)
    turned = {**scores[0], "Remarks": "Wrong direction", "Declarer": scores[0]["PairEW"]}
    page = upload(director, night.session, bws(turned, *scores[1:]))
    sentence = "they sat the other way round. Type the score as they wrote it, then turn the board"
    assert "Bring in 2 scores?" in page and sentence in on_page(page)
    take(director, night.session, upload(director, night.session, bws(*scores)))
    row = TableBoard.objects.get(board__number=scores[0]["Board"], score_entries__isnull=False)
    board_turn(table_board=row, user=dee)
    assert "Nothing new" in upload(director, night.session, bws(turned, *scores[1:]))


def test_sections_pairs_and_boards_that_there_are_not_refuse_the_file(night, director, dee):
    first, *_ = played(made(night.session, dee), last_round=1)
    for wrong, sentence in (
        ({"PairNS": 77}, "table 1, round 1, board 1: nobody in this session has the number 77"),
        ({"Board": 40}, "board 40: it is not among this session's boards"),
        ({"Section": 3}, "the file has no section 3"),
    ):
        page = on_page(upload(director, night.session, bws({**first, **wrong})))
        assert sentence in page and "There are no scores" not in page
    old = b"\x00\x01\x00\x00Standard ACE DB\x00" + bytes(9000)
    assert "2007" in on_page(upload(director, night.session, old))
    assert not ScoreEntry.objects.exists()


def test_sections_keep_their_letters(make_night, director, dee):
    night = make_night()
    Section.objects.filter(pk=night.section.pk).update(name="B", lettered=True)
    data = made(night.session, dee)
    assert read_tables(data, {"Section": ("ID", "Letter")})["Section"] == [{"ID": 1, "Letter": "B"}]
    letters: list[Row] = [{"ID": 1, "Letter": "B"}]
    page = upload(director, night.session, bws(*played(data), Section=letters))
    assert "Bring in 9 scores?" in page
    page = on_page(upload(director, night.session, bws(*played(data), Section=[{"ID": 1, "Letter": "C"}])))
    assert "Section C: this session has no such section. It has B." in page


def test_other_names_than_ours_are_a_question(night, director, dee):
    scores = played(made(night.session, dee), last_round=1)
    cy = Person.objects.create(club=night.session.club, name="Cy Stranger", number="99")
    meeting = {
        "Section": 1, "Table": 1, "Round": 1, "NSPair": scores[0]["PairNS"], "EWPair": scores[0]["PairEW"],
    }  # fmt: skip

    def page_with(**names):
        seat = {"Section": 1, "Table": 1, "Direction": "S", **names}
        return upload(director, night.session, bws(*scores, RoundData=[meeting], PlayerNumbers=[seat]))

    page = on_page(page_with(Number=cy.number))
    assert "Other names in the file" in page and "Cy Stranger" in page and "not a member" not in page
    unknown = '<b>Nobody Known</b> <small class="dim">not a member</small>'
    assert unknown in page_with(Number="", Name="Nobody Known")
    own = Seating.objects.get(round__section=night.section, round__number=1, table__number=1)
    assert "Other names in the file" not in page_with(Number="", Name=own.ns.persons.get().person.name)
