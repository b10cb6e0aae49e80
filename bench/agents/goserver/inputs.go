package goserver

import "github.com/danielgtaylor/huma/v2"

// The inputs of the tools. json is for all servers, validate is for echo, what is after it for
// huma.

type planTrip struct {
	Origin      string      `json:"origin" validate:"required,len=3,uppercase" pattern:"^[A-Z]{3}$"`
	Destination string      `json:"destination" validate:"required,len=3,uppercase" pattern:"^[A-Z]{3}$"`
	DepartOn    string      `json:"depart_on" validate:"required,datetime=2006-01-02" pattern:"^\\d{4}-\\d{2}-\\d{2}$"`
	CabinClass  string      `json:"cabin_class,omitempty" validate:"omitempty,oneof=economy premium business" enum:"economy,premium,business"`
	MaxStops    *int        `json:"max_stops,omitempty" validate:"omitempty,min=0,max=3" minimum:"0" maximum:"3"`
	Flexible    *bool       `json:"flexible,omitempty"`
	Travellers  []traveller `json:"travellers" validate:"required,min=1,dive" minItems:"1"`
	Payment     payment     `json:"payment" validate:"required"`
}

type traveller struct {
	FullName string `json:"full_name" validate:"required" minLength:"1"`
	AgeYears *int   `json:"age_years" validate:"required,min=0,max=120" minimum:"0" maximum:"120"`
	Meal     string `json:"meal,omitempty" validate:"omitempty,oneof=standard vegan halal" enum:"standard,vegan,halal"`
}

type payment struct {
	PayWith   string `json:"pay_with" validate:"required,oneof=card invoice"`
	CardToken string `json:"card_token,omitempty" validate:"required_if=PayWith card,omitempty,startswith=tok_"`
	Company   string `json:"company,omitempty" validate:"required_if=PayWith invoice"`
	VatNumber string `json:"vat_number,omitempty" validate:"required_if=PayWith invoice,omitempty,min=4"`
}

// Schema is that of huma: one of two objects.
func (payment) Schema(huma.Registry) *huma.Schema {
	return oneOf(
		object("pay_with", "card", map[string]*huma.Schema{"card_token": {Type: "string", Pattern: "^tok_[a-z0-9]+$"}}),
		object("pay_with", "invoice", map[string]*huma.Schema{
			"company": {Type: "string", MinLength: new(1)}, "vat_number": {Type: "string", MinLength: new(4)}}))
}

type orderBooks struct {
	ISBN      string    `json:"isbn" validate:"required,len=13,numeric" pattern:"^\\d{13}$"`
	Copies    int       `json:"copies" validate:"required,min=1,max=10" minimum:"1" maximum:"10"`
	Binding   string    `json:"binding" validate:"required,oneof=hardcover paperback audio" enum:"hardcover,paperback,audio"`
	GiftWrap  *bool     `json:"gift_wrap,omitempty"`
	MaxPrice  float64   `json:"max_price,omitempty" validate:"omitempty,min=1,max=500" minimum:"1" maximum:"500"`
	Labels    []string  `json:"labels,omitempty" validate:"max=3" maxItems:"3"`
	Recipient recipient `json:"recipient" validate:"required"`
	Delivery  delivery  `json:"delivery" validate:"required"`
}

type recipient struct {
	RecipientName string `json:"recipient_name" validate:"required,max=80" minLength:"1" maxLength:"80"`
	ContactMail   string `json:"contact_mail" validate:"required,email" pattern:"^\\S+@\\S+$"`
	Locale        string `json:"locale,omitempty" validate:"omitempty,oneof=en de fr" enum:"en,de,fr"`
}

type delivery struct {
	DeliverBy string `json:"deliver_by" validate:"required,oneof=pickup courier"`
	StoreID   int    `json:"store_id,omitempty" validate:"required_if=DeliverBy pickup,omitempty,min=1"`
	Street    string `json:"street,omitempty" validate:"required_if=DeliverBy courier"`
	Postcode  string `json:"postcode,omitempty" validate:"required_if=DeliverBy courier,omitempty,len=5,numeric"`
}

// Schema is that of huma: one of two objects.
func (delivery) Schema(huma.Registry) *huma.Schema {
	return oneOf(
		object("deliver_by", "pickup", map[string]*huma.Schema{"store_id": {Type: "integer", Minimum: new(1.0)}}),
		object("deliver_by", "courier", map[string]*huma.Schema{
			"street": {Type: "string", MinLength: new(1)}, "postcode": {Type: "string", Pattern: `^\d{5}$`}}))
}

type scheduleMeeting struct {
	Subject         string     `json:"subject" validate:"required,max=60" minLength:"1" maxLength:"60"`
	BeginsAt        string     `json:"begins_at" validate:"required,datetime=2006-01-02T15:04" pattern:"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$"`
	DurationMinutes int        `json:"duration_minutes" validate:"required,min=5,max=480" minimum:"5" maximum:"480"`
	Urgency         string     `json:"urgency,omitempty" validate:"omitempty,oneof=low normal high" enum:"low,normal,high"`
	Online          *bool      `json:"online,omitempty"`
	Attendees       []attendee `json:"attendees" validate:"required,min=1,dive" minItems:"1"`
	Room            *room      `json:"room,omitempty"`
	Reminder        reminder   `json:"reminder" validate:"required"`
}

type attendee struct {
	Mailbox    string `json:"mailbox" validate:"required,email" pattern:"^\\S+@\\S+$"`
	Attendance string `json:"attendance" validate:"required,oneof=mandatory voluntary" enum:"mandatory,voluntary"`
	SeatCount  int    `json:"seat_count,omitempty" validate:"omitempty,min=1,max=4" minimum:"1" maximum:"4"`
}

type room struct {
	Building    string `json:"building" validate:"required" minLength:"1"`
	FloorNumber *int   `json:"floor_number" validate:"required,min=-2,max=40" minimum:"-2" maximum:"40"`
}

type reminder struct {
	RemindBy      string `json:"remind_by" validate:"required,oneof=email popup"`
	RemindAddress string `json:"remind_address,omitempty" validate:"required_if=RemindBy email,omitempty,email"`
	LeadMinutes   int    `json:"lead_minutes,omitempty" validate:"required_if=RemindBy popup,omitempty,min=1,max=60"`
}

// Schema is that of huma: one of two objects.
func (reminder) Schema(huma.Registry) *huma.Schema {
	return oneOf(
		object("remind_by", "email", map[string]*huma.Schema{"remind_address": {Type: "string", Pattern: `^\S+@\S+$`}}),
		object("remind_by", "popup", map[string]*huma.Schema{
			"lead_minutes": {Type: "integer", Minimum: new(1.0), Maximum: new(60.0)}}))
}

func oneOf(a, b *huma.Schema) *huma.Schema { return &huma.Schema{OneOf: []*huma.Schema{a, b}} }

// object returns an object whose members are all required, and whose kind is that value.
func object(kind, value string, members map[string]*huma.Schema) *huma.Schema {
	s := &huma.Schema{Type: "object", AdditionalProperties: false, Properties: members}
	for name := range members {
		s.Required = append(s.Required, name)
	}
	s.Properties[kind] = &huma.Schema{Type: "string", Enum: []any{value}}
	s.Required = append(s.Required, kind)
	s.PrecomputeMessages()
	return s
}

// The inputs of the tools that fail.
type (
	placeOrder struct {
		Item string `json:"item" validate:"required"`
	}
	readReport struct {
		Report string `json:"report" validate:"required"`
	}
	auditLedger struct {
		Step string `json:"step" validate:"required"`
	}
)
