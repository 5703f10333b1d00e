"""Answers that a browser saves as a file."""

from typing import Any

from django.http import HttpResponse, JsonResponse


def attached(data: bytes | str, name: str, kind: str) -> HttpResponse:
    """Return a file of this name and MIME type."""
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def attached_json(data: Any, name: str) -> HttpResponse:
    """Return JSON as a file of this name, in lines that people can read."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
