import type { TokenRange } from "./dates";
import type { Lattice } from "./lattice";
import type { MisextractedRange } from "./misextracted-range";
import type { ParsedTurn } from "./parse-turns";
import { type Sentence, splitSentences } from "./sentences";
import { canonicalize } from "./tokens";

/** Words that stand for an address's punctuation. */
const SPOKEN = new Set(["at", "dot", "underscore", "dash", "hyphen", "minus"]);

/** Finds e-mail addresses that callers give and that differ from the value, either written or spelled out. */
export function findMisextractedEmails(value: string, callers: readonly ParsedTurn[]): MisextractedRange[] {
  const chars = canonicalize(value);
  return callers.flatMap((reading) => {
    const { text } = reading;
    if (text === undefined) return [];
    return splitSentences(text)
      .flatMap((sentence) => [...writtenAddresses(text, sentence), ...spokenAddress(text, sentence)])
      .filter((range) => !charsOf(text, range).includes(chars))
      .map((range) => ({ reading, text, range }));
  });
}

const charsOf = ({ tokens }: Lattice, { from, to }: TokenRange): string =>
  tokens
    .slice(from, to)
    .filter(({ kind, text }) => kind !== "punct" && !SPOKEN.has(text))
    .map(({ text }) => text)
    .join("");

/** The ranges of tokens without white space that contain an @. */
function writtenAddresses({ tokens }: Lattice, sentence: Sentence): TokenRange[] {
  const ranges: TokenRange[] = [];
  let from = sentence.from;
  for (let at = sentence.from; at < sentence.to; at++) {
    const isEnd = at + 1 >= sentence.to || tokens[at + 1]?.start !== tokens[at]?.end;
    if (!isEnd) continue;
    const word = { from, to: at + 1 };
    if (tokens.slice(word.from, word.to).some(({ text }) => text === "@")) ranges.push(word);
    from = at + 1;
  }
  return ranges;
}

function spokenAddress({ tokens }: Lattice, { from, to }: Sentence): TokenRange[] {
  const words = tokens.slice(from, to);
  const at = words.findIndex(({ text }) => text === "at");
  const isAddress = at > 0 && words.slice(at).some(({ text }) => text === "dot");
  return isAddress ? [{ from, to }] : [];
}
