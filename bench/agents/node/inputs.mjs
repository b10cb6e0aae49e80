// The inputs of the tools, in zod.
import { z } from 'zod';

const mailbox = z.string().regex(/^\S+@\S+$/);

export const inputs = {
  plan_trip: z.object({
    origin: z.string().regex(/^[A-Z]{3}$/),
    destination: z.string().regex(/^[A-Z]{3}$/),
    depart_on: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    cabin_class: z.enum(['economy', 'premium', 'business']).optional(),
    max_stops: z.number().int().min(0).max(3).optional(),
    flexible: z.boolean().optional(),
    travellers: z
      .array(
        z.object({
          full_name: z.string().min(1),
          age_years: z.number().int().min(0).max(120),
          meal: z.enum(['standard', 'vegan', 'halal']).optional(),
        }),
      )
      .min(1),
    payment: z.discriminatedUnion('pay_with', [
      z.object({ pay_with: z.literal('card'), card_token: z.string().regex(/^tok_[a-z0-9]+$/) }),
      z.object({ pay_with: z.literal('invoice'), company: z.string().min(1), vat_number: z.string().min(4) }),
    ]),
  }),
  order_books: z.object({
    isbn: z.string().regex(/^\d{13}$/),
    copies: z.number().int().min(1).max(10),
    binding: z.enum(['hardcover', 'paperback', 'audio']),
    gift_wrap: z.boolean().optional(),
    max_price: z.number().min(1).max(500).optional(),
    labels: z.array(z.string()).max(3).optional(),
    recipient: z.object({
      recipient_name: z.string().min(1).max(80),
      contact_mail: mailbox,
      locale: z.enum(['en', 'de', 'fr']).optional(),
    }),
    delivery: z.discriminatedUnion('deliver_by', [
      z.object({ deliver_by: z.literal('pickup'), store_id: z.number().int().min(1) }),
      z.object({ deliver_by: z.literal('courier'), street: z.string().min(1), postcode: z.string().regex(/^\d{5}$/) }),
    ]),
  }),
  schedule_meeting: z.object({
    subject: z.string().min(1).max(60),
    begins_at: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    duration_minutes: z.number().int().min(5).max(480),
    urgency: z.enum(['low', 'normal', 'high']).optional(),
    online: z.boolean().optional(),
    attendees: z
      .array(z.object({ mailbox, attendance: z.enum(['mandatory', 'voluntary']), seat_count: z.number().int().min(1).max(4).optional() }))
      .min(1),
    room: z.object({ building: z.string().min(1), floor_number: z.number().int().min(-2).max(40) }).optional(),
    reminder: z.discriminatedUnion('remind_by', [
      z.object({ remind_by: z.literal('email'), remind_address: mailbox }),
      z.object({ remind_by: z.literal('popup'), lead_minutes: z.number().int().min(1).max(60) }),
    ]),
  }),
};

// The inputs of the tools that fail.
export const failing = {
  place_order: z.object({ item: z.string() }),
  read_report: z.object({ report: z.string() }),
  audit_ledger: z.object({ step: z.string() }),
};
