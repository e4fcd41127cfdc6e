import type { Translator } from "@/messages/translator";

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

const REASONS = {
  value: "whyValue",
  withheld: "whyWithheld",
  digits: "whyDigits",
  card: "whyCard",
} as const;

/** Explains a mask to the reader of the transcript. */
export const whyMasked = (t: Translator<"calls.mask">, { kind, name }: Mask): string =>
  kind === "variable" ? t("whyVariable", { name }) : t(REASONS[kind]);

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
