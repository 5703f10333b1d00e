"""What every way of running shares. Where they differ (database, layer, jobs) see `local` and `production`."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF, UNSAFE_INLINE

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

DEBUG = False
ALLOWED_HOSTS: list[str] = []

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "axes",
    "csp",
    "clubsite.accounts",
    "clubsite.clubs",
    "clubsite.play",
    "clubsite.duplicate",
    "clubsite.results",
    "clubsite.night",
    "clubsite.lounge",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "clubsite.clubs.zones.ClubTime",
]

ROOT_URLCONF = "clubsite.urls"
ASGI_APPLICATION = "clubsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
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

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds that a way in for a forgotten password stays open
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "accounts/locked.html"
AXES_RESET_ON_SUCCESS = True

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en-gb"
# Of clubs that have not chosen their own, and of pages that are no club's.
TIME_ZONE = env("TIME_ZONE", default="Pacific/Auckland")
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "var" / "staticfiles"
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        # Bars and strips carry their length in a style attribute; no style sheet may be inline.
        "style-src-attr": [UNSAFE_INLINE],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {"address": "300/min", "token": "600/min"},
    "EXCEPTION_HANDLER": "clubsite.results.api.errors.problem",
    "NUM_PROXIES": 0,  # the server puts the client's address where it belongs; what a client claims counts for nothing
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
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "clubsite.results.api.schema.complete",
    ],
}

# The address in QR codes and on printed cards, where it is not the one that the director's own page came from.
PUBLIC_URL = env("PUBLIC_URL", default="").rstrip("/")

# Mail, where there is a server for it, for forgotten passwords only; without it a director makes a link.
MAIL_ON = bool(env("EMAIL_URL", default=""))
if MAIL_ON:
    globals().update(env.email_url("EMAIL_URL"))
    DEFAULT_FROM_EMAIL = env("MAIL_FROM")
    EMAIL_TIMEOUT = 20

# Jobs: with a broker Celery runs them, without one two threads of the web process do (`results/jobs.py`).
EMBEDDED_JOBS = True
SWEEP_SECONDS = 5
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
SLOW_QUEUE = "slow"
SWEEPS = ["results.sweep", "lounge.sweep", "night.sweep"]
SLOW_SWEEPS = ["results.slow_sweep", "lounge.daily_sweep"]
CELERY_BEAT_SCHEDULE = {name: {"task": name, "schedule": float(SWEEP_SECONDS)} for name in SWEEPS}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.channels.server": {"level": "WARNING"},
        "axes": {"level": "WARNING"},
        "fpdf": {"level": "ERROR"},
        "fontTools": {"level": "ERROR"},
    },
}
