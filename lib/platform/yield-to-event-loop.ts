/** Time budget of one turn in milliseconds. At least one caller resumes in each turn. */
const TURN_MS = 3;
const PIECES_PER_TURN = 8;

const waiting: (() => void)[] = [];
let isScheduled = false;

/** Node runs all of these callbacks in one turn of the event loop, and what each resumes before the next callback. */
function scheduleTurn(): void {
  isScheduled = true;
  const pieces = Math.min(waiting.length, PIECES_PER_TURN);
  let startMs = Number.NaN;
  for (let piece = 0; piece < pieces; piece++) {
    setImmediate(() => {
      if (piece === 0) startMs = performance.now();
      if (piece === 0 || performance.now() - startMs < TURN_MS) waiting.shift()?.();
      if (piece < pieces - 1) return;
      isScheduled = false;
      if (waiting.length > 0) scheduleTurn();
    });
  }
}

/**
 * Yields to the event loop. Concurrent callers resume in the order of their calls, and I/O is handled after each
 * `TURN_MS` of their work. Long background work yields between its parts. Otherwise ten calls that end together would
 * delay the audio of other calls ten times as long as one. Short parts share a turn, since a busy loop has few.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resume) => {
    waiting.push(resume);
    if (!isScheduled) scheduleTurn();
  });
}
