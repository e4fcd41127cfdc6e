import type { Facts } from "./facts";
import type { Decision } from "./schema";

/**
 * Whether a contact may be contacted at `now` (RFC 3339). Pure: the same facts at the same moment are decided the same,
 * wherever they are asked. Source of the rules: docs/outreach.md.
 */
export function decide(facts: Facts, _now: string): Decision {
  return { verdict: facts.suppressed.includes(facts.channel) ? "block" : "hold", until: null, reasons: [] };
}
