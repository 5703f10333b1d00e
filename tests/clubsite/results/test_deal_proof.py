"""The public proof of how a session's boards were dealt: the commitment first, and the seed later (docs/proof.md)."""

import hashlib
import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, ResultsFor
from clubsite.files.services.card_files import cards_taken
from clubsite.nights.models import Board, BoardSet, CommitmentLine, CommitmentStep
from clubsite.nights.services.boards import boards_deal, boards_import, boards_number
from clubsite.nights.services.opening import OpenedFor, boards_open
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_play
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.results.selectors import deal_proof
from clubsite.results.selectors.deal_proof import proof_page
from clubsite.signups.models import ComingNight
from games.deals import Deal
from games.notation.deal_files import write_deals
from games.notation.records import DealRecord
from games.seats import Seat
from tests.clubsite.listeners import nobody_listens
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night, end_and_publish, pbn_of
from tests.kit.pages import words
from tests.kit.typed_scores import enter_score


@pytest.fixture
def night(make_night, dee):
    """A session whose boards were dealt from a random seed. All its scores are in, but it has not ended."""
    night = make_night(start=False)
    boards_deal(session=night.session, count=3, user=dee)
    with nobody_listens():
        session_start(session=night.session, user=dee)
    return night


@pytest.fixture
def played(night, dee, open_boards, django_capture_on_commit_callbacks):
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            for row in open_boards():
                enter_score(row, dee, "1N S 7")
    results_sweep()
    return night


def address(night) -> str:
    return f"/results/{night.session.public_id}/proof/"


def read(night, visitor=None):
    [proof] = proof_page(night.session.public_id, visitor or Visitor.as_public())["proofs"]
    return proof


def test_the_commitment_is_public_before_the_night_and_the_seed_is_not(make_night, dee, client):
    night = make_night(start=False)
    board_set = boards_deal(session=night.session, count=3, user=dee)
    page = client.get(address(night))
    assert page.status_code == 200 and board_set.commitment in page.text
    assert board_set.seed_text not in page.text and board_set.nonce not in page.text
    assert "The seed is shown here when the results are published." in page.text
    assert night.session.name not in page.text.replace("Tuesday 17 November", "") and "Lantern Street" in page.text
    api = client.get(f"/api/v1/sessions/{night.session.public_id}/proof/").json()
    assert api[0]["commitment"] == board_set.commitment and api[0]["seed"] == api[0]["nonce"] == ""


def test_the_seed_has_128_bits_and_makes_the_commitment(night):
    board_set = BoardSet.objects.get()
    seed, nonce = board_set.seed_text, board_set.nonce
    assert len(bytes.fromhex(seed)) == len(bytes.fromhex(nonce)) == 16 and seed != nonce
    assert hashlib.sha256(f"{nonce}:{seed}".encode()).hexdigest() == board_set.commitment


def test_no_role_reads_the_seed_while_the_night_is_played(played, director, client):
    seed = BoardSet.objects.get().seed_text
    for reader in (client, director, played.phone(1), played.phone(4)):
        text = reader.get(address(played)).text + str(
            reader.get(f"/api/v1/sessions/{played.session.public_id}/proof/").content
        )
        assert seed not in text and BoardSet.objects.get().nonce not in text
        assert "shake_256" in text and "Check it without this site" in text


def test_while_the_results_are_published_the_seed_deals_the_boards_again(played, dee, client):
    seed, out = BoardSet.objects.get().seed_text, io.StringIO()
    call_command("verify_deal", played.session.public_id, stdout=out)
    assert deal_proof.NOT_PUBLISHED in out.getvalue()
    end_and_publish(played.session, dee)
    call_command("verify_deal", played.session.public_id, stdout=out)
    assert "3 of 3 boards are as the seed deals them." in out.getvalue()
    assert "The seed is the one that was committed to." in out.getvalue()
    proof = read(played)
    assert (proof.seed, proof.seed_right, proof.wrong, len(proof.checks)) == (seed, True, [], 3)
    text = " ".join(client.get(address(played)).text.split())
    assert seed in text and proof.nonce in text
    assert "The seed makes the commitment, and it deals all 3 boards as they are stored here." in text
    assert "Board 2: as dealt by the seed, with both dummies in order." in text
    api = client.get(f"/api/v1/sessions/{played.session.public_id}/proof/").json()[0]
    assert (api["seed"], [check["same"] for check in api["checks"]]) == (seed, [True] * 3)
    assert address(played) in client.get(f"/results/{played.session.public_id}/").text
    unpublish(played.session, dee)
    assert read(played).wait == deal_proof.NOT_PUBLISHED and not read(played).seed
    publish(played.session, dee)
    assert read(played).seed


