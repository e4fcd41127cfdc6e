import { appendFileSync, readFileSync } from "node:fs";

/**
 * A line of the carrier's log. `at` is the run's clock, RFC 3339. `asked`: a request to place arrived, and `answer` is
 * what it leads to; `started` and `over`: a call began, and takes no line any more; `left_alone`: the number told the carrier, or
 * the product, to be left alone, and the product has heard it.
 */
export type Line = { at: string } & (
  | { what: "asked"; key: string; to: string; answer: Answer }
  | { what: "started" | "over"; key: string; to: string }
  | { what: "left_alone"; to: string }
);

/** What the carrier does with a request; from `retry` and `away` it follows for certain that nothing happened. */
export type Answer =
  | "placed"
  | "retry"
  | "away"
  | "error_placed"
  | "error_not_placed"
  | "silent_placed"
  | "silent_not_placed"
  | "slow"
  | "invalid_number"
  | "unsubscribed";

export const writeLine = (file: string, line: Line): void =>
  appendFileSync(file, `${JSON.stringify(line)}\n`);

export const readLog = (file: string): Line[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
