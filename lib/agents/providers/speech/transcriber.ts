import { randomUUID } from "node:crypto";
import { z } from "zod";
import { FRAME_MS, FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio/frame";
import { wavHeader } from "@/lib/platform/audio/wav";
import type { HttpClient } from "@/lib/platform/egress";
import { ask, failureOf, type SpeechServer } from "../exchange";
import { ProviderFailure, type Transcriber, type Transcription } from "../speech-port";
import { unratedTranscription } from "../unrated-transcription";

const NAME = "openai-compatible";
/**
 * A caller who has spoken waits this long for an answer before the built-in transcriber is asked. A minute of words in JSON
 * is a few kilobytes.
 */
const LIMITS = { firstByteMs: 3_000, idleMs: 3_000, timeoutMs: 3_000, maxBytes: 256 * 1_024 };
/** Maximum utterance; later speech is not sent. */
const MAX_FRAMES = 60_000 / FRAME_MS;

const Answer = z.object({ text: z.string().max(20_000) });

function wav(frames: readonly Int16Array[]): Uint8Array {
  const dataBytes = frames.length * FRAME_SAMPLES * 2;
  const header = wavHeader({ rateHz: RATE_HZ, channels: 1, dataBytes });
  const file = Buffer.alloc(header.length + dataBytes);
  file.set(header);
  let at = header.length;
  for (const frame of frames) {
    for (const sample of frame) at = file.writeInt16LE(sample, at);
  }
  return file;
}

/** The fields of `/audio/transcriptions` (RFC 7578). */
function form(fields: Record<string, string>, file: Uint8Array): { body: Uint8Array; contentType: string } {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replaceAll(/[\r\n]+/g, " ")}\r\n`,
  );
  const head = `${parts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="speech.wav"\r\ncontent-type: audio/wav\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** Transcription by `/audio/transcriptions` of an OpenAI-compatible server, utterance by utterance. */
export function createOpenAiTranscriber(
  egress: HttpClient,
  account: SpeechServer,
  model: string,
  limits = LIMITS,
): Transcriber {
  async function transcribe(
    frames: readonly Int16Array[],
    language: string,
    choices: readonly string[],
    signal: AbortSignal,
  ): Promise<Transcription> {
    const prompt = choices.length === 0 ? {} : { prompt: choices.join(", ") };
    const fields = {
      model,
      response_format: "json",
      language: language.split("-")[0] ?? language,
      ...prompt,
    };
    const { body, contentType } = form(fields, wav(frames));
    try {
      const response = await ask(egress, NAME, account, "audio/transcriptions", {
        body,
        headers: { "content-type": contentType },
        signal,
        ...limits,
      });
      const answer = Answer.safeParse(await response.json().catch(() => null));
      if (!answer.success && !signal.aborted) throw new ProviderFailure(NAME, "invalid_response");
      return unratedTranscription(answer.data?.text ?? "");
    } catch (error) {
      throw failureOf(NAME, error, signal);
    }
  }

  return {
    name: NAME,
    begin({ language, choices = [] }, _, signal) {
      const frames: Int16Array[] = [];
      const broken = new AbortController();
      const either = AbortSignal.any([signal, broken.signal]);
      return {
        push: (frame) => void (frames.length < MAX_FRAMES && frames.push(frame)),
        async finish() {
          either.throwIfAborted();
          return transcribe(frames, language, choices, either);
        },
        abort: () => broken.abort(),
      };
    },
    close() {},
  };
}
