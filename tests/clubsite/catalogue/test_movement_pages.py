"""The movement pages: open to everyone, with every round in view, cards to print and a plan to download."""

import json

from movements.checks import problems
from movements.mitchell import straight
from movements.plan import Plan
from tests.kit.pages import pdf_text

HOWELL = "/movements/howell/6x11/"


def test_a_field_gets_its_movements_with_one_recommended_and_one_that_cannot_be_is_refused(client):
    page = client.get("/movements/", {"players": 12, "boards": 2}).text
    assert "For 12 players" in page
    assert page.count("Recommended") == 1
    assert "/movements/howell/6x11/?players=12&amp;boards=2" in page
    for players in ("", "abc", "1", "61", "-4", "9" * 40):
        answer = client.get("/movements/", {"players": players, "boards": 2})
        assert answer.status_code == 200
        assert answer.context["form"].errors["players"]
        assert "For " not in answer.text


def test_the_order_asked_for_is_shown_with_its_reasons_and_movements_in_the_words_of_solo(client):
    query = {"players": 6, "boards": 2, "minutes": 180}
    usual = client.get("/movements/", query)
    assert "First comes what suits a usual evening" in usual.text
    assert "Lower because 10 boards are a short evening" in usual.text
    meet = client.get("/movements/", {**query, "aim": "meet"})
    assert "Each contestant meets 5 of the 5 others." in meet.text
    refused = client.get("/movements/", {**query, "aim": "alphabet"})
    assert refused.context["form"].errors["aim"] and not refused.context["found"]
    page = client.get("/movements/")
    sentences = [about for _, about, _ in page.context["kinds"]]
    assert "South players stay, North players go up one table, boards go down one; two winners." in sentences
    assert not [about for about in sentences if "E/W" in about]
    switched = client.get("/movements/mitchell/9x9/", {"players": 18, "switch": 1})
    assert "South and North change" in " ".join(switched.text.split())


def test_every_movement_offered_to_a_field_has_its_page_with_every_round_and_what_moves(client):
    for players in [*range(2, 16), 25, 36, 47, 60]:
        offers = client.get("/movements/", {"players": players, "boards": 2}).context["found"]
        assert offers, players
        for sheet, option in offers:
            answer = client.get(sheet.address)
            assert answer.status_code == 200, sheet.address
            assert answer.context["sheet"].plan == option.plan, sheet.address
    answer = client.get(HOWELL, {"players": 11})
    sheet = answer.context["sheet"]
    assert sheet.players == 11
    assert len(sheet.animation["rounds"]) == len(sheet.grid) == 11
    assert all(12 not in (row["ns"], row["ew"]) for rows in sheet.animation["rounds"] for row in rows)
    assert "sits out" in answer.text


def test_guide_cards_and_table_cards_take_everybody_through_every_round(client):
    text = pdf_text(client.get("/movements/mitchell/5x5/guide-cards.pdf", {"boards": 3}))
    plan = straight(5, 5)
    assert text.count("Number") == 10
    for turn in range(1, 6):
        row = plan.seat_of(8, turn)
        first = 3 * (row.boardset - 1) + 1
        assert f"{turn} {row.table} North {row.ns} {first}–{first + 2}" in text
    text = pdf_text(client.get("/movements/mitchell/5x5/table-cards.pdf", {"boards": 1}))
    assert text.count("Table") == 5
    assert "1 1 6 1\n2 1 10 2" in text


def test_the_plan_of_a_movement_can_be_taken_away_and_is_sound_and_others_are_no_page(client):
    answer = client.get("/movements/howell/6x11/movement.json")
    assert "attachment" in answer["Content-Disposition"]
    plan = Plan.from_json(json.loads(answer.content))
    assert (plan.tables, plan.rounds) == (6, 11)
    assert not problems(plan)
    for path in ("howell/6x99/", "waltz/6x5/", "howell/0x1/", "mitchell/99x99/", "howell/6x11/?players=30"):
        assert client.get(f"/movements/{path}").status_code == 404


def test_a_howell_is_offered_free_and_with_everybody_following_somebody(client):
    free = client.get("/movements/howell/9x13/").context["sheet"]
    following = client.get(free.other.address).context["sheet"]
    assert following.following
    assert not free.following
    assert not problems(following.plan)
    assert free.quality >= following.quality
    assert set(following.notes) == set(following.plan.present)
    assert following.other.plan == free.plan


def test_a_rover_counts_the_tables_that_play_and_an_arrow_switch_says_what_it_does(client):
    sheet = client.get("/movements/rover/7x7/").context["sheet"]
    assert sheet.players == 15
    assert sheet.title == "Rover Mitchell, 7 tables, 7 rounds"
    assert client.get(sheet.address).context["sheet"].plan == sheet.plan
    answer = client.get("/movements/mitchell/9x9/", {"switch": 1})
    sheet = answer.context["sheet"]
    assert (sheet.switch, sheet.plan.winners) == (1, 1)
    assert "In the last round South and North change seats" in " ".join(answer.text.split())
    assert client.get(sheet.address).context["sheet"].plan == sheet.plan
