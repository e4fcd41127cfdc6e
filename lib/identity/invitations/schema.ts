import { z } from "zod";
import { MemberRole } from "@/lib/identity/members/schema";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** RFC 5321, 4.5.3.1.3: a path holds no more. */
const MAX_EMAIL = 254;
/** Of a link: `signTicket` gives 43 signs. */
const MAX_TOKEN = 100;

export const Email = z.string().trim().toLowerCase().max(MAX_EMAIL).pipe(z.email("Use an e-mail address."));
export const LinkToken = z.string().min(1).max(MAX_TOKEN);

export const CreateInvitation = z.strictObject({ email: Email, role: MemberRole });
export type CreateInvitation = z.output<typeof CreateInvitation>;

/**
 * `open`: the link works. `expired`: its time is over. `lapsed`: who invited has left, or may not give this role any
 * more. A renewal opens either again.
 */
const InvitationStatus = z.enum(["open", "expired", "lapsed"]);

/** Somebody who is asked to join and has not joined yet. */
export const Invitation = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: MemberRole,
  status: InvitationStatus,
  /** Whether the link went out by mail; `off` where no mail server is set. A link that `failed` is tried again. */
  mail: z.enum(["off", "waiting", "sent", "failed"]),
  /** The member who answers for it. */
  invited_by: z.string(),
  created_at: Time,
  expires_at: Time,
});
export type Invitation = z.output<typeof Invitation>;

/** The answer of the creation and of a renewal alone. */
export const InvitationWithLink = Invitation.extend({ link: z.string().optional() });
export type InvitationWithLink = z.output<typeof InvitationWithLink>;

export const InvitationQuery = z.strictObject(pageQuery);
export const InvitationPage = pageOf(Invitation);
export const InvitationParams = z.strictObject({ id: id("inv") });
