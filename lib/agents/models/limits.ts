/** How long and how much a model may answer. Milliseconds and bytes; tests give smaller ones. */
export type ModelLimits = {
  /** To the first byte of a streamed answer. A caller waits in silence; beyond this the call is lost anyway. */
  firstByteMs: number;
  /** To the first byte of an answer in one piece, which servers send once they have written all of it. */
  wholeAnswerMs: number;
  /** Between two chunks: as the first byte, the caller hears nothing meanwhile. */
  idleMs: number;
  /** Over everything, retry included: no turn of a conversation is worth two minutes. */
  totalMs: number;
  /** Of an answer: far above what any model writes in a turn, far below what hurts. */
  maxBytes: number;
  /** Before the first retry, doubled for each one after it: a restarted worker or a burst has passed by then. */
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
 * How long a caller waits for the model in one turn, retries and the fallback model included, before they hear a
 * sentence of the engine's instead. By voice, silence of more than a few seconds is taken for a lost line; a reader
 * waits longer (step 7, item 9).
 */
export const TURN_BUDGETS_MS = { voice: 6_000, text: 20_000 };
