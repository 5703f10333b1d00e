"""Settings for tests: SQLite in memory by default, and DATABASE_URL and REDIS_URL for the `prod` group."""

from clubsite.installation import data_folder
from clubsite.settings.base import *  # noqa: F403
from clubsite.settings.base import env

SECRET_KEY = "only-for-tests"  # noqa: S105
DEAL_KEYS = ["only-for-tests-0123456789-0123456789"]
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = data_folder() / "test-staticfiles"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

if env("DATABASE_URL", default=""):
    DATABASES = {"default": env.db("DATABASE_URL")}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data_folder() / "test.sqlite3",
            "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
            "TEST": {"NAME": env("TEST_DB", default=None)},
        }
    }
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
EMBEDDED_JOBS = True
ROBOT_WAITS = 0.0
ROBOT_PACE = 0.0
PLAY_THREADS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
