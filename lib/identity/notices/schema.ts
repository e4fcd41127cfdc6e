import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** What members are told of. Names are those of the audit log's actions, where it has them. */
export const NOTICE_KINDS = [
  "webhook.disabled",
  "sso.certificate_expiring",
  "sso.break_glass_used",
  "key.expiring",
  "campaign.failed",
  "campaign.paused",
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

/** What the person who asks is told of in their role, and what of it by mail. */
export const MailedNotices = z.strictObject({
  /** Whether the operator has set a server for mail; without one nothing is mailed to anybody. */
  mail: z.enum(["on", "off"]),
  kinds: z.array(z.strictObject({ kind: z.enum(NOTICE_KINDS), title: z.string(), mailed: z.boolean() })),
});
export type MailedNotices = z.output<typeof MailedNotices>;

/** Those named are mailed or not from now on; the others stay as they are. */
export const SetMailedNotices = z.strictObject({
  kinds: z.partialRecord(z.enum(NOTICE_KINDS), z.boolean()),
});
export type SetMailedNotices = z.output<typeof SetMailedNotices>;

export const UnreadNotices = z.strictObject({ unread: z.int() });
export type UnreadNotices = z.output<typeof UnreadNotices>;

/** More than a page shows at once. */
const MOST_READ = 100;
/** Without ids, all. */
export const ReadNotices = z.strictObject({ ids: z.array(NoticeId).min(1).max(MOST_READ).optional() });
export type ReadNotices = z.output<typeof ReadNotices>;
