import { ProviderFailure } from "../speech-port";
import { connectionFinding, statusFinding } from "./connection";
import type { Finding } from "./finding";
import { createFinding } from "./finding-table";

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
  targetKind === "voice" ? createFinding("voice_unknown", name) : createFinding("model_unknown", name);

/** The finding for a speech provider's failure, with what to do. Other errors are thrown on. */
export function speechFailureFinding(error: unknown, target: CheckTarget): Finding {
  const { signal, url, name, targetKind } = target;
  if (!(error instanceof ProviderFailure)) return connectionFinding(error, { url, signal });
  const { status, reason, kind, cause } = error;
  if (reason !== undefined)
    return target.explainReason?.(reason, target) ?? createFinding("speech_refused", name);
  if (status !== undefined) {
    const general = statusFinding(status, name);
    if (general !== null) return general;
    if (status === 404 && targetKind === "voice") return createFinding("tts_model_unknown", name);
    return unknownFinding(target);
  }
  if (cause !== undefined) return connectionFinding(cause, { url, signal });
  if (kind === "invalid_response") return createFinding("not_a_speech_server", name);
  return kind === "timeout"
    ? createFinding("speech_too_slow", name)
    : createFinding("speech_interrupted", name);
}
