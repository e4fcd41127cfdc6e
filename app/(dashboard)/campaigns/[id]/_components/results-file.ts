import type { CampaignContact } from "@/lib/campaigns/schema";

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

/** What a spreadsheet would take for a formula. A number in E.164 begins so too, and holds digits alone. */
const FORMULA = /^(?!\+[0-9]+$)[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const rowOf = (contact: CampaignContact): string =>
  [
    contact.phone,
    contact.contact_id,
    contact.status,
    contact.outcome,
    contact.attempts,
    contact.reasons.map(({ code }) => code).join(" "),
    contact.next_attempt_at,
    contact.last_call_id,
  ]
    .map(cell)
    .join(",");

/** The results as CSV (RFC 4180). */
export const resultsFile = (contacts: readonly CampaignContact[]): string =>
  `${[HEAD.join(","), ...contacts.map(rowOf)].join("\r\n")}\r\n`;
