"""Static files with hashed names, JavaScript's module imports included (experimental in Django, tested here)."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import ... from "./x.js";` to the hashed name. Imports need their semicolon."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # one for each file in the longest chain of imports, of which there are ten
