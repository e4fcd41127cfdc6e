import { IDENTIFIER, PLACEHOLDER } from "@/lib/agents/agents/values";

export type Segment = { text: string; kind: "text" | "known" | "unknown"; start: number };

/** The text in parts: placeholders of the agent's variables, other placeholders, and the text between them. */
export function segmentsOf(text: string, names: readonly string[]): Segment[] {
  const knownNames = new Set(names);
  const segments: Segment[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (to > end) segments.push({ text: text.slice(end, to), kind: "text", start: end });
  };
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, inner = ""] = match;
    addText(match.index);
    const kind = knownNames.has(inner.trim()) ? "known" : "unknown";
    segments.push({ text: whole, kind, start: match.index });
    end = match.index + whole.length;
  }
  addText(text.length);
  return segments;
}

/** Names in placeholders without a variable. `isName` is false if a variable cannot have the name. */
export function unknownNames(text: string, names: readonly string[]): { name: string; isName: boolean }[] {
  const inPlaceholders = [...text.matchAll(PLACEHOLDER)].map(([, inner = ""]) => inner.trim());
  return [...new Set(inPlaceholders)]
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, isName: IDENTIFIER.test(name) }));
}

/** The characters before the cursor that can belong to an unfinished placeholder: braces, a space and a name. */
const MAX_OPEN = 70;
const OPEN = /\{\{ ?([A-Za-z0-9_]{0,64})$/;
const REMAINDER = /^[A-Za-z0-9_]{0,64} ?\}\}/;

/** A placeholder that is being typed at the cursor: the text to replace, and the part of the name before the cursor. */
export type OpenPlaceholder = { from: number; to: number; query: string };

export function openPlaceholderAt(text: string, cursor: number): OpenPlaceholder | null {
  const query = OPEN.exec(text.slice(Math.max(0, cursor - MAX_OPEN), cursor))?.[1];
  if (query === undefined) return null;
  const remainder = REMAINDER.exec(text.slice(cursor, cursor + MAX_OPEN))?.[0] ?? "";
  return { from: cursor - query.length, to: cursor + remainder.length, query };
}

/** The names that contain the query, those that begin with it first. */
export function matchNames(names: readonly string[], query: string): string[] {
  const prefix = query.toLowerCase();
  const matching = names.filter((name) => name.includes(prefix));
  return [
    ...matching.filter((name) => name.startsWith(prefix)),
    ...matching.filter((name) => !name.startsWith(prefix)),
  ];
}
