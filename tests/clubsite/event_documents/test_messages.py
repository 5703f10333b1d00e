"""Documents between servers: golden files of each type, test vectors, and a sentence for each fault.

Others write programs for these documents. After an intended change, write the files and the page again:

    WRITE_GOLDEN=1 python -m pytest tests/clubsite/event_documents/test_messages.py
"""

import json
import os
import re
from pathlib import Path

import pytest

from clubsite.core.base64url import base64url, from_base64url
from clubsite.event_documents.messages.documents import (
    MAX_DOCUMENT_BYTES,
    digest_of,
    document_read,
    documents_joined,
    documents_split,
    type_of,
)
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.messages.rules import part_written
from clubsite.event_documents.messages.signatures import jws_opened, jws_signed, public_key_of
from clubsite.events.sealing import NotUnsealed, boards_unsealed, key_typed, key_written
from games.event_seed import event_deals, event_seed, secret_commitment
from tests.clubsite.event_documents import samples

GOLDEN = Path(__file__).parent / "golden"
PAGE = Path(__file__).parents[3] / "docs" / "simultaneous-protocol.md"


def kept(path: Path, made: str) -> str:
    if os.environ.get("WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(made, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def pretty(body) -> str:
    return json.dumps(part_written(body), ensure_ascii=False, indent=1)


def changed(name: str, change) -> bytes:
    """Return the sample document with its payload changed, signed again by its sender."""
    _, payload = jws_opened(samples.signed(name))
    told = json.loads(payload)
    change(told)
    key = samples.HUB_KEY if name in samples.HUB_BODIES else samples.SPOKE_KEY
    return jws_signed(json.dumps(told).encode(), key)


def refusal(data: bytes) -> str:
    with pytest.raises(BadDocument) as no:
        document_read(data)
    return str(no.value)


@pytest.mark.parametrize("name", samples.ALL_BODIES)
def test_each_document_is_the_golden_one_and_is_read_again(name):
    made = samples.signed(name)
    golden = kept(GOLDEN / f"{name}.jws", made.decode() + "\n").encode()
    assert golden.strip() == made
    found = document_read(golden)
    assert (found.type, found.body, found.event) == (name, samples.ALL_BODIES[name], samples.EVENT)
    assert type_of(found.body) == name


def test_the_protocol_page_shows_each_body_and_the_vectors():
    vectors = {
        "hub's public key": public_key_of(samples.HUB_KEY),
        "spoke's public key": public_key_of(samples.SPOKE_KEY),
        "secret": samples.SECRET,
        "public number": samples.PUBLIC_NUMBER,
        "commitment": secret_commitment(samples.SECRET),
        "seed": event_seed(samples.SECRET, samples.PUBLIC_NUMBER, samples.EVENT),
        "key of the boards": samples.KEY,
        "in an envelope": key_written(samples.KEY),
        "leave, signed": samples.signed("leave").decode(),
    }
    wanted = {name: pretty(body) for name, body in samples.ALL_BODIES.items()}
    wanted["vectors"] = "\n".join(f"{name}: {value}" for name, value in vectors.items())
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("WRITE_GOLDEN"):
        for name, text in wanted.items():
            block = f"<!-- {name} -->\n```\n{text}\n```\n"
            page = re.sub(rf"<!-- {name} -->\n(```\n.*?\n```\n)?", lambda _, block=block: block, page, flags=re.S)
        PAGE.write_text(page, encoding="utf-8")
    for name, text in wanted.items():
        assert f"<!-- {name} -->\n```\n{text}\n```\n" in page


def test_a_signature_fits_only_the_bytes_as_they_were_sent():
    data = samples.signed("lines")
    head, payload, signature = data.split(b".")
    told = json.loads(from_base64url(payload))
    written_again = base64url(json.dumps(told).encode()).encode()
    assert "changed" in refusal(b".".join((head, written_again, signature)))


@pytest.mark.parametrize("at", [5, 60, 400, -5])
def test_a_flipped_byte_is_refused(at):
    data = bytearray(samples.signed("heat"))
    data[at] ^= 1
    assert refusal(bytes(data))


def test_a_document_signed_by_somebody_else_than_it_names_is_refused():
    _, payload = jws_opened(samples.signed("lines"))
    assert "another sender" in refusal(jws_signed(payload, samples.HUB_KEY))


@pytest.mark.parametrize(
    "header", [{"alg": "none"}, {"alg": "HS256"}, {"alg": "EdDSA"}, {"alg": "EdDSA", "kid": 4}, []]
)
def test_other_ways_to_sign_are_refused(header):
    _, payload, signature = samples.signed("lines").split(b".")
    head = base64url(json.dumps(header).encode()).encode()
    assert refusal(b".".join((head, payload, signature)))


def test_a_critical_header_is_refused():
    head, payload, signature = samples.signed("lines").split(b".")
    told = json.loads(from_base64url(head)) | {"crit": ["exp"]}
    critical = base64url(json.dumps(told).encode()).encode()
    assert "EdDSA" in refusal(b".".join((critical, payload, signature)))


@pytest.mark.parametrize("data", [b"", b"a.b", b"a.b.c", b"\xff.\xff.\xff", b"{}", b"....", b"aa.bb.cc.dd"])
def test_what_is_no_signed_document_is_refused(data):
    assert "not a signed document" in refusal(data)


def test_an_unknown_type_is_refused_by_its_name():
    assert refusal(changed("lines", lambda told: told.update(type="hello"))) == (
        "This server does not know documents of the type “hello”."
    )


def test_another_version_is_refused():
    assert "version 2" in refusal(changed("lines", lambda told: told.update(version=2)))


def test_more_than_5_mb_is_refused_before_anything_is_read():
    assert "5 MB" in refusal(b"x" * (MAX_DOCUMENT_BYTES + 1))
    with pytest.raises(BadDocument, match="5 MB"):
        documents_split(b"x\n" * MAX_DOCUMENT_BYTES)


def line_with(**facts):
    return lambda told: told["body"]["lines"][0].update(facts)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda told: told.pop("event"), "“document” has no field “event”."),
        (lambda told: told.update(extra=1), "“document” has a field “extra” that this version does not know."),
        (lambda told: told.update(number=0), "“document.number” is “0”, and it has to be a whole number from 1 to"),
        (lambda told: told.update(number=True), "“document.number” is “True”"),
        (lambda told: told.update(sent="2026-11-26 18:00"), "a time in UTC"),
        (lambda told: told.update(sent="2026-13-26T18:00:00Z"), "a time in UTC"),
        (lambda told: told.update(body=[]), "“document.body” is a list"),
        (lambda told: told["body"].pop("tables"), "“lines” has no field “tables”."),
        (lambda told: told["body"].update(tables=61), "“lines.tables” is “61”"),
        (line_with(board=61), "“lines.lines[0].board” is “61”"),
        (line_with(contract="8S"), "“lines.lines[0].contract”"),
        (line_with(status="won"), "“lines.lines[0].status” is “won”"),
        (line_with(table="1\n2"), "“lines.lines[0].table”"),
        (line_with(tricks="10"), "“lines.lines[0].tricks” is “10”"),
        (line_with(revision=0), "“lines.lines[0].revision”"),
        (lambda told: told["body"]["contestants"][0].pop("name"), "“lines.contestants[0]” has no field “name”."),
        (lambda told: told["body"]["contestants"].append(7), "“lines.contestants[2]” is “7”"),
        (lambda told: told["body"].update(lines=told["body"]["lines"] * 4000), "at most 3600"),
    ],
)
def test_each_wrong_field_is_named(change, says):
    assert says in refusal(changed("lines", change))


