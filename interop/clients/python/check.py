"""Compares what the models of Python clients read with golden files, and docs/clients.md with them:

check.py TOOLERR URL PYTHON1 PYTHON2 FAILURES [-update]

PYTHON1 and PYTHON2 have requirements1.txt and requirements2.txt. The errors of Python servers are decoded by TOOLERR.
"""

import concurrent.futures
import json
import re
import subprocess
import sys
from pathlib import Path

toolerr, url, python1, python2, failures = sys.argv[1:6]
update = "-update" in sys.argv[6:]
here = Path(__file__).parent
docs = here / "../../../docs/clients.md"
failed = False

CLIENTS = [  # (name of golden file, title, interpreter)
    ("mcp-v1", "Python SDK v1", python1),
    ("mcp-v2", "Python SDK v2", python2),
    ("fastmcp", "FastMCP", python2),
    ("pydantic-ai", "Pydantic AI", python2),
    ("openai-agents", "OpenAI Agents", python2),
    ("langchain", "LangChain", python1),
    ("google-adk", "Google ADK", python1),
    ("llama-index", "LlamaIndex", python2),
]

SERVERS = [
    ("Python SDK v1", python1, "mcp.server.fastmcp"),
    ("Python SDK v2", python2, "mcp.server"),
    ("FastMCP", python2, "fastmcp"),
]

INSISTS = 5  # of clients.py

CALLS = [  # (name, tool, arguments)
    ("ToolError", "tool_error", {}),
    ("ValueError", "value_error", {}),
    ("TimeoutError", "timeout_error", {}),
    ("RuntimeError", "private_error", {}),
    ("missing argument", "strict", {"bell": "front"}),
    ("wrong argument", "strict", {"bell": "front", "times": 0}),
    ("unknown tool", "rung", {}),
]


def fail(message: str) -> None:
    global failed
    failed = True
    print(f"FAIL {message}", file=sys.stderr)


def compare(name: str, text: str) -> None:
    """Compares a text with a golden file, or writes it."""
    path = here.parent / "golden" / f"python-{name}.txt"
    if update:
        path.write_text(text)
        return
    want = path.read_text() if path.exists() else ""
    for i, (a, b) in enumerate(zip((text + "\0").splitlines(), (want + "\0").splitlines())):
        if a != b:
            fail(f"{path.name}: line {i + 1}: got {a}, want {b}")
            return


def visible(text: str) -> str:
    """The start and the end of a text, without characters that an editor does not show."""
    if len(text) > 2000:
        text = f"{text[:300]}\n({len(text) - 500} characters)\n{text[-200:]}"
    hidden = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]"
    return re.sub(hidden, lambda c: f"\\u{ord(c.group()):04x}", text).rstrip()


def run_client(client) -> dict | None:
    name, _, python = client
    done = subprocess.run([python, here / "clients.py", name, url, failures], capture_output=True, text=True, timeout=240)
    if done.returncode != 0:
        fail(f"{name}: {done.stderr[-2000:]}")
        return None
    return json.loads(done.stdout.splitlines()[-1])


def judge(want: str, got: str) -> str:
    """What a model reads, beside the text that the server wrote."""

    def flat(text: str) -> str:
        return " ".join(text.replace("\\n", "\n").replace('\\"', '"').replace("\\'", "'").split())

    want, bare = flat(want.removeprefix("throws ")), flat(got.removeprefix("throws "))
    if want not in bare:
        return "hidden"
    if got.startswith("throws "):
        return "throws"
    return "text" if want == bare else "text +"


def row_of(result: dict, reference: dict) -> str:
    rows = result["rows"]
    own = {"rpc_error", "missing_argument"}
    judged = [judge(reference[name]["text"], row["text"]) for name, row in rows.items() if name not in own]
    counts = {word: judged.count(word) for word in dict.fromkeys(judged)}
    errors = next(iter(counts)) if len(counts) == 1 else ", ".join(f"{word} ({n})" for word, n in counts.items())
    other = [judge(reference[name]["text"], rows[name]["text"]) for name in ("rpc_error", "missing_argument")]
    sample = rows["rate_limited"]
    meta = "model" if "retry_after_ms" in sample["text"] else "program" if sample["meta"] else "no"
    marked = "yes" if sample["marked"] else "exception" if sample["thrown"] else "no"
    ends = str(result["calls"]) if not result["end"] else f"{result['calls']}, throws" if result["calls"] else "throws"
    return f"| {result['package']} {result['version']} | {errors} | {' | '.join(other)} | {marked} | {meta} | {ends} |"


