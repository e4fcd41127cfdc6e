import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A text of fewer words can be a name. Messages of the product's log are sentences. */
const MIN_WORDS = 3;
const DIGIT = /\d/;

/**
 * Returns whether a text is a constant of the product: a complete string literal of its build. A text that was put together
 * at run time is none. `sources`: the bundles.
 */
export function createConstantTest(sources: readonly string[]): (text: string) => boolean {
  const results = new Map<string, boolean>();
  return (text) => {
    const stored = results.get(text);
    if (stored !== undefined) return stored;
    const isSentence = text.split(" ").length >= MIN_WORDS && !DIGIT.test(text);
    const literal = JSON.stringify(text);
    const isConstant = isSentence && sources.some((source) => source.includes(literal));
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
