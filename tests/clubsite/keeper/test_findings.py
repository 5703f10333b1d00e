"""A failing check is itself reported as a finding. Checks are left out on a site whose rows cannot be read."""

import pytest

from clubsite.core.single_instance import served_alone, served_at
from clubsite.keeper.findings import Check, Level, for_how_long


def test_a_check_that_fails_does_not_stop_the_others():
    def look():
        raise ValueError("Ann")
        yield

    [found] = Check("mail", look, False, False).findings()
    assert (found.code, found.level) == ("mail", Level.FAULT)
    assert found.sentence == "This could not be checked (ValueError)."


def test_a_folder_is_served_while_a_process_holds_it(tmp_path):
    assert served_at(tmp_path) is None
    with served_alone(tmp_path, "http://127.0.0.1:8000"):
        assert served_at(tmp_path) == "http://127.0.0.1:8000"
    assert served_at(tmp_path) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 seconds"), (5, "5 seconds"), (119, "119 seconds"), (150, "2 minutes"), (7200, "2 hours"),
        (90_000, "25 hours"), (200_000, "2 days"),
    ],
)  # fmt: skip
def test_lengths_of_time_in_words(seconds, words):
    assert for_how_long(seconds) == words
