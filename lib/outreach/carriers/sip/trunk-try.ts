import { z } from "zod";
import type { StoredTry } from "@/lib/outreach/trunk-tries";
import type { SkipReason } from "@/lib/outreach/trunk-tries/values";

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
): StoredTry => ({
  integration_id: integrationId,
  from_number: fromNumber,
  at,
  was_sent: false,
  status: null,
  reason,
});
