"""Calls failing tools of `toolerr serve` with the Python SDKs of A2A and Connect: a2a_connect.py TOOLERR"""

import asyncio
import json
import subprocess
import sys


def equal(got, want, what: str) -> None:
    if got != want:
        raise SystemExit(f"FAIL {what}: got {got!r}, want {want!r}")


async def a2a(base: str) -> None:
    from a2a.client import create_client
    from a2a.types import SendMessageRequest
    from a2a.utils.errors import InvalidParamsError
    from google.protobuf.json_format import MessageToDict, ParseDict

    client = await create_client(base)

    async def call(name: str, arguments: dict) -> dict:
        parts = [{"data": {"name": name, "arguments": arguments}}]
        request = ParseDict({"message": {"messageId": "m", "role": "ROLE_USER", "parts": parts}}, SendMessageRequest())
        return [MessageToDict(event) async for event in client.send_message(request)][-1]["task"]

    status = (await call("Fail_With", {"kind": "rate_limited"}))["status"]
    equal(status["state"], "TASK_STATE_FAILED", "A2A: the state of a task")
    text, data = status["message"]["parts"]
    equal(text["text"], "Too many calls.\nTry again in 2 seconds.", "A2A: the text of a task")
    details = data["data"]["error"]["details"]
    equal(details[1]["retryDelay"], "2s", "A2A: the delay")
    try:
        await call("Calculator.Add", {"a": "ten"})
        equal("a task", "an error", "A2A: invalid arguments")
    except InvalidParamsError as error:
        # The SDK gives a program the metadata of ErrorInfo only, and drops the fields of BadRequest.
        equal(error.data["kind"], "invalid_input", "A2A: the data of an error")


def connect(base: str) -> None:
    from connectrpc.client import ConnectClientSync
    from connectrpc.codec import proto_json_codec
    from connectrpc.code import Code
    from connectrpc.errors import ConnectError
    from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
    from protobuf.wkt import Struct

    method = MethodInfo(
        name="Fail_With",
        service_name="connect",
        input=Struct,
        output=Struct,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.UNARY,
    )
    # The SDK compresses requests with gzip unless it is told not to.
    with ConnectClientSync(base, codec=proto_json_codec()) as client:
        try:
            client.execute_unary(request=Struct.from_python({"kind": "rate_limited"}), method=method)
            equal("a result", "an error", "Connect")
        except ConnectError as error:
            equal(error.code, Code.RESOURCE_EXHAUSTED, "Connect: the code")
            equal(error.message, "Too many calls.", "Connect: the message")
            details = [detail.type_name for detail in error.details]
            equal(details, ["google.rpc.ErrorInfo", "google.rpc.RetryInfo", "google.rpc.RequestInfo"], "Connect: the details")


server = subprocess.Popen([sys.argv[1], "serve", "--addr", "127.0.0.1:0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
try:
    address = json.loads(server.stdout.readline())["base"].rstrip("/")
    asyncio.run(a2a(address))
    connect(address)
finally:
    server.kill()
    server.wait()
print("Python SDKs of A2A and Connect: as they should be")
