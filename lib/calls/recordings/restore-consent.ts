import { type Consent, type ConsentFacts, createConsent, type Question, type TraceEntry } from "./consent";

/** The stored state of a call's recording. */
export type StoredConsent = {
  state?: string;
  announced_at?: string | null;
  opted_out_at?: string | null;
  trace?: readonly TraceEntry[];
};

type Restored = Pick<Consent, "state" | "question">;
const recording: Restored = { state: "recording", question: null };
const announcing: Restored = { state: "announcing", question: null };
const waitingFor = (question: Question): Restored => ({ state: "awaiting_answer", question });

/** The state after each event of the trace. Any other event means that nothing more is recorded. */
const AFTER: Readonly<Record<string, Restored>> = {
  began_unannounced: recording,
  began_after_yes: recording,
  began_after_silence: recording,
  began_after_words: recording,
  kept_recording: recording,
  resumed: recording,
  announcing,
  announcement_cut: announcing,
  announced: waitingFor("announcement"),
  asked: waitingFor("may_record"),
  asked_to_stop: waitingFor("stop"),
};

/** The consent as the trace of a call in progress leaves it. An unknown trace records nothing. */
export function restoreConsent(facts: ConsentFacts, stored: StoredConsent): Consent {
  const { state, announced_at: announcedAt = null, opted_out_at: optedOutAt = null, trace = [] } = stored;
  // The call was created without a recording.
  if (state === "disabled") return createConsent({ ...facts, isEnabled: false });
  const last = trace.at(-1);
  const before = { ...createConsent(facts), announcedAt, optedOutAt, trace };
  if (state === "suppressed") return { ...before, state: "suppressed" };
  return last === undefined ? before : { ...before, ...(AFTER[last.event] ?? { state: "stopped" }) };
}
