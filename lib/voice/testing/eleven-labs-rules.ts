import type { IncomingMessage } from "node:http";

/**
 * Rejections as ElevenLabs documents them:
 * elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-stream-input,
 * elevenlabs.io/docs/eleven-api/resources/zero-retention-mode and help.elevenlabs.io ("API - Error Code 400
 * or 401"), read on 2026-11-22. `enable_logging=false` is for enterprise accounts; for others it is rejected
 * or ignored, as github.com/elevenlabs/elevenlabs-python/issues/787 reports.
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
  "pcm_8000",
  "pcm_16000",
  "pcm_22050",
  "pcm_24000",
  "pcm_44100",
  "mp3_44100_128",
  "ulaw_8000",
];

const isKnownKey = (request: IncomingMessage, { keys }: ElevenLabsAccount): boolean => {
  const key = String(request.headers["xi-api-key"] ?? "");
  return key !== "" && (keys === undefined || keys.includes(key));
};

/** ElevenLabs' name for what is wrong with a `stream-input` handshake; null for one that it serves. */
export function speechRefusal(request: IncomingMessage, account: ElevenLabsAccount): string | null {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  const voice = /^\/v1\/text-to-speech\/([^/]+)\/stream-input$/.exec(pathname)?.[1] ?? "";
  if (!isKnownKey(request, account)) return "invalid_api_key";
  if (!FORMATS.includes(query.get("output_format") ?? "mp3_44100_128")) return "output_format_not_allowed";
  if (!account.models.includes(query.get("model_id") ?? "")) return "model_not_found";
  const logging = query.get("enable_logging") ?? "true";
  if (logging !== "true" && logging !== "false") return "invalid_parameters";
  if (logging === "false" && account.tier !== "enterprise" && account.zeroRetention === "refused")
    return "zero_retention_mode_not_allowed";
  if (!account.voices.includes(voice)) return "voice_id_does_not_exist";
  return account.left > 0 ? null : "quota_exceeded";
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
