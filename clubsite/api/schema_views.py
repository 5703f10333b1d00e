"""The API's description: as JSON for programs, as a page for whoever writes them."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubsite.api.reference import reference
from clubsite.api.schema import document


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI, for generators of clients."""
    answer = JsonResponse(document(), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The same to read."""
    context: dict[str, Any] = {"reference": reference(), "info": document()["info"]}
    return render(request, "api/reference.html", context)
