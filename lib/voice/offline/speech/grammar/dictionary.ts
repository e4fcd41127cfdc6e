import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The folder of the acoustic model for American English at 8 kHz, with the CMU pronouncing dictionary in it. */
export const MODEL_FOLDER = join(
  dirname(createRequire(import.meta.url).resolve("soundswallower")),
  "model",
  "en-us",
);
/** The words of calls are few; it holds those of a great many agents. */
const MAX_KEPT = 20_000;

const cache = new Map<string, readonly string[]>();

/** Ways to say each word, in the sounds of the model; none where the dictionary does not have it. */
export function pronunciations(words: readonly string[]): Map<string, readonly string[]> {
  const missing = new Set(words.filter((word) => !cache.has(word)));
  if (missing.size > 0) {
    if (cache.size + missing.size > MAX_KEPT) cache.clear();
    for (const word of new Set(words)) if (!cache.has(word)) cache.set(word, []);
    // One pass over three megabytes, as most of the 134,000 words are never asked for.
    const text = readFileSync(join(MODEL_FOLDER, "dict.txt"), "latin1");
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf("\n", at) + 1 || text.length;
      const space = text.indexOf(" ", at);
      const variant = text[space - 1] === ")" ? text.lastIndexOf("(", space) : space;
      const word = text.slice(at, variant);
      const variants = cache.get(word);
      if (variants && missing.has(word)) cache.set(word, [...variants, text.slice(space + 1, end).trim()]);
      at = end;
    }
  }
  return new Map(words.map((word) => [word, cache.get(word) ?? []]));
}
