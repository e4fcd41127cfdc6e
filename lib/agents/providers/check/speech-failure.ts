import { ProviderFailure } from "../speech-port";
import { connectionFinding, statusFinding } from "./connection";
import { type Finding, failedFinding } from "./finding";

/** The checked item: a voice by its ID, or a transcription model. */
export type CheckTarget = {
  targetKind: "voice" | "model";
  name: string;
  url: string;
  signal: AbortSignal;
  /** The finding for a provider's error code; null if its meaning is not known. */
  explainReason?: ExplainReason | undefined;
};
export type ExplainReason = (reason: string, target: CheckTarget) => Finding | null;

/** The finding for a voice or model that the provider does not have. */
export const unknownFinding = ({ targetKind, name }: CheckTarget): Finding =>
  targetKind === "voice"
    ? failedFinding(
        "unknown_voice",
        "The provider does not offer this voice to the account. Correct its id.",
        name,
      )
    : failedFinding("unknown_model", "The provider does not offer this model. Correct its name.", name);

/** The finding for a speech provider's failure, with what to do. Other errors are thrown on. */
export function speechFailureFinding(error: unknown, target: CheckTarget): Finding {
  const { signal, url, name, targetKind } = target;
  if (!(error instanceof ProviderFailure)) return connectionFinding(error, { url, signal });
  const { status, reason, kind, cause } = error;
  if (reason !== undefined)
    return (
      target.explainReason?.(reason, target) ??
      failedFinding("refused", "The provider refuses to serve this. See its console for the reason.", name)
    );
  if (status !== undefined) {
    const general = statusFinding(status, name);
    if (general !== null) return general;
    if (status === 404 && targetKind === "voice")
      return failedFinding(
        "unknown_model",
        "The server does not offer the model that speaks. Connect it again with another.",
        name,
      );
    return unknownFinding(target);
  }
  if (cause !== undefined) return connectionFinding(cause, { url, signal });
  if (kind === "invalid_response")
    return failedFinding(
      "not_a_speech_server",
      "What answers is no speech. See whether the address is right: it usually ends in /v1.",
      name,
    );
  return kind === "timeout"
    ? failedFinding(
        "too_slow",
        "It did not answer in time. A call would continue with the built-in voice.",
        name,
      )
    : failedFinding("failing", "The provider breaks off. Check again in a moment.", name);
}
