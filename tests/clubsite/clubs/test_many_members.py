"""Members from a pasted list or a CSV file: the preview, what is stored, and undo."""

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.clubs.member_list import MemberList, last_import, rows_of, sorted_out, text_of
from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import ContestantPerson, Table
from clubsite.nights.services.last_players import picks_of
from clubsite.privacy.services import consents_add
from clubsite.seats.joining import choices_at
from tests.kit.nights import draft_night
from tests.kit.pages import words

URL = "/clubs/lantern/people/many/"


@pytest.mark.parametrize(
    "data",
    [
        'Number;Surname;First name;E-mail\r\n7;Müller;"Jörg";j@x.example\r\n;O\'Hara;Ann;\r\n'.encode(code)
        for code in ("utf-8", "utf-8-sig", "cp1252", "utf-16")
    ],
)
def test_excel_s_forms_of_csv_are_read_alike(data):
    rows = [(row.line, row.name, row.number) for row in rows_of(text_of(data))]
    assert rows == [(2, "Jörg Müller", "7"), (3, "Ann O'Hara", "")]


@pytest.mark.parametrize("text", ["Ann Lee,12\nBo Oak", "Ann Lee\t12\nBo Oak", 'Name,No.\n"Ann Lee",12\n\nBo Oak'])
def test_a_list_without_a_head_has_the_name_first(text):
    assert [(row.name, row.number) for row in rows_of(text)] == [("Ann Lee", "12"), ("Bo Oak", "")]


@pytest.mark.parametrize(
    "head",
    [
        "PairNumber,Name,ABF No,Phone number", "ID,Player name,Member ID,Paid", "No.,Full Name,EBUNO,Club name",
        "Tel no,Known as,Membership Number,Last Name", "x,Given Names,National ID,Surname", "Team,Wer,Nummer,E-mail",
        "x,Forename(s),Number (EBU),Surnames", "Grade,Name of player,No,x",
    ],
)  # fmt: skip
@pytest.mark.parametrize("title", ["", "Members of Lantern\n"])
def test_a_head_is_understood_by_its_ending_and_is_never_a_member(head, title):
    rows = rows_of(title + head + "\n1,ANN,936235,\n2,BO,7,\n" + head)
    assert [(row.name, row.number) for row in rows if row.number] == [("ANN", "936235"), ("BO", "7")]
    assert len(rows) == 2 + bool(title)


@pytest.mark.parametrize("data", [b"", b" \n ;\n", b"PK\x03\x04\x00\x00", b"a\n" * 501])
def test_what_is_no_list_is_said(data):
    with pytest.raises(Refused):
        rows_of(text_of(data))


def test_a_row_is_new_known_alike_or_faulty_with_the_reason(club):
    person_add(club=club, name="John Smith", number="5")
    person_add(club=club, name="Ruth Ashdown")
    text = "Jon Smith\nSmith John;5\nruth ashdown\nKim Park;5\nPiet Vos;8\nLee Wu;8\n12345\nPiet Vos\nJohn Smith;9"
    rows = sorted_out(club, rows_of(text.replace("Jon Smith\n", "Jon Smith;\n")))
    assert [row.kind for row in rows] == [
        "alike", "known", "known", "faulty", "new", "faulty", "faulty", "faulty", "new"
    ]  # fmt: skip
    assert rows[0].why == "John Smith is on the list. Is this the same person?"
    assert rows[8].why == "There is another John Smith on the list, with number 5."
    assert rows[3].why == "Number 5 is John Smith’s."
    assert rows[5].why == "The same number as in line 5."
    person_add(club=club, name="Ann Lee", number="1")
    rows = sorted_out(club, rows_of("Ann Lee;2\nAnn Lee;3\nAnn Lee;1\nKim Oh;4\nKim Oh;6\nKim Oh"))
    assert [row.kind for row in rows] == ["new", "new", "known", "new", "new", "faulty"]
    person_add(club=club, name="Karel Čapek")
    (row,) = sorted_out(club, rows_of("Capek, Karel"))
    assert (row.kind, row.why) == ("alike", "Karel Čapek is on the list. Is this the same person?")


