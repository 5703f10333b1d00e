"""Forms submitted by hand: numbers with thousands of digits, digits in other scripts, NULs, and HTML in names."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Person
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import BoardSet, TableBoard
from clubsite.pdf.letters import plain
from clubsite.scores.models import ScoreEntry
from tests.kit.nights import end_and_publish
from tests.on_page import on_page

HUGE = "9" * 5000
MADE = {"status": "played", "level": "4", "strain": "S", "declarer": "S", "tricks": "10"}


@pytest.fixture
def score_page(night):
    return f"/director/{night.session.public_id}/score/{TableBoard.objects.get(board__number=1).pk}/"


@pytest.fixture
def draft(make_night):
    return make_night(start=False).session


@pytest.mark.parametrize("where", ["", "preview/"])
@pytest.mark.parametrize(
    "wrong",
    [{"level": "abc"}, {"level": "²"}, {"level": "٤"}]
    + [{"tricks": text} for text in (HUGE, f"+{HUGE}", f"-{HUGE}", "²", "١٠")],
)
def test_a_score_that_no_key_can_type_is_a_fault_at_its_field(director, score_page, wrong, where):
    answer = director.post(score_page + where, {**MADE, **wrong, "go": "save"})
    assert answer.status_code == 200
    assert answer.context["sheet"].form.problems
    assert not ScoreEntry.objects.exists()


def test_percentages_in_figures_of_another_script_are_refused(night, director, score_page, dee):
    """Percentages in another script's digits could be stored, but could then never be scored or published."""
    answer = director.post(score_page, {"status": "artificial", "artificial": "A٣٣٣٣", "go": "save"})
    assert "artificial" in answer.context["sheet"].form.problems
    director.post(score_page, {"status": "artificial", "artificial": "A3333", "go": "save"})
    assert end_and_publish(night.session, dee).version == 1


def test_a_reason_keeps_no_nul(director, score_page):
    director.post(score_page, {**MADE, "why": "both\0agree", "go": "save"})
    assert ScoreEntry.objects.get().why == "both agree"


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        *(({"how": "draw", "count": count}, "count", "") for count in (HUGE, "²", "-1", "0", "", "721")),
        *(({"how": "typed", "count": "9", "seed": text}, "seed", "A seed is one line") for text in ("s" * 121, "a\0b")),
        ({"how": "typed", "seed": "", "count": "9"}, "seed", "Type a seed"),
        ({"how": "file"}, "file", "Choose a file first."),
        ({"how": "draw", "count": "many"}, "count", "How many boards?"),
    ],
)
def test_boards_that_cannot_be_are_refused_at_their_field(director, draft, sent, field, sentence):
    before = BoardSet.objects.get().pk
    answer = director.post(f"/director/{draft.public_id}/setup/boards/", sent)
    assert sentence in answer.context["form"].errors[field][0] and sentence in answer.text
    assert BoardSet.objects.get().pk == before


def test_names_keep_no_nul_and_no_more_than_eighty_letters(night, director, club, dee):
    assert person_add(club=club, name="Zed\0Two " + "x" * 1000).name == "Zed Two " + "x" * 72
    with pytest.raises(Refused, match="Type the player's name"):
        person_add(club=club, name="\0\0")
    director.post(f"/director/{night.session.public_id}/table/1/name/S/", {"name": "Bo\0B"})
    assert Person.objects.filter(name="Bo B").exists()


def test_html_in_names_is_text_on_every_page_and_on_paper(night, director):
    nasty = '<img src=x onerror=alert(1)>"</script>'
    at = f"/director/{night.session.public_id}"
    director.post(f"{at}/table/1/name/S/", {"name": nasty})
    for page in ("/", "/overview/", "/table/1/", "/sure/force/", "/audit-log/", "/ranking/", "/board/1/"):
        shown = director.get(at + page).content
        assert b"<img src=x" not in shown and b'"</script>' not in shown, page
    assert director.get(at + "/print/movement.pdf").content.startswith(b"%PDF")
    assert plain(nasty) == nasty


def test_a_file_with_a_fault_on_every_line_is_answered_with_the_first_hundred(director, draft):
    sent = {"how": "file", "file": SimpleUploadedFile("bomb.pbn", b'[Board "1"]\n' * 3000)}
    shown = director.post(f"/director/{draft.public_id}/setup/boards/", sent).text
    assert "5999 faults" in on_page(shown) and "These are the first 100" in on_page(shown)
    assert shown.count("<td>Board</td>") + shown.count("<td>Deal</td>") == 100


def test_a_long_sign_in_name_fits_the_audit_log(club, django_user_model):
    user = django_user_model.objects.create_user("u" * 150)
    audit_add(club=club, action=AuditAction.SESSION_CREATED, user=user)
    assert AuditEntry.objects.get(action=AuditAction.SESSION_CREATED).actor == "u" * 120
