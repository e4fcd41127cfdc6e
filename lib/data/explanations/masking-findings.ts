import type { CallItem } from "@/lib/calls/calls/schema";
import { finding } from "./finding";
import type { ExplanationFinding } from "./schema";

const isMasked = (value: CallItem["variables"][string]): boolean =>
  typeof value === "object" && value !== null;

/** The variables of a call that readers do not see, by reason: marked as sensitive, or not verified yet. */
export function maskingFindings(
  { variables }: CallItem,
  sensitive: ReadonlySet<string>,
): ExplanationFinding[] {
  const masked = Object.keys(variables).filter((name) => {
    const value = variables[name];
    return value !== undefined && isMasked(value);
  });
  if (masked.length === 0) return [finding("masking", "variables_shown")];
  const marked = masked.filter((name) => sensitive.has(name));
  const withheld = masked.filter((name) => !sensitive.has(name));
  const findings = [
    finding("masking", "variables_sensitive", { count: marked.length, names: marked }),
    finding("masking", "variables_withheld", { count: withheld.length, names: withheld }),
  ];
  return findings.filter(({ names }) => names.length > 0);
}
