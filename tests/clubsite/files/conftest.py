from tests.clubsite.files.every_state import make_session, play  # noqa: F401
