"""Messages that a socket may receive: those of the protocol, and all others, which are refused with an explanation."""

import asyncio
import json
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from hypothesis import given, settings
from hypothesis import strategies as st

from clubsite.play import relay
from clubsite.play.protocol import MAX_FRAME, ActMessage, Disagree, Help, Ping, ProtocolError, Ready, parse

ID = "0b9f2c1e-7c66-4f0e-9d2b-7b1f1f1f1f1f"
UID = UUID(ID)


def frame(**fields):
    return json.dumps(fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (frame(t="act", play="abc", seq=3, id=ID, a="p:S7"), ActMessage(UID, "abc", 3, "p:S7")),
        (frame(t="ready", id=ID, play=None), Ready(UID, "")),
        (frame(t="ready", id=ID), Ready(UID, "")),
        (frame(t="ready", id=ID, play="abc"), Ready(UID, "abc")),
        (frame(t="disagree", id=ID, play="abc"), Disagree(UID, "abc")),
        (frame(t="help", id=ID), Help(UID, on=True)),
        (frame(t="help_off", id=ID), Help(UID, on=False)),
        (frame(t="ping", rev=57), Ping(57)),
        (frame(t="ping", rev=57, at=1795658400000), Ping(57, 1795658400000)),
    ],
)
def test_every_message_of_the_protocol_is_understood(text, message):
    assert parse(text) == message


def test_a_seat_named_in_a_message_is_no_part_of_it():
    forged = {"seat": "N", "player": "N", "who": "contestant:1", "actor": "D"}
    named = frame(t="act", play="abc", seq=3, id=ID, a="p:S7", **forged)
    assert parse(named) == ActMessage(UID, "abc", 3, "p:S7")


ACT = {"t": "act", "play": "abc", "seq": 1, "id": ID, "a": "p:S7"}


@pytest.mark.parametrize(
    "sent",
    [
        *("", "{", "null", "[]", "7", '"act"', "[" * 900, '{"a":' * 150, {}),
        {"t": "act"}, {"t": "dance", "id": ID}, {"t": ["help"], "id": ID}, {"t": "help", "id": "not-a-uuid"},
        {"t": "help", "id": 12}, {"t": "ready", "id": ID, "play": 5}, {"t": "ready", "id": ID, "play": "x" * 500},
        {"t": "disagree", "id": ID, "play": None}, ACT | {"seq": None}, ACT | {"play": ""}, ACT | {"play": "x" * 41},
        ACT | {"play": "\ud800"}, ACT | {"play": "a\0b"}, ACT | {"a": "p:" + "S" * 60}, ACT | {"a": "claim:\uff15"},
        *({"t": "ping", "rev": rev} for rev in (-1, 1.5, True, "57", 2**60, float("nan"), 10**899)),
    ],
)  # fmt: skip
def test_what_is_no_message_or_has_a_wrong_field_is_refused_with_a_sentence(sent):
    with pytest.raises(ProtocolError) as refused:
        parse(sent if isinstance(sent, str) else frame(**sent))
    assert str(refused.value).endswith(".")


def test_a_frame_longer_than_any_honest_message_is_refused_unread_and_a_refusal_names_its_message():
    with pytest.raises(ProtocolError, match="too long"):
        parse(frame(t="help", id=ID, more="x" * MAX_FRAME))
    with pytest.raises(ProtocolError) as refused:
        parse(frame(t="act", play="abc", seq="one", id=ID, a="p:S7"))
    assert refused.value.id == ID


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
NEAR_MISSES = st.fixed_dictionaries(
    {},
    optional={
        "t": st.sampled_from(["act", "ready", "disagree", "help", "help_off", "ping"]) | ANY_JSON,
        "id": st.just(ID) | ANY_JSON,
        "play": st.just("abc") | st.text(alphabet=st.characters(), max_size=5) | ANY_JSON,
        "seq": st.integers(-3, 10) | ANY_JSON,
        "rev": st.integers(-3, 10) | ANY_JSON,
        "a": st.just("p:S7") | ANY_JSON,
    },
)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | ANY_JSON.map(json.dumps) | NEAR_MISSES.map(json.dumps))
def test_no_text_whatever_does_worse_than_a_refusal(text):
    try:
        message = parse(text)
    except ProtocolError as refused:
        assert str(refused).endswith(".")
        return
    for value in (getattr(message, "play", ""), getattr(message, "action", "")):
        assert value.isascii()
        assert value == "" or value.isprintable()


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
    layer = Layer()
    with mock.patch.object(relay, "get_channel_layer", lambda: layer):
        yield layer


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
