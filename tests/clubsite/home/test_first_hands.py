"""The first hands of all games: legal from the deal to the score, shown as South sees it, with the rules named."""

import json
import re

import pytest

from clubsite.home.lessons.first_hand import first_hand, script
from clubsite.home.lessons.positions import moments
from games.errors import IllegalAction
from games.registry import names, rules_for

HAND_STEPS = [(game, place) for game in GAMES for place in range(len(script(game)["steps"]))]


def states(game):
    return [state for _, _, state in moments(first_hand(game).deal)]


@pytest.mark.parametrize("game", GAMES)
def test_the_goals_lead_from_the_deal_to_its_score(game):
    played, at = script(game), 0
    for step in played["steps"]:
        assert step["at"] == at
        places = [frame["view"] for frame in step["frames"]]
        one_for_many = game == "secret_card" and len(places) == 1
        assert places == list(range(at + 1, at + 1 + len(places))) or one_for_many
        assert all(played["views"][place] for place in [at, *places])
        at = max([at, *places])
    assert at == len(played["views"]) - 1
    assert played["steps"][-1]["kind"] == "end"
    outcome = rules_for(game).outcome(states(game)[-1])
    assert outcome and played["result"]["text"] == rules_for(game).result_text(outcome)
    assert int(played["result"]["score"]) > 0  # the learner's first hand is a success


@pytest.mark.parametrize(("game", "place"), HAND_STEPS)
def test_what_is_wanted_is_legal_and_each_refusal_is_the_rules_own(game, place):
    step, rules = script(game)["steps"][place], rules_for(game)
    state = states(game)[step["at"]]
    if step["wants"] not in ("", "touch"):
        rules.apply(state, "S", step["wants"])
        log = [(player, action) for player, action, _ in moments(first_hand(game).deal)]
        assert log[step["at"] + 1] == ("S", step["wants"])
        assert step["wants"] not in step["instead"]
    for action, (reason, rule) in step["refused"].items():
        with pytest.raises(IllegalAction) as refusal:
            rules.apply(state, "S", action)
        assert (reason, rule) == (refusal.value.reason, refusal.value.rule)
    for action in step["instead"]:
        rules.apply(state, "S", action)  # a reply to what the rules do not allow would never be read


@pytest.mark.parametrize("game", GAMES)
def test_the_page_gets_what_the_engine_shows_south_and_no_more(game):
    for state, shown in zip(states(game), script(game)["views"], strict=True):
        if shown is None:
            continue
        whole = rules_for(game).view(state, "S")
        assert shown.items() <= whole.items()
        assert "dealt" not in shown and "history" not in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_that_is_named_stands_in_the_rules(client, game):
    rules = client.get(f"/learn/{game}/rules/").text
    named = {step["rule"] for step in script(game)["steps"] if step["rule"]}
    named |= {rule for step in script(game)["steps"] for _, rule in step["refused"].values() if rule}
    for rule in named:
        assert f'id="{rule}"' in rules, rule


@pytest.mark.parametrize("game", GAMES)
def test_the_page_carries_the_script_and_the_lesson_leads_to_it(client, game):
    address = f"/learn/{game}/first-hand/"
    assert f'href="{address}"' in client.get(f"/learn/{game}/").text
    html = client.get(address).text
    data = re.search(r'<script id="first-hand" type="application/json">(.*?)</script>', html, re.S)
    assert data and json.loads(data.group(1)) == json.loads(json.dumps(script(game)))
    strength = "?strength=first" if game == "solo" else ""
    assert f'data-whole="/play/new/{game}/{strength}"' in html
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", html))
