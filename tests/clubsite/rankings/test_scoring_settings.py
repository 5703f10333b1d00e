"""Other scoring methods: IMPs, penalties, strata, handicaps and carry-over, with figures worked out by hand.

On each board of `scored_night`, South 1 has +120, South 2 has +90 and South 3 has 0.
"""

from decimal import Decimal
from fractions import Fraction

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.rankings.models import BoardScore, Penalty, PublishedSession, Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.services.settings import (
    ContestantFacts,
    contestants_set,
    penalty_add,
    penalty_withdraw,
    scoring_set,
)
from clubsite.rankings.services.sweep import results_sweep
from tests.kit.nights import end_and_publish, row_of
from tests.kit.typed_scores import enter_score


def won(line: str, stratum: str = "", handicap: bool = False) -> dict[int, tuple[str, Fraction]]:
    rows = Ranking.objects.get(line=line, stratum=stratum, handicap=handicap).rows
    return {row.number: (row.place_text, row.won) for row in rows}


def scored_so(night, user, **values):
    scoring_set(session=night.session, values=values, user=user)
    results_sweep()


def penalty(night, user, amount, unit):
    """Give South 1 a penalty for slow play."""
    who = {"session": night.session, "contestant_id": night.contestant(1).pk, "user": user}
    return penalty_add(**who, amount=Decimal(amount), unit=unit, why="Slow play")


def test_a_penalty_of_ten_per_cent_of_a_top_costs_two_fifths_of_a_point(scored_night, dee):
    given = penalty(scored_night, dee, 10, "top")
    results_sweep()
    assert won("NS")[1] == ("1", Fraction(12) - Fraction(2, 5))
    row = next(r for r in Ranking.objects.get(line="NS").rows if r.number == 1)
    assert row.penalty == Fraction(2, 5)
    assert AuditEntry.objects.get(action=AuditAction.PENALTY_GIVEN).detail["why"] == "Slow play"
    penalty_withdraw(session=scored_night.session, penalty_id=given.pk, user=dee)
    results_sweep()
    assert won("NS")[1] == ("1", Fraction(12))
    assert Penalty.objects.get().withdrawn_at is not None
    with pytest.raises(Refused, match="withdrawn already"):
        penalty_withdraw(session=scored_night.session, penalty_id=given.pk, user=dee)


@pytest.mark.parametrize(("status", "ruling"), [("artificial", "A6040"), ("assigned", "A60 / -50")])
def test_average_plus_grows_to_the_better_average_of_the_other_boards_law_12c2(scored_night, dee, status, ruling):
    enter_score(row_of(scored_night, 1, 4), dee, status=status, artificial=ruling)
    results_sweep()
    assert won("NS")[1] == ("1", Fraction(12))  # 100 % on the others, so 4 of 4 here too
    score = BoardScore.objects.get(table_board=row_of(scored_night, 1, 4))
    assert score.ns_mp == Fraction(12, 5)


def test_a_weighted_score_counts_each_part_by_itself_law_12c1c(scored_night, dee):
    row = row_of(scored_night, 3, 4)
    enter_score(row, dee, status="assigned", artificial="50% 130, 50% -50")
    results_sweep()
    score = BoardScore.objects.get(table_board=row)
    # Against +120 and +90: half of 4 and half of nothing.
    assert (score.ns_mp, score.ew_mp) == (2, 2)


def test_a_split_score_gives_each_side_its_own_law_12c1(scored_night, dee):
    row = row_of(scored_night, 2, 4)
    entry = enter_score(row, dee, status="assigned", artificial="130 / A40")
    assert (entry.ruling, entry.ns_score) == ("130 / A40", None)
    results_sweep()
    score = BoardScore.objects.get(table_board=row)
    assert (score.ns_mp, score.ew_mp) == (4, Fraction(8, 5))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Write a ruling"),
        ("60% 620, 30% -100", "do not add up to 100"),
        ("60% 620, 40% -410", "No contract gives −410"),
    ],
)
def test_a_ruling_that_cannot_be_read_says_how_to_write_it(scored_night, dee, typed, sentence):
    with pytest.raises(Refused) as refused:
        enter_score(row_of(scored_night, 1, 4), dee, status="assigned", artificial=typed)
    assert sentence in refused.value.problems["artificial"]


def test_a_ruling_is_told_in_words_wherever_it_stands(scored_night, dee, director):
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


def test_a_handicap_ranks_beside_the_scratch_list(scored_night, dee):
    scored_so(scored_night, dee, handicap="fifty_minus_average")
    handicaps = {1: "-30", 2: "25"}
    noted = {scored_night.contestant(n).pk: ContestantFacts(handicap=Decimal(h)) for n, h in handicaps.items()}
    contestants_set(session=scored_night.session, noted=noted, user=dee)
    results_sweep()
    assert won("NS")[1][0] == "1"
    net = {2: ("1", Fraction(9)), 1: ("2", Fraction(42, 5)), 3: ("3", Fraction(0))}
    assert won("NS", handicap=True) == net


@pytest.mark.parametrize(
    ("values", "field"),
    [({"method": "dice"}, "method"), ({"winners": "3"}, "winners"), ({"carry_over": "lots"}, "carry_over")],
)
def test_settings_that_cannot_be_are_refused_by_field_and_nothing_changes(scored_night, dee, values, field):
    with pytest.raises(Refused) as refused:
        scoring_set(session=scored_night.session, values=values, user=dee)
    assert list(refused.value.problems) == [field]
    scored_night.session.refresh_from_db()
    assert scored_night.session.scoring == {}


def test_one_bad_note_keeps_all_others_out(scored_night, dee):
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
    titles = [one.title for one in rankings_published(published_or_404(scored_night.session.public_id))]
    assert {"South players", "South players, stratum B", "South players, with handicaps"} <= set(titles)
    assert "6 players" in client.get(f"/results/{scored_night.session.public_id}/").text


class TestDirectorsPage:
    def base(self, night) -> str:
        return f"/director/{night.session.public_id}/scoring/"

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
        assert "Slow play" in director.get(self.base(scored_night)).text
        director.post(f"{self.base(scored_night)}penalty/{penalty.pk}/back/")
        penalty.refresh_from_db()
        assert penalty.withdrawn_at

    def test_notes_contestants_all_or_none(self, director, scored_night, dee):
        scored_so(scored_night, dee, strata=["A", "B"], carry_over="1/2")
        entry = scored_night.contestant(2)
        sent = {"contestants": "1", f"contestant{entry.pk}-stratum": "B", f"contestant{entry.pk}-carry": "abc"}
        page = director.post(self.base(scored_night), sent)
        assert "54.17" in page.text
        director.post(self.base(scored_night), sent | {f"contestant{entry.pk}-carry": "54.17"})
        entry.refresh_from_db()
        assert (entry.stratum, entry.carry) == ("B", "54.17")
