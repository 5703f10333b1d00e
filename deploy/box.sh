# What `install`, `upgrade` and `uninstall` share: where everything lies on a Debian box, and how the site starts and stops.
# shellcheck shell=sh

code=/opt/club            # `releases`, one folder for each version that was installed, and `current`, a link to one
settings=/etc/club        # site.env, owner.env and the Caddyfile
data=/var/lib/club        # backups; and for an embedded site its database and the key for unopened boards
units=/etc/systemd/system
checkout=$(cd "$(dirname "$0")/.." && pwd)
club_services="club-web club-worker club-slow-worker club-beat"
apt="apt-get -q -y --no-install-recommends"

say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 1; }
need_root() { [ "$(id -u)" = 0 ] || stop "Run this as root: sudo $0 $*"; }
systemd_runs() { [ -d /run/systemd/system ]; }
is_embedded() { grep -qs '^DJANGO_SETTINGS_MODULE=clubsite.settings.local$' $settings/site.env; }
setting() { sed -n "s/^$1=//p" $settings/site.env; } # NAME: its value in site.env
random_key() { python3 -c 'import secrets, string; print("".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(50)))'; }

as_club() { # [--owner | --retention] RELEASE COMMAND...: a command of manage.py, by the site's user, by that role of the database
  role=/dev/null
  case $1 in --*) role=$settings/${1#--}.env; shift ;; esac
  release=$1
  shift
  ( set -a; . $settings/site.env; . "$role"; set +a
    export HOME=$data PYTHONDONTWRITEBYTECODE=1
    cd "$release" && exec setpriv --reuid=club --regid=club --clear-groups --no-new-privs .venv/bin/python manage.py "$@" )
}

release_make() { # copy the code of this checkout to a folder of its own with its libraries; its path in $made
  made=$code/releases/$(date +%Y%m%d-%H%M%S)
  mkdir -p "$made"
  trap 'rm -rf "$made"' EXIT
  for part in manage.py pyproject.toml requirements.lock LICENSE games scoring movements solver clubsite templates static deploy; do
    cp -R "$checkout/$part" "$made/"
  done
  mkdir "$made/docs" && cp -R "$checkout/docs/rules" "$checkout"/docs/*.md "$made/docs/"
  find "$made" -name __pycache__ -prune -exec rm -r {} +
  chown -R root:root "$made" && chmod -R u=rwX,go=rX "$made"
  ( cd "$made" && umask 022
    say "Installing the libraries into $made"
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.lock
    .venv/bin/python -m solver.build
    .venv/bin/python -m compileall -q games scoring movements solver clubsite
    # The build needs no secret and no server: these values are only there so that the settings can be read.
    DJANGO_SETTINGS_MODULE=clubsite.settings.production SECRET_KEY=build DEAL_KEYS=only-for-the-files-of-this-release-1 \
      ALLOWED_HOSTS=localhost DATABASE_URL=postgres://none REDIS_URL=redis://none \
      .venv/bin/python manage.py collectstatic --noinput >/dev/null )
  trap - EXIT
}

release_use() { # RELEASE: from now on this one is served, by its own unit files
  ln -sfn "$1" $code/current.new && mv -T $code/current.new $code/current
  cp -R "$1"/deploy/systemd/club* $units/
  install -m 755 "$1/deploy/club" /usr/local/sbin/club
  ! systemd_runs || systemctl daemon-reload
}

site_stop() { ! systemd_runs || systemctl stop club.target club-embedded.service $(printf '%s.service ' $club_services); }

site_start() { # and wait until it answers
  systemd_runs || { say "systemd does not run here: nothing was started."; return 0; }
  if is_embedded; then wanted=club-embedded; else wanted=$club_services; fi
  systemctl enable --quiet club.target club-backup.timer $(printf '%s.service ' $wanted)
  systemctl start club.target club-backup.timer && site_answers
}

site_answers() { # true if the site is ready within a minute
  port=$(setting PORT)
  python3 - "http://127.0.0.1:${port:-8000}/health/ready" <<'PYTHON'
import sys, time, urllib.request

for _ in range(60):
    try:
        urllib.request.urlopen(sys.argv[1], timeout=5)
        sys.exit(0)
    except OSError as error:
        why = error
        time.sleep(1)
sys.exit(f"{sys.argv[1]} does not answer: {why}. See: journalctl -u 'club-*'")
PYTHON
}
