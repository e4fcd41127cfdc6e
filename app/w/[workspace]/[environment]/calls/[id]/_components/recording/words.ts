import { inWords } from "@/components/words";
import type { Call } from "@/lib/calls/calls/schema";

/** A step of how consent to a recording came to be, as it is kept with the call (lib/calls/recordings). */
export type Step = { event: string; at: string; at_ms: number };

const STEPS: Readonly<Record<string, string>> = {
  announcing: "The announcement began",
  announced: "The announcement was heard to its end",
  began_after_silence: "The caller did not object within the time to answer; recording began",
  began_after_yes: "The caller agreed; recording began",
  began_after_words: "The caller spoke of something else; recording began",
  asked: "The answer was not understood, so the caller was asked",
  unanswered: "The caller gave no clear answer, so the call went on unrecorded",
  left_before_answer: "The call ended before the caller had answered; nothing was recorded",
  asked_to_stop: "The caller pressed 9; recording paused while they were asked about it",
  kept_recording: "The caller said that recording may continue",
  announced_on_bridge: "Whoever took over heard the announcement; recording continued",
  declined_on_bridge: "Whoever took over pressed 9 before joining; recording stopped",
  began_unannounced: "Recording began without an announcement",
  announcement_cut: "The announcement was cut off, so it was said again",
  announcement_unheard: "The announcement was never heard to its end, so the call went on unrecorded",
  announcing_again: "Recording paused while it was announced again",
  suppressed_beforehand: "No recording was wanted, by the call's request or the contact's earlier refusal",
  declined_by_words: "The caller declined in words; what had been recorded was destroyed",
  declined_by_key: "The caller declined with key 9; what had been recorded was destroyed",
  stopped: "Recording stopped",
};

export const stepWords = (event: string): string => STEPS[event] ?? inWords(event);

const isStep = (value: unknown): value is Step =>
  typeof value === "object" &&
  value !== null &&
  "event" in value &&
  typeof value.event === "string" &&
  "at_ms" in value;

/** The trace of a call's recording, as far as it is known how to read it. */
export const stepsOf = ({ recording }: Pick<Call, "recording">): Step[] => recording.trace.filter(isStep);

const BEGUN = ["began_unannounced", "began_after_silence", "began_after_yes", "began_after_words"];
/** A trace that ends so, without an answer, is of a version that recorded from the announcement's end on. */
const UNANSWERED_ENDS = ["announced", "announcing_again", "stopped"];
const hasBegun = (steps: readonly Step[]): boolean =>
  steps.some(({ event }) => BEGUN.includes(event)) ||
  (steps.some(({ event }) => event === "announced") && UNANSWERED_ENDS.includes(steps.at(-1)?.event ?? ""));

/** Whether a file of it is there, or is still being made: what the waveform's route can answer. */
export function mayHaveSound({ recording, ended_at }: Pick<Call, "recording" | "ended_at">): boolean {
  if (recording.state === "recorded") return true;
  return recording.state === "none" && ended_at !== null && hasBegun(stepsOf({ recording }));
}

type SilenceText = { title: string; text: string };

/** Why there is nothing to hear, where there is nothing. */
export function silenceWords(
  call: Pick<Call, "recording" | "ended_at" | "settled_at" | "channel">,
): SilenceText {
  const { recording, ended_at, channel } = call;
  const steps = stepsOf(call);
  switch (recording.state) {
    case "suppressed":
      return recording.opted_out_at === null
        ? {
            title: "Not recorded, as asked beforehand",
            text: "The call was asked for without a recording, or its contact had refused one in an earlier call.",
          }
        : {
            title: "Declined by the caller",
            text: "What had been recorded until then was destroyed at once. The contact is not recorded in later calls either.",
          };
    case "disabled":
      return { title: "Not recorded", text: "This call's agent did not record when it began." };
    case "expired":
      return {
        title: "Its time is over",
        text: "The recording was kept for as long as the agent's settings say, and then its bytes were deleted.",
      };
    case "erased":
      return { title: "Erased", text: "The recording was erased with the data of its contact." };
    case "recorded":
      return { title: "Recorded", text: "The recording cannot be read at the moment." };
    case "pending":
      return {
        title: "Not decided yet",
        text: "Recording begins when its announcement has been heard and the caller has not declined.",
      };
    case "none":
      if (ended_at === null && hasBegun(steps))
        return {
          title: "Being recorded",
          text: "It can be heard once the call has ended and what is masked in the transcript is silenced in the sound.",
        };
      if (ended_at === null && (channel === "phone" || channel === "web"))
        return {
          title: "Nothing is recorded so far",
          text: "Recording begins when its announcement has been heard and the caller has not declined.",
        };
      if (channel === "chat" || channel === "sms")
        return { title: "Nothing to hear", text: "This conversation was held in writing." };
      if (steps.some(({ event }) => event === "announcement_unheard"))
        return {
          title: "Not recorded, as nobody was told",
          text: "The announcement was not heard to its end, however often it was said. The call went on without a recording.",
        };
      if (steps.some(({ event }) => event === "unanswered"))
        return {
          title: "Not recorded, without a clear answer",
          text: "The caller was asked whether the call may be recorded, and did not clearly agree. The call went on without a recording.",
        };
      return {
        title: "Nothing was recorded",
        text: "The call ended before recording began, or its agent keeps no transcript by which a recording could be masked.",
      };
  }
}
