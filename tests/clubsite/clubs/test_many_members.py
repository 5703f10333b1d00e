"""Members from a pasted list or a CSV file: the preview, what is stored, and taking it back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.clubs.consent import consents_add
from clubsite.clubs.member_import import last_import
from clubsite.clubs.member_list import ListFault, rows_of, sorted_out, text_of
from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add

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


@pytest.mark.parametrize(
    "text", ["Ann Lee,12\nBo Oak", "Ann Lee\t12\nBo Oak", 'Name,No.\n"Ann Lee",12\n\nBo Oak']
)
def test_a_list_without_a_head_has_the_name_first(text):
    assert [(row.name, row.number) for row in rows_of(text)] == [("Ann Lee", "12"), ("Bo Oak", "")]


@pytest.mark.parametrize("data", [b"", b" \n ;\n", b"PK\x03\x04\x00\x00", b"a\n" * 501])
def test_what_is_no_list_is_said(data):
    with pytest.raises(ListFault):
        rows_of(text_of(data))


@pytest.mark.django_db
def test_a_row_is_new_known_alike_or_faulty_with_the_reason(club):
    person_add(club=club, name="John Smith", number="5")
    person_add(club=club, name="Ruth Ashdown")
    text = "Jon Smith\nSmith John;5\nruth ashdown\nKim Park;5\nPiet Vos;8\nLee Wu;8\n12345\nPiet Vos\nJohn Smith;9"
    rows = sorted_out(club, rows_of(text.replace("Jon Smith\n", "Jon Smith;\n")))
    assert [row.kind for row in rows] == [
        "alike", "known", "known", "faulty", "new", "faulty", "faulty", "faulty", "alike"
    ]  # fmt: skip
    assert rows[0].why == "John Smith is on the list."
    assert rows[3].why == "Number 5 is John Smith’s."
    assert rows[5].why == "The same number as in line 5."


@pytest.mark.django_db
def test_nothing_is_stored_until_it_is_confirmed_and_all_of_it_can_be_taken_back(client, club, dee):
    kept = person_add(club=club, name="John Smith")
    client.force_login(dee)
    upload = SimpleUploadedFile("list.csv", "Ann Lee;1\nJon Smith;2\nBo Oak;3\n".encode("utf-16"))
    preview = client.post(URL, {"file": upload})
    assert preview.status_code == 200 and Person.objects.count() == 1
    assert "John Smith is on the list." in preview.text
    sent = {"text": preview.context["text"], "confirmed": "1"}
    assert client.post(URL, sent).status_code == 422
    assert client.post(URL, {**sent, "line": ["1", "3"]}).status_code == 302
    assert (
        client.post(URL, {**sent, "line": ["1", "3"]}).status_code == 422
    )  # sent twice: they are known by now
    assert set(club.people.values_list("name", "number")) == {
        ("John Smith", ""),
        ("Ann Lee", "1"),
        ("Bo Oak", "3"),
    }
    ann = club.people.get(name="Ann Lee")
    consents_add(club=club, people=[ann.pk], agreed=True, user=dee)
    back = f"{URL}{last_import(club).entry.pk}/back/"
    said = client.post(back, follow=True).text
    assert "1 taken off the list again. 1 stay" in said
    assert set(club.people.values_list("pk", flat=True)) == {kept.pk, ann.pk}
    assert last_import(club) is None


@pytest.mark.django_db
def test_the_import_is_for_directors(client, club, cy):
    client.force_login(cy)
    assert client.get(URL).status_code == client.post(f"{URL}1/back/").status_code == 404
