"""The pages where a director sets up a session."""
