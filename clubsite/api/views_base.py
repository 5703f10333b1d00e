"""The common parts of all API views: strict parameters, pages, ETags, and access by other sites."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import decorator_from_middleware, method_decorator
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.http import conditional_page
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from clubsite.api.authentication import ByAddress, ByToken, ClubToken, HasScope
from clubsite.api.parameters import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, NoQuery, PageQuery, StrictSerializer, query_of
from clubsite.clubs.models import ApiToken
from clubsite.clubs.services import READ, WRITE
from clubsite.core.json_rules import json_loaded
from clubsite.core.refused import Refused


class LinkPagination(PageNumberPagination):
    """Pages with `Total-Count`, and `Link` (RFC 8288) to the first, previous, next and last page."""

    page_size = DEFAULT_PAGE_SIZE
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE

    def get_page_number(self, request: Request, paginator: Paginator) -> int:
        number = int(super().get_page_number(request, paginator))
        if number > paginator.num_pages:
            raise NotFound(f"There is no page {number}: the last is {paginator.num_pages}.")
        return number

    def get_paginated_response(self, data: Any) -> Response:
        assert self.page is not None and self.request is not None
        pages, number = self.page.paginator, self.page.number
        address = self.request.build_absolute_uri()
        numbers = {"first": 1, "prev": number - 1, "next": number + 1, "last": pages.num_pages}
        links = [
            f'<{replace_query_param(address, "page", to)}>; rel="{rel}"'
            for rel, to in numbers.items()
            if to in pages.page_range
        ]
        return Response(data, headers={"Total-Count": str(pages.count), "Link": ", ".join(links)})


class StrictJSONParser(JSONParser):
    """A parser that answers 400 to anything but plain JSON, such as an object that has the same key twice."""

    def parse(self, stream: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return json_loaded(stream.read())
        except Refused as no:
            raise ParseError(str(no)) from None


class ReadByAnySite(MiddlewareMixin):
    """Middleware that lets scripts on other sites read the response, including a 304."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag, Link, Total-Count, Retry-After"
        if request.method == "OPTIONS":
            response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
            response["Access-Control-Allow-Headers"] = "If-None-Match"
        return response


class ApiView(APIView):
    """An API view. `query_class` defines the parameters after `?` unless `list_in_pages` defines others.

    `query` holds the given parameters, without the page's number and size. Every successful response has
    `cache_control`.
    """

    parser_classes = (StrictJSONParser,)
    query_class: ClassVar[type[StrictSerializer]] = NoQuery
    cache_control = "no-cache"
    query: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        method = (request.method or "").lower()
        if method == "options" or not hasattr(self, method):  # the second is answered with 405
            return
        query_class = self.query_class if method in ("get", "head") else NoQuery
        query_class = getattr(getattr(self, method), "query_class", query_class)
        query = query_class(data=query_of(request.query_params))
        query.is_valid(raise_exception=True)
        self.query = {name: value for name, value in query.validated_data.items() if name not in PageQuery().fields}

    def paginated(
        self,
        rows: Sequence[Any] | QuerySet[Any],
        serializer: type[Serializer],
        wrap: Callable[[list[Any]], list[Any]] | None = None,
    ) -> Response:
        """Return the requested page of `rows`. `wrap` turns the page's rows into what the serializer reads."""
        pages = LinkPagination()
        # The stubs ask for a queryset; a paginator takes any sequence.
        page: Any = pages.paginate_queryset(rows, self.request, view=self)  # type: ignore[arg-type]
        return pages.get_paginated_response(serializer(wrap(list(page)) if wrap else page, many=True).data)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        good = response.status_code == 200 and request.method in ("GET", "HEAD")
        response["Cache-Control"] = self.cache_control if good else "no-store"
        return response


@method_decorator(decorator_from_middleware(ReadByAnySite), name="dispatch")
@method_decorator(conditional_page, name="dispatch")  # here, so that scripts of other sites may read the 304
class PublicView(ApiView):
    """A view of published results, for everybody."""

    authentication_classes = ()
    throttle_classes = (ByAddress,)
    cache_control = "public, no-cache"


class TokenView(ApiView):
    """A view of a club's own sessions, for a program with its token."""

    authentication_classes = (ClubToken,)
    permission_classes = (HasScope,)
    throttle_classes = (ByToken,)
    cache_control = "private, no-cache"
    read_scope, write_scope = READ, WRITE

    @property
    def token(self) -> ApiToken:
        token: Any = self.request.auth
        assert isinstance(token, ApiToken)
        return token

    def body(self, serializer: type[StrictSerializer]) -> Any:
        """Return the message as validated data. Raise ValidationError if it is not valid."""
        message = serializer(data=self.request.data, context={"typed": True})
        message.is_valid(raise_exception=True)
        return message.validated_data
