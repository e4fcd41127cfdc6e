import { MONTHS, MONTHS_SHORT, WEEKDAYS, WEEKDAYS_SHORT } from "@/lib/masking/number-words";
import { cardinal, digits, grouped, ordinal, year } from "./numbers";

/** One way of writing, and how it is said. */
export type Rule = { pattern: RegExp; toSpoken: (...match: string[]) => string };

/** Spellings that a kind of voice says best: of a letter by its name, and of the title "Ms.". */
export type Pronunciation = { letter(char: string): string; ms: string };

const rule = (pattern: RegExp, toSpoken: Rule["toSpoken"] | string): Rule => ({
  pattern,
  toSpoken: typeof toSpoken === "string" ? () => toSpoken : toSpoken,
});

const CURRENCIES: Readonly<Record<string, { singular: string; more: string; cent: string; cents: string }>> =
  {
    $: { singular: "dollar", more: "dollars", cent: "cent", cents: "cents" },
    "€": { singular: "euro", more: "euros", cent: "cent", cents: "cents" },
    "£": { singular: "pound", more: "pounds", cent: "penny", cents: "pence" },
  };

function money(sign: string, amount: string, part: string | undefined): string {
  const unit = CURRENCIES[sign];
  if (unit === undefined) return amount;
  const whole = Number(amount.replaceAll(",", ""));
  const cents = Number(part ?? 0);
  const big = `${cardinal(whole)} ${whole === 1 ? unit.singular : unit.more}`;
  const small = `${cardinal(cents)} ${cents === 1 ? unit.cent : unit.cents}`;
  if (cents === 0) return big;
  return whole === 0 ? small : `${big} and ${small}`;
}

/** "2:30 pm" is "two thirty p m", "14:00" is "two p m", "9:05" "nine oh five". */
function clock(
  letter: Pronunciation["letter"],
  hours: string,
  minutes: string | undefined,
  half: string | undefined,
): string {
  const hour = Number(hours);
  const minute = Number(minutes ?? 0);
  const currency =
    half?.toLowerCase() ?? (hour > 12 ? "p" : hour === 0 || hours.startsWith("0") ? "a" : undefined);
  const spokenHour = cardinal(hour % 12 === 0 ? 12 : hour % 12);
  const spokenMinute = minute === 0 ? "" : minute < 10 ? ` oh ${cardinal(minute)}` : ` ${cardinal(minute)}`;
  if (currency === undefined) return `${spokenHour}${spokenMinute || " o'clock"}`;
  return `${spokenHour}${spokenMinute} ${letter(currency.charAt(0))} ${letter("m")}`;
}

const date = (years: string, month: string, day: string): string =>
  `${MONTHS[Number(month) - 1] ?? month} ${ordinal(Number(day))}, ${year(Number(years))}`;

/** Signs that are words within an address or a code. */
const SIGNS: Readonly<Record<string, string>> = {
  ".": "dot",
  "@": "at",
  "-": "dash",
  _: "underscore",
  "+": "plus",
  "/": "slash",
  ":": "colon",
  "#": "hash",
};

const spell = (letter: Pronunciation["letter"], text: string): string =>
  [...text]
    .map((char) =>
      /\d/.test(char) ? digits(char) : (SIGNS[char] ?? (/\p{L}/u.test(char) ? letter(char) : "")),
    )
    .filter(Boolean)
    .join(" ");

