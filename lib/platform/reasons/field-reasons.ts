import * as sentences from "./field-sentences";

/** The reasons of the sentences that schemas state themselves: `use_base64` of `USE_BASE64`. */
export type FieldReason = Lowercase<keyof typeof sentences>;

/** The sentences of schemas by reason. */
export const FIELD_REASONS = Object.fromEntries(
  Object.entries(sentences).map(([name, message]) => [name.toLowerCase(), message]),
) as Readonly<Record<FieldReason, string>>;

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELD_REASONS).map(([reason, message]) => [message, reason]),
);

/** The reason of a schema's own sentence; undefined for any other text. */
export const fieldReason = (message: string): string | undefined => REASONS.get(message);
