"""Every change made directly in the database is found, along with its row and field."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models

from clubsite.chains.facts import facts_of
from clubsite.chains.models import Chain, ChainLink, Linked
from clubsite.chains.services import links_number, links_sweep
from clubsite.clubs.models import AuditEntry, Membership
from clubsite.duplicate.services.setup import session_discard
from clubsite.play.log_links import event_link
from clubsite.play.models import Play, PlayEvent
from clubsite.scores.models import ScoreEntry
from tests.clubsite.chains.guards_off import guards_off, sql
from tests.kit.nights import draft_night
from tests.long import long, sample

KINDS = [model for model in apps.get_models() if issubclass(model, Linked)]


def another(field: models.Field, value):
    """Return a value that the field could have but does not have now."""
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        return "2020-01-01 00:00:00.000001"
    if isinstance(field, models.DateField):
        return "2020-01-01"
    if isinstance(field, models.JSONField):
        return '{"another": 1}'
    if isinstance(field, models.UUIDField):
        return "0" * 32
    if isinstance(field, models.CharField):
        return f"{value}x"
    return (value or 0) + 1000


def test_a_night_that_nobody_touched_is_in_order(chained, differences):
    assert differences() == []
    assert {model._meta.label for model in KINDS} == {
        *("clubs.Membership", "clubs.AuditEntry", "duplicate.Repair", "looks.Look"),
        *("scores.ScoreEntry", "rankings.Penalty", "rankings.Publication"),
    }


def row_of(model: type[models.Model], night) -> models.Model:
    return model.objects.filter(chain_link__chain__in=[night.session.chain, night.session.club.chain]).first()


def test_a_changed_a_deleted_and_an_inserted_row_are_found(chained, differences):
    for model in sample([ScoreEntry], KINDS):
        row = row_of(model, chained)
        for field in model._meta.concrete_fields:
            if field.name not in facts_of(row, ""):
                continue
            before, after = getattr(row, field.attname), another(field, getattr(row, field.attname))
            with guards_off():
                sql(f'UPDATE {model._meta.db_table} SET "{field.column}" = %s WHERE id = %s', after, row.pk)
                named = f"{model._meta.verbose_name} {row.pk}: {field.name} is "
                said = [difference for difference in differences() if difference.lower().startswith(named)]
                assert len(said) == 1, (field.name, differences())
                if isinstance(field, models.ForeignKey) or (isinstance(field, models.CharField) and field.choices):
                    assert said[0].endswith(f"{field.name} is {after}, and the chain says {before}.")
    assert differences() == []
    for model in sample(KINDS[:3], KINDS):
        row = row_of(model, chained)
        with guards_off():
            sql(f"DELETE FROM {model._meta.db_table} WHERE id = %s", row.pk)
            number = ChainLink.objects.get(pk=row.chain_link_id).number
            assert f"The {model._meta.verbose_name} of link {number} was deleted, and not by a rule." in differences()
    # The new row is a copy of another row, and points to a link that is not in the chain.
    for model in sample(KINDS[:3], KINDS):
        row = row_of(model, chained)
        columns = {
            field.column: field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in model._meta.concrete_fields
            if not field.primary_key
        }
        columns["chain_link_id"] = 10**9
        for unique in ("user_id", "version"):
            if unique in columns:
                columns[unique] += 1000
        names = ", ".join(f'"{name}"' for name in columns)
        places = ", ".join(["%s"] * len(columns))
        with guards_off():
            sql(f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({places})", *columns.values())
            assert any("was inserted directly in the database" in difference for difference in differences()), model


@pytest.fixture
def play(chained):
    return Play.objects.get(table_board__round__section=chained.section)


@pytest.fixture
def log(play):
    return list(play.events.order_by("seq"))


def test_a_changed_event_is_found(chained, play, log, differences, dee):
    event = log[4]
    changes = {"actor": "D", "action": "c:7N", "ticket_id": chained.tickets[1].pk, "user_id": dee.pk}
    for field, after in changes.items():
        before = getattr(event, field)
        with guards_off():
            sql(f"UPDATE play_playevent SET {field} = %s WHERE id = %s", after, event.pk)
            said = f"Event 5 of play {play.public_id}: {field} is {after}, and the chain says {before}."
            assert differences() == [said]
    for field, after in (("client_id", "0" * 32), ("at", "2020-01-01 00:00:00")):
        with guards_off():
            sql(f"UPDATE play_playevent SET {field} = %s WHERE id = %s", after, log[4].pk)
            [difference] = differences()
            assert difference.startswith(f"Event 5 of play {play.public_id}: client_id or at is ")


def test_a_deleted_an_inserted_and_two_swapped_events_are_found(play, log, differences):
    for event in (log[0], log[4], log[-1]):
        with guards_off():
            sql("DELETE FROM play_playevent WHERE id = %s", event.pk)
            assert differences() == [f"Event {event.seq} of play {play.public_id} was deleted, and not by a rule."]
    with guards_off():
        for event in reversed(log[4:]):
            sql("UPDATE play_playevent SET seq = seq + 1 WHERE id = %s", event.pk)
        sql("UPDATE play_play SET seq = seq + 1 WHERE id = %s", play.pk)
        PlayEvent.objects.create(play=play, seq=5, client_id="0" * 32, actor="S", action="c:P", link="0" * 64)
        assert (
            f"Event 5 of play {play.public_id} was inserted directly in the database: the chain does not have it."
            in differences()
        )
    with guards_off():
        PlayEvent.objects.create(play=play, seq=play.seq + 1, client_id="0" * 32, actor="S", action="c:P")
        [difference] = differences()
        assert difference.startswith(
            f"Event {play.seq + 1} of play {play.public_id} was inserted directly in the database"
        )
    with guards_off():
        for event, seq in ((log[4], 999), (log[5], 5), (log[4], 6)):
            sql("UPDATE play_playevent SET seq = %s WHERE id = %s", seq, event.pk)
        found = differences()
        assert f"Event 5 of play {play.public_id}: seq is 5, and the chain says 6." in found
        assert f"Event 6 of play {play.public_id}: seq is 6, and the chain says 5." in found


CHANGED_PLAYS = [
    ("setup", "{}", "its start is another"),
    ("south_id", 10**6, "its start is another"),
    ("seq", 3, "seq is 3"),
    ("link", "0" * 64, "link is 000"),
    ("outcome", '{"contract": "PASS"}', "outcome is"),
    ("outcome", '{"contract": "PASS", "declarer": null, "tricks": null, "lead": null}', "outcome is"),
]


def test_a_changed_play_is_found_and_a_log_written_again_with_new_links(play, log, differences):
    for column, after, said in CHANGED_PLAYS:
        with guards_off():
            sql(f"UPDATE play_play SET {column} = %s WHERE id = %s", after, play.pk)
            assert any(difference.startswith(f"Play {play.public_id}: {said}") for difference in differences())
    # If a card is changed and all later links are made to fit, the last link is not the one in the session's chain.
    with guards_off():
        before = play.start_link
        for event in log:
            event.action = "c:7N" if event.seq == 5 else event.action
            before = event.link = event_link(before, event)
            sql("UPDATE play_playevent SET action = %s, link = %s WHERE id = %s", event.action, event.link, event.pk)
        sql("UPDATE play_play SET link = %s WHERE id = %s", before, play.pk)
        assert differences() == [f"Play {play.public_id}: link is {before}, and the chain says {play.link}."]


def columns_of(model: type[models.Model]) -> list[str]:
    """Return the model's columns but its key. So each new column of a link or an event is tried too."""
    return [field.name for field in model._meta.concrete_fields if not field.primary_key]


