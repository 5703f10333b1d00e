"""Everything that a terminal sends is done once, and nothing is lost. The answers contain no secret."""

import json
import re
import sys
import tomllib
from pathlib import Path
from types import FrameType
from uuid import uuid4

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core import views
from clubsite.core.tokens import hash_token
from clubsite.nights.models import Board, Section
from clubsite.nights.selectors.repairs import ShorterOrder, SwapOrder
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.opening import OpenedFor, board_open
from clubsite.nights.services.rounds import round_force
from clubsite.play.models import RevokeReason
from clubsite.play.seat_tickets import ticket_release, ticket_take
from clubsite.scores.models import PendingScore, ScoreEntry, TypedAct
from clubsite.scores.selectors.entries import score_told
from tests.kit.dealt import dealt
from tests.kit.repairs import mend
from tests.kit.terminal import MADE, Seat, row
from tests.kit.typed_scores import enter_score


def section(session) -> Section:
    return sections_of(session)[0]


def handed(bo: Seat, number: str = "1", **answers: str) -> list[str]:
    """Let Bo type a score offline and Ann agree on his device. Return the codes of both actions on arrival."""
    key, line = uuid4().hex, bo.line(number)
    typed = {**line, **MADE, "board": number, **answers, "id": key}
    acts = [bo.send("type", **typed, offline="true")]
    acts.append(bo.send("confirm", **{**bo.line(number), "key": key}, hand="true", offline="true"))
    return [act["code"] for act in acts]


def test_an_act_that_comes_twice_is_done_once_and_answered_alike(bo, ann):
    typed = {**bo.line("1"), **MADE, "id": "a" * 32}
    first = bo.send("type", **typed)
    agreed = {**ann.line("1"), "key": "a" * 32, "id": "b" * 32}
    ann.send("confirm", **agreed)
    again = [bo.send("type", **typed), ann.send("confirm", **agreed), bo.send("type", **typed)]
    assert [act["code"] for act in (first, *again)] == ["done"] * 4
    assert ScoreEntry.objects.count() == 1 and not PendingScore.objects.exists()
    assert TypedAct.objects.count() == 2


def test_the_same_id_on_two_devices_is_two_acts(bo, ann):
    bo.send("type", **{**bo.line("1"), **MADE, "id": "c" * 32})
    flo = Seat(section(row().round.section.session).contestants.get(number=2))
    flo.send("type", **{**flo.line("3"), **MADE, "board": "3", "id": "c" * 32})
    assert PendingScore.objects.count() == 2
    assert PendingScore.objects.filter(key="c" * 32).get().table_board == row()


@pytest.mark.parametrize("bad", ["", "x" * 33, "a b", "\0", "ä"])
def test_an_act_without_an_id_is_not_done(bad, bo):
    answer = bo.client.post(f"{bo.url}send/type/", {**bo.line("1"), **MADE, "id": bad})
    assert answer.status_code == 400 and not PendingScore.objects.exists()


def test_a_round_that_is_not_open_yet_is_waited_for(bo, cards, dee):
    early = {**bo.line("3", 2), **MADE, "board": "3", "id": "d" * 32}
    assert bo.send("type", **early)["status"] == 409 and not TypedAct.objects.exists()
    round_force(section=section(cards), user=dee)
    assert bo.send("type", **early)["code"] == "done"


def test_two_rounds_typed_and_agreed_without_a_line_count_in_order(bo, cards, dee, on_commit):
    with on_commit():
        for number, table in ((3, 2), (4, 2), (5, 3), (6, 3)):
            enter_score(row(number, table), dee, "1N S 7")
    coming = [str(board["number"]) for board in bo.seating(2)["boards"]]
    with on_commit():
        assert [code for number in ("1", "2") for code in handed(bo, number)] == ["done"] * 4
    assert section(cards).round_number == 2
    assert [code for number in coming for code in handed(bo, number)] == ["done"] * 4
    assert ScoreEntry.objects.filter(source="typed").count() == 4


