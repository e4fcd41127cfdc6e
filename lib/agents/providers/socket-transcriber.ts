import type { WebSocket } from "ws";
import { FRAME_MS } from "@/lib/platform/audio/frame";
import { failureOf, openSocket } from "./exchange";
import { messages } from "./socket-messages";
import { type Expectation, ProviderFailure, type Transcriber, type Transcription } from "./speech-port";

/** Maximum utterance; later speech is not sent. */
const MAX_FRAMES = 60_000 / FRAME_MS;
/** While the caller speaks, silence of the server means nothing. */
const SPEAKING_MS = 90_000;

/** A text message, or audio as a binary message. */
export type SocketMessage = string | Buffer;

/** One utterance in a provider's protocol. */
export type SocketDialog = {
  /** Opens the socket, while the caller speaks. */
  open(signal: AbortSignal): Promise<WebSocket>;
  /** The messages before the audio. */
  start(): readonly SocketMessage[];
  /** The messages that carry a frame; none while audio is gathered for the next one. */
  audio(frame: Int16Array): readonly SocketMessage[];
  /** The messages after the last frame, which ask for the words. */
  end(): readonly SocketMessage[];
  /** Reads a message of the provider. Returns the transcription once it is complete. Throws ProviderFailure. */
  read(message: unknown): Transcription | null;
};

export type SocketTranscriber = {
  name: string;
  /** Time limit from the end of speech to its words, including the time until the socket is open. */
  wordsMs: number;
  createDialog(expectation: Expectation, onPartial: (text: string) => void): SocketDialog;
};

/** Streams each utterance over its own WebSocket, which opens while the caller speaks. */
export function createSocketTranscriber({ name, wordsMs, createDialog }: SocketTranscriber): Transcriber {
  return {
    name,
    begin(expectation, on, callerSignal) {
      const aborted = new AbortController();
      const late = new AbortController();
      const signal = AbortSignal.any([callerSignal, aborted.signal]);
      const until = AbortSignal.any([signal, late.signal]);
      const dialog = createDialog(expectation, (text) => on.partial?.(text));
      /** Messages that wait for the socket. */
      const waiting: SocketMessage[] = [...dialog.start()];
      let frames = 0;
      let socket: WebSocket | null = null;
      let hasEnded = false;
      const send = (outgoing: readonly SocketMessage[]) => {
        if (socket === null) waiting.push(...outgoing);
        else for (const message of outgoing) socket.send(message);
      };

      async function follow(): Promise<Transcription> {
        const opened = await openSocket(name, () => dialog.open(until), until);
        socket = opened;
        send(waiting.splice(0));
        for await (const message of messages(name, opened, SPEAKING_MS, until)) {
          const transcription = dialog.read(message);
          if (transcription !== null) return transcription;
        }
        throw new ProviderFailure(name, "unavailable");
      }
      const result = follow().catch((error: unknown) => {
        if (late.signal.aborted && !signal.aborted) throw new ProviderFailure(name, "timeout");
        throw failureOf(name, error, signal);
      });
      // A failure is reported by `finish`, which is called later or never.
      result.catch(() => {});

      return {
        push(frame) {
          if (frames++ < MAX_FRAMES && !hasEnded) send(dialog.audio(frame));
        },
        async finish() {
          signal.throwIfAborted();
          hasEnded = true;
          send(dialog.end());
          const timer = setTimeout(() => late.abort(), wordsMs);
          return result.finally(() => clearTimeout(timer));
        },
        abort: () => aborted.abort(),
      };
    },
    close() {},
  };
}
