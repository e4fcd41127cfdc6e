import { hoursRules } from "@/lib/contacts/policy";
import type { OutreachPurpose } from "@/lib/contacts/policy/schema";
import { finding } from "./finding";
import type { ExplanationFinding } from "./schema";

/** The hours that apply in regions: those of their laws, or the default ones. */
export function hoursFinding(
  regions: readonly (string | null)[],
  purpose: OutreachPurpose,
): ExplanationFinding {
  const rules = hoursRules(regions, purpose);
  const names = regions.flatMap((region) => (region === null ? [] : [region]));
  return rules.length === 0
    ? finding("hours", "hours_by_default", { names })
    : finding("hours", "hours_by_law", { names, rules });
}
