"""The inputs of the tools, in pydantic."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Mailbox = Annotated[str, Field(pattern=r"^\S+@\S+$")]
Airport = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Time = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$")]
Isbn = Annotated[str, Field(pattern=r"^\d{13}$")]
NotEmpty = Annotated[str, Field(min_length=1)]
Subject = Annotated[str, Field(min_length=1, max_length=60)]
Copies = Annotated[int, Field(ge=1, le=10)]
Price = Annotated[float, Field(ge=1, le=500)]
Minutes = Annotated[int, Field(ge=5, le=480)]
Stops = Annotated[int, Field(ge=0, le=3)]
Labels = Annotated[list[str], Field(max_length=3)]
Binding = Literal["hardcover", "paperback", "audio"]
CabinClass = Literal["economy", "premium", "business"]
Urgency = Literal["low", "normal", "high"]


class Traveller(BaseModel):
    full_name: NotEmpty
    age_years: Annotated[int, Field(ge=0, le=120)]
    meal: Literal["standard", "vegan", "halal"] | None = None


class CardPayment(BaseModel):
    pay_with: Literal["card"]
    card_token: Annotated[str, Field(pattern=r"^tok_[a-z0-9]+$")]


class InvoicePayment(BaseModel):
    pay_with: Literal["invoice"]
    company: NotEmpty
    vat_number: Annotated[str, Field(min_length=4)]


Travellers = Annotated[list[Traveller], Field(min_length=1)]
Payment = Annotated[CardPayment | InvoicePayment, Field(discriminator="pay_with")]


class Recipient(BaseModel):
    recipient_name: Annotated[str, Field(min_length=1, max_length=80)]
    contact_mail: Mailbox
    locale: Literal["en", "de", "fr"] | None = None


class Pickup(BaseModel):
    deliver_by: Literal["pickup"]
    store_id: Annotated[int, Field(ge=1)]


class Courier(BaseModel):
    deliver_by: Literal["courier"]
    street: NotEmpty
    postcode: Annotated[str, Field(pattern=r"^\d{5}$")]


Delivery = Annotated[Pickup | Courier, Field(discriminator="deliver_by")]


class Attendee(BaseModel):
    mailbox: Mailbox
    attendance: Literal["mandatory", "voluntary"]
    seat_count: Annotated[int, Field(ge=1, le=4)] | None = None


Attendees = Annotated[list[Attendee], Field(min_length=1)]


class Room(BaseModel):
    building: NotEmpty
    floor_number: Annotated[int, Field(ge=-2, le=40)]


class MailReminder(BaseModel):
    remind_by: Literal["email"]
    remind_address: Mailbox


class PopupReminder(BaseModel):
    remind_by: Literal["popup"]
    lead_minutes: Annotated[int, Field(ge=1, le=60)]


Reminder = Annotated[MailReminder | PopupReminder, Field(discriminator="remind_by")]


class PlanTrip(BaseModel):
    origin: Airport
    destination: Airport
    depart_on: Day
    travellers: Travellers
    payment: Payment
    cabin_class: CabinClass | None = None
    max_stops: Stops | None = None
    flexible: bool | None = None


class OrderBooks(BaseModel):
    isbn: Isbn
    copies: Copies
    binding: Binding
    recipient: Recipient
    delivery: Delivery
    gift_wrap: bool | None = None
    max_price: Price | None = None
    labels: Labels | None = None


class ScheduleMeeting(BaseModel):
    subject: Subject
    begins_at: Time
    duration_minutes: Minutes
    attendees: Attendees
    reminder: Reminder
    urgency: Urgency | None = None
    online: bool | None = None
    room: Room | None = None
