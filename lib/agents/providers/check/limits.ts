/** How long and how much a provider may answer a check; tests give smaller ones. */
export type CheckLimits = {
  /** One request. A model on a small machine of one's own needs some seconds to be loaded. */
  requestMs: number;
  /** All requests of a check: the person who asked is waiting for it. */
  totalMs: number;
};
export const CHECK_LIMITS: CheckLimits = { requestMs: 12_000, totalMs: 25_000 };

/** Lists of models and errors are kilobytes; only what says whether a thing is there is read of them. */
export const MAX_BYTES = 512 * 1_024;

/** Models, and voices, that one check asks for: each is a request that may cost a word. */
export const MOST_ASKED = 5;
