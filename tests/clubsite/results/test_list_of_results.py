"""A club's list of results: one page per year, and no more queries for more sessions."""

from clubsite.nights.models import Session
from clubsite.rankings.services.publications import unpublish
from tests.clubsite.season.seasons import MakeNight, people, published  # noqa: F401
from tests.on_page import has_word

LIST = "/clubs/lantern/results/"


def moved(session: Session, year: int) -> Session:
    """Move the session to `year` and return it."""
    session.date = session.date.replace(year=year)
    session.save(update_fields=["date"])
    session.published.date = session.date
    session.published.save(update_fields=["date"])
    return session


def test_a_page_has_a_year_and_leads_to_the_others(published, dee, client):  # noqa: F811
    moved(published(6, Ada=60, Ben=40), 2024)
    latest = published(13, Cas=55, Dot=45)
    page = client.get(LIST).text
    assert "Cas" in page and not has_word(page, "Ada") and 'href="?year=2024"' in page
    before = client.get(LIST, {"year": "2024"}).text
    assert "Ada" in before and not has_word(before, "Cas")
    for nothing in ("2025", "x", "-1", "99999999999999999999", "²"):
        assert client.get(LIST, {"year": nothing}).status_code == 404
    unpublish(latest, dee)
    only = client.get(LIST).text
    assert "Ada" in only and "?year=" not in only, "one year needs no choice"
