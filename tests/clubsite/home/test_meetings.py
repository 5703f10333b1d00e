"""Two strangers at a table at home: phrases from a list, blocking for good, and reports that the keeper closes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.core.data_map import Subject, account_ends, gathered
from clubsite.core.refused import Refused
from clubsite.home.models import HomeMatch, Phrase, PlayerBlock, PlayerReport, ReportDecision, ReportReason, TableWord
from clubsite.home.selectors.lobby import lobby_for, may_invite
from clubsite.home.services.lobby import player_block, report_decide, report_make, seat_take, word_say
from clubsite.home.services.matches import match_again, match_end
from clubsite.readers.visitor import Visitor
from tests.clubsite.at_tables import look
from tests.clubsite.home.homes import a_device, alone, ticket_of, waiting, waits
from tests.kit.aged import forget
from tests.kit.pages import words
from tests.kit.people import part, signed_in


@pytest.fixture
def met(club):
    """A match in which Bo, who waited, and Ann, who came, have met: the match and both seats."""
    match, _ = waits(club)
    seat_take(match=match, name="Ann", device=a_device())
    return match, match.seats.get(player="S"), match.seats.get(player="N")


def as_visitor(device: Device, club) -> Visitor:
    visitor = Visitor(None, device)
    visitor.__dict__["clubs"] = frozenset({club.pk})
    return visitor


def test_both_read_what_one_says_from_the_list_and_a_flood_stops(met):
    _, bo, ann = met
    for seat in (bo, ann):
        assert dict(look(ticket_of(seat))["table"]["phrases"])["hello"] == "Hello!"
    word_say(seat=ann, phrase=Phrase.HELLO)
    word_say(seat=ann, phrase=Phrase.HELLO)
    for seat in (bo, ann):
        phrase = look(ticket_of(seat))["table"]["said"]
        assert (phrase["by"], phrase["text"]) == ("N", "Hello!")
    for _ in range(10):
        word_say(seat=ann, phrase=Phrase.MOMENT)
    assert TableWord.objects.count() == 12
    with pytest.raises(Refused, match="a lot in a minute"):
        word_say(seat=ann, phrase=Phrase.MOMENT)


def test_nobody_talks_to_a_robot():
    match, bo = alone("solo")
    table = look(bo)["table"]
    assert (table["phrases"], table["said"]) == ([], None)
    with pytest.raises(Refused, match="nobody opposite"):
        word_say(seat=match.seats.get(player="S"), phrase=Phrase.HELLO)


def test_who_has_blocked_the_other_hears_nothing_more_and_the_other_does_not_learn_it(met):
    _, bo, ann = met
    player_block(seat=bo)
    word_say(seat=ann, phrase=Phrase.THANKS)
    assert not TableWord.objects.exists()
    word_say(seat=bo, phrase=Phrase.THANKS)
    assert look(ticket_of(ann))["table"]["said"]["text"] == "Thank you for the game."


def test_the_page_of_a_match_says_blocks_and_reports(client, club):
    browser = signed_in(part(club, "ann", "member"))
    match, _ = waits(club)
    browser.post(f"/play/lobby/{match.public_id}/")
    at = f"/play/match/{match.public_id}/"
    assert browser.post(f"{at}say/", {"phrase": "hello"}).status_code == 204
    assert browser.post(f"{at}say/", {"phrase": "you fool"}).status_code == 422
    assert "Block or report Bo" in words(browser.get(at))
    reported = browser.post(f"{at}report/", {"reason": "delays"}, follow=True)
    assert "The keeper of the site has your report" in words(reported)
    assert "Choose what is wrong" in words(browser.post(f"{at}report/", {}, follow=True))
    assert "You and Bo will not meet again" in words(browser.post(f"{at}block/", follow=True))
    for path in ("say/", "block/", "report/"):
        assert client.post(at + path).status_code == 404, "of somebody else's match"
    page = words(browser.get("/play/blocked/"))
    assert "Bo" in page and "Let us meet again" in page
    block = PlayerBlock.objects.get()
    assert client.post(f"/play/blocked/{block.pk}/off/").status_code == 404
    browser.post(f"/play/blocked/{block.pk}/off/")
    assert not PlayerBlock.objects.exists()


@pytest.mark.parametrize("by_host", [True, False])
def test_two_of_whom_one_has_blocked_the_other_never_meet_again(club, met, by_host):
    match, bo, ann = met
    player_block(seat=bo if by_host else ann)
    player_block(seat=bo if by_host else ann)
    assert PlayerBlock.objects.count() == 1
    match_end(match=match)
    with pytest.raises(Refused, match="cannot play together again"):
        match_again(match=match)
    open_again, _ = waits(club, device=bo.device)
    anns_view = lobby_for(as_visitor(ann.device, club))
    assert anns_view["invitations"] == [] and anns_view["may_invite"]
    assert len(lobby_for(as_visitor(a_device(), club))["invitations"]) == 1
    for table in (open_again, waiting(device=bo.device).match):  # a friend's link is no way round a block
        with pytest.raises(Refused, match="cannot sit down at this table"):
            seat_take(match=table, name="Ann", device=ann.device)
    assert not open_again.seats.filter(player="N").exists()


def test_a_block_holds_for_accounts_on_every_device(club):
    match, _ = waits(club, user=(bo := part(club, "bo", "member")))
    ann = part(club, "ann", "member")
    guest = seat_take(match=match, name="Ann", device=a_device(), user=ann)
    player_block(seat=guest)
    new, _ = waits(club, user=bo)
    assert lobby_for(Visitor(ann, a_device()))["invitations"] == []
    with pytest.raises(Refused):
        seat_take(match=new, name="Ann", device=a_device(), user=ann)


def test_a_keeper_alone_reads_what_was_said_and_closes_the_report_with_a_decision(client, cy, met, keeper):
    assert client.get("/admin/reports/").status_code == 302
    assert signed_in(cy).get("/admin/reports/").status_code == 403

    match, bo, ann = met
    word_say(seat=ann, phrase=Phrase.SORRY)
    report_make(seat=bo, reason=ReportReason.DELAYS)
    report = report_make(seat=bo, reason=ReportReason.DELAYS)
    assert PlayerReport.objects.count() == 1
    page = words(keeper.get("/admin/reports/"))
    assert "Ann: They delay the game on purpose" in page and "Reported by Bo" in page
    assert "Ann: Sorry, that took me long." in page and match.code in page
    facts = {"report": report.pk, "decision": "talked", "note": "By phone"}
    assert "The report is closed" in words(keeper.post("/admin/reports/", facts, follow=True))
    report.refresh_from_db()
    assert (report.decision, report.note, report.decided_by.username) == ("talked", "By phone", "kay")
    assert keeper.post("/admin/reports/", {**facts, "decision": "hang"}).status_code == 422
    assert "Reports of players" in words(keeper.get("/admin/"))


def test_an_excluded_player_meets_no_strangers_until_the_decision_is_changed(club, met, dee):
    _, bo, ann = met
    report = report_make(seat=bo, reason=ReportReason.LEAVES)
    report_decide(report=report, decision=ReportDecision.EXCLUDED, note="", user=dee)
    match, _ = waits(club)
    anns = as_visitor(ann.device, club)
    assert not may_invite(anns) and lobby_for(anns)["invitations"] == []
    with pytest.raises(Refused):
        seat_take(match=match, name="Ann", device=ann.device)
    report_decide(report=report, decision=ReportDecision.NOTHING, note="", user=dee)
    assert may_invite(anns) and len(lobby_for(anns)["invitations"]) == 1


def test_a_name_that_offends_is_taken_off_its_table_and_open_reports_and_exclusions_are_kept(met, dee):
    _, bo, _ = met
    report = report_make(seat=bo, reason=ReportReason.NAME)
    report_decide(report=report, decision=ReportDecision.RENAMED, note="", user=dee)
    assert look(ticket_of(bo))["table"]["opponent"]["name"] == "A player"
    _, bo, ann = met
    word_say(seat=ann, phrase=Phrase.HELLO)
    player_block(seat=bo)
    report = report_make(seat=bo, reason=ReportReason.WORDS)
    later = timezone.now() + timedelta(days=1)
    for key in ("reports", "words", "matches"):
        forget(key, later)
    assert PlayerReport.objects.exists() and TableWord.objects.exists() and HomeMatch.objects.exists()
    report_decide(report=report, decision=ReportDecision.EXCLUDED, note="", user=dee)
    forget("reports", later)
    assert PlayerReport.objects.exists()
    report_decide(report=report, decision=ReportDecision.NOTHING, note="", user=dee)
    for key in ("reports", "words", "matches", "blocks"):
        forget(key, later + timedelta(days=1))
    assert not any(table.objects.exists() for table in (PlayerReport, TableWord, HomeMatch, PlayerBlock))


def test_a_persons_data_has_words_blocks_and_reports_and_they_end_with_the_account(club):
    ann = part(club, "ann", "member")
    match, _ = waits(club)
    guest = seat_take(match=match, name="Ann", device=a_device(), user=ann)
    word_say(seat=guest, phrase=Phrase.HELLO)
    player_block(seat=guest)
    report_make(seat=match.seats.get(player="S"), reason=ReportReason.WORDS)
    rows = {part.part.key: part.rows for part in gathered(Subject(ann.pk, ()))}
    assert [row["said"] for row in rows["words"]] == ["Hello!"]
    assert [row["name"] for row in rows["blocks"]] == ["Bo"]
    assert [row["reason"] for row in rows["reports"]] == ["They pester me with words"]
    account_ends(Subject(ann.pk, ()))
    assert not PlayerBlock.objects.exists()
