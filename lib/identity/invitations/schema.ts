import { z } from "zod";
import { MemberRole } from "@/lib/identity/members/schema";
import { USE_EMAIL } from "@/lib/platform/reasons/fields/identity";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** Source: RFC 5321, 4.5.3.1.3, the maximum length of a path. */
const MAX_EMAIL = 254;
/** `signTicket` returns 43 characters. */
const MAX_TOKEN = 100;

export const Email = z.string().trim().toLowerCase().max(MAX_EMAIL).pipe(z.email(USE_EMAIL));
export const LinkToken = z.string().min(1).max(MAX_TOKEN);

export const CreateInvitation = z.strictObject({
  /** Address of the invited person, to which the invitation is mailed if a mail server is configured. */
  email: Email,
  /** Role of the new member, at most that of the caller. */
  role: MemberRole,
});
export type CreateInvitation = z.output<typeof CreateInvitation>;

/**
 * `open`: the link works. `expired`: the link is older than 7 days. `lapsed`: the inviter has left or can no
 * longer grant this role. A renewal reopens an expired or lapsed invitation.
 */
const InvitationStatus = z.enum(["open", "expired", "lapsed"]);

/** An invitation that is not accepted yet. */
export const Invitation = z.strictObject({
  /** Identifier of the invitation, `inv_…`. */
  id: z.string(),
  /** Address of the invited person. */
  email: z.string(),
  /** Role that the person will have. */
  role: MemberRole,
  /**
   * `open`: the link works. `expired`: it is older than seven days. `lapsed`: the inviter has left, or can
   * no longer grant this role. A renewal reopens it.
   */
  status: InvitationStatus,
  /** The state of the mail; `off` if no mail server is configured. A `failed` mail is retried. */
  mail: z.enum(["off", "waiting", "sent", "failed"]),
  /** The member responsible for the invitation. */
  invited_by: z.string(),
  created_at: Time,
  /** Time after which the link does not work. */
  expires_at: Time,
});
export type Invitation = z.output<typeof Invitation>;

/** The response to a creation or a renewal. */
export const InvitationWithLink = Invitation.extend({
  /**
   * Address with which the person accepts. Only present in the response to a creation or renewal, and not
   * in a repeated one.
   */
  link: z.string().optional(),
});
export type InvitationWithLink = z.output<typeof InvitationWithLink>;

export const InvitationQuery = z.strictObject(pageQuery);
export const InvitationPage = pageOf(Invitation);
export const InvitationParams = z.strictObject({ id: id("inv") });
