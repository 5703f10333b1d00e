"""Files exchanged with other programs."""
