// Messages between the two processes of the bench.

/**
 * Providers of a number: the built-in ones, instant ones, instant ones with a slow voice, or ones with published delays
 * and a model on a server.
 */
export const KINDS = ["builtin", "instant", "slow", "published"] as const;
export type Kind = (typeof KINDS)[number];

export type Up = {
  port: number;
  accountId: string;
  lines: Record<Kind, { number: string; id: string }>;
};

/**
 * An utterance of a call with published delays. `word`: a word of its text that no other utterance has. `finishedMs`: when the
 * transcriber was told of its end. The others are drawn delays; `voiceMs` is 0 until the answer is spoken.
 */
export type Utterance = { word: string; finishedMs: number; transcriberMs: number; voiceMs: number };

/** `finished`: when each utterance of a call ended according to its transcriber, by the clock of `wallMs`. */
export type Sample = {
  late: readonly number[];
  finished: Record<string, number[]>;
  utterances: Record<string, Utterance[]>;
};

/** How the gateway reaches the model's server, in its environment. */
export const MODEL_URL = "BENCH_MODEL_URL";
export const MODEL_KEY = "sk-bench";

export const ACCOUNT_SID = `AC${"b".repeat(32)}`;
export const AUTH_TOKEN = "0123456789abcdef0123456789abcdef";
/** The gateway's default base URL. */
export const PUBLIC = "localhost:3000";

/** Milliseconds that both processes count alike. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
