import { z } from "zod";
import { SKIP_REASONS } from "./values";

/**
 * A trunk that certainly did not place a call, as its placement stores it. `from_number`: the number to show, null if there was
 * none. `status`: of the final response, null without one. `reason`: why nothing was sent to it, null if a request or a connection
 * failed.
 */
const StoredTry = z.object({
  integration_id: z.string(),
  from_number: z.string().nullable(),
  at: z.string(),
  was_sent: z.boolean(),
  status: z.number().nullable(),
  reason: z.enum(SKIP_REASONS).nullable(),
});
export type StoredTry = z.output<typeof StoredTry>;

/** Parses the stored tries of a placement. A try that this release cannot read is left out. */
export const parseTries = (stored: unknown): StoredTry[] =>
  (Array.isArray(stored) ? stored : []).flatMap((entry) => {
    const parsed = StoredTry.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
