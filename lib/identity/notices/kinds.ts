import { atLeast, ROLES, type Role } from "@/lib/platform/context/roles";
import { NOTICE_KINDS, type NoticeKind } from "./schema";

type Kind = {
  /** The weakest role that is told: who may do something about it. */
  least: Role;
  title: string;
  text: string;
  /** Where it leads. `id`: of the subject. */
  href: (id: string | null) => string;
};

/** What each notice says. No name, no number, no value: a mail of it may lie open. */
export const KINDS: Readonly<Record<NoticeKind, Kind>> = {
  "webhook.disabled": {
    least: "admin",
    title: "A webhook was switched off",
    text: "It took nothing for five days, or said that it is gone. Nothing is sent to it any more; events are kept for 30 days, so that what it missed can be replayed.",
    href: (id) => `/webhooks/${id}`,
  },
  "sso.certificate_expiring": {
    least: "owner",
    title: "A certificate of single sign-on runs out",
    text: "No certificate of this workspace's identity provider is valid for much longer. Once the last has run out, nobody signs in by it. Publish its successor there, and give the new metadata here.",
    href: () => "/settings/sso",
  },
  "sso.break_glass_used": {
    least: "owner",
    title: "A break-glass code was used",
    text: "An owner has signed in past the single sign-on of this workspace. The code is used up. The audit log says who and from where.",
    href: () => "/settings/audit?action=sso.break_glass_used",
  },
  "key.expiring": {
    least: "admin",
    title: "An API key runs out",
    text: "From then on it opens nothing. If a system still uses it, make a new one and exchange it there.",
    href: () => "/settings/keys",
  },
  "campaign.failed": {
    least: "builder",
    title: "A campaign failed",
    text: "It reaches nobody any more. Its page says why, and who has not been reached.",
    href: (id) => `/campaigns/${id}`,
  },
  "campaign.paused": {
    least: "builder",
    title: "A campaign was paused",
    text: "Its agent uses a provider that this workspace does not allow any more, or asks for data without the agreement that it needs. Nobody is called meanwhile. Resume it once that is mended; it says what there is to mend.",
    href: (id) => `/campaigns/${id}`,
  },
  "deletion.completed": {
    least: "admin",
    title: "A deletion is done",
    text: "What was kept of a contact is erased, and a signed receipt says what it was.",
    href: (id) => `/settings/deletions/${id}`,
  },
  "deletion.blocked": {
    least: "admin",
    title: "A deletion is blocked",
    text: "A legal hold stands against it. It goes on by itself once an owner has released that.",
    href: (id) => `/settings/deletions/${id}`,
  },
  "session.new_browser": {
    least: "viewer",
    title: "You signed in from a new browser",
    text: "Your account was opened in a browser that it had not been used in before. If that was not you, end that session and set a new password at once.",
    href: () => "/settings/sessions",
  },
};

/** The kinds that somebody of this role is told of. */
export const kindsFor = (role: Role): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => atLeast(role, KINDS[kind].least));

/** The roles that are told of a kind. */
export const rolesFor = (kind: NoticeKind): Role[] =>
  ROLES.filter((role) => atLeast(role, KINDS[kind].least));
