/** `frame`: from a caller's frame to its processing. `transcription`: from the end of speech to the built-in transcriber's words. */
export type DelayKind = "frame" | "transcription";

const observers: Record<DelayKind, (delayMs: number) => void> = {
  frame: () => undefined,
  transcription: () => undefined,
};

/** Passes the delays of all calls of this process to its gateway. */
export function observeDelays(kind: DelayKind, observe: (delayMs: number) => void): void {
  observers[kind] = observe;
}

/** A call had this delay, in milliseconds. */
export function recordDelay(kind: DelayKind, delayMs: number): void {
  observers[kind](delayMs);
}