def change(row: models.Model, name: str):
    """Change one column of a row directly in the database."""
    field = row._meta.get_field(name)
    after = another(field, getattr(row, field.attname))
    sql(f'UPDATE {row._meta.db_table} SET "{field.column}" = %s WHERE id = %s', after, row.pk)


def test_each_changed_column_of_a_link_and_of_a_chain_is_found(chained, differences):
    for name in columns_of(ChainLink):
        with guards_off():
            change(chained.session.chain.links.get(number=4), name)
            assert any("ink 4 " in found or name == "salt" for found in differences()), differences()
    for name in columns_of(Chain):
        with guards_off():
            change(chained.session.chain, name)
            assert differences(), name


@long
def test_each_changed_column_of_an_event_is_found(play, log, differences):
    for name in columns_of(PlayEvent):
        with guards_off():
            change(log[4], name)
            assert any(f"vent 5 of play {play.public_id}" in difference for difference in differences()), differences()


def test_changes_in_the_chain_itself_and_a_row_that_went_with_its_link_are_found(chained, differences):
    links = list(chained.session.chain.links.order_by("number"))
    with guards_off():
        sql("UPDATE chains_chainlink SET hash = %s WHERE id = %s", "0" * 64, links[3].pk)
        found = differences()
        assert found[0].startswith(f"Link 4 was changed in the chain itself: its hash is {'0' * 64}")
    with guards_off():
        sql("UPDATE chains_chainlink SET number = NULL, hash = '' WHERE id = %s", links[3].pk)
        assert "Link 4 is missing from the chain." in differences()
    with guards_off():
        sql("UPDATE chains_chain SET head = %s WHERE id = %s", "0" * 64, chained.session.chain_id)
        [difference] = differences()
        assert "its last hash is 000" in difference
    entry = ScoreEntry.objects.order_by("pk").first()
    number = ChainLink.objects.get(pk=entry.chain_link_id).number
    with guards_off():
        sql("DELETE FROM scores_scoreentry WHERE id = %s", entry.pk)
        sql("DELETE FROM chains_chainlink WHERE id = %s", entry.chain_link_id)
        assert differences() == [f"Link {number} is missing from the chain."]
    one, other = ScoreEntry.objects.order_by("pk")[1:3]
    with guards_off():
        sql("UPDATE scores_scoreentry SET tricks = %s, ns_score = %s WHERE id = %s", other.tricks, 120, one.pk)
        sql("UPDATE scores_scoreentry SET tricks = %s, ns_score = %s WHERE id = %s", one.tricks, 90, other.pk)
        assert differences() == [
            f"Score entry {one.pk}: tricks is 8, and the chain says 7.",
            f"Score entry {one.pk}: ns_score is 120, and the chain says 90.",
            f"Score entry {other.pk}: tricks is 7, and the chain says 8.",
            f"Score entry {other.pk}: ns_score is 90, and the chain says 120.",
        ]


