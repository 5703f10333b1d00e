"""A club that moves in a club file: every row is as it was, with other keys."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import AuditEntry, Club
from clubsite.clubs.services import club_create, person_add
from clubsite.core.sealed_fields import sealed_rows
from clubsite.keeper.clubfile.values import BESIDE_THE_FILE, MAP
from clubsite.keeper.services.erasing import club_erase
from clubsite.nights.models import Board
from clubsite.play.models import PlaySeat
from clubsite.rankings.services.sweep import results_sweep
from clubsite.visibility.models import Look
from tests.clubsite.keeper.conftest import erased, exported, imported
from tests.kit.club_files import PASSPHRASE, every_table, opened, rows_without_keys, same_as_before, written_again
from tests.kit.nights import draft_night


def others_move_in(user):
    """Give every key that the club had to another club, so that no row can have its old key."""
    other = club_create(name="Other", slug="other", owner=user)
    for number in range(40):
        person_add(club=other, name=f"Other {number}")
        PlaySeat.objects.create(kind="table")
    draft_night(other, user)


def made_again() -> dict[str, int]:
    """Return how many rows the tables have that are made again from the file."""
    of = [table for table in BESIDE_THE_FILE if MAP[table.model].not_in_file.startswith("made again")]
    return {table.label: table.model._base_manager.count() for table in of}


def test_at_the_other_place_everything_is_as_it_was_but_the_keys(full_club, whole_night, cy):
    def texts():
        return [(row._meta.label, name, getattr(row, name).open()) for row, name in sealed_rows()]

    night = f"/results/{whole_night.session.public_id}/"
    addresses = [night, f"/clubs/{full_club.slug}/", f"/clubs/{full_club.slug}/ladder/"]
    digest = whole_night.session.publications.get().digest
    pages, sealed, counts = [Client().get(address) for address in addresses], texts(), made_again()
    assert len(digest) == 64 and len({label for label, _, _ in sealed}) > 1
    assert counts["rankings.publishedline"] and counts["season.masterpointaward"] and counts["rankings.ranking"]
    file = erased(full_club)
    assert set(made_again().values()) == {0}
    others_move_in(cy)
    there = imported(file).club
    results_sweep()

    before = rows_without_keys(opened(file))
    assert {label for _, label in before} == every_table()
    same_as_before(before, rows_without_keys(opened(exported(there))))
    assert there.pk != full_club.pk
    assert not set(there.people.values_list("pk", flat=True)) & set(range(1, 20))
    assert (made_again(), texts()) == (counts, sealed)
    for page in pages:
        again = Client().get(page.request["PATH_INFO"])
        assert (again.status_code, body(again)) == (page.status_code, body(page))
    call_command("verify_night", there.slug)
    assert there.sessions.get(public_id=whole_night.session.public_id).publications.get().digest == digest


def body(page) -> str:
    return page.text.split("<main", 1)[-1]


def test_a_club_that_comes_back_is_in_order_again(full_club, cy):
    first = erased(full_club)
    others_move_in(cy)
    there = imported(first).club
    second = erased(there)
    back = imported(second).club
    call_command("verify_night", back.slug)
    same_as_before(rows_without_keys(opened(second)), rows_without_keys(opened(exported(back))))


def test_looks_at_a_draft_that_was_discarded_stay_with_their_own_club(full_club, dee, cy):
    """Such a look names a session and a board that are gone, and two clubs' files may have the same keys of them."""
    file = erased(full_club)
    first = imported(file)
    other = written_again(file, as_another_club)
    second = imported(other, address="other", name="Other")
    counted = Look.objects.count()
    club_erase(club=second.club, archive=opened(exported(second.club)), passphrase=PASSPHRASE)
    assert Look.objects.count() == counted // 2
    assert first.club.audit.exists()


def as_another_club(label, row):
    for name in {"public_id", "key"}.intersection(row):
        row[name] = row[name][::-1]
    for name in {"sealed", "seed"}.intersection(row):
        row[name] = ""  # it opens in the first club alone


@pytest.fixture
def run(tmp_path, capsys):
    secret = tmp_path / "passphrase"
    secret.write_text(f"{PASSPHRASE}\n")

    def call(name, *arguments, file="club.zip"):
        before = [*arguments, str(tmp_path / file)]
        call_command(name, *before, "--passphrase-file", str(secret), *(["--yes"] if name == "club_erase" else []))
        return capsys.readouterr().out

    return call


