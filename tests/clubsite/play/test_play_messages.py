"""Messages that a socket may receive: those of the protocol, and all others, which are refused with an explanation."""

import json
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "7", '"act"', "[" * 900, '{"a":' * 150, frame()])
def test_what_is_no_object_with_a_kind_is_refused_with_a_sentence(text):
    is_refused(text)


@pytest.mark.parametrize(
    "fields",
    [
        {"t": "act"}, {"t": "dance", "id": ID}, {"t": ["help"], "id": ID}, {"t": "help", "id": "not-a-uuid"},
        {"t": "help", "id": 12}, {"t": "ready", "id": ID, "play": 5}, {"t": "ready", "id": ID, "play": "x" * 500},
        {"t": "disagree", "id": ID, "play": None}, ACT | {"seq": None}, ACT | {"play": ""}, ACT | {"play": "x" * 41},
        ACT | {"play": "\ud800"}, ACT | {"play": "a\0b"}, ACT | {"a": "p:" + "S" * 60}, ACT | {"a": "claim:\uff15"},
        *({"t": "ping", "rev": rev} for rev in (-1, 1.5, True, "57", 2**60, float("nan"), 10**899)),
    ],
)  # fmt: skip
def test_a_message_with_a_wrong_field_is_refused_with_a_sentence(fields):
    is_refused(frame(**fields))


def is_refused(text: str):
    with pytest.raises(ProtocolError) as refused:
        parse(text)
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
