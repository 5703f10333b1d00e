"""Settings for the club server: PostgreSQL, Redis, several web processes, a Celery worker and beat.

Everything that a club must choose comes from the environment: SECRET_KEY, DEAL_KEYS, ALLOWED_HOSTS,
DATABASE_URL and REDIS_URL.
"""

import os
from pathlib import Path

from kombu import Queue

from clubsite.settings.base import *  # noqa: F403
from clubsite.settings.base import CELERY_BEAT_SCHEDULE, CSRF_TRUSTED_ORIGINS, LOGGING, SLOW_SWEEPS, SWEEP_SECONDS, env
from clubsite.settings.environment import POSTGRES, REDIS, keys_from
from clubsite.settings.redis_address import redis_address
from clubsite.settings.sweeps import every

SECRET_KEY = env("SECRET_KEY")
DEAL_KEYS = keys_from(env)
if not DEAL_KEYS:
    raise SystemExit("Set DEAL_KEYS to 50 random letters and figures: the key that seals boards until they are played.")
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS += [f"https://{host}" for host in ALLOWED_HOSTS if host not in ("*",)]

env.address("DATABASE_URL", POSTGRES)
DATABASES = {"default": env.db("DATABASE_URL")}
DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# A server whose cable was pulled is given up after 10 seconds.
DATABASES["default"]["OPTIONS"] = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,  # ms
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    **DATABASES["default"].get("OPTIONS", {}),
}
# For pages and jobs. The tables' threads have nine connections beside the pool (`play/threads.py`).
DATABASES["default"]["OPTIONS"]["pool"] = {
    "min_size": 2,
    "max_size": env.int("DB_POOL", default=12),
    "timeout": 20,
}

REDIS_URL = env.address("REDIS_URL", REDIS)
redis = redis_address(REDIS_URL)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [redis.for_channels],
            "prefix": env("REDIS_PREFIX", default="clubsite"),
            "symmetric_encryption_keys": DEAL_KEYS,  # views have cards in them
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "clubsite.caches.ForgivingCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": env("REDIS_PREFIX", default="clubsite"),
        "OPTIONS": {
            **redis.for_cache,
            "serializer": "clubsite.caches.SealedSerializer",
        },
    }
}
globals().update(redis.for_celery)
CELERY_TASK_DEFAULT_QUEUE = env("REDIS_PREFIX", default="clubsite")
SLOW_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-slow"
MAIL_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-mail"
QUEUES = (CELERY_TASK_DEFAULT_QUEUE, MAIL_QUEUE, SLOW_QUEUE)
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in QUEUES]
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **redis.for_celery.get("CELERY_BROKER_TRANSPORT_OPTIONS", {}),
    # A worker takes mail, and then a slow job, only when no other waits: queues are served in the order of their names.
    "queue_order_strategy": "sorted",
    # A process that asks for a job waits at most these seconds for a Redis that does not answer.
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A slow sweep that nobody has taken by the next one is thrown away, so that they do not pile up behind a long
# search.
SLOWLY = {"queue": SLOW_QUEUE, "expires": SWEEP_SECONDS}
CELERY_BEAT_SCHEDULE |= {
    name: {"task": name, "schedule": every(SWEEP_SECONDS), "options": SLOWLY} for name in SLOW_SWEEPS
}
CELERY_BEAT_SCHEDULE["outbox.sweep"]["options"] = SLOWLY | {"queue": MAIL_QUEUE}
EMBEDDED_JOBS = False
HASHES_AT_ONCE = env.int("HASHES_AT_ONCE", default=1)  # in each of the two web processes

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "clubsite.staticfiles.BundledStorage"},
}

TLS = env.switch("TLS", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = TLS
SESSION_COOKIE_SECURE = TLS
CSRF_COOKIE_SECURE = TLS
if TLS:
    # A year and subdomains bind a club for long, so a club asks for them itself.
    SECURE_HSTS_SECONDS = 3600 * 24 * (365 if env.switch("HSTS_YEAR", default=False) else 30)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.switch("HSTS_SUBDOMAINS", default=False)

# Programs read the log of a club server.
LOG_FORMAT = env("LOG_FORMAT", default="json")
if LOG_FORMAT not in LOGGING["formatters"]:
    raise SystemExit(f"LOG_FORMAT={LOG_FORMAT} is no format of the log. Write LOG_FORMAT=json or LOG_FORMAT=text.")
LOGGING["handlers"]["console"]["formatter"] = LOG_FORMAT
# The web processes keep their counts there for one another. It must exist before the first of them counts.
if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    Path(folder).mkdir(parents=True, exist_ok=True)
