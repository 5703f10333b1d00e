"""Files damaged in the usual ways, to fuzz every reader: cut short, or bytes lost, doubled, changed or inserted."""

from hypothesis import settings
from hypothesis import strategies as st

from tests.long import sample

fuzz = settings(max_examples=sample(40, 3000), deadline=None)
laws = settings(max_examples=sample(12, 300), deadline=None)

PIECES = [b'"', b"[", b"|", b"<", b">", b"&", b"\0", b"-1", b"\r\n", b"%", b"{"]
Change = tuple[str, float, int, bytes]
CHANGES: st.SearchStrategy[list[Change]] = st.lists(
    st.tuples(
        st.sampled_from(["cut", "lose", "double", "write", "insert"]),
        st.floats(0, 1, exclude_max=True),
        st.integers(1, 40),
        st.one_of(st.binary(max_size=4), st.sampled_from(PIECES)),
    ),
    min_size=1,
    max_size=3,
)


def broken(data: bytes, changes: list[Change]) -> bytes:
    """Return the data after all the changes. The place of each change is given as a fraction of the data's length."""
    for kind, share, size, put in changes:
        at = int(share * len(data))
        part = data[at : at + size]
        data = {
            "cut": data[:at],
            "lose": data[:at] + data[at + size :],
            "double": data[:at] + part + data[at:],
            "write": data[:at] + put + data[at + len(put) :],
            "insert": data[:at] + put + data[at:],
        }[kind]
    return data
