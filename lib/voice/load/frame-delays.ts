let observer: (delayMs: number) => void = () => undefined;

/** Passes the delays of all calls of this process to its gateway. */
export function observeFrameDelays(observe: (delayMs: number) => void): void {
  observer = observe;
}

/** A caller's frame was processed this long after it had arrived. */
export function recordFrameDelay(delayMs: number): void {
  observer(delayMs);
}