def test_a_board_that_was_changed_is_named(played, dee, client):
    end_and_publish(played.session, dee)
    BoardSet.objects.filter(boards__number=2).update(shown_seed="ab" * 16)
    proof = read(played)
    assert not proof.seed_right and len(proof.wrong) == 3
    text = " ".join(client.get(address(played)).text.split())
    assert "The seed is not the one of the commitment." in text
    with pytest.raises(CommandError, match="At least one thing differs from what was committed to"):
        call_command("verify_deal", played.session.public_id, stdout=io.StringIO())


def test_a_club_that_shows_results_to_members_shows_them_the_seed_alone(played, dee, director, client):
    end_and_publish(played.session, dee)
    played.session.club.results_for = ResultsFor.MEMBERS
    played.session.club.save()
    seed = BoardSet.objects.get().seed_text
    assert seed in director.get(address(played)).text
    assert read(played).wait == deal_proof.FOR_MEMBERS
    assert seed not in client.get(address(played)).text
    assert seed not in str(client.get(f"/api/v1/sessions/{played.session.public_id}/proof/").content)


def test_a_late_board_keeps_the_seed_closed_since_it_opens_every_board(played, dee):
    """SOLO-31: nobody may see a board that somebody still has to play."""
    row = Board.objects.get(number=2).table_boards.first()
    enter_score(row, dee, "late")
    end_and_publish(played.session, dee)
    assert read(played).wait == deal_proof.HELD and not read(played).seed
    enter_score(row, dee, "1N S 7")
    publish(played.session, dee)
    results_sweep()
    assert read(played).seed


def test_the_same_cards_in_another_session_keep_the_seed_closed_until_it_is_over(played, dee, club):
    records = write_deals("PBN", [record(board) for board in Board.objects.all()], "again")
    other = draft_night(club, dee, name="Again", date=timezone.localdate())
    boards_import(session=other, data=records, file_name="again.pbn", user=dee)
    end_and_publish(played.session, dee)
    assert owed_elsewhere({board.pk for board in Board.objects.filter(board_set__session=played.session)})
    assert read(played).wait == deal_proof.HELD
    other.delete()
    results_sweep()
    assert read(played).seed


def record(board):
    hands = dict(zip("NESW", dealt(board).all, strict=True))
    deal = Deal.from_setup({"board": board.number, "hands": hands})
    return DealRecord(board.number, Seat(board.dealer), board.vulnerability, deal, sequences=True)


def test_dealing_again_makes_another_commitment_and_both_are_in_the_log(make_night, dee):
    night = make_night(start=False)
    first, two = (boards_deal(session=night.session, count=3, user=dee).commitment for _ in range(2))
    assert first != two and read(night).commitment == two
    lines = AuditEntry.objects.filter(action=AuditAction.BOARDS_MADE).order_by("pk")
    assert [line.detail.get("commitment") for line in lines][-2:] == [first, two]


@pytest.mark.parametrize("source", ["file", "table", "practice"])
def test_boards_that_the_site_did_not_deal_say_why_there_is_no_proof(make_night, dee, client, source):
    night = make_night(start=False)
    if source == "file":
        data = write_deals("PBN", [record(board) for board in Board.objects.all()], "x")
        boards_import(session=night.session, data=data, file_name="x.pbn", user=dee)
        why = deal_proof.FROM_A_FILE
    elif source == "table":
        section_play(session=night.session, section=night.section, live=False, user=dee)
        boards_number(session=night.session, section=night.section, count=3, user=dee)
        why = deal_proof.AT_THE_TABLE
    else:
        why = deal_proof.PRACTICE
    assert (read(night).no_proof, read(night).commitment) == (why, "")
    assert why in " ".join(client.get(address(night)).text.split())


