"""Counts, times, ends of sentences, bridge notation and forms are written in the same way on every page."""

import re
from pathlib import Path

import pytest
from django import forms
from django.template import engines
from django.test import RequestFactory

from clubsite.core.templatetags import bridge
from clubsite.core.templatetags.bridge import stop
from games.wording import counted, how_often, score_text

ROOT = Path(__file__).resolve().parents[3]
PAGES = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")]
SCRIPTS = [path for path in (ROOT / "static/js").rglob("*.js") if "vendor" not in path.parts]


def test_a_number_has_its_noun_and_a_score_says_who_gained_it():
    assert [counted(n, "board") for n in (0, 1, 2)] == ["0 boards", "1 board", "2 boards"]
    assert [how_often(n) for n in (0, 1, 2, 3)] == ["0 times", "once", "twice", "3 times"]
    assert score_text(420) == "+420 to South" and score_text(-420) == "+420 to North"
    assert score_text(-420, four_handed=True) == "+420 to E/W"


@pytest.mark.parametrize("said, ends", [("Ann Hill", "Ann Hill."), ("M. T.", "M. T."), ("Bo, M. T.", "Bo, M. T.")])
def test_no_second_full_stop_follows_initials(said, ends):
    assert stop(said) == ends


@pytest.mark.parametrize(
    ("files", "pattern"),
    [
        (PAGES, r"""(?:date|time):["'][^"']*[gahAP][^"']*["']"""),  # 8:32 pm beside 20:32 is two clocks
        ([*PAGES, *SCRIPTS], r"""<span class="label[^>]*>[^<]*\w</span>(\$\{|\{\{)"""),  # "Contract3" is no word
        (PAGES, r"time\{\{ ?[^}]*\|pluralize"),  # `how_often` says it
    ],
    ids=["12 hours", "a label run into what it labels", "times"],
)
def test_no_page_says_it_in_another_way(files, pattern):
    assert {path.name for path in files if re.search(pattern, path.read_text())} == set()


def test_what_is_hidden_is_hidden_whatever_else_it_is():
    sheets = {path.name: path.read_text() for path in (ROOT / "static/css").glob("*.css")}
    assert "[hidden] { display: none !important; }" in sheets["base.css"]
    others = {name for name, text in sheets.items() if re.search(r"\[hidden\]\s*\{", text)}
    assert others == {"base.css"}


@pytest.mark.parametrize(
    ("points", "text", "sign"),
    [(420, "+420 to South", "+420"), (-100, "+100 to North", "−100"), (0, "0 to both", "0")],
)
def test_a_score_has_its_sign_and_side(points, text, sign):
    assert (bridge.side_score(points), bridge.signed(points)) == (text, sign)
    assert bridge.side_score(None) == ""


def test_contracts_carry_our_own_suit_with_its_name():
    html = bridge.bid("4SX")
    assert 'aria-label="spades"' in html and "×" in html and 'href="#s"' in html
    assert "NT" in bridge.bid("3N") and "Passed out" in bridge.bid("PASS")
    assert "10" in bridge.bid("10N") and "Misère" in bridge.bid("MIS")
    assert bridge.bid("1HXX", "words").endswith("redoubled</span>")
    assert "doubled" not in bridge.bid("1H", "words")


def test_a_card_is_drawn_with_its_colour_its_marks_and_what_lies_over_it():
    drawn = bridge.laid_card("HJ", "end yes", tab="End", element="li")
    assert drawn.startswith('<li class="card h end yes"><b translate="no">J</b>') and drawn.endswith("End</span></li>")
    assert 'aria-label="hearts"' in drawn
    assert bridge.laid_card("S9").startswith('<span class="card s"><b translate="no">9</b>')
    assert bridge.card("HT").endswith("10</span>") and 'class="ten">10</b>' in bridge.face("HT")
    red = bridge.laid_card("JR")
    assert 'class="card j h"' in red and "Joker" in red and 'class="card j"' in bridge.laid_card("JB")


BUTTONS = """{% load pages %}
{% post_button "Take off" "clubs:role" "lantern" 7 style="small" about="Ann" name="role" value="member" %}
{% post_button "Play" "home:now" "solo" once=True %}"""


class JourneyForm(forms.Form):
    name = forms.CharField(label="Your name", help_text="As on the list.")
    way = forms.ChoiceField(label="How?", choices=[("a", "By foot"), ("b", "By <bus>")], widget=forms.RadioSelect)
    key = forms.CharField(widget=forms.HiddenInput, initial="k")


def test_a_form_labels_its_fields_explains_them_and_says_what_is_wrong():
    html = str(JourneyForm({"name": "", "way": "b", "key": "k"}))
    assert '<label for="id_name">Your name</label>' in html and "This field is required." in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert "<legend>How?</legend>" in html and "By &lt;bus&gt;" in html
    assert (html.count("<label"), html.count("checked"), html.count('type="hidden"')) == (3, 1, 1)


def test_a_lone_button_posts_to_its_view_with_the_token_of_the_page():
    html = engines["django"].from_string(BUTTONS).render({}, RequestFactory().get("/"))
    assert re.findall(r'action="([^"]+)"', html) == ["/clubs/lantern/accounts/7/role/", "/play/now/solo/"]
    assert html.count("csrfmiddlewaretoken") == 2 and html.count("idempotency_key") == 1
    first, second = re.findall(r"<button ([^>]*)>([^<]*)", html)
    assert first[1] == "Take off" and 'name="role" value="member"' in first[0]
    assert 'class="btn small"' in first[0] and 'aria-label="Take off: Ann"' in first[0]
    assert (second[0].split(), second[1]) == (['class="btn"'], "Play")
