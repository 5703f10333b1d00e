"""The director's file page: boards checked before use, cards for the dealing machine, and imported results."""

import io
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.core.ciphers import WRONG_PASSPHRASE, file_opened, file_sealed, is_sealed_file
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet, Seating
from clubsite.nights.services.rounds import session_start
from clubsite.scores.models import ScoreEntry
from games.notation.deal_files import FORMATS, read_deals, write_deals
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night
from tests.kit.spellings import cards_found
from tests.on_page import cards_on_page, on_page

EVENING = Path(__file__).parents[2] / "games" / "data" / "club-evening-2022-07-27.pbn"
DEALS = read_deals(EVENING.read_bytes()).boards
HEAD = "board,ns,ew,contract,declarer,tricks\n"


def at(night, page: str = "files/") -> str:
    return f"/director/{night.session.public_id}/{page}"


def file(data: bytes | str, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data if isinstance(data, bytes) else data.encode())


def look_into(director: Client, night, data: bytes, name: str = "evening.dup", first: str = "1") -> str:
    sent = {"how": "file", "file": file(data, name), "first": first}
    return director.post(at(night, "setup/boards/"), sent, follow=True).text


@pytest.mark.parametrize("name", FORMATS)
def test_boards_of_every_format_are_shown_as_numbers_and_count_when_they_are_taken(make_night, director, name):
    night = make_night(start=False)
    before, file_name = night.section.board_set_id, f"evening.{name.lower()}"
    page = " ".join(look_into(director, night, write_deals(name, DEALS[:9]), file_name).split())
    assert "9 boards: 1 to 9. 3 needed" in page and f"A {name} file." in page and "Take these 9 boards" in page
    night.section.refresh_from_db()
    assert night.section.board_set_id == before
    director.post(at(night, "setup/boards/"), {"how": "take"})
    assert BoardSet.objects.get(session=night.session).file_name == file_name
    boards = Board.objects.filter(board_set__sections=night.section).order_by("number")
    norths = [{card.text for card in record.deal.north} for record in DEALS[:9]]
    assert [set(dealt(board).north.split()) for board in boards] == norths


@pytest.mark.parametrize("name", ["DUP", "BRI", "DGE"])
def test_a_file_that_does_not_say_its_numbers_asks_for_the_first(make_night, director, name):
    night, data = make_night(start=False), write_deals(name, DEALS[:4])
    page = look_into(director, night, data, first="")
    assert f"A {name} file does not say which numbers its boards have. Give the number of the first one." in page
    assert not BoardSet.objects.filter(pending=True).exists()
    assert "4 boards: 13 to 16" in " ".join(look_into(director, night, data, first="13").split())


def test_no_card_of_a_file_is_on_the_page(make_night, director):
    night = make_night(start=False)
    page = look_into(director, night, EVENING.read_bytes(), "evening.pbn")
    boards = Board.objects.filter(board_set__pending=True)
    assert boards
    for board in boards:
        assert not [hand for hand in dealt(board).all if hand in page]
    assert "AKQJ54" not in on_page(page) and not cards_on_page(page)


def test_a_file_left_is_forgotten_another_takes_its_place_and_a_broken_one_says_what_is_wrong(make_night, director):
    night = make_night(start=False)
    look_into(director, night, write_deals("DUP", DEALS[:4]))
    again = look_into(director, night, write_deals("DUP", DEALS[:5]))
    assert "5 boards: 1 to 5" in " ".join(again.split())
    assert BoardSet.objects.filter(pending=True).count() == 1
    director.post(at(night, "setup/boards/"), {"how": "drop"})
    assert not BoardSet.objects.filter(pending=True).exists()
    page = director.post(at(night, "setup/boards/"), {"how": "take"}, follow=True).text
    assert "Choose the file again" in page
    page = look_into(director, night, write_deals("DUP", DEALS[:4])[:-1])
    assert "Nothing was imported" in page and "breaks off in record 4" in page
    assert not BoardSet.objects.filter(pending=True).exists()


def cards(director: Client, night, form: str = "DUP", **more: str):
    boards = str(night.section.board_set_id)
    return director.post(at(night, "files/cards/"), {"boards": boards, "form": form, **more})


