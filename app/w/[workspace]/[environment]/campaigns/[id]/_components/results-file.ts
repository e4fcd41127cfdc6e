import { csvText } from "@/components/csv";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";

const HEAD = [
  "phone",
  "contact_id",
  "status",
  "outcome",
  "attempts",
  "reasons",
  "next_attempt_at",
  "last_call_id",
];

const rowOf = (contact: CampaignContact) => [
  contact.phone,
  contact.contact_id,
  contact.status,
  contact.outcome,
  contact.attempts,
  contact.reasons.map(({ code }) => code).join(" "),
  contact.next_attempt_at,
  contact.last_call_id,
];

/** The results as CSV. */
export const resultsFile = (contacts: readonly CampaignContact[]): string =>
  csvText([HEAD, ...contacts.map(rowOf)]);
