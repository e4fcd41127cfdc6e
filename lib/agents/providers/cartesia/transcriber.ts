import { z } from "zod";
import { RATE_HZ } from "@/lib/platform/audio/frame";
import type { HttpClient } from "@/lib/platform/egress";
import type { SpeechAccount } from "../accounts";
import { baseAddress } from "../base-address";
import { kindOfStatus } from "../exchange";
import { createSocketTranscriber, type SocketDialog } from "../socket-transcriber";
import { type Expectation, ProviderFailure, type Transcriber } from "../speech-port";
import { unratedTranscription } from "../unrated-transcription";
import { CARTESIA, reasonOf, VERSION_HEADERS } from "./api";

/**
 * The built-in transcriber must take over within 1.5 s if Cartesia does not answer. A minute of words in JSON, with the
 * time of each, is some tens of kilobytes.
 */
export const CARTESIA_TRANSCRIBER_LIMITS = { openMs: 3_000, wordsMs: 1_200, maxBytes: 256 * 1_024 };

/** A piece of the transcript, whose text begins where the last final piece ended. */
const Transcript = z.object({ type: z.literal("transcript"), text: z.string(), is_final: z.boolean() });
const ErrorMessage = z.object({ type: z.literal("error"), status_code: z.number().optional() });
const OtherMessage = z.object({ type: z.string() });

/**
 * The address of one utterance. Parley does not send `keyterm`: the words that an agent expects can be personal, and an
 * address is logged more widely than audio. Sources: docs.cartesia.ai/api-reference/stt/websocket and
 * github.com/cartesia-ai/cartesia-js (3.5.0, `ManualFinalizeWebsocketParams`), read on 2026-11-25.
 */
function cartesiaSttUrl(baseUrl: string, model: string, { language }: Expectation): string {
  const query = new URLSearchParams({
    model,
    language: language.split("-")[0] ?? language,
    encoding: "pcm_s16le",
    sample_rate: String(RATE_HZ),
  });
  return `${baseAddress(baseUrl)}/stt/websocket?${query}`;
}

/** Joins the pieces of a transcript. They contain their spaces, so none is added or removed between them. */
function createTranscript(onPartial: (text: string) => void): Pick<SocketDialog, "read"> {
  let finalText = "";
  return {
    read(message) {
      const { success, data: fields } = OtherMessage.safeParse(message);
      if (!success) throw new ProviderFailure(CARTESIA, "invalid_response");
      if (fields.type === "flush_done" || fields.type === "done") return unratedTranscription(finalText);
      if (fields.type === "error") {
        const status = ErrorMessage.safeParse(message).data?.status_code;
        const kind = status === undefined ? "unavailable" : kindOfStatus(status);
        throw new ProviderFailure(CARTESIA, kind, { status, reason: reasonOf(message) });
      }
      if (fields.type !== "transcript") return null;
      const transcript = Transcript.safeParse(message);
      if (!transcript.success) throw new ProviderFailure(CARTESIA, "invalid_response");
      const text = finalText + transcript.data.text;
      if (transcript.data.is_final) finalText = text;
      if (text.trim() !== "") onPartial(text.trim());
      return null;
    },
  };
}

/**
 * Streaming transcription of Cartesia Ink. The socket without turn detection is used, since Parley decides where an
 * utterance ends: `finalize` asks for its words, and `flush_done` follows the last of them.
 */
export function createCartesiaTranscriber(
  httpClient: HttpClient,
  { baseUrl, key }: Pick<SpeechAccount, "baseUrl" | "key">,
  model: string,
  { wordsMs, openMs, maxBytes } = CARTESIA_TRANSCRIBER_LIMITS,
): Transcriber {
  return createSocketTranscriber({
    name: CARTESIA,
    wordsMs,
    createDialog: (expectation, onPartial) => ({
      open: (signal) =>
        httpClient.socket(cartesiaSttUrl(baseUrl, model, expectation), {
          headers: { ...VERSION_HEADERS, authorization: `Bearer ${key ?? ""}` },
          signal,
          timeoutMs: openMs,
          maxBytes,
        }),
      start: () => [],
      audio: (frame) => [Buffer.from(Int16Array.from(frame).buffer)],
      end: () => ["finalize"],
      ...createTranscript(onPartial),
    }),
  });
}
