// Messages between the two processes of the bench.

/** Providers of a number: the built-in ones, instant ones, or instant ones with a slow voice. */
export const KINDS = ["builtin", "instant", "slow"] as const;
export type Kind = (typeof KINDS)[number];

export type Up = {
  port: number;
  accountId: string;
  lines: Record<Kind, { number: string; id: string }>;
};

/** `finished`: when each utterance of a call ended according to its transcriber, by the clock of `wallMs`. */
export type Sample = { late: readonly number[]; finished: Record<string, number[]> };

export const ACCOUNT_SID = `AC${"b".repeat(32)}`;
export const AUTH_TOKEN = "0123456789abcdef0123456789abcdef";
/** The gateway's default base URL. */
export const PUBLIC = "localhost:3000";

/** Milliseconds that both processes count alike. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
