"""Names in every script: how they are stored, found and sorted."""

import re
import unicodedata
from pathlib import Path

import pytest
from django import forms
from django.contrib.auth import get_user_model
from django.template import engines
from django.test import RequestFactory

from clubsite.clubs.forms import NewClubForm
from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import club_create, member_add, person_add, person_change
from clubsite.core.names import clean_name, fold, name_order
from clubsite.core.refused import Refused
from clubsite.core.templatetags import bridge
from clubsite.core.templatetags.bridge import stop
from clubsite.core.tokens import CODE_ALPHABET, unused_code
from clubsite.home.models import HomeMatch
from clubsite.nights.models import Session
from clubsite.nights.selectors.drafts import NotFound, find_person
from clubsite.season.manage.forms import SeriesForm
from games.wording import counted, how_often
from tests.clubsite.home.homes import waiting

FOUND = [
    ("tuhoe", "Tūhoe Rangi"), ("capek", "Karel Čapek"), ("lukasz", "Łukasz Nowak"),
    ("LUKASZ nowak", "Łukasz Nowak"), ("grosse", "Anna Große"), ("sorensen", "Søren Sørensen"),
    ("aebelo", "Pia Æbelø"), ("dorde", "Đorđe Ilić"), ("obrien", "Pat O’Brien"), ("o'brien", "Pat O’Brien"),
    ("jean luc", "Jean-Luc Roy"), ("shchukin", "Пётр Щукин"), ("Ŕöy", "Jean-Luc Roy"),
]  # fmt: skip


@pytest.fixture
def many(club):
    for name in {name for _, name in FOUND}:
        person_add(club=club, name=name)
    return club


@pytest.mark.parametrize(("typed", "name"), FOUND)
def test_a_director_finds_a_member_without_accents(many, typed, name):
    assert find_person(Session(club=many), typed).name == name
    assert find_person(Session(club=many), unicodedata.normalize("NFD", typed.upper())).name == name


def test_an_accent_tells_two_people_apart_and_without_it_the_director_is_asked(club):
    with_it, other = person_add(club=club, name="Jan Čapek"), person_add(club=club, name="Jan Ćapek")
    assert find_person(Session(club=club), "jan čapek") == with_it
    assert find_person(Session(club=club), "Jan Ćapek") == other
    with pytest.raises(NotFound) as error:
        find_person(Session(club=club), "jan capek")
    assert set(error.value.maybe) == {f"{person.name} (no number, {person.pk})" for person in (with_it, other)}
    assert not error.value.guest  # a person who is found is not offered as a guest


def test_somebody_on_the_list_is_named_when_added_again_and_a_mended_name_is_found_by_the_new_one(club, dee):
    person_add(club=club, name="Karel Čapek")
    with pytest.raises(Refused, match=r"Karel Čapek is on the list\. If this is somebody else"):
        member_add(club=club, name="KAREL CAPEK", number="", user=dee)
    bob, zed = person_add(club=club, name="Bob"), person_add(club=club, name="Zed")
    person_change(person=zed, name="Ádám", number="", member=False, user=dee)
    assert find_person(Session(club=club), "adam") == zed
    with pytest.raises(Refused):
        find_person(Session(club=club), "zed")
    assert list(people_of(club))[:2] == [zed, bob]


@pytest.mark.parametrize("typed", ["tuhoe", "TŪHOE", "T%C5%AAhoe"])
def test_the_api_finds_clubs_and_nights_without_accents(published_night, dee, client, typed):
    club_create(name="Tūhoe Bridge", slug="tuhoe", owner=dee)
    assert [club["slug"] for club in client.get(f"/api/v1/clubs/?name={typed}").json()] == ["tuhoe"]
    session = published_night.session
    session.name = "Te pō o Tūhoe"
    session.save(update_fields=["name"])
    for path in ("/api/v1/sessions/", "/api/v1/clubs/lantern/sessions/"):
        assert [each["name"] for each in client.get(f"{path}?name={typed}").json()] == ["Te pō o Tūhoe"]
        assert client.get(f"{path}?name=tuhoi").json() == []


def test_the_admin_finds_people_without_accents(many, client):
    client.force_login(get_user_model().objects.create_superuser("root", password="x"))
    shown = client.get("/admin/clubs/person/?q=Capek").text
    assert "Karel Čapek" in shown and "Łukasz" not in shown


ALPHABET = [
    "Adam", "Æbelø", "Aebi", "Andersson", "Ångström", "Capek", "Čapek", "Cyril", "de Boer", "Deboer", "İpek", "Isa",
    "Lukas", "Łukasz", "Mac", "O’Brien", "Obrien", "Ost", "Øst", "Ouz", "Šimek", "Smith", "Sutton", "Ünal", "Uwe",
    "Zídek", "Žižka", "Zoe", "Άλφα", "Βήτα", "Ωμέγα", "Вася", "Дуб", "Ежов", "Жук", "Искра", "Йод", "Кот", "Щукин",
]  # fmt: skip
"""In the order of `Intl.Collator("en")`."""


