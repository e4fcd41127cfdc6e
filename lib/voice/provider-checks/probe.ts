import { fine } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import type { Egress } from "@/lib/platform/egress";
import { type CheckLimits, MOST_ASKED } from "./limits";

/** What a check asks by: the way out, its limits, and the end of the time for all of it. */
export type Probe = { egress: Egress; limits: CheckLimits; signal: AbortSignal };

/** The first few of a list, and a finding that says so where there are more. */
export function someOf(
  names: readonly string[],
  what: "models" | "voices",
): [asked: string[], more: Finding[]] {
  const asked = names.slice(0, MOST_ASKED);
  const more =
    names.length > asked.length
      ? [fine("not_all_asked", `Only the first ${MOST_ASKED} of ${names.length} ${what} were asked for.`)]
      : [];
  return [asked, more];
}

/** One finding for what is wrong with the server as a whole, in place of one for each thing that was asked of it. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, subject }) => {
    const key = `${code} ${subject ?? ""}`;
    return !seen.has(key) && seen.add(key);
  });
}
