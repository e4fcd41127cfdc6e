import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isForeign } from "./foreign";
import { isCoveredLanguage } from "./unreadable";

/** Locales of n2words, whose word lists are not those of CLDR that the product reads. */
const OTHER_LOCALES =
  `am-ET ar-SA az-AZ bn-BD cs-CZ da-DK de-DE el-GR es-ES es-MX fa-IR fi-FI fil-PH fr-BE fr-FR
  gu-IN he-IL hi-IN hr-HR hu-HU id-ID it-IT ja-JP ka-GE kn-IN ko-KR lt-LT lv-LV mr-IN ms-MY nb-NO nl-NL pa-IN pl-PL
  pt-PT ro-RO ru-RU sr-Cyrl-RS sr-Latn-RS sv-SE sw-KE ta-IN te-IN th-TH tr-TR uk-UA ur-PK vi-VN zh-Hans-CN
  zh-Hant-TW`.split(/\s+/);
const ENGLISH_LOCALES = "en-US en-GB en-IN en-AU en-ZA en-NG".split(" ");
/** Some digits of Danish and Norwegian are English words ("to", "en", "fire"); a number of those alone is not seen. */
const MIN_RECALL = 0.95;
const NUMBERS = 60;

type SpellOut = (n: number) => string;
async function spellOutOf(locale: string): Promise<SpellOut> {
  const { toCardinal } = (await import(`n2words/${locale}`)) as { toCardinal: SpellOut };
  return toCardinal;
}

/** Account numbers as callers say them: digit by digit, as one number, and behind an English lead-in. */
function spokenNumbers(spellOut: SpellOut): fc.Arbitrary<string> {
  const digits = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 12 })
    .map((list) => list.map((digit) => spellOut(digit)));
  return fc.oneof(
    digits.map((words) => words.join(" ")),
    digits.map((words) => `My number is ${words.join(", ")}`),
    fc.integer({ min: 1_000, max: 9_999_999 }).map((n) => spellOut(n)),
  );
}

describe("a number in another language is recognized", () => {
  test.each(OTHER_LOCALES)("%s", async (locale) => {
    const numbers = fc.sample(spokenNumbers(await spellOutOf(locale)), { numRuns: NUMBERS, seed: 7 });
    const recognized = numbers.filter(isForeign);
    expect(recognized.length / numbers.length).toBeGreaterThanOrEqual(MIN_RECALL);
  });
});

test.each(ENGLISH_LOCALES)("numbers in English are not: %s", async (locale) => {
  const numbers = fc.sample(spokenNumbers(await spellOutOf(locale)), { numRuns: NUMBERS, seed: 7 });
  expect(numbers.filter(isForeign)).toEqual([]);
});

test.each([
  "No quiero que me graben esta llamada.",
  "Ich möchte nicht, dass dieses Gespräch aufgezeichnet wird.",
  "Je ne veux plus recevoir vos appels, merci.",
  "Il mio indirizzo è via Garibaldi dodici, a Torino.",
  "O meu nome completo é João da Silva Pereira.",
  "Ik wil graag een afspraak maken voor volgende week.",
  "Меня зовут Иван",
  "私の名前は田中です",
  "Sure. Mi cuenta es la de mi hermano en Madrid.",
])("a sentence in another language is recognized: %s", (text) => {
  expect(isForeign(text)).toBe(true);
});

test.each([
  "Hi, I want to book a cleaning",
  "It is four eight one five, sixteen",
  "A B C D, one two three",
  "Jean-Pierre Dupont",
  "-- Stanley Kaufman",
  "I'd like the chicken tikka masala and some naan",
  "twenty-first of November, two thousand and twenty six",
  "jane dot doe at example dot com",
  "yes",
  "no",
  "ok",
  "+44 20 7946 0958",
  "Ten to six on the fire escape, she said",
])("English is not: %s", (text) => {
  expect(isForeign(text)).toBe(false);
});

test.each([
  ["after punctuation", "I would like to talk about the weather and the garden today. ".repeat(50)],
  [
    "without any punctuation",
    "i would like to talk about the weather and the garden today and then ".repeat(50),
  ],
])("another language at the end of a long turn in English is recognized %s", (_, english) => {
  expect(isForeign(english)).toBe(false);
  expect(
    isForeign(
      `${english} mi cuenta es la de mi hermano que vive en madrid desde hace mucho tiempo con su familia`,
    ),
  ).toBe(true);
  expect(isForeign(`${english} cuatro ocho uno cinco`)).toBe(true);
});

test("any text is judged without an error", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => typeof isForeign(text) === "boolean"));
});

test("a language is covered by its primary subtag", () => {
  for (const tag of ["en", "en-US", "EN-gb", "en-Latn-ZA"]) expect(isCoveredLanguage(tag)).toBe(true);
  for (const tag of ["de-DE", "es", "eng", "enm-Latn", "und", ""]) expect(isCoveredLanguage(tag)).toBe(false);
});
