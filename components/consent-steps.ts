import type { Call } from "@/lib/calls/calls/schema";
import type { PlainTranslator } from "@/messages/translator";
import { inWords } from "./words";

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
  "resumed",
  "interrupted",
] as const;

type StepTexts = PlainTranslator<"calls", `consentStep.${(typeof EVENTS)[number]}`>;

/** The text of a step. Steps of later versions show their name. */
export function stepText(t: StepTexts, event: string): string {
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
