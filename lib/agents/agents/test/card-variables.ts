import fc from "fast-check";
import { defineGenerator, phrase } from "@/test/adversary/generator";
import { isPaymentCard } from "../payment-card";

/** Ways in which builders name a payment card's number, code or expiry date: "name: description". */
const CARDS = [
  "card_number: ",
  "payment_digits: the long number on the front of your Visa",
  "pan: ",
  "customer_pan: ",
  "number: the caller's PAN",
  "cc_digits: credit card digits",
  "debit: debit card no.",
  "digits: the 16 digits on the front of your bank card",
  "long_number: the long number across your card",
  "plastic: the number on your plastic",
  "visa: your Visa details, all digits",
  "mc: the number of the MasterCard that you want to use",
  "amex: fifteen digits on your American Express",
  "security: the three digits on the back",
  "strip: 3 digit number on the signature strip",
  "cvn: ",
  "expiry: when does your card expire, as printed on the front",
  "valid_thru: valid thru date of the debit card",
  "pay: the number of the card you are paying with",
  "cardno: ",
  "credit_no: your credit no.",
  "debit_number: ",
  "embossed: the embossed digits of the credit card",
  "details: card details for the booking",
  "charge: sixteen digit number we should charge",
  "pay_with: number that you pay with",
  "maestro: digits of the Maestro",
  "wallet: the sixteen figures on the bank card in your wallet",
  "account: primary account no. of the card",
  "unionpay: UnionPay number",
  "back_code: four digits on the front of your Amex",
  "number: please read me your card, digit by digit",
  "ccnum: ",
  "payment: full card number, not just the last four digits",
  "csc: the CSC of the card",
  "bank: the number printed on your bank card",
  "ec: EC card number",
  "diners: Diners Club number",
  "x: the raised numerals on the plastic",
  "y: 16-digit payment number",
];
/** Names that only resemble payment cards. */
const OTHERS = [
  "account_number: your account number",
  "library_card: the number of your library card",
  "insurance: number of the health insurance card",
  "phone: a phone number to reach you",
  "order: your order number",
  "item: which frying pan you want",
  "greeting: text for the birthday card",
  "postcard: the picture on the postcard",
  "reader: serial number of the card reader",
  "member: membership card number",
  "last4: last four digits of your card",
  "front: which door, front or back",
  "meter: the sixteen digit meter number",
  "score: your credit score",
  "note: credit note reference",
  "id: number of your ID card",
  "boarding: the boarding card number",
  "company: the name on the business card",
  "sim: SIM card number",
  "floor: number of the floor",
  "panel: which solar panel is broken",
  "pancake: how many pancakes",
  "plates: license plate number",
  "discover: how did you discover us",
  "direct: the direct debit mandate reference",
  "day: the day that suits you",
  "long: how long the stay is",
  "backup: a second phone number as a backup",
  "printer: the number printed on the label",
  "policy: your policy number",
];

type Called = { text: string; isCard: boolean };

export const cardVariables = defineGenerator<Called>({
  name: "cards: variables that would hold one",
  cases: (half) =>
    fc.oneof(
      phrase(CARDS, half).map((text) => ({ text, isCard: true })),
      phrase(OTHERS, half).map((text) => ({ text, isCard: false })),
    ),
  check({ text, isCard }) {
    const [name = "", description = ""] = text.split(": ");
    const isRefused = isPaymentCard({ name, description, type: "string" });
    return isRefused === isCard ? undefined : `${text} is ${isRefused ? "refused" : "accepted"}`;
  },
});
