import { z } from "zod";
import { createFramer } from "@/lib/platform/audio/framer";
import { createResampler } from "@/lib/platform/audio/resample";
import type { HttpClient } from "@/lib/platform/egress";
import { baseAddress } from "./base-address";
import type { SpeechServer } from "./exchange";
import { createSocketTranscriber, type SocketDialog } from "./socket-transcriber";
import { type Expectation, type FailureKind, ProviderFailure, type Transcriber } from "./speech-port";
import { unratedTranscription } from "./unrated-transcription";

/** The only rate of `audio/pcm`. */
const RATE_HZ = 24_000;
/** Audio of one message: fewer messages than frames, and little to send at the end of speech. */
const CHUNK_SAMPLES = RATE_HZ / 10;
const CODE = z.string().regex(/^[a-z][a-z0-9_.]{0,59}$/);

const Completed = z.object({ transcript: z.string() });
const Delta = z.object({ delta: z.string().nullish() });
const Updated = z.object({ session: z.unknown() });
const Problem = z.object({
  error: z.object({ type: CODE.nullish().catch(null), code: CODE.nullish().catch(null) }),
});
const Message = z.object({ type: z.string() });
const TRANSCRIPTION = "conversation.item.input_audio_transcription";

/** Limits of a transcriber. `wordsMs`: from the end of speech to its words. */
export type RealtimeLimits = { openMs: number; wordsMs: number; maxBytes: number };

/** The parts of the realtime protocol in which servers differ. */
export type RealtimeSession = {
  /** The query of the address. */
  query(expectation: Expectation): Record<string, string>;
  /** The `session` of `session.update`. */
  session(expectation: Expectation): object;
  /**
   * Whether the server's session does what `session` asks. Without it, the server's answer is not read: some servers
   * ignore fields, and would then cut utterances themselves.
   */
  isApplied?(session: unknown): boolean;
};

function failureKindOf(words: readonly (string | null | undefined)[]): FailureKind {
  if (words.includes("rate_limit_exceeded")) return "rate_limited";
  return words.includes("server_error") ? "unavailable" : "refused";
}

function problemOf(provider: string, message: unknown): ProviderFailure {
  const { code, type } = Problem.safeParse(message).data?.error ?? {};
  return new ProviderFailure(provider, failureKindOf([code, type]), { reason: code ?? type ?? undefined });
}

/** Frames as messages of a tenth of a second; the last one is filled up with silence, as shorter audio is refused. */
function createAudio(): Pick<SocketDialog, "audio"> & { flush(): string[] } {
  const resampler = createResampler(16_000, RATE_HZ);
  const framer = createFramer(CHUNK_SAMPLES);
  let hasAudio = false;
  const append = (samples: Int16Array): string => {
    hasAudio = true;
    const audio = Buffer.from(Int16Array.from(samples).buffer).toString("base64");
    return JSON.stringify({ type: "input_audio_buffer.append", audio });
  };
  return {
    audio: (frame) => framer.push(resampler.push(frame)).map(append),
    flush() {
      const last = framer.flush() ?? (hasAudio ? null : new Int16Array(CHUNK_SAMPLES));
      return last === null ? [] : [append(last)];
    },
  };
}

/** Reads the server's messages until the transcript of the committed audio is complete. */
function createTranscript(
  provider: string,
  { isApplied }: RealtimeSession,
  onPartial: (text: string) => void,
): Pick<SocketDialog, "read"> & { end(): void } {
  let isConfirmed = isApplied === undefined;
  let hasEnded = false;
  let complete = "";
  let current = "";
  const invalid = () => new ProviderFailure(provider, "invalid_response");
  const partial = () => {
    const text = `${complete} ${current}`.trim();
    if (text !== "") onPartial(text);
  };
  return {
    end: () => {
      hasEnded = true;
    },
    read(message) {
      const { success, data: fields } = Message.safeParse(message);
      if (!success) throw invalid();
      switch (fields.type) {
        case "session.updated":
          isConfirmed ||= isApplied?.(Updated.safeParse(message).data?.session) === true;
          return null;
        case `${TRANSCRIPTION}.delta`: {
          const delta = Delta.safeParse(message);
          if (!delta.success) throw invalid();
          current += delta.data.delta ?? "";
          partial();
          return null;
        }
        case `${TRANSCRIPTION}.completed`: {
          const completed = Completed.safeParse(message);
          if (!completed.success || !isConfirmed) throw invalid();
          complete = `${complete} ${completed.data.transcript.trim()}`.trim();
          current = "";
          partial();
          return hasEnded ? unratedTranscription(complete) : null;
        }
        case `${TRANSCRIPTION}.failed`:
        case "error":
          throw problemOf(provider, message);
        default:
          return null;
      }
    },
  };
}

/**
 * Streaming transcription over OpenAI's realtime protocol, in a session that only transcribes. Parley decides where an
 * utterance ends: the server's turn detection is off, and `input_audio_buffer.commit` asks for the words. Sources:
 * developers.openai.com/api/docs/guides/realtime-transcription and github.com/openai/openai-node
 * (src/resources/realtime/realtime.ts), read on 2026-11-25.
 */
export function createRealtimeTranscriber(
  httpClient: HttpClient,
  { name, server, session, limits }: RealtimeTranscriber,
): Transcriber {
  return createSocketTranscriber({
    name,
    wordsMs: limits.wordsMs,
    createDialog(expectation, onPartial) {
      const audio = createAudio();
      const transcript = createTranscript(name, session, onPartial);
      const query = new URLSearchParams(session.query(expectation));
      const authorization = server.key === null ? {} : { authorization: `Bearer ${server.key}` };
      return {
        open: (signal) =>
          httpClient.socket(`${baseAddress(server.baseUrl)}/realtime?${query}`, {
            headers: authorization,
            signal,
            timeoutMs: limits.openMs,
            maxBytes: limits.maxBytes,
          }),
        start: () => [JSON.stringify({ type: "session.update", session: session.session(expectation) })],
        audio: audio.audio,
        end() {
          transcript.end();
          return [...audio.flush(), JSON.stringify({ type: "input_audio_buffer.commit" })];
        },
        read: transcript.read,
      };
    },
  });
}

export type RealtimeTranscriber = {
  /** The provider's name in failures. */
  name: string;
  server: SpeechServer;
  session: RealtimeSession;
  limits: RealtimeLimits;
};
