/** A grammar rule as a tree: words, other rules, sequences, alternatives, and repetitions. */
export type Expression =
  | { kind: "word"; word: string }
  | { kind: "rule"; name: string }
  | { kind: "sequence"; of: readonly Expression[] }
  | { kind: "choice"; of: readonly Expression[] }
  | { kind: "repeat"; of: Expression; minRepeats: 0 | 1 };

export const NOTHING: Expression = { kind: "sequence", of: [] };

const TOKENS = /<\w+>|[()[\]|*+]|[a-z]\w*/g;
const CLOSED_BY: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

/**
 * Reads the right side of a JSGF rule (Sun, "JSpeech Grammar Format 1.0"): words, `<names>`, `(groups)`, `[what may be
 * left out]`, `|`, `+` and `*`. Weights and tags are not among what our rules use. Throws on a bracket without its other.
 */
export function parseRule(text: string): Expression {
  const tokens = text.match(TOKENS) ?? [];
  let at = 0;

  function item(): Expression {
    const token = tokens[at++] ?? "";
    const close = CLOSED_BY[token];
    if (close === undefined)
      return token.startsWith("<")
        ? { kind: "rule", name: token.slice(1, -1) }
        : { kind: "word", word: token };
    const inner = alternatives();
    if (tokens[at++] !== close) throw new Error(`A rule lacks a ${close}: ${text}`);
    if (token === "(") return inner;
    return { kind: "choice", of: [...(inner.kind === "choice" ? inner.of : [inner]), NOTHING] };
  }
  function sequence(): Expression {
    const of: Expression[] = [];
    for (let token = tokens[at]; token !== undefined && !"|)]".includes(token); token = tokens[at]) {
      const parsed = item();
      const sign = tokens[at];
      if (sign !== "+" && sign !== "*") of.push(parsed);
      else {
        at++;
        of.push({ kind: "repeat", of: parsed, minRepeats: sign === "+" ? 1 : 0 });
      }
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind: "sequence", of };
  }
  function alternatives(): Expression {
    const first = sequence();
    if (tokens[at] !== "|") return first;
    const of = [first];
    while (tokens[at] === "|") {
      at++;
      of.push(sequence());
    }
    return { kind: "choice", of };
  }

  const whole = alternatives();
  if (at < tokens.length) throw new Error(`A rule has a ${tokens[at]} too many: ${text}`);
  return whole;
}