def test_the_directors_score_meanwhile_and_the_tables_are_one_question(bo, ann, dee):
    line = bo.line("1")
    enter_score(row(), dee, "3S N 9")
    key = uuid4().hex
    assert bo.send("type", **{**line, **MADE, "id": key})["code"] == "kept"
    assert bo.send("confirm", **line, key=key, hand="true", offline="true")["code"] == "kept"
    pending = PendingScore.objects.get()
    assert (pending.asks, pending.agreed, pending.ns_score) == ("other_score", True, 420)
    assert ScoreEntry.objects.latest("pk").contract == "3S", "what the director entered counts until they say otherwise"
    assert not ann.is_asked_to_confirm()
    noted = AuditEntry.objects.filter(action__startswith="pending_score")
    assert {score_told(line.detail["typed"], with_lead=True) for line in noted} == {"4S by S, 10 tricks, +420"}


def test_the_same_score_from_two_devices_counts_once_and_another_one_is_a_question(bo, ann):
    theirs = {**bo.line("1"), **MADE, "offline": "true"}
    assert handed(bo) == ["done", "done"]
    assert ann.send("type", **theirs)["code"] == "same"
    assert ann.send("type", **{**theirs, "tricks": "9"})["code"] == "kept"
    assert (ScoreEntry.objects.count(), PendingScore.objects.get().asks) == (1, "other_score")


def test_a_score_typed_again_by_the_same_device_is_no_question(bo):
    line = bo.line("1")
    for tricks in ("10", "11"):
        key = uuid4().hex
        bo.send("type", **{**line, **MADE, "tricks": tricks, "id": key, "offline": "true"})
        bo.send("confirm", **line, key=key, hand="true", offline="true")
    assert [entry.ns_score for entry in ScoreEntry.objects.order_by("pk")] == [420, 450]


def test_what_two_typed_who_sit_elsewhere_by_now_asks_the_director(bo, cards, dee):
    line = bo.line("1")
    mend(section(cards), SwapOrder(4, 5, 1), dee)
    assert bo.send("type", **{**line, **MADE})["code"] == "kept"
    pending = PendingScore.objects.get()
    assert (pending.asks, pending.table_board) == ("other_players", row())
    hal = Seat(section(cards).contestants.get(number=5))
    assert not hal.is_asked_to_confirm()
    assert AuditEntry.objects.get(action=AuditAction.PENDING_SCORE_OF_OTHERS).detail["typed"]["contract"] == "4S"


def test_what_was_played_of_a_round_that_was_cut_off_is_kept_and_the_director_called(bo, cards, dee):
    line = bo.line("5", 3)
    mend(section(cards), ShorterOrder(2), dee)
    answer = bo.send("type", **{**line, **MADE, "board": "5"})
    assert answer["code"] == "kept" and answer["state"]["called"] and answer["state"]["rounds"] == 2
    kept = AuditEntry.objects.get(action=AuditAction.PENDING_SCORE_TOO_LATE)
    assert kept.about == "board 5, round 3"
    assert score_told(kept.detail["typed"], with_lead=True) == "4S by S, 10 tricks, +620"


def test_a_device_whose_seat_was_taken_away_still_tells_what_was_typed(bo):
    line = bo.line("1")
    ticket_release(ticket=bo.ticket, reason=RevokeReason.FREED)
    assert bo.client.get(f"{bo.url}state/").status_code == 404
    answer = bo.send("type", **{**line, **MADE})
    assert answer["code"] == "kept" and "state" not in answer and answer["gone"]
    assert PendingScore.objects.get().asks == "late"


def test_the_state_holds_no_card_no_other_table_and_no_score_but_of_this_round(bo, cards, dee):
    round_one = {row(number, table) for number, table in ((1, 1), (3, 2), (5, 3))}
    for line in round_one:
        enter_score(line, dee, "6N S 12")
    hands = " ".join(hand for row in round_one for hand in dealt(row.board).all)
    text = json.dumps(bo.see())
    assert not [card for card in hands.split() if f'"{card}"' in text or f"{card} " in text]
    assert text.count('"6N"') == 1, "the own line and no other"
    round_force(section=section(cards), user=dee)
    assert '"6N"' not in json.dumps(bo.see()), "of an earlier round nothing, own or not"


def test_a_device_that_stays_at_its_table_tells_nothing_of_who_sat_there_before(cards, dee):
    """Board 3 was played at table 2 in round 1. The players there in round 2 may still have to play it."""
    table = section(cards).tables.get(number=2)
    device = Device.objects.create(token_hash=hash_token("a tablet"))
    ticket, token = ticket_take(device=device, seat=table.seat)
    tablet = Seat.__new__(Seat).come(ticket, token)
    enter_score(row(3, 2), dee, "6N S 12")
    assert '"6N"' in json.dumps(tablet.see())
    round_force(section=section(cards), user=dee)
    state = tablet.see()
    assert '"6N"' not in json.dumps(state) and [s["table"]["label"] for s in state["plan"]] == ["2", "2", "2"]


