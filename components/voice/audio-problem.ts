/** Why there is no audio. */
export type AudioProblem = "insecure" | "unsupported" | "refused" | "none" | "busy" | "not_loaded";

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
