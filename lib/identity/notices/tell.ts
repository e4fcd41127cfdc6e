import { type Compilable, type RawBuilder, sql } from "kysely";
import type { Environment } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { enqueuedEach } from "@/lib/platform/jobs";
import { isMailOn } from "@/lib/platform/mail";
import { rolesFor } from "./kinds";
import type { NoticeKind } from "./schema";

type Telling = {
  workspaceId: string;
  kind: NoticeKind;
  /** The id of what it is about. With `stage`, each member is told once of it. */
  subject: string;
  stage?: string;
  environment?: Environment;
  /** The one person whom it concerns; every member who may do something about it, unless told. */
  userId?: string;
  /** Nobody is told where this is false. */
  when?: RawBuilder<boolean>;
  /** RFC 3339. */
  now: string;
};

/**
 * The statement that tells members of something, for the transaction that causes it: a row each, and a mail each where
 * the operator has set a server. What has been told is not told again.
 */
export function tell({
  workspaceId,
  kind,
  subject,
  stage = "",
  now,
  userId,
  ...more
}: Telling): Compilable<unknown> {
  const { environment = null, when = sql<boolean>`true` } = more;
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
  const told = db.with("told", () =>
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
  if (!isMailOn) return told.selectFrom("told").select("id");
  return told
    .selectFrom("told")
    .select(
      enqueuedEach(
        "notice.mail",
        { workspaceId: sql`workspace_id`, noticeId: sql`id` },
        { key: sql`'notice.mail:' || id`, runAt: sql`${now}::timestamptz` },
      ).as("mailed"),
    );
}
