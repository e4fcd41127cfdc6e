import { sql } from "kysely";
import { readWorkspace } from "@/lib/identity/workspaces";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { linkTo } from "@/lib/platform/mail";
import { KINDS, rolesFor } from "./kinds";
import { NOTICE_KINDS, type NoticeKind } from "./schema";

const DAY_MS = 24 * 3_600_000;
/** Mails that one person gets of one workspace in a day: who erases thousands of contacts finds the rest in the dashboard. */
export const MOST_MAILS_A_DAY = 30;

type NoticeMail = { userId: string; subject: string; text: string };
const isKind = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((one) => one === kind);

/**
 * What a notice says by mail, and to whom. Null where it was mailed, is read or gone, where the person is no member any
 * more or of a role that is not told of it, where they do not want this kind by mail, and where they have had enough of
 * them today.
 */
export async function noticeMail(ctx: Ctx, id: string): Promise<NoticeMail | null> {
  const row = await ctx.db.one(
    db
      .selectFrom("notices as n")
      .innerJoin("members as m", (join) =>
        join.onRef("m.workspace_id", "=", "n.workspace_id").onRef("m.user_id", "=", "n.user_id"),
      )
      .select(["n.user_id", "n.kind", "n.environment", "n.link_id", "n.created_at", "m.role"])
      .select("m.muted_mail_notices")
      .select((on) =>
        on
          .selectFrom("notices as sent")
          .select(sql<number>`count(*)::int`.as("count"))
          .whereRef("sent.workspace_id", "=", "n.workspace_id")
          .whereRef("sent.user_id", "=", "n.user_id")
          .where("sent.mailed_at", ">", plusMs(ctx.now(), -DAY_MS))
          .as("today"),
      )
      .where("n.workspace_id", "=", ctx.workspaceId)
      .where("n.id", "=", id)
      .where("n.mailed_at", "is", null)
      .where("n.read_at", "is", null),
  );
  if (row === undefined || !isKind(row.kind) || (row.today ?? 0) >= MOST_MAILS_A_DAY) return null;
  if (row.muted_mail_notices.includes(row.kind)) return null;
  if (!rolesFor(row.kind).some((role) => role === row.role)) return null;
  const { name } = await readWorkspace(ctx);
  const { title, text, href } = KINDS[row.kind];
  const place = row.environment === "test" ? `${name} (test environment)` : name;
  return {
    userId: row.user_id,
    subject: title,
    text: [text, `Workspace: ${place}`, `When: ${row.created_at}`, linkTo(href(row.link_id))].join("\n\n"),
  };
}

/** Notes that a notice was mailed. */
export async function noticeMailed(ctx: Ctx, id: string): Promise<void> {
  await record(ctx, {
    run: [
      db
        .updateTable("notices")
        .set({ mailed_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    ],
  });
}
