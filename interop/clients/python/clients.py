"""Prints what a model reads of the failures of a server: clients.py CLIENT URL FAILURES, where FAILURES is the JSON of
../failures.mjs.

Each client is an async context manager of a URL, which returns see(tool, arguments, times): what a model reads after it
called the tool, that many times. Where a framework has a model, a scripted one makes the calls and records what it gets.
"""

import asyncio
import contextlib
import importlib.metadata
import json
import logging
import os
import sys
import warnings
from dataclasses import dataclass, field


@dataclass
class Seen:
    """What a model and a program got of a call."""

    texts: list[str] = field(default_factory=list)  # that the model read, one for each call
    marked: bool = False  # the model, or the program, also gets the fact that the call failed
    meta: bool = False  # the program gets _meta of the result
    thrown: str = ""  # the exception that ends the run

    @property
    def text(self) -> str:
        return f"throws {self.thrown}" if self.thrown and not self.texts else self.texts[0]


def text_of(blocks) -> str:
    return "\n".join(getattr(block, "text", None) or repr(block) for block in blocks)


def has_meta(message) -> bool:
    """Whether a message for a model has _meta of a result, also where only programs look."""
    return "io.github.toolerr/error" in repr(message)


def message_of(error: BaseException) -> str:
    """The text of an exception; of a group, that of its first one."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def without_model(call_tool):
    """The see of a client whose program calls the tools."""

    async def see(tool, arguments, times):
        seen = Seen()
        for _ in range(times):
            result = await call_tool(tool, arguments)
            seen.texts.append(text_of(result.content))
            seen.marked = result.isError if hasattr(result, "isError") else result.is_error
            seen.meta = bool(result.meta)
        return seen

    return see


@contextlib.asynccontextmanager
async def mcp_v1(url):
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with streamable_http_client(url) as (reader, writer, _), ClientSession(reader, writer) as session:
        await session.initialize()
        await session.list_tools()
        yield without_model(session.call_tool)


@contextlib.asynccontextmanager
async def mcp_v2(url):
    from mcp import Client

    async with Client(url) as client:
        await client.list_tools()
        yield without_model(client.call_tool)


@contextlib.asynccontextmanager
async def fastmcp(url):
    from fastmcp import Client

    async with Client(url) as client:
        await client.list_tools()
        yield without_model(client.call_tool)


@contextlib.asynccontextmanager
async def pydantic_ai(url):
    from pydantic_ai import Agent
    from pydantic_ai.mcp import MCPToolset
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    async with MCPToolset(url) as tools:

        async def see(tool, arguments, times):
            seen = Seen()

            def respond(messages, _):
                last = messages[-1].parts[-1]
                if last.part_kind != "user-prompt":
                    seen.texts.append(last.model_response_str(wrap_if_error=False))
                    seen.marked, seen.meta = last.outcome != "success", has_meta(last)
                if len(seen.texts) >= times:
                    return ModelResponse(parts=[TextPart("ok")])
                return ModelResponse(parts=[ToolCallPart(tool, arguments)])

            try:
                await Agent(FunctionModel(respond), toolsets=[tools]).run("Ring.")
            except Exception as error:
                seen.thrown = message_of(error)
            return seen

        yield see


@contextlib.asynccontextmanager
async def openai_agents(url):
    from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage
    from agents.mcp import MCPServerStreamableHttp
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    class Scripted(Model):
        def __init__(self, seen, tool, arguments, times):
            self.seen, self.tool, self.arguments, self.times = seen, tool, arguments, times

        async def get_response(self, system_instructions, input, *rest, **options):
            last = input[-1] if isinstance(input, list) else {}
            if last.get("type") == "function_call_output":
                output = last["output"]
                self.seen.texts.append(output if isinstance(output, str) else "\n".join(part["text"] for part in output))
                self.seen.marked, self.seen.meta = last.get("status") == "incomplete", has_meta(last)
            if len(self.seen.texts) >= self.times:
                content = [ResponseOutputText(type="output_text", text="ok", annotations=[])]
                out = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=content)
            else:
                call_id = f"call{len(self.seen.texts)}"
                out = ResponseFunctionToolCall(type="function_call", call_id=call_id, name=self.tool, arguments=json.dumps(self.arguments))
            return ModelResponse(output=[out], usage=Usage(), response_id=None)

        def stream_response(self, *rest, **options):
            raise NotImplementedError

    async with MCPServerStreamableHttp({"url": url}, cache_tools_list=True) as server:

        async def see(tool, arguments, times):
            seen = Seen()
            agent = Agent("ringer", model=Scripted(seen, tool, arguments, times), mcp_servers=[server])
            try:
                await Runner.run(agent, "Ring.", run_config=RunConfig(tracing_disabled=True))
            except Exception as error:
                seen.thrown = message_of(error)
            return seen

        yield see


@contextlib.asynccontextmanager
async def langchain(url):
    from langchain.agents import create_agent
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage, ToolMessage
    from langchain_core.outputs import ChatGeneration, ChatResult
    from langchain_mcp_adapters.client import MultiServerMCPClient

    class Scripted(BaseChatModel):
        seen: object
        tool: str
        arguments: dict
        times: int

        @property
        def _llm_type(self):
            return "scripted"

        def bind_tools(self, tools, **options):
            return self

        def _generate(self, messages, stop=None, run_manager=None, **options):
            last = messages[-1]
            if isinstance(last, ToolMessage):
                content = last.content
                self.seen.texts.append(content if isinstance(content, str) else "\n".join(part["text"] for part in content))
                self.seen.marked, self.seen.meta = last.status == "error", has_meta(last)
            if len(self.seen.texts) >= self.times:
                answer = AIMessage("ok")
            else:
                call = {"id": f"call{len(self.seen.texts)}", "name": self.tool, "args": self.arguments, "type": "tool_call"}
                answer = AIMessage("", tool_calls=[call])
            return ChatResult(generations=[ChatGeneration(message=answer)])

    tools = await MultiServerMCPClient({"bells": {"transport": "http", "url": url}}).get_tools()

    async def see(tool, arguments, times):
        seen = Seen()
        model = Scripted(seen=seen, tool=tool, arguments=arguments, times=times)
        try:
            await create_agent(model, tools).ainvoke({"messages": [("user", "Ring.")]})
        except Exception as error:
            seen.thrown = message_of(error)
        return seen

    yield see


@contextlib.asynccontextmanager
async def google_adk(url):
    from google.adk.agents import LlmAgent
    from google.adk.models import BaseLlm, LlmResponse
    from google.adk.runners import InMemoryRunner
    from google.adk.tools.mcp_tool import McpToolset, StreamableHTTPConnectionParams
    from google.genai import types

    class Scripted(BaseLlm):
        seen: object
        tool: str
        arguments: dict
        times: int

        async def generate_content_async(self, llm_request, stream=False):
            last = llm_request.contents[-1].parts[-1]
            if last.function_response:
                response = last.function_response.response
                self.seen.texts.append(json.dumps(response, indent=2))
                self.seen.marked = "error" in response or bool(response.get("isError"))
            if len(self.seen.texts) >= self.times:
                part = types.Part(text="ok")
            else:
                part = types.Part(function_call=types.FunctionCall(name=self.tool, args=self.arguments))
            yield LlmResponse(content=types.Content(role="model", parts=[part]))

    tools = McpToolset(connection_params=StreamableHTTPConnectionParams(url=url))

    async def see(tool, arguments, times):
        seen = Seen()
        model = Scripted(model="scripted", seen=seen, tool=tool, arguments=arguments, times=times)
        runner = InMemoryRunner(LlmAgent(name="ringer", model=model, tools=[tools]), app_name="ringer")
        session = await runner.session_service.create_session(app_name="ringer", user_id="ada")
        message = types.Content(role="user", parts=[types.Part(text="Ring.")])
        try:
            async for _ in runner.run_async(user_id="ada", session_id=session.id, new_message=message):
                pass
        except Exception as error:
            seen.thrown = message_of(error)
        return seen

    yield see
    await tools.close()


@contextlib.asynccontextmanager
async def llama_index(url):
    from llama_index.core.agent.workflow import FunctionAgent, ToolCallResult
    from llama_index.core.llms import ChatMessage, MessageRole
    from llama_index.core.llms.mock import MockFunctionCallingLLM
    from llama_index.core.base.llms.types import ToolCallBlock
    from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

    tools = await McpToolSpec(BasicMCPClient(url)).to_tool_list_async()

    async def see(tool, arguments, times):
        seen = Seen()

        def respond(messages, **_):
            last = messages[-1]
            if last.role == MessageRole.TOOL:
                seen.texts.append(last.content)
                seen.meta = has_meta(last)
            done = len(seen.texts) >= times
            call = ToolCallBlock(tool_call_id=f"call{len(seen.texts)}", tool_name=tool, tool_kwargs=arguments)
            message = ChatMessage("ok", role="assistant") if done else ChatMessage(role="assistant", blocks=[call])

            async def stream():
                yield message

            return stream()

        try:
            run = FunctionAgent(tools=tools, llm=MockFunctionCallingLLM(response_generator=respond)).run("Ring.")
            async for event in run.stream_events():
                if isinstance(event, ToolCallResult):
                    seen.marked = event.tool_output.is_error
            await run
        except Exception as error:
            seen.thrown = message_of(error)
        return seen

    yield see


CLIENTS = {
    "mcp-v1": (mcp_v1, "mcp"),
    "mcp-v2": (mcp_v2, "mcp"),
    "fastmcp": (fastmcp, "fastmcp"),
    "pydantic-ai": (pydantic_ai, "pydantic-ai-slim"),
    "openai-agents": (openai_agents, "openai-agents"),
    "langchain": (langchain, "langchain-mcp-adapters"),
    "google-adk": (google_adk, "google-adk"),
    "llama-index": (llama_index, "llama-index-tools-mcp"),
}

# A model that does not listen makes the same failing call this many times.
INSISTS = 5


async def main(name: str, url: str, failures: list[dict]) -> dict:
    open_client, package = CLIENTS[name]
    rows = {}
    async with open_client(url) as see:

        async def call(tool, arguments, times=1):
            try:
                return await see(tool, arguments, times)
            except Exception as error:
                return Seen(thrown=message_of(error))

        for failure in failures:
            seen = await call(failure["tool"], failure["args"])
            rows[failure["name"]] = {"text": seen.text, "marked": seen.marked, "meta": seen.meta, "thrown": seen.thrown}
        again = await call("unavailable", {}, INSISTS)
    return {"package": package, "version": importlib.metadata.version(package), "calls": len(again.texts), "end": again.thrown, "rows": rows}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    os.environ["OTEL_SDK_DISABLED"] = "true"
    result = asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
    print("\n" + json.dumps(result))
