"""Settings common to all ways of running the site. `local` and `production` add database, channel layer and jobs."""

from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from clubsite.installation import SITE_FILES, data_folder
from clubsite.settings.environment import MAIL, Environment
from clubsite.settings.sweeps import every

env = Environment()

DEBUG = False
ALLOWED_HOSTS: list[str] = []

INSTALLED_APPS = [
    "clubsite.accounts.admin_config.KeepersAdmin",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "csp",
    "django_otp",
    "django_otp_webauthn",
    "clubsite.core",
    "clubsite.outbox",
    "clubsite.accounts",
    "django.contrib.auth",  # after the app whose command `changepassword` replaces Django's
    "clubsite.clubs",
    "clubsite.privacy",
    "clubsite.play",
    "clubsite.nights",
    "clubsite.visibility",
    "clubsite.scores",
    "clubsite.rankings",
    "clubsite.readers",
    "clubsite.analysis",
    "clubsite.season",
    "clubsite.results",
    "clubsite.practice",
    "clubsite.signups",
    "clubsite.events",
    "clubsite.keeper",
    "clubsite.seats",
    "clubsite.history",
    "clubsite.director",
    "clubsite.home",
    "clubsite.sharing",
    "clubsite.demo",
]

MIDDLEWARE = [
    "clubsite.health.Health",
    "clubsite.keeper.metrics.Metrics",
    "clubsite.core.metrics.RequestNotes",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Every page is compressed and has an ETag. Forms' tokens are masked differently in every answer, and Django adds
    # random bytes, so that the length of an answer tells no secret (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "clubsite.accounts.signing_in.SignIns",
    "clubsite.clubs.time_zones.ClubTime",
    "clubsite.readers.visitor.MembersOnlyPage",
    "clubsite.core.log_lines.SessionInLog",
]

ROOT_URLCONF = "clubsite.urls"
ASGI_APPLICATION = "clubsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SITE_FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# templates/django/forms/field.html draws a form's field.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["clubsite.accounts.signing_in.LimitedBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "results:home"
LOGOUT_REDIRECT_URL = "results:home"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds that the link for a forgotten password works
PASSWORD_HASHERS = ["clubsite.accounts.hashing.InTurn"]
HASHES_AT_ONCE = 2  # in one process
OTP_WEBAUTHN_RP_NAME = "Two Handed Solo Bridge"
OTP_WEBAUTHN_RP_ID_CALLABLE = "clubsite.accounts.second_factor.services.host_name"
SILENCED_SYSTEM_CHECKS = ["otp_webauthn.E030"]  # a passkey's origin is the host of the request, which is checked

# A few thousand names and addresses must not push one another out.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en-gb"
# For clubs without a choice of their own, and for pages that belong to no club.
TIME_ZONE = env("TIME_ZONE", default="Pacific/Auckland")
# The site is in English. Without translations, a number on a page needs no look at the reader's language.
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [SITE_FILES / "static"]
STATIC_ROOT = data_folder() / "staticfiles"
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
COLLECT_AT_START = False
OFFLINE_PAGES: list[dict[str, Any]] = [
    {
        "address": r"^/seat/[a-z0-9]+/score/$",
        "page": "/terminal/offline/",
        "files": ["js/seats/terminal.js", "css/seats-terminal.css", "css/results-leaderboard.css"],
    }
]
"""Pages that open without a connection (`core/views.py`): their addresses, and the pages kept for them."""
SERVICE_WORKER = env.switch("SERVICE_WORKER", default=True)

# More than any address takes (`core/request_limits.py`). A body is read as a whole, and nothing goes to the
# disk.
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE = 6_000_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# What no page needs is switched off for it and for what it frames. The table keeps its screen on and fills it; a link
# is copied by a key; passkeys are made and asked for.
OWN_USES = "autoplay clipboard-write fullscreen publickey-credentials-create publickey-credentials-get screen-wake-lock"
NO_USES = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
PERMISSIONS_POLICY: dict[str, list[str]] = {
    **{name: ["self"] for name in OWN_USES.split()},
    **{name: [] for name in NO_USES.split()},
}
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "clubsite.accounts.session_store"
SESSION_COOKIE_AGE = 90 * 24 * 3600  # the longest; `accounts/session_store.py` ends idle sessions sooner

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "clubsite.api.errors.problem",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Two Handed Solo Bridge: a club's results",
    "DESCRIPTION": "What is published anybody may read. A club's own nights need its token. See docs/api.md.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "validatorUrl": None,  # else a badge is requested from another host
        "defaultModelRendering": "model",  # fields with their meaning rather than an example
        "defaultModelExpandDepth": 5,
        "defaultModelsExpandDepth": 0,
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "clubsite.api.schema.complete",
    ],
}

