import type { CarrierEventType } from "@/lib/outreach/dialing";

/** Statuses of final responses that say why a call was not answered. Source: RFC 3261, 21; RFC 8197 for 607; RFC 8688 for 608. */
const EVENTS: Readonly<Record<number, CarrierEventType>> = {
  408: "no_answer",
  480: "no_answer",
  486: "busy",
  487: "no_answer",
  600: "busy",
  603: "declined",
  607: "declined",
  608: "declined",
};

/** The carrier event of an INVITE's final response; `failed` for statuses that blame the number, the trunk or the network. */
export const eventOfStatus = (status: number): CarrierEventType => EVENTS[status] ?? "failed";
