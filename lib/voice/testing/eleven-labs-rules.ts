import type { IncomingMessage } from "node:http";
import { z } from "zod";

/**
 * Rejections as ElevenLabs documents them, read on 2026-11-25: elevenlabs.io/docs/api-reference/text-to-speech/stream,
 * elevenlabs.io/docs/eleven-api/resources/errors, elevenlabs.io/docs/eleven-api/resources/zero-retention-mode and
 * help.elevenlabs.io ("API - Error Code 400 or 401"). `enable_logging=false` is for enterprise accounts; for others it
 * is rejected or ignored, as github.com/elevenlabs/elevenlabs-python/issues/787 reports. The service ignores unknown
 * parameters; the stand-in rejects them, as a misspelled one would have no effect.
 */
export type ElevenLabsAccount = {
  /** Keys that it knows; any, unless told. */
  keys?: readonly string[];
  voices: readonly string[];
  models: readonly string[];
  tier: string;
  left: number;
  /** Whether the key may read the account and its voices. */
  mayRead: boolean;
  /** The response of a non-enterprise account to `enable_logging=false`. */
  zeroRetention: "refused" | "ignored";
};

export const ELEVENLABS_ACCOUNT: ElevenLabsAccount = {
  voices: ["anna"],
  models: ["eleven_flash_v2_5"],
  tier: "creator",
  left: 10_000,
  mayRead: true,
  zeroRetention: "refused",
};

const FORMATS = [
  ...["mp3_22050_32", "mp3_24000_48", "mp3_44100_32", "mp3_44100_64", "mp3_44100_96", "mp3_44100_128"],
  ...["mp3_44100_192", "pcm_8000", "pcm_16000", "pcm_22050", "pcm_24000", "pcm_32000", "pcm_44100"],
  ...["pcm_48000", "ulaw_8000", "alaw_8000", "opus_48000_32", "opus_48000_64", "opus_48000_96"],
  ...["opus_48000_128", "opus_48000_192"],
];
/** `optimize_streaming_latency` is deprecated, and Parley must not send it. */
const PARAMETERS = ["output_format", "enable_logging"];

/** Characters of a request, by model: help.elevenlabs.io, "API - Error Code 400 or 401". */
const MAX_CHARS: Readonly<Record<string, number>> = {
  eleven_flash_v2_5: 40_000,
  eleven_turbo_v2_5: 40_000,
  eleven_flash_v2: 30_000,
};
const OTHER_MAX_CHARS = 10_000;

const SpeechBody = z.strictObject({
  text: z.string().min(1),
  model_id: z.string().default("eleven_multilingual_v2"),
  language_code: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  previous_text: z.string().optional(),
  next_text: z.string().optional(),
  previous_request_ids: z.array(z.string()).max(3).optional(),
  next_request_ids: z.array(z.string()).max(3).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  apply_text_normalization: z.enum(["auto", "on", "off"]).optional(),
});
type SpeechBody = z.output<typeof SpeechBody>;

export type SpeechRefusal = { status: number; code: string };
const refuse = (status: number, code: string): SpeechRefusal => ({ status, code });

const isKnownKey = (request: IncomingMessage, { keys }: ElevenLabsAccount): boolean => {
  const key = String(request.headers["xi-api-key"] ?? "");
  return key !== "" && (keys === undefined || keys.includes(key));
};

/** The voice of a request for streamed speech; undefined for another path. */
export const voiceOf = (path: string): string | undefined =>
  /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(new URL(path, "http://localhost").pathname)?.[1];

function bodyRefusal(body: SpeechBody, { models }: ElevenLabsAccount): SpeechRefusal | null {
  if (!models.includes(body.model_id)) return refuse(400, "model_not_found");
  // The third generation takes no context.
  if (/^eleven_v3/.test(body.model_id) && (body.previous_text ?? body.next_text) !== undefined)
    return refuse(400, "unsupported_model");
  if (/^eleven_multilingual_v2/.test(body.model_id) && body.language_code !== undefined)
    return refuse(400, "invalid_parameters");
  return body.text.length > (MAX_CHARS[body.model_id] ?? OTHER_MAX_CHARS)
    ? refuse(400, "max_character_limit_exceeded")
    : null;
}

/** ElevenLabs' status and code for a rejected request; null for one that it serves. */
export function speechRefusal(
  request: IncomingMessage,
  content: string,
  account: ElevenLabsAccount,
): SpeechRefusal | null {
  const { searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  if (!isKnownKey(request, account)) return refuse(401, "invalid_api_key");
  if (request.method !== "POST") return refuse(405, "method_not_allowed");
  if (request.headers["content-type"] !== "application/json") return refuse(422, "invalid_parameters");
  if ([...query.keys()].some((name) => !PARAMETERS.includes(name))) return refuse(422, "invalid_parameters");
  const format = query.get("output_format") ?? "mp3_44100_128";
  if (!FORMATS.includes(format)) return refuse(422, "invalid_parameters");
  // The stand-in's voice is of this format alone.
  if (format !== "pcm_16000") return refuse(403, "output_format_not_allowed");
  const logging = query.get("enable_logging") ?? "true";
  if (logging !== "true" && logging !== "false") return refuse(422, "invalid_parameters");
  if (logging === "false" && account.tier !== "enterprise" && account.zeroRetention === "refused")
    return refuse(403, "zero_retention_mode_not_allowed");
  const body = SpeechBody.safeParse(jsonOf(content));
  if (!body.success) return refuse(422, "invalid_parameters");
  const refused = bodyRefusal(body.data, account);
  if (refused !== null) return refused;
  if (!account.voices.includes(voiceOf(request.url ?? "/") ?? "")) return refuse(404, "voice_not_found");
  return account.left > 0 ? null : refuse(401, "quota_exceeded");
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** The response of `/v1/user/subscription`. */
export function subscriptionAnswer(
  request: IncomingMessage,
  account: ElevenLabsAccount,
): { status: number; body: object } {
  const detail = (status: string) => ({ status: 401, body: { detail: { status, message: "" } } });
  if (!isKnownKey(request, account)) return detail("invalid_api_key");
  if (!account.mayRead) return detail("missing_permissions");
  return {
    status: 200,
    body: {
      tier: account.tier,
      character_count: 10_000 - account.left,
      character_limit: 10_000,
      can_extend_character_limit: false,
      status: "active",
    },
  };
}