/** Words stay words, signs become words, digits are said one by one. */
const address = (text: string): string =>
  text
    .replace(/\d+/g, (run) => ` ${digits(run)} `)
    .replace(/[.@\-_+/:#]/g, (sign) => ` ${SIGNS[sign] ?? ""} `)
    .replace(/[^\p{L}\s']/gu, " ");

const MONTH_NAMES = [...MONTHS, ...MONTHS_SHORT.flat().map((m) => m[0]?.toUpperCase() + m.slice(1))].join(
  "|",
);
const short = (words: readonly (readonly string[])[], names: readonly string[]): Rule[] =>
  words.flatMap((forms, i) =>
    forms.map((form) =>
      rule(new RegExp(`\\b${form[0]?.toUpperCase()}${form.slice(1)}\\.(?=\\s)`, "g"), names[i] ?? ""),
    ),
  );

/** Capitals that are read as a word. What else has two to five of them is spelled. */
const READ_CAPITALS = new Set([
  "OK",
  "PIN",
  "ZIP",
  "SIM",
  "NASA",
  "ASAP",
  "AND",
  "OR",
  "NOT",
  "NO",
  "YES",
  "STOP",
]);
const hasVowel = /[AEIOUY]/;
const capitals = (letter: Pronunciation["letter"], text: string): string =>
  READ_CAPITALS.has(text) || (text.length > 3 && hasVowel.test(text))
    ? text.toLowerCase()
    : spell(letter, text);

/** Rules in order. Later rules skip the results of earlier ones. Small numbers remain digits. */
export const englishRules = ({ letter, ms }: Pronunciation): Rule[] => [
  rule(/[\u2018\u2019]/g, "'"),
  // "5 p.m.": the last dot stays where it ends the sentence too.
  rule(/(?<=\d\s?)([apAP])\.\s?[mM]\.(?=\s+\p{Lu}|\s*$)/gu, (_, half = "") => `${half}m.`),
  rule(/(?<=\d\s?)([ap])\.\s?m\b\.?/gi, (_, half = "") => `${half}m`),
  rule(/https?:\/\/(?:www\.)?([^\s)]*[^\s).,!?])/gi, (_, path = "") => address(path)),
  rule(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, (all = "") => address(all)),
  rule(/(?<![\w.-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|gov|edu|co|test|example)(?:\/\S*)?\b/gi, (all = "") =>
    address(all),
  ),
  rule(
    /\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T(\d\d):(\d\d)\S*)?\b/g,
    (_, y = "", m = "", d = "", h, min) =>
      h === undefined ? date(y, m, d) : `${date(y, m, d)} at ${clock(letter, h, min, undefined)}`,
  ),
  rule(/\b([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?:\s?([ap])m\b)?/gi, (_, h = "", m, half) =>
    clock(letter, h, m, half),
  ),
  rule(/\b(1[0-2]|[1-9])\s?([ap])m\b/gi, (_, h = "", half) => clock(letter, h, undefined, half)),
  rule(/([$€£])\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d\d))?\b/g, (_, sign = "", whole = "", part) =>
    money(sign, whole, part),
  ),
  rule(/(?<![\w.])\+\d[\d ().-]{6,18}\d\b/g, phone),
  rule(/(?<![\w.])(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]?\d{4}\b/g, phone),
  // Four digits of a name are said one by one, other ones are a number.
  rule(
    /(?<=\b(?:ends? in|ending in|ending|number|code|pin|account|reference|order|id)(?: is| are)?:? )\d{2,4}\b/gi,
    digits,
  ),
  rule(
    new RegExp(`\\b(${MONTH_NAMES})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4})\\b)?`, "g"),
    (_, m = "", d = "", y) =>
      `${monthOf(m)} ${ordinal(Number(d))}${y === undefined ? "" : `, ${year(Number(y))}`}`,
  ),
  rule(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, (_, n = "") => ordinal(Number(n))),
  rule(/(\d)\s?%/g, (_, n = "") => `${n} percent`),
  rule(/\b\d{1,3}(?:,\d{3})+\b/g, (all = "") => cardinal(Number(all.replaceAll(",", "")))),
  rule(/\b(?:0\d+|\d{5,})\b/g, (all = "") => grouped(all)),
  // A code: letters and digits mixed, or a digit after a dash.
  rule(/\b[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\b/g, (all = "") =>
    /\d/.test(all) && /[A-Za-z]/.test(all) ? spell(letter, all) : all,
  ),
  rule(/\b(\d{1,4})\s?[-–]\s?(\d{1,4})\b/g, (_, a = "", b = "") => `${a} to ${b}`),
  rule(/\b(?:\p{Lu}\.){2,}/gu, (all = "") => spell(letter, all.replaceAll(".", ""))),
  rule(/(?<=^|\s)(\p{Lu})\.(?=\s+\p{Lu})/gu, (_, initial = "") => letter(initial)),
  rule(/\b[A-Z]{2,5}\b/g, (all = "") => capitals(letter, all)),
  rule(/\bDr\.(?=\s)/g, "doctor"),
  rule(/\bMr\.(?=\s)/g, "mister"),
  rule(/\bMrs\.(?=\s)/g, "missus"),
  rule(/\bMs\.(?=\s)/g, ms),
  rule(/\bProf\.(?=\s)/g, "professor"),
  rule(/\bSt\.(?=\s+\p{Lu})/gu, "saint"),
  rule(/\bSt\.(?=\W|$)/g, "street"),
  rule(/\bAve\.(?=\W|$)/g, "avenue"),
  rule(/\b[Nn]o\. ?(?=\d)/g, "number "),
  rule(/\be\.g\.,?/g, "for example,"),
  rule(/\bi\.e\.,?/g, "that is,"),
  rule(/\betc\./g, "et cetera"),
  rule(/\bvs\.?(?=\s)/g, "versus"),
  ...short(MONTHS_SHORT, MONTHS),
  ...short(WEEKDAYS_SHORT, WEEKDAYS),
  rule(/\s&\s/g, " and "),
  rule(/#(?=\d)/g, "number "),
  rule(/\s[–—-]\s/g, ", "),
  rule(/[–—]/g, ", "),
  // Marks of writing, pictures, and what else has no sound.
  rule(/[*_`~#>|<{}[\]\\^=]|\p{Extended_Pictographic}|\p{Cc}/gu, " "),
];

/** Rules for the numbers that the others leave as digits. */
export const NUMBER_RULES: readonly Rule[] = [
  rule(/(?<![\w)])-(?=\d)/g, "minus "),
  rule(
    /\b(\d{1,9})\.(\d{1,9})\b/g,
    (_, whole = "", part = "") => `${cardinal(Number(whole))} point ${digits(part)}`,
  ),
  rule(/\b\d{1,9}\b/g, (all = "") => cardinal(Number(all))),
];

function phone(text = ""): string {
  const plus = text.startsWith("+");
  const all = text.replace(/\D/g, "");
  const country = all.slice(0, -10);
  const local = all.slice(-10);
  const groups = [local.slice(0, 3), local.slice(3, 6), local.slice(6)].map(digits).join(", ");
  if (plus && !all.startsWith("1")) return `plus ${grouped(all)}`;
  return country === "" ? groups : `${plus ? "plus " : ""}${digits(country)}, ${groups}`;
}

function monthOf(monthText: string): string {
  const at = MONTHS_SHORT.findIndex((forms) => forms.some((form) => form === monthText.toLowerCase()));
  return MONTHS[at] ?? monthText;
}
