import type { Expectation, Transcription } from "@/lib/agents/providers/schema";
import { wishesIn } from "@/lib/calls/conversation";
import { isRefusal } from "@/lib/calls/recordings";

/**
 * Confidence from which words count as the answer, and from which they are read back to the caller; others are not
 * understood. Tuned with the "tuning" half of the corpus (`bench/voice/corpus`), so that at most 2 % of the answers
 * are wrong and accepted. Digits, codes and addresses are always read back: no confidence makes them safe.
 */
const LIMITS: Readonly<Record<Expectation["kind"], { accepted: number; readBack: number }>> = {
  yes_no: { accepted: 0.55, readBack: 0.35 },
  choice: { accepted: 0.51, readBack: 0.35 },
  date: { accepted: 0.62, readBack: 0.38 },
  time: { accepted: 0.67, readBack: 0.38 },
  number: { accepted: 0.72, readBack: 0.4 },
  digits: { accepted: Number.POSITIVE_INFINITY, readBack: 0.45 },
  phone: { accepted: Number.POSITIVE_INFINITY, readBack: 0.45 },
  text: { accepted: Number.POSITIVE_INFINITY, readBack: 0.4 },
  email: { accepted: Number.POSITIVE_INFINITY, readBack: 0.4 },
  open: { accepted: 0.45, readBack: 0.45 },
};
/** Short answers are accepted from this confidence on, and never read back: "Is that right?" would be answered alike. */
const SHORT_ANSWER_ACCEPTED = 0.3;
const SHORT_ANSWER =
  /^(?:(?:um|uh|er|oh|well|so) )?(?:yes|yeah|yep|no|nope|no no)(?: (?:please|thanks|thank you))?$/;

const NOT_UNDERSTOOD: Transcription = { text: "", confidence: 0, understood: false };

/** Requests that a caller must never have to repeat. To take other words for one costs a question. */
const isNeverRefused = (text: string, language: string): boolean => {
  if (isRefusal(text)) return true;
  const { optOut, human } = wishesIn(text, language);
  return optOut !== null || human === "clear";
};

/** Decides whether the decoder's words are the answer, have to be read back, or are not understood. */
export function judgeTranscription(
  { kind, topic, language }: Expectation,
  transcription: Transcription,
): Transcription {
  const { understood, confidence, text } = transcription;
  // The dialog about the recording has its own rules, which ask again.
  if (!understood || topic === "recording" || isNeverRefused(text, language)) return transcription;
  if (SHORT_ANSWER.test(text)) return confidence >= SHORT_ANSWER_ACCEPTED ? transcription : NOT_UNDERSTOOD;
  const { accepted, readBack } = LIMITS[kind];
  if (confidence >= accepted) return transcription;
  return confidence >= readBack ? { ...transcription, isUncertain: true } : NOT_UNDERSTOOD;
}
