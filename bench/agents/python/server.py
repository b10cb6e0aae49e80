"""A server of the Python SDK or of FastMCP: server.py mcp.server.fastmcp|mcp.server|fastmcp"""

import importlib
import logging
import sys

import shop
from inputs import (
    Airport,
    Attendees,
    Binding,
    CabinClass,
    Copies,
    Day,
    Delivery,
    Isbn,
    Labels,
    Minutes,
    OrderBooks,
    Payment,
    PlanTrip,
    Price,
    Recipient,
    Reminder,
    Room,
    ScheduleMeeting,
    Stops,
    Subject,
    Time,
    Travellers,
    Urgency,
)

logging.disable(logging.CRITICAL)
module = importlib.import_module(sys.argv[1])
server = (getattr(module, "FastMCP", None) or module.MCPServer)("shop")
EXCEPTIONS = {"mcp.server": "mcp.server.mcpserver", "mcp.server.fastmcp": "mcp.server.fastmcp", "fastmcp": "fastmcp"}
ToolError = importlib.import_module(EXCEPTIONS[sys.argv[1]] + ".exceptions").ToolError


@server.tool()
def plan_trip(
    origin: Airport,
    destination: Airport,
    depart_on: Day,
    travellers: Travellers,
    payment: Payment,
    cabin_class: CabinClass | None = None,
    max_stops: Stops | None = None,
    flexible: bool | None = None,
) -> str:
    return PlanTrip(**locals()).model_dump_json(exclude_none=True)


@server.tool()
def order_books(
    isbn: Isbn,
    copies: Copies,
    binding: Binding,
    recipient: Recipient,
    delivery: Delivery,
    gift_wrap: bool | None = None,
    max_price: Price | None = None,
    labels: Labels | None = None,
) -> str:
    return OrderBooks(**locals()).model_dump_json(exclude_none=True)


@server.tool()
def schedule_meeting(
    subject: Subject,
    begins_at: Time,
    duration_minutes: Minutes,
    attendees: Attendees,
    reminder: Reminder,
    urgency: Urgency | None = None,
    online: bool | None = None,
    room: Room | None = None,
) -> str:
    return ScheduleMeeting(**locals()).model_dump_json(exclude_none=True)


@server.tool()
async def place_order(item: str) -> str:
    return await shop.order(item)


@server.tool()
async def read_report(report: str) -> str:
    try:
        return await shop.report(report)
    except shop.Refusal as refusal:
        raise ToolError(str(refusal)) from refusal


@server.tool()
async def audit_ledger(step: str) -> str:
    return await shop.audit(step)


server.run(transport="stdio")
