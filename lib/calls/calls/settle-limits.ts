/** How long a request waits for its ended call to settle. The built-in model needs milliseconds. Tests wait longer. */
export const SETTLE_LIMITS = { waitMs: 5_000 };
