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

/** Facts about the call beside its texts, with which a mask states its exact reason. */
export type MaskFacts = {
  /** Absent if the view does not know it. */
  isSettled?: boolean;
  /** The descriptions of the variables, by name. */
  descriptions?: Readonly<Record<string, string>>;
  /** The sensitive variable whose question the turn answers. */
  answers?: string | null;
};

/** The reason of a mask: the rule that applied (its key in `calls.mask.rule`), and the explanation. */
export type MaskReason = { rule: "sensitive" | "undecided" | "unreadable" | "card"; text: string };

/** `withheld` remains after settling only where masking cannot read the text. */
function withheldReason(t: Translator<"calls.mask">, { isSettled, answers }: MaskFacts): MaskReason {
  if (isSettled === true) return { rule: "unreadable", text: t("whyUnreadable") };
  if (answers != null) return { rule: "undecided", text: t("whyAnswer", { name: answers }) };
  return { rule: "undecided", text: t("whyWithheld") };
}

function variableReason(t: Translator<"calls.mask">, name: string, { descriptions }: MaskFacts): MaskReason {
  const description = descriptions?.[name] ?? "";
  const text = description === "" ? t("whyVariable", { name }) : t("whyDescribed", { name, description });
  return { rule: "sensitive", text };
}

/** Explains a mask to the reader of the transcript. */
export function whyMasked(
  t: Translator<"calls.mask">,
  { kind, name }: Mask,
  facts: MaskFacts = {},
): MaskReason {
  switch (kind) {
    case "variable":
      return variableReason(t, name, facts);
    case "withheld":
      return withheldReason(t, facts);
    case "value":
      return facts.isSettled === true
        ? { rule: "sensitive", text: t("whySettledValue") }
        : { rule: "undecided", text: t("whyValue") };
    case "digits":
      return { rule: "undecided", text: t("whyDigits") };
    case "card":
      return { rule: "card", text: t("whyCard") };
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
