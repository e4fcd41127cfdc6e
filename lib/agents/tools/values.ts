// Values without zod, for pages that show them before a form needs a schema.

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Maximum fields of a mapping. The model reads all of them in every later turn. */
export const MAX_FIELDS = 30;

/** Maximum retries. The caller waits meanwhile. */
export const MAX_RETRIES = 2;

export const IDEMPOTENCY = ["method", "declared", "key"] as const;
type Idempotency = (typeof IDEMPOTENCY)[number];

/** Retries of a new tool, if the request does not set them. */
export const USUAL_RETRIES: { max: number; idempotency: Idempotency } = { max: 1, idempotency: "method" };
