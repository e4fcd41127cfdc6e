import { type Compilable, type RawBuilder, sql } from "kysely";
import type { Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { areJobsDeferred, enqueueEachExpression } from "@/lib/platform/jobs";
import { isMailOn } from "@/lib/platform/mail";
import { rolesFor } from "./notice-templates";
import type { NoticeKind } from "./schema";

type MemberNotification = {
  workspaceId: string;
  kind: NoticeKind;
  /** The id of the subject. Each member is notified once per subject and `stage`. */
  subject: string;
  stage?: string;
  environment?: Environment;
  /** The person to notify; if omitted, every member whose role receives this kind. */
  userId?: string;
  /** A condition in SQL; no one is notified if it is false. */
  when?: RawBuilder<boolean>;
  /** RFC 3339. */
  now: string;
};

/**
 * The statement that notifies members, for the transaction that causes the notice. It inserts a notice per
 * member, and queues a mail per notice if a mail server is configured and the event is not one of the past. Existing notices are not repeated.
 */
export function notifyMembers({
  workspaceId,
  kind,
  subject,
  stage = "",
  now,
  userId,
  ...options
}: MemberNotification): Compilable<unknown> {
  const { environment = null, when = sql<boolean>`true` } = options;
  let members = db
    .selectFrom("members")
    .select([
      sql<string>`new_id('ntc', ${now}::timestamptz)`.as("id"),
      "workspace_id",
      "user_id",
      sql<string>`${kind}::text`.as("kind"),
      sql<string | null>`${environment}::text`.as("environment"),
      sql<string>`${subject}::text`.as("subject"),
      sql<string | null>`${subject}::text`.as("link_id"),
      sql<string>`${stage}::text`.as("stage"),
      sql<string>`${now}::timestamptz`.as("created_at"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("role", "in", rolesFor(kind))
    .where(when);
  if (userId !== undefined) members = members.where("user_id", "=", userId);
  const inserted = db.with("told", () =>
    db
      .insertInto("notices")
      .columns([
        "id",
        "workspace_id",
        "user_id",
        "kind",
        "environment",
        "subject",
        "link_id",
        "stage",
        "created_at",
      ])
      .expression(members)
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "workspace_id"]),
  );
  if (!isMailOn || areJobsDeferred()) return inserted.selectFrom("told").select("id");
  return inserted
    .selectFrom("told")
    .select(
      enqueueEachExpression(
        "notice.mail",
        { workspaceId: sql`workspace_id`, noticeId: sql`id` },
        { key: sql`'notice.mail:' || id`, runAt: sql`${now}::timestamptz` },
      ).as("mailed"),
    );
}
