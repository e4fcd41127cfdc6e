import type { ErrorDetail } from "@/lib/errors";
import type { Variable } from "./schema";

/** The types that can hold a card's number, code or expiry date. */
const HOLDS_TEXT = new Set<Variable["type"]>(["string", "number", "date"]);

// Read from a name or a description, in lower case and with blanks between words.
const CARD =
  /\b(credit|debit|payment|bank|charge|visa|mastercard|amex|american express|maestro|discover) ?cards?\b|\bcards? ?(number|numbers|no|nr|num|digits|expiry|expiration|security|verification|pan|cvv|cvc)\b|\b(number|digits|expiry|expiration|code) (of|on|from) (the|your|their|a|his|her) cards?\b|\b(visa|mastercard|amex|maestro) (number|no)\b|\bcc ?(number|num|no|expiry|exp)\b/;
const CODE = /\b(cvv2?|cvc2?|cid code|card ?id code|security code|primary account number)\b/;
/** On its own, since a description may well speak of a frying pan. */
const PAN = /^(the |your |card |full )?pan$|\bpan number\b/;
/** Cards that pay for nothing. */
const OTHER_CARD =
  /\b(loyalty|library|member|membership|club|insurance|health|medicare|id|identity|identification|student|business|sim|fuel club|travel|report|score|residence|green|bonus|rewards?|points|access|key|donor|vaccination) ?cards?\b/g;
/** The last digits alone identify a card to its holder and are no card number (PCI DSS, truncation). */
const LAST_DIGITS = /\blast ?(four|4)\b/;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const speaksOfCard = (text: string): boolean => {
  const said = plain(text).replace(OTHER_CARD, "");
  return CARD.test(said) || CODE.test(said) || PAN.test(said);
};

/** Whether a variable would hold a payment card's number, code or expiry date, by what it is called. */
export function holdsPaymentCard({
  name,
  description,
  type,
}: Pick<Variable, "name" | "description" | "type">): boolean {
  if (!HOLDS_TEXT.has(type)) return false;
  if (LAST_DIGITS.test(plain(name)) || LAST_DIGITS.test(plain(description))) return false;
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
