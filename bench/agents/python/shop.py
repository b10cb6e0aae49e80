"""The functions of the tools, which call the services. They are those of somebody who does not think of failures: each
exception is raised as it is."""

import os

import httpx

BACKEND = os.environ["BACKEND"]
client = httpx.AsyncClient(timeout=0.5)


async def call(method: str, url: str, **kwargs):
    response = await client.request(method, url, **kwargs)
    response.raise_for_status()
    return response.json()


async def order(item: str) -> str:
    """Places an order and sends a mail about it."""
    placed = await call("POST", f"{BACKEND}/internal/ledger-7f3a/orders", json={"item": item})
    number = placed["receipt"]["number"]
    if mail := placed.get("mail"):
        await call("POST", mail, json={"order": number})
    return f"order {number}"


REFUSALS = {
    "forbidden": "You are not allowed to read this report.",
    "missing": "There is no report with this id.",
    "month": "The quota of this month is used up.",
    "busy": "Too many requests.",
}


class Refusal(Exception):
    """What the author of the tool says about a report that cannot be read. Its text has the delay, for servers that have no
    other place for it."""

    def __init__(self, state: str, seconds: int):
        self.state, self.seconds, self.bare = state, seconds, REFUSALS[state]
        delay = f" Try again in {seconds} seconds." if seconds else ""
        if days := seconds // 86400:
            delay = f" Try again in {days} days."
        super().__init__(self.bare + delay)


async def report(id: str) -> str:
    """Reads a report, or raises a Refusal."""
    state = await call("GET", f"{BACKEND}/internal/reports-2e77/{id}")
    if state["state"] != "ok":
        raise Refusal(state["state"], int(state.get("seconds", 0)))
    return "report"


async def audit(step: str) -> str:
    """Has bugs, and does not reach what it needs."""
    match step:
        case "file":
            with open("/srv/vault-5d20/keys.json") as keys:
                return keys.read()
        case "parse":
            await call("GET", f"{BACKEND}/internal/ledger-7f3a/state")
        case "database":
            raise ConnectionError('password authentication failed for user "ledger_rw_71ce"')
        case "crash":
            raise AssertionError("no route to shard-6b0f")
    return "audited"