def test_a_night_without_boards_says_so_and_an_unknown_one_is_not_there(club, dee, client):
    session = draft_night(club, dee)
    assert "The boards of this night are not made yet." in client.get(f"/results/{session.public_id}/proof/").text
    assert client.get("/results/nosuchnight/proof/").status_code == 404
    assert client.get("/api/v1/sessions/nosuchnight/proof/").status_code == 404


def test_the_page_of_a_coming_night_leads_to_the_commitment(make_night, dee, client):
    night = make_night(start=False)
    session, club = night.session, night.session.club
    coming = ComingNight.objects.create(club=club, date=session.date, start="19:00", announced_by=dee)
    page = f"/clubs/{club.slug}/coming/{coming.public_id}/"
    assert address(night) not in client.get(page).text, "a practice set proves nothing"
    boards_deal(session=session, count=3, user=dee)
    assert address(night) in client.get(page).text


def test_the_command_compares_a_file_without_the_database(night, tmp_path):
    board_set = BoardSet.objects.get()
    seed = board_set.seed_text
    file = tmp_path / "boards.pbn"
    file.write_bytes(write_deals("PBN", [record(board) for board in Board.objects.all()], "x"))
    given = {"file": file, "seed": seed, "nonce": board_set.nonce, "commitment": board_set.commitment}
    out = io.StringIO()
    call_command("verify_deal", **given, stdout=out)
    assert "3 of 3 boards are as the seed deals them." in out.getvalue()
    for wrong in ({"seed": "ab" * 16}, {"nonce": "ab" * 16}, {"commitment": "ab" * 32}):
        with pytest.raises(CommandError):
            call_command("verify_deal", **{**given, **wrong}, stdout=io.StringIO())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "Name a session, or a file of boards"),
        ({"session": "nosuchnight"}, "There is no session nosuchnight"),
        ({"file": "{folder}/none.pbn", "seed": "x"}, "cannot be read: No such file"),
        ({"file": "{folder}/bad.pbn", "seed": "x"}, "is not a file of boards"),
        ({"file": "{folder}/bad.pbn"}, "Give the seed of these boards by --seed."),
    ],
)
def test_the_command_says_what_is_missing(tmp_path, given, sentence):
    (tmp_path / "bad.pbn").write_text("no boards here")
    arguments = [given["session"]] if "session" in given else []
    for name in ("file", "seed"):
        if name in given:
            arguments += [f"--{name}", given[name].format(folder=tmp_path)]
    with pytest.raises(CommandError, match=sentence):
        call_command("verify_deal", *arguments, stdout=io.StringIO())


def test_every_commitment_of_the_night_stays_on_the_page_in_the_api_and_in_print(played, dee, client):
    end_and_publish(played.session, dee)
    draft = draft_night(played.session.club, dee)
    made = [boards_deal(session=draft, count=3, user=dee)]
    taken = {"user": dee, "session": draft, "set_pk": str(made[0].pk), "promised": True}
    cards_taken(**taken, form="SEALED", passphrase="blue lantern over the door")
    cards_taken(**taken, form="PBN")
    made += [boards_deal(session=draft, count=3, user=dee)]
    boards_open(session=draft, boards=list(made[1].boards.all()), why=OpenedFor.SLIPS)
    boards_import(session=draft, data=pbn_of(played.session), file_name="mine.pbn", user=dee)
    [proof] = client.get(f"/api/v1/sessions/{draft.public_id}/proof/").json()
    steps = [(made[0], step) for step in CommitmentStep] + [(made[1], step) for step in ("made", "opened", "ended")]
    assert [(row["commitment"], row["step"]) for row in proof["commitments"]] == [(a.commitment, b) for a, b in steps]
    page, out = words(client.get(f"/results/{draft.public_id}/proof/")), io.StringIO()
    call_command("verify_deal", draft.public_id, stdout=out)
    for text in (page.lower(), out.getvalue()):
        assert all(board_set.commitment in text for board_set in made) and text.count("cards taken as a file") == 1
    printed = words(client.get(f"/results/{played.session.public_id}/?boards=yes"))
    assert printed.count("Commitment ") == 2 and ": made " in printed and ": first " in printed
    for change in (CommitmentLine.objects.all().delete, lambda: CommitmentLine.objects.update(step="made")):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()
