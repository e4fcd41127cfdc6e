import { isAtLeast, ROLES, type Role } from "@/lib/platform/context/roles";
import { NOTICE_KINDS, type NoticeKind } from "./schema";

type NoticeTemplate = {
  /** The weakest role that receives the notice, as it can act on it. */
  minimumRole: Role;
  title: string;
  text: string;
  /** The page that the notice links to. `id`: the subject's id. */
  href: (id: string | null) => string;
};

/** The text of each kind of notice. It contains no name, number or value, as others may read a mail. */
export const NOTICE_TEMPLATES: Readonly<Record<NoticeKind, NoticeTemplate>> = {
  "webhook.disabled": {
    minimumRole: "admin",
    title: "A webhook was switched off",
    text: "It accepted no event for five days, or answered that it is gone. It gets no more events. Events are kept for 30 days, so that you can replay the missed ones.",
    href: (id) => `/webhooks/${id}`,
  },
  "sso.certificate_expiring": {
    minimumRole: "owner",
    title: "A single sign-on certificate is about to expire",
    text: "The last certificate of this workspace's identity provider expires soon. Single sign-on stops working then. Publish a new certificate at the provider, and save its new metadata here.",
    href: () => "/settings/sso",
  },
  "sso.break_glass_used": {
    minimumRole: "owner",
    title: "A break-glass code was used",
    text: "An owner signed in to this workspace without single sign-on. The code cannot be used again. The audit log shows who signed in and from where.",
    href: () => "/settings/audit?action=sso.break_glass_used",
  },
  "key.expiring": {
    minimumRole: "admin",
    title: "An API key is about to expire",
    text: "It stops working when it expires. If a system still uses it, create a new key and replace it there.",
    href: () => "/settings/keys",
  },
  "campaign.failed": {
    minimumRole: "builder",
    title: "A campaign failed",
    text: "It makes no more calls or texts. Its page shows the reason and the contacts that were not reached.",
    href: (id) => `/campaigns/${id}`,
  },
  "campaign.paused": {
    minimumRole: "builder",
    title: "A campaign was paused",
    text: "Its agent uses a provider that this workspace no longer allows, or asks for data without the required agreement. It makes no calls while paused. Fix the problems that its page lists, then resume it.",
    href: (id) => `/campaigns/${id}`,
  },
  "deletion.completed": {
    minimumRole: "admin",
    title: "A deletion is complete",
    text: "A contact's data is erased. A signed receipt lists what was erased.",
    href: (id) => `/settings/deletions/${id}`,
  },
  "deletion.blocked": {
    minimumRole: "admin",
    title: "A deletion is blocked",
    text: "A legal hold prevents it. It continues automatically once an owner releases the hold.",
    href: (id) => `/settings/deletions/${id}`,
  },
  "session.new_browser": {
    minimumRole: "viewer",
    title: "You signed in from a new browser",
    text: "Your account was used in a browser that it had not been used in before. If this was not you, end that session and change your password now.",
    href: () => "/settings/sessions",
  },
};

/** The kinds of notices that a role receives. */
export const kindsFor = (role: Role): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => isAtLeast(role, NOTICE_TEMPLATES[kind].minimumRole));

/** The roles that receive a kind of notice. */
export const rolesFor = (kind: NoticeKind): Role[] =>
  ROLES.filter((role) => isAtLeast(role, NOTICE_TEMPLATES[kind].minimumRole));