def test_nothing_is_stored_until_it_is_confirmed_and_all_of_it_can_be_taken_back(director, club, dee):
    kept = person_add(club=club, name="John Smith")
    upload = SimpleUploadedFile("list.csv", "Ann Lee;1\nJon Smith;2\nBo Oak;3\n".encode("utf-16"))
    preview = director.post(URL, {"file": upload})
    assert preview.status_code == 200 and Person.objects.count() == 1
    assert "John Smith is on the list." in preview.text
    sent = {"text": preview.context["text"], "confirmed": "1"}
    assert director.post(URL, sent).status_code == 422
    assert director.post(URL, {**sent, "line": ["1", "3"]}).status_code == 302
    assert director.post(URL, {**sent, "line": ["1", "3"]}).status_code == 422  # sent twice: the members exist by now
    assert set(club.people.values_list("name", "number")) == {("John Smith", ""), ("Ann Lee", "1"), ("Bo Oak", "3")}
    ann = club.people.get(name="Ann Lee")
    consents_add(club=club, people=[ann.pk], agreed=True, user=dee)
    back = f"{URL}{last_import(club).pk}/back/"
    page = director.post(back, follow=True).text
    assert "1 taken off the list again. 1 stay" in page
    assert set(club.people.values_list("pk", flat=True)) == {kept.pk, ann.pk}
    assert last_import(club) is None


MIXED = """Smith, John
Smith, Ann, 12
101; Ruth Ashdown
Čapek\tKarel\t7\tk@x.example
"van der Berg, Jan";8
102 Bo Oak
Ann Lee (103)
#104 Max Mustermann
"O'Hara, Ann"
Jo Park,A-12
"Müller, Jörg" , 5
"""


def test_a_mixed_list_is_read_line_by_line_also_by_the_columns_that_are_shown_or_chosen():
    assert [(row.name, row.number) for row in rows_of(MIXED)] == [
        ("John Smith", ""), ("Ann Smith", "12"), ("Ruth Ashdown", "101"), ("Karel Čapek", "7"),
        ("Jan van der Berg", "8"), ("Bo Oak", "102"), ("Ann Lee", "103"), ("Max Mustermann", "104"),
        ("Ann O'Hara", ""), ("Jo Park", "A-12"), ("Jörg Müller", "5"),
    ]  # fmt: skip
    shown = [role for role, _ in MemberList(MIXED).columns()]
    assert rows_of(MIXED, shown) == rows_of(MIXED)
    rows = rows_of("John,Smith,12\nAnn,Lee\nJo Park,A-7", ["first", "last", "number"])
    assert [(row.name, row.number) for row in rows] == [("John Smith", "12"), ("Ann Lee", ""), ("Jo Park", "A-7")]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("First name;Surname;Number\nBo;Oak;7\nDoe, Jane, 12", []),
        ("Number,Name\n7,Bo Oak\n12\tDoe, Jane", []),
        ("Name\nBo Oak (7)\nDoe, Jane (12)", []),
        ("Bo\tOak\t7\nDoe, Jane, 12", ["first", "last", "number"]),
        ("Bo Oak;7\n12 Doe, Jane", ["name", "number"]),
        ("7 Oak, Bo\nDoe, Jane 12", []),
        ("Oak,\tBo\t7\nDoe,\tJane\t12", []),
        ("Surname,First name,Number,Note\nOak,Bo,7,a; b\nDoe,Jane,12", []),
    ],
)
def test_surname_and_first_name_are_told_apart_in_every_line_of_a_mixed_list(text, roles):
    read = [(row.name, row.number) for row in rows_of(text, roles)]
    assert read == [("Bo Oak", "7"), ("Jane Doe", "12")]


def test_the_preview_shows_the_columns_and_reads_the_list_as_they_are_changed(director, club):
    text = "John,Smith,12\nAnn,Lee,7"
    preview = director.post(URL, {"text": text})
    assert [role for role, _ in MemberList(text).columns()] == ["last", "first", "number"]
    assert "Smith John" in words(preview) and "Column 3" in preview.text and "John, Ann" in preview.text
    changed = {"text": text, "column": ["first", "last", "none"]}
    preview = director.post(URL, changed)
    assert "John Smith" in words(preview) and not club.people.exists()
    assert preview.text.count('<input type="hidden" name="column"') == 3
    director.post(URL, {**changed, "confirmed": "1", "line": ["1", "2"]})
    assert set(club.people.values_list("name", "number")) == {("John Smith", ""), ("Ann Lee", "")}


def test_the_key_of_a_person_shows_their_number_where_names_are_alike(make_night, club):
    night = make_night(players=6)
    for number, (name, own) in {1: ("Jan Capek", "17"), 4: ("Jan Čapek", "")}.items():
        person = ContestantPerson.objects.get(contestant=night.contestant(number)).person
        person.name, person.number = name, own
        person.save()
    names = {choice.name for table in Table.objects.all() for choice in choices_at(table)}
    assert {"Jan Capek (17)", "Jan Čapek (number 4)"} <= names
    assert any(name == "Flo" for name in names)
    draft = draft_night(club, night.session.created_by, 4, date=datetime.date(2026, 11, 24))
    shown = {pick["name"] for pick in picks_of(draft)["members"] + picks_of(draft)["played"]}
    assert {"Jan Capek (17)", f"Jan Čapek (no number, {Person.objects.get(name='Jan Čapek').pk})", "Flo"} <= shown
