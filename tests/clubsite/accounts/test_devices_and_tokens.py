"""Devices without accounts, secrets stored only as hashes, and codes that can be read aloud."""

import pytest
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.accounts.services import SENT_TWICE, device_for, device_of_page
from clubsite.core.tokens import CODE_ALPHABET, hash_token, new_code, new_public_id, new_token


def test_a_browser_without_a_cookie_becomes_a_new_device_and_is_known_again_by_its_cookie():
    device, token = device_for(token=None, label="x" * 500)
    assert (device.label, Device.objects.count()) == ("x" * 80, 1)
    assert device.token_hash == hash_token(token)
    assert device_for(token=token) == (device, token)
    assert token not in str(Device.objects.values().get()), "it is nowhere in the database"


@pytest.mark.parametrize("token", ["forged", "", "\u2660" * 400])
def test_a_cookie_that_the_site_never_gave_is_replaced_not_adopted(token):
    device, given = device_for(token=token)
    assert given != token
    assert device.token_hash == hash_token(given)


def test_tokens_and_public_ids_differ():
    tokens = {new_token() for _ in range(200)}
    assert len(tokens) == 200 and min(map(len, tokens)) >= 26
    assert len({new_public_id() for _ in range(500)}) == 500, "they cannot be counted up"


def test_a_code_has_no_characters_that_look_or_sound_alike():
    codes = "".join(new_code() for _ in range(300))
    assert set(codes) <= set(CODE_ALPHABET)
    assert not set(codes) & set("0O1IL5S2Z8B")
    assert len(new_code()) == 6


def test_signing_out_takes_a_click_not_a_link(client, dee):
    client.force_login(dee)
    assert client.get("/logout/").status_code == 405
    client.post("/logout/")
    assert "_auth_user_id" not in client.session


def test_the_word_of_a_page_stands_for_a_device_for_minutes_only():
    """Someone who opens a saved or forwarded page later gets a device of their own."""
    mine, token = device_for(token=None, idempotency_key="word")
    assert device_for(token=None, idempotency_key="word") == (mine, token) and device_of_page("word") == mine
    Device.objects.filter(pk=mine.pk).update(created_at=timezone.now() - SENT_TWICE)
    other, its_token = device_for(token=None, idempotency_key="word")
    assert other != mine and its_token != token and device_of_page("word") is None
    assert device_for(token=token, idempotency_key="word")[0] == mine
