"""Every figure of a session equals the figure worked out by hand, whatever happens in the session."""

import random
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, Session, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.repairs import board_replace
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.sections import section_add_pairs, sections_split
from clubsite.rankings.models import BoardScore, Penalty, PublishedSession, Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.services.scoring import score_if_asked, score_session
from clubsite.rankings.services.settings import (
    ContestantFacts,
    contestants_set,
    penalty_add,
    penalty_withdraw,
    scoring_set,
)
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import scoring_request
from movements.catalogue import build
from movements.mitchell import straight
from scoring.session_scores import RankingRow
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.named import name_everybody
from tests.clubsite.rankings.by_hand import RULINGS, lists, scored
from tests.kit.nights import draft_night, end_and_publish, row_of
from tests.kit.typed_scores import enter_score
from tests.long import sample

# Contestants of each section; four-handed pairs beside them, who may have boards of their own.
FIELDS = (([6], 0, False), ([7], 0, False), ([4, 6], 0, False), ([6, 4], 4, False), ([4, 5], 4, True))
WAYS: dict[str, tuple[Any, ...]] = {
    "method": ("match_points", "match_points", "cross_imps", "butler"),
    "winners": (1, 2),
    "fewer_results": ("neuberg", "factoring", "own_top"),
    "tiny_groups": (True, False),
    "rounding": ("exact", "tenth", "tenth_to_average"),
    "field": ("session", "section"),
    "sections": ("apart", "together"),
    "imp_divisor": ("field", "mean", "sum", "results"),
    "butler_trim": (0, 1, 2),
    "sit_outs": ("factored", "raw"),
    "ties": ("shared", "split"),
    "strata": ([], ["A", "B"]),
    "strata_rank": ("upwards", "apart"),
    "handicap": (None, "fifty_minus_average"),
    "carry_over": ("0", "1", "1/2"),
}
NOTED = {"stratum": ("", "A", "B", "C"), "handicap": (None, "5.5", "-3"), "carry": ("", "55", "83/2")}


class Taken(Exception):
    """An exception for a job or a form that fails halfway."""


class Evening:
    """A session and the random events in it."""

    def __init__(self, club, dee, seed: int):
        self.rng, self.dee = random.Random(seed), dee
        sizes, pairs, own_boards = FIELDS[seed % len(FIELDS)]
        self.session = draft_night(club, dee, sum(sizes))
        if len(sizes) > 1:
            sections_split(session=self.session, sizes=sizes, user=dee)
        if pairs:
            section_add_pairs(session=self.session, pairs=pairs, own_boards=own_boards, user=dee)
        self.begin([*sizes, pairs])

    def begin(self, sizes: list[int]):
        session, dee, most = self.session, self.dee, 1
        sections = list(sections_of(session))
        for section, size in zip(sections, sizes, strict=False):
            tables = size // 2
            plan = build("howell", tables + 1, None, size) if size % 2 else straight(tables, tables - 1 + tables % 2)
            movement_accept(session=session, section=section, plan=plan, title="M", user=dee)
            most = max(most, plan.board_sets)
        name_everybody(session)
        for own in (None, *(section for section in sections if section.own_boards)):
            boards_deal(session=session, section=own, count=most, user=dee, seed="tests")
        session_start(session=session, user=dee)

    def lines(self):
        return TableBoard.objects.filter(round__section__session=self.session).exclude(state="void")

    def something(self):
        kinds = (self.a_score, self.a_way, self.a_note, self.a_penalty, self.others_played, self.a_round)
        self.rng.choices(kinds, (60, 10, 8, 5, 7, 5))[0]()

    def a_score(self):
        rng, row = self.rng, self.rng.choice(self.lines())
        facts: dict[str, Any] = {"contract": "1N", "declarer": rng.choice("SN"), "tricks": rng.randint(6, 9)}
        if rng.random() < 0.4:
            status = rng.choice(("passed_out", "not_played", "late", "artificial", "artificial", "assigned"))
            alike = [text for text in RULINGS if (text[0] == "A" and text[-1] == "0" and "-" not in text)]
            given = alike if status == "artificial" else sorted(RULINGS.keys() - set(alike))
            facts = {"status": status, "artificial": rng.choice(given) if status[0] == "a" else ""}
        if facts.get("status") != "artificial":
            facts["group"] = rng.choice(("", "", "", "A"))
        enter_score(row, self.dee, **facts, why="as told")

    def a_way(self):
        name = self.rng.choice(sorted(WAYS))
        way = self.session.scoring | {name: self.rng.choice(WAYS[name])}
        if way.get("method", "match_points") != "match_points":
            way["handicap"] = None  # a percentage
        given = {name: value for name, value in way.items() if value is not None}
        scoring_set(session=self.session, values=given, user=self.dee)
        self.session.refresh_from_db()

    def anybody(self) -> Contestant:
        return self.rng.choice(Contestant.objects.filter(section__session=self.session).order_by("pk"))

    def a_note(self):
        contestant, name = self.anybody(), self.rng.choice(("robot", *NOTED))
        if name == "robot":
            Contestant.objects.filter(section=contestant.section_id).update(robot="")
        value = self.rng.choice(NOTED.get(name, ("", "club")))
        facts = {own: getattr(contestant, own) for own in NOTED} | {name: value}
        try:
            noted = ContestantFacts(facts["stratum"], facts["handicap"] and Decimal(facts["handicap"]), facts["carry"])
            contestants_set(session=self.session, noted={contestant.pk: noted}, user=self.dee)
        except Refused:  # noted before there were such strata, or another way of scoring
            pass
        if name == "robot" or value == "C":
            Contestant.objects.filter(pk=contestant.pk).update(**{name: value})
            scoring_request(self.session.pk)

    def a_penalty(self):
        unit, amount = self.rng.choice(("top", "points", "percent")), self.rng.choice(("10", "-2.5"))
        who, why = self.anybody().pk, f"late for the {self.rng.random()}th time"
        facts = {"contestant_id": who, "amount": Decimal(amount), "unit": unit, "why": why}
        penalty_add(session=self.session, user=self.dee, **facts)

    def others_played(self):
        row = self.rng.choice(self.lines())
        row.seats.update(void=True)
        board_replace(row, row.ew, row.ns, self.dee, {"turned": True})

    def a_round(self):
        section = self.rng.choice(self.session.sections.order_by("name"))
        if section.round_number < section.rounds.count():
            round_force(section=section, user=self.dee)


