import { isAtLeast, ROLES, type Role } from "@/lib/platform/context/roles";
import type { emails } from "@/messages/en/emails";
import { serverTranslator } from "@/messages/server-translator";
import { NOTICE_KINDS, type NoticeKind } from "./schema";

type Key<Group extends keyof typeof emails> = keyof (typeof emails)[Group] & string;
type NoticeTemplate = {
  /** The weakest role that receives the notice, as it can act on it. */
  minimumRole: Role;
  /** Its title and text in the catalog. */
  message: Key<"noticeTitle">;
  /** The button of its email in the catalog. */
  action: Key<"noticeAction">;
  /** The page that the notice links to. `id`: the subject's id. */
  href: (id: string | null) => string;
};

/** The texts of notices contain no name, number or value, as others may read a mail. */
export const NOTICE_TEMPLATES: Readonly<Record<NoticeKind, NoticeTemplate>> = {
  "webhook.disabled": {
    minimumRole: "admin",
    message: "webhook_disabled",
    action: "webhook",
    href: (id) => `/webhooks/${id}`,
  },
  "sso.certificate_expiring": {
    minimumRole: "owner",
    message: "sso_certificate_expiring",
    action: "singleSignOn",
    href: () => "/settings/sso",
  },
  "sso.break_glass_used": {
    minimumRole: "owner",
    message: "sso_break_glass_used",
    action: "auditLog",
    href: () => "/settings/audit?action=sso.break_glass_used",
  },
  "key.expiring": {
    minimumRole: "admin",
    message: "key_expiring",
    action: "keys",
    href: () => "/settings/keys",
  },
  "campaign.failed": {
    minimumRole: "builder",
    message: "campaign_failed",
    action: "campaign",
    href: (id) => `/campaigns/${id}`,
  },
  "campaign.paused": {
    minimumRole: "builder",
    message: "campaign_paused",
    action: "campaign",
    href: (id) => `/campaigns/${id}`,
  },
  "deletion.completed": {
    minimumRole: "admin",
    message: "deletion_completed",
    action: "receipt",
    href: (id) => `/settings/deletions/${id}`,
  },
  "deletion.blocked": {
    minimumRole: "admin",
    message: "deletion_blocked",
    action: "deletion",
    href: (id) => `/settings/deletions/${id}`,
  },
  "trunk.limit_near": {
    minimumRole: "admin",
    message: "trunk_limit_near",
    action: "integrations",
    href: () => "/integrations",
  },
  "trunk.limit_reached": {
    minimumRole: "admin",
    message: "trunk_limit_reached",
    action: "integrations",
    href: () => "/integrations",
  },
  "cost_limit.near": {
    minimumRole: "admin",
    message: "cost_limit_near",
    action: "costs",
    href: () => "/settings/costs",
  },
  "cost_limit.reached": {
    minimumRole: "admin",
    message: "cost_limit_reached",
    action: "costs",
    href: () => "/settings/costs",
  },
  "score.drifted": {
    minimumRole: "admin",
    message: "score_drifted",
    action: "scores",
    href: (id) => `/agents/${id}/scores`,
  },
  "session.new_browser": {
    minimumRole: "viewer",
    message: "session_new_browser",
    action: "sessions",
    href: () => "/settings/sessions",
  },
};

/** The kinds of notices that a role receives. */
export const kindsFor = (role: Role): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => isAtLeast(role, NOTICE_TEMPLATES[kind].minimumRole));

/** The roles that receive a kind of notice. */
export const rolesFor = (kind: NoticeKind): Role[] =>
  ROLES.filter((role) => isAtLeast(role, NOTICE_TEMPLATES[kind].minimumRole));

/** The title and the text of a kind of notice. */
export function noticeTexts(kind: NoticeKind): { title: string; text: string } {
  const t = serverTranslator("emails");
  const { message } = NOTICE_TEMPLATES[kind];
  return { title: t(`noticeTitle.${message}`), text: t(`noticeText.${message}`) };
}
