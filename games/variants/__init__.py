"""The games themselves. None imports another."""
