"""The digest of published results: what it stays the same for, and which change `verify_night` names."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubsite.privacy.services import person_forget
from clubsite.rankings.digests import short_digest
from clubsite.rankings.models import Publication
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.rankings.services.verification import Source, night_verify
from tests.kit.aged import guards_off, sql
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db
SAME = {}
OTHER_TOP = """replace(payload, '"top": 4', '"top": 40')"""
HERE = {Source.ROWS, Source.SESSION}


def differs(session):
    """Return the sources of the newest version that give another digest, with the parts that differ."""
    return night_verify(session).versions[-1].differs


def verified(*arguments: str) -> str:
    out = StringIO()
    call_command("verify_night", *arguments, stdout=out)
    return out.getvalue()


def test_all_three_sources_give_the_digest_that_was_published(published_night):
    session = published_night.session
    [found] = night_verify(session).versions
    assert (found.sources, found.differs) == (tuple(Source), SAME)
    assert session.publications.get().digest == found.publication.digest and len(found.publication.digest) == 64


@pytest.mark.parametrize(
    ("statement", "differ"),
    (
        (f"UPDATE rankings_publication SET payload = {OTHER_TOP}", {Source.PAYLOAD, Source.ROWS}),
        ("UPDATE rankings_publication SET digest = 'b' || digest", {*Source}),
        ("UPDATE rankings_publication SET players = '[]'", {Source.PAYLOAD}),
        ("UPDATE rankings_publication SET payload = '{}'", {Source.PAYLOAD, Source.ROWS}),
        ("UPDATE rankings_publication SET cards = '5'", {*Source}),
        ("UPDATE rankings_publishedresult SET place = 1", {Source.ROWS}),
        ("UPDATE rankings_publishedresult SET counts = NOT counts", {Source.ROWS}),
        ("DELETE FROM rankings_publishedsession", {Source.ROWS}),
        ("DELETE FROM nights_board", {*Source}),
        ("DELETE FROM clubs_person WHERE id = 2", HERE),
        ("UPDATE rankings_publishedresult SET won_num = won_num + 2 WHERE place = 2", {Source.ROWS}),
        ("UPDATE rankings_publishedline SET tricks = 13 WHERE tricks = 7", {Source.ROWS}),
        ("DELETE FROM rankings_publishedline WHERE id = (SELECT min(id) FROM rankings_publishedline)", {Source.ROWS}),
        ("UPDATE scores_scoreentry SET ns_score = ns_score + 10 WHERE ns_score > 0", {Source.SESSION}),
        ("UPDATE nights_tableboard SET ns_id = ew_id, ew_id = ns_id WHERE state = 'finished'", {Source.SESSION}),
        ("UPDATE nights_contestantperson SET person_id = person_id + 1 WHERE contestant_id = 1", {Source.SESSION}),
        ("UPDATE clubs_person SET name = 'Somebody' WHERE id = 2", HERE),
        ("UPDATE nights_board SET east = west, west = east", {Source.SESSION}),
        ("UPDATE nights_board SET vulnerability = 'all'", {*Source}),
    ),
)
def test_what_is_changed_in_the_database_is_named_by_its_source(published_night, statement, differ):
    session = published_night.session
    with guards_off():
        sql(statement)
        assert set(differs(session)) == differ
    assert differs(session) == SAME


def test_the_digest_stays_after_a_name_was_hidden_or_forgotten(published_night, dee):
    session = published_night.session
    person = session.club.people.order_by("pk").first()
    person.shown_as = "hidden"
    person.save()
    assert differs(session) == SAME
    person_forget(person=person, user=dee)
    assert differs(session) == SAME
    assert "1 player forgotten since: no name was compared" in verified(session.public_id)


def test_results_are_published_again_under_a_name_that_was_corrected(published_night, dee):
    session = published_night.session
    person = session.club.people.order_by("pk").first()
    person.name = "Ann Oakwood"
    person.save()
    assert differs(session) == {Source.ROWS: ["players"], Source.SESSION: ["players"]}
    assert publish(session, dee).version == 2
    assert differs(session) == SAME
    assert publish(session, dee).version == 2


def test_a_version_or_rows_that_are_gone_are_named(published_night, dee):
    session = published_night.session
    unpublish(session, dee)
    publish(session, dee)
    assert night_verify(session).faults == []
    with guards_off():
        sql("DELETE FROM rankings_publication WHERE version = 1")
        assert night_verify(session).faults == ["Version 1 is missing."]
    with guards_off():
        sql("UPDATE rankings_publishedsession SET publication_id = (SELECT min(id) FROM rankings_publication)")
        assert night_verify(session).faults == ["The published rows are not those of the newest version."]


def test_every_night_is_verified_although_one_cannot_be_read(published_night):
    with guards_off():
        sql("UPDATE rankings_publication SET payload = '5'")
        out = StringIO()
        with pytest.raises(CommandError, match="Something differs"):
            call_command("verify_night", "--all", stdout=out)
    assert "the payload: another digest (cannot be read)" in out.getvalue()


def test_a_new_version_has_its_own_digest_and_the_old_one_is_verified_by_its_payload(published_night, dee):
    session = published_night.session
    row = session.sections.get().rounds.first().table_boards.filter(state="finished").first()
    enter_score(row, dee, "1N S 13")
    results_sweep()
    assert differs(session) == {Source.SESSION: ["results"]}, "corrected, and not published yet"
    publish(session, dee)
    first, second = night_verify(session).versions
    assert (first.sources, first.differs, second.differs) == ((Source.PAYLOAD,), SAME, SAME)
    assert first.publication.digest != second.publication.digest
    withdrawn = unpublish(session, dee)
    assert (withdrawn.digest, withdrawn.short) == ("", "")


def test_the_command_says_of_which_version_printed_digits_are(published_night):
    session, digest = published_night.session, Publication.objects.get().digest
    said = verified(session.public_id, "--digits", short_digest(digest))
    assert f"The digits {digest[:24]} are those of {session}, version 1." in said
    assert said.count(": the same") == 3 and "Everything is as it was published." in said
    assert "the same" in verified("--all") and "the same" in verified(session.club.slug)
    with pytest.raises(CommandError, match="Something differs"):
        verified(session.public_id, "--digits", "0000 " * 6)
    with pytest.raises(CommandError, match="Give all 24 digits"):
        verified(session.public_id, "--digits", digest[:8])
    with pytest.raises(CommandError, match="There is no club and no night nobody"):
        verified("nobody")


def test_digits_are_on_the_ranking_and_in_the_feed(published_night):
    session, short = published_night.session, Publication.objects.get().short
    assert f"<code>{short}</code>" in Client().get(f"/results/{session.public_id}/").text
    assert f"Digest {short}" in Client().get(f"/clubs/{session.club.slug}/results.atom").text
