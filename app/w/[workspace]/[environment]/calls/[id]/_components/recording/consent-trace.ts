import { inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";

/** A step of the recording consent, as stored with the call (lib/calls/recordings). */
export type Step = { event: string; at: string; at_ms: number };

/** The steps that `calls.consentStep` has a text for. */
const EVENTS = [
  "announcing",
  "announced",
  "began_after_silence",
  "began_after_yes",
  "began_after_words",
  "asked",
  "unanswered",
  "left_before_answer",
  "asked_to_stop",
  "kept_recording",
  "announced_on_bridge",
  "declined_on_bridge",
  "began_unannounced",
  "announcement_cut",
  "announcement_unheard",
  "announcing_again",
  "suppressed_beforehand",
  "declined_by_words",
  "declined_by_key",
  "stopped",
] as const;

/** The text of a step. Steps of later versions show their name. */
export function stepText(t: Translator<"calls">, event: string): string {
  const step = EVENTS.find((candidate) => candidate === event);
  return step === undefined ? inWords(event) : t(`consentStep.${step}`);
}

const isStep = (value: unknown): value is Step =>
  typeof value === "object" &&
  value !== null &&
  "event" in value &&
  typeof value.event === "string" &&
  "at_ms" in value;

/** The steps of a call's recording consent. Unreadable entries are skipped. */
export const stepsOf = ({ recording }: Pick<Call, "recording">): Step[] => recording.trace.filter(isStep);

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
