import type { StoredTurn } from "@/lib/calls/conversation";

/**
 * How a caller answers the announcement of a recording. `unclear_…`: the caller answers something else first, is asked
 * whether the call may be recorded, and then says yes or no.
 */
export type ConsentAnswer =
  | "silence"
  | "agrees"
  | "declines"
  | "presses_9"
  | "unclear_then_yes"
  | "unclear_then_no";

/** A caller's next act. After `fall_silent` the caller says nothing more. */
export type CallerAct = { type: "say"; text: string } | { type: "hang_up" } | { type: "fall_silent" };

/** The caller of a staged call. */
export type StagedCaller = {
  /** The voice of the built-in speech that speaks the caller's words. */
  voice: string;
  consent: ConsentAnswer;
  /** Whether a person answers a transfer. */
  isTransferAnswered: boolean;
  /** The next act, by the conversation so far. */
  nextAct(turns: readonly StoredTurn[]): CallerAct;
};
