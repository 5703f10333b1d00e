"""Crafted files at every address that accepts a file: each is answered in words, stores nothing and causes no error."""

import gzip
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubsite.clubs.member_list import rows_of, text_of
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.events.models import HubHeat
from clubsite.nights.models import BoardSet
from clubsite.scores.models import ScoreEntry
from games.notation.deal_files import FORMATS
from scoring.files.jet.writing import write_database
from tests.bws_files import bws, score
from tests.clubsite.every_address import every_route
from tests.file_mutations import CHANGES, broken, fuzz
from tests.kit.events import join, make_event
from tests.kit.nights import pbn_of
from tests.long import sample


def zipped(name: str, data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()


LAUGHS = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10}">' for at in range(1, 10))
CORPUS: dict[str, bytes] = {
    "nothing": b"",
    "a NUL": b"\0",
    "NULs": b"\0" * 100_000,
    "every byte": bytes(range(256)) * 40,
    "a byte order mark alone": b"\xff\xfe",
    "half a UTF-16 letter": b"\xff\xfea\0b",
    "a lone surrogate": "Name\n\ud800".encode("utf-8", "surrogatepass"),
    "one long line": b"x" * 200_000,
    "many short lines": b"a\n" * 50_000,
    "many quotes": b'"' * 50_000,
    "many brackets": b"[" * 50_000,
    "deep JSON": b'{"a":' * 20_000,
    "laughs": f'<!DOCTYPE l [<!ENTITY l0 "ha">{LAUGHS}]><USEBIO>&l9;</USEBIO>'.encode(),
    "a file from elsewhere": b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><USEBIO>&e;</USEBIO>',
    "deep XML": b"<USEBIO>" + b"<A>" * 20_000,
    "a bomb as XLSX": zipped("xl/worksheets/sheet1.xml", b"\0" * 10_000_000),
    "a zip that climbs": zipped("../../etc/passwd", b"x"),
    "a gzip": gzip.compress(b"\0" * 1_000_000),
    "a formula": b"Name;Number\n\"=cmd|' /C calc'!A0\";1\n",
    "an Access file without tables": write_database([]),
    "an Access file cut short": bws(score(1))[:5000],
    "PBN with a board twice": b'[Board "1"]\n[Deal "N:... ... ... ..."]\n' * 2,
    "PBN with a number of ten thousand digits": b'[Board "' + b"9" * 10_000 + b'"]',
    "LIN with no end": b"md|3SAK" * 5_000,
    "DUP of one card": b"\x01" * 78,
}
UPLOADS = {
    "clubs/<slug:slug>/people/many/": {},
    "director/clubs/<slug:slug>/events-elsewhere/": {},
    "director/clubs/<slug:slug>/events-elsewhere/file/": {},
    "director/clubs/<slug:slug>/heats/<str:heat_id>/organiser/<slug:act>/": {},
    "director/clubs/<slug:slug>/heats/<str:heat_id>/results/": {"kind": "two_handed"},
    "director/clubs/<slug:slug>/events/<str:public_id>/servers/<str:heat_id>/file/": {},
    "director/<str:session_id>/setup/boards/": {"how": "file"},
    "director/<str:session_id>/setup/movement/": {"own": "yes"},
    "director/<str:session_id>/files/results/": {},
}
"""Every address whose form takes a file, with what is sent beside it."""
IN_WORDS = {200, 302, 400, 404, 405, 409, 410, 413, 422, 429}
NAMES = ["x.pbn", "../../x.bws", "x" * 300 + ".xml", "x\0.csv", "con.lin", "\u202egnp.xlsx"]


@pytest.fixture
def places(make_night, night, club, dee, settings) -> dict[str, str]:
    settings.CLUB_SIGN_UP = True
    draft = make_night(start=False).session
    of = {address: night.session if "files/" in address else draft for address in UPLOADS}
    heat = join(make_event(club, dee), club, dee)
    HubHeat.objects.create(heat=heat)
    parts = {"<slug:slug>": club.slug, "<str:key>": "x", "<int:pk>": "1", "<str:heat_id>": heat.public_id}
    parts |= {"<str:public_id>": heat.event.public_id, "<slug:act>": "file"}
    paths = {address: address.replace("<str:session_id>", of[address].public_id) for address in UPLOADS}
    for pattern, value in parts.items():
        paths = {address: path.replace(pattern, value) for address, path in paths.items()}
    return {address: f"/{path}" for address, path in paths.items()}