def stored(session: Session) -> tuple[dict[int, Any], dict[Any, Any]]:
    """Return the points of every row and every list, as stored on the site."""
    scores = BoardScore.objects.filter(table_board__round__section__session=session)
    points = {score.table_board_id: (score.ns_mp, score.ew_mp) for score in scores}
    lists = {}
    for ranking in Ranking.objects.filter(section__session=session):
        key = (ranking.section_id, ranking.line, ranking.stratum, ranking.handicap)
        lists[key] = [facts(row) for row in ranking.rows]
    return points, lists


def facts(row: RankingRow) -> dict[str, Any]:
    """Return what a row says, except for the contestant's label."""
    always = {"won": row.won, "possible": row.possible, "place": row.place_text}
    values = {fact.name: getattr(row, fact.name) for fact in fields(row) if getattr(row, fact.name) != fact.default}
    values.pop("label")
    return values | always


@pytest.mark.parametrize("seed", range(sample(2, 60)))
def test_every_figure_is_the_one_worked_out_by_hand(club, dee, seed):
    """The cases include sections, four-handed pairs, rulings, groups, penalties and strata.

    After each step, only what the step requested is scored. Some steps are then undone. At the end, the result is
    exactly the same as if everything had been scored from scratch.
    """
    with nobody_listens():
        evening = Evening(club, dee, seed)
        for _ in range(sample(12, 40)):
            try:
                with transaction.atomic():
                    for _ in range(4):
                        evening.something()
                    score_session(evening.session.pk)
                    if evening.rng.random() < 0.15:
                        raise Taken
            except Taken:
                evening.session.refresh_from_db()
            score_if_asked(evening.session.pk)
            rows = scored(evening.session)
            points, places = stored(evening.session)
            assert points == {row.pk: (row.worth["ns"], row.worth["ew"]) for row in rows}
            assert places == lists(evening.session, rows)
        BoardScore.objects.all().delete()
        Ranking.objects.all().delete()
        score_session(evening.session.pk)
    assert rows and stored(evening.session) == (points, places)


def scored_so(night, user, **values):
    scoring_set(session=night.session, values=values, user=user)
    results_sweep()


def test_a_ruling_that_cannot_be_read_says_how_to_write_it_and_any_other_is_put_into_words(scored_night, dee, director):
    for typed, sentence in (
        ("", "Write a ruling"),
        ("60% 620, 30% -100", "do not add up to 100"),
        ("60% 620, 40% -410", "No contract gives −410"),
    ):
        with pytest.raises(Refused) as refused:
            enter_score(row_of(scored_night, 1, 4), dee, status="assigned", artificial=typed)
        assert sentence in refused.value.problems["artificial"]
    rulings = {1: "60% 620, 40% -100", 2: "130 / A40", 3: "620"}
    for south, text in rulings.items():
        enter_score(row_of(scored_night, south, 4), dee, status="assigned", artificial=text, why="So")
    end_and_publish(scored_night.session, dee)
    at = scored_night.session.public_id
    boards = [f"/{app}/{at}/board/{board}/" for app in ("results", "director") for board in (1, 2, 3)]
    pages = "".join(director.get(board).text for board in boards)
    assert "60 % of +620, 40 % of −100" in pages and "South has +130, North has 40 %" in pages
    sheet = director.get(f"/director/{at}/score/{row_of(scored_night, 1, 4).pk}/").context["sheet"]
    assert sheet.data["ruling"] == "60% 620, 40% -100"


