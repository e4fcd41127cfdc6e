import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexPatterns, readClause } from "./word-patterns";

/** Where a pattern can end, read part by part: slow, and plain to see. */
function endsOf(parts: readonly string[], tokens: readonly string[], at: number): number[] {
  const [part, ...laterParts] = parts;
  if (part === undefined) return [at];
  const isOptional = part.endsWith("?");
  const reached = isOptional ? [at] : [];
  if (part.startsWith("~")) {
    for (let end = at; end <= Math.min(at + Number(part.slice(1)), tokens.length); end++) reached.push(end);
  } else {
    for (const alternative of part.replace("?", "").split("|")) {
      const words = alternative.split("_");
      if (words.every((word, n) => tokens[at + n] === word)) reached.push(at + words.length);
    }
  }
  return reached.flatMap((end) => endsOf(laterParts, tokens, end));
}

const word = fc.constantFrom("a", "b", "c");
const alternative = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join("_"));
const alternatives = fc.array(alternative, { minLength: 1, maxLength: 3 }).map((all) => all.join("|"));
const words = fc.tuple(alternatives, fc.constantFrom("", "?")).map((parts) => parts.join(""));
const skipped = fc.integer({ min: 1, max: 3 }).map((count) => `~${count}`);
const pattern = fc
  .tuple(words, fc.array(fc.oneof(words, skipped), { maxLength: 4 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
const tokens = fc.array(fc.constantFrom("a", "b", "c", "other"), { maxLength: 8 });

describe("word patterns", () => {
  it("end where each of them ends that is read part by part", () => {
    const all = fc.array(pattern, { minLength: 1, maxLength: 4 });
    const check = (patterns: readonly string[], spokenWords: readonly string[]) => {
      const { endsAt } = readClause(spokenWords);
      const index = indexPatterns(patterns);
      for (const at of spokenWords.keys()) {
        const ends = patterns
          .flatMap((source) => endsOf(source.split(" "), spokenWords, at))
          .filter((end) => end > at);
        expect(endsAt(index, at)).toEqual([...new Set(ends)].sort((a, b) => a - b));
      }
    };
    fc.assert(fc.property(all, tokens, check), { numRuns: 2_000 });
  });

  it("are found after more states than are kept", () => {
    const index = indexPatterns(["a ~9 ~9 b", "a b ~9 c ~9 a"]);
    const spokenWords = fc.array(word, { minLength: 40, maxLength: 40 });
    const check = (later: readonly string[]) => {
      const { endsAt } = readClause(["a", ...later]);
      const ends = ["a ~9 ~9 b", "a b ~9 c ~9 a"].flatMap((source) =>
        endsOf(source.split(" "), ["a", ...later], 0),
      );
      expect(endsAt(index, 0)).toEqual([...new Set(ends)].sort((a, b) => a - b));
    };
    fc.assert(fc.property(spokenWords, check), { numRuns: 500 });
  });

  it("begin with a word", () => {
    expect(() => indexPatterns(["~2 a"])).toThrow("A pattern begins with a word.");
  });
});
