"""Confirming one's identity before a sensitive action. A confirmation lasts a quarter of an hour (decision 067)."""

import io
from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import call_command
from django.forms import BaseForm, PasswordInput
from django.test import Client
from django_otp_webauthn.models import WebAuthnCredential

from clubsite.accounts.decorators import CONFIRMED, CONFIRMED_SECONDS, is_secret
from clubsite.accounts.models import AuthenticatorApp, BrowserSession, RecoveryCode
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Person, Role
from clubsite.clubs.services import person_add
from clubsite.core import jobs
from clubsite.nights.models import Board
from clubsite.visibility.models import Look
from tests.attack.walk import LOOKS
from tests.clubsite.every_address import every_address, filled
from tests.kit.codes import code_of, with_app, wrong_code_of
from tests.kit.people import signed_in
from tests.on_page import on_page


def a_quarter_later(client):
    session = client.session
    session[CONFIRMED] -= CONFIRMED_SECONDS + 1
    session.save()
    return client


@pytest.fixture
def later(director):
    return a_quarter_later(director)


def role_address(club, user):
    return f"/clubs/{club.slug}/accounts/{user.pk}/role/"


def role_of(club, user):
    return Membership.objects.get(club=club, user=user).role


@pytest.fixture
def member(club, cy):
    get_user_model().objects.filter(pk=cy.pk).update(email="cy@club.example")
    Membership.objects.create(club=club, user=cy, role=Role.MEMBER)
    return cy


def test_a_role_is_given_only_after_the_password_and_without_typing_the_form_again(club, later, member):
    address = role_address(club, member)
    question = later.post(address, {"role": Role.DIRECTOR})
    assert "Is it you?" in on_page(question.text) and role_of(club, member) == Role.MEMBER
    assert "You type it once more" not in on_page(question.text), "no secret was typed"
    assert ("role", "director") in question.context["carried"]
    wrong = later.post(address, {"role": Role.DIRECTOR, "confirm_password": "a wrong horse"})
    assert wrong.status_code == 422 and role_of(club, member) == Role.MEMBER
    later.post(address, {"role": Role.DIRECTOR, "confirm_password": "correct horse"})
    assert role_of(club, member) == Role.DIRECTOR
    later.post(address, {"role": Role.MEMBER})
    assert role_of(club, member) == Role.MEMBER, "it holds for some minutes"
    assert Client().post(address)["Location"].startswith("/login/"), "a stranger is not asked"


def test_somebody_with_an_app_is_asked_for_its_code_and_not_for_the_password(club, later, dee, member):
    with_app(dee)
    address = role_address(club, member)
    later.post(address, {"role": Role.DIRECTOR, "confirm_password": "correct horse"})
    later.post(address, {"role": Role.DIRECTOR, "confirm_code": wrong_code_of(dee)})
    assert role_of(club, member) == Role.MEMBER
    later.post(address, {"role": Role.DIRECTOR, "confirm_code": code_of(dee)})
    assert role_of(club, member) == Role.DIRECTOR


def test_the_question_before_a_page_does_not_carry_out_its_act(club, later):
    """The confirmation is sent as a POST. Passing the POST on to the page behind it would erase the person's data."""
    person = person_add(club=club, name="Flo")
    address = f"/clubs/lantern/people/{person.pk}/forget/"
    assert "Is it you?" in on_page(later.get(address).text)
    answered = later.post(address, {"confirm_back": "1", "confirm_password": "correct horse"})
    assert answered["Location"] == address
    assert later.post(address, {"confirm_back": "1"})["Location"] == address
    assert Person.objects.get(pk=person.pk).forgotten_at is None
    assert "Forget Flo?" in on_page(later.get(address).text)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/clubs/lantern/directors/invite/", {}),
        ("/clubs/lantern/programs/", {"name": "wall", "may": "read"}),
        ("/account/delete/", {"left": "nothing", "password": "correct horse"}),
        ("/account/second-factor/app/", {}),
        ("/account/second-factor/app/remove/", {}),
        ("/account/second-factor/passkey/", {}),
    ],
)
def test_every_act_of_weight_asks(club, later, address, sent):
    assert "Is it you?" in on_page(later.post(address, sent).text)


TAKEN = {
    "/slips.pdf": {},
    "/curtain-cards.pdf": {},
    "files/cards/": {"boards": "1", "form": "pbn"},
    "files/bridgemates/": {"computer": "clubpc", "hands": "on"},
}
"""What is sent for each sheet and file with cards."""
NOT_ASKED = {"/look/"}  # players wait for the ruling


