import { z } from "zod";
import { CALL_CHANNELS, FAILURE_REASONS } from "@/lib/calls/calls/values";
import { id, Time } from "@/lib/platform/schema";

export const ProposalParams = z.strictObject({ id: id("agt"), call: id("call") });

/** A call that failed, which a test case can be made of. It has no words, values or numbers of the call. */
const CaseProposal = z.strictObject({
  /** The call. `GET /calls/{id}/test-case` makes a case of it. */
  call_id: id("call"),
  /**
   * Why the call counts as failed, the first that applies: it ended with an error; it was transferred after at least two turns
   * that were not understood; a quarter of the turns were not understood; the caller hung up without a successful outcome; the
   * outcome is not successful.
   */
  reason: z.enum(FAILURE_REASONS),
  /** Medium of the call. */
  channel: z.enum(CALL_CHANNELS),
  /** Why the call ended; null if it is not recorded. */
  end_reason: z.string().nullable(),
  /** Tag of the outcome; null without one. */
  outcome_tag: z.string().nullable(),
  /** How often the caller spoke. */
  caller_turns: z.int(),
  /** How many of these turns were not understood. */
  misunderstood_turns: z.int(),
  created_at: Time,
});
export type CaseProposal = z.output<typeof CaseProposal>;

/** The proposals of an agent, newest first. */
export const CaseProposals = z.strictObject({
  /** At most 50 calls. */
  data: z.array(CaseProposal),
});
