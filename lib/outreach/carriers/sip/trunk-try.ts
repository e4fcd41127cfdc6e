import { z } from "zod";

/** Why a trunk was skipped: nothing was sent to it. */
export type SkipReason =
  | "disconnected"
  | "encryption_required"
  | "not_allowed"
  | "paused"
  | "no_caller_id"
  | "busy"
  | "limited";

/**
 * A trunk that certainly did not place a call. `from_number`: the number to show, null if there was none. `status`: of the final
 * response, null without one. `reason`: why nothing was sent to it, null if a request or a connection failed.
 */
export type TrunkTry = {
  integration_id: string;
  from_number: string | null;
  at: string;
  was_sent: boolean;
  status: number | null;
  reason: SkipReason | null;
};

/** A trunk of a call that was not tried so far, and the number to show. */
export type Alternative = { integration_id: string; from_number: string };

const Alternatives = z.array(z.object({ integration_id: z.string(), from_number: z.string() }));

/** Parses the stored alternatives of a placement. */
export const parseAlternatives = (stored: unknown): Alternative[] => Alternatives.parse(stored);

/** A try of a trunk that was skipped. */
export const skippedTry = (
  integrationId: string,
  fromNumber: string | null,
  reason: SkipReason,
  at: string,
): TrunkTry => ({
  integration_id: integrationId,
  from_number: fromNumber,
  at,
  was_sent: false,
  status: null,
  reason,
});
