/** Counts of this process since it started, for its metrics. */
const counts = { droppedFrames: 0, incompleteUtterances: 0, refusedCalls: 0 };

/** Counts a frame that was dropped because the VAD could not keep up. */
export function countDroppedFrame(): void {
  counts.droppedFrames++;
}

/** Counts an utterance that was not understood because audio of it is missing. */
export function countIncompleteUtterance(): void {
  counts.incompleteUtterances++;
}

/** Counts a call that was refused because this process is full or late. */
export function countRefusedCall(): void {
  counts.refusedCalls++;
}

export const readLoadCounts = () => ({ ...counts });
