import * as sentences from "./field-sentences";
import type { MessageParams } from "./reason-table";
import { parseFieldSentence } from "./write-field-sentence";

/** The reasons of the sentences that schemas state themselves: `use_base64` of `USE_BASE64`. */
export type FieldReason = Lowercase<keyof typeof sentences>;

/** The sentences of schemas by reason. */
export const FIELD_REASONS = Object.fromEntries(
  Object.entries(sentences).map(([name, message]) => [name.toLowerCase(), message]),
) as Readonly<Record<FieldReason, string>>;

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELD_REASONS).map(([reason, message]) => [message, reason]),
);

/** The reason and the parameters of a schema's own sentence. Both are undefined for any other text. */
export function fieldReason(text: string): { reason?: string; params?: MessageParams } {
  const { sentence, params } = parseFieldSentence(text) ?? { sentence: text };
  const reason = REASONS.get(sentence);
  return { ...(reason !== undefined && { reason }), ...(params && { params }) };
}
