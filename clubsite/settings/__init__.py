"""The settings: `base` for everything, `local` embedded, `production` for the club server, and `test`."""