def test_the_command_names_the_row_and_fails(chained, club):
    out = StringIO()
    call_command("verify_log", chained.session.public_id, stdout=out)
    assert "Everything is in order." in out.getvalue()
    entry = ScoreEntry.objects.order_by("pk").first()
    with guards_off():
        sql("UPDATE scores_scoreentry SET tricks = 13 WHERE id = %s", entry.pk)
        for key in ([chained.session.public_id], [club.slug], ["--all"]):
            out = StringIO()
            with pytest.raises(CommandError, match="Differences: 1"):
                call_command("verify_log", *key, stdout=out)
            assert f"Score entry {entry.pk}: tricks is 13, and the chain says {entry.tricks}." in out.getvalue()


def test_the_command_says_that_there_is_no_such_club_or_session():
    with pytest.raises(CommandError, match="There is no club and no session nowhere"):
        call_command("verify_log", "nowhere")


def test_a_role_that_changes_and_goes_leaves_the_chain_in_order(chained, club, differences):
    part = Membership.objects.get(user__username="don")
    part.role = "member"
    part.save(update_fields=["role"])
    Membership.objects.filter(pk=part.pk).delete()
    links_sweep()
    assert differences() == []
    assert club.chain.links.filter(kind="clubs.membership").count() == 4  # two people, a change, a removal


def test_links_are_numbered_once_in_the_order_of_their_rows_and_hold_no_free_text(chained, dee):
    chain = links_number(chained.session.chain_id)
    kept = list(chain.links.values_list("pk", "number", "hash").order_by("number"))
    assert [number for _, number, _ in kept] == list(range(1, chain.length + 1))
    assert [pk for pk, _, _ in kept] == sorted(pk for pk, _, _ in kept)
    links_sweep()
    assert list(chain.links.values_list("pk", "number", "hash").order_by("number")) == kept
    kept = {str(value) for facts in ChainLink.objects.values_list("facts", flat=True) for value in facts.values()}
    written = AuditEntry.objects.exclude(subject="").values_list("subject", flat=True)
    assert not kept & {"late", "slow", "dee", "don", *written}


def test_the_log_of_a_draft_that_was_discarded_is_still_checked(club, dee):
    session = draft_night(club, dee)
    session_discard(session=session, user=dee)
    out = StringIO()
    call_command("verify_log", club.slug, stdout=out)
    assert "A session that was discarded: " in out.getvalue()
    line = AuditEntry.objects.filter(chain__part_of=club.chain).first()
    with guards_off():
        sql("DELETE FROM clubs_auditentry WHERE id = %s", line.pk)
        with pytest.raises(CommandError, match="Differences: 1"):
            call_command("verify_log", club.slug, stdout=StringIO())
