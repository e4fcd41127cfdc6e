import { scrubCardText } from "@/lib/masking";
import { requireOpenCampaign } from "@/lib/outreach/campaigns";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, bodyError, type ErrorDetail, problemIn } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { removeFile, storeFile } from "./import-chunks";
import type { Settings } from "./import-job";
import { requireMapping } from "./mapping";
import { readImport } from "./read-import";
import { FORMATS, type Import, type ImportContacts, type ImportSuppressions } from "./schema";

/** An uploaded file. */
export type SentFile = {
  mediaType: string;
  charset: string | null;
  content: AsyncIterable<Uint8Array>;
};

type Kind = Import["kind"];
type RequestSettings = Pick<Settings, "on_invalid"> & Partial<Settings>;

/** Returns the sender of a file: a member or a key. Jobs send no files. */
function requireSender({ actor }: Ctx): Settings["actor"] {
  if (actor.type !== "key" && actor.type !== "member") throw new AppError("import_needs_member_or_key");
  return { type: actor.type, id: actor.id };
}

async function createImport(
  ctx: Ctx,
  kind: Kind,
  file: SentFile,
  {
    campaignId = null,
    mapping,
    requestSettings,
  }: { campaignId?: string | null; mapping: Settings["mapping"]; requestSettings: RequestSettings },
): Promise<Import> {
  const now = ctx.now();
  const id = newId("imp", Date.parse(now));
  const format = FORMATS[file.mediaType as keyof typeof FORMATS];
  const actor = requireSender(ctx);
  const bytes = await storeFile(ctx, id, file.content);
  if (bytes === 0) throw bodyError("", "file_empty");
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    kind,
    format,
    settings: json({ actor, charset: file.charset, mapping, ...requestSettings } satisfies Settings),
    campaign_id: campaignId,
    bytes,
    created_by: actor.id,
    created_at: now,
  };
  const { on_invalid } = requestSettings;
  const after = { environment: ctx.environment, kind, format, bytes, campaign_id: campaignId, on_invalid };
  try {
    await writeAudited(ctx, {
      run: [
        db.insertInto("imports").values(row),
        enqueue(
          "import.run",
          { workspaceId: ctx.workspaceId, importId: id },
          { key: `import:${id}`, runAt: now },
        ),
      ],
      audit: { action: "import.created", target: id, after },
    });
  } catch (error) {
    await writeAudited(ctx, async (tx) => ({ result: await tx.all(removeFile(ctx, id)), audit: null }));
    throw error;
  }
  return readImport(ctx, kind, id);
}

/**
 * Receives a file of contacts and seals it chunk by chunk. A job then checks and applies it. Throws a 400, a
 * 404 for an unknown campaign, a 409 for one that has ended, and a 413.
 */
export async function importContacts(ctx: Ctx, query: ImportContacts, file: SentFile): Promise<Import> {
  const { campaign_id: campaignId = null, mapping: text, consent_source: source, ...fields } = query;
  const mapping = requireMapping(text);
  if (campaignId !== null) await requireOpenCampaign(ctx, campaignId);
  const { country, attest, consents, on_invalid } = fields;
  const requestSettings = {
    on_invalid,
    ...(country !== undefined && { country }),
    ...(attest !== undefined && { attest }),
    ...(consents !== undefined && { consents }),
    ...(source !== undefined && { consent_source: scrubCardText(source) }),
  };
  return createImport(ctx, "contacts", file, { campaignId, mapping, requestSettings });
}

/**
 * Receives a do-not-call list, as `importContacts` does. Its numbers are suppressed; it lifts no suppression.
 */
export async function importSuppressions(
  ctx: Ctx,
  query: ImportSuppressions,
  file: SentFile,
): Promise<Import> {
  const { mapping: text, country, list, expires_at: expiresAt, channels, reason } = query;
  const expiryProblems: ErrorDetail[] =
    expiresAt !== undefined && expiresAt <= ctx.now()
      ? [problemIn("query", "/expires_at", "import_expiry_passed")]
      : [];
  const mapping = requireMapping(text, expiryProblems);
  const requestSettings = {
    // A list is imported completely, so that no number is missed.
    on_invalid: "reject" as const,
    list: scrubCardText(list),
    channels,
    reason: scrubCardText(reason),
    ...(country !== undefined && { country }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
  return createImport(ctx, "suppressions", file, { mapping, requestSettings });
}
