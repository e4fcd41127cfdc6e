import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import type { Variable } from "./schema";

/** Variable types that can hold a card's number, code or expiry date. */
const HOLDS_TEXT = new Set<Variable["type"]>(["string", "number", "date"]);

// Matched against a name or a description in lower case, with single spaces between words.
const CARD =
  /\b(credit|debit|payment|bank|charge|visa|mastercard|amex|american express|maestro|discover) ?cards?\b|\bcards? ?(number|numbers|no|nr|num|digits|expiry|expiration|security|verification|pan|cvv|cvc)\b|\b(number|digits|expiry|expiration|code) (of|on|from) (the|your|their|a|his|her) cards?\b|\b(visa|mastercard|amex|maestro) (number|no)\b|\bcc ?(number|num|no|expiry|exp)\b/;
const CODE = /\b(cvv2?|cvc2?|cid code|card ?id code|security code|primary account number)\b/;
/** Pairs that together describe a card's number or code, in any order. Each one alone is harmless. */
const TOGETHER: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(visa|master ?card|amex|american express|maestro|diners|diners club|union ?pay|jcb|plastic|giro ?cards?|ec ?cards?|cards?)\b/,
    /\b(numbers?|no|nos|nr|num|numerals|digits?|figures|long|embossed|raised|printed|front|back|reverse|strip|expiry|expires?|expiration|valid|cvv|cvc|csc|code|pin|details|data)\b/,
  ],
  [/\b(3|4|three|four) ?(digits?|numbers?|figures?)\b/, /\b(back|reverse|signature|strip)\b/],
  [/\b(number|digits)\b/, /\b(pay|paying|charge) with\b/],
  [
    /\b(15|16|19|fifteen|sixteen|nineteen) ?(digits?|figures?|numbers?)\b/,
    /\b(front|back|pay|paying|payment|bank|wallet|charge)\b/,
  ],
];
/** A card's number or code, described without the word "card". */
const DESCRIBED =
  /\b(credit|debit) ?(number|numbers|no|nr|num|digits|pan|plastic)\b|\blong number\b|\b(ccn|ccnum|cc num|cvn|csc|cardno|cardnum|cardnr)\b|\bcard ?holder (number|data)\b|\bprimary account no\b/;
/** Names with "card" that are no payment cards. */
const NO_CARD = /\bcards? (readers?|machines?|games?|tables?|shops?|designs?|catalog(ue)?s?|tricks?)\b/g;
/** The last digits together with the others are the whole number. */
const ALL_DIGITS = /\b(full|whole|entire|all|complete|long|sixteen|16|not (just|only))\b/;
/** "pan" alone, as a description can mention a frying pan. */
const PAN = /^(the |your |card |full |customer |client )?pan$|\bpan (number|no)\b|\b(card|account) pan\b/;
/** In capitals, PAN is the abbreviation of primary account number. */
const PAN_WRITTEN = /\bPAN\b/;
/** Cards that cannot pay. */
const OTHER_CARD =
  /\b(loyalty|library|member|membership|club|insurance|health|medicare|id|identity|identification|student|business|sim|gift message|greetings?|birthday|boarding|score|punch|time|memory|graphics|video|sound|flash|index|report|fuel club|travel|report|score|residence|green|bonus|rewards?|points|access|key|donor|vaccination) ?cards?\b/g;
/** The last digits alone identify a card to its holder and are not a card number (PCI DSS, truncation). */
const LAST_DIGITS = /\blast ?(four|4)\b/;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const mentionsCard = (text: string): boolean => {
  const words = plain(text).replace(OTHER_CARD, "").replace(NO_CARD, "");
  if (CARD.test(words) || CODE.test(words) || PAN.test(words) || PAN_WRITTEN.test(text)) return true;
  return DESCRIBED.test(words) || TOGETHER.some((pair) => pair.every((pattern) => pattern.test(words)));
};

/** Whether a variable holds a payment card's number, code or expiry date, by its name and description. */
export function isPaymentCard({
  name,
  description,
  type,
}: Pick<Variable, "name" | "description" | "type">): boolean {
  if (!HOLDS_TEXT.has(type)) return false;
  const words = plain(`${name} ${description}`);
  if (LAST_DIGITS.test(words) && !ALL_DIGITS.test(words)) return false;
  return mentionsCard(name) || mentionsCard(description);
}

/**
 * The problem for a variable at this pointer (spec.md, Data use 4: card numbers are not collected by voice).
 */
export const paymentCardProblem = (pointer: string): ErrorDetail => bodyProblem(pointer, "payment_card");
