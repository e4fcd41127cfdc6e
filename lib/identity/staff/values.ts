// Values without zod, for pages that show them before a form needs a schema.

/** Source: product.md, "Staff". */
export const MAX_HOURS = 8;
