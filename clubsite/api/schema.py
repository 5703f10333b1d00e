"""The API's description (OpenAPI), made from the views themselves: their parameters, responses and refusals."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import SessionAuthentication
from rest_framework.views import exception_handler

from clubsite.api.errors import PROBLEM
from clubsite.api.parameters import StrictSerializer
from clubsite.api.views_base import PublicView
from clubsite.core.json_rules import Day, Fields, Maybe, Moment, Rows, Text, Whole, Word, Yes
from clubsite.events.selectors import event_rules

Json = dict[str, Any]
TEXT, REFUSAL_TEXT = (
    {"type": "string"},
    "Why not: `detail` is for a person, `errors` has a sentence for each field at fault",
)
FIELD_FAULT = {"type": "object", "properties": {"field": TEXT, "detail": TEXT}, "required": ["field", "detail"]}
REFUSAL = {
    "type": "object",
    "description": REFUSAL_TEXT,
    "properties": {
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": TEXT,
        "errors": {"type": "array", "items": FIELD_FAULT},
    },
    "required": ["title", "status", "detail"],
}
COMMON_REFUSALS = {
    "400": "Not understood",
    "404": "Not there, or not published",
    "406": "The program accepts no JSON",
    "429": "Too many in a minute",
}
OF_A_HEAT = {"409": "Not now, or not any more: the sentence says why"}
WITH_STATE = {
    "202": "It takes results away after the window: the organiser decides",
    "412": "The heat has another state than the one that this one replaces",
    "428": "The number of the state that it replaces is missing",
}
WITH_TOKEN = {"401": "No good token", "403": "The token lacks the scope"}
WITH_BODY = {
    "409": "Another score counts by now than the one that was seen",
    "413": "Too much for one message",
    "415": "Not JSON",
    "422": "Well written, and not possible at this table",
}


class ClubTokenScheme(OpenApiAuthenticationExtension):
    target_class = "clubsite.api.authentication.ClubToken"
    name = "clubToken"

    def get_security_definition(self, auto_schema: Any) -> Json:
        return {"type": "http", "scheme": "bearer", "description": "Made on a club's page “Programs and tokens”"}


class HeatTokenScheme(ClubTokenScheme):
    target_class = "clubsite.api.authentication.HeatToken"
    name = "heatToken"

    def get_security_definition(self, auto_schema: Any) -> Json:
        words = "Of one heat of an event: the answer to an invitation's key"
        return {**super().get_security_definition(auto_schema), "description": words}


NAMED: dict[str, Fields] = {
    "EventFacts": event_rules.FACTS,
    "Heat": event_rules.HEAT,
    "HeatState": event_rules.STATE,
    "EventStanding": event_rules.STANDING,
    "EventRanking": event_rules.RANKING,
}
"""Objects of the calls between servers that have a name in the description."""


def schema_of(rule: Any) -> Json:
    """Return the JSON schema of a rule of `core.json_rules`, or of an object of rules."""
    if name := next((name for name, named in NAMED.items() if named is rule), ""):
        return {"$ref": f"#/components/schemas/{name}"}
    return _schema(rule)


def _schema(rule: Any) -> Json:
    if isinstance(rule, Mapping):
        needed = [name for name in rule if not name.endswith("?")]
        fields = {name.rstrip("?"): schema_of(field) for name, field in rule.items()}
        schema = {"type": "object", "properties": fields, "additionalProperties": False}
        return schema | ({"required": needed} if needed else {})
    if isinstance(rule, Maybe):
        return {**schema_of(rule.rule), "nullable": True}
    if isinstance(rule, Rows):
        least = {"minItems": rule.least} if rule.least else {}
        return {"type": "array", "items": schema_of(rule.rule), **least, "maxItems": rule.most}
    return _value_schema(rule)


def _value_schema(rule: Any) -> Json:
    if isinstance(rule, Text):
        form = {"pattern": f"^({rule.pattern}){'?' if rule.empty else ''}$"} if rule.pattern else {}
        return {**TEXT, "maxLength": rule.longest, **form, **({} if rule.empty else {"minLength": 1})}
    if isinstance(rule, Word):
        return {**TEXT, "enum": [str(word) for word in rule.words]}
    if isinstance(rule, Whole):
        return {"type": "integer", "minimum": rule.least, "maximum": rule.most}
    if isinstance(rule, Yes):
        return {"type": "boolean"}
    if isinstance(rule, Moment):
        return {**TEXT, "format": "date" if isinstance(rule, Day) else "date-time"}
    return dict(rule.schema)


def _header(name: str, kind: type, words: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=words, response=[200])


def list_in_pages(operation_id: str, query: type[StrictSerializer], serializer: Any) -> Callable[[Any], Any]:
    """Describe a `get` that returns a list in pages, and make it accept the parameters of `query` after `?`."""
    total = _header("Total-Count", int, "How many there are on all pages")
    link = _header("Link", str, "Addresses of the first, previous, next and last page (RFC 8288)")

    def describe(get: Any) -> Any:
        get.query_class = query
        parameters: Any = [query, total, link]
        return extend_schema(operation_id=operation_id, parameters=parameters, responses=serializer(many=True))(get)

    return describe


PATH_WORDS = {
    "heat_id": "The `heat` that the answer to an invitation's key named",
    "slug": "The club's short name, as in the address of its page",
    "public_id": "The `id` of the session, the series or the event, as in the address of its page",
    "key": "The board's `key`: its number, after the letter of a section that has boards of its own",
    "table_board": "A board at a table: the `table_board` of a line",
}


def complete(result: Json, generator: SchemaGenerator, request: Any, public: bool) -> Json:
    """Add what all views share: refusals, the ETag, and the refusal of unknown names in request bodies."""
    schemas = result["components"]["schemas"]
    schemas |= {name: _schema(named) for name, named in NAMED.items()}
    for path in result["paths"].values():
        for method, operation in path.items():
            operation["summary"] = operation.pop("description")  # one sentence each
            operation["responses"] |= _refusals(operation)
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    parameter["description"] = PATH_WORDS[parameter["name"]]
            if method == "get":
                _tag(operation["responses"])
            for content in operation.get("requestBody", {}).get("content", {}).values():
                if reference := content["schema"].get("$ref"):
                    schemas[reference.rpartition("/")[2]]["additionalProperties"] = False
    schemas["LineScoreInput"]["additionalProperties"] = False
    schemas["Problem"] = REFUSAL
    return result


def _refusals(operation: Json) -> Json:
    words = dict(COMMON_REFUSALS)
    words |= WITH_TOKEN if any(operation.get("security", [{}])) else {}
    words |= WITH_BODY if "requestBody" in operation else {}
    words |= OF_A_HEAT if operation["operationId"].startswith("heat") else {}
    words |= WITH_STATE if operation["operationId"] == "heat_state" else {}
    content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": text, "content": content} for status, text in sorted(words.items())}


def _tag(responses: Json) -> None:
    etag = {"schema": {"type": "string"}, "description": "Send it back as `If-None-Match`"}
    responses["200"].setdefault("headers", {})["ETag"] = etag
    responses["304"] = {"description": "As you have it: the answer to an `If-None-Match` that is up to date"}


class SchemaView(PublicView, SpectacularJSONAPIView):
    renderer_classes = [OpenApiJsonRenderer2]  # as `application/json`


class ReferenceView(SpectacularSwaggerSplitView):
    """Swagger UI on a page of this site. Its script is served separately, because the site refuses inline scripts."""

    url_name = "api:schema"
    template_name = "api/reference.html"
    template_name_js = "api/reference.js"
    authentication_classes = [SessionAuthentication]  # the masthead names the user

    def get_exception_handler(self) -> Callable[..., Any]:
        """Return DRF's own exception handler, because errors on this page are shown as text."""
        return exception_handler
