import type { HttpClient } from "@/lib/platform/egress";
import type { Finding } from "./finding";
import { createFinding } from "./finding-table";
import { type CheckLimits, MOST_ASKED } from "./limits";

/** The means of a check: the HTTP client, its limits, and the time limit of the whole check. */
export type Probe = { egress: HttpClient; limits: CheckLimits; signal: AbortSignal };

/** The first few of a list, and a finding that says so where there are more. */
export function someOf(
  names: readonly string[],
  kind: "models" | "voices",
): [asked: string[], more: Finding[]] {
  const checkedNames = names.slice(0, MOST_ASKED);
  const more =
    names.length > checkedNames.length
      ? [
          createFinding(kind === "models" ? "models_not_all_checked" : "voices_not_all_checked", null, {
            max: MOST_ASKED,
            count: names.length,
          }),
        ]
      : [];
  return [checkedNames, more];
}

/** One finding for what is wrong with the server as a whole, in place of one for each thing that was asked of it. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const keys = new Set<string>();
  return findings.filter(({ reason, subject }) => {
    const key = `${reason} ${subject ?? ""}`;
    return !keys.has(key) && keys.add(key);
  });
}
