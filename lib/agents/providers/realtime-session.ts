import { z } from "zod";
import type { RealtimeSession } from "./realtime-transcriber";
import type { Expectation } from "./speech-port";
import { boundedHints } from "./transcription-hints";

/** Models that take `languages` and `keywords` in place of `language` and `prompt`. */
const TAKES_KEYWORDS = /^gpt-(?:live-)?transcribe/;
/** Models that refuse a prompt. */
const TAKES_NO_PROMPT = /^gpt-realtime-whisper|-diarize/;

/** The `transcription` of a session: the model, and the hints that this model documents. */
function transcriptionOf(model: string, { language: tag, choices }: Expectation): object {
  const language = tag.split("-")[0] ?? tag;
  const hints = boundedHints(choices);
  if (TAKES_KEYWORDS.test(model))
    return { model, languages: [language], ...(hints.length > 0 && { keywords: hints }) };
  if (TAKES_NO_PROMPT.test(model) || hints.length === 0) return { model, language };
  return { model, language, prompt: hints.join(", ") };
}

/**
 * The session of OpenAI's own service. The address must not name the model: it would open a conversation, which refuses
 * this update. Turn detection must be off for `gpt-live-transcribe` and `gpt-realtime-whisper`. Source:
 * developers.openai.com/api/docs/guides/realtime-transcription, read on 2026-11-25.
 */
export const transcriptionSession = (model: string): RealtimeSession => ({
  query: () => ({ intent: "transcription" }),
  session: (expectation) => ({
    type: "transcription",
    audio: {
      input: {
        format: { type: "audio/pcm", rate: 24_000 },
        transcription: transcriptionOf(model, expectation),
        turn_detection: null,
      },
    },
  }),
});

/** A session that only transcribes, and leaves the end of an utterance to the client. */
const Applied = z.object({
  type: z.literal("transcription"),
  audio: z.object({ input: z.object({ turn_detection: z.null() }) }),
});

/**
 * The session of another server of the protocol, which selects the model by the address. The server must confirm the
 * session: some servers ignore the fields that they do not know, and would cut utterances at each pause.
 */
export const serverTranscriptionSession = (model: string): RealtimeSession => ({
  ...transcriptionSession(model),
  query: () => ({ intent: "transcription", model }),
  isApplied: (session) => Applied.safeParse(session).success,
});
