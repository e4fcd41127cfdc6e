/** One JSON document per line (JSON Lines). */
export const jsonLines = (lines: readonly Record<string, unknown>[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
