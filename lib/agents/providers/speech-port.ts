/**
 * The agent's question: selects the grammar of the built-in transcriber, and is a hint for others. `language`
 * is a BCP 47 tag.
 */
export type Expectation = {
  /** The answer is about the call's recording: refusals and permissions are likely. */
  topic?: "recording";
  kind: "yes_no" | "digits" | "number" | "date" | "time" | "phone" | "email" | "choice" | "text" | "open";
  choices?: readonly string[];
  /** The form of a number, if it is known. */
  digits?: { min_length: number; max_length: number; checksum: "none" | "luhn" | "mod_97" };
  language: string;
};

/**
 * `confidence` is 0..1. `understood` is false for speech that was not (the garbage branch); `text` is then empty.
 * `isUncertain`: the caller has to confirm the words before they count.
 */
export type Transcription = { text: string; confidence: number; understood: boolean; isUncertain?: boolean };

/**
 * Turns one utterance into words. `push` while the caller speaks, `finish` at its end; `partial` may be called meanwhile.
 * Aborting ends it without a result.
 */
export type Utterance = {
  push(frame: Int16Array): void;
  /** Throws ProviderFailure, and the signal's reason once that has been aborted. */
  finish(): Promise<Transcription>;
  abort(): void;
};

export type Transcriber = {
  readonly name: string;
  begin(expectation: Expectation, on: { partial?(text: string): void }, signal: AbortSignal): Utterance;
  close(): void;
};

/** Facts about a text in addition to its words. Each voice uses those that its provider accepts. */
export type SpeechContext = {
  /** The agent's words directly before the text, for continuous intonation. */
  previousText?: string;
  /** The language of the text as a BCP 47 tag. */
  language?: string | undefined;
  /** Numbers, dates and codes are words already, so that the provider need not convert them. */
  isSpokenForm?: boolean;
  /** The text is spoken again from its beginning: frames so far are of another voice, which failed within it. */
  onRestart?: () => void;
};

export type Synthesizer = {
  readonly name: string;
  /** Turns text into speech, frame by frame, as early as it can. Throws ProviderFailure. Ends without a word once aborted. */
  speak(text: string, voice: string, signal: AbortSignal, context?: SpeechContext): AsyncIterable<Int16Array>;
  /** Opens the connection for the next sentence. Called when the caller begins to speak; absent without a server. */
  warm?(): void;
  close(): void;
};

export type FailureKind = "timeout" | "refused" | "unavailable" | "invalid_response" | "rate_limited";

/**
 * A provider that did not do its work: what went wrong, as data for the call's log; never with what was said. `refused`:
 * it will not, asked again (a key, a voice, a format). `rate_limited`: it is asked for too much at once.
 */
export class ProviderFailure extends Error {
  /** The HTTP status that the provider answered, where it answered one. */
  readonly status: number | undefined;
  /** The provider's own name for what is wrong, from its documented list; never its message. */
  readonly reason: string | undefined;

  constructor(
    readonly provider: string,
    readonly kind: FailureKind,
    { status, reason, ...options }: ErrorOptions & FailureDetails = {},
  ) {
    super(`${provider}: ${kind}`, options);
    this.name = "ProviderFailure";
    this.status = status;
    this.reason = reason;
  }
}
type FailureDetails = { status?: number | undefined; reason?: string | undefined };
