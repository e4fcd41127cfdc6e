import { wrong } from "@/lib/agents/integrations";
import type { Finding } from "@/lib/agents/integrations/schema";
import { ProviderFailure } from "@/lib/voice";
import { connectionFinding, statusFinding } from "./connection";

/** What was asked for: a voice by its id, or a model that transcribes. */
export type Asked = { what: "voice" | "model"; name: string; url: string; signal: AbortSignal };

const unknown = ({ what, name }: Asked): Finding =>
  what === "voice"
    ? wrong("unknown_voice", "The provider does not offer this voice to the account. Correct its id.", name)
    : wrong("unknown_model", "The provider does not offer this model. Correct its name.", name);

/** ElevenLabs' names for what is wrong, by what they say. Source: help.elevenlabs.io, "API - Error Code 400 or 401". */
function reasonFinding(reason: string, asked: Asked): Finding {
  if (/api_key|unauthorized|^authentication/.test(reason)) return statusFinding(401) as Finding;
  if (/zero_retention|enable_logging/.test(reason))
    return wrong(
      "zero_retention_refused",
      "The account may not ask to keep nothing, which is for enterprise accounts. Connect it again without that, or with an enterprise account.",
    );
  if (/quota|credit|payment/.test(reason)) return statusFinding(402, asked.name) as Finding;
  if (/permission|not_allowed/.test(reason)) return statusFinding(403, asked.name) as Finding;
  if (/model/.test(reason))
    return wrong(
      "unknown_model",
      "The provider does not offer the model that speaks. Connect it again with another.",
      asked.name,
    );
  if (/voice/.test(reason)) return unknown(asked);
  return wrong("refused", "The provider refuses to serve this. See its console for the reason.", asked.name);
}

/** What a failure of a provider of speech says, and what to do. What is no failure is thrown on. */
export function speechFailureFinding(error: unknown, asked: Asked): Finding {
  const { signal, url, name, what } = asked;
  if (!(error instanceof ProviderFailure)) return connectionFinding(error, { url, signal });
  const { status, reason, kind, cause } = error;
  if (reason !== undefined) return reasonFinding(reason, asked);
  if (status !== undefined) {
    const general = statusFinding(status, name);
    if (general !== null) return general;
    if (status === 404 && what === "voice")
      return wrong(
        "unknown_model",
        "The server does not offer the model that speaks. Connect it again with another.",
        name,
      );
    return unknown(asked);
  }
  if (cause !== undefined) return connectionFinding(cause, { url, signal });
  if (kind === "garbled")
    return wrong(
      "not_a_speech_server",
      "What answers is no speech. See whether the address is right: it usually ends in /v1.",
      name,
    );
  return kind === "timeout"
    ? wrong("too_slow", "It did not answer in time. A call would go on with the built-in voice.", name)
    : wrong("failing", "The provider breaks off. Check again in a moment.", name);
}
