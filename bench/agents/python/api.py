"""A server of FastAPI."""

import os

import shop
import uvicorn
from fastapi import FastAPI, HTTPException
from inputs import OrderBooks, PlanTrip, ScheduleMeeting
from pydantic import BaseModel

app = FastAPI()


class PlaceOrder(BaseModel):
    item: str


class ReadReport(BaseModel):
    report: str


class AuditLedger(BaseModel):
    step: str


@app.post("/plan_trip")
def plan_trip(body: PlanTrip) -> PlanTrip:
    return body


@app.post("/order_books")
def order_books(body: OrderBooks) -> OrderBooks:
    return body


@app.post("/schedule_meeting")
def schedule_meeting(body: ScheduleMeeting) -> ScheduleMeeting:
    return body


@app.post("/place_order")
async def place_order(body: PlaceOrder) -> str:
    return await shop.order(body.item)


STATUSES = {"forbidden": 403, "missing": 404, "month": 429, "busy": 429}


@app.post("/read_report")
async def read_report(body: ReadReport) -> str:
    try:
        return await shop.report(body.report)
    except shop.Refusal as refusal:
        headers = {"Retry-After": str(refusal.seconds)} if refusal.seconds else None
        raise HTTPException(STATUSES[refusal.state], refusal.bare, headers) from refusal


@app.post("/audit_ledger")
async def audit_ledger(body: AuditLedger) -> str:
    return await shop.audit(body.step)


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="critical")
