import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** The kinds of notices. A kind has the name of its audit action, if it has one. */
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
  "trunk.limit_near",
  "trunk.limit_reached",
  "cost_limit.near",
  "cost_limit.reached",
  "score.drifted",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const NoticeId = id("ntc");

/** A notice as its recipient sees it. The text names no person; the linked page does. */
export const Notice = z.strictObject({
  id: NoticeId,
  kind: z.enum(NOTICE_KINDS),
  /** The subject's environment; null if it belongs to both. */
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

/** The kinds of notices that the caller's role receives, and which of them are mailed. */
export const MailPreferences = z.strictObject({
  /** Whether a mail server is configured; without one no mail is sent. */
  mail: z.enum(["on", "off"]),
  kinds: z.array(z.strictObject({ kind: z.enum(NOTICE_KINDS), title: z.string(), mailed: z.boolean() })),
});
export type MailPreferences = z.output<typeof MailPreferences>;

/** Turns mails on or off for the named kinds; other kinds are unchanged. */
export const UpdateMailPreferences = z.strictObject({
  kinds: z.partialRecord(z.enum(NOTICE_KINDS), z.boolean()),
});
export type UpdateMailPreferences = z.output<typeof UpdateMailPreferences>;

export const UnreadNotices = z.strictObject({ unread: z.int() });
export type UnreadNotices = z.output<typeof UnreadNotices>;

/** More than one page shows. */
const MAX_MARKED = 100;
/** Without ids, all notices are marked. */
export const MarkNoticesRead = z.strictObject({ ids: z.array(NoticeId).min(1).max(MAX_MARKED).optional() });
export type MarkNoticesRead = z.output<typeof MarkNoticesRead>;
