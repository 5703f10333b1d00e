"""Queries about a session. The app's README.md lists what each module contains."""
