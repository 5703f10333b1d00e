"""Text that the database holds encrypted, and its keys (decision 063)."""

from functools import partial

import pytest
from django.core.exceptions import FieldError

from clubsite.accounts.models import AuthenticatorApp
from clubsite.analysis.models import BoardSolution
from clubsite.core.sealed_fields import KeyMissing, Sealed, seal_again, sealed_columns, sealed_count
from clubsite.events.models import Event, Heat
from clubsite.keeper.models import ClubFile
from clubsite.nights.models import Board, BoardSet, Session
from clubsite.settings.environment import Environment, key_added, keys_from, keys_kept

OLD, NEW, OTHER = ("old" * 12, "new" * 12, "other" * 8)


def set_at(session="a", nonce="n", commitment="c"):
    return BoardSet(session=Session(public_id=session), nonce=nonce, commitment=commitment)


def board_at(number=1, **of):
    return Board(board_set=set_at(**of), number=number)


def solution_at(**of):
    return BoardSolution(board=board_at(**of))


file_at, app_at = partial(ClubFile, club_id=1, user_id=1), partial(AuthenticatorApp, user_id=1)
heat_at, event_at = partial(Heat, public_id="a"), partial(Event, public_id="a")
COLUMNS = {
    ("seed", set_at): ({"session": "b"}, {"nonce": "m"}, {"commitment": ""}),
    ("sealed", board_at): ({"session": "b"}, {"nonce": "m"}, {"number": 2}),
    ("sealed", solution_at): ({"session": "b"}, {"nonce": "m"}, {"number": 2}),
    ("key", app_at): ({"user_id": 2},),
    ("passphrase", file_at): ({"club_id": 2}, {"user_id": 2}),
    ("boards_key", heat_at): ({"public_id": "b"},),
    ("secret", event_at): ({"public_id": "b"},),
}
"""Each sealed column, what makes a row of it, and the ways in which another row can differ."""


def put(row, name, value=None):
    """Put a value into an unsaved row, or else text that it seals. Return the value as it is read from the row."""
    setattr(row, name, value or Sealed.of("SA HK"))
    row._meta.get_field(name).pre_save(row, add=True)
    return getattr(row, name)


@pytest.mark.parametrize(("name", "make"), COLUMNS)
def test_a_sealed_text_opens_in_its_own_row_column_and_site_alone(name, make, settings):
    row = make()
    sealed = put(row, name)
    assert sealed.token and sealed.open() == "SA HK"
    for other in COLUMNS[name, make]:
        assert put(make(**other), name, sealed).is_lost(), other
    for column, made in COLUMNS:
        there = made() if (column, made) != (name, make) else row
        assert put(there, column, sealed).is_lost() == (there is not row), column
    settings.DEAL_KEYS = [OTHER]
    assert sealed.is_lost()
    with pytest.raises(KeyMissing, match="sealed with a key that this server does not have"):
        sealed.open()


def test_sealed_text_opens_unchanged_alone_and_shows_nothing_when_it_is_printed():
    sealed = put(board_at(), "sealed")
    assert sealed.open() == "SA HK" and sealed
    assert "SA HK" not in f"{sealed} {sealed!r} {sealed.token} {Sealed.of('SA HK')!r}"
    assert put(board_at(), "sealed").token != sealed.token
    with pytest.raises(TypeError, match="Only its row"):
        Sealed(sealed.token).open()
    assert not Sealed.of("") and Sealed().open() == ""
    token = put(board_at(), "sealed").token
    for changed in (token[:-4] + token[:4], "AAAA", "no token"):
        assert put(board_at(), "sealed", Sealed(changed)).is_lost()


def test_clear_text_is_not_stored_and_hands_cannot_be_searched(night):
    with pytest.raises(TypeError, match="takes a Sealed"):
        BoardSet.objects.update(seed="clear")
    with pytest.raises(TypeError, match="takes a Sealed"):
        Board.objects.filter(sealed="SA").exists()
    for lookup in ("contains", "startswith", "in", "gt", "regex"):
        with pytest.raises(FieldError):
            Board.objects.filter(**{f"sealed__{lookup}": "SA"}).exists()


def test_a_new_key_seals_everything_again_and_the_old_one_is_needed_no_more(settings, make_night):
    settings.DEAL_KEYS = [OLD]
    make_night(start=False)
    before = {board.pk: board.sealed.open() for board in Board.objects.all()}
    settings.DEAL_KEYS = [NEW, OLD]
    assert seal_again() == sealed_count()[0] > len(before)
    settings.DEAL_KEYS = [NEW]
    assert {board.pk: board.sealed.open() for board in Board.objects.all()} == before
    assert sealed_count()[1] == 0


def test_nothing_is_sealed_again_if_one_text_is_closed(settings, make_night):
    make_night(start=False)
    tokens = {board.pk: board.sealed.token for board in Board.objects.all()}
    board = Board.objects.last()
    settings.DEAL_KEYS = [OTHER]
    board.sealed = Sealed.of("lost")
    board.save(update_fields=["sealed"])
    settings.DEAL_KEYS = [NEW, "only-for-tests-0123456789-0123456789"]
    with pytest.raises(KeyMissing):
        seal_again()
    assert all(board.sealed.token == tokens[board.pk] for board in Board.objects.exclude(pk=board.pk))


def test_every_sealed_column_of_the_site_is_found():
    assert {f"{model.__name__}.{name}" for model, name in sealed_columns()} == {
        "AuthenticatorApp.key", "Board.sealed", "BoardSet.seed", "BoardSolution.sealed",
        "ClubFile.passphrase", "Heat.boards_key", "Event.secret", "HubHeat.token",
    }  # fmt: skip


def test_the_file_of_keys_is_made_once_for_its_owner_alone_and_a_damaged_one_stops_the_start_in_words(tmp_path):
    file = tmp_path / "club.deal-keys"
    keys = keys_kept(file)
    assert keys_kept(file) == keys and len(keys) == 1 and len(keys[0]) >= 32
    assert file.stat().st_mode & 0o777 == 0o600
    both = key_added(file)
    assert both[1:] == keys and keys_kept(file) == both and file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(SystemExit, match=r"cannot be kept in .*DEAL_KEYS_FILE="):
        keys_kept(tmp_path / "nowhere" / "club.deal-keys")
    for text in ("", "short\n", "x" * 40 + "\nshort\n"):
        file.write_text(text)
        with pytest.raises(SystemExit, match="holds no key for unopened boards, or a damaged one"):
            keys_kept(file)


def test_short_keys_in_the_environment_are_refused(monkeypatch):
    monkeypatch.setitem(Environment.ENVIRON, "DEAL_KEYS", f"{OLD}, short")
    with pytest.raises(SystemExit, match="fewer than 32 characters"):
        keys_from(Environment())
    monkeypatch.setitem(Environment.ENVIRON, "DEAL_KEYS", f"{NEW}, {OLD}")
    assert keys_from(Environment()) == [NEW, OLD]
