"""Settings for the embedded site, which needs no server: SQLite, in-process channel layer, jobs in the web
process.

The secret key is generated once and kept beside the database, so that sessions survive a restart. The key for
unopened boards is kept outside the data folder, so that nobody can open the boards with a copy of the folder.
"""

import secrets
from pathlib import Path

from clubsite.installation import data_folder
from clubsite.settings.base import *  # noqa: F403
from clubsite.settings.base import BACKUP_FOLDER, LOGGING, MAIL_ON, SLOW_SWEEPS, env
from clubsite.settings.environment import keys_from, keys_kept

DATA_PATH = Path(env("CLUBSITE_DATA", default="") or data_folder())
DATA_PATH.mkdir(parents=True, exist_ok=True, mode=0o700)  # the database holds who sits where, and scores


def _kept_secret() -> str:
    file = DATA_PATH / "secret_key"
    if not file.exists():
        file.write_text(secrets.token_urlsafe(50))
        file.chmod(0o600)
    return file.read_text().strip()


SECRET_KEY = env("SECRET_KEY", default="") or _kept_secret()
DEAL_KEYS_FILE = Path(env("DEAL_KEYS_FILE", default="") or f"{DATA_PATH.absolute()}.deal-keys")
DEAL_KEYS = keys_from(env) or keys_kept(DEAL_KEYS_FILE)
SECOND_PLACE = env("SECOND_PLACE", default="")
BACKUP_FOLDER = BACKUP_FOLDER or str(DATA_PATH / "backups")
DEBUG = env.switch("DEBUG", default=False)
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *env.names("ALLOWED_HOSTS", default=[])]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_PATH / "club.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            # FULL: an act is on the disk before it is answered, so that a power cut loses none (docs/faults.md).
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
STATIC_ROOT = DATA_PATH / "staticfiles"
STATIC_ROOT.mkdir(exist_ok=True)
# The served files are made from their sources as the site starts. With DEBUG the sources are served.
COLLECT_AT_START = not DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "clubsite.staticfiles.BundledStorage"
    },
}
EMBEDDED_JOBS = True
SLOW_SWEEPS = ["nights.copy", *SLOW_SWEEPS]
# A person at a laptop reads this, below the links that `serve` prints, so it shows only faults.
LOGGING["root"]["level"] = "WARNING"
# Without a mail server, mail about results is written to the console.
MAIL_TO_CONSOLE = not MAIL_ON
if MAIL_TO_CONSOLE:
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    DEFAULT_FROM_EMAIL = "club@localhost"
