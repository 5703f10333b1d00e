from tests.clubsite.duplicate.conftest import mend  # noqa: F401
