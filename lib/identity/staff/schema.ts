import { z } from "zod";
import { id, pageOf, pageQuery, Time, words } from "@/lib/platform/schema";

/** Source: product.md, "Staff". */
export const MAX_HOURS = 8;
const MAX_REASON = 500;

/** A request of the operator's staff to look at the workspace, and what became of it. */
export const StaffTicket = z.strictObject({
  id: z.string(),
  /** `active`: approved, and it has not ended. `expired`: its hours are over. */
  status: z.enum(["asked", "refused", "active", "ended", "expired"]),
  /** Who asks: the address of their account. */
  staff: z.string(),
  reason: z.string(),
  hours: z.number().int().min(1).max(MAX_HOURS),
  created_at: Time,
  decided_at: Time.nullable(),
  /** The member who approved or refused. */
  decided_by: z.string().nullable(),
  expires_at: Time.nullable(),
  ended_at: Time.nullable(),
  /** The member, or the one of the staff, who ended it. */
  ended_by: z.string().nullable(),
});
export type StaffTicket = z.output<typeof StaffTicket>;

export const StaffTickets = pageOf(StaffTicket);
export const ListStaffTickets = z.strictObject(pageQuery);
export type ListStaffTickets = z.output<typeof ListStaffTickets>;
export const StaffTicketParams = z.strictObject({ id: id("tck") });

/** Who looks at the workspace now. */
export const ActiveStaff = z.strictObject({
  data: z.array(StaffTicket.pick({ id: true, staff: true, reason: true, expires_at: true })),
});
export type ActiveStaff = z.output<typeof ActiveStaff>;

/** What somebody of the staff asks for. */
export const AskTicket = z.strictObject({
  workspace_id: id("ws"),
  reason: words(MAX_REASON),
  hours: z.number().int().min(1).max(MAX_HOURS),
});
export type AskTicket = z.output<typeof AskTicket>;

/** One's own tickets, with the workspace each is for. */
export const OwnTicket = StaffTicket.extend({ workspace_id: z.string() });
export type OwnTicket = z.output<typeof OwnTicket>;

const MAX_EMAIL = 254;
const MAX_PASSWORD = 200;
/** As for members (NIST SP 800-63B: length rather than kinds of signs). */
const MIN_PASSWORD = 12;
/** 32 bytes in base64url. */
const TOKEN_CHARS = 43;

export const StaffSignIn = z.strictObject({
  email: z.string().min(1).max(MAX_EMAIL),
  password: z.string().min(1).max(MAX_PASSWORD),
});
export const StaffPassword = z.strictObject({
  token: z.string().length(TOKEN_CHARS),
  password: z.string().min(MIN_PASSWORD, "Use at least 12 characters.").max(MAX_PASSWORD),
});
export const OwnTickets = z.strictObject({ email: z.string(), data: z.array(OwnTicket) });
