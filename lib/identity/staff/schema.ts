import { z } from "zod";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";
import { MAX_HOURS } from "./values";

const MAX_REASON = 500;

/** A request of the operator's staff for access to the workspace, with its decision. */
export const StaffTicket = z.strictObject({
  /** Identifier of the request, `tck_…`. */
  id: z.string(),
  /** `active`: approved and not ended. `expired`: its hours have passed. */
  status: z.enum(["requested", "refused", "active", "ended", "expired"]),
  /** The address of the requester's account. */
  staff: z.string(),
  /** Why the staff needs access, such as a support case. */
  reason: z.string(),
  /** Hours for which access is asked. */
  hours: z.number().int().min(1).max(MAX_HOURS),
  created_at: Time,
  /** Time of the decision; null before. */
  decided_at: Time.nullable(),
  /** The member who approved or refused the request. */
  decided_by: z.string().nullable(),
  /** Time at which approved access ends automatically; null without an approval. */
  expires_at: Time.nullable(),
  /** Time at which access was ended early; null if it was not. */
  ended_at: Time.nullable(),
  /** The member or the staff account that ended the access. */
  ended_by: z.string().nullable(),
});
export type StaffTicket = z.output<typeof StaffTicket>;

export const StaffTickets = pageOf(StaffTicket);
export const ListStaffTickets = z.strictObject(pageQuery);
export type ListStaffTickets = z.output<typeof ListStaffTickets>;
export const StaffTicketParams = z.strictObject({ id: id("tck") });

/** The staff who have access to the workspace now. */
export const ActiveStaff = z.strictObject({
  data: z.array(StaffTicket.pick({ id: true, staff: true, reason: true, expires_at: true })),
});
export type ActiveStaff = z.output<typeof ActiveStaff>;

/** A staff member's request for access. */
export const RequestTicket = z.strictObject({
  workspace_id: id("ws"),
  reason: nonBlankText(MAX_REASON),
  hours: z.number().int().min(1).max(MAX_HOURS),
});
export type RequestTicket = z.output<typeof RequestTicket>;

/** A ticket of the caller, with its workspace. */
export const OwnTicket = StaffTicket.extend({ workspace_id: z.string() });
export type OwnTicket = z.output<typeof OwnTicket>;

const MAX_EMAIL = 254;
const MAX_PASSWORD = 200;
/** As for members (NIST SP 800-63B: length instead of character classes). */
const MIN_PASSWORD = 12;
/** 32 bytes in base64url. */
const TOKEN_CHARS = 43;

export const StaffSignIn = z.strictObject({
  email: z.string().min(1).max(MAX_EMAIL),
  password: z.string().min(1).max(MAX_PASSWORD),
});
export const StaffPassword = z.strictObject({
  token: z.string().length(TOKEN_CHARS),
  password: z.string().min(MIN_PASSWORD).max(MAX_PASSWORD),
});
export const OwnTickets = z.strictObject({ email: z.string(), data: z.array(OwnTicket) });
