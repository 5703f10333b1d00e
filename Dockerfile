# The club server's image: web, worker and beat are the same image with other commands (docker-compose.yml).
# Python 3.11 on bookworm is the oldest that we promise, and what CI builds this over: a bare Debian 12 in its place.
FROM python:3.11-slim-bookworm AS core
RUN apt-get update && apt-get install -y --no-install-recommends g++
WORKDIR /app
COPY games games
COPY solver solver
RUN python -m solver.build --required

FROM python:3.11-slim-bookworm
# `make image` gives the version in pyproject.toml.
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Two Handed Solo Bridge for clubs" \
      org.opencontainers.image.description="Club nights: movements, live tables, match points, results" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.licenses="BSD-3-Clause"
# Two heaps: with one a thread, glibc keeps more and more freed memory (docs/scale.md).
ENV MALLOC_ARENA_MAX=2 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DJANGO_SETTINGS_MODULE=clubsite.settings.production
# pg_dump for the backups, which lie in a volume that belongs to the site's user.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home club && install -d -m 700 -o club /backups
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.lock
COPY manage.py pyproject.toml LICENSE ./
COPY games games
COPY scoring scoring
COPY movements movements
COPY --from=core /app/solver solver
COPY clubsite clubsite
COPY templates templates
COPY static static
COPY docs/rules docs/rules
# The build needs no secret and no server: these values are only there so that the settings can be read.
RUN SECRET_KEY=build DEAL_KEYS=only-for-the-build-of-this-image-1 ALLOWED_HOSTS=localhost DATABASE_URL=postgres://none REDIS_URL=redis://none \
    python manage.py collectstatic --noinput && chown -R club /app/var
USER club
EXPOSE 8000
# A worker or beat is the same image with another command, and has no port that could be asked.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ! grep -q uvicorn /proc/1/cmdline || \
        python -c "import urllib.request as u; u.urlopen('http://127.0.0.1:${PORT:-8000}/health/live', timeout=5)"
# No access log: its lines would hold seat keys and table codes. More options may follow the command.
CMD ["sh", "-c", "exec uvicorn clubsite.asgi:application --host 0.0.0.0 --port ${PORT:-8000} --workers ${WEB_PROCESSES:-2} --ws-max-size 4096 --no-access-log --proxy-headers --timeout-graceful-shutdown 5 \"$@\"", "web"]