def test_every_sheet_and_file_with_cards_asks(night, later):
    """The crawl in tests/attack finds every output that shows a director cards and is missing from `LOOKS`."""
    assert set(LOOKS) == TAKEN.keys() | NOT_ASKED
    asking = [path for path in every_address() if path.startswith("director/") and path.endswith(tuple(TAKEN))]
    assert len(asking) == len(TAKEN) + 2, "the sheets of a section have addresses of their own"
    for address in asking:
        sent = next(sent for under, sent in TAKEN.items() if address.endswith(under))
        path = filled(address, {"session_id": night.session.public_id, "letter": "A"})
        assert "Is it you?" in on_page(later.post(path, sent).text), path
    assert not Look.objects.exists()


def test_a_director_is_asked_once_for_all_the_sheets_of_a_night(night, later):
    sheets = f"/director/{night.session.public_id}/print"
    board = Board.objects.get(number=2)
    question = later.post(f"{sheets}/slips.pdf?paper=letter", {"board": board.pk})
    assert question.context["carried"] == [("board", str(board.pk))]
    given = later.post(f"{sheets}/slips.pdf?paper=letter", {"board": board.pk, "confirm_password": "correct horse"})
    assert given["Content-Type"] == "application/pdf"
    assert [look.board for look in Look.objects.all()] == [board], "the question kept which board it was"
    assert later.post(f"{sheets}/curtain-cards.pdf")["Content-Type"] == "application/pdf"


def forms_of_the_site() -> Iterator[type[BaseForm]]:
    waiting: list[type[BaseForm]] = [BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith(("clubsite.", "django.contrib.auth")):
            yield form


def test_every_field_for_a_secret_is_known_by_its_name():
    fields = [
        (name, field)
        for form in forms_of_the_site()
        for name, field in getattr(form, "base_fields", {}).items()
        if not name.startswith("confirm_") and name != "usable_password"
    ]
    secrets = {
        name for name, field in fields if isinstance(field.widget, PasswordInput) or "pass" in str(field.label).lower()
    }
    assert {"password", "old_password", "new_password1", "passphrase"} <= secrets
    assert {name for name in secrets if not is_secret(name)} == set()


def test_the_question_never_holds_a_password_and_keeps_the_rest(member):
    later = a_quarter_later(signed_in(member))
    address, sent = "/account/delete/", {"left": "initials", "password": "correct horse"}
    question = later.post(address, sent)
    assert "correct horse" not in question.text and "You type it once more" in on_page(question.text)
    assert question.context["carried"] == [("left", "initials")]
    after = later.post(address, {"left": "initials", "confirm_password": "correct horse"})
    assert after.status_code == 422 and "Type the password." in on_page(after.text)
    assert after.context["form"]["left"].value() == "initials", "what was chosen stays"
    member.refresh_from_db()
    assert member.is_active


def test_a_passphrase_is_asked_for_again_and_the_chosen_boards_stay(night, later):
    address = f"/director/{night.session.public_id}/files/cards/"
    chosen = {"boards": night.section.board_set_id, "form": "SEALED", "sure": "yes"}
    question = later.post(address, chosen | {"passphrase": "seven blue herons"})
    assert "Is it you?" in on_page(question.text) and "seven blue herons" not in question.text
    after = later.post(address, dict(question.context["carried"]) | {"confirm_password": "correct horse"})
    assert after.context["form"].errors["passphrase"] and after.context["chosen"].pk == night.section.board_set_id
    made = later.post(address, chosen | {"passphrase": "seven blue herons"})
    assert made["Content-Type"] == "application/octet-stream"


def test_keepers_are_asked_in_the_admin_site(later, dee):
    get_user_model().objects.filter(pk=dee.pk).update(is_staff=True, is_superuser=True)
    assert "Is it you?" in on_page(later.get("/admin/").text)
    later.post("/admin/", {"confirm_back": "1", "confirm_password": "correct horse"})
    assert "Site administration" in on_page(later.get("/admin/").text)


def test_who_may_not_do_it_is_refused_before_being_asked(club, member):
    client = signed_in(member)
    session = client.session
    session[CONFIRMED] = 0
    session.save()
    assert client.get("/clubs/lantern/people/1/forget/", follow=True).status_code in (200, 404)
    assert "Is it you?" not in on_page(client.post("/clubs/lantern/directors/999/let-in/").text)


APPS, PASSKEYS = "/admin/accounts/authenticatorapp/", "/admin/django_otp_webauthn/webauthncredential/"
NEW = "under the lantern"


def passkey_of(user) -> WebAuthnCredential:
    return WebAuthnCredential.objects.create(
        user=user, name="phone", confirmed=True, credential_id=b"id", public_key=b"key", discoverable=True,
        sign_count=0, transports=[], aaguid="0" * 32,
    )  # fmt: skip


def subjects() -> list[str]:
    jobs.run("outbox.sweep")
    return [letter.subject for letter in mail.outbox]


def test_a_keeper_changes_their_password_on_the_page_of_their_account(keeper):
    kay = get_user_model().objects.get(username="kay")
    sent = {"old_password": "correct horse", "new_password1": NEW, "new_password2": NEW}
    for address in ("password_change/", "password_change/done/"):
        assert keeper.get(f"/admin/{address}")["Location"] == "/account/password/"
        keeper.post(f"/admin/{address}", sent)
    own_row = keeper.post(f"/admin/accounts/user/{kay.pk}/password/", {"password1": NEW, "password2": NEW})
    assert own_row["Location"] == "/account/password/"
    kay.refresh_from_db()
    assert kay.check_password("correct horse")


def test_a_password_that_a_keeper_sets_ends_the_sessions_and_sends_mail(keeper, member, with_mail):
    phone = signed_in(member)
    path = f"/admin/accounts/user/{member.pk}/password/"
    wrong = keeper.post(path, {"password1": NEW, "password2": "another", "usable_password": "true"})
    assert wrong.status_code == 200 and subjects() == []
    assert phone.get("/account/").status_code == 200
    keeper.post(path, {"password1": NEW, "password2": NEW, "usable_password": "true"})
    member.refresh_from_db()
    assert member.check_password(NEW)
    assert phone.get("/account/").status_code == 302 and not BrowserSession.objects.filter(user=member).exists()
    assert subjects() == ["Your password was changed"]


def test_a_password_that_is_set_on_the_command_line_does_the_same(member, with_mail, monkeypatch):
    phone = signed_in(member)
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)  # what somebody types
    call_command("changepassword", "cy", stdout=io.StringIO())
    member.refresh_from_db()
    assert member.check_password(NEW) and phone.get("/account/").status_code == 302
    assert subjects() == ["Your password was changed"]


