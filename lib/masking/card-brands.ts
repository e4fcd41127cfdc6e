/** The prefixes and lengths of a brand's card numbers. Source: ISO/IEC 7812 and the brands' public ranges. */
type Brand = {
  name: string;
  prefixes: readonly (readonly [from: number, to: number])[];
  lengths: readonly number[];
};

const BRANDS: readonly Brand[] = [
  { name: "visa", prefixes: [[4, 4]], lengths: [13, 16, 19] },
  {
    name: "mastercard",
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
    lengths: [16],
  },
  {
    name: "amex",
    prefixes: [
      [34, 34],
      [37, 37],
    ],
    lengths: [15],
  },
  {
    name: "discover",
    prefixes: [
      [6011, 6011],
      [644, 649],
      [65, 65],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    name: "diners",
    prefixes: [
      [300, 305],
      [3095, 3095],
      [36, 36],
      [38, 39],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
  },
  { name: "jcb", prefixes: [[3528, 3589]], lengths: [16, 17, 18, 19] },
  {
    name: "unionpay",
    prefixes: [
      [62, 62],
      [81, 81],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    name: "maestro",
    prefixes: [
      [50, 50],
      [56, 58],
      [6304, 6304],
      [6390, 6390],
      [67, 67],
      [6759, 6763],
    ],
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
];

const CARD_MIN = 13;
export const CARD_MAX = 19;

/** Whether digits match a range of prefixes, as far as they go. */
function hasPrefixIn(digits: string, [from, to]: readonly [number, number]): boolean {
  const width = String(from).length;
  const head = Number(digits.slice(0, width).padEnd(width, "0"));
  const last = Number(digits.slice(0, width).padEnd(width, "9"));
  return head <= to && last >= from;
}

/** Length of the longest prefix. The cache below thus has at most 11,110 entries. */
const PREFIX_MAX = 4;
const beginnings = new Map<string, boolean>();

/** Whether digits can be the start of a card number. Called for every digit of a text, so results are cached. */
export function isCardPrefix(digits: string): boolean {
  if (digits.length > CARD_MAX) return false;
  const head = digits.slice(0, PREFIX_MAX);
  let may = beginnings.get(head);
  if (may === undefined) {
    may = BRANDS.some((brand) => brand.prefixes.some((range) => hasPrefixIn(head, range)));
    beginnings.set(head, may);
  }
  return may;
}

/** The Luhn checksum (ISO/IEC 7812-1, annex B). */
export function hasValidLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether digits are a card number: a brand's prefix and length, and a valid Luhn checksum. */
export const isCard = (digits: string): boolean =>
  digits.length >= CARD_MIN &&
  // Checked first, as it is cheap and nine of ten numbers fail.
  hasValidLuhn(digits) &&
  BRANDS.some(
    (brand) =>
      brand.lengths.includes(digits.length) && brand.prefixes.some((range) => hasPrefixIn(digits, range)),
  );
