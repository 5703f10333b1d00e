"""Django settings: `base` (common), `local` (embedded), `production` (the club server) and `test`."""
