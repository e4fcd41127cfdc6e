import { type Step, stepsOf } from "@/components/consent-steps";
import type { Call } from "@/lib/calls/calls/schema";

const BEGUN = ["began_unannounced", "began_after_silence", "began_after_yes", "began_after_words"];
/** A trace with this end and no answer is of a version that recorded from the end of the announcement. */
const UNANSWERED_ENDS = ["announced", "announcing_again", "stopped"];
const hasBegun = (steps: readonly Step[]): boolean =>
  steps.some(({ event }) => BEGUN.includes(event)) ||
  (steps.some(({ event }) => event === "announced") && UNANSWERED_ENDS.includes(steps.at(-1)?.event ?? ""));

/** Whether the recording exists or is being created, so that the waveform's route can return it. */
export function mayHaveSound({ recording, ended_at }: Pick<Call, "recording" | "ended_at">): boolean {
  if (recording.state === "recorded") return true;
  return recording.state === "none" && ended_at !== null && hasBegun(stepsOf({ recording }));
}

type SettledState = Exclude<Call["recording"]["state"], "none" | "suppressed">;
const REASONS = {
  disabled: "disabled",
  expired: "expired",
  erased: "erased",
  recorded: "unavailable",
  pending: "pending",
} as const satisfies Record<SettledState, string>;

/** The reason of a call whose recording has no state, from the steps of its consent. */
function reasonOfSteps({ recording, ended_at, channel }: RecordedCall) {
  const steps = stepsOf({ recording });
  if (ended_at === null && hasBegun(steps)) return "recording";
  if (ended_at === null && (channel === "phone" || channel === "web")) return "notStarted";
  if (channel === "chat" || channel === "sms") return "written";
  if (steps.some(({ event }) => event === "announcement_unheard")) return "unheard";
  if (steps.some(({ event }) => event === "interrupted")) return "interrupted";
  return steps.some(({ event }) => event === "unanswered") ? "unanswered" : "none";
}

type RecordedCall = Pick<Call, "recording" | "ended_at" | "channel">;

/** Why a call has no recording to play: a key of `calls.noRecording`. */
export function missingReason(call: RecordedCall) {
  const { state, opted_out_at } = call.recording;
  if (state === "none") return reasonOfSteps(call);
  if (state === "suppressed") return opted_out_at === null ? "suppressed" : "declined";
  return REASONS[state];
}
