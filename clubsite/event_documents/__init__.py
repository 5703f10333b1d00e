"""The signed documents by which servers of a simultaneous event tell each other about it."""
