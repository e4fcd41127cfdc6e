import type { Node } from "@pgsql/types";

/** Functions whose value is the same for all rows of a statement. PostgreSQL evaluates them once, as it does a constant. */
const STABLE = new Set(["now", "transaction_timestamp", "statement_timestamp", "current_setting"]);
const SERIAL = new Set(["serial", "bigserial", "smallserial", "serial2", "serial4", "serial8"]);

type Call = { funcname?: { String?: { sval?: string } }[] };

const lastName = (names: readonly { String?: { sval?: string } }[] = []): string =>
  names.at(-1)?.String?.sval ?? "";

/**
 * Whether a default calls a function that is evaluated for each row, anywhere in its expression. Functions that are not known
 * to be stable count. `CURRENT_TIMESTAMP` and its like are no function calls in the grammar.
 */
export function isVolatileDefault(expression: Node): boolean {
  let isVolatile = false;
  JSON.stringify(expression, (key, value: unknown) => {
    if (key === "FuncCall" && !STABLE.has(lastName((value as Call).funcname))) isVolatile = true;
    return value;
  });
  return isVolatile;
}

/** Whether a column type implies a default of `nextval`. */
export const isSerial = (names: readonly Node[]): boolean =>
  SERIAL.has(lastName(names as readonly { String?: { sval?: string } }[]));
