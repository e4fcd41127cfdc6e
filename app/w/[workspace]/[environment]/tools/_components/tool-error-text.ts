import type { DryRun } from "@/lib/agents/tools/schema";
import { withDynamicKeys } from "@/messages/dynamic-keys";
import type { Translator } from "@/messages/translator";

type ToolError = NonNullable<DryRun["error"]>;

/** The text of a tool's error by its reason, else the server's sentence. */
export function toolErrorText(
  texts: Translator<"tools.dryRun.error">,
  { reason, params, message }: Omit<ToolError, "code">,
): string {
  const t = withDynamicKeys(texts);
  return reason !== undefined && t.has(reason) ? t(reason, params) : message;
}
