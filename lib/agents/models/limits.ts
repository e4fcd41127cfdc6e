/** Limits on the time and size of a model's answer, in milliseconds and bytes. Tests use smaller ones. */
export type ModelLimits = {
  /**
   * To the first byte of a streamed answer. The caller waits in silence; after this time the call is lost
   * anyway.
   */
  firstByteMs: number;
  /** To the first byte of an unstreamed answer, which servers send when it is complete. */
  wholeAnswerMs: number;
  /** Between two chunks. The caller hears nothing meanwhile. */
  idleMs: number;
  /** In total, including retries. */
  totalMs: number;
  /** Size of an answer: far above any model's turn, and harmless to the process. */
  maxBytes: number;
  /** Before the first retry; doubled for each further one. Restarts and bursts are usually over by then. */
  retryDelayMs: number;
};

export const MODEL_LIMITS: ModelLimits = {
  firstByteMs: 15_000,
  wholeAnswerMs: 60_000,
  idleMs: 15_000,
  totalMs: 120_000,
  maxBytes: 8 * 1024 * 1024,
  retryDelayMs: 300,
};

/**
 * Maximum wait of a caller for the model in one turn, including retries and the fallback model, before the
 * engine speaks a sentence instead. On voice, several seconds of silence sound like a lost line; a reader
 * waits longer (step 7, item 9).
 */
export const TURN_BUDGETS_MS = { voice: 6_000, text: 20_000 };
