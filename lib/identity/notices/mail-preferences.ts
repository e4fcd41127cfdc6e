import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { db, type QueryRunner } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { isMailOn } from "@/lib/platform/mail";
import { kindsFor, noticeTexts } from "./notice-templates";
import { type MailPreferences, NOTICE_KINDS, type UpdateMailPreferences } from "./schema";

const selectMember = (ctx: Ctx) =>
  db
    .selectFrom("members")
    .select(["id", "muted_mail_notices"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("user_id", "=", requireSession(ctx).userId);

async function readMember(
  read: QueryRunner,
  ctx: Ctx,
  shouldLock = false,
): Promise<{ id: string; mutedKinds: string[] }> {
  const [row] = await read.all(shouldLock ? selectMember(ctx).forNoKeyUpdate() : selectMember(ctx));
  if (row === undefined) throw notFound();
  return { id: row.id, mutedKinds: row.muted_mail_notices };
}

/** Reads which kinds of notices the caller receives in this workspace, and which of them by mail. */
export async function readMailPreferences(ctx: Ctx): Promise<MailPreferences> {
  const { mutedKinds } = await readMember(ctx.db, ctx);
  return {
    mail: isMailOn ? "on" : "off",
    kinds: kindsFor(ctx.actor.role).map((kind) => ({
      kind,
      title: noticeTexts(kind).title,
      mailed: !mutedKinds.includes(kind),
    })),
  };
}

/**
 * Turns mails of some kinds off or on for the caller, in this workspace only. The notices still appear in the
 * dashboard. The change also applies to mails that are queued.
 */
export async function updateMailPreferences(
  ctx: Ctx,
  { kinds }: UpdateMailPreferences,
): Promise<MailPreferences> {
  await writeAudited(ctx, async (tx) => {
    const { id, mutedKinds: before } = await readMember(tx, ctx, true);
    const after = NOTICE_KINDS.filter((kind) =>
      kinds[kind] === undefined ? before.includes(kind) : !kinds[kind],
    );
    if (JSON.stringify(after) === JSON.stringify(before)) return { result: undefined, audit: null };
    await tx.all(
      db
        .updateTable("members")
        .set({ muted_mail_notices: after })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    );
    const audit = {
      action: "member.notices_changed",
      target: id,
      before: { not_mailed: before },
      after: { not_mailed: after },
    };
    return { result: undefined, audit };
  });
  return readMailPreferences(ctx);
}
