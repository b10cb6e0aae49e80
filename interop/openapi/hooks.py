"""Hooks of schemathesis: the tool that fails as it is asked to waits for a moment, not for half a minute."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if isinstance(body, dict) and isinstance(body.get("sleep_ms"), int) and 100 < body["sleep_ms"] <= 30_000:
        case.body = body | {"sleep_ms": 100}
