import { sql } from "kysely";
import { readWorkspace } from "@/lib/identity/workspaces";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { scopedPath } from "@/lib/platform/context/scope";
import { db, writeUnaudited } from "@/lib/platform/db";
import { type ComposedMail, composeMail, linkTo, mailTime } from "@/lib/platform/mail";
import { serverTranslator } from "@/messages/server-translator";
import { NOTICE_TEMPLATES, noticeTexts, rolesFor } from "./notice-templates";
import { NOTICE_KINDS, type NoticeKind } from "./schema";

const DAY_MS = 24 * 3_600_000;
/** Maximum mails per person, workspace and day. Further notices appear only in the dashboard. */
export const MAX_MAILS_PER_DAY = 30;

type NoticeMail = { userId: string; mail: ComposedMail };
const isKind = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((noticeKind) => noticeKind === kind);

/**
 * Composes the mail of a notice. Null if the notice was mailed, read or deleted, if the person is no longer a
 * member, if their role does not receive this kind or they muted its mails, or if they reached
 * `MAX_MAILS_PER_DAY`.
 */
export async function composeNoticeMail(ctx: Ctx, id: string): Promise<NoticeMail | null> {
  const row = await ctx.db.first(
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
  if (row === undefined || !isKind(row.kind) || (row.today ?? 0) >= MAX_MAILS_PER_DAY) return null;
  if (row.muted_mail_notices.includes(row.kind)) return null;
  if (!rolesFor(row.kind).some((role) => role === row.role)) return null;
  const { name } = await readWorkspace(ctx);
  const { action, href } = NOTICE_TEMPLATES[row.kind];
  const { title, text } = noticeTexts(row.kind);
  const isTest = row.environment === "test";
  const scope = { workspaceId: ctx.workspaceId, environment: isTest ? "test" : "live" } as const;
  const linkInScope = (path: string) => linkTo(scopedPath(scope, path));
  const t = serverTranslator("emails");
  return {
    userId: row.user_id,
    mail: composeMail({
      title,
      paragraphs: [text],
      facts: [
        [t("frame.workspace"), isTest ? t("frame.test", { workspace: name }) : name],
        [t("frame.when"), mailTime(row.created_at)],
      ],
      button: { label: t(`noticeAction.${action}`), url: linkInScope(href(row.link_id)) },
      help: t("notice.help", { address: linkInScope("/notices") }),
    }),
  };
}

/** Records that a notice was mailed. */
export async function markNoticeMailed(ctx: Ctx, id: string): Promise<void> {
  await writeUnaudited(ctx, {
    run: [
      db
        .updateTable("notices")
        .set({ mailed_at: ctx.now() })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", id),
    ],
  });
}
