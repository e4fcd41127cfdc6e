/** Distance that an arrow key moves the position. */
export const SKIP_MS = 5_000;
