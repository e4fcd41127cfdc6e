import fc from "fast-check";
import { defineGenerator, type Half, halve, phrase } from "@/test/adversary/generator";
import type { VariableType } from "../../turn";
import { agent, caller, variable } from "../conversation";
import { fill, settledLeak } from "./dialogue";
import { STYLES, sayAs } from "./digits";

/** How digits can look that mean the same to a reader. */
const DISGUISES: Record<string, (digits: string) => string> = {
  fullwidth: (digits) => mapDigits(digits, 0xff10),
  "mathematical bold": (digits) => mapDigits(digits, 0x1d7ce),
  "mathematical monospace": (digits) => mapDigits(digits, 0x1d7f6),
  "arabic-indic": (digits) => mapDigits(digits, 0x660),
  devanagari: (digits) => mapDigits(digits, 0x966),
  circled: (digits) => digits.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
  "negative circled": (digits) =>
    digits.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2776 + Number(digit) - 1)),
  parenthesized: (digits) =>
    digits.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2474 + Number(digit) - 1)),
  superscript: (digits) => digits.replace(/[4-9]/g, (digit) => String.fromCodePoint(0x2070 + Number(digit))),
  keycaps: (digits) => digits.replace(/\d/g, (digit) => `${digit}\ufe0f\u20e3`),
  "zero-width spaces": (digits) => [...digits].join("\u200b"),
  "word joiners": (digits) => [...digits].join("\u2060"),
  "soft hyphens": (digits) => [...digits].join("\u00ad"),
  "hangul fillers": (digits) => [...digits].join("\u3164"),
  "braille blanks": (digits) => [...digits].join("\u2800"),
  "bidi override": (digits) => `\u202e${[...digits].reverse().join("")}\u202c`,
  "bidi isolate": (digits) => `\u2067${digits}\u2069`,
  "left-to-right marks": (digits) => [...digits].join("\u200e"),
  reversed: (digits) => [...digits].reverse().join(""),
  "reversed words": (digits) => sayAs([...digits].reverse().join(""), "words"),
  "letter o for zero": (digits) => digits.replaceAll("0", "O"),
  "letter l for one": (digits) => digits.replace(/(?<=\d)1(?=\d)/g, "l"),
  "accents over digits": (digits) => [...digits].join("\u0301"),
  "line breaks": (digits) => [...digits].join("\n"),
  tabs: (digits) => [...digits].join("\t"),
  slashes: (digits) => [...digits].join("/"),
  "percent signs": (digits) => [...digits].join("%"),
  "percent-encoded": (digits) => digits.replace(/\d/g, (digit) => `%3${digit}`),
  "percent-encoded twice": (digits) => digits.replace(/\d/g, (digit) => `%253${digit}`),
  "percent-encoded spaces": (digits) => [...digits].join("%20"),
  "after a percent sign": (digits) => `%${digits}`,
  middots: (digits) => [...digits].join("·"),
};

const mapDigits = (digits: string, zero: number): string =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const AROUND = [
  "{}",
  "it is {}",
  "my number: {}.",
  "as I wrote, {} ok?",
  "({})",
  "account={}",
  "that's {}, thanks",
  "see {} please",
  "I repeat {} again",
  "#{}",
];

type Disguised = { digits: string; disguise: string; style: string; sentence: string; isCaller: boolean };

export const disguisedDigits = defineGenerator<Disguised>({
  name: "masking: digits in disguise",
  cases: (half) =>
    fc.record({
      digits: fc
        .array(fc.constantFrom(..."0123456789"), { minLength: 6, maxLength: 12 })
        .map((all) => all.join("")),
      disguise: phrase(Object.keys(DISGUISES), half),
      style: phrase(STYLES, half),
      sentence: phrase(AROUND, half),
      isCaller: fc.boolean(),
    }),
  check({ digits, disguise, style, sentence, isCaller }) {
    const disguised = fill(sentence, `«${DISGUISES[disguise]?.(digits) ?? ""}»`);
    const answer = fill(sentence, `«${sayAs(digits, style)}»`);
    const speak = isCaller ? caller : agent;
    return settledLeak([speak(disguised, null), speak(answer, null)], { account_number: digits }, [
      variable("account_number"),
    ]);
  },
});

/** Letters that look like Latin ones, by code point. */
const LOOKALIKES: Record<string, string> = {
  a: "\u0430\u03b1\uff41\u{1d41a}",
  c: "\u0441\u03f2\uff43\u{1d41c}",
  e: "\u0435\uff45\u{1d41e}\u0451",
  i: "\u0456\u03b9\uff49\u{1d422}",
  o: "\u043e\u03bf\uff4f\u{1d428}",
  p: "\u0440\u03c1\uff50\u{1d429}",
  s: "\u0455\uff53\u{1d42c}\u{1d634}",
  x: "\u0445\u03c7\uff58\u{1d431}",
  y: "\u0443\uff59\u{1d432}\u04af",
  j: "\u0458\uff4a\u{1d423}\u03f3",
};
const LETTERS = Object.keys(LOOKALIKES);

type Lookalike = { value: string; letter: string; nth: number; sentence: string };

