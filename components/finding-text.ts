import type { Finding } from "@/lib/agents/providers/schema";
import type { Translator } from "@/messages/translator";

/** `t` for a reason that is only known at run time. `has` tells whether the catalog contains it. */
type Lookup = ((key: string, values: Finding["params"]) => string) & Record<"has", (key: string) => boolean>;

/** The text of a finding by its reason. One of a newer server, whose reason this page does not have, is in the server's words. */
export function findingText(
  texts: Translator<"checks.finding">,
  { reason, params, message }: Pick<Finding, "reason" | "params" | "message">,
): string {
  const t = texts as unknown as Lookup;
  return t.has(reason) ? t(reason, params) : message;
}
