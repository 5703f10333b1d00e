"""A lost slip: a link that works once, for a person who has played the board or is not playing (SOLO-3, SOLO-31)."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.core.tokens import hash_token
from clubsite.nights.models import SlipLink, TableBoard
from tests.kit.people import part, signed_in
from tests.kit.typed_scores import enter_score


@pytest.fixture
def row(dee_plays):
    """The board at table 2 in round 1, which number 1 still has to play."""
    return TableBoard.objects.select_related("board").get(
        table__number=2, round__number=1, round__section=dee_plays.section
    )


@pytest.fixture
def link(dee_plays, row, director):
    page = f"/director/{dee_plays.session.public_id}/print/lost-slip/"
    text = director.post(page, {"number": str(row.board.number)}).text
    found = re.search(r"(/slip/[\w-]+/)\"", text)
    return found[1]


def player(night, number: int) -> Client:
    """Return a contestant's phone."""
    device, client = Device.objects.get(pk=night.tickets[number].device_id), Client()
    device.token_hash = hash_token(f"telephone {number}")
    device.save()
    client.cookies["device"] = f"telephone {number}"
    return client


def played(row: TableBoard, dee) -> int:
    """Score the board at its table. Return the number of the South player there."""
    enter_score(row, dee, "1N S 7")
    return row.ns.number


def opens(client: Client, link: str) -> bool:
    """True if the link shows the slips to this reader."""
    before = client.get(link)
    answer = client.post(link)
    assert before.status_code == answer.status_code
    return answer.status_code == 200 and answer["Content-Type"] == "application/pdf"


def test_who_has_played_the_board_opens_it_once_and_the_log_says_who(dee_plays, row, link, dee):
    south = player(dee_plays, played(row, dee))
    said = south.get(link).text
    assert f"Board {row.board.number}: a slip is lost" in said
    assert "In the history it will stand as opened by Flo, who has played it." in " ".join(said.split())
    assert not SlipLink.objects.get().used_at
    assert opens(south, link)
    again = south.post(link)
    assert again.status_code == 403
    assert "it works once, within an hour" in again.text
    made, used = AuditEntry.objects.filter(action__startswith="slip_link").order_by("pk")
    assert (made.action, made.actor) == (AuditAction.SLIP_LINK_MADE, "dee")
    assert (used.action, used.about) == (AuditAction.SLIP_LINK_USED, f"board {row.board.number}")
    assert used.actor.endswith(", who has played it")


def test_nobody_who_has_the_board_still_to_play_opens_it(dee_plays, link, director, club):
    """The director cannot open the link, signed in or on a phone. Nor can a player, even signed in as somebody else."""
    as_another = player(dee_plays, 1)
    as_another.force_login(part(club, "kay", Role.MEMBER))
    for client in (director, Client(), as_another, *(player(dee_plays, number) for number in dee_plays.tickets)):
        assert not opens(client, link)
    assert not SlipLink.objects.get().used_at


def test_a_member_who_does_not_play_opens_it_and_a_stranger_does_not(link, club, cy):
    client = signed_in(cy)
    assert not opens(client, link)
    Membership.objects.create(club=club, user=cy)
    assert opens(client, link)
    assert AuditEntry.objects.get(action=AuditAction.SLIP_LINK_USED).actor == "cy, who does not play"


def test_it_ends_after_an_hour(link, club, cy):
    Membership.objects.create(club=club, user=cy)
    SlipLink.objects.update(made_at=timezone.now() - datetime.timedelta(minutes=61))
    assert not opens(signed_in(cy), link)


def test_the_page_of_the_director_shows_no_card_and_refuses_in_words(dee_plays, row, director):
    base = f"/director/{dee_plays.session.public_id}"
    assert "A slip is lost" in director.get(f"{base}/setup/print/").text
    for number in ("99", "", "x"):
        answer = director.post(f"{base}/print/lost-slip/", {"number": number}, follow=True)
        assert "Choose a board of this night" in answer.text
    assert not SlipLink.objects.exists()
