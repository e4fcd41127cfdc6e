import { FRAME_MS } from "@/lib/platform/audio/frame";
import type { HttpClient } from "@/lib/platform/egress";
import { baseAddress } from "../base-address";
import type { Transcriber } from "../speech-port";
import { flux, fluxQuery, isFlux } from "./flux";
import { NAME } from "./listen-protocol";
import { createListenStream, type ListenLimits, type ListenStream } from "./listen-stream";
import { nova, novaQuery } from "./nova";

/** Each limit has its reason at its type. A message of results is a few kilobytes. Tests of calls use longer ones. */
export const DEEPGRAM_LIMITS: DeepgramLimits = {
  openMs: 3_000,
  maxBytes: 256 * 1_024,
  answerMs: 1_500,
  graceMs: 400,
  wordlessGraceMs: 800,
  keepAliveMs: 4_000,
  closeMs: 400,
};
/** Maximum utterance; later speech is not sent. */
const MAX_FRAMES = 60_000 / FRAME_MS;

export type DeepgramLimits = ListenLimits & { openMs: number; maxBytes: number };
export type Deepgram = { key: string; model: string; baseUrl: string };

/**
 * The address of a call's socket. `mip_opt_out=true` goes with every request: without it Deepgram keeps the sound and its
 * words and trains models with them; with it both are dropped once the request is done. Deepgram may charge a higher
 * price for it. Source: developers.deepgram.com/trust-security/your-data and
 * developers.deepgram.com/docs/the-deepgram-model-improvement-partnership-program, read on 2026-11-25.
 */
export function listenUrl({ baseUrl, model }: Pick<Deepgram, "baseUrl" | "model">, language: string): string {
  const base = baseAddress(baseUrl);
  return isFlux(model)
    ? `${base}/v2/listen?${fluxQuery(model, language)}`
    : `${base}/v1/listen?${novaQuery(model, language)}`;
}

/** Streaming transcription of Deepgram: one socket for a call, which carries only detected speech. */
export function createDeepgramTranscriber(
  egress: HttpClient,
  { key, model, baseUrl }: Deepgram,
  limits = DEEPGRAM_LIMITS,
): Transcriber {
  let opened: { stream: ListenStream; language: string } | null = null;

  function streamOf(language: string): ListenStream {
    if (opened?.language === language) return opened.stream;
    opened?.stream.close();
    const open = (signal: AbortSignal) =>
      egress.socket(listenUrl({ baseUrl, model }, language), {
        headers: { authorization: `Token ${key}` },
        signal,
        timeoutMs: limits.openMs,
        maxBytes: limits.maxBytes,
      });
    opened = { stream: createListenStream(isFlux(model) ? flux : nova, open, limits), language };
    return opened.stream;
  }

  return {
    name: NAME,
    begin({ language }, { partial }, signal) {
      const utterance = streamOf(language).begin(partial);
      const discard = () => utterance.discard(signal.reason);
      signal.addEventListener("abort", discard, { once: true });
      utterance.result.catch(() => {}).finally(() => signal.removeEventListener("abort", discard));
      if (signal.aborted) discard();
      let frames = 0;
      return {
        push(frame) {
          if (frames++ < MAX_FRAMES) utterance.push(Buffer.from(Int16Array.from(frame).buffer));
        },
        async finish() {
          signal.throwIfAborted();
          utterance.finish();
          return utterance.result;
        },
        abort: () => utterance.discard(new DOMException("The utterance was aborted.", "AbortError")),
      };
    },
    close: () => opened?.stream.close(),
  };
}