def counts() -> tuple[int, int, int]:
    return Person.objects.count(), BoardSet.objects.filter(pending=False).count(), ScoreEntry.objects.count()


def test_every_address_that_takes_a_file_is_attacked_here():
    """A size limit on a view shows that the view accepts files (`core.request_limits.takes_files`)."""
    taking = {address for address, route in every_route(get_resolver()) if hasattr(route.callback, "most_bytes")}
    assert taking - {"api/v1/heats/<str:heat_id>/state/"} == set(UPLOADS)  # it has bodies of its own


@pytest.mark.parametrize("what", CORPUS)
def test_a_crafted_file_is_answered_in_words_and_stores_nothing(what, places, director):
    """In the short run, each address gets each file under one name, and all the names one after another."""
    director.raise_request_exception = False
    before = counts()
    for at, (address, path) in enumerate(places.items(), list(CORPUS).index(what)):
        for name in sample(NAMES[at % len(NAMES) :][:1], NAMES):
            answer = director.post(path, {**UPLOADS[address], "file": SimpleUploadedFile(name, CORPUS[what])})
            assert answer.status_code in IN_WORDS, (path, name, answer.status_code)
    assert counts() == before


FOREIGN = {
    "an Excel workbook (.xlsx)": zipped("xl/workbook.xml", b"<workbook/>"),
    "an Excel workbook (.xls)": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0" + "Workbook".encode("utf-16-le"),
    "an OpenDocument workbook (.ods)": b"PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK",
    "a PDF": b"%PDF-1.7\n%\xe2\xe3\n1 0 obj\n[/PDF]\n",
    "a Results.txt of Jannersten’s": b"[GAME]\r\nA;3;30;10;;;;;;;;1\r\n[RESULTS]\r\n#01;A;1;1;11;;;400\r\n",
}


def test_a_file_of_another_kind_is_named_wherever_a_file_is_taken(places, director):
    kinds = list(FOREIGN.items()) * 6
    for at, address in enumerate(UPLOADS):
        if any(part in address for part in ("organiser/", "elsewhere", "servers/")):
            continue  # what another server of ours has made
        for kind, data in kinds[2 * at : 2 * at + sample(2, 5)]:
            file = SimpleUploadedFile("x.csv", data)
            answer = director.post(places[address], {**UPLOADS[address], "file": file}, follow=True)
            assert kind in answer.content.decode(), (address, kind)


@settings(max_examples=sample(10, 800), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CHANGES, st.sampled_from([*FORMATS, "bws"]))
def test_a_broken_file_of_boards_or_results_is_shown_or_refused(places, night, director, changes, name):
    if name == "bws":
        data, address, beside = bws(score(1), score(2)), "files/results/", {}
    else:
        data, address, beside = pbn_of(night.session, sequences=True), "setup/boards/", {"how": "file"}
    file = SimpleUploadedFile(f"x.{name}", broken(data, changes))
    before = counts()
    answer = director.post(places[f"director/<str:session_id>/{address}"], {**beside, "file": file})
    assert answer.status_code in (200, 302, 422)
    assert counts() == before, "nothing counts before it is taken or confirmed"


MEMBERS = 'Number;Surname;First name;E-mail\r\n7;Müller;"Jörg";j@x.example\r\n;O\'Hara;Ann;\r\n12;Oak;Bo;\r\n'


@fuzz
@given(CHANGES, st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "utf-16"]))
def test_a_broken_list_of_members_is_read_or_refused_with_a_sentence(changes, code):
    try:
        rows = rows_of(text_of(broken(MEMBERS.encode(code), changes)))
    except Refused as no:
        assert str(no).endswith((".", "?"))
        return
    assert all("\0" not in row.name and "\n" not in row.name for row in rows)
