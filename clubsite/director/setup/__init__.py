"""The pages on which a director sets a session up."""
