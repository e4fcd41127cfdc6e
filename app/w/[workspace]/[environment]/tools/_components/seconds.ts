/** Formats milliseconds: `420 ms`, `1.5 s`. */
export const seconds = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
