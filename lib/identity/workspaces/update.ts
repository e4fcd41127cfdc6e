import { createHash } from "node:crypto";
import { withAdjustedAnnouncement } from "@/lib/platform/announcements";
import { type AuditView, writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type IfMatch, requireMatch, revisionOf } from "@/lib/platform/if-match";
import { parseWorkspace, selectWorkspace, toWorkspace } from "./read";
import type { StoredWorkspace, UpdateWorkspace, Workspace } from "./schema";
import { workspaceDefaultsDocument, workspaceSettingsDocument } from "./stored-documents";

/** `base` with the changes that are not undefined. */
const merge = <T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined } = {}): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
});

const NO_PAYMENT = { ivr_number: null, link_url: null };

function mergePayment(
  before: Workspace["payment"],
  input: NonNullable<UpdateWorkspace["payment"]> | null,
): Workspace["payment"] {
  if (input === null) return null;
  const after = merge(before ?? NO_PAYMENT, input);
  return after.ivr_number === null && after.link_url === null ? null : after;
}

function applyUpdate(row: StoredWorkspace, input: UpdateWorkspace): StoredWorkspace {
  const { name, timezone, defaults, payment, require_zero_retention, require_call_encryption } = input;
  return {
    ...merge(row, { name, timezone }),
    defaults: {
      recording: withAdjustedAnnouncement(merge(row.defaults.recording, defaults?.recording)),
      transcript: merge(row.defaults.transcript, defaults?.transcript),
    },
    settings: {
      ...merge(row.settings, { require_zero_retention, require_call_encryption }),
      payment: payment === undefined ? row.settings.payment : mergePayment(row.settings.payment, payment),
    },
  };
}

const digest = (words: string): string => createHash("sha256").update(words).digest("hex");
const hostOf = (link: string | null): string | null => (link === null ? null : new URL(link).host);

/**
 * The fields that the audit log keeps: a digest of texts, and only the host of a link, as its path may hold a
 * secret.
 */
function auditView({
  name,
  timezone,
  defaults,
  settings: { payment, ...settings },
}: StoredWorkspace): AuditView {
  const { announcement, ...recording } = defaults.recording;
  return {
    name,
    timezone,
    recording: { ...recording, announcement_digest: digest(announcement) },
    transcript: defaults.transcript,
    payment: payment && {
      ivr_number: payment.ivr_number,
      link_host: hostOf(payment.link_url),
      link_digest: payment.link_url && digest(payment.link_url),
    },
    require_zero_retention: settings.require_zero_retention,
    require_call_encryption: settings.require_call_encryption,
  };
}

/**
 * Changes the workspace's settings. New agents start from the new defaults; existing agents are unchanged.
 * Requirements for providers apply immediately to deploys and to conversations. A request without effect
 * writes nothing. Throws `precondition_failed`.
 */
export async function updateWorkspace(
  ctx: Ctx,
  input: UpdateWorkspace,
  ifMatch: IfMatch = null,
): Promise<Workspace> {
  return writeAudited(ctx, async (tx) => {
    const row = await tx.first(selectWorkspace(ctx.workspaceId).forNoKeyUpdate());
    if (row === undefined) throw notFound();
    const before = parseWorkspace(row);
    requireMatch(ifMatch, before, "workspace");
    const after = applyUpdate(before, input);
    if (JSON.stringify(after) === JSON.stringify(before)) return { result: toWorkspace(after), audit: null };
    const { name, timezone } = after;
    const updated = await tx.first(
      db
        .updateTable("workspaces")
        .set({
          name,
          timezone,
          defaults: json(workspaceDefaultsDocument.write(after.defaults, before.defaults)),
          settings: json(workspaceSettingsDocument.write(after.settings, before.settings)),
        })
        .where("id", "=", ctx.workspaceId)
        .returning("revision"),
    );
    const audit = {
      action: "workspace.updated",
      target: ctx.workspaceId,
      before: auditView(before),
      after: auditView(after),
    };
    return { result: toWorkspace({ ...after, revision: revisionOf(updated) }), audit };
  });
}
