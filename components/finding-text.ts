import type { Finding } from "@/lib/agents/providers/schema";
import { withDynamicKeys } from "@/messages/dynamic-keys";
import type { Translator } from "@/messages/translator";

/** The text of a finding by its reason. One of a newer server, whose reason this page does not have, is in the server's words. */
export function findingText(
  texts: Translator<"checks.finding">,
  { reason, params, message }: Pick<Finding, "reason" | "params" | "message">,
): string {
  const t = withDynamicKeys(texts);
  return t.has(reason) ? t(reason, params) : message;
}
