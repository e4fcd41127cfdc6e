import { z } from "zod";
import { RATE_HZ } from "@/lib/platform/audio/frame";
import { ProviderFailure } from "../speech-port";
import { type HeardWords, type ListenProtocol, NAME } from "./listen-protocol";

const MS_PER_S = 1_000;
/** The only Flux model that takes a language; the others reject `language_hint` with 400. */
const MULTILINGUAL = "flux-general-multi";
/** Ends a turn whose ForceEndTurn was lost. The range that the documentation allows is 500 to 60,000. */
const TURN_TIMEOUT_MS = 10_000;

/** Source: developers.deepgram.com/reference/speech-to-text/listen-flux, read on 2026-11-25. */
const TurnInfo = z.object({
  type: z.literal("TurnInfo"),
  event: z.string(),
  transcript: z.string(),
  words: z.array(z.object({ confidence: z.number() })),
  audio_window_end: z.number(),
});
const OtherMessage = z.object({ type: z.string() });

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function read(message: unknown): HeardWords | null {
  const { success, data: turn } = TurnInfo.safeParse(message);
  if (!success) {
    const otherMessage = OtherMessage.safeParse(message).data;
    if (otherMessage === undefined || otherMessage.type === "TurnInfo")
      throw new ProviderFailure(NAME, "invalid_response");
    if (otherMessage.type === "Error") throw new ProviderFailure(NAME, "unavailable");
    // Connected, ConfigureSuccess.
    return null;
  }
  // StartOfTurn, Update, EagerEndOfTurn and TurnResumed carry the words of the turn so far.
  const isFinal = turn.event === "EndOfTurn";
  return {
    text: turn.transcript.trim(),
    confidence: mean(turn.words.map(({ confidence }) => confidence)),
    isFinal,
    isLast: isFinal,
    untilMs: turn.audio_window_end * MS_PER_S,
  };
}

/** Whether a model of Deepgram is of the Flux family, which has a separate protocol. */
export const isFlux = (model: string): boolean => model.startsWith("flux-");

/** `/v2/listen`, the protocol of Flux, with Parley's own turn detection. */
export const flux: ListenProtocol = {
  end: '{"type":"ForceEndTurn"}',
  repeatsEnd: true,
  // KeepAlive is a message of Nova. A socket that Flux closes in a silence is opened again with the next speech.
  keepAlive: null,
  close: '{"type":"CloseStream"}',
  // Deepgram strongly recommends 80 ms.
  framesPerMessage: 4,
  read,
};

/** The query of `/v2/listen`. `docs/voice.md` has the reason for each parameter. */
export function fluxQuery(model: string, language: string): URLSearchParams {
  const query = new URLSearchParams({
    model,
    encoding: "linear16",
    sample_rate: String(RATE_HZ),
    // The highest threshold turns off the model's own end of turn: Parley sends ForceEndTurn.
    eot_threshold: "1.0",
    eot_timeout_ms: String(TURN_TIMEOUT_MS),
    mip_opt_out: "true",
  });
  if (model === MULTILINGUAL) query.set("language_hint", language);
  return query;
}
