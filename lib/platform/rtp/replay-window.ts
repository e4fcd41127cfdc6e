/** Packets behind the newest that are still accepted (RFC 3711, 3.3.2 requires 64). */
const WINDOW = 128;

/** Which packet indexes have arrived. */
export type ReplayWindow = {
  /** Whether the index is new and not too old. */
  isNew(index: number): boolean;
  /** Records an authenticated packet. */
  add(index: number): void;
  readonly highest: number;
};

/** Remembers the indexes of the last 128 packets, so that each is accepted once. */
export function createReplayWindow(first: number): ReplayWindow {
  // Each place has the index that it was last used for, so nothing is shifted or cleared.
  const indexes = new Float64Array(WINDOW).fill(-1);
  let highest = first;
  return {
    isNew: (index) => index >= 0 && index > highest - WINDOW && indexes[index % WINDOW] !== index,
    add(index) {
      indexes[index % WINDOW] = index;
      if (index > highest) highest = index;
    },
    get highest() {
      return highest;
    },
  };
}