# Whether anybody with an account may make a club. The first one needs the link that the server prints.
CLUB_SIGN_UP = env.switch("CLUB_SIGN_UP", default=False)
# The address in QR codes and on printed cards, if it differs from that of the director's own page.
PUBLIC_URL = env.web_address("PUBLIC_URL")
# Forms come from there, even if the proxy in front does not say that it used https.
CSRF_TRUSTED_ORIGINS = ["://".join(urlsplit(PUBLIC_URL)[:2])] if PUBLIC_URL else []

# Mail (`outbox`), if there is a server for it: for forgotten passwords (without it a director makes a link), for an
# address left for a coming night (without it none is asked for), and for published results (`results`).
MAIL_ON = bool(env.address("EMAIL_URL", MAIL, default=""))
if MAIL_ON:
    globals().update(env.email_url("EMAIL_URL"))
    DEFAULT_FROM_EMAIL = env("MAIL_FROM")
    EMAIL_TIMEOUT = 20
MAIL_TO_CONSOLE = False

# What `manage.py backup --keep` writes to, and the key with which backups are encrypted, if there is one.
BACKUP_FOLDER = env("BACKUP_FOLDER", default="")
BACKUP_KEY = env.key("BACKUP_KEY")
# Where an embedded site copies a night: a folder of the keeper's, or one that a director chooses among these.
SECOND_PLACE = ""
SECOND_PLACES = ["/media/*", "/media/*/*", "/run/media/*/*", "/mnt", "/mnt/*", "/Volumes/*"]

# A socket's work on the database runs in threads of its own (`play/threads.py`).
PLAY_THREADS = True
# Messages a second that a seat may send. Scripted players are faster than people.
SEAT_MESSAGES = env.int("SEAT_MESSAGES", default=10)

# With a broker Celery runs the jobs, without one two threads of the web process do (`core/jobs.py`).
EMBEDDED_JOBS = True
SWEEP_SECONDS = 5
# Seconds that a robot leaves a player to take back a misclick, where that is allowed (docs/players.md).
ROBOT_WAITS = env.float("ROBOT_WAITS", default=2.0)
# A robot at home takes a person's time: this many times the seconds of `home/services/robots.py`, 0 for none.
ROBOT_PACE = env.float("ROBOT_PACE", default=1.0)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
REDIS_URL = ""
SLOW_QUEUE = "slow"
QUEUES: tuple[str, ...] = ()  # the quick one, that of mail, and the slow one
SWEEPS = [
    "nights.sweep",
    "rankings.sweep",
    "events.sweep",
    "analysis.sweep",
    "seats.sweep",
    "home.sweep",
    "signups.sweep",
]
SLOW_SWEEPS = [
    "outbox.sweep",
    "analysis.slow_sweep",
    "history.slow_sweep",
    "home.slow_sweep",
    "practice.sweep",
    "results.sweep",
    "keeper.sweep",
    "events.hubs_sweep",
    "events.booklet_sweep",
]
# Whether hubs of events may be on this machine or network, and asked by http:// too: for tests and closed networks.
HUBS_NEARBY = env.bool("HUBS_NEARBY", default=False)
# With it Prometheus may read /metrics from another machine.
METRICS_TOKEN = env.key("METRICS_TOKEN")
# What `manage.py doctor` looks at beside data and backups, and how many MB must be free on each disk.
WATCHED_FOLDERS = env.names("WATCHED_FOLDERS", default=[])
DISK_SPARE_MB = env.int("DISK_SPARE_MB", default=1000)
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # it keeps no file: a sweep is due five seconds after the start
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    name: {"task": name, "schedule": every(SWEEP_SECONDS)} for name in SWEEPS
}

# Whether everybody may wait for a partner at home, and see who waits, or only members of the site's clubs.
LOBBY_FOR_EVERYBODY = env.switch("LOBBY_FOR_EVERYBODY", default=False)

# The header in which a proxy in front gives each request an id of its own making, if it does.
REQUEST_ID_HEADER = env("REQUEST_ID_HEADER", default="")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "clubsite.core.log_lines.TextLines", "fmt": "{levelname} {name}: {message}", "style": "{"},
        "json": {"()": "clubsite.core.log_lines.JsonLines"},
    },
    "filters": {"routes": {"()": "clubsite.core.log_lines.RouteNames"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "text", "filters": ["routes"]}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": []},  # its own handler writes addresses
        "django.channels.server": {"level": "WARNING"},
        # These log the address of every page and socket, whatever uvicorn's access log setting is.
        "uvicorn": {"propagate": True},  # uvicorn's own handler writes the whole text of an error
        "uvicorn.access": {"level": "WARNING", "propagate": True},
        "uvicorn.error": {"level": "WARNING"},
        "fpdf": {"level": "ERROR"},
        "fontTools": {"level": "ERROR"},
    },
}
