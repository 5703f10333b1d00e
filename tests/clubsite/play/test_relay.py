"""Messages from a process without a server: one thread with one loop sends them all. A forked child has its own."""

import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async

from clubsite.play import relay


class Layer:
    """A channel layer that remembers the loop and the thread on which it sent each message."""

    def __init__(self):
        self.sent: list[tuple[Any, int, str]] = []

    async def group_send(self, group: str, message: dict[str, Any]):
        self.sent.append((asyncio.get_running_loop(), threading.get_ident(), group))
        if group == "broken":
            raise ConnectionError("Redis is away")
        if group == "silent":
            await asyncio.sleep(60)

    @property
    def ways(self) -> set[tuple[int, int]]:
        return {(id(loop), thread) for loop, thread, _ in self.sent}


@pytest.fixture
def layer():
    found = Layer()
    with mock.patch.object(relay, "get_channel_layer", lambda: found):
        yield found


def test_all_messages_of_all_threads_take_one_way(layer):
    relay.send("one", {})
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda group: relay.send(group, {}), ("two", "three", "four")))
    assert {group for *_, group in layer.sent} == {"one", "two", "three", "four"}
    assert len(layer.ways) == 1 and threading.get_ident() not in {thread for _, thread, _ in layer.sent}


def test_a_forked_child_sends_by_itself(layer):
    """This happens in a Celery worker if its parent has sent a message and another thread is about to send one."""
    relay.send("parent", {})
    with relay._own._lock:
        child = os.fork()
        if child == 0:
            try:
                signal.alarm(10)
                relay.send("child", {})
                os._exit(0 if [group for *_, group in layer.sent] == ["parent", "child"] else 1)
            finally:
                os._exit(1)  # whatever went wrong, the child must not run the other tests too
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


async def test_where_a_loop_waits_for_the_thread_it_is_sent_there(layer):
    """The in-memory layer does not wake a receiver from another loop."""
    await sync_to_async(relay.send)("seat", {})
    assert [loop for loop, *_ in layer.sent] == [asyncio.get_running_loop()]


@pytest.mark.parametrize("group", ["broken", "silent"])
def test_a_layer_that_fails_or_does_not_answer_holds_up_nobody(layer, group, caplog):
    with mock.patch.object(relay, "SEND_TIMEOUT", 0.05):
        relay.send(group, {})
    assert f"Could not send to {group}" in caplog.text
    relay.send("next", {})
    assert layer.sent[-1][2] == "next"
