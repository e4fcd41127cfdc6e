import { scrubCardText } from "@/lib/masking";
import { requireOpenCampaign } from "@/lib/outreach/campaigns";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { AppError, type ErrorDetail, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { removeFile, storeFile } from "./chunks";
import { readMapping } from "./columns";
import type { Settings } from "./job";
import { readImport } from "./read";
import { FORMATS, type Import, type ImportContacts, type ImportSuppressions } from "./schema";

/** A file as it comes in. */
export type SentFile = {
  mediaType: string;
  charset: string | null;
  content: AsyncIterable<Uint8Array>;
};

type Kind = Import["kind"];
type Told = Omit<Settings, "actor" | "charset" | "mapping">;

/** The mapping of a query. Throws a 400 that names it. */
function mappingOf(text: string | undefined, more: readonly ErrorDetail[] = []): Settings["mapping"] {
  const read = readMapping(text);
  if ("mapping" in read && more.length === 0) return read.mapping;
  throw validationError([...("problem" in read ? [read.problem] : []), ...more]);
}

/** What stands in the context of somebody who asks; a job sends no files. */
function actorOf({ actor }: Ctx): Settings["actor"] {
  if (actor.type !== "key" && actor.type !== "member")
    throw new AppError("forbidden", "A file is sent by somebody.");
  return { type: actor.type, id: actor.id };
}

async function start(
  ctx: Ctx,
  kind: Kind,
  file: SentFile,
  {
    campaignId = null,
    mapping,
    told,
  }: { campaignId?: string | null; mapping: Settings["mapping"]; told: Told },
): Promise<Import> {
  const now = ctx.now();
  const id = newId("imp", Date.parse(now));
  const format = FORMATS[file.mediaType as keyof typeof FORMATS];
  const actor = actorOf(ctx);
  const bytes = await storeFile(ctx, id, file.content);
  if (bytes === 0)
    throw validationError([{ in: "body", pointer: "", code: "required", message: "The file is empty." }]);
  const row = {
    id,
    workspace_id: ctx.workspaceId,
    environment: ctx.environment,
    kind,
    format,
    settings: json({ actor, charset: file.charset, mapping, ...told } satisfies Settings),
    campaign_id: campaignId,
    bytes,
    created_by: actor.id,
    created_at: now,
  };
  const after = { environment: ctx.environment, kind, format, bytes, campaign_id: campaignId };
  try {
    await mutate(ctx, {
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
    await mutate(ctx, async (tx) => ({ result: await tx.all(removeFile(ctx, id)), audit: null }));
    throw error;
  }
  return readImport(ctx, kind, id);
}

/**
 * Takes a file of contacts in, sealed piece by piece as it comes; a job checks and applies it. Throws 400, 404 for a
 * campaign that is none, 409 for one that is over, 413.
 */
export async function importContacts(ctx: Ctx, query: ImportContacts, file: SentFile): Promise<Import> {
  const { campaign_id: campaignId = null, mapping: text, consent_source: source, ...rest } = query;
  const mapping = mappingOf(text);
  if (campaignId !== null) await requireOpenCampaign(ctx, campaignId);
  const { country, attest, consents } = rest;
  const told = {
    ...(country !== undefined && { country }),
    ...(attest !== undefined && { attest }),
    ...(consents !== undefined && { consents }),
    ...(source !== undefined && { consent_source: scrubCardText(source) }),
  };
  return start(ctx, "contacts", file, { campaignId, mapping, told });
}

/** Takes a do-not-call list in, as `importContacts` does: its numbers are suppressed, and nobody is freed. */
export async function importSuppressions(
  ctx: Ctx,
  query: ImportSuppressions,
  file: SentFile,
): Promise<Import> {
  const { mapping: text, country, list, expires_at: expiresAt, channels, reason } = query;
  const past: ErrorDetail[] =
    expiresAt !== undefined && expiresAt <= ctx.now()
      ? [{ in: "query", pointer: "/expires_at", code: "in_the_past", message: "Say a time that lies ahead." }]
      : [];
  const mapping = mappingOf(text, past);
  const told = {
    list: scrubCardText(list),
    channels,
    reason: scrubCardText(reason),
    ...(country !== undefined && { country }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
  return start(ctx, "suppressions", file, { mapping, told });
}
