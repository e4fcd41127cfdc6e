import { ProviderFailure } from "../speech-port";

export const NAME = "deepgram";

/** Words of one message, and the range of the stream's audio that they are from. */
export type HeardWords = {
  text: string;
  confidence: number;
  /** The words do not change any more. */
  isFinal: boolean;
  /** Nothing follows for the audio before the message that ended the utterance. */
  isLast: boolean;
  /** End of the range, in milliseconds of audio since the socket opened. Undefined if the server does not say. */
  untilMs?: number | undefined;
};

/** A WebSocket protocol of Deepgram's transcription. Its texts are what we send. */
export type ListenProtocol = {
  /** Asks for the final words of the audio so far. */
  end: string;
  /** The server ends what has started by the time the text arrives, so that a later start needs the text again. */
  repeatsEnd: boolean;
  /** Keeps a silent socket open; null if the protocol has no such text. */
  keepAlive: string | null;
  close: string;
  /** Frames of 20 ms in one message. */
  framesPerMessage: number;
  /** Reads a message; null if it has no words. Throws ProviderFailure. */
  read(message: unknown): HeardWords | null;
};

/** Parses a message's JSON. Throws ProviderFailure. */
export function parseMessage(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new ProviderFailure(NAME, "invalid_response");
  }
}
