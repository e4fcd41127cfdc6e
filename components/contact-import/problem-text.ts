import type { RowError } from "@/lib/outreach/imports/schema";
import type { Translator } from "@/messages/translator";

/** `t` for a reason that is only known at run time. `has` tells whether the catalog contains it. */
type Lookup = ((key: string, values: RowError["params"]) => string) & Record<"has", (key: string) => boolean>;

/**
 * The text of a problem of a file or a row by its reason. A problem without a known reason, such as one of an earlier release, has the
 * server's sentence.
 */
export function problemText(
  texts: Translator<"contacts.import.problemText">,
  { reason, params, message }: Pick<RowError, "reason" | "params" | "message">,
): string {
  const t = texts as unknown as Lookup;
  return reason !== undefined && t.has(reason) ? t(reason, params) : message;
}
