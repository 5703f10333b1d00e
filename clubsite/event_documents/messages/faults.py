"""The one exception for documents that cannot be used."""


class BadDocument(Exception):
    """Raised for a document that cannot be used. `str()` says what is wrong with it, as a sentence."""
