"""A server of an SDK, whose tools fail in the ways that its authors have: servers.py mcp.server.fastmcp|mcp.server|fastmcp"""

import importlib
import sys
from typing import Annotated

from pydantic import Field

module = importlib.import_module(sys.argv[1])
server = (getattr(module, "FastMCP", None) or module.MCPServer)("bells")
try:
    from mcp.server.fastmcp.exceptions import ToolError
except ImportError:
    exceptions = "fastmcp.exceptions" if sys.argv[1] == "fastmcp" else "mcp.server.mcpserver.exceptions"
    ToolError = importlib.import_module(exceptions).ToolError


@server.tool()
def tool_error() -> str:
    raise ToolError('There is no bell "back". Call list_bells.')


@server.tool()
def value_error() -> str:
    raise ValueError("times must be at least 1")


@server.tool()
def timeout_error() -> str:
    raise TimeoutError("the bell did not respond in 5 seconds")


@server.tool()
def private_error() -> str:
    raise RuntimeError("password=hunter2-canary for postgres://bells:hunter2-canary@10.0.0.7/bells")


@server.tool()
def strict(bell: str, times: Annotated[int, Field(ge=1)]) -> str:
    return "ding"


server.run(transport="stdio")
