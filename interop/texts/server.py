"""A server of the Python SDK or of FastMCP: server.py mcp.server.fastmcp|mcp.server|fastmcp|mcp.server.lowlevel"""

import asyncio
import importlib
import sys
from typing import Annotated, Literal

from pydantic import BaseModel, Field

name = sys.argv[1]


class Entity(BaseModel):
    entityType: str


def ring(
    pitch: Annotated[int, Field(ge=1, le=7)],
    city: str,
    tone: Literal["low", "high"] | None = None,
    entities: list[Entity] | None = None,
) -> str:
    return "done"


def strict(city: str) -> str:
    return "done"


def decorated(server) -> None:
    for tool in (ring, strict):
        server.tool()(tool)
    server.run(transport="stdio")


async def lowlevel() -> None:
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.types import Tool

    server = Server("texts")
    entity = {"type": "object", "required": ["entityType"], "properties": {"entityType": {"type": "string"}}}
    properties = {
        "pitch": {"type": "integer", "minimum": 1, "maximum": 7},
        "city": {"type": "string"},
        "tone": {"enum": ["low", "high"]},
        "entities": {"type": "array", "items": entity},
    }
    city = {"city": {"type": "string"}}

    @server.list_tools()
    async def tools() -> list[Tool]:
        return [
            Tool(name="ring", inputSchema={"type": "object", "required": ["pitch", "city"], "properties": properties}),
            Tool(name="strict", inputSchema={"type": "object", "properties": city, "additionalProperties": False}),
        ]

    @server.call_tool()
    async def call(tool: str, arguments: dict) -> list:
        return []

    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if name == "mcp.server.lowlevel":
    asyncio.run(lowlevel())
else:
    module = importlib.import_module(name)
    decorated((getattr(module, "FastMCP", None) or module.MCPServer)("texts"))
