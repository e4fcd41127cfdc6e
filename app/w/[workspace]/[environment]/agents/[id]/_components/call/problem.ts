import { fullProblemText } from "@/components/problem-text";
import type { Translator } from "@/messages/translator";
import type { RequestError } from "../test/problem";

/** Why there is no audio. */
export type AudioProblem = "insecure" | "unsupported" | "refused" | "none" | "busy" | "not_loaded";

/** A problem of a call: its key in the catalog, or the error of a request. */
export type CallProblem = AudioProblem | "not_connected" | "lost" | "gone" | "microphone_gone" | RequestError;

/** The text of a problem: what happened, and what to do next. */
export const callProblemText = (
  t: Translator<"agents.callProblem">,
  tErrors: Translator<"errors">,
  problem: CallProblem,
): string => (typeof problem === "string" ? t(problem) : fullProblemText(tErrors, problem));

const BY_NAME: Readonly<Record<string, AudioProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** The problem of a browser's microphone error (Media Capture and Streams, 10.2.1). */
export const audioProblemOf = (error: unknown): AudioProblem =>
  (error instanceof Error ? BY_NAME[error.name] : undefined) ?? "unsupported";
