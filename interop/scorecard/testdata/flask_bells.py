"""Bells with Flask: its defaults, and the checks that views usually have."""
import os

from flask import Flask, abort, jsonify, request

app = Flask(__name__)
bells = {1: {"id": 1, "name": "door", "times": 1}}


@app.get("/bells")
def list_bells():
    limit = request.args.get("limit", default=100, type=int)
    if not 1 <= limit <= 100:
        return {"error": "limit must be from 1 to 100"}, 400
    return jsonify(list(bells.values())[:limit])


@app.post("/bells")
def add_bell():
    body = request.get_json()
    for name, kind in (("name", str), ("times", int)):
        if not isinstance(body.get(name), kind):
            return {"error": f"{name} is missing, or not {kind.__name__}"}, 400
    if not 1 <= body["times"] <= 9:
        return {"error": "times must be from 1 to 9"}, 400
    bell = {"id": len(bells) + 1, "name": body["name"], "times": body["times"]}
    bells[bell["id"]] = bell
    return bell, 201


@app.get("/bells/<int:id>")
def get_bell(id):
    return bells[id] if id in bells else abort(404)


@app.delete("/bells/<int:id>")
def remove_bell(id):
    return ("", 204) if bells.pop(id, None) else abort(404)


app.run("127.0.0.1", int(os.environ["PORT"]))
