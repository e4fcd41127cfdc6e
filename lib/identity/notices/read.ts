import { type Compilable, sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { listPage, type Page, type PageQuery } from "@/lib/platform/db/page";
import { AppError } from "@/lib/platform/errors";
import { KINDS, kindsFor } from "./kinds";
import type { Notice, NoticeKind, ReadNotices, UnreadNotices } from "./schema";

/** A bell shows no number beyond this, and none need be counted. */
const MOST_COUNTED = 100;

/** The person who asks: notices are a person's own. */
export function personOf({ session }: Ctx): string {
  if (session === undefined) throw new AppError("forbidden", "Notices are for people who have signed in.");
  return session.userId;
}

/** Whose role was changed since sees what their role is told now. */
const ownNotices = (ctx: Ctx) =>
  db
    .selectFrom("notices")
    .where("workspace_id", "=", ctx.workspaceId)
    .where("user_id", "=", personOf(ctx))
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
  const { title, text, href } = KINDS[kind];
  return {
    ...row,
    kind,
    environment: environment as Notice["environment"],
    title,
    text,
    href: href(link_id),
  };
}

/** What the person who asks was told of this workspace, newest first, in both environments. */
export async function listNotices(ctx: Ctx, page: PageQuery): Promise<Page<Notice>> {
  const columns = ["id", "kind", "environment", "link_id", "created_at", "read_at"] as const;
  const { data, ...rest } = await listPage(ctx, ownNotices(ctx).select(columns), page);
  return { ...rest, data: data.map(toNotice) };
}

/** How many the person who asks has not read; counted to 100. */
export async function countUnread(ctx: Ctx): Promise<UnreadNotices> {
  const unread = ownNotices(ctx).select("id").where("read_at", "is", null).limit(MOST_COUNTED);
  const row = await ctx.db.one(
    db.selectFrom(unread.as("unread")).select(sql<number>`count(*)::int`.as("unread")),
  );
  return { unread: row?.unread ?? 0 };
}

/** Marks notices of the person who asks as read: those, or all. What is not theirs is left alone. */
export async function readNotices(ctx: Ctx, { ids }: ReadNotices): Promise<UnreadNotices> {
  let mark = db
    .updateTable("notices")
    .set({ read_at: ctx.now() })
    .where("workspace_id", "=", ctx.workspaceId)
    .where("user_id", "=", personOf(ctx))
    .where("read_at", "is", null);
  if (ids !== undefined) mark = mark.where("id", "in", ids);
  await record(ctx, { run: [mark as Compilable<unknown>] });
  return countUnread(ctx);
}
