import type { IncomingMessage } from "node:http";

/**
 * Rejections of a handshake as Deepgram documents them, read on 2026-11-25: developers.deepgram.com/docs/errors,
 * `/v1/listen` in developers.deepgram.com/reference/speech-to-text/listen-streaming, `/v2/listen` in
 * developers.deepgram.com/reference/speech-to-text/listen-flux. The service ignores some unknown parameters; the
 * stand-in rejects all of them, as a misspelled one would have no effect.
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

export const DEEPGRAM_ACCOUNT: DeepgramAccount = {
  models: ["nova-3", "flux-general-en", "flux-general-multi"],
  hasCredits: true,
  takesOptOut: true,
};

export type Refusal = { status: number; body: object };
const refusal = (status: number, err_code: string, err_msg: string): Refusal => ({
  status,
  body: { err_code, err_msg, request_id: "00000000-0000-4000-8000-000000000000" },
});

type Check = (value: string) => boolean;
const isSwitch: Check = (value) => value === "true" || value === "false";
const isWithin =
  (minimum: number, maximum: number): Check =>
  (value) =>
    /^\d+(?:\.\d+)?$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value);
const isName: Check = (value) => /^\S+$/.test(value);
/** One term each: developers.deepgram.com/docs/keyterm. */
const isKeyterm: Check = (value) => value !== "" && !/[,;\n]/.test(value);

const NOVA_ENCODINGS = "linear16 linear32 flac mulaw alaw amr-nb amr-wb opus ogg-opus speex g729".split(" ");
/** developers.deepgram.com/docs/flux/nova-3-migration, "Audio Format Requirements". */
const FLUX_ENCODINGS = "linear16 linear32 mulaw alaw opus ogg-opus".split(" ");
const FLUX_RATES = "8000 16000 24000 44100 48000".split(" ");
/** developers.deepgram.com/docs/flux/language-prompting. Subtags are accepted. */
const FLUX_LANGUAGE: Check = (value) => /^(?:en|es|fr|de|hi|ru|pt|ja|it|nl)(?:-|$)/i.test(value);

/** Query parameters with their values, by the version of the path. */
const PARAMETERS: Record<"v1" | "v2", Readonly<Record<string, Check>>> = {
  v1: {
    model: isName,
    language: isName,
    encoding: isOneOf(...NOVA_ENCODINGS),
    sample_rate: isWithin(8_000, 48_000),
    channels: isWithin(1, 8),
    // developers.deepgram.com/docs/endpointing
    endpointing: (value) => value === "false" || isWithin(10, 10_000)(value),
    // developers.deepgram.com/docs/utterance-end
    utterance_end_ms: isWithin(1_000, 5_000),
    keyterm: isKeyterm,
    interim_results: isSwitch,
    smart_format: isSwitch,
    punctuate: isSwitch,
    numerals: isSwitch,
    vad_events: isSwitch,
    mip_opt_out: isSwitch,
  },
  v2: {
    model: isName,
    encoding: isOneOf(...FLUX_ENCODINGS),
    sample_rate: isOneOf(...FLUX_RATES),
    // developers.deepgram.com/docs/flux/configuration
    eot_threshold: isWithin(0.5, 1),
    eager_eot_threshold: isWithin(0.3, 0.9),
    eot_timeout_ms: isWithin(500, 60_000),
    keyterm: isKeyterm,
    language_hint: FLUX_LANGUAGE,
    numerals: isSwitch,
    mip_opt_out: isSwitch,
  },
};

/** 401 for a key that it does not know; null for one that it does. */
export function deepgramKeyRefusal(request: IncomingMessage, { keys }: DeepgramAccount): Refusal | null {
  const [, key] = /^Token ([!-~]+)$/.exec(request.headers.authorization ?? "") ?? [];
  const isKnown = key !== undefined && (keys === undefined || keys.includes(key));
  return isKnown ? null : refusal(401, "INVALID_AUTH", "Invalid credentials.");
}

const badRequest = (message: string): Refusal => refusal(400, "Bad Request", `Bad Request: ${message}`);

function queryRefusal(version: "v1" | "v2", query: URLSearchParams): Refusal | null {
  for (const [name, value] of query) {
    const check = PARAMETERS[version][name];
    if (check === undefined) return badRequest(`unknown query parameter ${name}`);
    if (!check(value)) return badRequest(`failed to deserialize ${name}`);
  }
  // Raw audio needs both.
  if (query.has("encoding") !== query.has("sample_rate"))
    return badRequest("encoding and sample_rate are required");
  // developers.deepgram.com/docs/utterance-end: it reads interim results.
  if (query.has("utterance_end_ms") && query.get("interim_results") !== "true")
    return badRequest("utterance_end_ms needs interim_results");
  // developers.deepgram.com/docs/flux/language-prompting: 400 for each other model.
  return query.has("language_hint") && query.get("model") !== "flux-general-multi"
    ? badRequest("language_hint is only supported by flux-general-multi")
    : null;
}

/** The version of the protocol that a path is of; null for another path. */
export const listenVersion = (path: string): "v1" | "v2" | null => {
  const { pathname } = new URL(path, "http://localhost");
  if (pathname === "/v1/listen") return "v1";
  return pathname === "/v2/listen" ? "v2" : null;
};

/** Deepgram's response to a rejected handshake; null for an accepted one. */
export function listenRefusal(request: IncomingMessage, account: DeepgramAccount): Refusal | null {
  const { searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  const version = listenVersion(request.url ?? "/") ?? "v1";
  const model = query.get("model") ?? "base";
  const refused = deepgramKeyRefusal(request, account) ?? queryRefusal(version, query);
  if (refused !== null) return refused;
  if (model.startsWith("flux-") !== (version === "v2"))
    return badRequest("No such model/language/tier combination found.");
  if (account.closedModels?.includes(model))
    return refusal(403, "INSUFFICIENT_PERMISSIONS", "Project does not have access to the requested model.");
  if (!account.models.includes(model)) return badRequest("No such model/language/tier combination found.");
  if (!account.takesOptOut && query.get("mip_opt_out") === "true")
    return badRequest("mip_opt_out is not available.");
  return account.hasCredits
    ? null
    : refusal(402, "ASR_PAYMENT_REQUIRED", "Project does not have enough credits for an ASR request.");
}
