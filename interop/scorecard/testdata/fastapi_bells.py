"""Bells with FastAPI, whose types are also the OpenAPI document."""
import os
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException, Query
from pydantic import BaseModel, Field


class NewBell(BaseModel):
    name: Annotated[str, Field(min_length=1)]
    times: Annotated[int, Field(ge=1, le=9)]


app = FastAPI()
bells = {1: {"id": 1, "name": "door", "times": 1}}


@app.get("/bells")
def list_bells(limit: Annotated[int, Query(ge=1, le=100)] = 100):
    return list(bells.values())[:limit]


@app.post("/bells", status_code=201)
def add_bell(bell: NewBell):
    added = {"id": len(bells) + 1, **bell.model_dump()}
    bells[added["id"]] = added
    return added


@app.get("/bells/{id}")
def get_bell(id: int):
    if id not in bells:
        raise HTTPException(404)
    return bells[id]


@app.delete("/bells/{id}", status_code=204)
def remove_bell(id: int):
    if bells.pop(id, None) is None:
        raise HTTPException(404)


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
