import { statusFinding } from "../check/connection";
import { failedFinding } from "../check/finding";
import { type ExplainReason, unknownFinding } from "../check/speech-failure";

/** ElevenLabs' error codes with their findings. Source: help.elevenlabs.io, "API - Error Code 400 or 401". */
export const explainElevenLabsReason: ExplainReason = (reason, target) => {
  if (/api_key|unauthorized|^authentication/.test(reason)) return statusFinding(401);
  if (/zero_retention|enable_logging/.test(reason))
    return failedFinding(
      "zero_retention_refused",
      "The account may not ask to keep nothing, which is for enterprise accounts. Connect it again without that, or with an enterprise account.",
    );
  if (/quota|credit|payment/.test(reason)) return statusFinding(402, target.name);
  if (/permission|not_allowed/.test(reason)) return statusFinding(403, target.name);
  if (/model/.test(reason))
    return failedFinding(
      "unknown_model",
      "The provider does not offer the model that speaks. Connect it again with another.",
      target.name,
    );
  if (/voice/.test(reason)) return unknownFinding(target);
  return null;
};
