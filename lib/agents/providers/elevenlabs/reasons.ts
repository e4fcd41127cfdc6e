import { z } from "zod";
import { statusFinding } from "../check/connection";
import { createFinding } from "../check/finding-table";
import { type ExplainReason, unknownFinding } from "../check/speech-failure";

/** A name of the documented list, as opposed to a text that could quote the request. */
const REASON = z.string().regex(/^[a-z0-9_]{1,60}$/);
/** `code` replaces the older `status`: elevenlabs.io/docs/eleven-api/resources/errors, read on 2026-11-25. */
const Refusal = z.object({ detail: z.object({ code: REASON.nullish(), status: REASON.nullish() }) });

/** Reads ElevenLabs' own name for an error from a refusal's body; never its message. */
export function reasonOf(body: unknown): string | undefined {
  const detail = Refusal.safeParse(body).data?.detail;
  return detail?.code ?? detail?.status ?? undefined;
}

/**
 * ElevenLabs' error codes with their findings. Sources: elevenlabs.io/docs/eleven-api/resources/errors and
 * help.elevenlabs.io, "API - Error Code 400 or 401", read on 2026-11-25.
 */
export const explainElevenLabsReason: ExplainReason = (reason, target) => {
  if (/api_key|unauthorized|^authentication/.test(reason)) return statusFinding(401);
  if (/zero_retention|enable_logging/.test(reason)) return createFinding("zero_retention_refused", null);
  if (/quota|credit|payment/.test(reason)) return statusFinding(402, target.name);
  if (/permission|not_allowed/.test(reason)) return statusFinding(403, target.name);
  if (/model/.test(reason)) return createFinding("tts_model_unknown", target.name);
  if (/voice/.test(reason)) return unknownFinding(target);
  return null;
};
