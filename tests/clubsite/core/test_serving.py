"""A second `make run` on the same database says where the first `make run` is running."""

import pytest

from clubsite.core.single_instance import AlreadyServed, served_alone


def test_a_second_server_on_the_same_data_gets_the_address_of_the_first(tmp_path):
    first = served_alone(tmp_path, "http://127.0.0.1:8000")
    with pytest.raises(AlreadyServed, match=r"^http://127\.0\.0\.1:8000$"):
        served_alone(tmp_path, "http://127.0.0.1:8001")
    first.close()
    served_alone(tmp_path, "http://127.0.0.1:8002").close()
