"""Whatever happens in a night, every figure is the one that is worked out by hand."""

import datetime
import random
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from named import name_everybody

from clubsite.duplicate.models import Contestant, Session, TableBoard
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.boards import boards_deal
from clubsite.duplicate.services.movement import movement_accept
from clubsite.duplicate.services.reseating import _board_replace
from clubsite.duplicate.services.rounds import round_force, session_start
from clubsite.duplicate.services.sections import section_add_pairs, sections_split
from clubsite.duplicate.services.setup import session_create
from clubsite.rankings.models import BoardScore, Penalty, Ranking
from clubsite.rankings.selectors.session_facts import facts_of
from clubsite.rankings.services.match_points import board_rescore
from clubsite.rankings.services.rankings import session_rank
from clubsite.rankings.services.stale import stale_boards
from clubsite.scores.services.entries import score_enter
from movements.catalogue import build
from movements.mitchell import straight
from scoring.session_scores import score_session
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.rankings.by_hand import RULINGS, scored
from tests.clubsite.rankings.places_by_hand import lists
from tests.long import sample

pytestmark = pytest.mark.django_db

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
    "imp_divisor": ("mean", "sum", "results"),
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
    """A job or a form that fails half-way."""


class Evening:
    """A session, and what happens to it by chance."""

    def __init__(self, club: Any, dee: Any, seed: int) -> None:
        self.rng, self.dee = random.Random(seed), dee
        sizes, pairs, own_boards = FIELDS[seed % len(FIELDS)]
        facts = {"name": "Chance", "date": datetime.date(2026, 11, 17), "boards_per_round": 1}
        self.session = session_create(club=club, user=dee, players=sum(sizes), **facts)
        if len(sizes) > 1:
            sections_split(session=self.session, sizes=sizes, user=dee)
        if pairs:
            section_add_pairs(session=self.session, pairs=pairs, own_boards=own_boards, user=dee)
        self.begin([*sizes, pairs])

    def begin(self, sizes: list[int]) -> None:
        session, dee, most = self.session, self.dee, 1
        sections = list(sections_of(session))
        for section, size in zip(sections, sizes, strict=False):
            tables = size // 2
            plan = (
                build("howell", tables + 1, None, size)
                if size % 2
                else straight(tables, tables - 1 + tables % 2)
            )
            movement_accept(session=session, section=section, plan=plan, title="M", user=dee)
            most = max(most, plan.board_sets)
        name_everybody(session)
        for own in (None, *(section for section in sections if section.own_boards)):
            boards_deal(session=session, section=own, count=most, user=dee, seed="tests")
        session_start(session=session, user=dee)

    def lines(self) -> Any:
        return TableBoard.objects.filter(round__section__session=self.session).exclude(state="void")

    def something(self) -> int | None:
        """The board that it concerns, if it is one."""
        kinds = (self.a_score, self.a_way, self.a_note, self.a_penalty, self.others_played, self.a_round)
        return self.rng.choices(kinds, (60, 10, 8, 5, 7, 5))[0]()

    def a_score(self) -> int:
        rng, row = self.rng, self.rng.choice(self.lines())
        facts: dict[str, Any] = {"contract": "1N", "declarer": rng.choice("SN"), "tricks": rng.randint(6, 9)}
        if rng.random() < 0.4:
            status = rng.choice(("passed_out", "not_played", "late", "artificial", "artificial", "assigned"))
            alike = [text for text in RULINGS if (text[0] == "A" and text[-1] == "0" and "-" not in text)]
            given = alike if status == "artificial" else sorted(RULINGS.keys() - set(alike))
            facts = {"status": status, "artificial": rng.choice(given) if status[0] == "a" else ""}
        if facts.get("status") != "artificial":
            facts["group"] = rng.choice(("", "", "", "A"))
        score_enter(table_board=row, user=self.dee, why="as told", **facts)
        return row.board_id

    def a_way(self) -> None:
        name = self.rng.choice(sorted(WAYS))
        way = self.session.scoring | {name: self.rng.choice(WAYS[name])}
        if way.get("method", "match_points") != "match_points":
            way["handicap"] = None  # a percentage
        self.session.scoring = {name: value for name, value in way.items() if value is not None}
        self.session.save(update_fields=["scoring"])

    def anybody(self) -> Contestant:
        return self.rng.choice(Contestant.objects.filter(section__session=self.session).order_by("pk"))

    def a_note(self) -> None:
        one, name = self.anybody(), self.rng.choice(("robot", *NOTED))
        if name == "robot":
            Contestant.objects.filter(section=one.section_id).update(robot="")
        value = self.rng.choice(NOTED.get(name, ("", "club")))
        Contestant.objects.filter(pk=one.pk).update(**{name: value})

    def a_penalty(self) -> None:
        unit, amount = self.rng.choice(("top", "points", "percent")), self.rng.choice(("10", "-2.5"))
        Penalty.objects.create(
            contestant=self.anybody(), amount=amount, unit=unit, why="late", by_user=self.dee
        )

    def others_played(self) -> int:
        row = self.rng.choice(self.lines())
        row.seats.update(void=True)
        _board_replace(row, row.ew, row.ns, self.dee, "they sat the other way round")
        return row.board_id

    def a_round(self) -> None:
        section = self.rng.choice(self.session.sections.order_by("name"))
        if section.round_number < section.rounds.count():
            round_force(section=section, user=self.dee)