export const lookalikes = defineGenerator<Lookalike>({
  name: "masking: letters that look alike",
  cases: (half) =>
    fc.record({
      value: fc.constantFrom("Jessica Poxley", "Spencer Joyce", "Casey Apex", "Priya Iosax"),
      letter: phrase(LETTERS, half),
      nth: fc.integer({ min: 0, max: 3 }),
      sentence: phrase(AROUND, half),
    }),
  check({ value, letter, nth, sentence }) {
    const look = [...(LOOKALIKES[letter] ?? "")][nth] ?? letter;
    const text = fill(sentence, `«${value.toLowerCase().replaceAll(letter, look)}»`);
    return settledLeak([caller(text, null)], { full_name: value }, [variable("full_name")]);
  },
});

type Spelling = { type: VariableType; value: string | number; spelling: string };

/** Values as people write or say them otherwise: "value | as it is said". */
const EMAILS = [
  "jane@example.com | jane%40example.com",
  "jane@example.com | jane at example dot com",
  "jane@example.com | jane (at) example (dot) com",
  "jane@example.com | j a n e at example dot com",
  "jane@example.com | J-A-N-E at example dot com",
  "jane@example.com | jane%2540example.com",
  "jane@example.com | jane&#64;example.com",
  "jane.doe@example.com | jane%2Edoe%40example%2Ecom",
  "jane.doe@example.com | jane dot doe at sign example dot com",
  "jane.doe@example.com | jane period doe at example period com",
  "jane_doe7@example.com | jane underscore doe seven at example dot com",
  "jane-doe@example.org | jane hyphen doe at example dot org",
  "jane+tag@example.com | jane%2Btag%40example.com",
  "jane@example.com | mailto:jane@example.com",
  "jane@example.com | moc.elpmaxe@enaj",
  "müller@example.com | mueller@example.com",
  "mueller@example.com | müller@example.com",
  "jane@example.com | jane @ example . com",
  "jane@example.com | jane[at]example[dot]com",
  "jane@example.com | jane@\u200bexample.com",
];
const NAMES = [
  "Jürgen Müller | Juergen Mueller",
  "Juergen Mueller | Jürgen Müller",
  "Jürgen Müller | Jurgen Muller",
  "Anna Weiß | anna weiss",
  "Anna Weiss | Anna Weiß",
  "Søren Kjær | Soren Kjaer",
  "Søren Kjær | Soeren Kjaer",
  "Åse Bjørnstad | Aase Bjoernstad",
  "Łukasz Wójcik | Lukasz Wojcik",
  "Jörg Großmann | joerg grossmann",
  "Joerg Grossmann | Jörg Großmann",
  "Jane Marlowe | MARLOWE, JANE",
  "Jane Marlowe | enaj ewolram",
  "Jane Marlowe | \u202eewolraM enaJ\u202c",
  "Jane Marlowe | J A N E M A R L O W E",
  "Jane Marlowe | j.a.n.e. m.a.r.l.o.w.e.",
  "Jane Marlowe | j\u200ba\u200bn\u200be m\u00adarlowe",
  "Günther Schäfer | Guenther Schaefer",
  "Guenther Schaefer | Günther Schäfer",
  "Đorđe Žižić | Dorde Zizic",
  "Jane Marlowe | Jane%20Marlowe",
  "Jane Marlowe | jane+marlowe",
];
const AMOUNTS = [
  "62000 | sixty two grand",
  "62000 | 62 grand",
  "62000 | 62k",
  "62000 | sixty-two K",
  "1500 | 1.5k",
  "1500 | one point five k",
  "1500 | one and a half thousand",
  "1500 | fifteen hundred",
  "2500000 | 2.5 million",
  "2500000 | two point five million",
  "2500000 | two and a half million",
  "2500000 | 2.5m",
  "500000 | half a million",
  "48000 | 48 thou",
  "125000 | one hundred twenty five thousand",
  "125000 | a hundred and twenty-five grand",
  "125000 | 125K",
  "3200 | three point two thousand",
  "3200 | 3.2 grand",
  "3200 | thirty two hundred",
];

const parsed = (type: VariableType, pairs: readonly string[], half: Half): fc.Arbitrary<Spelling> =>
  fc.constantFrom(...halve(pairs, half)).map((pair) => {
    const [value = "", spelling = ""] = pair.split(" | ");
    return { type, value: type === "number" ? Number(value) : value, spelling };
  });

type Respelled = Spelling & { sentence: string; isCaller: boolean };

export const respelled = defineGenerator<Respelled>({
  name: "masking: values spelled otherwise",
  cases: (half) =>
    fc
      .tuple(
        fc.oneof(
          parsed("email", EMAILS, half),
          parsed("string", NAMES, half),
          parsed("number", AMOUNTS, half),
        ),
        phrase(AROUND, half),
        fc.boolean(),
      )
      .map(([spelling, sentence, isCaller]) => ({ ...spelling, sentence, isCaller })),
  check({ type, value, spelling, sentence, isCaller }) {
    const text = fill(sentence, toSpokenForm(spelling));
    return settledLeak([isCaller ? caller(text, null) : agent(text, null)], { v: value }, [
      variable("v", type),
    ]);
  },
});

/** Words that stand between the telling ones may stay. */
const BETWEEN = /(\b(?:at sign|at|dot|period|underscore|hyphen|mailto|a|and)\b|%20)/;

const toSpokenForm = (text: string): string =>
  text
    .split(BETWEEN)
    .map((piece, n) => (n % 2 === 1 || piece.trim() === "" ? piece : `«${piece}»`))
    .join("");