def test_a_club_is_exported_checked_erased_and_imported(published_night, club, run, tmp_path):
    output = run("club_export", "lantern")
    assert "Lantern Street with 1 night is in" in output
    with pytest.raises(CommandError, match="is there already"):
        run("club_export", "lantern")
    assert (tmp_path / "club.zip").stat().st_mode & 0o077 == 0
    assert "The file is whole: Lantern Street, 1 night, 6 players, 9 scores" in run("club_import", "--check")
    assert "Lantern Street is erased" in run("club_erase", "lantern")
    assert not Club.objects.exists()
    output = run("club_import", "--owner", "DEE", "--same-keeper", "--yes")
    assert "  owner dee in the file: dee, made here on " in output
    assert "Lantern Street is here, at /clubs/lantern/." in output
    assert "account" not in output, "dee is here still"
    assert AuditEntry.objects.filter(action="club_imported").exists()


def test_new_accounts_are_listed_and_have_no_password(published_night, club, dee, run):
    User.objects.filter(pk=dee.pk).update(email="dee@club.example")
    run("club_export", "lantern")
    run("club_export", "lantern", "--with-addresses", file="addresses.zip")
    run("club_erase", "lantern", file="addresses.zip")
    User.objects.filter(pk=dee.pk).delete()
    User.objects.create_user("Dee", password="another person")
    output = run("club_import", "--same-keeper", "--yes")
    assert "  owner dee in the file: a new account" in output
    assert "account dee-2 (it was dee, which somebody has here)" in output
    assert "changepassword" in output
    there = User.objects.get(username="dee-2")
    assert (there.has_usable_password(), there.email, there.is_superuser) == (False, "", False)


def test_addresses_are_in_the_file_only_if_they_are_asked_for(club, dee, run, tmp_path):
    User.objects.filter(pk=dee.pk).update(email="dee@club.example")
    run("club_export", "lantern", "--with-addresses")
    run("club_erase", "lantern")
    User.objects.filter(pk=dee.pk).delete()
    run("club_import", "--same-keeper", "--yes")
    assert User.objects.get(username="dee").email == "dee@club.example"


def test_the_keeper_is_asked_before_roles_are_taken_from_a_file(club, run, monkeypatch):
    run("club_export", "lantern")
    run("club_erase", "lantern")
    monkeypatch.setattr("builtins.input", lambda words: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        run("club_import", "--same-keeper")
    monkeypatch.setattr("builtins.input", lambda words: "lantern")
    run("club_import", "--same-keeper")
    assert Club.objects.exists()


def test_a_file_of_another_keeper_gives_no_role_account_address_or_time(published_night, club, dee, cy, run):
    """Whoever has an account and a computer can write a club file with anything in it."""
    User.objects.filter(pk=dee.pk).update(email="dee@club.example")
    ann = club.people.order_by("pk").first()
    ann.user = dee
    ann.save()
    run("club_export", "lantern", "--with-addresses")
    run("club_erase", "lantern")
    began = timezone.now()
    with pytest.raises(CommandError, match="--owner NAME"):
        run("club_import")
    output = run("club_import", "--owner", "cy")
    assert "account dee-2 (it was dee, which somebody has here)" in output
    there = Club.objects.get()
    assert [(membership.user, membership.role) for membership in there.memberships.all()] == [(cy, "owner")]
    assert not there.people.exclude(user=None).exists()
    new = User.objects.get(username="dee-2")
    assert (new.email, new.email_wanted, new.has_usable_password()) == ("", "dee@club.example", False)
    assert new.date_joined >= began
    assert {board.dealt_at >= began for board in Board.objects.all()} == {True}


def test_a_refused_export_leaves_no_file(night, run, tmp_path):
    with pytest.raises(CommandError, match="is in play"):
        run("club_export", "lantern")
    assert not (tmp_path / "club.zip").exists()


def test_a_club_is_erased_only_as_it_is_in_the_file(published_night, club, run):
    run("club_export", "lantern")
    run("club_export", "lantern", file="newer.zip")
    with pytest.raises(CommandError, match="something was added or changed since"):
        run("club_erase", "lantern")
    assert Club.objects.exists()
    run("club_erase", "lantern", file="newer.zip")


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    (
        ("club_export", ["nobody"], "There is no club with the address nobody."),
        ("club_import", [], "cannot be read: No such file"),
        ("club_import", ["--check"], "cannot be read: No such file"),
        ("club_erase", ["lantern"], "cannot be read: No such file"),
        ("club_erase", ["nobody"], "There is no club with the address nobody."),
    ),
)
def test_an_impossible_call_is_refused(club, run, name, arguments, message):
    with pytest.raises(CommandError, match=message):
        run(name, *arguments)


def test_an_impossible_owner_or_address_is_refused(club, run):
    run("club_export", "lantern")
    for arguments, message in (
        (["--owner", "nobody"], "no account nobody"),
        (["--owner", "dee", "--address", "a b"], "An address has"),
    ):
        with pytest.raises(CommandError, match=message):
            run("club_import", *arguments)
