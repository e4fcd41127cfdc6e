import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/schema";

/** What members are told of. Names are those of the audit log's actions, where it has them. */
export const NOTICE_KINDS = [
  "webhook.disabled",
  "sso.certificate_expiring",
  "sso.break_glass_used",
  "key.expiring",
  "campaign.failed",
  "deletion.completed",
  "deletion.blocked",
  "session.new_browser",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const NoticeId = id("ntc");

/** A notice as its one reader sees it. The words say nothing of anybody: whom it is about stands behind the link. */
export const Notice = z.strictObject({
  id: NoticeId,
  kind: z.enum(NOTICE_KINDS),
  /** Where the thing is; null where it belongs to both environments. */
  environment: z.enum(["live", "test"]).nullable(),
  title: z.string(),
  text: z.string(),
  /** A path of the dashboard. */
  href: z.string(),
  created_at: Time,
  read_at: Time.nullable(),
});
export type Notice = z.output<typeof Notice>;
export const NoticePage = pageOf(Notice);
export const ListNotices = z.strictObject({ ...pageQuery });

export const UnreadNotices = z.strictObject({ unread: z.int() });
export type UnreadNotices = z.output<typeof UnreadNotices>;

/** More than a page shows at once. */
const MOST_READ = 100;
/** Without ids, all. */
export const ReadNotices = z.strictObject({ ids: z.array(NoticeId).min(1).max(MOST_READ).optional() });
export type ReadNotices = z.output<typeof ReadNotices>;
