from tests.clubsite.exchange.every_state import make_session, play  # noqa: F401
