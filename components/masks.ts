/**
 * A mask in a text. `withheld` and `digits` occur only before a call settles; `value` masks a tool's value whose name is
 * not a variable's.
 */
export type Mask = { kind: "variable" | "value" | "withheld" | "digits" | "card"; name: string };

/** A variable's name in brackets, or one of the product's own marks (lib/masking). */
const MARK = /\[([a-z][a-z0-9_]{0,63})\]/g;

const OWN: Readonly<Record<string, Mask["kind"]>> = {
  withheld: "withheld",
  digits: "digits",
  payment_card: "card",
};

/** Explains a mask to the reader of the transcript. */
export function whyMasked({ kind, name }: Mask): string {
  switch (kind) {
    case "variable":
      return `${name} is marked sensitive: its value is masked wherever it comes out.`;
    case "value":
      return "This is the value of a sensitive variable, or is withheld until the call is settled.";
    case "withheld":
      return "This may hold a sensitive value. It is withheld until the call is settled and that is known.";
    case "digits":
      return "Three digits or more are masked until the call is settled and it is known what they are.";
    case "card":
      return "A payment card's number. It is never kept, so it can never be shown.";
  }
}

/**
 * Splits a text into plain parts and masks, in order. `variables`: names that a mask can have, as callers can also say or
 * type brackets. Without it, any name counts as a mask.
 */
export function splitMasks(text: string, variables?: readonly string[]): (string | Mask)[] {
  const parts: (string | Mask)[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, name = ""] = match;
    const kind = OWN[name] ?? (variables === undefined || variables.includes(name) ? "variable" : undefined);
    if (kind === undefined) continue;
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push({ kind, name });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