def test_the_page_that_opens_without_a_line_is_the_same_for_every_seat_and_says_nothing_of_any(bo, ann, monkeypatch):
    monkeypatch.setattr(views, "version", lambda: "0123456789ab")
    pages = {seat.client.get(seat.url).content for seat in (bo, ann)}
    assert len(pages) == 1
    offline = Client().get("/terminal/offline/").content
    assert offline == pages.pop().replace(b'data-worker="/service-worker.js"', b'data-worker=""')
    for secret in (bo.ticket.public_id, "Ann", "Flo", "csrfmiddlewaretoken"):
        assert secret.encode() not in offline
    worker = Client().get("/service-worker.js").text
    assert all(text in worker for text in ("terminal/offline/", "terminal.js", "terminal.css"))
    for path in ("", "state/"):
        assert "no-store" in bo.client.get(bo.url + path)["Cache-Control"], "no cache keeps a page of the terminal"


ROOT = Path(__file__).parents[3]
APPS, LAYERS = (
    {name.strip(" ()"): floor for floor, names in enumerate(contract["layers"]) for name in names.split("|")}
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if contract["name"].startswith(("The apps", "Views call services"))
)
VIEWS = "seats/terminal/views"
PROPERTIES = re.compile(r"core/|\w+/models")


class Way:
    """The calls from one file of `clubsite` into another, from the view to the answer to its action."""

    def __init__(self):
        self.moves: dict[tuple[str, str], bool] = {}
        self.open = False

    def __call__(self, frame: FrameType, event: str, arg):
        place = _place(frame) if event == "call" else None
        if place is None:
            return
        if place[0] == VIEWS:
            self.open = place[1] == "send"
        elif self.open and not PROPERTIES.match(place[0]):
            caller = frame.f_back
            while caller is not None and _place(caller) is None:
                caller = caller.f_back
            file = _place(caller)[0]
            if file != place[0]:
                self.moves[place] = _is_climb(file, place[0])


def _place(frame: FrameType) -> tuple[str, str] | None:
    """Return the file and name of the function that a frame runs, or None if it is not in `clubsite`."""
    path, code = Path(frame.f_code.co_filename).with_suffix(""), frame.f_code
    if not path.is_relative_to(ROOT / "clubsite") or code.co_name[0] == "<":
        return None
    return path.relative_to(ROOT / "clubsite").as_posix(), code.co_qualname


def _is_climb(caller: str, called: str) -> bool:
    here, there = caller.split("/"), called.split("/")
    if here[0] != there[0]:
        return bool(APPS.get(there[0], 0) < APPS.get(here[0], 0))
    floors = [[LAYERS[part] for part in parts[1:] if part in LAYERS] for parts in (there, here)]
    return all(floors) and floors[0] < floors[1]


def check(which: str, most_moves: int, seat: Seat, kind: str, **fields: str):
    line, way = seat.line("1"), Way()
    sys.setprofile(way)
    try:
        assert seat.send(kind, **{**line, **fields})["code"] == "done"
    finally:
        sys.setprofile(None)
    figures = len(way.moves), sum(way.moves.values())
    page = (ROOT / "docs/flows.md").read_text()
    assert figures == tuple(map(int, re.findall(r"\d+", page.split(f"| {which} |")[1].split("\n")[0]))), way.moves
    assert figures[0] <= most_moves and figures[1] <= 2


def test_a_score_is_typed_with_at_most_10_moves_and_2_climbs_and_confirmed_with_12_and_2(bo, ann):
    """The boards are open, as after printing their slips."""
    for board in Board.objects.select_related("board_set__session"):
        board_open(session=board.board_set.session, board=board, why=OpenedFor.SLIPS, actor="the site")
    lead = dealt(row().board).north.split()[0]
    check("typed, with a lead", 10, bo, "type", **{**MADE, "lead": lead})
    assert PendingScore.objects.get().lead == lead
    check("confirmed", 12, ann, "confirm", key=ann.key())
    assert ScoreEntry.objects.count() == 1
