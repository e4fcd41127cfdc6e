import type { ErrorDetail } from "@/lib/platform/errors";
import type { Variable } from "./schema";

/** The types that can hold a card's number, code or expiry date. */
const HOLDS_TEXT = new Set<Variable["type"]>(["string", "number", "date"]);

// Read from a name or a description, in lower case and with blanks between words.
const CARD =
  /\b(credit|debit|payment|bank|charge|visa|mastercard|amex|american express|maestro|discover) ?cards?\b|\bcards? ?(number|numbers|no|nr|num|digits|expiry|expiration|security|verification|pan|cvv|cvc)\b|\b(number|digits|expiry|expiration|code) (of|on|from) (the|your|their|a|his|her) cards?\b|\b(visa|mastercard|amex|maestro) (number|no)\b|\bcc ?(number|num|no|expiry|exp)\b/;
const CODE = /\b(cvv2?|cvc2?|cid code|card ?id code|security code|primary account number)\b/;
/** Two things that together speak of a card's number or code, in any order; each alone is harmless. */
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
/** A card's number or code without the word "card". */
const DESCRIBED =
  /\b(credit|debit) ?(number|numbers|no|nr|num|digits|pan|plastic)\b|\blong number\b|\b(ccn|ccnum|cc num|cvn|csc|cardno|cardnum|cardnr)\b|\bcard ?holder (number|data)\b|\bprimary account no\b/;
/** Things with "card" in their names that pay for nothing. */
const NO_CARD = /\bcards? (readers?|machines?|games?|tables?|shops?|designs?|catalog(ue)?s?|tricks?)\b/g;
/** The last digits with all the others are the number. */
const ALL_DIGITS = /\b(full|whole|entire|all|complete|long|sixteen|16|not (just|only))\b/;
/** On its own, since a description may well speak of a frying pan. */
const PAN = /^(the |your |card |full |customer |client )?pan$|\bpan (number|no)\b|\b(card|account) pan\b/;
/** In capitals it is the abbreviation. */
const PAN_WRITTEN = /\bPAN\b/;
/** Cards that pay for nothing. */
const OTHER_CARD =
  /\b(loyalty|library|member|membership|club|insurance|health|medicare|id|identity|identification|student|business|sim|gift message|greetings?|birthday|boarding|score|punch|time|memory|graphics|video|sound|flash|index|report|fuel club|travel|report|score|residence|green|bonus|rewards?|points|access|key|donor|vaccination) ?cards?\b/g;
/** The last digits alone identify a card to its holder and are no card number (PCI DSS, truncation). */
const LAST_DIGITS = /\blast ?(four|4)\b/;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const speaksOfCard = (text: string): boolean => {
  const said = plain(text).replace(OTHER_CARD, "").replace(NO_CARD, "");
  if (CARD.test(said) || CODE.test(said) || PAN.test(said) || PAN_WRITTEN.test(text)) return true;
  return DESCRIBED.test(said) || TOGETHER.some((both) => both.every((one) => one.test(said)));
};

/** Whether a variable would hold a payment card's number, code or expiry date, by what it is called. */
export function holdsPaymentCard({
  name,
  description,
  type,
}: Pick<Variable, "name" | "description" | "type">): boolean {
  if (!HOLDS_TEXT.has(type)) return false;
  const said = plain(`${name} ${description}`);
  if (LAST_DIGITS.test(said) && !ALL_DIGITS.test(said)) return false;
  return speaksOfCard(name) || speaksOfCard(description);
}

/** The refusal of a variable at this place (spec.md, Data use 4: card numbers are not collected by voice). */
export const paymentCardProblem = (pointer: string): ErrorDetail => ({
  in: "body",
  pointer,
  code: "payment_card",
  message:
    "Payment cards are not collected in conversation. Use the tool send_secure_payment_link or transfer_to_payment_ivr.",
});
