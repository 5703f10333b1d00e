"""The address that a watcher asks."""

from django.db import DatabaseError, connection


def test_health_answers_while_the_database_does(client, db):
    assert client.get("/health/").content == b"ok"


def test_health_is_an_error_when_the_database_is_away(client, db, monkeypatch):
    def away(*args, **kwargs):
        raise DatabaseError("away")

    client.raise_request_exception = False
    with monkeypatch.context() as gone:
        gone.setattr(connection, "cursor", away)
        answer = client.get("/health/")
    assert answer.status_code == 500
