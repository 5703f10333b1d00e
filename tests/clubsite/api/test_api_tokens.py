"""Programs with a club token: what each scope allows, what no token shows, and scores that are all stored or none."""

import json

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, AuditEntry, Membership, Role
from clubsite.clubs.services import club_create, token_make, token_revoke
from clubsite.nights.models import TableBoard
from clubsite.scores.models import ScoreEntry
from tests.clubsite.api.staged import bearer
from tests.kit.dealt import dealt
from tests.kit.people import signed_in
from tests.kit.typed_scores import enter_score

NIGHTS = "/api/v1/nights/"
PAGE = "/clubs/lantern/programs/"


@pytest.fixture
def writer(club, dee):
    return bearer(token_make(club=club, user=dee, name="Scorer", write=True)[1])


def send(client: Client, url: str, how: str = "put", **score):
    return getattr(client, how)(url, json.dumps(score), content_type="application/json")


def faults(answer) -> dict[str, str]:
    return {fault["field"]: fault["detail"] for fault in answer.json()["errors"]}


def line_of(night, row: TableBoard) -> str:
    return f"{NIGHTS}{night.session.public_id}/scores/{row.pk}/"


GOOD = {"contract": "1N", "declarer": "S", "tricks": 8}


def test_without_a_good_token_of_the_club_nothing_of_a_night_is_there(night, dee, club):
    url = f"{NIGHTS}{night.session.public_id}/ranking/"
    browser = signed_in(dee)
    token, secret = token_make(club=club, user=dee, name="Lost", write=True)
    token_revoke(token=token, user=dee)
    for client in (Client(), browser, bearer("club_nonsense"), bearer(""), bearer(secret)):
        answer = client.get(url)
        assert answer.status_code == 401 and answer["WWW-Authenticate"] == "Bearer"
    other = club_create(name="Second", slug="second", owner=dee)  # the same director
    client = bearer(token_make(club=other, user=dee, name="Other", write=True)[1])
    assert client.get(NIGHTS).json() == []
    row = TableBoard.objects.first()
    for url in ("", "ranking/", "teams/", "matches/", "scores/", f"scores/{row.pk}/"):
        assert client.get(f"{NIGHTS}{night.session.public_id}/{url}").status_code == 404
    assert send(client, line_of(night, row), **GOOD).status_code == 404
    assert not ScoreEntry.objects.exists()


def test_a_token_opens_no_more_than_its_maker_and_its_scope_may_and_its_secret_is_kept_nowhere(night, club, cy):
    role = Membership.objects.create(club=club, user=cy, role=Role.DIRECTOR)
    secret = token_make(club=club, user=cy, name="Cy's", write=False)[1]
    client = bearer(secret)
    assert client.get(NIGHTS).status_code == 200
    answer = send(client, line_of(night, TableBoard.objects.first()), **GOOD)
    assert answer.status_code == 403 and "make one that may" in answer.json()["detail"]
    assert not ScoreEntry.objects.exists()
    role.role = Role.MEMBER
    role.save()
    assert client.get(NIGHTS).status_code == 401
    kept = json.dumps([list(ApiToken.objects.values()), list(AuditEntry.objects.values())], default=str)
    assert secret not in kept and secret[5:] not in kept and len(secret) > 30


