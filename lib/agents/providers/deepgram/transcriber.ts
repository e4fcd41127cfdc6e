import type { WebSocket } from "ws";
import { z } from "zod";
import { FRAME_MS, RATE_HZ } from "@/lib/platform/audio/frame";
import type { HttpClient } from "@/lib/platform/egress";
import { baseAddress } from "../base-address";
import { failureOf, openSocket } from "../exchange";
import { messages } from "../socket-messages";
import { ProviderFailure, type Transcriber, type Transcription } from "../speech-port";

const NAME = "deepgram";
/** From the end of speech, or the last message, to the words; then the built-in transcriber is asked. */
const LIMITS = { openMs: 3_000, idleMs: 3_000, maxBytes: 256 * 1_024 };
/** Maximum utterance; later speech is not sent. */
const MAX_FRAMES = 60_000 / FRAME_MS;
/** While the caller speaks, silence of the server means nothing. */
const SPEAKING_MS = 90_000;

/** The `Results` of the `listen` socket; other messages pass. */
const Results = z.object({
  type: z.literal("Results"),
  is_final: z.boolean(),
  from_finalize: z.boolean().optional(),
  channel: z.object({
    alternatives: z.array(z.object({ transcript: z.string(), confidence: z.number() })).min(1),
  }),
});
const OtherMessage = z.object({ type: z.string() });

export type Deepgram = { key: string; model: string; baseUrl: string };

/** Words that are final, and how sure they are. */
type Part = { text: string; confidence: number };

const heardFrom = (parts: readonly Part[]): Transcription => {
  const text = parts
    .map((part) => part.text)
    .join(" ")
    .trim();
  if (text === "") return { text: "", confidence: 0, understood: false };
  const confidence = Math.max(0, Math.min(1, ...parts.map((part) => part.confidence)));
  return { text, confidence, understood: true };
};

/** A message of results; null for another one. */
function resultsOf(message: unknown): z.infer<typeof Results> | null {
  const results = Results.safeParse(message);
  if (results.success) return results.data;
  const parsed = OtherMessage.safeParse(message);
  if (!parsed.success || parsed.data.type === "Results") throw new ProviderFailure(NAME, "invalid_response");
  return null;
}

/** Gathers words until those of the last sound have come. */
async function wordsOf(
  received: AsyncIterable<unknown>,
  on: { partial?(text: string): void },
): Promise<Transcription> {
  const parts: Part[] = [];
  for await (const message of received) {
    const results = resultsOf(message);
    const best = results?.channel.alternatives[0];
    if (results === null || best === undefined) continue;
    const part = { text: best.transcript.trim(), confidence: best.confidence };
    const sofar = [...parts, part]
      .map(({ text }) => text)
      .join(" ")
      .trim();
    if (results.is_final && part.text !== "") parts.push(part);
    if (sofar !== "") on.partial?.(sofar);
    if (results.from_finalize) return heardFrom(parts);
  }
  throw new ProviderFailure(NAME, "unavailable");
}

/**
 * The address of one utterance. `mip_opt_out=true` goes with every request: without it Deepgram keeps the sound and its
 * words and trains models with them; with it both are dropped once the request is done. Deepgram may charge a higher
 * price for it. Source: developers.deepgram.com/trust-security/your-data and
 * developers.deepgram.com/docs/the-deepgram-model-improvement-partnership-program, read on 2026-11-22.
 */
export function listenUrl({ baseUrl, model }: Pick<Deepgram, "baseUrl" | "model">, language: string): string {
  const query = new URLSearchParams({
    model,
    language,
    encoding: "linear16",
    sample_rate: String(RATE_HZ),
    interim_results: "true",
    smart_format: "true",
    mip_opt_out: "true",
  });
  return `${baseAddress(baseUrl)}/v1/listen?${query}`;
}

/** Streaming transcription of Deepgram: one socket for each utterance, which opens while the caller speaks. */
export function createDeepgramTranscriber(
  egress: HttpClient,
  { key, model, baseUrl }: Deepgram,
  limits = LIMITS,
): Transcriber {
  const open = (language: string, signal: AbortSignal) =>
    egress.socket(listenUrl({ baseUrl, model }, language), {
      headers: { authorization: `Token ${key}` },
      signal,
      timeoutMs: limits.openMs,
      maxBytes: limits.maxBytes,
    });

  return {
    name: NAME,
    begin({ language }, on, callerSignal) {
      const broken = new AbortController();
      const signal = AbortSignal.any([callerSignal, broken.signal]);
      const waiting: Buffer[] = [];
      let frames = 0;
      let socket: WebSocket | null = null;
      let ended = false;
      const late = new AbortController();

      async function follow(): Promise<Transcription> {
        // Audio waits here meanwhile.
        socket = await openSocket(NAME, () => open(language, signal), signal);
        for (const bytes of waiting.splice(0)) socket.send(bytes);
        if (ended) socket.send('{"type":"Finalize"}');
        const until = AbortSignal.any([signal, late.signal]);
        return wordsOf(messages(NAME, socket, SPEAKING_MS, until), on);
      }
      const result = follow().catch((error: unknown) => {
        throw late.signal.aborted ? new ProviderFailure(NAME, "timeout") : failureOf(NAME, error, signal);
      });
      result.catch(() => {});

      return {
        push(frame) {
          if (frames++ >= MAX_FRAMES || ended) return;
          const bytes = Buffer.from(Int16Array.from(frame).buffer);
          if (socket === null) waiting.push(bytes);
          else socket.send(bytes);
        },
        async finish() {
          signal.throwIfAborted();
          ended = true;
          socket?.send('{"type":"Finalize"}');
          const timer = setTimeout(() => late.abort(), limits.idleMs);
          return result.finally(() => clearTimeout(timer));
        },
        abort: () => broken.abort(),
      };
    },
    close() {},
  };
}
