import type { Random } from "./random";
import { UNUSUAL_VALUES } from "./unusual-values";

/** A mutated message stays below the limit of the endpoint twice over, so that some are too long. */
const MAX_LENGTH = 140_000;
const HEAD_END = "\r\n\r\n";

type Mutation = (text: string, random: Random, corpus: readonly string[]) => string;

function replaceRange(text: string, random: Random, replacement: string, maxLength: number): string {
  const start = random.integer(text.length + 1);
  return text.slice(0, start) + replacement + text.slice(start + random.integer(maxLength + 1));
}

/** Applies a change to the lines of the headers. */
function changeLines(text: string, change: (lines: string[]) => void): string {
  const end = text.indexOf(HEAD_END);
  const head = end === -1 ? text : text.slice(0, end);
  const lines = head.split("\r\n");
  change(lines);
  return lines.join("\r\n") + (end === -1 ? "" : text.slice(end));
}

const MUTATIONS: readonly Mutation[] = [
  // A bit of a byte.
  (text, random) => {
    const at = random.integer(text.length);
    const byte = (text.charCodeAt(at) || 0) ^ (1 << random.integer(8));
    return text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
  },
  // A random byte, or a value at a bound, in the place of some bytes.
  (text, random) => replaceRange(text, random, String.fromCharCode(random.integer(256)), 1),
  (text, random) => replaceRange(text, random, random.pick(UNUSUAL_VALUES), 8),
  (text, random) => replaceRange(text, random, "", 40),
  // A part that is repeated.
  (text, random) => {
    const start = random.integer(text.length);
    const part = text.slice(start, start + 1 + random.integer(200));
    return text.slice(0, start) + part.repeat(1 + random.integer(30)) + text.slice(start);
  },
  // A number that is replaced.
  (text, random) => {
    const numbers = [...text.matchAll(/\d{1,20}/g)];
    const match = numbers.length > 0 ? random.pick(numbers) : undefined;
    if (!match) return text;
    return (
      text.slice(0, match.index) + random.pick(UNUSUAL_VALUES) + text.slice(match.index + match[0].length)
    );
  },
  // Headers that are removed, repeated, exchanged, or taken from another message.
  (text, random) => changeLines(text, (lines) => lines.splice(random.integer(lines.length), 1)),
  (text, random) =>
    changeLines(text, (lines) => lines.splice(random.integer(lines.length), 0, random.pick(lines))),
  (text, random) =>
    changeLines(text, (lines) => {
      const [first, second] = [random.integer(lines.length), random.integer(lines.length)];
      [lines[first], lines[second]] = [lines[second] ?? "", lines[first] ?? ""];
    }),
  (text, random, corpus) =>
    changeLines(text, (lines) => {
      const foreign = random.pick(corpus).split(/\r?\n/);
      lines.splice(1 + random.integer(lines.length), 0, random.pick(foreign));
    }),
  // The value of a header.
  (text, random) =>
    changeLines(text, (lines) => {
      const at = random.integer(lines.length);
      const colon = (lines[at] ?? "").indexOf(":");
      lines[at] = `${(lines[at] ?? "").slice(0, colon + 1)} ${random.pick(UNUSUAL_VALUES)}`;
    }),
  // The start of a message and the end of another.
  (text, random, corpus) => {
    const foreign = random.pick(corpus);
    return text.slice(0, random.integer(text.length)) + foreign.slice(random.integer(foreign.length));
  },
];

/** Corrects the length of the body, so that the headers are read at all. */
function correctLength(text: string): string {
  const end = text.indexOf(HEAD_END);
  if (end === -1) return text;
  const length = text.length - end - HEAD_END.length;
  const lines = text.slice(0, end).split("\r\n");
  const headers = lines.filter((line) => !/^(?:content-length|l)[ \t]*:/i.test(line));
  return [...headers, `Content-Length: ${length}`].join("\r\n") + text.slice(end);
}

/** Changes a message in one to five places. Strings are latin1. */
export function mutateMessage(text: string, random: Random, corpus: readonly string[]): string {
  let mutated = text;
  for (let count = 1 + random.integer(5); count > 0 && mutated.length > 0; count--)
    mutated = random.pick(MUTATIONS)(mutated, random, corpus).slice(0, MAX_LENGTH);
  return random.isLikely(0.75) ? correctLength(mutated) : mutated;
}
