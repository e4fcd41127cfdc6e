import { z } from "zod";
import { RATE_HZ } from "@/lib/platform/audio/frame";
import { ProviderFailure } from "../speech-port";
import { type HeardWords, type ListenProtocol, NAME } from "./listen-protocol";

const MS_PER_S = 1_000;

/** Source: developers.deepgram.com/reference/speech-to-text/listen-streaming, read on 2026-11-25. */
const Results = z.object({
  type: z.literal("Results"),
  is_final: z.boolean(),
  from_finalize: z.boolean().optional(),
  start: z.number().optional(),
  duration: z.number().optional(),
  channel: z.object({
    alternatives: z.array(z.object({ transcript: z.string(), confidence: z.number() })).min(1),
  }),
});
const OtherMessage = z.object({ type: z.string() });

function read(message: unknown): HeardWords | null {
  const { success, data: results } = Results.safeParse(message);
  if (!success) {
    const otherMessage = OtherMessage.safeParse(message).data;
    if (otherMessage === undefined || otherMessage.type === "Results")
      throw new ProviderFailure(NAME, "invalid_response");
    if (otherMessage.type === "Error") throw new ProviderFailure(NAME, "unavailable");
    // Metadata, SpeechStarted, UtteranceEnd.
    return null;
  }
  const { is_final: isFinal, from_finalize: isLast = false, start, duration, channel } = results;
  const { transcript = "", confidence = 0 } = channel.alternatives[0] ?? {};
  const untilMs = start === undefined || duration === undefined ? undefined : (start + duration) * MS_PER_S;
  return { text: transcript.trim(), confidence, isFinal, isLast, untilMs };
}

/** `/v1/listen`, the protocol of Nova and of the models before it. */
export const nova: ListenProtocol = {
  end: '{"type":"Finalize"}',
  repeatsEnd: false,
  keepAlive: '{"type":"KeepAlive"}',
  close: '{"type":"CloseStream"}',
  framesPerMessage: 1,
  read,
};

/** The query of `/v1/listen`. `docs/voice.md` has the reason for each parameter. */
export const novaQuery = (model: string, language: string): URLSearchParams =>
  new URLSearchParams({
    model,
    language,
    encoding: "linear16",
    sample_rate: String(RATE_HZ),
    channels: "1",
    interim_results: "true",
    smart_format: "true",
    // Parley ends utterances itself; a pause that Deepgram finds would only cut numbers in two.
    endpointing: "false",
    mip_opt_out: "true",
  });
