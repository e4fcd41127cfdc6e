import { z } from "zod";
import { statusFinding } from "../check/connection";
import { createFinding } from "../check/finding-table";
import { type ExplainReason, unknownFinding } from "../check/speech-failure";

/** Codes and types of errors are lower-case words: `invalid_api_key`, `insufficient_quota`. */
const REASON = /^[a-z][a-z0-9_.]{0,59}$/;
const Word = z.string().regex(REASON);
const ErrorBody = z.object({
  error: z.object({ code: Word.nullish().catch(null), type: Word.nullish().catch(null) }),
});

/** The code of an error, or its type if it has no code; never its text, which can quote the request. */
export function openAiReasonOf(body: unknown): string | undefined {
  const { code, type } = ErrorBody.safeParse(body).data?.error ?? {};
  return code ?? type ?? undefined;
}

/**
 * OpenAI's error codes with their findings. Source: developers.openai.com/api/docs/guides/error-codes, read on
 * 2026-11-25.
 */
export const explainOpenAiReason: ExplainReason = (reason, target) => {
  if (/api_key|authentication|unauthorized/.test(reason)) return statusFinding(401);
  if (/quota|billing/.test(reason)) return statusFinding(402, target.name);
  if (/rate_limit/.test(reason)) return statusFinding(429, target.name);
  if (/server_error|overloaded/.test(reason)) return statusFinding(500);
  if (/permission|forbidden|country/.test(reason)) return statusFinding(403, target.name);
  if (/model/.test(reason) && target.targetKind === "voice")
    return createFinding("tts_model_unknown", target.name);
  // An invalid value is the voice or the model: everything else in a request is always the same.
  return /model|voice|invalid_value/.test(reason) ? unknownFinding(target) : null;
};
