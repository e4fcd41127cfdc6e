import { sql } from "kysely";
import { hasCapability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { scopedPath } from "@/lib/platform/context/scope";
import { db } from "@/lib/platform/db";
import { finding } from "./finding";
import type { AuditReference, ExplanationFinding } from "./schema";

/** Entries of a finding: the newest, as the audit log lists all. */
const MAX_ENTRIES = 20;

type Row = Omit<AuditReference, "actor"> & { actor_type: string; actor_id: string };

const toReference = ({ actor_type, actor_id, ...row }: Row): AuditReference => ({
  ...row,
  actor: { type: actor_type as AuditReference["actor"]["type"], id: actor_id },
});

export const canReadAudit = ({ actor }: Ctx): boolean => hasCapability(actor.role, "audit.read");

const selectNewest = ({ workspaceId }: Ctx) =>
  db
    .selectFrom("audit_events")
    .select(["id", "seq", "at", "action", "target", "actor_type", "actor_id"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("seq", "desc")
    .limit(MAX_ENTRIES);

type Filter = {
  targets: readonly string[];
  /** Only these actions. */
  actions?: readonly string[];
  /** Only entries whose `after` has these fields. */
  after?: Readonly<Record<string, unknown>>;
};

/** Reads the newest entries about targets. Returns none to a role that cannot read the audit log. */
export async function readAuditTrail(
  ctx: Ctx,
  { targets, actions, after }: Filter,
): Promise<AuditReference[]> {
  if (!canReadAudit(ctx) || targets.length === 0) return [];
  let query = selectNewest(ctx).where("target", "in", [...targets]);
  if (actions !== undefined) query = query.where("action", "in", [...actions]);
  if (after !== undefined) query = query.where(sql<boolean>`after @> ${JSON.stringify(after)}::jsonb`);
  return (await ctx.db.all(query)).map(toReference);
}

/** Reads the exports of one contact's data. The download of a file is an entry about the export. */
export async function readContactExports(ctx: Ctx, contactId: string): Promise<AuditReference[]> {
  if (!canReadAudit(ctx)) return [];
  const created = await ctx.db.all(
    selectNewest(ctx)
      .where("action", "=", "export.created")
      .where(sql<boolean>`after @> ${JSON.stringify({ filters: { contact: contactId } })}::jsonb`),
  );
  const downloads = await readAuditTrail(ctx, {
    targets: created.map(({ target }) => target),
    actions: ["export.downloaded"],
  });
  return [...created.map(toReference), ...downloads].sort((a, b) => b.seq - a.seq).slice(0, MAX_ENTRIES);
}

/** Reads the exports of selected records that contain this record. */
const readSelectionExports = async (ctx: Ctx, id: string): Promise<AuditReference[]> =>
  (
    await ctx.db.all(
      selectNewest(ctx)
        .where("action", "=", "selection.exported")
        .where(sql<boolean>`after @> ${JSON.stringify({ ids: [id] })}::jsonb`),
    )
  ).map(toReference);

/** Parts of the API that show a record, for the views of staff: `/v1/calls/call_…/comments`. */
const VIEWED_PARTS = [
  "",
  "/comments",
  "/events",
  "/recording/peaks",
  "/consents",
  "/decision",
  "/contacts",
  "/explanation",
];

/** The targets of staff views of a record: its page, and its paths of the API. */
const viewTargets = (ctx: Ctx, path: string): string[] => [
  scopedPath(ctx, path),
  ...VIEWED_PARTS.map((part) => `/v1${path}${part}`),
];

/**
 * Lists views of a record and actions on it from the audit log: views of staff, playback and files, and changes. Members' own
 * views are not audited, which the findings state.
 */
export async function accessFindings(
  ctx: Ctx,
  { path, id }: { path: string; id: string },
  more: readonly AuditReference[] = [],
): Promise<ExplanationFinding[]> {
  if (!canReadAudit(ctx)) return [finding("access", "access_hidden")];
  const [trail, selections] = await Promise.all([
    readAuditTrail(ctx, { targets: [id, ...viewTargets(ctx, path)] }),
    readSelectionExports(ctx, id),
  ]);
  const audit = [...trail, ...selections, ...more].sort((a, b) => b.seq - a.seq).slice(0, MAX_ENTRIES);
  return [
    finding("access", "access_audited", { count: audit.length, audit }),
    finding("access", "access_unaudited"),
  ];
}
