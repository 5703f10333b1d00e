"""The server's clock compared with the clocks of the devices at tables, as their pings report them."""

import time

import pytest
from asgiref.sync import sync_to_async

from clubsite.keeper.checks.settings import device_clocks_look
from clubsite.keeper.findings import Level
from clubsite.play import consumers
from clubsite.play.models import SeatConnection
from tests.clubsite.play.seat_socket import SeatSocket



async def told(night, settings_of_devices: list[float], monkeypatch) -> list:
    """Open a socket for each device, with its clock the given number of seconds ahead. Return what the doctor finds."""
    monkeypatch.setattr(consumers, "TOUCH_SECONDS", -1)  # each message is written down, not one in twelve seconds
    sockets = [SeatSocket(night.tickets[n], night.tokens[n]) for n in range(1, len(settings_of_devices) + 1)]
    for socket, ahead in zip(sockets, settings_of_devices, strict=True):
        await socket.__aenter__()
        await socket.send("ping", rev=0, at=int(1000 * (time.time() + ahead)))
        await socket.hear("pong")
        await socket.everything()  # so that what followed the first ping is done
    found = await sync_to_async(lambda: list(device_clocks_look()))()
    for socket in sockets:
        await socket.leave()
    return found


@pytest.mark.django_db(transaction=True)
async def test_one_device_that_is_wrong_does_not_make_the_server_wrong(night, monkeypatch):
    [found] = await told(night, [0, 0.3, 7200], monkeypatch)
    assert found.level is Level.WELL


@pytest.mark.django_db(transaction=True)
async def test_a_clock_that_is_a_minute_behind_is_a_fault(night, monkeypatch):
    [found] = await told(night, [60, 61, 59], monkeypatch)
    assert found.level is Level.FAULT
    assert found.sentence.startswith("This machine's clock is 60 seconds behind the middle one of 3 devices")


@pytest.mark.django_db(transaction=True)
async def test_two_devices_cannot_tell_whose_clock_is_wrong(night, monkeypatch):
    assert await told(night, [60, 60], monkeypatch) == []


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_does_not_say_its_time_is_not_counted(night, monkeypatch):
    monkeypatch.setattr(consumers, "TOUCH_SECONDS", -1)
    async with SeatSocket(night.tickets[1], night.tokens[1]) as socket:
        await socket.everything()
        row = await sync_to_async(SeatConnection.objects.get)()
        assert row.clock_ahead is None