def stored(session: Session) -> tuple[dict[int, Any], dict[Any, Any]]:
    """Points of every line, and every list, as the site has them."""
    scores = BoardScore.objects.filter(table_board__round__section__session=session).select_related(
        "frequency"
    )
    points = {one.table_board_id: (one.frequency.ns_mp, one.frequency.ew_mp) for one in scores}
    found = {}
    for ranking in Ranking.objects.filter(section__session=session):
        rows = [{name: read(value) for name, value in row.items()} for row in ranking.rows]
        for row in rows:
            row.pop("label", None)
        key = (ranking.section_id, ranking.line, ranking.stratum, ranking.handicap)
        found[key] = [{name: value for name, value in row.items() if value is not None} for row in rows]
    return points, found


def at_once(session: Session) -> tuple[dict[int, Any], dict[Any, Any]]:
    """The same, scored from nothing by the library."""
    facts = facts_of(session.pk)
    assert facts is not None
    found = score_session(facts)
    numbers = dict(Contestant.objects.filter(section__session=session).values_list("pk", "number"))
    points = {line: (mp.ns, mp.ew) for line, mp in found.points.items()}
    return points, {
        (one.section, one.line, one.stratum, one.handicap): [row_of(one, row, numbers) for row in one.rows]
        for one in found.rankings
    }


def row_of(ranking: Any, row: Any, numbers: dict[int, int]) -> dict[str, Any]:
    found = {"entry": row.entry, "number": numbers[row.entry], "place": row.place}
    found |= {"won": row.won, "possible": row.possible}
    if row.possible:
        found["factored"] = row.won * ranking.full / row.possible
        name, whole = ("mean", 1) if ranking.imps else ("percentage", 100)
        found[name] = whole * row.won / row.possible
    beside = {"penalty": row.penalty, "handicap": row.handicap, "trophy": row.trophy, "robot": row.robot}
    nothing = {"penalty": 0, "handicap": None, "trophy": False, "robot": False}
    return found | {name: value for name, value in beside.items() if value != nothing[name]}


def read(value: Any) -> Any:
    return Fraction(value) if isinstance(value, str) and "/" in value else value


@pytest.mark.parametrize("seed", range(sample(2, 60)))
def test_every_figure_is_the_one_worked_out_by_hand(club: Any, dee: Any, seed: int) -> None:
    """Sections, four-handed pairs, rulings, groups, penalties, strata ... after each step, by the process that
    followed them all; some steps are taken back when their boards have been scored."""
    with nobody_listens():
        evening = Evening(club, dee, seed)
        for _ in range(sample(12, 40)):
            try:
                with transaction.atomic():
                    boards = [evening.something() for _ in range(4)]
                    for board in filter(None, boards[:2]):
                        board_rescore(board)
                    session_rank(evening.session.pk)
                    if evening.rng.random() < 0.15:
                        raise Taken
            except Taken:
                evening.session.refresh_from_db()
            for board in stale_boards(evening.session):
                board_rescore(board)
            session_rank(evening.session.pk)
            rows = scored(evening.session)
            points, places = stored(evening.session)
            assert points == {row.pk: (row.worth["ns"], row.worth["ew"]) for row in rows}
            assert places == lists(evening.session, rows)
            assert at_once(evening.session) == (points, places)
    assert rows and places
