"""Reads of a session. README.md of the app says what each module has."""