@pytest.mark.parametrize("form", FORMATS)
def test_the_file_of_cards_is_asked_once_and_noted(make_night, director, form):
    night = make_night(start=False)
    question = cards(director, night, form)
    assert "Every card of boards 1 to 3?" in question.text
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()
    answer = cards(director, night, form, sure="yes")
    assert answer["Content-Disposition"].startswith('attachment; filename="SECRET-2026-11-17-')
    assert "no-store" in answer["Cache-Control"]
    deals = read_deals(answer.content)
    assert deals.format == form
    for record, board in zip(deals.boards, night.section.board_set.boards.order_by("number"), strict=True):
        assert {card.text for card in record.deal.east} == set(dealt(board).east.split())
        if form in ("PBN", "LIN"):
            assert " ".join(card.text for card in record.deal.east) == dealt(board).east
    assert AuditEntry.objects.get(action=AuditAction.DEALS_EXPORTED).about == f"boards 1 to 3: {form}"


def test_solo_31_a_director_who_plays_promises_before_the_night_and_gets_no_file_once_it_has_begun(
    make_night, director, dee
):
    night = make_night(start=False)
    Person.objects.filter(name="Bo").update(user=dee)
    assert "You are one of the players yourself" in cards(director, night).text
    refused = cards(director, night, sure="yes")
    assert "say that you will not look into the file" in refused.text
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()
    answer = cards(director, night, sure="yes", promise="yes")
    assert len(answer.content) == 3 * 156
    assert AuditEntry.objects.get(action=AuditAction.DEALS_EXPORTED).detail["plays"]
    session_start(session=night.session, user=dee)
    assert "Every card of" not in director.get(at(night)).text
    assert "I shall not look" not in cards(director, night).text
    refused = cards(director, night, sure="yes", promise="yes")
    assert "Another director of the club can do it." in refused.text
    assert AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).count() == 1


@pytest.mark.parametrize("form", [{}, {"boards": "1", "form": "EXE"}, {"boards": "x", "form": "DUP"}])
def test_a_file_of_cards_that_there_is_not(night, director, form):
    assert director.post(at(night, "files/cards/"), form).status_code == 404
    assert director.post(at(night, "files/cards/"), form | {"sure": "yes"}).status_code == 302


def first_round(night) -> str:
    rows = Seating.objects.filter(round__section=night.section, round__number=1).select_related("ns", "ew")
    return HEAD + "".join(f"{row.board_group},{row.ns.number},{row.ew.number},1N,S,7\n" for row in rows)


def seal_on(page: str) -> str:
    return page.split('name="sealed" value="')[1].split('"')[0]


def bring(director: Client, night, text: str) -> str:
    answer = director.post(at(night, "files/results/"), {"file": file(text, "elsewhere.csv")}, follow=True)
    return answer.text


def test_faults_of_a_file_of_results_are_listed_and_results_are_shown_before_they_count(night, director):
    page = bring(director, night, f"{HEAD}1,1,4,9N,S,7\n40,1,4,1N,S,7\n")
    assert "Nothing was brought in" in page
    assert "Line 2, column contract: &#x27;9N&#x27; is no contract" in page
    page = bring(director, night, f"{HEAD}1,1,4,1N,S,7\n40,1,4,1N,S,7\n")
    assert "Line 3, board 40: it is not among this session&#x27;s boards" in page
    page = bring(director, night, first_round(night))
    assert "Bring in 3 scores?" in page
    assert not ScoreEntry.objects.exists()
    director.post(at(night, "files/results/"), {"sealed": seal_on(page)})
    assert ScoreEntry.objects.count() == 3
    again = bring(director, night, first_round(night))
    assert "Nothing new" in again
    director.post(at(night, "files/results/"), {"sealed": seal_on(page)})
    assert ScoreEntry.objects.count() == 3


@pytest.mark.parametrize("seal", ["", "x", "x:y:z", "another session's"])
def test_an_answer_that_the_site_did_not_make_for_this_session_stores_nothing(make_night, director, seal):
    night, other = make_night(), make_night()
    seal = seal_on(bring(director, other, first_round(other))) if seal.startswith("another") else seal
    assert "Choose" in director.post(at(night, "files/results/"), {"sealed": seal}, follow=True).text
    assert not ScoreEntry.objects.exists()


PASSPHRASE = "seven blue herons "


def asked(night, **more) -> dict[str, object]:
    return {"boards": night.section.board_set_id, "form": "SEALED", "sure": "yes", **more}


