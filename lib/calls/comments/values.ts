// Values without zod, for pages that show them before a form needs a schema.

/** Longer than a remark about a moment of a call. A text about the whole call goes into its notes. */
export const MAX_COMMENT = 2_000;