def test_settings_that_cannot_be_are_refused_by_field_and_one_bad_note_keeps_all_others_out(scored_night, dee):
    for values in ({"method": "dice"}, {"winners": "3"}, {"carry_over": "lots"}):
        with pytest.raises(Refused) as refused:
            scoring_set(session=scored_night.session, values=values, user=dee)
        assert refused.value.problems.keys() == values.keys()
    scored_night.session.refresh_from_db()
    assert scored_night.session.scoring == {}
    scored_so(scored_night, dee, carry_over="1")
    first, second = scored_night.contestant(1), scored_night.contestant(2)
    noted = {first.pk: ContestantFacts(carry="55"), second.pk: ContestantFacts(carry="fifty")}
    with pytest.raises(Refused) as refused:
        contestants_set(session=scored_night.session, noted=noted, user=dee)
    assert list(refused.value.problems) == [f"contestant{second.pk}-carry"]
    first.refresh_from_db()
    assert first.carry == ""


def test_published_imps_are_called_so_and_have_no_percentages(scored_night, dee, client):
    scored_so(scored_night, dee, method="cross_imps")
    end_and_publish(scored_night.session, dee)
    base = f"/results/{scored_night.session.public_id}/"
    pages = [base, "/clubs/lantern/", *(base + page for page in ("boards/", "board/1/", "player/1/"))]
    assert {client.get(page).status_code for page in pages} == {200}
    ranking = client.get(base).text
    assert "international match points" in ranking and "+6" in ranking


def test_a_version_published_by_the_mean_names_its_rule(scored_night, dee, client):
    scored_so(scored_night, dee, method="cross_imps", imp_divisor="mean")
    session = scored_night.session
    end_and_publish(session, dee)
    stored = PublishedSession.objects.get(session=session)
    rule = {"method": "cross_imps", "imp_divisor": "mean"}
    assert session.publications.get().payload["scoring"] == stored.scoring == rule
    assert client.get(f"/api/v1/sessions/{session.public_id}/").json()["scoring"]["imp_divisor"] == "mean"


def test_published_strata_stand_beside_the_whole_list(scored_night, dee, client):
    scored_so(scored_night, dee, strata=["A", "B"], handicap="fifty_minus_average")
    end_and_publish(scored_night.session, dee)
    titles = [ranking.title for ranking in rankings_published(published_or_404(scored_night.session.public_id))]
    assert {"South players", "South players, stratum B", "South players, with handicaps"} <= set(titles)
    assert "6 players" in client.get(f"/results/{scored_night.session.public_id}/").text


class TestDirectorsPage:
    def base(self, night) -> str:
        return f"/director/{night.session.public_id}/scoring/"

    def won(self) -> Fraction:
        """Return the match points of South 1."""
        return next(row.won for row in Ranking.objects.get(line="NS").rows if row.number == 1)

    def test_sets_the_scoring_and_keeps_what_was_refused_in_its_field(self, director, scored_night):
        usual = {"scoring": "1", "method": "butler", "butler_trim": "1", "winners": "", "strata": "A B"}
        assert director.post(self.base(scored_night), usual).status_code == 302
        scored_night.session.refresh_from_db()
        assert scored_night.session.scoring == {"method": "butler", "strata": ["A", "B"]}
        page = director.post(self.base(scored_night), usual | {"handicap": "fifty_minus_average"})
        assert "needs match points" in page.context["page"].form.errors["handicap"][0]

    def test_gives_a_penalty_and_takes_it_back(self, director, scored_night):
        sent = {
            "penalty": "1",
            "penalty-contestant": str(scored_night.contestant(1).pk),
            "penalty-amount": "10",
            "penalty-unit": "top",
            "penalty-why": "",
        }
        page = director.post(self.base(scored_night), sent)
        assert page.context["page"].penalty.errors["why"]
        assert not Penalty.objects.exists()
        director.post(self.base(scored_night), sent | {"penalty-why": "Slow play"})
        twice = director.post(self.base(scored_night), sent | {"penalty-why": "Slow play"})
        assert "exists already" in twice.context["page"].penalty.errors["why"][0]
        penalty = Penalty.objects.get()
        results_sweep()
        assert self.won() == Fraction(12) - Fraction(2, 5), "ten per cent of a top of four"
        assert "Slow play" in director.get(self.base(scored_night)).text
        director.post(f"{self.base(scored_night)}penalty/{penalty.pk}/back/")
        penalty.refresh_from_db()
        results_sweep()
        assert penalty.withdrawn_at and self.won() == 12
        assert AuditEntry.objects.get(action=AuditAction.PENALTY_GIVEN).detail["why"] == "Slow play"
        with pytest.raises(Refused, match="withdrawn already"):
            penalty_withdraw(session=scored_night.session, penalty_id=penalty.pk, user=penalty.by_user)

    def test_notes_contestants_all_or_none(self, director, scored_night, dee):
        scored_so(scored_night, dee, strata=["A", "B"], carry_over="1/2")
        entry = scored_night.contestant(2)
        sent = {"contestants": "1", f"contestant{entry.pk}-stratum": "B", f"contestant{entry.pk}-carry": "abc"}
        page = director.post(self.base(scored_night), sent)
        assert "54.17" in page.text
        director.post(self.base(scored_night), sent | {f"contestant{entry.pk}-carry": "54.17"})
        entry.refresh_from_db()
        assert (entry.stratum, entry.carry) == ("B", "54.17")
