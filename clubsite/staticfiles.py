"""Static files as they are served: compressed, with hashed names, and with each page's scripts in one file.

`collectstatic` makes these files. With DEBUG, the sources are served instead, so that an edit takes effect on
the next reload.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from clubsite.core.bundles import imported, script_bundle, sheet_bundle
from clubsite.installation import site_version

Paths = dict[str, tuple[Any, str]]
"""The name of a file -> its storage, and its name there."""


class BundledStorage(CompressedManifestStaticFilesStorage):
    """A storage that bundles our scripts and style sheets by page (`core/bundles.py`). Each file's name contains its
    hash.
    """

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Post-process as Django and WhiteNoise do, after replacing sources with bundles. Raise NotBundled if bundling
        fails.
        """
        if not dry_run:
            self._bundle(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _bundle(self, paths: Paths) -> None:
        ours = {name: _text(*paths[name]) for name in paths if name.startswith(("css/", "js/"))}
        parts = {part for name, source in ours.items() for part in imported(name, source)}
        for name in ours:
            self.delete(name)
            if name in parts:
                del paths[name]  # no page asks for it
                continue
            make = script_bundle if name.startswith("js/") else sheet_bundle
            self._save(name, ContentFile(make(name, ours.__getitem__).encode()))
            paths[name] = (self, name)


def _text(storage: Any, name: str) -> str:
    with storage.open(name) as file:
        return str(file.read().decode())


def version() -> str:
    """Return a hash that changes when any static file changes, or "" if the sources are served."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def collect_if_changed() -> None:
    """Run `collectstatic` if any source has changed. Used for a site that is started from its sources."""
    kept = Path(settings.STATIC_ROOT).with_suffix(".sources")
    now = _sources()
    if not kept.exists() or kept.read_text() != now:
        call_command("collectstatic", interactive=False, verbosity=0)
        kept.write_text(now)


def _sources() -> str:
    """Return a hash of all static files' names, sizes and modification times, of the programs that bundle them, and of
    the version, because files from two wheels may have the same times.
    """
    files = [(name, storage.path(name)) for finder in get_finders() for name, storage in finder.list([])]
    here = Path(__file__).parent
    files += [(path.name, str(path)) for path in (here / "staticfiles.py", here / "core/bundles.py")]
    stats = [(name, path, Path(path).stat()) for name, path in sorted(files)]
    lines = [f"{name} {path} {stat.st_size} {stat.st_mtime_ns}" for name, path, stat in stats]
    return sha256("\n".join([site_version(), *lines]).encode()).hexdigest()
