"""The club server: PostgreSQL, Redis, several web processes, a Celery worker and beat.

Everything that a club must choose comes from the environment: SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL, REDIS_URL.
"""

from clubsite.settings.base import *  # noqa: F403
from clubsite.settings.base import env

SECRET_KEY = env("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host not in ("*",)]

DATABASES = {"default": env.db("DATABASE_URL")}
DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
    "min_size": 2,
    "max_size": env.int("DB_POOL", default=10),
    "timeout": 20,
}

REDIS_URL = env("REDIS_URL")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": env("REDIS_PREFIX", default="clubsite")},
    }
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_DEFAULT_QUEUE = env("REDIS_PREFIX", default="clubsite")
EMBEDDED_JOBS = False

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "clubsite.staticfiles.HashedStorage"},
}

TLS = env.bool("TLS", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = TLS
SESSION_COOKIE_SECURE = TLS
CSRF_COOKIE_SECURE = TLS
SECURE_HSTS_SECONDS = 3600 * 24 * 30 if TLS else 0
