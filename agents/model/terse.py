"""The base of what a model fills in: a schema without what costs tokens and says nothing."""

from __future__ import annotations

from typing import Any, cast

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

NEEDED = "needed"
"""Marks a field (json_schema_extra) that models else forget: to be filled in, if only with null."""
_NOTHING: tuple[object, ...] = (None, "", [], False)


class Terse(BaseModel):
    """An optional field is shown as its type alone: who leaves it out says the same as with null."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The usual schema, its properties shortened."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        properties = cast("dict[str, dict[str, Any]]", schema.get("properties", {}))
        for name, field in properties.items():
            if field.pop(NEEDED, False):
                schema["required"] = [*schema.get("required", []), name]
                field.pop("default", None)
            else:
                properties[name] = _short(field)
        return schema


def _short(field: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in field.items() if key != "title"}
    if "default" in kept and kept["default"] in _NOTHING:
        del kept["default"]
    choices = [choice for choice in kept.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        return {**choices[0], **kept}
    return kept
