// Messages between the two processes of the bench.

/**
 * Providers of a number: the built-in ones, the same for an agent that asks for dates, instant ones, instant ones with a slow voice, or ones with published delays
 * and a model on a server.
 */
export const KINDS = ["builtin", "dates", "instant", "slow", "published"] as const;
export type Kind = (typeof KINDS)[number];

/** Trunks of the gateway: RTP over TCP signaling, and SRTP over TLS. */
export const SIP_KINDS = ["plain", "srtp"] as const;
export type SipKind = (typeof SIP_KINDS)[number];
type Line = { number: string; id: string };

export type Up = {
  port: number;
  accountId: string;
  lines: Record<Kind, Line>;
  /** Ports and numbers of SIP, whose agents have instant providers; null if it is off. */
  sip: { tcpPort: number; tlsPort: number; lines: Record<SipKind, Line> } | null;
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

/** Files of the certificate of SIP and its key, in the gateway's environment. With them, SIP is on. */
export const SIP_CERTIFICATE = "BENCH_SIP_CERTIFICATE";
export const SIP_KEY = "BENCH_SIP_KEY";

/** How the gateway reaches the model's server, in its environment. */
export const MODEL_URL = "BENCH_MODEL_URL";
export const MODEL_KEY = "sk-bench";

export const ACCOUNT_SID = `AC${"b".repeat(32)}`;
export const AUTH_TOKEN = "0123456789abcdef0123456789abcdef";
/** The gateway's default base URL. */
export const PUBLIC = "localhost:3000";

/** Milliseconds that both processes count alike. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
