import classes from "./code.module.css";

/** Strings, numbers and words of JSON, shell, TypeScript and Python. */
const TOKENS =
  /("(?:[^"\\\n]|\\[^\n])*"|`(?:[^`\\]|\\.)*`)|\b(const|await|new|if|throw|import|from|for|of|in|with|as|print|true|false|null|None|True|False|curl)\b|\b(\d[\d.]*)\b/g;

type Token = { text: string; kind: "text" | "string" | "keyword" | "number"; at: number };

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [text, string, keyword] = match;
    if (match.index > end) tokens.push({ text: code.slice(end, match.index), kind: "text", at: end });
    const kind = string !== undefined ? "string" : keyword !== undefined ? "keyword" : "number";
    tokens.push({ text, kind, at: match.index });
    end = match.index + text.length;
  }
  return [...tokens, { text: code.slice(end), kind: "text", at: end }];
}

/** Code with colored strings, numbers and keywords. */
export function Highlight({ code }: { code: string }) {
  return tokensOf(code).map(({ text, kind, at }) =>
    kind === "text" ? (
      text
    ) : (
      <span key={at} className={classes[kind]}>
        {text}
      </span>
    ),
  );
}
