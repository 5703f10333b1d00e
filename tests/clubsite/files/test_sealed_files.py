"""Boards for another place, sealed with a passphrase before anybody has played them (decision 063)."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.ciphers import WRONG_PASSPHRASE, file_opened, file_sealed, is_sealed_file
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, BoardSet
from games.notation.deal_files import read_deals
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night
from tests.kit.spellings import cards_found

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
    for board, found in zip(boards, in_file, strict=True):
        assert [card.text for card in found.deal.west] == dealt(board).west.split()


def test_another_place_opens_it_with_the_passphrase_alone(sealed, director, club, dee):
    def hands(session_boards):
        """Return the hands by board. North's and South's are sets, because their cards have no sequence."""
        found = [dealt(board) for board in session_boards]
        return [(set(one.north.split()), one.east, set(one.south.split()), one.west) for one in found]

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


def test_a_short_passphrase_is_refused_at_its_field(files, director):
    night, address = files
    text = director.post(address, asked(night, passphrase="short")).text
    assert "Write a passphrase of at least 12 characters." in text and 'name="passphrase"' in text
    assert not AuditEntry.objects.filter(action=AuditAction.DEALS_EXPORTED).exists()


def test_the_first_page_asks_for_the_passphrase_only_for_a_sealed_file(files, director):
    night, address = files
    assert 'name="passphrase"' in director.post(address, {**asked(night), "sure": ""}).text
    assert 'name="passphrase"' not in director.post(address, {**asked(night), "form": "PBN", "sure": ""}).text


@pytest.mark.parametrize("damage", [b"", b"[", b'"x"}', b'"salt": "zz", "sealed": "x"}', b'"salt": [], "sealed": 1}'])
def test_a_damaged_file_is_refused_in_words(sealed, damage):
    start = sealed[: sealed.index(b'"salt"')]
    with pytest.raises(Refused, match="damaged") as refused:
        file_opened(start + damage, PASSPHRASE)
    assert refused.value.field == "file"


def test_a_changed_file_does_not_open(sealed):
    with pytest.raises(Refused, match="does not open"):
        file_opened(sealed.replace(b'"sealed": "', b'"sealed": "AAAA'), PASSPHRASE)


def test_two_files_of_the_same_boards_differ():
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
