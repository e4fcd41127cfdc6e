// What the two processes of the bench tell each other.

/** Who answers on a number: the built-in providers, ones that answer at once, ones of which the voice is slow. */
export const KINDS = ["builtin", "instant", "slow"] as const;
export type Kind = (typeof KINDS)[number];

export type Up = {
  port: number;
  accountId: string;
  lines: Record<Kind, { number: string; id: string }>;
};

/** `finished`: when each utterance of a call was over, as its transcriber was told, by the clock of `wallMs`. */
export type Sample = { late: readonly number[]; finished: Record<string, number[]> };

export const ACCOUNT_SID = `AC${"b".repeat(32)}`;
export const AUTH_TOKEN = "0123456789abcdef0123456789abcdef";
/** How the gateway calls itself, as nobody has told it otherwise. */
export const PUBLIC = "localhost:3000";

/** Milliseconds that both processes count alike. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
