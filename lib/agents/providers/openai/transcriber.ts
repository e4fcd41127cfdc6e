import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { transcriptionSession } from "../realtime-session";
import { createRealtimeTranscriber } from "../realtime-transcriber";
import type { Transcriber } from "../speech-port";

/** The name in failures. */
export const OPENAI = "openai";

/** The built-in transcriber must take over within 1.5 s if OpenAI does not answer. */
const LIMITS = { openMs: 3_000, wordsMs: 1_200, maxBytes: 256 * 1_024 };

/** Streaming transcription of OpenAI, while the caller speaks. */
export const createOpenAiRealtimeTranscriber = (
  httpClient: HttpClient,
  server: Pick<SpeechAccount, "baseUrl" | "key">,
  model: string,
  limits = LIMITS,
): Transcriber =>
  createRealtimeTranscriber(httpClient, {
    name: OPENAI,
    server,
    session: transcriptionSession(model),
    limits,
  });
