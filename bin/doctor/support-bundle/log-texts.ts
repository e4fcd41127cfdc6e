import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A single word can be a name. Messages of the product's log are sentences. */
const MIN_WORDS = 2;
/** A call of the log, such as `log.warn(…)` or `log[level](…)`. A bundler numbers the name if another module has the same. */
const LOG_CALL = /\blog\d*(?:\.|\[)/;
/** Letters between the beginning of a call and its message: the fields before it. */
const MAX_CALL_LETTERS = 400;

/** Whether a string literal is near the beginning of a call of the log. */
function isInLogCall(source: string, literal: string): boolean {
  for (let at = source.indexOf(literal); at !== -1; at = source.indexOf(literal, at + 1))
    if (LOG_CALL.test(source.slice(Math.max(0, at - MAX_CALL_LETTERS), at))) return true;
  return false;
}

/**
 * Returns whether a text is a constant message of the product's log: a complete string literal in a call of the log. A text
 * that was put together at run time is none. `sources`: the bundles of the roles.
 */
export function createConstantTest(sources: readonly string[]): (text: string) => boolean {
  const results = new Map<string, boolean>();
  return (text) => {
    const stored = results.get(text);
    if (stored !== undefined) return stored;
    const isSentence = text.split(" ").length >= MIN_WORDS;
    const literal = JSON.stringify(text);
    const isConstant = isSentence && sources.some((source) => isInLogCall(source, literal));
    results.set(text, isConstant);
    return isConstant;
  };
}

/** The bundles of the roles, as `npm run build` writes them. */
export function readBundles(root: string): string[] {
  const folder = join(root, "dist");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}
