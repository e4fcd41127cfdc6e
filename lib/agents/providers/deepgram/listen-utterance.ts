import { FRAME_MS } from "@/lib/platform/audio/frame";
import { ProviderFailure, type Transcription } from "../speech-port";
import { type HeardWords, NAME } from "./listen-protocol";

/**
 * Audio that is kept to be sent again after a lost connection: what no final words cover. Deepgram finalizes every few
 * seconds, so that more means that it does not answer.
 */
const MAX_REPLAY_FRAMES = 20_000 / FRAME_MS;
/** Ranges are sums of seconds as decimals: a difference of less than a frame is none. */
const RANGE_TOLERANCE_MS = FRAME_MS / 2;

export type AnswerLimits = {
  /** From the end of the utterance to its words; then the provider has failed. */
  answerMs: number;
  /**
   * Wait for further words if all words are final and no message says that they are the last. Deepgram sends
   * `from_finalize` only if enough audio is buffered: developers.deepgram.com/docs/finalize.
   */
  graceMs: number;
  /** The same before the first words. Noise has none, and a short answer can be late. */
  wordlessGraceMs: number;
};

type Part = Pick<HeardWords, "text" | "confidence">;

const joined = (parts: readonly Part[]): string =>
  parts
    .map(({ text }) => text)
    .join(" ")
    .trim();

const transcriptionOf = (parts: readonly Part[]): Transcription => {
  const text = joined(parts);
  if (text === "") return { text: "", confidence: 0, understood: false };
  const confidence = Math.max(0, Math.min(1, ...parts.map((part) => part.confidence)));
  return { text, confidence, understood: true };
};

export type ListenUtterance = ReturnType<typeof createListenUtterance>;

/** One utterance on a stream: its words so far, the audio that no final words cover, and when it is complete. */
export function createListenUtterance(limits: AnswerLimits, partial: ((text: string) => void) | undefined) {
  let resolve: (transcription: Transcription) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const result = new Promise<Transcription>((succeeded, failed) => {
    resolve = succeeded;
    reject = failed;
  });
  result.catch(() => {});
  const parts: Part[] = [];
  const unanswered: Buffer[] = [];
  let interim: Part | null = null;
  /** Positions on the connection's audio: of the utterance's start, of its first unanswered frame, of its end. */
  let fromMs = 0;
  let unansweredFromMs = 0;
  let endMs = Number.POSITIVE_INFINITY;
  let hasEnded = false;
  /** Whether the connection has been asked for the final words. */
  const isAsked = () => Number.isFinite(endMs);
  /** Whether this connection has sent words, or a message that has none. */
  let hasAnswer = false;
  /** Whether final words cover all audio, also those of a lost connection. */
  let isCovered = false;
  let isSettled = false;
  let isTruncated = false;
  let answerTimer: NodeJS.Timeout | undefined;
  let graceTimer: NodeJS.Timeout | undefined;

  const stop = () => {
    isSettled = true;
    clearTimeout(answerTimer);
    clearTimeout(graceTimer);
    unanswered.length = 0;
  };
  const succeed = () => {
    stop();
    resolve(transcriptionOf(parts));
  };
  const fail = (error: unknown) => {
    stop();
    reject(error);
  };
  const waitForGrace = () => {
    clearTimeout(graceTimer);
    if (!isAsked() || !hasAnswer || interim !== null) return;
    graceTimer = setTimeout(succeed, parts.length === 0 ? limits.wordlessGraceMs : limits.graceMs);
  };
  /** Forgets audio whose words are final. */
  const dropAnswered = (untilMs: number) => {
    while (unanswered.length > 0 && unansweredFromMs + FRAME_MS <= untilMs + RANGE_TOLERANCE_MS) {
      unanswered.shift();
      unansweredFromMs += FRAME_MS;
    }
  };

  return {
    result,
    isSettled: () => isSettled,
    hasEnded: () => hasEnded,
    /** Whether words have begun that are not final. */
    hasInterim: () => interim !== null,
    /** Whether audio was dropped that a new connection would need. */
    isTruncated: () => isTruncated,
    /** Keeps a frame until its words are final. */
    push(bytes: Buffer): void {
      unanswered.push(bytes);
      isCovered = false;
      if (unanswered.length <= MAX_REPLAY_FRAMES) return;
      isTruncated = true;
      unanswered.shift();
      unansweredFromMs += FRAME_MS;
    },
    /** Begins on a connection whose audio has this length; returns the frames to send. */
    place(atMs: number): readonly Buffer[] {
      fromMs = atMs;
      unansweredFromMs = atMs;
      endMs = Number.POSITIVE_INFINITY;
      interim = null;
      hasAnswer = false;
      clearTimeout(graceTimer);
      return [...unanswered];
    },
    /** No more audio follows: the answer is due. */
    finish(): void {
      hasEnded = true;
      answerTimer = setTimeout(() => fail(new ProviderFailure(NAME, "timeout")), limits.answerMs);
    },
    /** The server was asked for the final words of the connection's audio up to this position. */
    endAt(atMs: number): void {
      endMs = atMs;
      if (isCovered) succeed();
      else waitForGrace();
    },
    /** Whether words up to this position are this utterance's: `before` it, `own`, or `after` it. */
    locate(untilMs: number | undefined): "before" | "own" | "after" {
      if (untilMs === undefined) return "own";
      if (untilMs <= fromMs + RANGE_TOLERANCE_MS) return "before";
      return untilMs <= endMs + RANGE_TOLERANCE_MS ? "own" : "after";
    },
    hear({ text, confidence, isFinal, isLast, untilMs }: HeardWords): void {
      if (isSettled) return;
      hasAnswer = true;
      const part = { text, confidence };
      const soFar = joined([...parts, part]);
      if (isFinal && text !== "") parts.push(part);
      interim = isFinal || text === "" ? null : part;
      if (soFar !== "") partial?.(soFar);
      if (isFinal && untilMs !== undefined) {
        dropAnswered(untilMs);
        isCovered = unanswered.length === 0;
      }
      if (isAsked() && (isLast || isCovered)) succeed();
      else waitForGrace();
    },
    /** The stream is over: the final words so far are the answer. */
    close(): void {
      if (hasEnded && parts.length > 0) succeed();
      else fail(new ProviderFailure(NAME, "unavailable"));
    },
    fail,
  };
}
