import { createHash } from "node:crypto";

/** The versions that a traffic split compares. */
export type SplitArm = "live" | "candidate";

/** The person whose call selects a version: the keyed hash of the number, if there is one, and the ID of the new call. */
export type SplitCaller = { numberHash: Buffer | null; callId: string };

/** Bytes of the digest that select the arm: 2^48 positions are exact in a number. */
const POSITION_BYTES = 6;
const POSITIONS = 2 ** (8 * POSITION_BYTES);
const PERCENT = 100;

/**
 * The position of a caller in a split, from 0 to below 1. It is the same for all calls of a number, and independent of the
 * position in another split. A caller without a number has another position in each call.
 */
export function positionInSplit(splitId: string, { numberHash, callId }: SplitCaller): number {
  const key = numberHash === null ? `call|${callId}` : `number|${numberHash.toString("hex")}`;
  const digest = createHash("sha256").update(`${splitId}|${key}`).digest();
  return digest.readUIntBE(0, POSITION_BYTES) / POSITIONS;
}

/**
 * Selects the version of a new call. Positions below the percentage run the candidate, so a larger percentage adds callers to
 * the candidate and moves none of them back.
 */
export const selectArm = (splitId: string, percent: number, caller: SplitCaller): SplitArm =>
  positionInSplit(splitId, caller) < percent / PERCENT ? "candidate" : "live";
