import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechServer } from "../exchange";
import { serverTranscriptionSession } from "../realtime-session";
import { createRealtimeTranscriber } from "../realtime-transcriber";
import type { Transcriber } from "../speech-port";

/** As long as the transcription of an upload can take: an organization's own server can be slow. */
const LIMITS = { openMs: 3_000, wordsMs: 3_000, maxBytes: 256 * 1_024 };

/** Transcription while the caller speaks, for servers whose check has found that they can. */
export const createServerRealtimeTranscriber = (
  httpClient: HttpClient,
  server: SpeechServer,
  model: string,
  limits = LIMITS,
): Transcriber =>
  createRealtimeTranscriber(httpClient, {
    name: "openai-compatible",
    server,
    session: serverTranscriptionSession(model),
    limits,
  });
