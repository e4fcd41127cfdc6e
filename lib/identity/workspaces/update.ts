import { createHash } from "node:crypto";
import { withFittingAnnouncement } from "@/lib/platform/announcements";
import { type AuditView, mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { selectWorkspace, toWorkspace } from "./read";
import { StoredWorkspace, type UpdateWorkspace, type Workspace } from "./schema";

/** `parts` over `whole`, where they say something. */
const over = <T extends object>(whole: T, parts: { [K in keyof T]?: T[K] | undefined } = {}): T => ({
  ...whole,
  ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)),
});

const NO_PAYMENT = { ivr_number: null, link_url: null };

function paymentAfter(
  before: Workspace["payment"],
  input: NonNullable<UpdateWorkspace["payment"]> | null,
): Workspace["payment"] {
  if (input === null) return null;
  const after = over(before ?? NO_PAYMENT, input);
  return after.ivr_number === null && after.link_url === null ? null : after;
}

function changed(row: StoredWorkspace, input: UpdateWorkspace): StoredWorkspace {
  const { name, timezone, defaults, payment, require_zero_retention: demand } = input;
  return {
    ...over(row, { name, timezone }),
    defaults: {
      recording: withFittingAnnouncement(over(row.defaults.recording, defaults?.recording)),
      transcript: over(row.defaults.transcript, defaults?.transcript),
    },
    settings: {
      ...over(row.settings, { require_zero_retention: demand }),
      payment: payment === undefined ? row.settings.payment : paymentAfter(row.settings.payment, payment),
    },
  };
}

const digest = (words: string): string => createHash("sha256").update(words).digest("hex");
const hostOf = (link: string | null): string | null => (link === null ? null : new URL(link).host);

/** What the audit log keeps: of words a digest, and of a link its host, as the rest may open something. */
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
  };
}

/**
 * Changes the workspace's settings: new agents start from its defaults, and those that there are stay as they are; what
 * it demands of providers holds at once, for deploys and for conversations. A request that changes nothing leaves no trace.
 */
export async function updateWorkspace(ctx: Ctx, input: UpdateWorkspace): Promise<Workspace> {
  return mutate(ctx, async (tx) => {
    const found = await tx.one(selectWorkspace(ctx.workspaceId).forUpdate());
    if (found === undefined) throw notFound();
    const before = StoredWorkspace.parse(found);
    const after = changed(before, input);
    const result = toWorkspace(after);
    if (JSON.stringify(after) === JSON.stringify(before)) return { result, audit: null };
    const { name, timezone } = after;
    await tx.all(
      db
        .updateTable("workspaces")
        .set({ name, timezone, defaults: json(after.defaults), settings: json(after.settings) })
        .where("id", "=", ctx.workspaceId),
    );
    const audit = {
      action: "workspace.updated",
      target: ctx.workspaceId,
      before: auditView(before),
      after: auditView(after),
    };
    return { result, audit };
  });
}
