"""Names in every script: how they are stored, found and sorted."""

import unicodedata

import pytest
from django.contrib.auth import get_user_model

from clubsite.clubs.forms import NewClubForm
from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import club_create, member_add, person_add, person_change
from clubsite.core.names import clean_name, fold, name_order
from clubsite.core.refused import Refused
from clubsite.nights.models import Session
from clubsite.nights.selectors.drafts import NotFound, find_person
from clubsite.season.manage.forms import SeriesForm

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
    with pytest.raises(NotFound) as asked:
        find_person(Session(club=club), "jan capek")
    assert set(asked.value.maybe) == {f"{one.name} (no number, {one.pk})" for one in (with_it, other)}
    assert not asked.value.guest  # a person who is found is not offered as a guest


def test_somebody_on_the_list_is_named_when_they_are_added_again_without_accents(club, dee):
    person_add(club=club, name="Karel Čapek")
    with pytest.raises(Refused, match=r"Karel Čapek is on the list\. If this is somebody else"):
        member_add(club=club, name="KAREL CAPEK", number="", user=dee)


def test_a_mended_name_is_found_and_placed_by_the_new_one(club, dee):
    bob, zed = person_add(club=club, name="Bob"), person_add(club=club, name="Zed")
    person_change(person=zed, name="Ádám", number="", member=False, user=dee)
    assert find_person(Session(club=club), "adam") == zed
    with pytest.raises(Refused):
        find_person(Session(club=club), "zed")
    assert list(people_of(club)) == [zed, bob]


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