def test_nights_are_listed_by_status_and_are_for_this_program_alone(night, reader):
    answer = reader.get(NIGHTS)
    assert [(row["id"], row["status"]) for row in answer.json()] == [(night.session.public_id, "running")]
    assert answer["Cache-Control"] == "private, no-cache"
    assert reader.get(NIGHTS + "?status=ended").json() == []
    assert reader.get(NIGHTS + "?status=over").status_code == 400
    again = reader.get(NIGHTS, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_no_card_of_an_unpublished_night_is_in_any_answer(scored_night, reader, writer, dee):
    row = TableBoard.objects.filter(board__number=1).first()
    lead = dealt(row.board).north.split()[0]
    enter_score(row, dee, contract="2S", declarer="S", tricks=8, lead=lead, why="lead")
    boards = list(scored_night.section.board_set.boards.all())
    for url in ("", "ranking/", "scores/", f"scores/{row.pk}/"):
        answer = reader.get(f"{NIGHTS}{scored_night.session.public_id}/{url}")
        assert answer.status_code == 200
        text = answer.text
        assert "lead" not in text and f'"{lead}"' not in text
        assert not any(
            hand in text for board in boards for hand in (dealt(board).north, dealt(board).east, dealt(board).south)
        )
    sent = send(writer, line_of(scored_night, row), **GOOD, why="typed wrongly")
    assert sent.status_code == 200 and "lead" not in sent.text


def test_all_scores_take_the_same_queries_for_any_number_of_lines(scored_night, reader, django_assert_max_num_queries):
    with django_assert_max_num_queries(13):
        lines = reader.get(f"{NIGHTS}{scored_night.session.public_id}/scores/").json()
    assert len(lines) == 9 and all(line["ns_mp"] is not None for line in lines)
    board_lines = reader.get(f"{NIGHTS}{scored_night.session.public_id}/scores/?board=2").json()
    assert board_lines == [line for line in lines if line["board"] == 2]


def test_a_score_is_entered_in_the_directors_name_once(night, dee, writer):
    row = TableBoard.objects.first()
    answer = send(writer, line_of(night, row), **GOOD)
    first = answer.json()
    assert answer.status_code == 200
    assert (first["ns_score"], first["status"], first["state"]) == (120, "played", "finished")
    assert send(writer, line_of(night, row), **GOOD).json() == first
    entry = ScoreEntry.objects.get()
    assert (entry.by_user, entry.source) == (dee, "director")
    assert AuditEntry.objects.filter(action=AuditAction.SCORE_ENTERED, user=dee).count() == 1


def test_a_correction_says_why_and_is_refused_when_the_score_has_moved_on(night, dee, writer):
    row = TableBoard.objects.first()
    seen = send(writer, line_of(night, row), **GOOD).json()["revision"]
    better = GOOD | {"tricks": 9}
    answer = send(writer, line_of(night, row), **better)
    assert answer.status_code == 422 and "Write why" in faults(answer)["why"]
    assert send(writer, line_of(night, row), **better, why="miscounted", revision=seen).status_code == 200
    for stale in (GOOD, GOOD | {"contract": "9Z"}):
        late = send(writer, line_of(night, row), **stale, why="no", revision=seen)
        assert late.status_code == 409 and "another score" in late.json()["detail"]
    assert [e.tricks for e in ScoreEntry.objects.order_by("pk")] == [8, 9]


@pytest.mark.parametrize(
    ("score", "status", "field", "sentence"),
    [
        ({"contract": "8S", "declarer": "S", "tricks": 8}, 422, "contract", "is no contract"),
        ({"contract": "1N", "declarer": "S", "tricks": 14}, 400, "tricks", "up to 13"),
        ({"contract": "1N", "declarer": "S", "tricks": "8"}, 400, "tricks", "whole number"),
        ({"contract": "1N", "declarer": "S", "tricks": True}, 400, "tricks", "whole number"),
        ({"contract": 7, "declarer": "S", "tricks": 8}, 400, "contract", "text"),
        ({"contrcat": "1N", "declarer": "S", "tricks": 8}, 400, "contrcat", "Did you mean contract?"),
        ({"status": "lost"}, 400, "status", "played, passed_out"),
        ({"contract": "1N\0", "declarer": "S", "tricks": 8}, 400, "contract", "Null"),
    ],
)
def test_a_score_that_cannot_be_is_refused_at_its_field(night, writer, score, status, field, sentence):
    answer = send(writer, line_of(night, TableBoard.objects.first()), **score)
    assert answer.status_code == status and sentence in faults(answer)[field]
    assert not ScoreEntry.objects.exists()


def test_several_scores_are_all_stored_or_none(night, writer):
    url = f"{NIGHTS}{night.session.public_id}/scores/"
    rows = list(TableBoard.objects.filter(round__number=1).order_by("pk"))
    good = [GOOD | {"table_board": row.pk} for row in rows]
    bad = [*good[:2], good[2] | {"contract": "9N"}]
    answer = send(writer, url, "post", scores=bad)
    assert answer.status_code == 422 and list(faults(answer)) == ["scores.2.contract"]
    unknown = send(writer, url, "post", scores=[GOOD | {"table_board": 999999}])
    assert unknown.status_code == 422 and "No such board" in faults(unknown)["scores.0.table_board"]
    mistyped = send(writer, url, "post", scores=[good[0], good[1] | {"tricks": "x"}])
    assert mistyped.status_code == 400 and list(faults(mistyped)) == ["scores.1.tricks"]
    assert not ScoreEntry.objects.exists()
    assert {row.state for row in TableBoard.objects.filter(pk__in=[r.pk for r in rows])} == {"waiting"}
    assert [line["ns_score"] for line in send(writer, url, "post", scores=good).json()] == [120] * 3


def test_broken_and_foreign_messages_are_refused(night, writer):
    url = line_of(night, TableBoard.objects.first())
    assert writer.put(url, "{", content_type="application/json").status_code == 400
    assert writer.put(url, "[]", content_type="application/json").status_code == 400
    deep = writer.put(url, "[" * 100_000, content_type="application/json")
    assert deep.status_code == 400 and "too deep" in deep.json()["detail"]
    for kind in ("text/plain", "x" * 10_000):
        assert writer.put(url, "a=1", content_type=kind).status_code == 415


def test_a_director_makes_a_token_sees_it_once_and_takes_it_back(club, dee, director):
    assert PAGE in director.get("/director/").text
    page = director.post(PAGE, {"name": " Score  board ", "may": "write"}).text
    token = ApiToken.objects.get()
    assert (token.name, token.scopes) == ("Score board", "nights:read nights:write")
    secret = page.split("<code>")[1].split("</code>")[0]
    program = bearer(secret)
    assert program.get(NIGHTS).status_code == 200
    again = director.get(PAGE).text
    assert secret not in again and "last used" in again
    director.post(f"{PAGE}{token.pk}/revoke/")
    director.post(f"{PAGE}{token.pk}/revoke/")
    assert program.get(NIGHTS).status_code == 401
    assert "Take it back" not in director.get(PAGE).text
    assert list(AuditEntry.objects.order_by("pk").values_list("action", "user")) == [
        (AuditAction.API_TOKEN_MADE, dee.pk),
        (AuditAction.API_TOKEN_REVOKED, dee.pk),
    ]


def test_a_token_without_a_name_or_with_one_in_use_is_refused(club, director):
    assert "Write which program" in director.post(PAGE, {"name": " "}).text
    director.post(PAGE, {"name": "Scoreboard"})
    answer = director.post(PAGE, {"name": "Scoreboard", "may": "write"})
    assert answer.status_code == 422 and "is in use" in answer.text
    assert ApiToken.objects.count() == 1
