// Reads ICU messages. Text and arguments alternate with the depth of braces: a plural's cases are text again.

const ARGUMENT = /\{\s*(\w+)\s*(?:,\s*(\w+))?/g;
const TAG = /<(\w+)>/g;

/** The placeholders of a message: each argument with its type, and each tag. */
export function placeholdersOf(message: string): string[] {
  const names = new Set<string>();
  for (const [, name, type = "text"] of argumentsIn(message)) names.add(`${name} ${type}`);
  for (const [, tag] of message.matchAll(TAG)) names.add(`<${tag}>`);
  return [...names].sort();
}

/** The matches of arguments, without the braces of a plural's cases. */
function* argumentsIn(message: string): Generator<RegExpMatchArray> {
  for (const match of message.matchAll(ARGUMENT)) if (depthAt(message, match.index) % 2 === 0) yield match;
}

function depthAt(message: string, end: number): number {
  let depth = 0;
  for (const char of message.slice(0, end)) depth += char === "{" ? 1 : char === "}" ? -1 : 0;
  return depth;
}

/** Values for every placeholder of a message: `count` for numbers. */
export function sampleValues(message: string, count: number) {
  const values: Record<string, string | number | ((chunks: string) => string)> = {};
  for (const [, name = "", type] of argumentsIn(message))
    values[name] = type === "plural" || type === "number" ? count : `[${name}]`;
  for (const [, tag = ""] of message.matchAll(TAG)) values[tag] = (chunks) => `<${chunks}>`;
  return values;
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  A: "Á",
  E: "É",
  O: "Ó",
};

/** A message of a language that does not exist: each text has accents, and placeholders are unchanged. */
export function pseudoMessage(message: string): string {
  let depth = 0;
  let isTag = false;
  return Array.from(message, (char) => {
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    if (char === "<") isTag = true;
    if (char === ">") isTag = false;
    return depth % 2 === 0 && !isTag ? (ACCENTS[char] ?? char) : char;
  }).join("");
}

type Tree = { readonly [key: string]: string | Tree };

/** The messages of a catalog by their keys. */
export const messagesIn = (catalog: Tree, prefix = ""): [key: string, message: string][] =>
  Object.entries(catalog).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value] as [string, string]]
      : messagesIn(value, `${prefix}${name}.`),
  );

/** A catalog with each message changed. */
export const mapMessages = (catalog: Tree, change: (message: string) => string): Tree =>
  Object.fromEntries(
    Object.entries(catalog).map(([name, value]) => [
      name,
      typeof value === "string" ? change(value) : mapMessages(value, change),
    ]),
  );
