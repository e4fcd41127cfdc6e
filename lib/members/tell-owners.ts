import { type Compilable, sql } from "kysely";
import { db } from "@/lib/db";
import { enqueuedEach, type OwnersNotice } from "@/lib/jobs";
import { isMailOn } from "@/lib/mail";

/** The statement that has every owner of a workspace told by mail; none where no mail leaves. `now`: RFC 3339. */
export const tellOwners = (workspaceId: string, notice: OwnersNotice, now: string): Compilable<unknown>[] =>
  isMailOn
    ? [
        db
          .selectFrom("members")
          .select(
            enqueuedEach(
              "mail.notice",
              {
                notice: sql`${notice}::text`,
                userId: sql`user_id`,
                place: sql`workspace_id`,
                at: sql`${now}::text`,
              },
              {
                key: sql`'mail.notice:' || id || ${`:${notice}:${now}`}`,
                runAt: sql`${now}::timestamptz`,
              },
            ).as("told"),
          )
          .where("workspace_id", "=", workspaceId)
          .where("role", "=", "owner"),
      ]
    : [];
