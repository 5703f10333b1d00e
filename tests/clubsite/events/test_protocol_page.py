"""The page for other programs is short, names every field, and is enough: this module's own program follows it."""

import base64
import hashlib
import json
import os
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from clubsite.events.heat_state import HeatState, StateEntrant, StateLine
from clubsite.events.models import Event
from clubsite.events.sealing import boards_key, boards_sealed, key_written, seal_facts
from clubsite.events.selectors import event_rules
from games.event_seed import event_deals, event_seed, numbers_read, secret_commitment
from scoring.lines import Status
from scoring.result import BoardResult

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "simultaneous-protocol.md"
SECRET, EVENT = "5ec2e7" * 10 + "5ec2", "autumn2026ab"
NUMBER = numbers_read("34, 3 41 17 22 29", 6)
FACTS = seal_facts(Event(public_id=EVENT, public_number=NUMBER, boards=1))
STATE = HeatState(
    (StateEntrant("1", "two_handed", "NS", penalties=(("-5/2", "top"),)), StateEntrant("4", "two_handed", "EW")),
    (StateLine(1, 1, "1", "1", "4", BoardResult(Status.PLAYED, "1N", "S", "", 8, 120)),),
)


def vectors() -> dict[str, str]:
    seed = event_seed(SECRET, NUMBER, EVENT)
    deals = event_deals(seed, 1)
    key = boards_key(SECRET, FACTS)
    return {
        "secret": SECRET,
        "commitment": secret_commitment(SECRET),
        "public number": NUMBER,
        "seed": seed,
        "facts": FACTS.decode(),
        "key": key,
        "in an envelope": key_written(key),
        "sealed": boards_sealed(deals, key=key, facts=FACTS, nonce=bytes(range(12))),
        "opened": json.dumps([deals[1].to_setup(1)], separators=(",", ":")),
        "digested": '[[["1","two_handed","NS","",false,[["-5/2","top"]]],["4","two_handed","EW","",false,[]]],'
        '[[1,1,"1","1","4","played","1N","S","",8,120,"",""]]]',
        "digest": STATE.digest,
    }


def test_the_vectors_of_the_page_are_those_of_this_program():
    block = "".join(f"{name}: {value}\n" for name, value in vectors().items())
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("WRITE_GOLDEN"):
        page = re.sub(r"(<!-- vectors -->\n```\n).*?```", lambda found: f"{found[1]}{block}```", page, flags=re.S)
        PAGE.write_text(page, encoding="utf-8")
    assert f"<!-- vectors -->\n```\n{block}```" in page


def test_a_program_that_follows_the_page_opens_the_boards_and_deals_the_same_ones():
    page = dict(re.findall(r"^([a-z ]+): (.*)$", PAGE.read_text(encoding="utf-8").split("<!-- vectors -->")[1], re.M))
    secret, facts = bytes.fromhex(page["secret"]), page["facts"].encode()
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=facts).derive(secret)
    data = base64.urlsafe_b64decode(page["sealed"] + "=" * (-len(page["sealed"]) % 4))
    [opened] = json.loads(AESGCM(key).decrypt(data[:12], data[12:], facts))
    texts = [page["secret"].encode(), page["public number"].encode(), EVENT.encode()]
    seed = hashlib.sha256(b"".join(len(text).to_bytes(4, "big") + text for text in texts)).hexdigest()
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    stream = hashlib.shake_256(f"{seed}\0board 1".encode()).digest(4000)
    words = (int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4000, 4))
    for last in range(51, 0, -1):
        place = next(word for word in words if word < 2**32 // (last + 1) * (last + 1)) % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    hands = {seat: " ".join(pack[13 * at : 13 * at + 13]) for at, seat in enumerate("NESW")}
    assert opened["hands"]["E"] == hands["E"] and opened["hands"]["W"] == hands["W"]
    assert all(sorted(opened["hands"][seat].split()) == sorted(hands[seat].split()) for seat in "NS")
    assert hashlib.sha256(secret).hexdigest() == page["commitment"]
    assert hashlib.sha256(page["digested"].encode()).hexdigest() == page["digest"]


@pytest.mark.parametrize(
    "rules",
    [event_rules.JOIN, event_rules.JOINED, event_rules.CHANGE, event_rules.KEY,
     event_rules.STATE, event_rules.ENTRANT, event_rules.LINE, event_rules.PENALTY, event_rules.PERSON],
)  # fmt: skip
def test_the_page_names_every_field_that_a_server_sends(rules):
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in rules if f"`{name.rstrip('?')}`" not in page] == []


def test_the_pages_about_events_are_short():
    words = {name: len((DOCS / name).read_text(encoding="utf-8").split()) for name in ("simultaneous.md", PAGE.name)}
    assert words[PAGE.name] <= 1500 and sum(words.values()) <= 4000
