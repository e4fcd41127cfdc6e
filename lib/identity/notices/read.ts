import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { requireSession } from "@/lib/platform/context/require-session";
import { db, writeUnaudited } from "@/lib/platform/db";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { kindsFor, NOTICE_TEMPLATES, noticeTexts } from "./notice-templates";
import type { MarkNoticesRead, Notice, NoticeKind, UnreadNotices } from "./schema";

/** The bell shows no larger number, so counting stops here. */
const MAX_COUNTED = 100;

/** Selects the caller's notices of the kinds that their current role receives. */
const selectOwnNotices = (ctx: Ctx) =>
  db
    .selectFrom("notices")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("user_id", "=", requireSession(ctx).userId)
    .where("kind", "in", kindsFor(ctx.actor.role));

type Row = {
  id: string;
  kind: string;
  environment: string | null;
  link_id: string | null;
  created_at: string;
  read_at: string | null;
};

function toNotice({ kind: stored, link_id, environment, ...row }: Row): Notice {
  const kind = stored as NoticeKind;
  return {
    ...row,
    kind,
    environment: environment as Notice["environment"],
    ...noticeTexts(kind),
    href: NOTICE_TEMPLATES[kind].href(link_id),
  };
}

/** Lists the caller's notices of this workspace in both environments, newest first. */
export async function listNotices(ctx: Ctx, page: PageQuery): Promise<Page<Notice>> {
  const columns = ["id", "kind", "environment", "link_id", "created_at", "read_at"] as const;
  const { data, ...pageInfo } = await listPage(ctx, selectOwnNotices(ctx).select(columns), page);
  return { ...pageInfo, data: data.map(toNotice) };
}

/** Counts the caller's unread notices, up to 100. */
export async function countUnread(ctx: Ctx): Promise<UnreadNotices> {
  const unread = selectOwnNotices(ctx).select("id").where("read_at", "is", null).limit(MAX_COUNTED);
  const row = await ctx.db.first(
    db.selectFrom(unread.as("unread")).select(sql<number>`count(*)::int`.as("unread")),
  );
  return { unread: row?.unread ?? 0 };
}

/** Marks the caller's notices as read: those with these ids, or all. Ids of other people are ignored. */
export async function markNoticesRead(ctx: Ctx, { ids }: MarkNoticesRead): Promise<UnreadNotices> {
  let mark = db
    .updateTable("notices")
    .set({ read_at: ctx.now() })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("user_id", "=", requireSession(ctx).userId)
    .where("read_at", "is", null);
  if (ids !== undefined) mark = mark.where("id", "in", ids);
  await writeUnaudited(ctx, { run: [mark as Compilable<unknown>] });
  return countUnread(ctx);
}
