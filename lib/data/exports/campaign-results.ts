import { listCampaignContacts } from "@/lib/outreach/campaigns";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { csvLines } from "@/lib/platform/csv";
import { CSV_MEDIA_TYPE, createMemoryFile, type MemoryFile } from "@/lib/platform/memory-file";
import { MAX_RESULT_ROWS } from "./values";

/** Rows per query. */
const PAGE = 1_000;

/** The API's names, so that a file reads the same in every language. */
const COLUMNS = [
  "phone",
  "contact_id",
  "status",
  "outcome",
  "attempts",
  "reasons",
  "next_attempt_at",
  "last_call_id",
] as const;

const toLine = (contact: CampaignContact): Record<string, unknown> => ({
  ...contact,
  reasons: contact.reasons.map(({ code }) => code).join(" "),
});

async function readResults(
  ctx: Ctx,
  id: string,
): Promise<{ contacts: CampaignContact[]; isComplete: boolean }> {
  const contacts: CampaignContact[] = [];
  let cursor: string | null = null;
  do {
    ctx.signal.throwIfAborted();
    const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof listCampaignContacts>> = await listCampaignContacts(ctx, id, query);
    contacts.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && contacts.length < MAX_RESULT_ROWS);
  return { contacts, isComplete: cursor === null };
}

/**
 * Exports the current result of each contact of a campaign as CSV, up to `MAX_RESULT_ROWS`. The file leaves only after its
 * audit event is written. Throws `not_found`.
 */
export async function exportCampaignResults(ctx: Ctx, id: string): Promise<MemoryFile> {
  const { contacts, isComplete } = await readResults(ctx, id);
  const text = csvLines(COLUMNS, contacts.map(toLine), true);
  const after = {
    environment: ctx.environment,
    format: "csv",
    rows: contacts.length,
    complete: isComplete,
  };
  await writeAudited(ctx, {
    run: [],
    audit: { action: "campaign.results_exported", target: id, after },
  });
  return createMemoryFile(`results-${id}.csv`, CSV_MEDIA_TYPE, text);
}