@pytest.mark.parametrize("payload", [b"\xff", b"[1, 2", b'{"a": 1, "a": 2}', b'{"a": NaN}', b"[" * 100_000])
def test_a_signed_payload_that_is_no_json_is_refused(payload):
    assert "not JSON" in refusal(jws_signed(payload, samples.SPOKE_KEY))


def test_the_key_opens_the_boards_of_its_event_and_no_others():
    deals = event_deals(event_seed(samples.SECRET, samples.PUBLIC_NUMBER, samples.EVENT), 3)
    assert boards_unsealed(samples.SEALED, key=samples.KEY, event_id=samples.EVENT) == deals
    for key, event_id in (("ab" * 32, samples.EVENT), (samples.KEY, "anotherevent")):
        with pytest.raises(NotUnsealed, match="does not open"):
            boards_unsealed(samples.SEALED, key=key, event_id=event_id)


def test_a_key_from_an_envelope_may_be_typed_loosely():
    printed = key_written(samples.KEY)
    assert len(printed.split()) == 13
    assert key_typed(printed.lower().replace(" ", "-")) == samples.KEY
    assert key_typed("  " + printed.replace(" ", "").replace("O", "0").replace("I", "1")) == samples.KEY
    for wrong in ("", printed[:-1], printed + "A", printed.replace(printed[0], "9")):
        with pytest.raises(NotUnsealed, match="52 letters"):
            key_typed(wrong)


def test_a_file_has_one_document_in_each_line():
    documents = [samples.signed("lines"), samples.signed("heat")]
    assert documents_split(documents_joined(documents).replace(b"\n", b"\r\n")) == documents
    assert digest_of(documents[0] + b"\n") == digest_of(documents[0])
    for data in (b"", b" \n"):
        with pytest.raises(BadDocument, match="not a signed document"):
            documents_split(data)
