import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";
import { db, type Reading } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { isMailOn } from "@/lib/platform/mail";
import { KINDS, kindsFor } from "./kinds";
import { personOf } from "./read";
import { type MailedNotices, NOTICE_KINDS, type SetMailedNotices } from "./schema";

const selectMember = (ctx: Ctx) =>
  db
    .selectFrom("members")
    .select(["id", "muted_mail_notices"])
    .where("workspace_id", "=", ctx.workspaceId)
    .where("user_id", "=", personOf(ctx));

async function memberOf(read: Reading, ctx: Ctx, lock = false): Promise<{ id: string; off: string[] }> {
  const [row] = await read.all(lock ? selectMember(ctx).forUpdate() : selectMember(ctx));
  if (row === undefined) throw notFound();
  return { id: row.id, off: row.muted_mail_notices };
}

/** Which notices the person who asks is told of in this workspace, and which of them by mail. */
export async function readMailedNotices(ctx: Ctx): Promise<MailedNotices> {
  const { off } = await memberOf(ctx.db, ctx);
  return {
    mail: isMailOn ? "on" : "off",
    kinds: kindsFor(ctx.actor.role).map((kind) => ({
      kind,
      title: KINDS[kind].title,
      mailed: !off.includes(kind),
    })),
  };
}

/**
 * Switches mails of some kinds off or on, for the person who asks and in this workspace alone; the notices themselves
 * stay in the dashboard. It holds for the next one, also where that was told before and waits to be sent.
 */
export async function setMailedNotices(ctx: Ctx, { kinds }: SetMailedNotices): Promise<MailedNotices> {
  await mutate(ctx, async (tx) => {
    const { id, off: before } = await memberOf(tx, ctx, true);
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
  return readMailedNotices(ctx);
}