def test_lists_stand_in_the_order_of_the_alphabet(club):
    for name in reversed(ALPHABET):
        Person.objects.bulk_create([Person(club=club, name=name)])
    assert [person.name for person in people_of(club)] == ALPHABET
    assert sorted(set(ALPHABET), key=name_order) == ALPHABET


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann \u00a0\u3000 Hill\t", "Ann Hill"),
        ("A\u200bn\u2060n\ufeff", "Ann"),
        ("Ann\u202e lliH\u2066", "Ann lliH"),
        ("Ann\0Hill\x1b", "Ann Hill"),
        ("Ｊｏｅ ﬁsher", "Joe fisher"),
        ("Cˇapek".replace("ˇ", "\u030c"), "Čapek"),
        ("x\u200dy", "xy"),
        ("می\u200cنا", "می\u200cنا"),
        ("ක්\u200dරිස්ටි\u200d", "ක්\u200dරිස්ටි"),
        ("Hangul\u3164\u115f", "Hangul"),
        ("A\ufe0f\U000e0041", "A"),
        ("\u200b\u202e\u2800", ""),
    ],
)
def test_a_name_keeps_nothing_that_cannot_be_seen(typed, kept):
    assert clean_name(typed) == kept
    assert clean_name(kept) == kept
    assert fold(typed) == fold(kept)


def test_whatever_writes_a_name_it_is_clean_and_one_of_nothing_is_refused_in_words(club):
    assert Person.objects.create(club=club, name="A\u202ennie").name == "Annie"
    for nothing in ("", "  \n", "\u200b\u2066"):
        with pytest.raises(Refused, match="Type the player's name"):
            person_add(club=club, name=nothing)
    assert SeriesForm({"name": "\u200b"}, Club()).errors["name"] == ["Give the series a name."]
    assert NewClubForm({"name": "\u2066\u2800"}).errors["name"] == ["The club needs a name."]


def test_a_new_code_is_the_one_that_is_left():
    *taken, left = CODE_ALPHABET
    for code in taken:
        match = waiting().match
        match.code = code
        match.save(update_fields=["code"])
    assert unused_code(HomeMatch.objects.all(), length=1) == left


ROOT = Path(__file__).resolve().parents[3]
PAGES = [path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt")]
SCRIPTS = [path for path in (ROOT / "static/js").rglob("*.js") if "vendor" not in path.parts]


def test_a_number_has_its_noun_a_score_says_who_gained_it_and_initials_have_no_second_full_stop():
    assert [counted(n, "board") for n in (0, 1, 2)] == ["0 boards", "1 board", "2 boards"]
    assert [how_often(n) for n in (0, 1, 2, 3)] == ["0 times", "once", "twice", "3 times"]
    assert [bridge.side_score(n) for n in (420, -100, None)] == ["+420 to South", "+100 to North", ""]
    assert [bridge.signed(n) for n in (420, -100, 0)] == ["+420", "−100", "0"]
    assert [stop(name) for name in ("Ann Hill", "M. T.", "Bo, M. T.")] == ["Ann Hill.", "M. T.", "Bo, M. T."]


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


def test_contracts_carry_our_own_suit_with_its_name():
    html = bridge.bid("4SX")
    assert 'aria-label="spades"' in html and "×" in html and 'href="#s"' in html
    assert "NT" in bridge.bid("3N") and "Passed out" in bridge.bid("PASS")
    assert "10" in bridge.bid("10N") and "Misère" in bridge.bid("MIS")
    assert bridge.bid("1HXX", "words").endswith("redoubled</span>")
    assert "doubled" not in bridge.bid("1H", "words")


def test_a_card_is_drawn_with_its_colour_its_marks_and_what_lies_over_it():
    drawn = bridge.laid_card("HJ", "end yes", tab="End", element="li")
    assert 'class="card h end yes"' in drawn and 'aria-label="hearts"' in drawn and "End" in drawn
    assert bridge.card("HT").endswith("10</span>") and 'class="ten">10</b>' in bridge.face("HT")
    assert "Joker" in bridge.laid_card("JR") and 'class="card j"' in bridge.laid_card("JB")


BUTTONS = """{% load pages %}
{% post_button "Take off" "clubs:role" "lantern" 7 style="small" about="Ann" name="role" value="member" %}
{% post_button "Play" "home:now" "solo" once=True %}"""


class JourneyForm(forms.Form):
    name = forms.CharField(label="Your name", help_text="As on the list.")
    way = forms.ChoiceField(label="How?", choices=[("a", "By foot"), ("b", "By <bus>")], widget=forms.RadioSelect)
    key = forms.CharField(widget=forms.HiddenInput, initial="k")


def test_a_form_labels_its_fields_and_says_what_is_wrong_and_a_lone_button_posts_to_its_view():
    html = str(JourneyForm({"name": "", "way": "b", "key": "k"}))
    assert '<label for="id_name">Your name</label>' in html and "This field is required." in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert "<legend>How?</legend>" in html and "By &lt;bus&gt;" in html
    assert (html.count("<label"), html.count("checked"), html.count('type="hidden"')) == (3, 1, 1)
    html = engines["django"].from_string(BUTTONS).render({}, RequestFactory().get("/"))
    assert re.findall(r'action="([^"]+)"', html) == ["/clubs/lantern/accounts/7/role/", "/play/now/solo/"]
    assert html.count("csrfmiddlewaretoken") == 2 and html.count("idempotency_key") == 1
    first, second = re.findall(r"<button ([^>]*)>([^<]*)", html)
    assert first[1] == "Take off" and 'name="role" value="member"' in first[0]
    assert 'class="btn small"' in first[0] and 'aria-label="Take off: Ann"' in first[0]
    assert (second[0].split(), second[1]) == (['class="btn"'], "Play")
