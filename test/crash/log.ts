import { appendFileSync, readFileSync } from "node:fs";

/**
 * A line of the carrier's log. `at` is the run's clock, RFC 3339. `asked`: a request to place a call arrived, with its
 * `answer`; `started` and `over`: a call started, and freed its line; `left_alone`: the number opted out at the carrier or
 * in the call, and the product has received it.
 */
export type Line = { at: string } & (
  | { event: "asked"; key: string; to: string; answer: Answer }
  | { event: "started" | "over"; key: string; to: string }
  | { event: "left_alone"; to: string }
);

/** The carrier's reaction to a request; `retry` and `away` guarantee that no call was placed. */
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