def check_clients() -> list[str]:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run_client, CLIENTS))
    if None in results:
        return []
    reference = results[1]["rows"]
    table = []
    for (name, title, _), result in zip(CLIENTS, results):
        for failure, row in result["rows"].items():
            if "canary" in row["text"]:
                fail(f"{name}: {failure}: private text: {row['text']}")
        compare(name, "".join(f"== {failure}\n{visible(row['text'])}\n\n" for failure, row in result["rows"].items()))
        table.append(row_of(result, reference))
        print(f"{title}: {len(result['rows'])} failures")
    return table


def messages(python: str, module: str) -> list[str]:
    """The responses of a server to CALLS."""
    info = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "toolerr", "version": "1"}}
    process = subprocess.Popen(
        [python, here / "servers.py", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )

    def send(**message) -> None:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()

    def receive() -> str:
        for line in process.stdout:
            if "id" in json.loads(line):
                return line
        raise RuntimeError(f"{module} ended")

    try:
        send(id=0, method="initialize", params=info)
        receive()
        send(method="notifications/initialized")
        lines = []
        for i, (_, tool, arguments) in enumerate(CALLS):
            send(id=i + 1, method="tools/call", params={"name": tool, "arguments": arguments})
            lines.append(receive())
        return lines
    finally:
        process.kill()
        process.wait()


def command(line: str, *arguments: str) -> str:
    done = subprocess.run([toolerr, *arguments], input=line, capture_output=True, text=True, timeout=30)
    return done.stdout or f"exit {done.returncode}: {done.stderr}"


def check_servers() -> None:
    text = ""
    for title, python, module in SERVERS:
        for (name, _, _), line in zip(CALLS, messages(python, module)):
            error = json.loads(command(line, "decode", "--json")).get("error")
            public = command(line, "translate", "--to", "problem")
            if "canary" in public:
                fail(f"{title}: {name}: private text: {public}")
            text += f"== {title}: {name}\n{line.strip()}\n{json.dumps(error, indent=2)}\n{public.strip()}\n\n"
    compare("servers", text)
    print(f"Python servers: {len(SERVERS) * len(CALLS)} errors")


def page(clients: list[str]) -> str:
    return f"""## Python clients

The same failures by clients of PyPI (`interop/clients/python`):

- **tool errors**: the rows before `rpc_error`;
- **marked**: the call is marked as failed, apart from the text;
- **`_meta`**: who gets it, with the kind and the delay as data;
- **calls**: how many of {INSISTS} failures in a row the model reads before the run ends.

| client | tool errors | rpc_error | missing_argument | marked | `_meta` | calls |
|---|---|---|---|---|---|--:|
{chr(10).join(clients)}

- OpenAI Agents checks required arguments itself, and its model reads `An error occurred while running the tool. Please try
  again.` To name the arguments, set `Agent(mcp_config={{"failure_error_function": lambda _, error: str(error)}})`.
- Pydantic AI ends the run when a call fails again, unless you set `MCPToolset(url, tool_error_behavior="failed")`.
- A client that gives up first does not read your error. OpenAI Agents does so after 5 seconds, and its model reads `... Please try again.`, also
  if an order was placed. With `max_retry_attempts` it makes the call again by itself: three orders. Set `client_session_timeout_seconds=60` for
  `MCPServerStdio` and `MCPServerStreamableHttp`, or, before a program, `toolerr proxy --timeout 4s`; a stream over HTTP has no limit there. The
  TypeScript SDK gives up after 60 seconds, 5 seconds after the proxy by default.
- Google Gen AI 3.6.1 raises `'bool' object has no attribute 'items'` for a session with a schema that has `"additionalProperties": false`, such as
  yours, or FastMCP's. Declare the tools with `FunctionDeclaration(parameters_json_schema=...)`, and call them with the session.
- FastMCP returns results with `_meta` if you call `call_tool(..., raise_on_error=False)`.

In errors of Python servers, `toolerr decode` finds the kind and the fields of invalid arguments. SDK v2 hides the texts of exceptions, so you
get `execution_failed` for a `TimeoutError`. SDK v1 and FastMCP show these texts, and `toolerr translate` withholds recognized secrets.
"""


def main() -> None:
    section = page(check_clients())
    check_servers()
    before = docs.read_text()
    start, end = before.find("## Python clients"), before.index("## Servers behind the proxy")
    text = f"{before[:start if start >= 0 else end]}{section}\n{before[end:]}"
    if update and not failed:
        docs.write_text(text)
    elif text != before:
        fail("docs/clients.md is not up to date: run interop/run all -update")
    sys.exit(failed)


main()
