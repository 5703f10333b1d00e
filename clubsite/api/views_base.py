"""What every door does alike: parse strictly, one page of many, an ETag of the answer, who else may read it."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.http import parse_etags
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from clubsite.api.authentication import ByAddress, ByToken, ClubToken, Scoped
from clubsite.api.parameters import NoQuery, Strict, asked
from clubsite.clubs.api_tokens import READ, WRITE


class AlwaysJson(BaseContentNegotiation):
    """There is one form of an answer; a browser that would rather have a page gets it too."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        kind = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: Any = None) -> Any:
        only = next(iter(renderers))
        return only, only.media_type


class Json(JSONParser):
    """What lies deeper in itself than Python goes is no message."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("JSON parse error - lists lie too deep in one another.") from None


class Door(APIView):
    """`accepts` names what may stand behind the address's question mark; `caching` goes with every good answer."""

    content_negotiation_class = AlwaysJson
    parser_classes = (Json,)
    accepts: ClassVar[type[Strict]] = NoQuery
    caching = "no-cache"
    wanted: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        method = (request.method or "").lower()
        if method == "options" or not hasattr(self, method):  # the second is answered with 405
            return
        query = (self.accepts if method in ("get", "head") else NoQuery)(data=asked(request.query_params))
        query.is_valid(raise_exception=True)
        self.wanted = dict(query.validated_data)

    def page(
        self, rows: Sequence[Any] | QuerySet[Any], serializer: type[Serializer], wrap: Any = None
    ) -> Response:
        """The page asked for, with `Total-Count` and `Link` (RFC 8288) to those beside it."""
        number, size = self.wanted["page"], self.wanted["page_size"]
        total = rows.count() if isinstance(rows, QuerySet) else len(rows)
        last = max(1, -(-total // size))
        if number > last:
            raise NotFound(f"There is no page {number}: the last is {last}.")
        found = list(rows[(number - 1) * size : number * size])
        data = serializer([wrap(row) for row in found] if wrap else found, many=True).data
        beside = {"first": 1, "prev": number - 1, "next": number + 1, "last": last}
        links = [f'<{self._at(to)}>; rel="{rel}"' for rel, to in beside.items() if 1 <= to <= last]
        return Response(data, headers={"Total-Count": str(total), "Link": ", ".join(links)})

    def _at(self, page: int) -> str:
        return str(replace_query_param(self.request.build_absolute_uri(), "page", page))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == 200 and request.method in ("GET", "HEAD"):
            response["Cache-Control"] = self.caching
            response.add_post_render_callback(self._tagged)
        else:
            response["Cache-Control"] = "no-store"
        return response

    def _tagged(self, response: Response) -> Response:
        """With the ETag of its text: names and solutions may change without a new version, this cannot miss it."""
        response["ETag"] = etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        known = parse_etags(self.request.headers.get("If-None-Match", ""))
        if known == ["*"] or etag in (tag.removeprefix("W/") for tag in known):
            response.status_code, response.content = 304, b""
            del response["Content-Type"]
        return response


class OpenDoor(Door):
    """To what is published: for everybody, from every site's scripts too."""

    authentication_classes = ()
    throttle_classes = (ByAddress,)
    caching = "public, no-cache"

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag, Link, Total-Count, Retry-After"
        if request.method == "OPTIONS":
            response["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
            response["Access-Control-Allow-Headers"] = "If-None-Match"
        return response


class ClubDoor(Door):
    """To a club's own nights, with its token."""

    authentication_classes = (ClubToken,)
    permission_classes = (Scoped,)
    throttle_classes = (ByToken,)
    caching = "private, no-cache"
    read_scope, write_scope = READ, WRITE

    @property
    def token(self) -> Any:
        """The ApiToken."""
        return self.request.auth

    def body(self, kind: type[Strict]) -> Any:
        """The message, understood. Raises ValidationError."""
        message = kind(data=self.request.data, context={"typed": True})
        message.is_valid(raise_exception=True)
        return message.validated_data
