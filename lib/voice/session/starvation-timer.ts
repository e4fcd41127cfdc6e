/** A line without frames for this long during speech counts as silent. */
const STARVED_MS = 400;

type Options = {
  nowMs(): number;
  /** Whether speech is in progress and all its frames have been judged. */
  isWaiting(): boolean;
  /** The line has sent no frame for 400 ms. */
  starved(): void;
};

export type StarvationTimer = {
  /** A frame has arrived. */
  arrived(): void;
  /** All frames so far have been judged. */
  judged(): void;
  close(): void;
};

/** Notices a line that stops sending during speech, as a network does that fails in the middle of a word. */
export function createStarvationTimer({ nowMs, isWaiting, starved }: Options): StarvationTimer {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let lastFrameMs = 0;
  const stop = () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
  const start = () => {
    stop();
    if (!isWaiting()) return;
    const leftMs = Math.max(0, STARVED_MS - (nowMs() - lastFrameMs));
    // A process that was busy runs its timers before it reads the frames that have arrived.
    timer = setTimeout(() => {
      immediate = setImmediate(decide);
    }, leftMs);
  };
  const decide = () => {
    if (!isWaiting()) return;
    // A timer counts from the start of its turn of the event loop, so that it can fire too early.
    if (nowMs() - lastFrameMs < STARVED_MS) start();
    else starved();
  };
  return {
    arrived() {
      lastFrameMs = nowMs();
      stop();
    },
    judged: start,
    close: stop,
  };
}