@pytest.fixture
def files(make_night):
    night = make_night(start=False)
    return night, f"/director/{night.session.public_id}/files/cards/"


@pytest.fixture
def sealed(files, director) -> bytes:
    night, address = files
    return director.post(address, asked(night, passphrase=PASSPHRASE)).content


def test_the_file_shows_no_card_and_opens_no_board_here(files, sealed):
    boards = list(Board.objects.all())
    assert is_sealed_file(sealed) and cards_found(sealed, boards) == set()
    assert all(board.sealed for board in boards)
    line = AuditEntry.objects.get(action=AuditAction.DEALS_EXPORTED)
    assert line.about.endswith(": SEALED")
    in_file = read_deals(file_opened(sealed, PASSPHRASE), "x.pbn").boards
    for board, record in zip(boards, in_file, strict=True):
        assert [card.text for card in record.deal.west] == dealt(board).west.split()


def test_another_place_opens_it_with_the_passphrase_alone(sealed, director, club, dee):
    def hands(session_boards):
        """Return the hands by board. North's and South's are sets, because their cards have no sequence."""
        deals = [dealt(board) for board in session_boards]
        return [(set(deal.north.split()), deal.east, set(deal.south.split()), deal.west) for deal in deals]

    before = hands(Board.objects.order_by("number"))
    other = draft_night(club, dee, name="Other place")
    page = f"/director/{other.public_id}/setup/boards/"

    def sent(passphrase: str):
        file = SimpleUploadedFile("tuesday.sealed", sealed)
        return director.post(page, {"how": "file", "file": file, "passphrase": passphrase})

    assert "These boards are sealed. Type the passphrase" in sent("").text
    assert WRONG_PASSPHRASE in sent("seven blue herons").text, "the last blank counts"
    assert not BoardSet.objects.filter(session=other).exists()
    assert sent(PASSPHRASE).status_code == 302
    director.post(page, {"how": "take"})
    taken = Board.objects.filter(board_set__session=other).order_by("number")
    assert hands(taken) == before and all(board.sealed for board in taken)


def test_a_passphrase_is_asked_for_a_sealed_file_alone_and_a_short_one_is_refused_at_its_field(files, director):
    night, address = files
    assert 'name="passphrase"' in director.post(address, {**asked(night), "sure": ""}).text
    assert 'name="passphrase"' not in director.post(address, {**asked(night), "form": "PBN", "sure": ""}).text
    text = director.post(address, asked(night, passphrase="short")).text
    assert "Write a passphrase of at least 12 characters." in text and 'name="passphrase"' in text
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()


@pytest.mark.parametrize("damage", [b"", b"[", b'"x"}', b'"salt": "zz", "sealed": "x"}', b'"salt": [], "sealed": 1}'])
def test_a_damaged_file_is_refused_in_words(sealed, damage):
    start = sealed[: sealed.index(b'"salt"')]
    with pytest.raises(Refused, match="damaged") as refused:
        file_opened(start + damage, PASSPHRASE)
    assert refused.value.field == "file"
    with pytest.raises(Refused, match="does not open"):
        file_opened(sealed.replace(b'"sealed": "', b'"sealed": "AAAA'), PASSPHRASE)
    assert file_sealed(b"x", PASSPHRASE) != file_sealed(b"x", PASSPHRASE)


def test_the_command_opens_it_without_the_site(sealed, tmp_path, monkeypatch):
    file, to = tmp_path / "b.sealed", tmp_path / "b.pbn"
    file.write_bytes(sealed)
    monkeypatch.setattr("clubsite.nights.management.commands.open_boards.getpass", lambda prompt: PASSPHRASE)
    out = io.StringIO()
    call_command("open_boards", file, to, stdout=out)
    assert b"[Deal " in to.read_bytes() and to.stat().st_mode & 0o777 == 0o600
    assert "keep it secret until the boards are played" in out.getvalue()
    for wrong, sentence in ((to, "is not a file of sealed boards"), (tmp_path / "none", "No such file")):
        with pytest.raises(CommandError, match=sentence):
            call_command("open_boards", wrong, tmp_path / "c.pbn", stdout=out)
    with pytest.raises(CommandError, match="is there already"):
        call_command("open_boards", file, to, stdout=out)
