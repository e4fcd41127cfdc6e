import type { CarrierEventType } from "@/lib/outreach/dialing";

/** Why a call was not answered. `failed`: the number, the trunk or the network. */
export type UnansweredReason = Extract<CarrierEventType, "no_answer" | "busy" | "declined" | "failed">;

/** Statuses of final responses that say why a call was not answered. Source: RFC 3261, 21; RFC 8197 for 607; RFC 8688 for 608. */
const REASONS: Readonly<Record<number, UnansweredReason>> = {
  408: "no_answer",
  480: "no_answer",
  486: "busy",
  487: "no_answer",
  600: "busy",
  603: "declined",
  607: "declined",
  608: "declined",
};

/** The carrier event of an INVITE's final response other than 2xx. */
export const eventOfStatus = (status: number): UnansweredReason => REASONS[status] ?? "failed";
