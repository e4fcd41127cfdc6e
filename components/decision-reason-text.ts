import type { Translator } from "@/messages/translator";

/** A reason of the API. Those that earlier releases stored have no `reason`. */
export type Reason = { reason?: string | null | undefined; message: string };
/** `t` for a reason that is only known at run time. `has` tells whether the catalog contains it. */
type Lookup = ((key: string) => string) & Record<"has", (key: string) => boolean>;

/** The text of a reason against contact or of an unanswered call. One that the catalog does not have keeps the server's sentence. */
export function decisionReasonText(texts: Translator<"policy.reason">, { reason, message }: Reason): string {
  const t = texts as unknown as Lookup;
  return typeof reason === "string" && t.has(reason) ? t(reason) : message;
}
