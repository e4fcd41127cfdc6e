/**
 * Units of a provider's prices. `input_tokens` are those that were not read from the provider's cache. Reasoning tokens count as
 * `output_tokens`.
 */
export const PRICE_UNITS = [
  "input_tokens",
  "cached_input_tokens",
  "output_tokens",
  "transcriber_seconds",
  "voice_characters",
  "carrier_minutes",
  "text_segments",
] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** Use that a provider bills, but did not report: it has no price, so the cost of the call is incomplete. */
export const UNREPORTED = "unreported_requests";
export const USAGE_UNITS = [...PRICE_UNITS, UNREPORTED] as const;
export type UsageUnit = (typeof USAGE_UNITS)[number];

/** Quantities that a price can be for. Powers of ten, so that every amount is an exact decimal. */
export const PRICED_QUANTITIES = [1, 1_000, 1_000_000] as const;

/** A price of every model of a provider. */
export const ANY_MODEL = "*";
