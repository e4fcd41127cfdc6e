/** A part of a code sample. `at`: its offset in characters. */
export type Token = { text: string; kind: "text" | "string" | "keyword" | "number"; at: number };

const KEYWORDS: ReadonlySet<string> = new Set(
  "const await new if throw import from for of in with as print true false null None True False curl".split(
    " ",
  ),
);
const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /\d[\d.]*/y;

/** The end of a string literal that begins at `start`; `start` if it is not closed. */
function endOfString(code: string, start: number): number {
  const quote = code[start];
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote) return at + 1;
    else if (code[at] === "\n" && quote === '"') return start;
  }
  return start;
}

function endOf(pattern: RegExp, code: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(code) ? pattern.lastIndex : start;
}

/** Splits a sample of JSON, shell, TypeScript or Python into strings, keywords, numbers and other text. */
export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let textStart = 0;
  const push = (kind: Token["kind"], start: number, end: number) => {
    if (start > textStart) tokens.push({ text: code.slice(textStart, start), kind: "text", at: textStart });
    tokens.push({ text: code.slice(start, end), kind, at: start });
    textStart = end;
  };
  for (let at = 0; at < code.length; ) {
    const character = code.charAt(at);
    const isQuote = character === '"' || character === "`";
    const wordEnd = endOf(WORD, code, at);
    const numberEnd = endOf(NUMBER, code, at);
    const stringEnd = isQuote ? endOfString(code, at) : at;
    if (stringEnd > at) push("string", at, stringEnd);
    else if (wordEnd > at && KEYWORDS.has(code.slice(at, wordEnd))) push("keyword", at, wordEnd);
    else if (numberEnd > at) push("number", at, numberEnd);
    at = Math.max(at + 1, stringEnd, wordEnd, numberEnd);
  }
  if (textStart < code.length) tokens.push({ text: code.slice(textStart), kind: "text", at: textStart });
  return tokens;
}
