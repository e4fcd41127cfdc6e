import { z } from "zod";
import type { TransferQuery } from "./callback-urls";
import { CALL_SID } from "./calls";

/** One target of a transfer that Twilio dials. */
export type TransferLeg = {
  callId: string;
  /** The SID of the caller's call. */
  parentSid: string;
  /** A `human` is briefed and accepts with a key; the `payment` line is connected at once. */
  kind: "human" | "payment";
  /** Position of the target in the agent's list. */
  position: number;
  /** When the first target was dialed, in ms since the epoch. */
  sinceMs: number;
  /** Whether the bridge is recorded, so that the target hears the announcement. */
  isAnnounced: boolean;
};

const COUNT = /^[0-9]{1,15}$/;
const Query = z.object({
  call: z.string(),
  leg: z.string().regex(CALL_SID),
  kind: z.enum(["human", "payment"]),
  target: z.string().regex(COUNT).transform(Number),
  since: z.string().regex(COUNT).transform(Number),
  announced: z.enum(["0", "1"]),
});

/** The query parameters of a leg's callbacks. */
export const toTransferQuery = (leg: TransferLeg): TransferQuery => ({
  call: leg.callId,
  leg: leg.parentSid,
  kind: leg.kind,
  target: String(leg.position),
  since: String(leg.sinceMs),
  announced: leg.isAnnounced ? "1" : "0",
});

/** Reads the leg of a callback. Null for a callback that this release has not requested. */
export function readTransferLeg(query: URLSearchParams): TransferLeg | null {
  const parsed = Query.safeParse(Object.fromEntries(query));
  if (!parsed.success) return null;
  const { call, leg, kind, target, since, announced } = parsed.data;
  return {
    callId: call,
    parentSid: leg,
    kind,
    position: target,
    sinceMs: since,
    isAnnounced: announced === "1",
  };
}
