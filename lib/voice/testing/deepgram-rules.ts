import type { IncomingMessage } from "node:http";

/**
 * Rejections of a `/v1/listen` handshake as Deepgram documents them: developers.deepgram.com/docs/errors and
 * developers.deepgram.com/reference/speech-to-text/listen-streaming, read on 2026-11-22.
 */
export type DeepgramAccount = {
  /** Keys that it knows; any, unless told. */
  keys?: readonly string[];
  models: readonly string[];
  /** Models that exist and are not for this account. */
  closedModels?: readonly string[];
  hasCredits: boolean;
  /** Whether it takes `mip_opt_out=true`, as every account does by the documentation. */
  takesOptOut: boolean;
};

export const DEEPGRAM_ACCOUNT: DeepgramAccount = { models: ["nova-3"], hasCredits: true, takesOptOut: true };

export type Refusal = { status: number; body: object };
const refusal = (status: number, err_code: string, err_msg: string): Refusal => ({
  status,
  body: { err_code, err_msg, request_id: "00000000-0000-4000-8000-000000000000" },
});

const SWITCHES = ["interim_results", "smart_format", "punctuate", "vad_events", "mip_opt_out"];
const ENCODINGS = ["linear16", "linear32", "flac", "mulaw", "alaw", "amr-nb", "amr-wb", "opus", "ogg-opus"];
const OTHERS = [
  "model",
  "language",
  "encoding",
  "sample_rate",
  "channels",
  "endpointing",
  "utterance_end_ms",
];

/** 401 for a key that it does not know; null for one that it does. */
export function deepgramKeyRefusal(request: IncomingMessage, { keys }: DeepgramAccount): Refusal | null {
  const [, key] = /^Token ([!-~]+)$/.exec(request.headers.authorization ?? "") ?? [];
  const isKnown = key !== undefined && (keys === undefined || keys.includes(key));
  return isKnown ? null : refusal(401, "INVALID_AUTH", "Invalid credentials.");
}

function queryRefusal(query: URLSearchParams): Refusal | null {
  const bad = (message: string) => refusal(400, "Bad Request", `Bad Request: ${message}`);
  for (const [name, value] of query) {
    if (!SWITCHES.includes(name) && !OTHERS.includes(name)) return bad(`unknown query parameter ${name}`);
    if (SWITCHES.includes(name) && value !== "true" && value !== "false")
      return bad(`failed to deserialize ${name}`);
  }
  const encoding = query.get("encoding");
  if (encoding !== null && !ENCODINGS.includes(encoding)) return bad("unsupported encoding");
  const rate = Number(query.get("sample_rate") ?? "0");
  return encoding === "linear16" && !(rate >= 8_000 && rate <= 48_000)
    ? bad("sample_rate is required")
    : null;
}

/** Deepgram's response to a rejected handshake; null for an accepted one. */
export function listenRefusal(request: IncomingMessage, account: DeepgramAccount): Refusal | null {
  const { searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  const model = query.get("model") ?? "base";
  const refused = deepgramKeyRefusal(request, account) ?? queryRefusal(query);
  if (refused !== null) return refused;
  if (account.closedModels?.includes(model))
    return refusal(403, "INSUFFICIENT_PERMISSIONS", "Project does not have access to the requested model.");
  if (!account.models.includes(model))
    return refusal(400, "Bad Request", "Bad Request: No such model/language/tier combination found.");
  if (!account.takesOptOut && query.get("mip_opt_out") === "true")
    return refusal(400, "Bad Request", "Bad Request: mip_opt_out is not available.");
  return account.hasCredits
    ? null
    : refusal(402, "ASR_PAYMENT_REQUIRED", "Project does not have enough credits for an ASR request.");
}

/** Texts that the socket understands; another one closes it. */
export const LISTEN_MESSAGES: readonly string[] = ["Finalize", "KeepAlive", "CloseStream"];
