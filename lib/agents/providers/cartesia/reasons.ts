import { statusFinding } from "../check/connection";
import { createFinding } from "../check/finding-table";
import { type ExplainReason, unknownFinding } from "../check/speech-failure";

/**
 * Cartesia's error codes with their findings. Sources: docs.cartesia.ai/use-the-api/api-errors and
 * docs.cartesia.ai/build-with-cartesia/tts-models/api-changes, read on 2026-11-25. The codes are not listed in full, so
 * the words in them decide.
 */
export const explainCartesiaReason: ExplainReason = (reason, target) => {
  if (/concurrency|rate_limit/.test(reason)) return statusFinding(429, target.name);
  if (/quota|credit|payment/.test(reason)) return statusFinding(402, target.name);
  if (/api_key|unauthorized|authentication/.test(reason)) return statusFinding(401);
  if (/permission|forbidden|plan_|upgrade/.test(reason)) return statusFinding(403, target.name);
  if (/model/.test(reason) && target.targetKind === "voice")
    return createFinding("tts_model_unknown", target.name);
  if (/voice|model/.test(reason)) return unknownFinding(target);
  return null;
};
