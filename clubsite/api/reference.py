"""The description as a page reads it: each address, what may be asked, the fields of the answer."""

from dataclasses import dataclass
from typing import Any

from clubsite.api.schema import document

Json = dict[str, Any]
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a field; `name` of one inside another is `rows.place`."""

    name: str
    kind: str
    words: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    address: str
    anchor: str
    words: str
    token: bool
    asked: list[Field]
    sent: list[Field]
    answer: str
    fields: list[Field]


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    operations: list[Operation]


def reference() -> list[Group]:
    """Every door, by the first word of its address."""
    groups: dict[str, list[Operation]] = {}
    for address, methods in document()["paths"].items():
        for method, described in methods.items():
            groups.setdefault(described["tags"][0], []).append(_operation(address, method, described))
    return [Group(title.capitalize(), operations) for title, operations in groups.items()]


def _operation(address: str, method: str, described: Json) -> Operation:
    answer = described["responses"]["200"]["content"]["application/json"]["schema"]
    sent = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return Operation(
        method=method.upper(),
        address=address,
        anchor=described["operationId"],
        words=described["description"],
        token=any(described.get("security", [])),
        asked=[
            Field(p["name"], _kind(p["schema"]), p.get("description", ""), p.get("required", False))
            for p in described.get("parameters", [])
        ],
        sent=_fields(sent),
        answer="A list" if answer.get("type") == "array" else "An object",
        fields=_fields(answer),
    )


def _resolved(schema: Json) -> Json:
    """A schema with what it refers to."""
    for name in (schema, *schema.get("allOf", [])):
        if "$ref" in name:
            found: Json = document()["components"]["schemas"][name["$ref"].rpartition("/")[2]]
            return found | {key: value for key, value in schema.items() if key in ("description", "nullable")}
    return schema


def _fields(schema: Json, at: str = "", depth: int = 0) -> list[Field]:
    """Depth first, in the order of the answer."""
    schema = _resolved(schema)
    if schema.get("type") == "array":
        return _fields(schema["items"], at, depth)
    found = []
    for name, inner in schema.get("properties", {}).items() if depth < DEEPEST else ():
        inner, whole = _resolved(inner), at + name
        found.append(
            Field(whole, _kind(inner), inner.get("description", ""), name in schema.get("required", []))
        )
        found += _fields(inner, f"{whole}.", depth + 1)
    return found


def _kind(schema: Json) -> str:
    schema = _resolved(schema)
    kind: str = schema.get("type", "")
    if kind == "array":
        inner = _kind(schema["items"])
        kind = f"list of {inner}" + ("" if inner.endswith("s") else "s")
    elif "enum" in schema:
        kind = " or ".join(map(str, filter(None, schema["enum"])))
    elif "format" in schema:
        kind = str(schema["format"])
    elif "example" in schema:
        kind = f"text, {schema['example']}"
    kind = {"integer": "number", "string": "text", "boolean": "yes or no"}.get(kind, kind)
    return f"{kind}, or null" if schema.get("nullable") else kind
