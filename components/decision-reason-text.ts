import { withDynamicKeys } from "@/messages/dynamic-keys";
import type { Translator } from "@/messages/translator";

/** A reason of the API. Those that earlier releases stored have no `reason`. */
export type Reason = { reason?: string | null | undefined; message: string };

/** The text of a reason against contact or of an unanswered call. One that the catalog does not have keeps the server's sentence. */
export function decisionReasonText(texts: Translator<"policy.reason">, { reason, message }: Reason): string {
  const t = withDynamicKeys(texts);
  return typeof reason === "string" && t.has(reason) ? t(reason) : message;
}
