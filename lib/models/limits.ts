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
  /** Before the one retry: enough for a restarted worker or a burst to pass, short enough to go unnoticed. */
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
