import { fullProblemText } from "@/components/problem-text";
import type { AudioProblem } from "@/components/voice/audio-problem";
import type { Translator } from "@/messages/translator";
import type { RequestError } from "../test/problem";

/** A problem of a call: its key in the catalog, or the error of a request. */
export type CallProblem = AudioProblem | "not_connected" | "lost" | "gone" | "microphone_gone" | RequestError;

/** The text of a problem: what happened, and what to do next. */
export const callProblemText = (
  t: Translator<"agents.callProblem">,
  tErrors: Translator<"errors">,
  problem: CallProblem,
): string => (typeof problem === "string" ? t(problem) : fullProblemText(tErrors, problem));
