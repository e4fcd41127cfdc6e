import { z } from "zod";
import { createFramer } from "@/lib/platform/audio/framer";
import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { baseAddress } from "../base-address";
import { failureOf, openSocket } from "../exchange";
import { messages } from "../socket-messages";
import { ProviderFailure, type Synthesizer } from "../speech-port";

const NAME = "elevenlabs";
/** As for other voices by account: a caller hears another voice rather than nothing. A message holds a second or two. */
const LIMITS = { openMs: 3_000, idleMs: 3_000, maxBytes: 1_024 * 1_024 };

/** A message of the `stream-input` socket. An error has a message in place of sound, which is not for our log. */
const Message = z.object({
  audio: z.base64().nullish(),
  isFinal: z.boolean().nullish(),
  error: z.string().nullish(),
});

/**
 * `zeroRetention`: each request says `enable_logging=false`, which ElevenLabs' enterprise accounts may ("zero retention
 * mode"). Another account is answered 403, or its request is kept all the same: the check of the integration finds out.
 * Source: elevenlabs.io/docs/eleven-api/resources/zero-retention-mode and github.com/elevenlabs/elevenlabs-python/issues/787,
 * read on 2026-11-22.
 */
export type ElevenLabs = { key: string; model: string; baseUrl: string; zeroRetention?: boolean };

/** ElevenLabs' names for what is wrong. Source: help.elevenlabs.io, "API - Error Code 400 or 401", read on 2026-11-22. */
const REASON = /^[a-z_]{1,60}$/;

/**
 * Speech of ElevenLabs over its `stream-input` WebSocket, as samples at 16 kHz. A voice is `<integration>:<voice ID>`. One
 * retry where the socket does not open; nothing has been said by then.
 */
export function createElevenLabsSynthesizer(
  egress: HttpClient,
  { key, model, baseUrl, zeroRetention = false }: ElevenLabs,
  limits = LIMITS,
): Synthesizer {
  const open = (voice: string, signal: AbortSignal) => {
    const id = encodeURIComponent(voice.slice(voice.indexOf(":") + 1));
    const query = new URLSearchParams({
      model_id: model,
      output_format: "pcm_16000",
      ...(zeroRetention && { enable_logging: "false" }),
    });
    return egress.socket(`${baseAddress(baseUrl)}/v1/text-to-speech/${id}/stream-input?${query}`, {
      headers: { "xi-api-key": key },
      signal,
      timeoutMs: limits.openMs,
      maxBytes: limits.maxBytes,
    });
  };

  async function* sounds(text: string, voice: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const socket = await openSocket(NAME, () => open(voice, signal), signal);
    for (const chunk of [" ", `${text} `, ""]) socket.send(JSON.stringify({ text: chunk }));
    let hasAudio = false;
    for await (const message of messages(NAME, socket, limits.idleMs, signal)) {
      const { samples, last } = soundOf(message);
      hasAudio ||= samples.length > 0;
      yield samples;
      if (last && hasAudio) return;
    }
    throw new ProviderFailure(NAME, "unavailable");
  }

  return {
    name: NAME,
    async *speak(text, voice, signal) {
      const framer = createFramer();
      try {
        for await (const samples of sounds(text, voice, signal)) yield* framer.push(samples);
      } catch (error) {
        if (signal.aborted) return;
        throw failureOf(NAME, error, signal);
      }
      const last = framer.flush();
      if (last !== null) yield last;
    },
    close() {},
  };
}

/** The synthesizer of an account. */
export const elevenLabsSynthesizerOf = (
  egress: HttpClient,
  { key, voiceModel, baseUrl, zeroRetention }: SpeechAccount,
): Synthesizer =>
  createElevenLabsSynthesizer(egress, { key: key ?? "", model: voiceModel, baseUrl, zeroRetention });

function soundOf(message: unknown): { samples: Int16Array; last: boolean } {
  const { success, data } = Message.safeParse(message);
  if (!success) throw new ProviderFailure(NAME, "invalid_response");
  if (data.error) {
    const reason = REASON.test(data.error) ? data.error : undefined;
    throw new ProviderFailure(NAME, "refused", { reason });
  }
  const bytes = Buffer.from(data.audio ?? "", "base64");
  if (bytes.length % 2 !== 0) throw new ProviderFailure(NAME, "invalid_response");
  return { samples: new Int16Array(Uint8Array.from(bytes).buffer), last: data.isFinal === true };
}
