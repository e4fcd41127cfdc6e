// Values without zod, for pages that show them before a form needs a schema.

export const MAX_ATTRIBUTES = 50;
