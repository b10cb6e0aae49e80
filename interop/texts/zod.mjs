// The input schemas of the tools, in zod 3 or zod 4.
export const inputs = (z) => ({
  ring: z.object({
    pitch: z.number().int().min(1).max(7),
    city: z.string(),
    tone: z.enum(['low', 'high']).optional(),
    entities: z.array(z.object({ entityType: z.string() })).optional(),
  }),
  strict: z.object({ city: z.string() }).strict(),
});
