"""Settings: `base` for everything, `local` embedded, `production` for the club server, `test`."""
