"""The API's description: as JSON for programs, and as a page for their authors."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import SessionAuthentication
from rest_framework.views import exception_handler

from clubsite.api.views_base import PublicView


class SchemaView(PublicView, SpectacularJSONAPIView):
    renderer_classes = [OpenApiJsonRenderer2]  # as `application/json`


class ReferenceView(SpectacularSwaggerSplitView):
    """Swagger UI on a page of this site. Its script has an address of its own, as the site refuses inline scripts."""

    url_name = "api:schema"
    template_name = "api/reference.html"
    template_name_js = "api/reference.js"
    authentication_classes = [SessionAuthentication]  # the masthead names the user

    def get_exception_handler(self) -> Callable[..., Any]:
        """Return DRF's own exception handler, because errors on this page are shown as text."""
        return exception_handler
