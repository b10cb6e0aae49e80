"""An agent with the Python SDK for A2A on Starlette."""
import os

import uvicorn
from a2a.helpers.proto_helpers import new_text_message
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface
from starlette.applications import Starlette

port = int(os.environ["PORT"])
card = AgentCard(
    name="bells", description="Rings bells.", version="1", capabilities=AgentCapabilities(),
    default_input_modes=["text/plain"], default_output_modes=["text/plain"],
    supported_interfaces=[AgentInterface(url=f"http://127.0.0.1:{port}/a2a", protocol_binding="JSONRPC", protocol_version="1.0")],
)


class Bells(AgentExecutor):
    async def execute(self, context, event_queue):
        await event_queue.enqueue_event(new_text_message("ding dong"))

    async def cancel(self, context, event_queue):
        raise NotImplementedError


handler = DefaultRequestHandler(Bells(), InMemoryTaskStore(), card)
app = Starlette(routes=create_agent_card_routes(card) + create_jsonrpc_routes(handler, "/a2a"))
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
