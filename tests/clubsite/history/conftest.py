from tests.clubsite.season.seasons import people, published  # noqa: F401
