"""The question that people are asked about their names."""

WORDS_VERSION = "2026-11"
CONSENT_QUESTIONS = {
    "2026-11": (
        "May people who are not of the club read my name beside my results, on the club’s pages and in its files? "
        "I can take this back at any time. If I say no, they read my initials; members still read my name."
    )
}
"""The question by version. A version never changes: an answer is stored with the question that was asked."""