def test_keepers_alone_read_addresses_and_second_factors_without_keys_and_change_none(keeper, member, director):
    path = f"/admin/accounts/user/{member.pk}/change/"
    assert "cy@club.example" in keeper.get(path).text
    keeper.post(path, {"username": "cy", "is_active": "on", "email": "stranger@example.com"})
    member.refresh_from_db()
    assert member.email == "cy@club.example", "an address is used only when its holder has confirmed it"
    with_app(member)
    app, passkey = AuthenticatorApp.objects.get(), passkey_of(member)
    for pages, factor, key in ((APPS, app, app.key.open()), (PASSKEYS, passkey, passkey.public_key.hex())):
        page = keeper.get(f"{pages}{factor.pk}/change/")
        assert page.status_code == 200 and "cy" in page.text and key not in page.text
        assert keeper.post(f"{pages}{factor.pk}/change/", {"user": 1, "confirmed": ""}).status_code == 403
        assert keeper.get(f"{pages}add/").status_code == 403
        factor.refresh_from_db()
        assert factor.confirmed and factor.user == member
    assert director.get(APPS, follow=True).status_code == 403
    assert Client().get(APPS)["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("many", [False, True])
def test_removing_one_is_a_line_in_the_clubs_log_and_a_mail(keeper, club, member, with_mail, many):
    codes, app = with_app(member), AuthenticatorApp.objects.get()
    keeper.post(f"{PASSKEYS}{passkey_of(member).pk}/delete/", {"post": "yes"})
    assert not WebAuthnCredential.objects.exists() and RecoveryCode.objects.count() == len(codes)
    if many:
        keeper.post(APPS, {"action": "delete_selected", "_selected_action": app.pk, "post": "yes"})
    else:
        keeper.post(f"{APPS}{app.pk}/delete/", {"post": "yes"})
    assert not AuthenticatorApp.objects.exists() and not RecoveryCode.objects.exists()
    lines = AuditEntry.objects.filter(action=AuditAction.FACTOR_REMOVED)
    assert [(line.club, line.user.username, line.subject) for line in lines] == [(club, "kay", "cy")] * 2
    assert subjects() == ["An app or a passkey was removed"] * 2
