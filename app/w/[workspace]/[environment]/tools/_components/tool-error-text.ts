import type { DryRun } from "@/lib/agents/tools/schema";
import type { Translator } from "@/messages/translator";

type ToolError = NonNullable<DryRun["error"]>;
/** `t` for a reason that is only known at run time. `has` tells whether the catalog contains it. */
type Lookup = ((key: string, values: ToolError["params"]) => string) &
  Record<"has", (key: string) => boolean>;

/** The text of a tool's error by its reason, else the server's sentence. */
export function toolErrorText(
  texts: Translator<"tools.dryRun.error">,
  { reason, params, message }: Omit<ToolError, "code">,
): string {
  const t = texts as unknown as Lookup;
  return reason !== undefined && t.has(reason) ? t(reason, params) : message;
}
