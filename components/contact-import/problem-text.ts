import type { RowError } from "@/lib/outreach/imports/schema";
import { withDynamicKeys } from "@/messages/dynamic-keys";
import type { Translator } from "@/messages/translator";

/**
 * The text of a problem of a file or a row by its reason. A problem without a known reason, such as one of an earlier release, has the
 * server's sentence.
 */
export function problemText(
  texts: Translator<"contacts.import.problemText">,
  { reason, params, message }: Pick<RowError, "reason" | "params" | "message">,
): string {
  const t = withDynamicKeys(texts);
  return reason !== undefined && t.has(reason) ? t(reason, params) : message;
}
